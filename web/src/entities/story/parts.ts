/** The parts of a row that a change or a difference names, as people call them, and their values as far as they can be said. */
import { useTranslation } from 'react-i18next';
import { FIELDS } from './world-fields';

const KEYS = new Map(Object.values(FIELDS).flat().map((field) => [field.column ?? (field.state ?? []).join('.'), field.key]));

/** The field that a path of the log is shown as; null where no field shows it. */
export function fieldAt(path: string): string | null {
  return KEYS.get(path.replace(/^state[./]/, '').replaceAll('/', '.')) ?? null;
}

export function useFieldName(): (key: string) => string {
  const { t } = useTranslation();
  const names: Record<string, string> = {
    name: t('world.name'), titleField: t('world.titleField'), description: t('world.description'), body: t('world.body'), status: t('world.status'),
    category: t('world.category'), traits: t('world.traits'), drives: t('world.drives'), voice: t('world.voice'), attire: t('world.attire'), face: t('world.face'),
    at: t('world.at'), group: t('world.group'), inside: t('world.inside'), condition: t('world.condition'), standing: t('world.standing'),
    agenda: t('world.agenda'), when: t('world.when'), known: t('world.known'),
  };
  return (key) => names[key] ?? key;
}

export function useStatusName(): (value: string) => string {
  const { t } = useTranslation();
  const names: Record<string, string> = {
    staged: t('world.staged'), active: t('world.active'), retired: t('world.retired'), pending: t('world.pending'), resolved: t('world.resolved'), failed: t('world.failed'),
  };
  return (value) => names[value] ?? value;
}

const AN_ID = /^[a-z]{2,6}_[0-9a-f-]{36}$/;

/** A value as words: texts, numbers and lists of them; null for what has none, as ids and whole structures. */
export function sayable(value: unknown): string | null {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return value === '' || AN_ID.test(value) ? null : value;
  if (!Array.isArray(value) || value.length === 0) return null;
  const words = value.map(sayable);
  return words.every((word) => word !== null) ? words.join(' · ') : null;
}
