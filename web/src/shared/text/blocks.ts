/**
 * Cuts a chapter's text into what a reader sees: paragraphs, scene breaks, verse. Files disagree about what a line
 * is, so the shape is measured once per chapter: hard-wrapped prose is joined again, a book of one paragraph a line
 * is left as it is, and short lines that belong together stay lines. Every character keeps its place in the source,
 * so that a citation's span can be found in the page.
 */

export interface Run {
  text: string;
  em: boolean;
  /** UTF-16 index in the source of the first character; the rest follow one by one. */
  start: number;
}

export interface Block {
  kind: 'para' | 'break' | 'verse';
  runs: Run[];
  start: number;
  end: number;
}

interface Line {
  text: string;
  start: number;
  indented: boolean;
}

const BREAK = /^[\s*＊·•‧∙⋅⁂#~～◇◆○●☆★—–=_\-.。…※]{1,40}$/;
const ONLY_DOTS = /^[\s.。…]+$/;
const CJK = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\u3000-\u303f\u3040-\u30ff]/;
const EDGE = /^[ \t\u3000\u00a0]+/;

function linesOf(text: string, from: number): Line[] {
  const lines: Line[] = [];
  let at = from;
  while (at <= text.length) {
    let end = text.indexOf('\n', at);
    if (end < 0) end = text.length;
    const raw = text.slice(at, end);
    const lead = EDGE.exec(raw)?.[0] ?? '';
    const body = raw.slice(lead.length).trimEnd();
    lines.push({ text: body, start: at + lead.length, indented: lead.includes('\u3000') || lead.length >= 2 });
    at = end + 1;
  }
  return lines;
}

function breaks(text: string): boolean {
  return BREAK.test(text) && !ONLY_DOTS.test(text) && !/^[—–-]{1,2}$/.test(text);
}

/** Width at which the file wraps its lines, or 0 where it does not. Full-width characters count twice. */
function wrapWidth(lines: Line[]): number {
  const widths = lines.filter((line) => line.text !== '').map((line) => widthOf(line.text));
  if (widths.length < 4) return 0;
  widths.sort((a, b) => a - b);
  const high = widths[Math.floor(widths.length * 0.9)] ?? 0;
  if (high < 30 || high > 132) return 0;
  // A stray long line (an address, a table) is forgiven; a book whose lines run on is not wrapped.
  const beyond = widths.filter((width) => width > high * 1.35).length;
  if (beyond > Math.max(1, widths.length * 0.02)) return 0;
  const full = widths.filter((width) => width >= high * 0.78).length;
  return full >= widths.length * 0.35 ? high : 0;
}

function widthOf(text: string): number {
  let width = 0;
  for (const char of text) width += CJK.test(char) ? 2 : 1;
  return width;
}

/** Groups the lines between two blank lines into paragraphs. */
function paragraphsOf(group: Line[], width: number): { lines: Line[]; verse: boolean }[] {
  if (group.length === 1) return [{ lines: group, verse: false }];
  if (width === 0) {
    const widest = Math.max(...group.map((line) => widthOf(line.text)));
    const verse = widest < 48 && group.length <= 24 && !group.some((line) => line.indented && CJK.test(line.text));
    return verse ? [{ lines: group, verse: true }] : group.map((line) => ({ lines: [line], verse: false }));
  }
  const full = group.slice(0, -1).filter((line) => widthOf(line.text) >= width * 0.6).length;
  const ragged = full < (group.length - 1) * 0.6;
  const indents = group.filter((line) => line.indented).length;
  if (ragged) {
    return indents >= group.length * 0.8 && CJK.test(group[0]?.text ?? '')
      ? group.map((line) => ({ lines: [line], verse: false }))
      : [{ lines: group, verse: true }];
  }
  if (indents === 0 || indents === group.length) return [{ lines: group, verse: false }];
  const paragraphs: { lines: Line[]; verse: boolean }[] = [];
  for (const line of group) {
    const open = paragraphs[paragraphs.length - 1];
    if (open === undefined || line.indented) paragraphs.push({ lines: [line], verse: false });
    else open.lines.push(line);
  }
  return paragraphs;
}

/** Joins lines into one string that knows where each of its characters came from. */
function join(lines: Line[], verse: boolean): { text: string; from: number[] } {
  let text = '';
  const from: number[] = [];
  lines.forEach((line, index) => {
    const before = text[text.length - 1];
    if (index > 0 && before !== undefined) {
      const glued = CJK.test(before) && CJK.test(line.text[0] ?? '');
      if (verse) text += '\n';
      else if (!glued) text += ' ';
      if (verse || !glued) from.push(line.start - 1);
    }
    text += line.text;
    for (let at = 0; at < line.text.length; at += 1) from.push(line.start + at);
  });
  return { text, from };
}

const EMPHASIS = /(^|[^\p{L}\p{N}_])_([^_\n]{1,400}?)_(?![\p{L}\p{N}_])/gu;

/** Splits joined text into runs: emphasis between underscores is marked and its underscores dropped. */
function runsOf(text: string, from: number[]): Run[] {
  const runs: Run[] = [];
  const add = (start: number, end: number, em: boolean): void => {
    let at = start;
    while (at < end) {
      // A run is an unbroken stretch of the source; a join starts a new one.
      let stop = at + 1;
      while (stop < end && from[stop] === (from[stop - 1] ?? 0) + 1) stop += 1;
      runs.push({ text: text.slice(at, stop), em, start: from[at] ?? 0 });
      at = stop;
    }
  };
  let done = 0;
  for (const match of text.matchAll(EMPHASIS)) {
    const open = match.index + (match[1] ?? '').length;
    const inner = match[2] ?? '';
    add(done, open, false);
    add(open + 1, open + 1 + inner.length, true);
    done = open + inner.length + 2;
  }
  add(done, text.length, false);
  return runs;
}

/** Blocks of the text from a UTF-16 index on, in order. */
export function blocksOf(text: string, from = 0): Block[] {
  const lines = linesOf(text, from);
  const width = wrapWidth(lines);
  const blocks: Block[] = [];
  let group: Line[] = [];
  const blankLines = lines.some((line, at) => line.text === '' && at > 0 && at < lines.length - 1);

  const close = (): void => {
    if (group.length === 0) return;
    const single = !blankLines && width === 0;
    const paragraphs = single ? group.map((line) => ({ lines: [line], verse: false })) : paragraphsOf(group, width);
    for (const paragraph of paragraphs) {
      const { text: joined, from: places } = join(paragraph.lines, paragraph.verse);
      const runs = runsOf(joined, places);
      const last = paragraph.lines[paragraph.lines.length - 1];
      const first = paragraph.lines[0];
      if (runs.length === 0 || first === undefined || last === undefined) continue;
      blocks.push({ kind: paragraph.verse ? 'verse' : 'para', runs, start: first.start, end: last.start + last.text.length });
    }
    group = [];
  };

  for (const line of lines) {
    if (line.text === '') close();
    else if (breaks(line.text)) {
      close();
      blocks.push({ kind: 'break', runs: [], start: line.start, end: line.start + line.text.length });
    } else group.push(line);
  }
  close();
  return blocks;
}

export interface MarkedRun extends Run {
  marked: boolean;
}

/** Cuts a block's runs at the edges of a span (UTF-16 indices of the source), so that the span can be marked. */
export function markRuns(runs: Run[], start: number, end: number): MarkedRun[] {
  const out: MarkedRun[] = [];
  for (const run of runs) {
    const stop = run.start + run.text.length;
    const cuts = [run.start, Math.min(Math.max(start, run.start), stop), Math.min(Math.max(end, run.start), stop), stop];
    for (let at = 0; at < 3; at += 1) {
      const a = cuts[at] ?? 0;
      const b = cuts[at + 1] ?? 0;
      if (b > a) out.push({ text: run.text.slice(a - run.start, b - run.start), em: run.em, start: a, marked: at === 1 });
    }
  }
  return out;
}

/** Index of the block that holds a UTF-16 index, or of the nearest one after it. */
export function blockAt(blocks: Block[], index: number): number {
  for (let at = 0; at < blocks.length; at += 1) {
    const block = blocks[at];
    if (block !== undefined && index < block.end) return at;
  }
  return Math.max(0, blocks.length - 1);
}
