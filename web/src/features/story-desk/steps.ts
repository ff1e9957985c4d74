/** Undo and redo named by what they would do. */
import type { TFunction } from 'i18next';
import type { Step } from '@/shared/api/story-shapes';

export function stepName(t: TFunction, step: Step | null): string {
  if (step === null) return '';
  if (step.entries > 0 && step.op === 'create') return t('story.stepTurn', { count: step.entries });
  const name = step.kind === 'entry' ? t('world.entry') : (step.name ?? t('world.other'));
  return step.op === 'create' ? t('story.stepCreate', { name }) : step.op === 'delete' ? t('story.stepDelete', { name }) : t('story.stepUpdate', { name });
}
