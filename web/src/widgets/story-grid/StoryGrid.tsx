/** Stories a person has begun, as they stand on the shelf, and the way to a new one. */
import { useState } from 'react';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { saveStory, useStories } from '@/entities/story/stories';
import { NewStoryDialog } from '@/features/begin-story/NewStoryDialog';
import { DeleteStoryDialog } from '@/features/delete-story/DeleteStoryDialog';
import { RenameStoryDialog } from '@/features/rename-story/RenameStoryDialog';
import { languageOf } from '@/entities/story/telling';
import type { Story } from '@/shared/api/story-shapes';
import { said } from '@/shared/i18n/said';
import { currentLanguage } from '@/shared/i18n/setup';
import { Icon } from '@/shared/ui/Icon';
import { Menu } from '@/shared/ui/Menu';
import { Plate } from '@/shared/ui/Plate';
import { toast } from '@/shared/ui/toasts';

interface CardProps {
  story: Story;
  onRename: (story: Story) => void;
  onDelete: (story: Story) => void;
}

function Card({ story, onRename, onDelete }: CardProps): ReactElement {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const language = story.language ?? languageOf(story.title);
  const save = (): void => {
    saveStory(story).then(
      () => toast(t('story.saved', { title: story.title })),
      (fault: unknown) => toast(t('story.notDone', { reason: fault instanceof Error ? said(fault.message, currentLanguage()) : '' })),
    );
  };
  return (
    <li className="book">
      <Link className="cv" to={`/story/${story.id}`} tabIndex={-1} aria-hidden="true"><Plate id={story.id} title={story.title} /></Link>
      <div className="bi">
        <div className="row tight bhead">
          <h3 className="grow" lang={language}><Link to={`/story/${story.id}`}>{story.title}</Link></h3>
          <Menu
            label={t('story.moreAbout', { title: story.title })}
            className="icon small bm"
            items={[
              { key: 'open', icon: 'pen', label: t('story.open'), onChoose: () => void navigate(`/story/${story.id}`) },
              { key: 'branches', icon: 'branch', label: t('story.branches'), onChoose: () => void navigate(`/story/${story.id}/branches`) },
              { key: 'rename', icon: 'type', label: t('story.rename'), onChoose: () => onRename(story) },
              { key: 'save', icon: 'save', label: t('story.save'), onChoose: save },
              { key: 'delete', icon: 'trash', label: t('story.delete'), apart: true, onChoose: () => onDelete(story) },
            ]}
          >
            <Icon name="more" />
          </Menu>
        </div>
        {story.book_title !== null && story.book_title !== story.title && <p className="sm sub" lang={language}>{story.book_title}</p>}
        <p className="xs muted bp">
          {t('story.cardEntries', { count: story.entries })}
          {story.branches > 1 && <><span className="dotsep" />{t('story.cardBranches', { count: story.branches })}</>}
        </p>
      </div>
    </li>
  );
}

/** The button that begins a story without a book. */
export function NewStory(): ReactElement {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <button type="button" className="btn quiet" onClick={() => setAsking(true)}><Icon name="pen" />{t('story.new')}</button>
      {asking && <NewStoryDialog onClose={() => setAsking(false)} />}
    </>
  );
}

export function StoryGrid(): ReactElement | null {
  const { t } = useTranslation();
  const stories = useStories();
  const [deleting, setDeleting] = useState<Story | null>(null);
  const [naming, setNaming] = useState<Story | null>(null);
  const begun = (stories.data ?? []).filter((story) => story.status === 'begun');
  if (begun.length === 0) return null;
  return (
    <section aria-labelledby="stories-title">
      <div className="sechead">
        <h2 id="stories-title">{t('story.yours')} <span className="muted num">{begun.length}</span></h2>
      </div>
      <ul className="books">{begun.map((story) => <Card key={story.id} story={story} onRename={setNaming} onDelete={setDeleting} />)}</ul>
      {naming !== null && <RenameStoryDialog story={naming} onClose={() => setNaming(null)} />}
      {deleting !== null && <DeleteStoryDialog story={deleting} onClose={() => setDeleting(null)} />}
    </section>
  );
}
