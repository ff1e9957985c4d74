import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { chapterInline } from '@/shared/lib/chapter-name';

interface Props {
  novelId: string;
  number: number;
  reached: number;
  talk: string | null;
}

/** Shown while a cited passage is being looked at: the way back, and the way to stay. */
export function Visiting({ novelId, number, reached, talk }: Props): ReactElement {
  const { t } = useTranslation();
  const search = talk === null ? '' : `?talk=${encodeURIComponent(talk)}`;
  return (
    <div className="visiting" role="status">
      <span className="grow">{t('reader.visiting')}</span>
      <Link className="btn quiet small" to={`/reader/${novelId}/${reached}${search}`}>{t('reader.returnTo', { chapter: chapterInline(t, reached) })}</Link>
      {number > 0 && number !== reached && <Link className="btn small" to={`/reader/${novelId}/${number}${search}`}>{t('reader.stay')}</Link>}
    </div>
  );
}
