/** Reading time: 250 Latin words or 420 Chinese characters a minute. */

export interface Length {
  words: number;
  chars: number;
}

export function readsByCharacter(language: string): boolean {
  return /^(zh|ja|ko)/i.test(language);
}

/** Whole minutes, at least one. */
export function minutesOf(length: Length, language: string, share = 1): number {
  const all = readsByCharacter(language) ? length.chars / 420 : length.words / 250;
  return Math.max(1, Math.round(all * share));
}

/** Share of the book (0..1) read, at a share of one of its chapters. */
export function bookShare(chapters: { number: number; chars: number }[], current: number, within: number): number {
  let total = 0;
  let before = 0;
  for (const chapter of chapters) {
    const size = Math.max(1, chapter.chars);
    total += size;
    if (chapter.number < current) before += size;
    else if (chapter.number === current) before += size * within;
  }
  return total === 0 ? 0 : Math.min(1, before / total);
}
