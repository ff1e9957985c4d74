import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addTurn, messagesOf } from '@/entities/conversation/history';
import { askTurn } from '@/features/talk/ask';
import { keepPending, readPending } from '@/features/talk/pending';
import { turns, wholeWords } from '@/features/talk/turns';
import type { Message } from '@/shared/api/shapes';

const WHO = 'character_1';
const KEY = '7b1d4a52-0d29-4a53-8d42-1f6b8f0a9c11';

const frame = (event: string, data: unknown): string => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
const done = (key: string, content: string): string =>
  frame('done', { turn_id: key, committed: true, replayed: false, message: { id: 'm', turn_id: key, role: 'character', content, answer: null } });

function stream(...pieces: string[]): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });
  return new Response(body, { status: 200, headers: { 'content-type': 'text/event-stream' } });
}

const fault = (status: number, code: string, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify({ error: { code, message: code } }), { status, headers });

const keysSent = (mock: ReturnType<typeof vi.fn>): string[] =>
  mock.mock.calls.map((args) => (args[1] as { headers: Record<string, string> }).headers['idempotency-key'] ?? '');

describe('asking', () => {
  let fetchMock: ReturnType<typeof vi.fn>;
  beforeEach(() => {
    vi.useFakeTimers();
    fetchMock = vi.fn();
    vi.stubGlobal('fetch', fetchMock);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    turns.forgetAll();
    sessionStorage.clear();
  });

  const ask = async (): Promise<{ text: string; retries: number; fault: unknown }> => {
    let text = '';
    let retries = 0;
    const result = askTurn(WHO, KEY, 'Hello', {
      onDelta: (piece) => (text += piece),
      onRetry: () => {
        retries += 1;
        text = '';
      },
    }, new AbortController().signal).then(() => null, (error: unknown) => error);
    await vi.advanceTimersByTimeAsync(8000);
    return { fault: await result, text, retries };
  };

  it('keeps one key over retries and clears what arrived before each', async () => {
    fetchMock
      .mockResolvedValueOnce(stream(frame('delta', { content: 'Half an ' })))
      .mockResolvedValueOnce(fault(503, 'service_unavailable'))
      .mockResolvedValueOnce(fault(409, 'turn_in_progress'))
      .mockResolvedValueOnce(new Response(JSON.stringify({ messages: [], next_cursor: null })))
      .mockResolvedValueOnce(new Response(JSON.stringify({ messages: [], next_cursor: null })))
      .mockResolvedValueOnce(new Response(JSON.stringify({ messages: [], next_cursor: null })))
      .mockResolvedValueOnce(new Response(JSON.stringify({ messages: [], next_cursor: null })))
      .mockResolvedValueOnce(stream(frame('delta', { content: 'Whole.' }), done(KEY, 'Whole.')));
    expect(await ask()).toEqual({ text: 'Whole.', retries: 3, fault: null });
    expect(keysSent(fetchMock).filter((key) => key !== '')).toEqual([KEY, KEY, KEY, KEY]);
  });

  it('finds a turn that ended meanwhile in the history, however long its lease', async () => {
    const answer = { id: 'm', turn_id: KEY, role: 'character', content: 'Done.', answer: null };
    fetchMock
      .mockResolvedValueOnce(fault(409, 'turn_in_progress', { 'retry-after': '60' }))
      .mockResolvedValueOnce(new Response(JSON.stringify({ messages: [], next_cursor: null })))
      .mockResolvedValueOnce(new Response(JSON.stringify({ messages: [answer], next_cursor: null })));
    const finished = askTurn(WHO, KEY, 'Hello', { onDelta: () => undefined, onRetry: () => undefined }, new AbortController().signal);
    await vi.advanceTimersByTimeAsync(2100);
    expect(await finished).toMatchObject({ replayed: true, message: { content: 'Done.' } });
  });

  it('gives up after three retries', async () => {
    fetchMock.mockImplementation(() => Promise.reject(new TypeError('failed to fetch')));
    const result = await ask();
    expect(result.retries).toBe(3);
    expect(result.fault).toMatchObject({ code: 'network' });
  });

  it('does not retry what the server refused or reported', async () => {
    fetchMock.mockResolvedValueOnce(fault(422, 'validation_error'));
    expect((await ask()).retries).toBe(0);
    fetchMock.mockResolvedValueOnce(stream(frame('error', { code: 'llm_error', message: 'No.', turn_id: KEY })));
    expect(await ask()).toMatchObject({ retries: 0, fault: { code: 'llm_error' } });
    fetchMock.mockResolvedValueOnce(fault(409, 'idempotency_conflict'));
    expect((await ask()).retries).toBe(0);
  });

  it('waits as long as Retry-After asks', async () => {
    fetchMock.mockResolvedValueOnce(fault(503, 'capacity_unavailable', { 'retry-after': '9' })).mockResolvedValueOnce(stream(done(KEY, '')));
    const result = askTurn(WHO, KEY, 'Hello', { onDelta: () => undefined, onRetry: () => undefined }, new AbortController().signal);
    await vi.advanceTimersByTimeAsync(8900);
    expect(fetchMock).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(200);
    expect(fetchMock).toHaveBeenCalledTimes(2);
    await result;
  });

  it('remembers a turn until it is answered, and asks again under its key', async () => {
    const queries = new QueryClient();
    fetchMock.mockResolvedValue(fault(502, 'llm_error'));
    turns.say(queries, WHO, 'Who rang it?');
    const kept = readPending(WHO);
    expect(kept?.text).toBe('Who rang it?');
    await vi.advanceTimersByTimeAsync(8000);
    fetchMock.mockReset();
    fetchMock.mockImplementation(() => Promise.resolve(stream(done(kept?.key ?? '', 'I did.'))));
    turns.retry(queries, WHO);
    await vi.runAllTimersAsync();
    expect(keysSent(fetchMock).at(-1)).toBe(kept?.key);
    expect(readPending(WHO)).toBeNull();
  });

  it('resumes after a reload with the key that was kept', async () => {
    keepPending(WHO, { key: KEY, text: 'Still there?' });
    fetchMock.mockImplementation(() => Promise.resolve(stream(done(KEY, 'Yes.'))));
    turns.resume(new QueryClient(), WHO);
    await vi.runAllTimersAsync();
    expect(keysSent(fetchMock)).toEqual([KEY]);
    expect(readPending(WHO)).toBeNull();
  });

  it('takes a turn that was stopped for taken back, since its key is spent', async () => {
    fetchMock.mockResolvedValue(stream(frame('error', { code: 'turn_stopped', message: 'Stopped.', turn_id: KEY })));
    turns.say(new QueryClient(), WHO, 'never mind');
    await vi.advanceTimersByTimeAsync(100);
    expect(turns.draft(WHO)).toBe('never mind');
    expect(readPending(WHO)).toBeNull();
  });

  it('does not say two things at once', () => {
    fetchMock.mockImplementation(() => new Promise(() => undefined));
    const queries = new QueryClient();
    expect(turns.say(queries, WHO, 'one')).toBe(true);
    expect(turns.say(queries, WHO, 'two')).toBe(false);
  });

  it('puts the words back before the draft when a turn is taken back', async () => {
    fetchMock.mockResolvedValue(fault(422, 'validation_error'));
    turns.say(new QueryClient(), WHO, 'first words');
    await vi.runAllTimersAsync();
    turns.setDraft(WHO, 'next words');
    turns.takeBack(WHO);
    expect(turns.draft(WHO)).toBe('first words\nnext words');
    expect(readPending(WHO)).toBeNull();
  });
});

describe('history', () => {
  const message = (turn: string, role: 'user' | 'character'): Message => ({
    id: `${turn}-${role}`, turn_id: turn, role, content: turn, created_at: '', chapter_context: 1, reader_identity: null, answer: null,
  });

  it('adds a turn once, at the end, and reads pages oldest first', () => {
    const queries = new QueryClient();
    queries.setQueryData(['talk', WHO], {
      pages: [
        { messages: [message('b', 'user'), message('b', 'character')], next_cursor: 'x' },
        { messages: [message('a', 'user')], next_cursor: null },
      ],
      pageParams: [null, 'x'],
    });
    addTurn(queries, WHO, message('c', 'user'), message('c', 'character'));
    addTurn(queries, WHO, message('c', 'user'), message('c', 'character'));
    const ids = messagesOf(queries.getQueryData(['talk', WHO])).map((entry) => entry.id);
    expect(ids).toEqual(['a-user', 'b-user', 'b-character', 'c-user', 'c-character']);
  });
});

describe('whole words', () => {
  it('holds back a word that is still being written', () => {
    expect(wholeWords('the bell ra')).toBe('the bell ');
    expect(wholeWords('霜降那天')).toBe('霜降那天');
    expect(wholeWords('ra')).toBe('');
  });
});
