/** Short news of a story, with the other way beside it: what was undone can be redone, what was done undone. */
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { Branch } from '@/shared/api/story-shapes';
import type { News } from './useDesk';

interface Props {
  news: News | null;
  branch: Branch;
  onTravel: (way: 'undo' | 'redo') => void;
}

export function NewsLine({ news, branch, onTravel }: Props): ReactElement {
  const { t } = useTranslation();
  const way = news?.then;
  const offered = way !== undefined && (way === 'redo' ? branch.can_redo : branch.can_undo);
  return (
    <>
      <span role="status" className={news?.bad === true ? 'news warntone' : 'news'}>{news?.text}</span>
      {offered && <button type="button" className="btn small" onClick={() => onTravel(way)}>{t(way === 'redo' ? 'story.redoNow' : 'story.undoNow')}</button>}
    </>
  );
}
