/** What stands on one branch: its text, its world, and what changed. Keys all begin with the story, then the branch. */
import { useEffect } from 'react';
import { useInfiniteQuery, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import type { InfiniteData, QueryClient, UseInfiniteQueryResult, UseQueryOptions, UseQueryResult } from '@tanstack/react-query';
import { call } from '@/shared/api/client';
import { changesByEntry, isTold } from './telling';
import type { Change, Comparison, EntriesPage, Entry, Kind, Knowledge, Present, Relationship, RollbackPreview, WorldPage, WorldRow } from '@/shared/api/story-shapes';

export interface Where {
  storyId: string;
  branchId: string;
}

export const pathOf = ({ storyId, branchId }: Where): string => `/api/stories/${storyId}/branches/${branchId}`;
const keyOf = ({ storyId, branchId }: Where, ...more: (string | null)[]): (string | null)[] => ['story', storyId, 'on', branchId, ...more];

const PAGE = 50;
/** Pages that are held at once; beyond that the ones farthest away are let go and fetched again when they are near. */
const PAGES = 6;

/** Where a page begins: before a position, after one, or at the end of the text. */
type PageAt = `before=${number}` | `after=${number}` | null;
export type Text = InfiniteData<EntriesPage, PageAt>;

/** A window of the text, at first its end. "Next" is earlier text, "previous" later text. */
export function useEntries(where: Where): UseInfiniteQueryResult<Text> {
  const queries = useQueryClient();
  const found = useInfiniteQuery<EntriesPage, Error, Text, (string | null)[], PageAt>({
    queryKey: keyOf(where, 'entries'),
    queryFn: ({ pageParam }) => call<EntriesPage>(`${pathOf(where)}/entries?limit=${PAGE}${pageParam === null ? '' : `&${pageParam}`}`),
    initialPageParam: null,
    getNextPageParam: (page): PageAt | undefined => (page.previous === null ? undefined : `before=${page.previous}`),
    getPreviousPageParam: (page): PageAt | undefined => (page.next === null ? undefined : `after=${page.next}`),
    maxPages: PAGES,
  });
  // What the window stood on may have been taken back meanwhile; then the end is where the text is.
  const lost = found.data !== undefined && found.data.pageParams[0] !== null && found.data.pages.every((page) => page.entries.length === 0);
  const { storyId, branchId } = where;
  useEffect(() => {
    if (lost) void toNewest(queries, { storyId, branchId });
  }, [lost, queries, storyId, branchId]);
  return found;
}

export function entriesOf(data: Text | undefined): Entry[] {
  return data === undefined ? [] : [...data.pages].reverse().flatMap((page) => page.entries);
}

/** Brings the end of the text into the window, where it is not in it. */
export async function toNewest(queries: QueryClient, where: Where): Promise<void> {
  const held = queries.getQueryData<Text>(keyOf(where, 'entries'));
  if (held !== undefined && held.pageParams[0] !== null) await queries.resetQueries({ queryKey: keyOf(where, 'entries') });
}

/** The entry that stands before one; the entry itself where it is the first. */
export async function entryBefore(queries: QueryClient, where: Where, entry: Entry): Promise<Entry> {
  const held = entriesOf(queries.getQueryData<Text>(keyOf(where, 'entries')));
  const at = held.findIndex((each) => each.id === entry.id);
  const near = held[at - 1];
  if (near !== undefined) return near;
  return (await call<EntriesPage>(`${pathOf(where)}/entries?limit=1&before=${entry.position}`)).entries[0] ?? entry;
}

export interface Log {
  changes: Change[];
  /** Null where the log is here whole. */
  next: number | null;
}

/** The newest changes of a branch. */
export function useLog(where: Where): UseQueryResult<Log> {
  return useQuery({ queryKey: keyOf(where, 'log'), queryFn: () => call<Log>(`${pathOf(where)}/log?limit=200`) });
}

async function changesOf(where: Where, entryId: string): Promise<Change[]> {
  const about = (await call<{ changes: Change[] }>(`${pathOf(where)}/changes?entry_id=${entryId}`)).changes;
  const made = about.find((change) => !isTold(change) && change.row_id === entryId);
  if (made === undefined) return about.filter(isTold);
  const since = await call<Log>(`${pathOf(where)}/log?limit=200&before=${made.log_position + 200}`);
  const meanwhile = changesByEntry(since.changes.filter((change) => change.log_position >= made.log_position)).get(entryId) ?? [];
  const all = new Map([...about.filter(isTold), ...meanwhile].map((change) => [change.log_position, change]));
  return [...all.values()].sort((a, b) => a.log_position - b.log_position);
}

/** What changed with one entry, however long ago that was. */
export function useChanges(where: Where, entryId: string): UseQueryResult<Change[]> {
  return useQuery({ queryKey: keyOf(where, 'changes', entryId), queryFn: () => changesOf(where, entryId) });
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

function knowledge(where: Where, about: 'character' | 'happening', id: string): UseQueryOptions<Knowledge[]> {
  return {
    queryKey: keyOf(where, 'knows', id),
    queryFn: async () => (await call<{ knowledge: Knowledge[] }>(`${pathOf(where)}/knows?${about}_id=${id}&limit=200`)).knowledge,
  };
}

export function useKnowledge(where: Where, about: 'character' | 'happening', id: string): UseQueryResult<Knowledge[]> {
  return useQuery(knowledge(where, about, id));
}

/** What each of some people knows, in their order. */
export function useKnowledgeOf(where: Where, people: string[]): UseQueryResult<Knowledge[]>[] {
  return useQueries({ queries: people.map((id) => knowledge(where, 'character', id)) });
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
