/**
 * Sentences the server says, in the language of the interface. It owns the match of an English message against the
 * templates of said-zh.json and nothing else: it makes no sentence, and one it does not know stays as it is. Data keep
 * the English, so that a change of language retells what is on the screen.
 */
import { useTranslation } from 'react-i18next';
import sentences from './said-zh.json';
import { isLanguage } from './setup';
import type { Language } from './setup';

interface Template {
  /** The words around the places, in order; one more than there are places. */
  around: string[];
  words: number;
  chinese: string;
}

/** Longer messages are no sentences of the server; they are left alone. */
const CHARS_MAX = 2000;
/** A refused field inside a sentence inside a count: no message holds more of one another. */
const DEPTH_MAX = 3;

const whole = new Map<string, string>();
const templates: Template[] = [];
for (const [english, chinese] of Object.entries(sentences as Record<string, string>)) {
  const around = english.split('{}');
  if (around.length === 1) whole.set(english, chinese);
  else templates.push({ around, words: english.length - 2 * (around.length - 1), chinese });
}
// The one that says most itself goes first: "There is no cover." is not a "There is no {}.".
templates.sort((one, other) => other.words - one.words || (one.chinese < other.chinese ? -1 : 1));

/** Where the words after a place may begin: a quoted name is one place, whatever is in it. */
function unquoted(message: string, from: number): number {
  const mark = message[from];
  return mark === '"' || mark === "'" ? message.indexOf(mark, from + 1) + 1 || from : from;
}

/** What stands in the places, or null where the message is another one. One pass, no turning back. */
function placed(message: string, around: string[]): string[] | null {
  const first = around[0] ?? '';
  const last = around.at(-1) ?? '';
  const end = message.length - last.length;
  if (!message.startsWith(first) || !message.endsWith(last) || end < first.length) return null;
  const places: string[] = [];
  let from = first.length;
  for (const words of around.slice(1, -1)) {
    const at = message.indexOf(words, unquoted(message, from));
    if (at < 0 || at + words.length > end) return null;
    places.push(message.slice(from, at));
    from = at + words.length;
  }
  places.push(message.slice(from, end));
  return places;
}

function filled(chinese: string, places: string[]): string {
  let next = 0;
  return chinese.replace(/\{(\d?)\}/g, (_, index: string) => places[index === '' ? next++ : Number(index)] ?? '');
}

/** The parts of an enumeration, when every one of them has its Chinese. */
function listed(message: string, depth: number): string | null {
  for (const [mark, chineseMark] of [[', ', '、'], ['; ', '；']] as const) {
    if (!message.includes(mark)) continue;
    const parts = message.split(mark).map((part) => found(part, depth));
    if (parts.every((part) => part !== null)) return parts.join(chineseMark);
  }
  return null;
}

function found(message: string, depth: number): string | null {
  const exact = whole.get(message);
  if (exact !== undefined) return exact;
  if (depth > DEPTH_MAX) return null;
  const many = depth > 0 ? listed(message, depth + 1) : null;
  if (many !== null) return many;
  for (const template of templates) {
    const places = placed(message, template.around);
    if (places !== null) return filled(template.chinese, places.map((place) => found(place, depth + 1) ?? place));
  }
  return null;
}

/** A message of the server in the given language; the message itself where there is no other word for it. */
export function said(message: string, language: Language): string {
  if (language === 'en' || message.length > CHARS_MAX) return message;
  return found(message, 0) ?? message;
}

/** `said` in the language of the interface, told again when that changes. */
export function useSaid(): (message: string) => string {
  const { i18n } = useTranslation();
  const language = isLanguage(i18n.language) ? i18n.language : 'en';
  return (message) => said(message, language);
}
