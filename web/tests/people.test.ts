import { describe, expect, it } from 'vitest';
import { sift } from '@/pages/people/sift';
import type { Character, Line, Relations } from '@/shared/api/shapes';
import { blocksOf } from '@/shared/text/blocks';
import { byBlock, cutRuns, namedAt, saidOf } from '@/shared/text/spoken';
import { place } from '@/widgets/people-graph/layout';
import { edgesOf } from '@/widgets/people-graph/ties';

const line = (start: number, end: number, speaker: string | null, confidence = 0.95): Line => ({
  start, end, kind: 'speech', speaker_id: speaker, speaker, addressee_id: null, confidence, why: 'explicit', cue: null,
});

describe('who speaks', () => {
  const text = 'One said, "Come here." Two answered.\n\n“不。”𠮷说。';
  const people = [{ id: 'a', name: 'a', initial: 'A', hue: 3 }];

  it('takes in the marks and counts code points', () => {
    const at = text.indexOf('Come');
    const zh = [...text].indexOf('不');
    const said = saidOf(text, [line(at, at + 10, 'a'), line(zh, zh + 2, null)], people);
    expect(said.map((one) => text.slice(one.start, one.end))).toEqual(['"Come here."', '“不。”']);
    expect(said.map((one) => [one.hue, one.surety])).toEqual([[3, 'sure'], [null, 'unknown']]);
  });

  it('lays lines over the paragraphs they stand in, and loses no character', () => {
    const blocks = blocksOf(text);
    const at = text.indexOf('Come');
    const laid = byBlock(blocks, saidOf(text, [line(at, at + 10, 'a')], people));
    expect(laid.map((one) => one.length)).toEqual([1, 0]);
    for (const block of blocks) {
      const cut = cutRuns(block.runs, [0, at - 1, at + 11, 9999]);
      expect(cut.map((run) => run.text).join('')).toBe(block.runs.map((run) => run.text).join(''));
    }
  });

  it('names a speaker once, until another speaks', () => {
    const said = saidOf('x'.repeat(60), [line(0, 5, 'a'), line(9, 14, 'a'), line(20, 25, 'b'), line(30, 35, null), line(40, 45, 'a', 0.4)], people);
    expect([...namedAt(said)]).toEqual([0, 2, 3, 4]);
  });
});

describe('the picture of people', () => {
  const people = Array.from({ length: 16 }, (_, at) => ({ id: `p${at}`, weight: 100 - at }));
  const ties = people.slice(1).map((one, at) => ({ one: 'p0', other: one.id, weight: at }));
  const size = { width: 780, height: 540 };

  it('stands the same way every time, inside its frame, nobody upon anybody', () => {
    const spots = place(people, ties, size);
    expect(place(people, ties, size)).toEqual(spots);
    for (const [at, spot] of spots.entries()) {
      expect(spot.x - spot.r).toBeGreaterThanOrEqual(0);
      expect(spot.x + spot.r).toBeLessThanOrEqual(size.width);
      expect(spot.y - spot.r).toBeGreaterThanOrEqual(0);
      expect(spot.y + spot.r + 16).toBeLessThanOrEqual(size.height);
      for (const other of spots.slice(at + 1)) expect(Math.hypot(spot.x - other.x, spot.y - other.y)).toBeGreaterThan(spot.r + other.r);
    }
  });

  it('ties two people once, by the closest thing they are', () => {
    const bond = (id: string, kind: string) => ({ id, source_id: 'b', target_id: 'a', kind, label: '', mutual: true, citations: [] });
    const told: Relations = {
      relations: [bond('1', 'acquaintance'), bond('2', 'kin'), { ...bond('3', 'foe'), target_id: 'z' }],
      talks: [{ one_id: 'a', other_id: 'b', lines: 7 }],
      through_chapter: 1,
    };
    const edges = edgesOf(told, new Set(['a', 'b']));
    expect(edges.map((edge) => [edge.one, edge.other, edge.drawn, edge.lines, edge.relations.length])).toEqual([['a', 'b', 'kin', 7, 2]]);
  });
});

describe('sifting', () => {
  const one = (name: string, more: Partial<Character>): Character =>
    ({ name, aliases: [], role: 'minor', gender: 'unknown', lines: 0, first_appearance_chapter: 1, ...more }) as Character;
  const all = [one('Cora', { role: 'protagonist', gender: 'female', lines: 2, first_appearance_chapter: 4 }), one('Ada', { lines: 9, aliases: ['Miss Light'] })];
  const sieve = { query: '', part: 'all', gender: 'any', order: 'weight', newIn: null } as const;

  it('keeps who fits and orders them', () => {
    expect(sift([...all], sieve, 'en').map((p) => p.name)).toEqual(['Cora', 'Ada']);
    expect(sift([...all], { ...sieve, order: 'name' }, 'en').map((p) => p.name)).toEqual(['Ada', 'Cora']);
    expect(sift([...all], { ...sieve, order: 'lines' }, 'en').map((p) => p.name)).toEqual(['Ada', 'Cora']);
    expect(sift([...all], { ...sieve, part: 'main' }, 'en').map((p) => p.name)).toEqual(['Cora']);
    expect(sift([...all], { ...sieve, query: 'light' }, 'en').map((p) => p.name)).toEqual(['Ada']);
    expect(sift([...all], { ...sieve, newIn: 4, gender: 'female' }, 'en').map((p) => p.name)).toEqual(['Cora']);
    expect(sift([...all], { ...sieve, newIn: 3 }, 'en')).toEqual([]);
  });
});
