/**
 * Requests to the server: the bearer token, one shared refresh after a 401, errors as ApiError, and a limit of time.
 * In the desktop profile there is no token and a 401 is an ordinary error.
 */
import { ApiError, errorOf } from './errors';
import { reach } from './reach';
import type { Session } from './shapes';
import { tokens } from './tokens';

const TIMEOUT_MS = 30_000;
const UPLOAD_TIMEOUT_MS = 300_000;

let refreshing: Promise<boolean> | null = null;

async function rotate(): Promise<boolean> {
  const stored = tokens.refresh();
  if (stored === null) return false;
  const response = await fetch('/api/auth/refresh', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh_token: stored }),
  });
  if (response.ok) {
    const session = (await response.json()) as Session;
    tokens.keep(session.access_token, session.refresh_token);
    return true;
  }
  if (response.status === 401 || response.status === 403 || response.status === 422) {
    if (tokens.refresh() === stored) tokens.forget();
    return false;
  }
  throw await errorOf(response);
}

/** Rotates the refresh token once for everybody who asks at the same moment, also across tabs. */
export function refreshSession(): Promise<boolean> {
  if (refreshing === null) {
    const before = tokens.refresh();
    const work = async (): Promise<boolean> => {
      // Another tab may have rotated while we waited for the lock; its token is the one to use now.
      if (tokens.refresh() !== before && tokens.access() !== null) return true;
      return rotate();
    };
    const run = 'locks' in navigator ? navigator.locks.request('fabula.refresh', work) : work();
    refreshing = Promise.resolve(run).finally(() => {
      refreshing = null;
    });
  }
  return refreshing;
}

export interface Ask {
  method?: string;
  body?: unknown;
  form?: FormData;
  /** A file that is the body itself, as JSON. */
  file?: Blob;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  keepalive?: boolean;
}

function initOf(ask: Ask, bearer: string | null, signal: AbortSignal | null): RequestInit {
  const headers: Record<string, string> = { accept: 'application/json', ...ask.headers };
  if (bearer !== null) headers['authorization'] = `Bearer ${bearer}`;
  const init: RequestInit = { method: ask.method ?? 'GET', headers };
  if (ask.form !== undefined) init.body = ask.form;
  else if (ask.file !== undefined) {
    headers['content-type'] = 'application/json';
    init.body = ask.file;
  } else if (ask.body !== undefined) {
    headers['content-type'] = 'application/json';
    init.body = JSON.stringify(ask.body);
  }
  if (ask.keepalive) init.keepalive = true;
  if (signal !== null) init.signal = signal;
  return init;
}

async function attempt(path: string, ask: Ask, bearer: string | null, signal: AbortSignal | null): Promise<Response> {
  try {
    const response = await fetch(path, initOf(ask, bearer, signal));
    reach.found();
    return response;
  } catch (cause) {
    if (ask.signal?.aborted) throw cause;
    reach.lost();
    throw new ApiError(0, 'network', 'The server could not be reached.');
  }
}

/** Sends a request with the token of the moment; after a 401 the session is refreshed and the request repeated once. */
export async function send(path: string, ask: Ask = {}, signal: AbortSignal | null = ask.signal ?? null): Promise<Response> {
  if (tokens.access() === null && tokens.refresh() !== null) await refreshSession();
  const epoch = tokens.epoch();
  const bearer = tokens.access();
  const response = await attempt(path, ask, bearer, signal);
  if (response.status !== 401 || bearer === null || tokens.epoch() !== epoch) return response;
  if (tokens.access() === bearer && !(await refreshSession())) return response;
  return attempt(path, ask, tokens.access(), signal);
}

/** Sends a request and reads its JSON (undefined for 204). Throws ApiError. */
export async function call<T>(path: string, ask: Ask = {}): Promise<T> {
  const limit = AbortSignal.timeout(ask.form !== undefined || ask.file !== undefined ? UPLOAD_TIMEOUT_MS : TIMEOUT_MS);
  const signal = ask.signal === undefined ? limit : AbortSignal.any([ask.signal, limit]);
  const response = await send(path, ask, signal);
  if (!response.ok) throw await errorOf(response);
  if (response.status === 204) return undefined as T;
  return (await response.json()) as T;
}
