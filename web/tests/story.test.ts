import { describe, expect, it } from 'vitest';
import { dotsOf, lanesOf } from '@/entities/story/branch-tree';
import { OPENING, beginning, changesByEntry, clockAt, firstWords, languageOf, madeIn, paragraphs, readsAs, turnOf, undoTakes, wayOf } from '@/entities/story/telling';
import { fieldAt, sayable } from '@/entities/story/parts';
import { FIELDS, editOf, valueOf, whereIs } from '@/entities/story/world-fields';
import type { Branch, Change, StoryDefinition, WorldRow } from '@/shared/api/story-shapes';

const branch = (id: string, parent: string | null, fork: number | null, head: number, current = false): Branch => ({
  id, name: id, parent_id: parent, fork_entry_id: null, fork_position: fork, head_position: head, entries: head, version: 1, is_current: current,
  can_delete: true, created_at: '', can_undo: false, can_redo: false, undo: null, redo: null,
});

const row = (kind: WorldRow['kind'], state: Record<string, unknown> = {}, more: Record<string, unknown> = {}): WorldRow => ({
  id: `${kind}_1`, kind, name: 'N', description: 'D', status: 'active', state, ...more,
});

describe('a line as it will read', () => {
  it('is spoken by the lead, asked where it asks', () => {
    expect(readsAs('say', 'How long?', 'Maren', 'en')).toBe('“How long?” Maren asks.');
    expect(readsAs('say', 'Not long.', 'Maren', 'en')).toBe('“Not long,” Maren says.');
    expect(readsAs('say', 'Not long', null, 'en')).toBe('“Not long”');
    expect(readsAs('say', '多久了？', '沈青', 'zh')).toBe('沈青说：“多久了？”');
  });

  it('is left alone where it is done, written, or spoken already', () => {
    expect(readsAs('do', ' Maren kneels. ', 'Maren', 'en')).toBe('Maren kneels.');
    expect(readsAs('write', 'Rain.', 'Maren', 'en')).toBe('Rain.');
    expect(readsAs('say', '“Wait,” she says.', 'Maren', 'en')).toBe('“Wait,” she says.');
    expect(readsAs('say', '   ', 'Maren', 'en')).toBe('');
  });

  it('is thought', () => {
    expect(readsAs('think', 'It is late.', 'Maren', 'en')).toBe('Maren thinks: It is late.');
    expect(readsAs('think', '晚了。', '沈青', 'zh')).toBe('沈青心想：晚了。');
  });
});

describe('words', () => {
  it('are told from deeds by how they begin', () => {
    expect(['“Wait.”', '沈青说：“等等。”'].map(wayOf)).toEqual(['said', 'said']);
    expect(['Maren thinks: late.', '沈青心想：晚了。'].map(wayOf)).toEqual(['thought', 'thought']);
    expect(wayOf('Maren kneels and thinks nothing.')).toBe('did');
  });

  it('make a name that ends at a word', () => {
    expect(firstWords('The boat leaves without him', 15)).toBe('The boat leaves');
    expect(firstWords('短句', 30)).toBe('短句');
    expect([...firstWords('雨'.repeat(90), 30)]).toHaveLength(30);
  });

  it('stand in paragraphs', () => {
    expect(paragraphs('a\n\n b \n')).toEqual(['a', 'b']);
  });
});

describe('the clock', () => {
  const definition: StoryDefinition = { mode: 'creative', leadEntityId: null, narration: 'third', worldTimeOrigin: { hour: 22, minute: 30 } };
  it('goes over midnight', () => {
    expect(clockAt(0, definition)).toEqual({ day: 1, time: '22:30' });
    expect(clockAt(2 * 3600, definition)).toEqual({ day: 2, time: '00:30' });
  });
  it('is silent where the calendar has no hours', () => {
    expect(clockAt(0, { ...definition, worldTimeOrigin: { sol: 1 } })).toBeNull();
    expect(clockAt(0, null)).toBeNull();
  });
  it('counts turns from the opening', () => {
    expect(turnOf({ kind: 'opening', position: 1 })).toBeNull();
    expect(turnOf({ kind: 'reader', position: 2 })).toBe(1);
  });
});

describe('branches', () => {
  const tree = [branch('main', null, null, 9), branch('ferry', 'main', 4, 8, true), branch('tell', 'ferry', 6, 7), branch('late', 'main', 7, 8)];
  it('lie in lanes, those that left later nearer to their parent', () => {
    expect(lanesOf(tree).map((lane) => [lane.branch.id, lane.depth, lane.parentLane])).toEqual([
      ['main', 0, null], ['late', 1, 0], ['ferry', 1, 0], ['tell', 2, 2],
    ]);
  });
  it('are lit on the way to where one is, and nowhere else', () => {
    expect(Object.fromEntries(lanesOf(tree).map((lane) => [lane.branch.id, lane.litTo]))).toEqual({ main: 4, late: null, ferry: 8, tell: null });
  });
  it('stand alone when what they left is gone', () => {
    expect(lanesOf([branch('b', 'gone', 3, 5, true)])[0]).toMatchObject({ depth: 0, parentLane: null, from: 1 });
  });
  it('show every turn while there are few, and their head always', () => {
    expect(dotsOf(1, 4, 4)).toEqual([1, 2, 3, 4]);
    const many = dotsOf(1, 10_001, 10_001);
    expect(many.length).toBeLessThan(45);
    expect(many[many.length - 1]).toBe(10_001);
  });
});

describe('taking back', () => {
  const undo = { op: 'create' as const, kind: 'entry', name: null, changes: 2, entries: 2 };
  it('can be redone where undo takes the same', () => {
    expect(undoTakes({ undo, head_position: 9 }, { position: 8 })).toBe(true);
  });
  it('is for good where undo would take more, less or something else', () => {
    expect([7, 9].map((position) => undoTakes({ undo, head_position: 9 }, { position }))).toEqual([false, false]);
    expect(undoTakes({ undo: { ...undo, op: 'update' }, head_position: 9 }, { position: 8 })).toBe(false);
    expect(undoTakes({ undo: null, head_position: 9 }, { position: 9 })).toBe(false);
  });
});

describe('changes', () => {
  const change = (log: number, kind: string, op: Change['op'], entry: string | null, row = 'r'): Change => ({ log_position: log, op, kind, row_id: row, name: 'n', parts: [], action_id: 'a', entry_id: entry });
  const log = [
    change(6, 'entry', 'update', 'first', 'first'),
    change(5, 'item', 'update', null),
    change(4, 'entry', 'create', null, 'second'),
    change(3, 'item', 'create', null),
    change(2, 'entry', 'create', null, 'first'),
    change(1, 'place', 'create', null),
  ];
  it('belong to the entry they are about, else to the newest one of their time', () => {
    const found = changesByEntry(log);
    expect(Object.fromEntries([...found].map(([entry, all]) => [entry, all.map((each) => each.log_position)]))).toEqual({ [OPENING]: [1], first: [3, 6], second: [5] });
  });
  it('are known for the entries that the log saw being made', () => {
    expect([...madeIn(log.slice(0, 3))]).toEqual(['second']);
    expect(madeIn(log).size).toBe(2);
  });
});

describe('the parts of a row', () => {
  it('are the fields that show them, wherever they stand', () => {
    expect(['description', 'state.voice', 'state/visual/attire', 'state.current_location_id'].map(fieldAt)).toEqual(['description', 'voice', 'attire', 'at']);
    expect(fieldAt('embedding_stale')).toBeNull();
  });
  it('are said where they have words', () => {
    expect([1, false, 'x', ['a', 'b']].map(sayable)).toEqual(['1', 'false', 'x', 'a · b']);
    expect(['', null, {}, [], 'char_6f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f9', ['a', {}]].map(sayable)).toEqual([null, null, null, null, null, null]);
  });
});

describe('the beginning of a text', () => {
  it('is marked where there is more', () => {
    expect(beginning('The boat leaves without him', 15)).toBe('The boat leaves…');
    expect(beginning('The boat', 15)).toBe('The boat');
  });
});

describe('the language of a text', () => {
  it('is seen where it shows, and the usual one elsewhere', () => {
    expect(languageOf('雨下了一夜。')).toBe('zh-CN');
    expect(languageOf('The sign says 渡.', 'fr')).toBe('fr');
    expect(languageOf('Rain.', 'zh')).toBe('en');
    expect(languageOf('…', 'zh')).toBe('zh');
  });
});

describe('fields of the world', () => {
  const field = (kind: WorldRow['kind'], key: string) => {
    const found = FIELDS[kind].find((each) => each.key === key);
    if (found === undefined) throw new Error(key);
    return found;
  };
  it('write columns whole and parts of the state as parts', () => {
    expect(editOf(field('lore', 'body'), ' x ')).toEqual({ values: { body: 'x' } });
    expect(editOf(field('character', 'attire'), 'a coat')).toEqual({ patch: { state: { visual: { attire: 'a coat' } } } });
    expect(editOf(field('character', 'attire'), ' ')).toEqual({ patch: { state: { visual: { attire: null } } } });
    expect(editOf(field('character', 'drives'), 'a\n\nb ')).toEqual({ patch: { state: { drives: ['a', 'b'] } } });
    expect(editOf(field('character', 'at'), '')).toEqual({ patch: { state: { current_location_id: null } } });
    expect(editOf(field('happening', 'known'), true)).toEqual({ values: { common_knowledge: true } });
  });
  it('show what is there, and nothing where nothing is', () => {
    const person = row('character', { drives: ['a', 'b'], visual: { face: 'thin' } });
    expect(valueOf(field('character', 'drives'), person)).toBe('a\nb');
    expect(valueOf(field('character', 'face'), person)).toBe('thin');
    expect(valueOf(field('character', 'voice'), person)).toBe('');
    expect(valueOf(field('happening', 'known'), row('happening', {}, { common_knowledge: true }))).toBe(true);
  });
  it('say where a thing is once', () => {
    const thing = row('item', { at_location_id: null });
    const holder = row('character', { inventory: ['item_1'], equipped_items: [] });
    expect(whereIs(thing, [holder])).toEqual({ holder });
    expect(whereIs(row('item', { at_location_id: 'loc_1' }), [])).toEqual({ place: 'loc_1' });
    expect(whereIs(thing, [])).toBeNull();
  });
});
