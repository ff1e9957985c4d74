/** Stories as a person has them: the list, one of them, and beginning and deleting one. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { QueryClient, UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import { refreshShelf } from '@/entities/book/books';
import { call, send } from '@/shared/api/client';
import { errorOf } from '@/shared/api/errors';
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

export function useRenameStory(): UseMutationResult<WholeStory, Error, { id: string; title: string }> {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, title }) => call<WholeStory>(`/api/stories/${id}`, { method: 'PATCH', body: { title } }),
    onSuccess: ({ story }) =>
      Promise.all([queries.invalidateQueries({ queryKey: ['stories'] }), queries.invalidateQueries({ queryKey: ['story', story.id] })]),
  });
}

/** A story from an .avts file. */
export async function bringStory(queries: QueryClient, file: File): Promise<Story> {
  const { story } = await call<WholeStory>('/api/stories/import', { method: 'POST', file });
  await queries.invalidateQueries({ queryKey: ['stories'] });
  return story;
}

const EXPORT_MS = 120_000;

/** Saves a story as an .avts file where the browser puts what is downloaded. */
export async function saveStory(story: Pick<Story, 'id' | 'title'>): Promise<void> {
  const answer = await send(`/api/stories/${story.id}/export`, {}, AbortSignal.timeout(EXPORT_MS));
  if (!answer.ok) throw await errorOf(answer);
  const address = URL.createObjectURL(await answer.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = `${story.title.replace(/[\\/:*?"<>|]+/g, ' ').trim().slice(0, 60) || 'story'}.avts`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), EXPORT_MS);
}
