/**
 * The stream of one answer. `SseFrames` cuts decoded text into frames whatever the network did to it (any split,
 * CR, LF or CRLF, comments, several data lines); `readTurn` holds the protocol: an answer is final only when `done`
 * names our turn and says it is committed. Streams of the previous protocol (unnamed deltas, an empty `done`) are
 * still read, until the first named frame shows that the server speaks the new one.
 */
import type { Citation, Message } from './shapes';

export interface Frame {
  event: string;
  data: string;
}

/** Cuts text into frames. Feed it pieces in order; it returns the frames that became whole. */
export class SseFrames {
  private line = '';
  private event = '';
  private data: string[] = [];
  private afterCr = false;

  push(text: string): Frame[] {
    const frames: Frame[] = [];
    let start = 0;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === 10 && this.afterCr) {
        // The LF of a CRLF whose CR already ended the line.
        this.afterCr = false;
        start = at + 1;
        continue;
      }
      this.afterCr = false;
      if (code !== 10 && code !== 13) continue;
      this.afterCr = code === 13;
      this.endLine(this.line + text.slice(start, at), frames);
      this.line = '';
      start = at + 1;
    }
    this.line += text.slice(start);
    return frames;
  }

  private endLine(line: string, frames: Frame[]): void {
    if (line === '') {
      if (this.data.length > 0 || this.event !== '') frames.push({ event: this.event, data: this.data.join('\n') });
      this.event = '';
      this.data = [];
      return;
    }
    if (line.startsWith(':')) return;
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    let value = colon < 0 ? '' : line.slice(colon + 1);
    if (value.startsWith(' ')) value = value.slice(1);
    if (field === 'event') this.event = value;
    else if (field === 'data') this.data.push(value);
  }
}

/** A fault of the stream: the server's own error frame, or a stream that broke the protocol. */
export class StreamFault extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.name = 'StreamFault';
    this.code = code;
  }
}

export interface Source {
  kind: string;
  citations: Citation[];
}

export interface TurnEvents {
  onDelta(text: string): void;
  onSource?(source: Source): void;
}

export interface Finished {
  turnId: string | null;
  replayed: boolean;
  /** Null only from a server of the previous protocol, which sends no message with `done`. */
  message: Message | null;
}

function parse(data: string, code: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(data);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Reported below with everything else that is not an object.
  }
  throw new StreamFault(code, 'The answer arrived damaged.');
}

/** Reads one turn frame by frame; `take` returns the result once the turn is committed. */
export class TurnReader {
  private named = false;

  constructor(
    private readonly turnId: string,
    private readonly events: TurnEvents,
  ) {}

  take(frame: Frame): Finished | null {
    switch (frame.event) {
      case 'delta':
        this.named = true;
        return this.delta(frame.data);
      case 'source':
        this.named = true;
        return this.source(frame.data);
      case 'error':
        return this.error(frame.data);
      case 'done':
        return this.done(frame.data);
      case '':
      case 'message':
        if (this.named) throw new StreamFault('malformed_delta', 'The answer arrived damaged.');
        return this.delta(frame.data);
      default:
        return null;
    }
  }

  private delta(data: string): null {
    const { content } = parse(data, 'malformed_delta');
    if (typeof content !== 'string') throw new StreamFault('malformed_delta', 'The answer arrived damaged.');
    this.events.onDelta(content);
    return null;
  }

  private source(data: string): null {
    const { kind, citations } = parse(data, 'malformed_source');
    if (typeof kind === 'string' && Array.isArray(citations)) this.events.onSource?.({ kind, citations: citations as Citation[] });
    return null;
  }

  private error(data: string): never {
    const { code, message } = parse(data, 'malformed_error');
    throw new StreamFault(
      typeof code === 'string' ? code : 'internal_error',
      typeof message === 'string' ? message : 'The answer could not be written.',
    );
  }

  private done(data: string): Finished {
    const trimmed = data.trim();
    if (!this.named && (trimmed === '' || trimmed === '{}' || trimmed === '[DONE]')) {
      return { turnId: null, replayed: false, message: null };
    }
    const body = parse(data, 'malformed_done');
    if (body['turn_id'] !== this.turnId || body['committed'] !== true) {
      throw new StreamFault('malformed_done', 'The end of the answer belongs to another turn.');
    }
    const message = body['message'];
    return {
      turnId: this.turnId,
      replayed: body['replayed'] === true,
      message: typeof message === 'object' && message !== null ? (message as Message) : null,
    };
  }
}

/** Reads the body of a stream to its committed end. Bytes that are not UTF-8 and a bare end are faults. */
export async function readTurn(body: ReadableStream<Uint8Array>, turnId: string, events: TurnEvents): Promise<Finished> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const frames = new SseFrames();
  const turn = new TurnReader(turnId, events);
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      let text: string;
      try {
        text = done ? decoder.decode() : decoder.decode(value, { stream: true });
      } catch {
        throw new StreamFault('malformed_utf8', 'The answer arrived damaged.');
      }
      for (const frame of frames.push(text)) {
        const finished = turn.take(frame);
        if (finished !== null) return finished;
      }
      if (done) throw new StreamFault('stream_incomplete', 'The answer broke off.');
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
