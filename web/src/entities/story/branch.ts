/** What stands on one branch: its text, its world, and what changed. Keys all begin with the story, then the branch. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { InfiniteData, UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import { call } from '@/shared/api/client';
import type { Change, Comparison, EntriesPage, Entry, Kind, Knowledge, Present, Relationship, RollbackPreview, WorldPage, WorldRow } from '@/shared/api/story-shapes';

export interface Where {
  storyId: string;
  branchId: string;
}

export const pathOf = ({ storyId, branchId }: Where): string => `/api/stories/${storyId}/branches/${branchId}`;
const keyOf = ({ storyId, branchId }: Where, ...more: (string | null)[]): (string | null)[] => ['story', storyId, 'on', branchId, ...more];

/** The text from its end; earlier pages are fetched when somebody asks for them. */
export function useEntries(where: Where): UseInfiniteQueryResult<InfiniteData<EntriesPage, number | null>> {
  return useInfiniteQuery({
    queryKey: keyOf(where, 'entries'),
    queryFn: ({ pageParam }) => call<EntriesPage>(`${pathOf(where)}/entries?limit=50${pageParam === null ? '' : `&before=${pageParam}`}`),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.previous,
  });
}

export function entriesOf(data: InfiniteData<EntriesPage, number | null> | undefined): Entry[] {
  return data === undefined ? [] : [...data.pages].reverse().flatMap((page) => page.entries);
}

/** The newest changes of a branch. */
export function useLog(where: Where): UseQueryResult<Change[]> {
  return useQuery({
    queryKey: keyOf(where, 'log'),
    queryFn: async () => (await call<{ changes: Change[] }>(`${pathOf(where)}/log?limit=200`)).changes,
  });
}

export function usePresent(where: Where): UseQueryResult<Present> {
  return useQuery({ queryKey: keyOf(where, 'present'), queryFn: () => call<Present>(`${pathOf(where)}/present`) });
}

async function wholeKind(where: Where, kind: Kind): Promise<WorldPage> {
  const first = await call<WorldPage>(`${pathOf(where)}/world?kind=${kind}&limit=200`);
  const rows = [...first.rows];
  let after = first.next;
  while (after !== null && rows.length < 2000) {
    const page = await call<WorldPage>(`${pathOf(where)}/world?kind=${kind}&limit=200&after=${encodeURIComponent(after)}`);
    rows.push(...page.rows);
    after = page.next;
  }
  return { ...first, rows, next: after };
}

/** Every row of a kind, with how many there are of every kind. */
export function useWorld(where: Where, kind: Kind, enabled = true): UseQueryResult<WorldPage> {
  return useQuery({ queryKey: keyOf(where, 'world', kind), queryFn: () => wholeKind(where, kind), enabled });
}

export function useRow(where: Where, kind: Kind, id: string | null): UseQueryResult<WorldRow> {
  return useQuery({
    queryKey: keyOf(where, 'row', id),
    queryFn: async () => (await call<{ row: WorldRow }>(`${pathOf(where)}/world/${id ?? ''}?kind=${kind}`)).row,
    enabled: id !== null,
  });
}

export function useKnowledge(where: Where, about: 'character' | 'happening', id: string): UseQueryResult<Knowledge[]> {
  return useQuery({
    queryKey: keyOf(where, 'knows', id),
    queryFn: async () => (await call<{ knowledge: Knowledge[] }>(`${pathOf(where)}/knows?${about}_id=${id}&limit=200`)).knowledge,
  });
}

export function useRelationships(where: Where, id: string): UseQueryResult<Relationship[]> {
  return useQuery({
    queryKey: keyOf(where, 'relationships', id),
    queryFn: async () => (await call<{ relationships: Relationship[] }>(`${pathOf(where)}/relationships?character_id=${id}`)).relationships,
  });
}

/** What goes when an entry and all after it are taken back. */
export function usePreview(where: Where, entryId: string): UseQueryResult<RollbackPreview> {
  return useQuery({ queryKey: keyOf(where, 'preview', entryId), queryFn: () => call<RollbackPreview>(`${pathOf(where)}/rollback?entry_id=${entryId}`), staleTime: 0 });
}

export function useComparison(storyId: string, here: string, there: string): UseQueryResult<Comparison> {
  return useQuery({
    queryKey: ['story', storyId, 'compare', here, there],
    queryFn: () => call<Comparison>(`/api/stories/${storyId}/compare?here=${here}&there=${there}`),
    enabled: here !== '' && there !== '',
  });
}
