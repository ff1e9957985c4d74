/** The line above the text: when, where, with whom; and short news, because a toast would lie on the text. */
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { usePresent } from '@/entities/story/branch';
import type { Where } from '@/entities/story/branch';
import { clockAt } from '@/entities/story/telling';
import { NewsLine } from '@/features/story-desk/NewsLine';
import type { News } from '@/features/story-desk/useDesk';
import type { Branch, StoryDefinition } from '@/shared/api/story-shapes';
import { listed } from '@/shared/text/listed';

interface Props {
  where: Where;
  branch: Branch;
  definition: StoryDefinition | null;
  language: string;
  news: News | null;
  onTravel: (way: 'undo' | 'redo') => void;
}

export function PlaceLine({ where, branch, definition, language, news, onTravel }: Props): ReactElement {
  const { t, i18n } = useTranslation();
  const present = usePresent(where);
  const clock = clockAt(present.data?.moment ?? 0, definition);
  const people = (present.data?.rows ?? []).filter((row) => row.kind === 'character' && row.id !== definition?.leadEntityId).map((row) => row.name);
  const names = listed(people.slice(0, 4), i18n.language);
  const turn = branch.head_position - 1;
  return (
    <div className={`placeline${news === null ? '' : ' told'}`}>
      <span className="facts">
        {clock !== null && <span className="num">{t('story.day', { day: clock.day, time: clock.time })}</span>}
        {present.data?.place != null && <><span className="dotsep" /><span lang={language}>{present.data.place.name}</span></>}
        {people.length > 0 && <span className="sub only-wide"><span className="dotsep" />{t('story.with', { names })}</span>}
      </span>
      <span className="grow" />
      <NewsLine news={news} branch={branch} onTravel={onTravel} />
      {news === null && <span className="muted num only-wide">{turn > 0 ? t('story.turn', { number: turn }) : t('story.opening')}</span>}
    </div>
  );
}
