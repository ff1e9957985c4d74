/** What was said with one person, newest page first, and what could be said next. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { InfiniteData, QueryClient, UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import { call } from '@/shared/api/client';
import type { HistoryPage, Message, Suggestions } from '@/shared/api/shapes';

const PAGE = 30;
const keyOf = (characterId: string): [string, string] => ['talk', characterId];

export function useHistory(characterId: string): UseInfiniteQueryResult<InfiniteData<HistoryPage>> {
  return useInfiniteQuery({
    queryKey: keyOf(characterId),
    queryFn: ({ pageParam }) => {
      const before = pageParam === null ? '' : `&before=${encodeURIComponent(pageParam)}`;
      return call<HistoryPage>(`/api/chat/${characterId}/history?limit=${PAGE}${before}`);
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    staleTime: Infinity,
  });
}

/** All loaded messages, oldest first. */
export function messagesOf(data: InfiniteData<HistoryPage> | undefined): Message[] {
  if (data === undefined) return [];
  return data.pages.toReversed().flatMap((page) => page.messages);
}

/** Adds a committed turn to the newest page, unless it is there already. */
export function addTurn(queries: QueryClient, characterId: string, said: Message, answer: Message): void {
  const key = keyOf(characterId);
  const data = queries.getQueryData<InfiniteData<HistoryPage>>(key);
  const newest = data?.pages[0];
  if (data === undefined || newest === undefined) {
    void queries.invalidateQueries({ queryKey: key });
    return;
  }
  const fresh = [said, answer].filter(
    (message) => !newest.messages.some((known) => known.turn_id === message.turn_id && known.role === message.role),
  );
  const pages = [{ ...newest, messages: [...newest.messages, ...fresh] }, ...data.pages.slice(1)];
  queries.setQueryData(key, { ...data, pages });
}

export function forgetHistory(queries: QueryClient, characterId: string): void {
  void queries.invalidateQueries({ queryKey: keyOf(characterId) });
}

export function useSuggestions(characterId: string, chapter: number): UseQueryResult<Suggestions> {
  return useQuery({
    queryKey: ['suggestions', characterId, chapter],
    queryFn: () => call<Suggestions>(`/api/chat/${characterId}/suggestions`),
    staleTime: 5 * 60_000,
  });
}
