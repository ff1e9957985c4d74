/**
 * Files on their way to the shelf: what may come in, whose encoding must be asked about, and how far each one is.
 * A story that was saved as a file comes the same way and is kept in the list, so that it can be opened from there.
 * A file that is accepted leaves this list; from then on the shelf shows it as a book that is not finished yet.
 */
import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { askEncodings, refreshShelf, uploadBook } from '@/entities/book/books';
import { bringStory } from '@/entities/story/stories';
import type { EncodingCandidate } from '@/shared/api/shapes';

export type FileKind = 'txt' | 'epub' | 'pdf' | 'avts';
export type Refusal = 'kind' | 'size' | 'empty';

const LIMIT_MB: Record<FileKind, number> = { txt: 10, epub: 20, pdf: 20, avts: 20 };
const BY_TYPE: Record<string, FileKind> = {
  'text/plain': 'txt',
  'application/epub+zip': 'epub',
  'application/pdf': 'pdf',
};

/** The kind of a file from its name, or from its media type while the name is not known yet. */
export function kindOf(name: string, type: string): FileKind | null {
  const ending = /\.(txt|text|epub|pdf|avts)$/i.exec(name)?.[1]?.toLowerCase();
  if (ending === 'epub' || ending === 'pdf' || ending === 'avts') return ending;
  if (ending === 'txt' || ending === 'text') return 'txt';
  return name === '' ? (BY_TYPE[type] ?? null) : null;
}

export function refusalOf(file: { name: string; type: string; size: number | null }): Refusal | null {
  const kind = kindOf(file.name, file.type);
  if (kind === null) return 'kind';
  if (file.size === 0) return 'empty';
  return file.size !== null && file.size > LIMIT_MB[kind] * 1024 * 1024 ? 'size' : null;
}

export function limitOf(name: string): number {
  return LIMIT_MB[kindOf(name, '') ?? 'txt'];
}

export interface Incoming {
  id: number;
  name: string;
  state: 'checking' | 'asking' | 'sending' | 'refused' | 'duplicate' | 'brought';
  refusal: Refusal | null;
  /** The server's reason, where it was the server that refused. */
  reason: string | null;
  candidates: EncodingCandidate[];
  novelId: string | null;
  storyId: string | null;
}

interface Kept extends Incoming {
  file: File;
}

let list: Kept[] = [];
let count = 0;
const listeners = new Set<() => void>();

function set(next: Kept[]): void {
  list = next;
  for (const tell of listeners) tell();
}

function change(id: number, next: Partial<Kept>): void {
  set(list.map((item) => (item.id === id ? { ...item, ...next } : item)));
}

/** True where the bytes are clean UTF-8, or carry a mark that names their encoding. */
async function isPlainText(file: File): Promise<boolean> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) return true;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

async function send(queries: QueryClient, item: Kept, encoding?: string): Promise<void> {
  change(item.id, { state: 'sending', candidates: [] });
  try {
    if (kindOf(item.name, item.file.type) === 'avts') {
      const story = await bringStory(queries, item.file);
      change(item.id, { state: 'brought', name: story.title, storyId: story.id });
      return;
    }
    const accepted = await uploadBook(item.file, encoding);
    await refreshShelf(queries);
    if (accepted.duplicate) change(item.id, { state: 'duplicate', novelId: accepted.novel_id });
    else set(list.filter((other) => other.id !== item.id));
  } catch (fault) {
    change(item.id, { state: 'refused', reason: fault instanceof Error ? fault.message : '' });
  }
}

async function take(queries: QueryClient, item: Kept): Promise<void> {
  try {
    if (kindOf(item.name, item.file.type) === 'txt' && !(await isPlainText(item.file))) {
      const guess = await askEncodings(item.file);
      const seen = new Set<string>();
      const different = guess.candidates.filter((candidate) => !seen.has(candidate.sample) && seen.add(candidate.sample));
      if (different.length > 1) {
        change(item.id, { state: 'asking', candidates: different.slice(0, 4) });
        return;
      }
    }
    await send(queries, item);
  } catch (fault) {
    change(item.id, { state: 'refused', reason: fault instanceof Error ? fault.message : '' });
  }
}

export const intake = {
  /** Takes files in, one after another; those that cannot be read are listed with the reason. */
  async add(queries: QueryClient, files: Iterable<File>): Promise<void> {
    const fresh: Kept[] = [...files].map((file) => {
      count += 1;
      const refusal = refusalOf(file);
      return { id: count, name: file.name, file, refusal, reason: null, candidates: [], novelId: null, storyId: null, state: refusal === null ? 'checking' : 'refused' };
    });
    set([...list, ...fresh]);
    for (const item of fresh) if (item.refusal === null) await take(queries, item);
  },
  async choose(queries: QueryClient, id: number, encoding: string): Promise<void> {
    const item = list.find((entry) => entry.id === id);
    if (item !== undefined) await send(queries, item, encoding);
  },
  remove(id: number): void {
    set(list.filter((item) => item.id !== id));
  },
};

export function useIncoming(): readonly Incoming[] {
  return useSyncExternalStore(
    (tell) => {
      listeners.add(tell);
      return () => listeners.delete(tell);
    },
    () => list,
  );
}
