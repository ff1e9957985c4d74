/** How far a book is from being read in, in words and counts. */
import type { TFunction } from 'i18next';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportState, Novel } from '@/shared/api/shapes';
import { Icon } from '@/shared/ui/Icon';
import { Meter } from '@/shared/ui/Parts';

interface Stage {
  key: string;
  state: 'ok' | 'now';
  text: string;
  count: string | null;
}

const ORDER = ['people', 'speech', 'world', 'saving'] as const;

/** Share of the whole way: the text is a tenth, the four steps after it the rest. */
export function shareOf(state: ImportState | null, hasText: boolean): number {
  if (!hasText || state === null) return 0.03;
  if (state.stage === 'completed') return 1;
  const at = state.step === null ? 0 : ORDER.indexOf(state.step);
  const within = state.total > 0 ? Math.min(1, state.done / state.total) : 0;
  const spans = [0.3, 0.35, 0.15, 0.1];
  const before = spans.slice(0, Math.max(0, at)).reduce((sum, span) => sum + span, 0.1);
  return before + (spans[Math.max(0, at)] ?? 0) * within;
}

/** Chapters are counted; characters of text, which run into the millions, are told as a share. */
function countOf(t: TFunction, done: number, total: number): string {
  return total > 5000 ? t('shelf.percent', { percent: Math.round((done / total) * 100) }) : t('import.ofTotal', { done, total });
}

function useStages(novel: Novel): Stage[] {
  const { t } = useTranslation();
  const state = novel.import;
  const hasText = novel.total_chapters > 0;
  if (!hasText) return [{ key: 'text', state: 'now', text: novel.status === 'pending' ? t('import.waiting') : t('import.stageText'), count: null }];
  const stages: Stage[] = [{ key: 'text', state: 'ok', text: t('import.stageTextDone', { count: novel.total_chapters }), count: null }];
  const step = state?.step ?? null;
  const at = step === null ? 0 : ORDER.indexOf(step);
  if (at > 0) {
    const found = state?.people ?? null;
    stages.push({ key: 'people', state: 'ok', text: found === null ? t('import.stagePeopleDoneNone') : t('import.stagePeopleDone', { count: found }), count: null });
  }
  if (at > 1) stages.push({ key: 'speech', state: 'ok', text: t('import.stageSpeechDone'), count: null });
  const words = { people: t('import.stagePeople'), speech: t('import.stageSpeech'), world: t('import.stageWorld'), saving: t('import.stageSaving') };
  const count = state === null || state.total <= 1 ? null : countOf(t, state.done, state.total);
  stages.push({ key: 'now', state: 'now', text: step === null ? t('import.waiting') : words[step], count });
  return stages;
}

export function ImportStages({ novel }: { novel: Novel }): ReactElement {
  const { t } = useTranslation();
  const stages = useStages(novel);
  return (
    <>
      <ol className="stages" aria-label={t('import.stages', { title: novel.title })}>
        {stages.map((stage) => (
          <li key={stage.key} className={stage.state}>
            {stage.state === 'ok' ? <Icon name="check" small /> : <span className="spin" aria-hidden="true" />}
            <span>
              {stage.text}
              {stage.count !== null && <span className="muted num count">{stage.count}</span>}
            </span>
          </li>
        ))}
      </ol>
      <Meter live share={shareOf(novel.import, novel.total_chapters > 0)} label={t('import.stages', { title: novel.title })} />
    </>
  );
}
