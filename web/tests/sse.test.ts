import { describe, expect, it } from 'vitest';
import { SseFrames, StreamFault, TurnReader, readTurn } from '@/shared/api/sse';
import type { Frame } from '@/shared/api/sse';

const TURN = '7b1d4a52-0d29-4a53-8d42-1f6b8f0a9c11';
const message = { id: 'message_1', turn_id: TURN, role: 'character', content: 'Über die Brücke 过桥 🌉', answer: null };

function streamOf(chunks: Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const SCRIPT = [
  ': ping',
  '',
  'event: source',
  'data: {"kind":"line","citations":[]}',
  '',
  'event: delta',
  'data: {"content":"Über die "}',
  '',
  ':another comment',
  'event: delta',
  'data: {"content":',
  'data: "Brücke 过桥 🌉"}',
  '',
  'event: done',
  `data: ${JSON.stringify({ turn_id: TURN, committed: true, replayed: false, message })}`,
  '',
  '',
];

async function collect(chunks: Uint8Array[], turn = TURN): Promise<{ text: string; id: string | null; kinds: string[] }> {
  let text = '';
  const kinds: string[] = [];
  const done = await readTurn(streamOf(chunks), turn, {
    onDelta: (piece) => (text += piece),
    onSource: (source) => kinds.push(source.kind),
  });
  return { text, id: done.turnId, kinds };
}

describe('frames', () => {
  for (const [name, newline] of [['LF', '\n'], ['CRLF', '\r\n'], ['CR', '\r']] as const) {
    it(`reads the same answer whatever byte it is split at, with ${name}`, async () => {
      const whole = bytes(SCRIPT.join(newline));
      for (let cut = 0; cut <= whole.length; cut += 1) {
        const read = await collect([whole.slice(0, cut), whole.slice(cut)]);
        expect(read).toEqual({ text: message.content, id: TURN, kinds: ['line'] });
      }
    });

    it(`reads the answer one byte at a time, with ${name}`, async () => {
      const whole = bytes(SCRIPT.join(newline));
      const read = await collect(Array.from(whole, (byte) => new Uint8Array([byte])));
      expect(read.text).toBe(message.content);
    });
  }

  it('joins data lines, ignores comments and unknown fields, and takes one space after the colon', () => {
    const frames = new SseFrames().push(':c\nid: 4\nretry: 9\nevent:delta\ndata:  two\ndata:lines\n\n');
    expect(frames).toEqual([{ event: 'delta', data: ' two\nlines' }]);
  });

  it('does not give out a frame before its blank line', () => {
    const frames = new SseFrames();
    expect(frames.push('data: {"content":"x"}\n')).toEqual([]);
    expect(frames.push('\n')).toHaveLength(1);
  });

  it('gives nothing for a lone comment', () => {
    expect(new SseFrames().push(': ping\n\n: ping\r\n\r\n')).toEqual([]);
  });
});

const faultOf = async (text: string, turn = TURN): Promise<string> => {
  const fault = await collect([bytes(text)], turn).then(
    () => null,
    (error: unknown) => error,
  );
  expect(fault).toBeInstanceOf(StreamFault);
  return (fault as StreamFault).code;
};

describe('protocol', () => {
  it('takes a bare end for a fault', async () => {
    expect(await faultOf('event: delta\ndata: {"content":"half"}\n\n')).toBe('stream_incomplete');
    expect(await faultOf('')).toBe('stream_incomplete');
  });

  it('takes a done of another turn, or one not committed, for a fault', async () => {
    expect(await faultOf('event: done\ndata: {"turn_id":"other","committed":true}\n\n')).toBe('malformed_done');
    expect(await faultOf(`event: done\ndata: {"turn_id":"${TURN}","committed":false}\n\n`)).toBe('malformed_done');
  });

  it('names what was malformed', async () => {
    expect(await faultOf('event: delta\ndata: {"content":\n\n')).toBe('malformed_delta');
    expect(await faultOf('event: delta\ndata: {"content":5}\n\n')).toBe('malformed_delta');
    expect(await faultOf('event: delta\ndata: [1]\n\n')).toBe('malformed_delta');
    expect(await faultOf('event: delta\ndata: {"content":"a"}\n\nevent: done\ndata: {}\n\n')).toBe('malformed_done');
  });

  it('reports bytes that are not UTF-8', async () => {
    const broken = [bytes('event: delta\ndata: {"content":"'), new Uint8Array([0xc3, 0x28]), bytes('"}\n\n')];
    await expect(collect(broken)).rejects.toMatchObject({ code: 'malformed_utf8' });
    await expect(collect([bytes('data: '), new Uint8Array([0xe6, 0xa1])])).rejects.toMatchObject({ code: 'malformed_utf8' });
  });

  it('passes on the error the server names', async () => {
    const text = `event: delta\ndata: {"content":"a"}\n\nevent: error\ndata: {"code":"llm_error","message":"No.","turn_id":"${TURN}"}\n\n`;
    expect(await faultOf(text)).toBe('llm_error');
  });

  it('still reads the unnamed frames of the previous protocol', async () => {
    const read = await collect([bytes('data: {"content":"old "}\n\ndata: {"content":"words"}\n\nevent: done\ndata: \n\n')]);
    expect(read).toEqual({ text: 'old words', id: null, kinds: [] });
    expect((await collect([bytes('data: {"content":"x"}\n\nevent: done\n\n')])).text).toBe('x');
  });

  it('demands a committed end once a named frame was seen', async () => {
    expect(await faultOf('event: delta\ndata: {"content":"new"}\n\nevent: done\ndata: \n\n')).toBe('malformed_done');
    expect(await faultOf('event: delta\ndata: {"content":"new"}\n\ndata: {"content":"old"}\n\n')).toBe('malformed_delta');
  });

  it('ignores events it does not know', () => {
    const seen: string[] = [];
    const turn = new TurnReader(TURN, { onDelta: (text) => seen.push(text) });
    const frame: Frame = { event: 'weather', data: 'rain' };
    expect(turn.take(frame)).toBeNull();
    expect(seen).toEqual([]);
  });
});
