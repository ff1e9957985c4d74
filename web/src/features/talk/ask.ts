/**
 * One turn sent until it is answered: the same key on every attempt, three more attempts after 1, 2 and 4 seconds
 * (or what Retry-After asks) where the network, the server or a turn in progress stood in the way.
 */
import { call, send } from '@/shared/api/client';
import { ApiError, errorOf } from '@/shared/api/errors';
import type { HistoryPage } from '@/shared/api/shapes';
import { StreamFault, readTurn } from '@/shared/api/sse';
import type { Finished, TurnEvents } from '@/shared/api/sse';

const DELAYS = [1000, 2000, 4000];
const LOOK_MS = 1000;

export interface AskEvents extends TurnEvents {
  /** A new attempt begins after a delay; what arrived so far is void. `busy`: it is being answered already. */
  onRetry(busy: boolean): void;
}

function mayRetry(fault: unknown): boolean {
  if (fault instanceof StreamFault) return fault.code === 'stream_incomplete' || fault.code === 'turn_outcome_unknown';
  if (fault instanceof ApiError) {
    return fault.neverArrived || fault.status >= 500 || fault.code === 'turn_in_progress' || fault.code === 'turn_outcome_unknown';
  }
  // A body that breaks off rejects with the browser's own TypeError.
  return fault instanceof TypeError;
}

function rest(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    }, { once: true });
  });
}

async function once(characterId: string, key: string, text: string, events: TurnEvents, signal: AbortSignal): Promise<Finished> {
  const response = await send(`/api/chat/${characterId}/stream`, {
    method: 'POST',
    body: { message: text },
    headers: { 'idempotency-key': key, accept: 'text/event-stream' },
    signal,
  });
  if (!response.ok) throw await errorOf(response);
  if (response.body === null) throw new StreamFault('stream_incomplete', 'The answer broke off.');
  return readTurn(response.body, key, events);
}

/** The answer of a turn that ended elsewhere, once it stands in the history; null while it does not. */
async function settled(characterId: string, key: string, signal: AbortSignal): Promise<Finished | null> {
  try {
    const page = await call<HistoryPage>(`/api/chat/${characterId}/history?limit=10`, { signal });
    const message = page.messages.find((entry) => entry.turn_id === key && entry.role === 'character');
    return message === undefined ? null : { turnId: key, replayed: true, message };
  } catch (fault) {
    if (signal.aborted) throw fault;
    return null;
  }
}

/**
 * Waits before the next attempt. A turn in progress is usually our own, still being answered after a reload: its
 * lease may last much longer than its answer, so the history is looked at every second meanwhile.
 */
async function restOrSettle(characterId: string, key: string, fault: unknown, ms: number, signal: AbortSignal): Promise<Finished | null> {
  if (!(fault instanceof ApiError) || fault.code !== 'turn_in_progress') {
    await rest(ms, signal);
    return null;
  }
  for (let left = ms; left > 0; left -= LOOK_MS) {
    await rest(Math.min(LOOK_MS, left), signal);
    const finished = await settled(characterId, key, signal);
    if (finished !== null) return finished;
  }
  return null;
}

/** Sends a turn and resolves when it is committed. Throws ApiError, StreamFault or the abort. */
export async function askTurn(characterId: string, key: string, text: string, events: AskEvents, signal: AbortSignal): Promise<Finished> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await once(characterId, key, text, events, signal);
    } catch (fault) {
      if (signal.aborted) throw fault;
      const delay = DELAYS[attempt];
      if (delay === undefined || !mayRetry(fault)) throw fault;
      events.onRetry(fault instanceof ApiError && fault.code === 'turn_in_progress');
      const asked = fault instanceof ApiError && fault.retryAfter !== null ? fault.retryAfter * 1000 : 0;
      const finished = await restOrSettle(characterId, key, fault, Math.max(delay, asked), signal);
      if (finished !== null) return finished;
    }
  }
}
