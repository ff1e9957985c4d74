/** How pages look in this browser: theme, size of the prose, width of its column, and whether letters are keys. */
import { useSyncExternalStore } from 'react';

export type Theme = 'space' | 'paper' | 'system';
export type Column = 'narrow' | 'book' | 'wide';

export interface Look {
  theme: Theme;
  /** Pixels, or null for the size that belongs to the language of the text. */
  size: number | null;
  column: Column;
  letters: boolean;
  rail: boolean;
}

const KEY = 'fabula.reading';
const DEFAULT: Look = { theme: 'space', size: null, column: 'book', letters: true, rail: true };
export const SMALLEST = 16;
export const LARGEST = 28;
const COLUMN_SCALE: Record<Column, number> = { narrow: 0.86, book: 1, wide: 1.13 };

function read(): Look {
  try {
    const value = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Look>;
    const size = typeof value.size === 'number' && value.size >= SMALLEST && value.size <= LARGEST ? value.size : null;
    return {
      theme: value.theme === 'paper' || value.theme === 'system' ? value.theme : 'space',
      size,
      column: value.column === 'narrow' || value.column === 'wide' ? value.column : 'book',
      letters: value.letters !== false,
      rail: value.rail !== false,
    };
  } catch {
    return DEFAULT;
  }
}

let look: Look = read();
const listeners = new Set<() => void>();
const daylight = (): MediaQueryList => window.matchMedia('(prefers-color-scheme: light)');

function apply(): void {
  const theme = look.theme === 'system' ? (daylight().matches ? 'paper' : 'space') : look.theme;
  document.documentElement.dataset['theme'] = theme;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', theme === 'paper' ? '#f7f3ea' : '#03040a');
}

export function setLook(change: Partial<Look>): void {
  look = { ...look, ...change };
  try {
    localStorage.setItem(KEY, JSON.stringify(look));
  } catch {
    // Blocked storage: the look lasts as long as the page.
  }
  apply();
  for (const tell of listeners) tell();
}

export function startLook(): void {
  apply();
  daylight().addEventListener('change', apply);
}

export function useLook(): Look {
  return useSyncExternalStore(
    (tell) => {
      listeners.add(tell);
      return () => listeners.delete(tell);
    },
    () => look,
  );
}

/** Width of the column in pixels: 600 for Latin text at 19 px, 680 for Chinese at 20 px, scaled by both settings. */
export function columnPx(look: Look, language: string): number {
  const usual = usualSize(language);
  return Math.round((usual === 20 ? 680 : 600) * COLUMN_SCALE[look.column] * ((look.size ?? usual) / usual));
}

export function usualSize(language: string): number {
  return /^(zh|ja)/i.test(language) ? 20 : 19;
}
