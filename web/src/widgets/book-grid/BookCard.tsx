import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { canOpen, isBeingRead, useImportAction } from '@/entities/book/books';
import { useStories } from '@/entities/story/stories';
import type { Novel } from '@/shared/api/shapes';
import { useSaid } from '@/shared/i18n/said';
import { Icon } from '@/shared/ui/Icon';
import { Menu } from '@/shared/ui/Menu';
import { Meter } from '@/shared/ui/Parts';
import { Cover } from './Cover';
import { ImportStages } from './ImportStages';

interface Props {
  novel: Novel;
  onDelete: (novel: Novel) => void;
}

function BookMenu({ novel, onDelete }: Props): ReactElement {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const begun = (useStories().data ?? []).some((story) => story.id === novel.story_id && story.status === 'begun');
  return (
    <Menu
      label={t('shelf.more', { title: novel.title })}
      className="icon small bm"
      items={[
        { key: 'open', icon: 'book', label: t('shelf.open'), onChoose: () => void navigate(`/reader/${novel.id}/continue`) },
        { key: 'people', icon: 'people', label: t('shelf.people'), onChoose: () => void navigate(`/characters/${novel.id}`) },
        ...(novel.story_id === null || novel.total_chapters === 0
          ? []
          : [{ key: 'story', icon: 'pen' as const, label: t(begun ? 'story.goOnIn' : 'story.beginIn'), onChoose: () => void navigate(`/story/${novel.story_id}`) }]),
        { key: 'delete', icon: 'trash', label: t(novel.uploaded ? 'shelf.delete' : 'shelf.remove'), apart: true, onChoose: () => onDelete(novel) },
      ]}
    >
      <Icon name="more" />
    </Menu>
  );
}

function Share({ novel }: { novel: Novel }): ReactElement {
  const { t } = useTranslation();
  const percent = Math.round(novel.progress?.percent ?? 0);
  if (novel.progress === null || novel.progress.last_read_at === null) {
    return <p className="xs muted bp">{t('shelf.chaptersCount', { count: novel.total_chapters })}<span className="dotsep" />{t('shelf.notBegun')}</p>;
  }
  return (
    <div className="bp">
      <Meter share={percent / 100} label={t('shelf.readShare')} />
      <span className="xs muted num">{percent >= 100 ? t('shelf.finished') : t('shelf.percent', { percent })}</span>
    </div>
  );
}

function Notes({ notes }: { notes: string[] }): ReactElement | null {
  const { t } = useTranslation();
  const said = useSaid();
  if (notes.length === 0) return null;
  return (
    <details className="notes xs">
      <summary>{t('import.notes')}</summary>
      <ul>
        {notes.map((note, at) => {
          const told = said(note);
          return <li key={at} lang={told === note ? 'en' : undefined}>{told}</li>;
        })}
      </ul>
    </details>
  );
}

function Importing({ novel, onDelete }: Props): ReactElement {
  const { t } = useTranslation();
  const said = useSaid();
  const act = useImportAction();
  const failed = novel.status === 'error';
  const ready = canOpen(novel);
  const cover = <Cover id={novel.id} title={novel.title} coverUrl={novel.cover_url} />;
  return (
    <li className="book importing">
      {ready ? <Link className="cv" to={`/reader/${novel.id}/continue`} tabIndex={-1} aria-hidden="true">{cover}</Link> : <div className="cv">{cover}</div>}
      <div className="bi">
        <h3 lang={novel.language}>{ready ? <Link to={`/reader/${novel.id}/continue`}>{novel.title}</Link> : novel.title}</h3>
        <p className="sm sub" lang={novel.language}>{novel.author ?? t('shelf.unknownAuthor')}</p>
        {failed ? (
          <div className="stages" role="alert">
            <p className="warntone row tight"><Icon name="warn" small />{t('import.stopped')}</p>
            <p className="sm">{said(novel.parse_error ?? '')}</p>
            <p className="sm muted">{novel.import?.retryable === true ? t('import.kept') : t('import.reupload')}</p>
          </div>
        ) : (
          <ImportStages novel={novel} />
        )}
        <div className="row tight wrap foot">
          {ready && !failed && <span className="xs muted grow">{t('import.readNow')}</span>}
          {failed && novel.import?.retryable === true && (
            <button type="button" className="btn outline small" onClick={() => act.mutate({ id: novel.id, act: 'retry' })}>
              <Icon name="again" small />{t('import.retry')}
            </button>
          )}
          {failed && (
            <button type="button" className="btn small" onClick={() => onDelete(novel)}>{t(novel.uploaded ? 'shelf.delete' : 'shelf.remove')}</button>
          )}
          {!failed && novel.import?.cancellable === true && (
            <button type="button" className="btn small" aria-disabled={act.isPending} onClick={() => act.mutate({ id: novel.id, act: 'cancel' })}>
              {act.isPending ? t('import.cancelled') : t('app.cancel')}
            </button>
          )}
        </div>
      </div>
    </li>
  );
}

export function BookCard({ novel, onDelete }: Props): ReactElement {
  const { t } = useTranslation();
  if (isBeingRead(novel) || novel.status === 'error') return <Importing novel={novel} onDelete={onDelete} />;
  return (
    <li className="book">
      <Link className="cv" to={`/reader/${novel.id}/continue`} tabIndex={-1} aria-hidden="true">
        <Cover id={novel.id} title={novel.title} coverUrl={novel.cover_url} />
      </Link>
      <div className="bi">
        <div className="row tight bhead">
          <h3 className="grow" lang={novel.language}>
            <Link to={`/reader/${novel.id}/continue`}>{novel.title}</Link>
          </h3>
          <BookMenu novel={novel} onDelete={onDelete} />
        </div>
        <p className="sm sub" lang={novel.language}>{novel.author ?? t('shelf.unknownAuthor')}</p>
        <Share novel={novel} />
        <Notes notes={novel.notes} />
      </div>
    </li>
  );
}
