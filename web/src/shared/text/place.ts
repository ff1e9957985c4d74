/**
 * A saved place in a chapter: the paragraph as the server counts them (between blank lines, or lines where there are
 * none) and the code points into it. It survives another size, another column and another window.
 */
import type { Position } from '@/shared/api/shapes';
import { pointOf, unitOf } from './points';

/** Where each paragraph of a text begins, in UTF-16 units. */
function starts(text: string): number[] {
  const found: number[] = [];
  const gap = text.includes('\n\n') ? /\n\s*\n/g : /\n/g;
  let at = 0;
  for (;;) {
    const match = gap.exec(text);
    const end = match?.index ?? text.length;
    if (text.slice(at, end).trim() !== '') found.push(at);
    if (match === null) return found;
    at = match.index + match[0].length;
  }
}

export function positionOf(text: string, unit: number, within: number): Position {
  const all = starts(text);
  let paragraph = 0;
  while (paragraph + 1 < all.length && (all[paragraph + 1] ?? 0) <= unit) paragraph += 1;
  const start = all[paragraph] ?? 0;
  const fraction = Math.round(Math.min(1, Math.max(0, within)) * 10_000) / 10_000;
  return { paragraph, offset: pointOf(text.slice(start), Math.max(0, unit - start)), fraction };
}

/** The UTF-16 unit a position stands for. */
export function indexOf(text: string, position: Position): number {
  const start = starts(text)[position.paragraph];
  if (start === undefined) return 0;
  return start + unitOf(text.slice(start), position.offset);
}
