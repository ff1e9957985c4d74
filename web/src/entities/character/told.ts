/** What a book tells beside its text: who speaks, how people stand, and what was corrected. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { QueryClient, UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import { call } from '@/shared/api/client';
import type { BookWorld, CharacterList, Corrections, Lines, Relations } from '@/shared/api/shapes';

const at = (asOf: number | null): string => (asOf === null ? '' : `?as_of=${asOf}`);

/** The people met by a chapter before the reader's place; null for the place itself. */
export function usePeopleAsOf(novelId: string, asOf: number | null, growing: boolean): UseQueryResult<CharacterList> {
  return useQuery({
    queryKey: asOf === null ? ['people', novelId] : ['people', novelId, 'as of', asOf],
    queryFn: () => call<CharacterList>(`/api/novels/${novelId}/characters${at(asOf)}`),
    refetchInterval: growing ? 1000 : false,
    placeholderData: (before) => before,
  });
}

export function useRelations(novelId: string, asOf: number | null, enabled = true): UseQueryResult<Relations> {
  return useQuery({
    queryKey: ['people', novelId, 'relations', asOf],
    queryFn: () => call<Relations>(`/api/novels/${novelId}/relations${at(asOf)}`),
    enabled,
    placeholderData: (before) => before,
  });
}

/** What happens in the book, as far as it has been read. */
export function useWorld(novelId: string): UseQueryResult<BookWorld> {
  return useQuery({
    queryKey: ['people', novelId, 'world'],
    queryFn: () => call<BookWorld>(`/api/novels/${novelId}/world`),
  });
}

/** Who speaks in a chapter. What is known depends on how far the reader is, so the place is part of the question. */
export function useLines(novelId: string, chapter: number, reached: number, enabled: boolean): UseQueryResult<Lines> {
  return useQuery({
    queryKey: ['people', novelId, 'lines', chapter, reached],
    queryFn: () => call<Lines>(`/api/novels/${novelId}/chapters/${chapter}/lines`),
    enabled: enabled && chapter <= reached,
    staleTime: 60_000,
  });
}

export function useCorrections(novelId: string): UseQueryResult<Corrections> {
  return useQuery({
    queryKey: ['people', novelId, 'corrections'],
    queryFn: () => call<Corrections>(`/api/novels/${novelId}/corrections`),
  });
}

export interface Decision {
  kind: 'merge' | 'split' | 'rename';
  character_id: string;
  other_id?: string;
  names?: string[];
}

async function forgetPeople(queries: QueryClient, novelId: string): Promise<void> {
  await queries.invalidateQueries({ queryKey: ['people', novelId] });
  await queries.invalidateQueries({ queryKey: ['shelf'], refetchType: 'none' });
}

export function useCorrect(novelId: string): UseMutationResult<{ id: string }, Error, Decision> {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (decision: Decision) => call<{ id: string }>(`/api/novels/${novelId}/corrections`, { method: 'POST', body: decision }),
    onSuccess: () => forgetPeople(queries, novelId),
  });
}

export function useUndoCorrection(novelId: string): UseMutationResult<void, Error, string> {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call<void>(`/api/novels/${novelId}/corrections/${id}`, { method: 'DELETE' }),
    onSuccess: () => forgetPeople(queries, novelId),
  });
}

export function useReadAgain(novelId: string): UseMutationResult<{ people: number }, Error, void> {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call<{ people: number }>(`/api/novels/${novelId}/read-again`, { method: 'POST' }),
    onSuccess: () => forgetPeople(queries, novelId),
  });
}
