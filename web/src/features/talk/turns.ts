/**
 * The turns under way, one a person, outside of React: closing the panel or turning the page does not end them.
 * Text is shown in whole words and at most every 50 ms.
 */
import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { addTurn, forgetHistory } from '@/entities/conversation/history';
import { call } from '@/shared/api/client';
import { ApiError } from '@/shared/api/errors';
import { StreamFault } from '@/shared/api/sse';
import type { Source } from '@/shared/api/sse';
import { uuid4 } from '@/shared/lib/uuid';
import { askTurn } from './ask';
import { dropPending, keepPending, readPending } from './pending';

export interface Turn {
  key: string;
  text: string;
  status: 'asking' | 'answering' | 'retrying' | 'failed';
  shown: string;
  source: Source | null;
  fault: string | null;
}

interface Live {
  turn: Turn;
  raw: string;
  abort: AbortController;
  timer: ReturnType<typeof setTimeout> | null;
}

const SHOW_EVERY_MS = 50;
const SPACED = /[\s\u2e80-\u9fff\uff00-\uffef\u3000-\u30ff—…]/;

/** The part of a text that ends with a whole word. Text without spaces is whole everywhere. */
export function wholeWords(text: string): string {
  for (let at = text.length - 1; at >= 0; at -= 1) {
    if (SPACED.test(text[at] ?? '')) return text.slice(0, at + 1);
  }
  return '';
}

const live = new Map<string, Live>();
const drafts = new Map<string, string>();
const listeners = new Set<() => void>();
/** The last thing that happened to a person's turn, spoken once by the panel. */
const news = new Map<string, 'stopped' | 'answered'>();

function tellAll(): void {
  for (const tell of listeners) tell();
}

function change(characterId: string, key: string, next: Partial<Turn>): void {
  const entry = live.get(characterId);
  if (entry === undefined || entry.turn.key !== key) return;
  entry.turn = { ...entry.turn, ...next };
  tellAll();
}

function end(characterId: string): void {
  const entry = live.get(characterId);
  if (entry?.timer != null) clearTimeout(entry.timer);
  live.delete(characterId);
  dropPending(characterId);
}

function codeOf(fault: unknown): string | null {
  return fault instanceof ApiError || fault instanceof StreamFault ? fault.code : null;
}

async function run(queries: QueryClient, characterId: string, entry: Live): Promise<void> {
  const { key, text } = entry.turn;
  const show = (): void => {
    entry.timer = null;
    change(characterId, key, { status: 'answering', shown: wholeWords(entry.raw) });
  };
  const wipe = (): void => {
    if (entry.timer !== null) clearTimeout(entry.timer);
    entry.timer = null;
    entry.raw = '';
  };
  try {
    const finished = await askTurn(
      characterId,
      key,
      text,
      {
        onDelta: (piece) => {
          entry.raw += piece;
          entry.timer ??= setTimeout(show, SHOW_EVERY_MS);
        },
        onSource: (source) => change(characterId, key, { source }),
        onRetry: (busy) => {
          wipe();
          change(characterId, key, { status: busy ? 'asking' : 'retrying', shown: '', source: null });
        },
      },
      entry.abort.signal,
    );
    if (live.get(characterId) !== entry) return;
    end(characterId);
    if (finished.message === null) forgetHistory(queries, characterId);
    else {
      const said = { ...finished.message, id: `said-${key}`, turn_id: key, role: 'user' as const, content: text, answer: null };
      addTurn(queries, characterId, said, finished.message);
    }
    news.set(characterId, 'answered');
    tellAll();
  } catch (fault) {
    if (entry.abort.signal.aborted || live.get(characterId) !== entry) return;
    wipe();
    if (codeOf(fault) === 'turn_stopped') {
      // Stopped here or in another window: nothing of it is kept, so its key is spent.
      news.set(characterId, 'stopped');
      turns.takeBack(characterId);
      return;
    }
    change(characterId, key, { status: 'failed', shown: '', source: null, fault: fault instanceof Error ? fault.message : null });
  }
}

function begin(queries: QueryClient, characterId: string, key: string, text: string): void {
  const entry: Live = {
    turn: { key, text, status: 'asking', shown: '', source: null, fault: null },
    raw: '',
    abort: new AbortController(),
    timer: null,
  };
  live.set(characterId, entry);
  news.delete(characterId);
  keepPending(characterId, { key, text });
  tellAll();
  void run(queries, characterId, entry);
}

export const turns = {
  /** Says something, unless an answer is still under way. Returns whether it was said. */
  say(queries: QueryClient, characterId: string, text: string): boolean {
    const open = live.get(characterId);
    if (open !== undefined && open.turn.status !== 'failed') return false;
    begin(queries, characterId, uuid4(), text);
    return true;
  },

  /** Tries a failed turn again under its own key. */
  retry(queries: QueryClient, characterId: string): void {
    const open = live.get(characterId);
    if (open?.turn.status === 'failed') begin(queries, characterId, open.turn.key, open.turn.text);
  },

  /** Goes on with a turn that was under way when the page was left. */
  resume(queries: QueryClient, characterId: string): void {
    if (live.has(characterId)) return;
    const pending = readPending(characterId);
    if (pending !== null) begin(queries, characterId, pending.key, pending.text);
  },

  /** Puts the words of a failed turn back into the field. */
  takeBack(characterId: string): void {
    const open = live.get(characterId);
    if (open === undefined) return;
    open.abort.abort();
    end(characterId);
    const draft = drafts.get(characterId) ?? '';
    drafts.set(characterId, draft === '' ? open.turn.text : `${open.turn.text}\n${draft}`);
    tellAll();
  },

  /** Asks the server to stop; where it was too late the answer is simply waited for. */
  async stop(characterId: string): Promise<void> {
    const open = live.get(characterId);
    if (open === undefined) return;
    const { stopped } = await call<{ stopped: boolean }>(`/api/chat/${characterId}/stop`, {
      method: 'POST',
      body: { turn_id: open.turn.key },
    });
    if (!stopped || live.get(characterId) !== open) return;
    news.set(characterId, 'stopped');
    turns.takeBack(characterId);
  },

  draft: (characterId: string): string => drafts.get(characterId) ?? '',
  setDraft(characterId: string, text: string): void {
    drafts.set(characterId, text);
    tellAll();
  },

  /** For signing out: nothing of one person is left for the next. */
  forgetAll(): void {
    for (const entry of live.values()) entry.abort.abort();
    live.clear();
    drafts.clear();
    news.clear();
    tellAll();
  },
};

const subscribe = (tell: () => void): (() => void) => {
  listeners.add(tell);
  return () => listeners.delete(tell);
};

export function useTurn(characterId: string): Turn | null {
  return useSyncExternalStore(subscribe, () => live.get(characterId)?.turn ?? null);
}

export function useDraft(characterId: string): string {
  return useSyncExternalStore(subscribe, () => drafts.get(characterId) ?? '');
}

export function useNews(characterId: string): 'stopped' | 'answered' | null {
  return useSyncExternalStore(subscribe, () => news.get(characterId) ?? null);
}
