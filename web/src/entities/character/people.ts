/** The people of a book whom the reader has met. */
import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { call } from '@/shared/api/client';
import type { Character, CharacterList } from '@/shared/api/shapes';

/** People met so far. While the book is being read in, the list is asked again. */
export function usePeople(novelId: string, growing: boolean, enabled = true): UseQueryResult<CharacterList> {
  return useQuery({
    queryKey: ['people', novelId],
    queryFn: () => call<CharacterList>(`/api/novels/${novelId}/characters`),
    enabled,
    refetchInterval: growing ? 1000 : false,
  });
}

export function usePerson(novelId: string, id: string): UseQueryResult<Character> {
  return useQuery({
    queryKey: ['people', novelId, id],
    queryFn: () => call<Character>(`/api/characters/${id}`),
    retry: false,
  });
}

/** What to call somebody in a sentence: the first name, or the title and the last. */
export function shortName(name: string): string {
  const words = name.split(/\s+/);
  const first = words[0] ?? name;
  return words.length > 1 && /^(mr|mrs|ms|miss|dr|sir|lady|lord|captain|the|old|young|uncle|aunt|father|mother|madame|monsieur|prince|princess|king|queen|count|countess)\.?$/i.test(first)
    ? words.length > 2 ? `${first} ${words[words.length - 1] ?? ''}` : name
    : first;
}
