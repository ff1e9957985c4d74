import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call, refreshSession } from '@/shared/api/client';
import { readRetryAfter } from '@/shared/api/errors';
import { tokens } from '@/shared/api/tokens';

const json = (body: unknown, status = 200): Response => new Response(JSON.stringify(body), { status });
const session = (n: number): unknown => ({ user: {}, access_token: `access-${n}`, refresh_token: `refresh-${n}`, token_type: 'bearer', expires_in: 3600 });

interface Sent {
  path: string;
  bearer: string | null;
}

describe('requests', () => {
  let sent: Sent[];
  let answer: (path: string, bearer: string | null) => Response | Promise<Response>;

  beforeEach(() => {
    sent = [];
    vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
      const headers = init.headers as Record<string, string>;
      const bearer = headers['authorization']?.slice(7) ?? null;
      sent.push({ path, bearer });
      return Promise.resolve(answer(path, bearer));
    });
  });
  afterEach(() => {
    tokens.forget();
    localStorage.clear();
    vi.unstubAllGlobals();
  });

  const refreshes = (): number => sent.filter((request) => request.path === '/api/auth/refresh').length;

  it('carry no token in the desktop profile, and a 401 is told', async () => {
    answer = () => json({ error: { code: 'unauthorized', message: 'Sign in.' } }, 401);
    await expect(call('/api/novels')).rejects.toMatchObject({ status: 401, code: 'unauthorized' });
    expect(sent).toEqual([{ path: '/api/novels', bearer: null }]);
  });

  it('refresh once for all that find their token expired, and are repeated with the new one', async () => {
    tokens.keep('access-1', 'refresh-1');
    answer = (path, bearer) => {
      if (path === '/api/auth/refresh') return json(session(2));
      return bearer === 'access-2' ? json({ ok: path }) : json({ error: { code: 'unauthorized', message: '' } }, 401);
    };
    const all = await Promise.all(['/api/a', '/api/b', '/api/c'].map((path) => call<{ ok: string }>(path)));
    expect(all.map((body) => body.ok)).toEqual(['/api/a', '/api/b', '/api/c']);
    expect(refreshes()).toBe(1);
    expect(tokens.refresh()).toBe('refresh-2');
  });

  it('sign out when the refresh token is refused, and not when the server is merely broken', async () => {
    const gone = vi.fn();
    const stop = tokens.onForgotten(gone);
    tokens.keep('access-1', 'refresh-1');
    answer = (path) => (path === '/api/auth/refresh' ? json({}, 503) : json({ error: { code: 'unauthorized', message: '' } }, 401));
    await expect(call('/api/a')).rejects.toMatchObject({ status: 503 });
    expect(tokens.refresh()).toBe('refresh-1');
    answer = () => json({ error: { code: 'unauthorized', message: '' } }, 401);
    await expect(call('/api/a')).rejects.toMatchObject({ status: 401 });
    expect(tokens.refresh()).toBeNull();
    expect(gone).toHaveBeenCalledTimes(1);
    stop();
  });

  it('start a session from the stored token alone, as after a reload', async () => {
    localStorage.setItem('fabula.refresh', 'refresh-1');
    answer = (path) => (path === '/api/auth/refresh' ? json(session(2)) : json({ ok: true }));
    await call('/api/a');
    expect(sent.map((request) => request.bearer)).toEqual([null, 'access-2']);
  });

  it('say nothing of a late refusal to whoever signed in meanwhile', async () => {
    tokens.keep('access-1', 'refresh-1');
    answer = (path) => {
      if (path !== '/api/slow') return json({});
      tokens.forget();
      tokens.keep('access-9', 'refresh-9');
      return json({ error: { code: 'unauthorized', message: '' } }, 401);
    };
    await expect(call('/api/slow')).rejects.toMatchObject({ status: 401 });
    expect(tokens.refresh()).toBe('refresh-9');
    expect(refreshes()).toBe(0);
  });

  it('do not rotate twice at the same moment', async () => {
    tokens.keep('access-1', 'refresh-1');
    answer = () => json(session(2));
    await Promise.all([refreshSession(), refreshSession()]);
    expect(refreshes()).toBe(1);
  });

  it('turn an answer that is not ours into an error with its status', async () => {
    answer = () => new Response('<html>', { status: 502, headers: { 'retry-after': '4' } });
    await expect(call('/api/a')).rejects.toMatchObject({ status: 502, code: 'http_502', retryAfter: 4 });
  });
});

describe('Retry-After', () => {
  it('is seconds or a date', () => {
    expect(readRetryAfter('12')).toBe(12);
    expect(readRetryAfter('Thu, 01 Jan 1970 00:00:10 GMT', 4000)).toBe(6);
    expect(readRetryAfter('soon')).toBeNull();
    expect(readRetryAfter(null)).toBeNull();
  });
});
