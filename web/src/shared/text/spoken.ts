/** Lines of a chapter laid over its blocks: which words of a paragraph somebody says, and where to name them. */
import type { Line, PersonName } from '@/shared/api/shapes';
import type { Block, Run } from './blocks';
import { unitOf } from './points';

/** `sure`: the book says so, it is likely, it is a guess, or nobody can tell. */
export type Surety = 'sure' | 'likely' | 'guess' | 'unknown';

export interface Said {
  /** Position in the chapter's list of lines. */
  at: number;
  /** UTF-16 units of the chapter. */
  start: number;
  end: number;
  name: string | null;
  id: string | null;
  /** 1..8, or null for who has no colour of their own. */
  hue: number | null;
  surety: Surety;
}

export function suretyOf(line: Line): Surety {
  if (line.speaker === null) return 'unknown';
  if (line.confidence >= 0.85) return 'sure';
  return line.confidence >= 0.6 ? 'likely' : 'guess';
}

const OPENS = /["'“‘«„「『]/;
const CLOSES = /["'”’»“」』]/;

/** The lines that somebody says or thinks, in the units a browser counts in. */
export function saidOf(content: string, lines: Line[], people: PersonName[]): Said[] {
  const hues = new Map(people.map((one) => [one.id, one.hue]));
  return lines.flatMap((line, at) => {
    if (line.kind === 'scare') return [];
    const start = unitOf(content, line.start);
    const end = unitOf(content, line.end);
    return [
      {
        at,
        // The marks belong to the words they hold.
        start: OPENS.test(content[start - 1] ?? '') ? start - 1 : start,
        end: CLOSES.test(content[end] ?? '') ? end + 1 : end,
        name: line.speaker,
        id: line.speaker_id,
        hue: line.speaker_id === null ? null : (hues.get(line.speaker_id) ?? null),
          surety: suretyOf(line),
      },
    ];
  });
}

/** For each block, the lines that touch it. */
export function byBlock(blocks: Block[], said: Said[]): Said[][] {
  let first = 0;
  return blocks.map((block) => {
    while (first < said.length && (said[first]?.end ?? 0) <= block.start) first += 1;
    const found: Said[] = [];
    for (let at = first; at < said.length; at += 1) {
      const one = said[at];
      if (one === undefined || one.start >= block.end) break;
      if (one.end > block.start) found.push(one);
    }
    return found;
  });
}

/** Runs cut wherever one of the edges (UTF-16 indices of the source) falls inside one. */
export function cutRuns(runs: Run[], edges: number[]): Run[] {
  const sorted = [...new Set(edges)].sort((a, b) => a - b);
  const out: Run[] = [];
  for (const run of runs) {
    let at = run.start;
    const stop = run.start + run.text.length;
    for (const edge of [...sorted.filter((one) => one > at && one < stop), stop]) {
      if (edge > at) out.push({ text: run.text.slice(at - run.start, edge - run.start), em: run.em, start: at });
      at = edge;
    }
  }
  return out;
}

/** At which lines of a paragraph the speaker is named: the first, and wherever another one begins to speak. */
export function namedAt(said: Said[]): Set<number> {
  const named = new Set<number>();
  let before: string | null | undefined;
  for (const one of said) {
    const who = one.surety === 'unknown' ? null : one.name;
    if (who !== before) named.add(one.at);
    before = who;
  }
  return named;
}
