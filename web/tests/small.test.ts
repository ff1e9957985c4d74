import { describe, expect, it } from 'vitest';
import { shortName } from '@/entities/character/people';
import { kindOf, refusalOf } from '@/features/import-book/intake';
import { MOTIFS, plateOf, titleColumns, titleLines } from '@/shared/lib/plate';
import { bookShare, minutesOf } from '@/shared/text/pace';
import { roomFor } from '@/pages/reader/room';
import { joined } from '@/widgets/chat-panel/Bubble';
import { shareOf } from '@/widgets/book-grid/ImportStages';

describe('plates', () => {
  it('are the same for the same id and use every drawing', () => {
    expect(plateOf('book_1')).toEqual(plateOf('book_1'));
    const seen = new Set(Array.from({ length: 400 }, (_, at) => plateOf(`book_${at}`).motif));
    expect(seen.size).toBe(MOTIFS.length);
  });

  it('break a title into lines that fit, and a Chinese one into columns', () => {
    expect(titleLines('The Almanac of Quiet Stars')).toEqual(['The Almanac of', 'Quiet Stars']);
    expect(titleLines('one two three four five six seven eight nine ten eleven twelve thirteen').length).toBe(4);
    expect(titleColumns('霜桥渡')).toEqual(['霜桥渡']);
    expect(titleColumns('远山里的人和他们的长长的故事')).toHaveLength(2);
  });
});

describe('files', () => {
  const file = (name: string, size: number | null = 10, type = ''): { name: string; type: string; size: number | null } => ({ name, type, size });

  it('are known by their name, and by their type while it is hidden', () => {
    expect(kindOf('a.EPUB', '')).toBe('epub');
    expect(kindOf('a.avts', '')).toBe('avts');
    expect(kindOf('', 'application/pdf')).toBe('pdf');
    expect(kindOf('a.docx', 'text/plain')).toBeNull();
  });

  it('are refused for their kind, their size, or having nothing in them', () => {
    expect(refusalOf(file('notes.docx'))).toBe('kind');
    expect(refusalOf(file('a.txt', 0))).toBe('empty');
    expect(refusalOf(file('a.avts', 20 * 1024 * 1024 + 1))).toBe('size');
    expect(refusalOf(file('a.txt', 10 * 1024 * 1024 + 1))).toBe('size');
    expect(refusalOf(file('a.pdf', 10 * 1024 * 1024 + 1))).toBeNull();
    expect(refusalOf(file('', null, 'application/epub+zip'))).toBeNull();
  });
});

describe('measures', () => {
  it('count the share of the book by the length of its chapters', () => {
    const chapters = [{ number: 1, chars: 100 }, { number: 2, chars: 300 }];
    expect(bookShare(chapters, 2, 0.5)).toBe(0.625);
    expect(bookShare(chapters, 1, 0)).toBe(0);
    expect(bookShare([], 1, 0.5)).toBe(0);
  });

  it('read Chinese by the character', () => {
    expect(minutesOf({ words: 2500, chars: 14_000 }, 'en')).toBe(10);
    expect(minutesOf({ words: 1, chars: 4200 }, 'zh-CN')).toBe(10);
    expect(minutesOf({ words: 3, chars: 10 }, 'en')).toBe(1);
  });

  it('never go back while an import goes on', () => {
    const state = { stage: 'chapters', done: 1, total: 2, people: null, attempt: 1, retryable: false, cancellable: true } as const;
    const shares = (['people', 'speech', 'world', 'saving'] as const).map((step) => shareOf({ ...state, step }, true));
    expect([...shares].sort((a, b) => a - b)).toEqual(shares);
    expect(shareOf({ ...state, step: null, stage: 'completed' }, true)).toBe(1);
  });
});

describe('names', () => {
  it('are short where they can be', () => {
    expect(shortName('Hanne Orrick')).toBe('Hanne');
    expect(shortName('Mr. Havergate')).toBe('Mr. Havergate');
    expect(shortName('Mr. Lisle Havergate')).toBe('Mr. Havergate');
    expect(shortName('阙伯')).toBe('阙伯');
  });
});

describe('citations', () => {
  const cite = (chapter_number: number, start: number, end: number) => ({ chapter_number, chapter_title: null, excerpt: '', start, end });

  it('of one speech are one, of two places two', () => {
    expect(joined([cite(1, 120, 140), cite(1, 60, 80)])).toEqual([cite(1, 60, 140)]);
    expect(joined([cite(1, 0, 10), cite(1, 5000, 5010), cite(2, 20, 30)])).toHaveLength(3);
  });
});

describe('room', () => {
  it('opens a panel beside the column only where the whole column stays', () => {
    expect(roomFor(1440, 680)).toEqual({ rail: true, side: true, both: true });
    expect(roomFor(1280, 600)).toEqual({ rail: true, side: true, both: false });
    expect(roomFor(1024, 600)).toEqual({ rail: true, side: false, both: false });
    expect(roomFor(1280, 856)).toEqual({ rail: true, side: false, both: false });
    expect(roomFor(390, 600)).toEqual({ rail: false, side: false, both: false });
  });
});
