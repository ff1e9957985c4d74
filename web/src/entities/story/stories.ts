/** Stories as a person has them: the list, one of them, and beginning and deleting one. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import { refreshShelf } from '@/entities/book/books';
import { call } from '@/shared/api/client';
import type { Branch, Story, WholeStory } from '@/shared/api/story-shapes';

async function allStories(): Promise<Story[]> {
  const found: Story[] = [];
  let cursor: string | null = null;
  do {
    const tail: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page: { stories: Story[]; next_cursor: string | null } = await call(`/api/stories?limit=200${tail}`);
    found.push(...page.stories);
    cursor = page.next_cursor;
  } while (cursor !== null && found.length < 2000);
  return found;
}

export function useStories(): UseQueryResult<Story[]> {
  return useQuery({ queryKey: ['stories'], queryFn: allStories });
}

export function useStory(id: string): UseQueryResult<WholeStory> {
  return useQuery({ queryKey: ['story', id, 'whole'], queryFn: () => call<WholeStory>(`/api/stories/${id}`) });
}

export function useBranches(id: string, enabled = true): UseQueryResult<Branch[]> {
  return useQuery({
    queryKey: ['story', id, 'branches'],
    queryFn: async () => (await call<{ branches: Branch[] }>(`/api/stories/${id}/branches`)).branches,
    enabled,
  });
}

export interface Beginning {
  title?: string;
  book_id?: string;
  opening?: string;
  lead?: string;
}

export function useBeginStory(): UseMutationResult<WholeStory, Error, Beginning> {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body) => call<WholeStory>('/api/stories', { method: 'POST', body }),
    onSuccess: (whole) => {
      void queries.invalidateQueries({ queryKey: ['story', whole.story.id] });
      void queries.invalidateQueries({ queryKey: ['stories'] });
      void refreshShelf(queries);
    },
  });
}

export function useDeleteStory(): UseMutationResult<void, Error, string> {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id) => call<void>(`/api/stories/${id}`, { method: 'DELETE' }),
    onSuccess: (_, id) => {
      queries.setQueryData<Story[]>(['stories'], (all) => all?.filter((story) => story.id !== id));
      queries.removeQueries({ queryKey: ['story', id] });
      void queries.invalidateQueries({ queryKey: ['stories'] });
      void refreshShelf(queries);
    },
  });
}
