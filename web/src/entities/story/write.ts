/**
 * Writes to a branch. Each names the version that was last seen; a write that came too late loads the story anew and
 * throws on, so that whoever asked keeps the draft and says that the story moved on.
 */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { QueryClient, UseMutationResult } from '@tanstack/react-query';
import { call } from '@/shared/api/client';
import { isApiError } from '@/shared/api/errors';
import type { Branch, Change, Entry, Kind, Reversed, WorldRow } from '@/shared/api/story-shapes';
import { pathOf } from './branch';
import type { Where } from './branch';

const branchesKey = (storyId: string): string[] => ['story', storyId, 'branches'];

export function seenVersion(queries: QueryClient, { storyId, branchId }: Where): number {
  return queries.getQueryData<Branch[]>(branchesKey(storyId))?.find((branch) => branch.id === branchId)?.version ?? 0;
}

/** The version a write led to, for the next one that does not wait for the branches to be read again. */
export function noteVersion(queries: QueryClient, { storyId, branchId }: Where, version: number): void {
  queries.setQueryData<Branch[]>(branchesKey(storyId), (all) => all?.map((branch) => (branch.id === branchId ? { ...branch, version } : branch)));
}

export function isStale(fault: unknown): boolean {
  return isApiError(fault, 'stale_version');
}

type Sending = (path: string, version: number) => Promise<{ version: number }>;

export function useWrite<R>(where: Where): UseMutationResult<R, Error, (path: string, version: number) => Promise<R>> {
  const queries = useQueryClient();
  const again = (): Promise<void> => queries.invalidateQueries({ queryKey: ['story', where.storyId] });
  return useMutation({
    mutationKey: ['write', where.storyId],
    // One write after another, each with the version the one before led to.
    scope: { id: `write ${where.storyId}` },
    mutationFn: (act) => act(pathOf(where), seenVersion(queries, where)),
    onSuccess: async (done) => {
      const version = (done as { version?: number } | undefined)?.version;
      if (typeof version === 'number') noteVersion(queries, where, version);
      await again();
    },
    onError: async (fault) => {
      if (isStale(fault)) await again();
    },
  });
}

export interface Written {
  entry: Entry;
  version: number;
  changes: Change[];
}

export interface Back {
  reversed: Reversed;
  version: number;
}

export interface RowWritten {
  row: WorldRow;
  version: number;
}

export const say = (content: string, kind: 'reader' | 'story') => (path: string, version: number): Promise<Written> =>
  call(`${path}/entries`, { method: 'POST', body: { content, kind, version } });

export const rewrite = (entryId: string, content: string) => (path: string, version: number): Promise<Written> =>
  call(`${path}/entries/${entryId}`, { method: 'PATCH', body: { content, version } });

export const step = (way: 'undo' | 'redo') => (path: string, version: number): Promise<Back> =>
  call(`${path}/${way}`, { method: 'POST', body: { version } });

export const takeBack = (entryId: string) => (path: string, version: number): Promise<Back> =>
  call(`${path}/rollback`, { method: 'POST', body: { entry_id: entryId, version } });

export const make = (kind: Kind, values: Record<string, unknown>) => (path: string, version: number): Promise<RowWritten> =>
  call(`${path}/world`, { method: 'POST', body: { kind, values, version } });

export interface RowEdit {
  values?: Record<string, unknown>;
  patch?: { state: Record<string, unknown> };
}

export const alter = (kind: Kind, id: string, edit: RowEdit) => (path: string, version: number): Promise<RowWritten> =>
  call(`${path}/world/${id}`, { method: 'PATCH', body: { kind, ...edit, version } });

export const remove = (kind: Kind, id: string): Sending => (path, version) =>
  call(`${path}/world/${id}?kind=${kind}&version=${version}`, { method: 'DELETE' });

export const put = (itemId: string, to: { holder_id?: string; location_id?: string }): Sending => (path, version) =>
  call(`${path}/items/${itemId}/place`, { method: 'POST', body: { ...to, version } });

export const learn = (happeningId: string, characterId: string, source: string): Sending => (path, version) =>
  call(`${path}/knows`, { method: 'POST', body: { happening_id: happeningId, character_id: characterId, values: source === '' ? {} : { source }, version } });

export const see = (subjectId: string, objectId: string, view: string | null): Sending => (path, version) =>
  call(`${path}/relationships`, { method: 'PUT', body: { subject_id: subjectId, object_id: objectId, view, version } });

/** Things done to branches as a whole. Forking names the version of the branch it leaves; the others need none. */
export function useBranchAction<V>(storyId: string, act: (value: V) => Promise<unknown>): UseMutationResult<unknown, Error, V> {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: () => queries.invalidateQueries({ queryKey: ['story', storyId] }),
    onError: (fault) => (isStale(fault) ? queries.invalidateQueries({ queryKey: ['story', storyId] }) : undefined),
  });
}

export const fork = (where: Where, entryId: string, name: string) => (_: string, version: number): Promise<{ branch: Branch }> =>
  call(`/api/stories/${where.storyId}/fork`, { method: 'POST', body: { entry_id: entryId, name, branch_id: where.branchId, version } });

export const switchTo = (storyId: string, branchId: string): Promise<unknown> => call(`/api/stories/${storyId}/switch`, { method: 'POST', body: { branch_id: branchId } });

export const rename = (storyId: string, branchId: string, name: string): Promise<unknown> =>
  call(`/api/stories/${storyId}/branches/${branchId}`, { method: 'PATCH', body: { name } });

export const deleteBranch = (storyId: string, branchId: string): Promise<unknown> => call(`/api/stories/${storyId}/branches/${branchId}`, { method: 'DELETE' });
