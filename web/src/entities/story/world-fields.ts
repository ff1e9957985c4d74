/** The fields of each kind of row that a person edits, and the write each edit becomes. */
import type { Kind, WorldRow } from '@/shared/api/story-shapes';
import type { RowEdit } from './write';

export type Widget = 'line' | 'text' | 'lines' | 'choice' | 'row' | 'flag';

export interface FieldSpec {
  key: string;
  widget: Widget;
  /** A column of the row, or the way to a part of its state. */
  column?: string;
  state?: string[];
  options?: readonly string[];
  of?: Kind;
  /** A blank value takes an optional part away instead of storing nothing in it. */
  optional?: boolean;
}

const name: FieldSpec = { key: 'name', widget: 'line', column: 'name' };
const title: FieldSpec = { key: 'titleField', widget: 'line', column: 'title' };
const description: FieldSpec = { key: 'description', widget: 'text', column: 'description' };
const status: FieldSpec = { key: 'status', widget: 'choice', column: 'status', options: ['staged', 'active', 'retired'] };
const category: FieldSpec = { key: 'category', widget: 'line', column: 'category', optional: true };
const condition: FieldSpec = { key: 'condition', widget: 'line', state: ['condition'], optional: true };

export const FIELDS: Record<Kind, FieldSpec[]> = {
  character: [
    name,
    description,
    status,
    { key: 'at', widget: 'row', state: ['current_location_id'], of: 'place' },
    { key: 'drives', widget: 'lines', state: ['drives'] },
    { key: 'traits', widget: 'lines', state: ['traits'] },
    { key: 'attire', widget: 'line', state: ['visual', 'attire'], optional: true },
    { key: 'face', widget: 'line', state: ['visual', 'face'], optional: true },
    { key: 'voice', widget: 'text', state: ['voice'], optional: true },
    { key: 'group', widget: 'row', state: ['faction_id'], of: 'faction' },
  ],
  place: [name, description, status, { key: 'inside', widget: 'row', state: ['parent_location_id'], of: 'place' }, condition],
  item: [name, description, status, condition],
  faction: [name, description, status, { key: 'standing', widget: 'line', state: ['standing'], optional: true }, { key: 'agenda', widget: 'lines', state: ['agenda'] }],
  lore: [title, { key: 'body', widget: 'text', column: 'body' }, category],
  thread: [title, description, { key: 'status', widget: 'choice', column: 'status', options: ['pending', 'active', 'resolved', 'failed'] }, category],
  happening: [title, description, { key: 'when', widget: 'line', column: 'temporal', optional: true }, category, { key: 'known', widget: 'flag', column: 'common_knowledge' }],
};

export const NAME_COLUMN: Record<Kind, 'name' | 'title'> = {
  character: 'name', place: 'name', item: 'name', faction: 'name', lore: 'title', thread: 'title', happening: 'title',
};

/** What a field holds now, as the text, list or choice a control shows. */
export function valueOf(field: FieldSpec, row: WorldRow): string | boolean {
  let value: unknown = field.column === undefined ? row.state : row[field.column];
  for (const part of field.state ?? []) value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[part] : undefined;
  if (field.widget === 'flag') return value === true;
  if (field.widget === 'lines') return Array.isArray(value) ? value.filter((line) => typeof line === 'string').join('\n') : '';
  return typeof value === 'string' ? value : '';
}

/** The write that gives a field a new value. */
export function editOf(field: FieldSpec, given: string | boolean): RowEdit {
  const text = typeof given === 'string' ? given.trim() : given;
  const value =
    field.widget === 'lines' ? String(text).split('\n').map((line) => line.trim()).filter((line) => line !== '')
    : text === '' && (field.optional === true || field.widget === 'row') ? null
    : text;
  if (field.column !== undefined) return { values: { [field.column]: value } };
  const state = [...(field.state ?? [])].reverse().reduce<unknown>((inner, part) => ({ [part]: inner }), value);
  return { patch: { state: state as Record<string, unknown> } };
}

/** Who holds a thing, or the place where it lies. */
export function whereIs(item: WorldRow, people: WorldRow[]): { holder: WorldRow } | { place: string } | null {
  const holder = people.find((person) => ['inventory', 'equipped_items'].some((slot) => {
    const held = person.state[slot];
    return Array.isArray(held) && held.includes(item.id);
  }));
  if (holder !== undefined) return { holder };
  const place = item.state['at_location_id'];
  return typeof place === 'string' ? { place } : null;
}
