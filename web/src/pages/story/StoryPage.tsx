/** /story/:storyId: the current branch of a story, or the way to begin it where it has not begun. */
import { useState } from 'react';
import type { FormEvent, ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { useBook } from '@/entities/book/books';
import { useBeginStory, useBranches, useStory } from '@/entities/story/stories';
import { isApiError } from '@/shared/api/errors';
import type { Story } from '@/shared/api/story-shapes';
import { useSaid } from '@/shared/i18n/said';
import { chapterInline } from '@/shared/lib/chapter-name';
import { Icon } from '@/shared/ui/Icon';
import { LoadFault, Notice, SkeletonLines, Waiting } from '@/shared/ui/Parts';
import { useTitle } from '@/shared/ui/hooks';
import { BookBar, BookTabs } from '@/widgets/app-bar/BookBar';
import { Telling } from './Telling';

function Frame({ story, storyId, children }: { story: Story | undefined; storyId: string; children: ReactElement }): ReactElement {
  const novelId = story?.book_id ?? null;
  return (
    <div className="app has-tabs">
      <BookBar here="story" novelId={novelId} storyId={storyId} title={story?.book_title ?? story?.title ?? ''} titleLang={story?.language ?? undefined} place="" />
      <main id="main" className="page" tabIndex={-1}>
        {children}
      </main>
      <BookTabs novelId={novelId} storyId={storyId} here="story" />
    </div>
  );
}

function Begin({ story }: { story: Story }): ReactElement {
  const { t } = useTranslation();
  const said = useSaid();
  const begin = useBeginStory();
  const book = useBook(story.book_id ?? '');
  const [lead, setLead] = useState('');
  const go = (event: FormEvent): void => {
    event.preventDefault();
    if (begin.isPending || story.book_id === null) return;
    begin.mutate({ book_id: story.book_id, ...(lead.trim() === '' ? {} : { lead: lead.trim() }) });
  };
  return (
    <form className="empty begin" onSubmit={go}>
      <h1 className="display">{t('story.beginTitle')}</h1>
      <p className="sub">{t('story.beginText')}</p>
      {book.data?.progress != null && <p className="sm muted">{t('story.beginUpTo', { chapter: chapterInline(t, book.data.progress.current_chapter) })}</p>}
      <div className="field">
        <label htmlFor="begin-lead">{t('story.ownLead')}</label>
        <input id="begin-lead" className="input" maxLength={300} value={lead} aria-describedby="begin-lead-hint" onChange={(event) => setLead(event.target.value)} />
        <p className="hint" id="begin-lead-hint">{t('story.ownLeadHint')}</p>
      </div>
      <button type="submit" className="btn primary" aria-disabled={begin.isPending}>
        <Icon name="pen" />
        {t(begin.isPending ? 'story.beginning' : 'story.begin')}
      </button>
      {begin.isError && <p className="formerr" role="alert">{t('story.notDone', { reason: said(begin.error.message) })}</p>}
    </form>
  );
}

export function StoryPage(): ReactElement {
  const { t } = useTranslation();
  const { storyId = '' } = useParams();
  const whole = useStory(storyId);
  const begun = whole.data?.story.status === 'begun';
  const branches = useBranches(storyId, begun);
  const story = whole.data?.story;
  useTitle(story?.title, t('story.places'));

  const fault = whole.error ?? branches.error;
  const branch = branches.data?.find((each) => each.is_current);
  if (whole.data !== undefined && story?.status === 'not_begun') return <Frame story={story} storyId={storyId}><Begin story={story} /></Frame>;
  if (whole.data === undefined || branch === undefined) {
    if (fault === null) return <Frame story={story} storyId={storyId}><div className="prose column"><Waiting><SkeletonLines /></Waiting></div></Frame>;
    return (
      <Frame story={story} storyId={storyId}>
        {isApiError(fault, 'not_found') ? (
          <Notice title={t('story.missing')} text={t('state.notFoundHint')}>
            <Link className="btn outline small" to="/shelf">{t('state.toShelf')}</Link>
          </Notice>
        ) : (
          <LoadFault error={fault} onRetry={() => { void whole.refetch(); void branches.refetch(); }} />
        )}
      </Frame>
    );
  }
  return <Telling key={storyId} whole={whole.data} branch={branch} />;
}
