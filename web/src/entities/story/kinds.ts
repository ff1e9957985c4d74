/** What kinds of rows are called, one and many. */
import { useTranslation } from 'react-i18next';
import type { Kind } from '@/shared/api/story-shapes';

export function useKindName(): (kind: string) => string {
  const { t } = useTranslation();
  const names: Record<string, string> = {
    character: t('world.character'),
    place: t('world.place'),
    item: t('world.item'),
    faction: t('world.faction'),
    lore: t('world.lore'),
    thread: t('world.thread'),
    happening: t('world.happening'),
    entry: t('world.entry'),
  };
  return (kind) => names[kind] ?? t('world.other');
}

export function useKindsName(): (kind: Kind) => string {
  const { t } = useTranslation();
  const names: Record<Kind, string> = {
    character: t('world.characters'),
    place: t('world.places'),
    item: t('world.items'),
    faction: t('world.factions'),
    lore: t('world.lores'),
    thread: t('world.threads'),
    happening: t('world.happenings'),
  };
  return (kind) => names[kind];
}
