/** Chapters of a book and the reader's place among them. */
import { useQuery } from '@tanstack/react-query';
import type { QueryClient, UseQueryResult } from '@tanstack/react-query';
import { call } from '@/shared/api/client';
import type { Chapter, ChapterEntry, Position, Progress } from '@/shared/api/shapes';

/** The contents page. While the book is being read in it is asked again, since chapters are still being added. */
export function useChapters(novelId: string, growing: boolean): UseQueryResult<ChapterEntry[]> {
  return useQuery({
    queryKey: ['chapters', novelId],
    queryFn: async () => (await call<{ chapters: ChapterEntry[] }>(`/api/novels/${novelId}/chapters`)).chapters,
    refetchInterval: (query) => (growing && (query.state.data?.length ?? 0) === 0 ? 700 : false),
  });
}

const chapterQuery = (novelId: string, number: number) => ({
  queryKey: ['chapter', novelId, number],
  queryFn: () => call<Chapter>(`/api/novels/${novelId}/chapters/${number}`),
  staleTime: 10 * 60_000,
});

export function useChapter(novelId: string, number: number, enabled: boolean): UseQueryResult<Chapter> {
  return useQuery({ ...chapterQuery(novelId, number), enabled });
}

export function fetchAhead(queries: QueryClient, novelId: string, number: number): void {
  void queries.prefetchQuery(chapterQuery(novelId, number));
}

export function useProgress(novelId: string): UseQueryResult<Progress> {
  return useQuery({
    queryKey: ['progress', novelId],
    queryFn: () => call<Progress>(`/api/progress/${novelId}`),
    staleTime: Infinity,
  });
}

export interface Place {
  chapter: number;
  position: Position | null;
}

/**
 * Writes places one after another, always the newest. What people know depends on the chapter, so lists of people
 * are dropped when it changes. `onFault` hears whether the last attempt failed.
 */
export class PlaceWriter {
  private waiting: Place | null = null;
  private busy = false;
  private sent: string | null = null;

  constructor(
    private readonly novelId: string,
    private readonly queries: QueryClient,
    private readonly onFault: (failed: boolean) => void,
  ) {}

  write(place: Place): void {
    if (JSON.stringify(place) === this.sent) return;
    this.waiting = place;
    if (!this.busy) void this.drain();
  }

  /** Sends what is still waiting while the page is being left. */
  leave(place: Place): void {
    if (JSON.stringify(place) === this.sent) return;
    void this.put(place, true).catch(() => undefined);
  }

  private put(place: Place, keepalive: boolean): Promise<void> {
    const body = place.position === null ? { current_chapter: place.chapter } : { current_chapter: place.chapter, position: place.position };
    return call<void>(`/api/progress/${this.novelId}`, { method: 'PUT', body, keepalive });
  }

  private async drain(): Promise<void> {
    this.busy = true;
    while (this.waiting !== null) {
      const place = this.waiting;
      this.waiting = null;
      try {
        await this.put(place, false);
        this.sent = JSON.stringify(place);
        this.remember(place);
        this.onFault(false);
      } catch {
        // The reader is told; the next rest of the page tries again with the place of then.
        this.onFault(true);
      }
    }
    this.busy = false;
  }

  private remember(place: Place): void {
    const before = this.queries.getQueryData<Progress>(['progress', this.novelId]);
    if (before !== undefined) {
      this.queries.setQueryData(['progress', this.novelId], { ...before, current_chapter: place.chapter, position: place.position });
    }
    if (before?.current_chapter !== place.chapter) {
      void this.queries.invalidateQueries({ queryKey: ['people', this.novelId] });
      void this.queries.invalidateQueries({ queryKey: ['suggestions'] });
    }
    void this.queries.invalidateQueries({ queryKey: ['shelf'], refetchType: 'none' });
  }
}
