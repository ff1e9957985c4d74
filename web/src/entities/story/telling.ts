/** How a story is told on the page: what a mode makes of words, paragraphs, clocks, first words. */
import type { Branch, Change, Entry, StoryDefinition } from '@/shared/api/story-shapes';

export const MODES = ['do', 'say', 'think', 'write'] as const;
export type Mode = (typeof MODES)[number];

export const LONGEST = 200_000;
const QUOTED = /^["“「『'‘]/;

export function isChinese(language: string): boolean {
  return language.toLowerCase().startsWith('zh');
}

const LOOKED_AT = 400;

/** The language of a text as far as its look and its marks go: Chinese where it is, else `usual`, or English. */
export function languageOf(text: string, usual = 'en'): string {
  const start = text.slice(0, LOOKED_AT);
  const chinese = (start.match(/\p{Script=Han}/gu) ?? []).length;
  const letters = (start.match(/\p{Letter}/gu) ?? []).length - chinese;
  if (chinese + letters === 0) return usual;
  if (chinese * 3 >= letters) return 'zh-CN';
  return isChinese(usual) ? 'en' : usual;
}

/** The line as it will read. `lead` is who acts, null where nobody leads the story. */
export function readsAs(mode: Mode, words: string, lead: string | null, language: string): string {
  const text = words.trim();
  if (text === '' || mode === 'write' || mode === 'do') return text;
  if (isChinese(language)) {
    if (mode === 'say') {
      const spoken = QUOTED.test(text) ? text : `“${text}”`;
      return lead === null ? spoken : `${lead}说：${spoken}`;
    }
    return lead === null ? text : `${lead}心想：${text}`;
  }
  if (mode === 'say') {
    if (QUOTED.test(text)) return text;
    if (lead === null) return `“${text}”`;
    const verb = text.endsWith('?') ? 'asks' : 'says';
    const spoken = /[.]$/.test(text) && !text.endsWith('..') ? `${text.slice(0, -1)},` : /[?!…,.—]$/.test(text) ? text : `${text},`;
    return `“${spoken}” ${lead} ${verb}.`;
  }
  return lead === null ? text : `${lead} thinks: ${text}`;
}

/** What an entry of the reader was, seen from its words. */
export function wayOf(content: string): 'said' | 'thought' | 'did' {
  if (QUOTED.test(content) || /^.{1,40}说：[“「]/u.test(content)) return 'said';
  return /^.{1,40}(?: thinks: |心想：)/u.test(content) ? 'thought' : 'did';
}

export function paragraphs(content: string): string[] {
  return content.split(/\n+/).map((line) => line.trim()).filter((line) => line !== '');
}

/** The first words of a text, for a name: at most `most` characters, ended at a word where there are words. */
export function firstWords(content: string, most = 40): string {
  const line = content.trim().replace(/\s+/g, ' ');
  const chars = [...line];
  if (chars.length <= most) return line;
  const cut = chars.slice(0, most).join('');
  const space = chars[most] === ' ' ? -1 : cut.lastIndexOf(' ');
  return (space > most / 2 ? cut.slice(0, space) : cut).replace(/[\s,;:，；：、]+$/, '');
}

/** Whether undo would take back just this entry and what follows: then taking it back can be redone, else it is for good. */
export function undoTakes(branch: Pick<Branch, 'undo' | 'head_position'>, entry: Pick<Entry, 'position'>): boolean {
  const { undo } = branch;
  return undo !== null && undo.op === 'create' && undo.entries > 0 && entry.position === branch.head_position - undo.entries + 1;
}

/** The beginning of a text, with a mark where there is more of it. */
export function beginning(content: string, most: number): string {
  const words = firstWords(content, most);
  return words.length < content.trim().replace(/\s+/g, ' ').length ? `${words}…` : words;
}

export interface Clock {
  day: number;
  time: string;
}

const DAY = 86_400;

/** Day and hour of a moment, where the story's calendar has hours. */
export function clockAt(moment: number, definition: StoryDefinition | null): Clock | null {
  const origin = definition?.worldTimeOrigin;
  if (origin === undefined || typeof origin['hour'] !== 'number') return null;
  const seconds = moment + origin['hour'] * 3600 + (origin['minute'] ?? 0) * 60 + (origin['second'] ?? 0);
  const within = ((seconds % DAY) + DAY) % DAY;
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  return { day: Math.floor(seconds / DAY) + 1, time: `${two(within / 3600)}:${two((within % 3600) / 60)}` };
}

/** Turns are counted from the opening, which is none. */
export function turnOf(entry: Pick<Entry, 'position' | 'kind'>): number | null {
  return entry.kind === 'opening' ? null : entry.position - 1;
}

/** A change that is worth telling beside an entry: the making of the text itself is not. */
export function isTold(change: Change): boolean {
  return !(change.kind === 'entry' && change.op === 'create');
}

/** The entries that a part of the log was there from the beginning of. */
export function madeIn(log: Change[]): Set<string> {
  return new Set(log.filter((change) => !isTold(change)).map((change) => change.row_id));
}

/** Stands for what was changed before any entry of the log was made: that belongs to the opening. */
export const OPENING = '';

/**
 * What changed with each entry, in its order: what is about it, and what a person changed while it was the newest one.
 * The log comes newest first, as it is read.
 */
export function changesByEntry(log: Change[]): Map<string, Change[]> {
  const found = new Map<string, Change[]>();
  let newest = OPENING;
  for (const change of [...log].reverse()) {
    if (!isTold(change)) {
      newest = change.row_id;
      continue;
    }
    const entry = change.entry_id ?? newest;
    const rows = found.get(entry);
    if (rows === undefined) found.set(entry, [change]);
    else rows.push(change);
  }
  return found;
}
