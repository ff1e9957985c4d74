/** Books: the shelf, one book, the shared library, the samples, and what can be done to a book. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { QueryClient, UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import { call } from '@/shared/api/client';
import type { Accepted, CatalogEntry, EncodingGuess, Novel, Sample } from '@/shared/api/shapes';

const POLL_MS = 1000;

export function isBeingRead(novel: Novel): boolean {
  return novel.status === 'pending' || novel.status === 'parsing';
}

/** True as soon as there is a chapter to open. */
export function canOpen(novel: Novel): boolean {
  return novel.total_chapters > 0;
}

async function wholeShelf(): Promise<Novel[]> {
  const novels: Novel[] = [];
  let cursor: string | null = null;
  do {
    const tail: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page: { novels: Novel[]; next_cursor: string | null } = await call(`/api/novels?limit=100${tail}`);
    novels.push(...page.novels);
    cursor = page.next_cursor;
  } while (cursor !== null && novels.length < 2000);
  return novels;
}

/** The shelf. While a book is being read in, it is asked again every second. */
export function useShelf(): UseQueryResult<Novel[]> {
  return useQuery({
    queryKey: ['shelf'],
    queryFn: wholeShelf,
    refetchInterval: (query) => (query.state.data?.some(isBeingRead) === true ? POLL_MS : false),
  });
}

export function useBook(id: string, enabled = true): UseQueryResult<Novel> {
  return useQuery({
    queryKey: ['book', id],
    queryFn: () => call<Novel>(`/api/novels/${id}`),
    enabled: enabled && id !== '',
    refetchInterval: (query) => (query.state.data !== undefined && isBeingRead(query.state.data) ? POLL_MS : false),
  });
}

/** True while a book is being read in. The moment it ends, what was learned of the book until then is asked anew. */
export function useGrowth(book: Novel | undefined): boolean {
  const queries = useQueryClient();
  const growing = book !== undefined && isBeingRead(book);
  const id = book?.id;
  const grew = useRef(false);
  useEffect(() => {
    if (grew.current && !growing) {
      for (const key of ['people', 'chapters', 'progress']) void queries.invalidateQueries({ queryKey: [key, id] });
      void queries.invalidateQueries({ queryKey: ['suggestions'] });
    }
    grew.current = growing;
  }, [growing, id, queries]);
  return growing;
}

export function useCatalog(): UseQueryResult<CatalogEntry[]> {
  return useQuery({
    queryKey: ['catalog'],
    queryFn: async () => (await call<{ novels: CatalogEntry[] }>('/api/novels/catalog')).novels,
  });
}

export function useSamples(): UseQueryResult<Sample[]> {
  return useQuery({
    queryKey: ['samples'],
    queryFn: async () => (await call<{ samples: Sample[] }>('/api/samples')).samples,
    staleTime: 60_000,
  });
}

export function refreshShelf(queries: QueryClient): Promise<unknown> {
  return Promise.all([
    queries.invalidateQueries({ queryKey: ['shelf'] }),
    queries.invalidateQueries({ queryKey: ['samples'] }),
    queries.invalidateQueries({ queryKey: ['catalog'] }),
  ]);
}

function useShelfAction<V, R>(act: (value: V) => Promise<R>): UseMutationResult<R, Error, V> {
  const queries = useQueryClient();
  return useMutation({ mutationFn: act, onSuccess: () => void refreshShelf(queries) });
}

export function useAddSample(): UseMutationResult<Accepted, Error, string> {
  return useShelfAction((name: string) => call<Accepted>(`/api/samples/${encodeURIComponent(name)}`, { method: 'POST' }));
}

export function useAddFromCatalog(): UseMutationResult<void, Error, string> {
  return useShelfAction((id: string) => call<void>(`/api/novels/${id}/shelf`, { method: 'POST', body: {} }));
}

export interface Pasted {
  title: string;
  content: string;
  author?: string;
}

export function usePaste(): UseMutationResult<Accepted, Error, Pasted> {
  return useShelfAction((body: Pasted) => call<Accepted>('/api/novels', { method: 'POST', body }));
}

export function useDeleteBook(): UseMutationResult<void, Error, string> {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id) => call<void>(`/api/novels/${id}`, { method: 'DELETE' }),
    onSuccess: (_, id) => {
      queries.setQueryData<Novel[]>(['shelf'], (shelf) => shelf?.filter((novel) => novel.id !== id));
      for (const key of ['book', 'chapters', 'chapter', 'progress', 'people']) queries.removeQueries({ queryKey: [key, id] });
      void refreshShelf(queries);
    },
  });
}

export function useImportAction(): UseMutationResult<void, Error, { id: string; act: 'retry' | 'cancel' }> {
  return useShelfAction(({ id, act }: { id: string; act: 'retry' | 'cancel' }) => call<void>(`/api/novels/${id}/${act}`, { method: 'POST' }));
}

function formOf(file: File, encoding?: string): FormData {
  const form = new FormData();
  form.append('file', file, file.name);
  if (encoding !== undefined) form.append('encoding', encoding);
  return form;
}

export function uploadBook(file: File, encoding?: string): Promise<Accepted> {
  return call<Accepted>('/api/novels/upload', { method: 'POST', form: formOf(file, encoding) });
}

export function askEncodings(file: File): Promise<EncodingGuess> {
  return call<EncodingGuess>('/api/novels/encodings', { method: 'POST', form: formOf(file) });
}
