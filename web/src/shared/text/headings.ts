/** What a section is called: its own words first, a number only where the book gives none. */

const LABEL_ONLY =
  /^(chapter|book|part|volume|canto|letter|stave|act|scene|prologue|epilogue|preface|introduction|appendix)\b[\s.:—–-]*[ivxlcdm\d]*[\s.:—–-]*$|^[第卷][〇零一二两三四五六七八九十百千\d]+[章回节卷部篇集]?$/i;

/** True where a title is nothing but a label with a number ("CHAPTER IV", "第三章"). */
export function isLabel(title: string): boolean {
  return LABEL_ONLY.test(title.trim());
}

const LEADING_LABEL = /^(chapter|part|volume|book)\s+([ivxlcdm]+|\d+)\b|^[第卷][〇零一二两三四五六七八九十百千\d]+[章回节卷部篇集]/i;

/** True where a title already says which chapter it is, alone or before a name. */
export function carriesLabel(title: string): boolean {
  return isLabel(title) || LEADING_LABEL.test(title.trim());
}

const squeeze = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The words of a heading that stand beside its title ("CHAPTER IV" of "CHAPTER IV. The Ferry"); '' where there are none. */
export function headingLabel(heading: string, title: string | null): string {
  const whole = squeeze(heading);
  if (title === null || title.trim() === '') return '';
  const name = squeeze(title);
  const at = whole.toLowerCase().indexOf(name.toLowerCase());
  if (at < 0) return '';
  const rest = squeeze(`${whole.slice(0, at)} ${whole.slice(at + name.length)}`).replace(/[\s.:：、—–_-]+$/u, '');
  return rest.length <= 60 ? rest.replace(/^[\s.:：、—–_-]+/u, '') : '';
}

/**
 * Where the prose begins (UTF-16 units): at `start`, or after a first line that is only the chapter's own heading
 * ("第1章 借船" under the title "借船"), so that no heading is shown twice.
 */
export function proseStart(content: string, start: number, title: string | null): number {
  if (title === null || title.trim() === '') return start;
  const lead = /^\s*/.exec(content.slice(start))?.[0].length ?? 0;
  const end = content.indexOf('\n', start + lead);
  if (end < 0) return start;
  const line = squeeze(content.slice(start + lead, end));
  if (line.length > 160) return start;
  const name = squeeze(title);
  if (line === name) return end + 1;
  const rest = headingLabel(line, title);
  return rest !== '' && isLabel(rest) && line.toLowerCase().endsWith(name.toLowerCase()) ? end + 1 : start;
}

const DIGITS = '零一二三四五六七八九';

/** 0..9999 in Chinese numerals, as chapters are counted ("十二", "一百零五"). */
export function chineseNumber(value: number): string {
  if (!Number.isInteger(value) || value < 0 || value > 9999) return String(value);
  if (value < 10) return DIGITS[value] ?? '';
  const units = ['', '十', '百', '千'];
  const figures = String(value);
  let out = '';
  let gap = false;
  for (let at = 0; at < figures.length; at += 1) {
    const digit = Number(figures[at]);
    const unit = units[figures.length - 1 - at] ?? '';
    if (digit === 0) gap = true;
    else {
      if (gap) out += '零';
      gap = false;
      out += `${DIGITS[digit] ?? ''}${unit}`;
    }
  }
  return value < 20 ? out.replace(/^一十/, '十') : out;
}
