/** How a chapter is called in a line of the interface. */
import type { TFunction } from 'i18next';
import { carriesLabel, chineseNumber, isLabel } from '@/shared/text/headings';

/** "Chapter 4" or "第四章"; the front matter has a name of its own. */
export function chapterNumber(t: TFunction, number: number): string {
  return number === 0 ? t('reader.front') : t('reader.chapter', { number, han: chineseNumber(number) });
}

/** The same in the middle of a sentence: "chapter 4". */
export function chapterInline(t: TFunction, number: number): string {
  return t('reader.chapterInline', { number, han: chineseNumber(number) });
}

/** Name for lists and headings: the book's own title, or the number where it has none. */
export function chapterTitle(t: TFunction, number: number, title: string | null): string {
  return title !== null && title.trim() !== '' ? title : chapterNumber(t, number);
}

/** "Chapter 4 · The Lowest Water"; a title that is itself a label stands alone. */
export function chapterLine(t: TFunction, number: number, title: string | null): string {
  if (number === 0) return title ?? t('reader.front');
  if (title === null || title.trim() === '') return chapterNumber(t, number);
  return carriesLabel(title) ? title : `${chapterNumber(t, number)} · ${title}`;
}

/** Words of a citation: "Ch. 2, The Ferry". */
export function citeName(t: TFunction, number: number, title: string | null): string {
  if (number === 0) return title ?? t('reader.front');
  const han = chineseNumber(number);
  if (title === null || title.trim() === '' || isLabel(title)) return t('reader.chapterShort', { number, han });
  return carriesLabel(title) ? title : t('reader.cite', { number, han, title });
}
