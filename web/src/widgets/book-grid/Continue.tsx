import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Novel } from '@/shared/api/shapes';
import { chapterLine } from '@/shared/lib/chapter-name';
import { Icon } from '@/shared/ui/Icon';
import { Avatar } from '@/shared/ui/Parts';
import { Cover } from './Cover';

/** The day something was read, in words where it is near. */
function useDay(): (instant: string | null) => string {
  const { t, i18n } = useTranslation();
  return (instant) => {
    if (instant === null) return '';
    const then = new Date(instant);
    const midnight = new Date();
    midnight.setHours(0, 0, 0, 0);
    const days = Math.ceil((midnight.getTime() - then.getTime()) / 86_400_000);
    if (days <= 0) return t('shelf.today');
    if (days === 1) return t('shelf.yesterday');
    return new Intl.DateTimeFormat(i18n.language, { day: 'numeric', month: 'long' }).format(then);
  };
}

/** The book last read: its last sentence, and one way on. */
export function Continue({ novel }: { novel: Novel }): ReactElement {
  const { t, i18n } = useTranslation();
  const day = useDay();
  const progress = novel.progress;
  const faces = novel.people.slice(0, 5);
  const names = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(faces.map((face) => face.name));
  const begun = progress?.last_read_at != null;
  const line = begun ? progress.last_line : novel.description;
  return (
    <section className="cont" aria-labelledby="continue-title">
      <Link className="cv" to={`/reader/${novel.id}/continue`} tabIndex={-1} aria-hidden="true">
        <Cover id={novel.id} title={novel.title} coverUrl={novel.cover_url} />
      </Link>
      <div className="grow">
        <p className="label">{t('shelf.continue')}</p>
        <h2 className="display" id="continue-title" lang={novel.language}>{novel.title}</h2>
        {line !== null && line !== undefined && line !== '' && <p className="lastline" lang={novel.language}>{line}</p>}
        <p className="sm sub">
          {progress !== null && <span lang={novel.language}>{chapterLine(t, progress.current_chapter, progress.chapter_title)}</span>}
          {progress !== null && <><span className="dotsep" />{t('shelf.percent', { percent: Math.round(progress.percent) })}</>}
          {begun && <><span className="dotsep" />{day(progress.last_read_at)}</>}
        </p>
        <div className="row wrap acts">
          <Link className="btn primary" to={`/reader/${novel.id}/continue`}>
            <Icon name="book" />
            {begun ? t('shelf.readOn') : t('shelf.begin')}
          </Link>
          {faces.length > 0 && (
            <Link className="avs" to={`/characters/${novel.id}`}>
              <span className="vh">{t('shelf.metPeople', { names })}</span>
              {faces.map((face) => <Avatar key={face.id} initial={face.initial} hue={face.hue} size="s32" />)}
            </Link>
          )}
        </div>
      </div>
    </section>
  );
}
