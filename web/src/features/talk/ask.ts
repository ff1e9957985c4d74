/**
 * One turn sent until it is answered: the same key on every attempt, three more attempts after 1, 2 and 4 seconds
 * (or what Retry-After asks) where the network, the server or a turn in progress stood in the way.
 */
import { send } from '@/shared/api/client';
import { ApiError, errorOf } from '@/shared/api/errors';
import { StreamFault, readTurn } from '@/shared/api/sse';
import type { Finished, TurnEvents } from '@/shared/api/sse';

const DELAYS = [1000, 2000, 4000];

export interface AskEvents extends TurnEvents {
  /** A new attempt begins after a delay; what arrived so far is void. */
  onRetry(): void;
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

/** Sends a turn and resolves when it is committed. Throws ApiError, StreamFault or the abort. */
export async function askTurn(characterId: string, key: string, text: string, events: AskEvents, signal: AbortSignal): Promise<Finished> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await once(characterId, key, text, events, signal);
    } catch (fault) {
      if (signal.aborted) throw fault;
      const delay = DELAYS[attempt];
      if (delay === undefined || !mayRetry(fault)) throw fault;
      events.onRetry();
      const asked = fault instanceof ApiError && fault.retryAfter !== null ? fault.retryAfter * 1000 : 0;
      await rest(Math.max(delay, asked), signal);
    }
  }
}
