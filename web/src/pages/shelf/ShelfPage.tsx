import { useMemo, useState } from 'react';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { isBeingRead, useShelf } from '@/entities/book/books';
import { useStories } from '@/entities/story/stories';
import { DeleteDialog } from '@/features/delete-book/DeleteDialog';
import { PasteDialog } from '@/features/import-book/PasteDialog';
import type { Novel } from '@/shared/api/shapes';
import { Icon } from '@/shared/ui/Icon';
import { Find, LoadFault, Waiting } from '@/shared/ui/Parts';
import { Segmented } from '@/shared/ui/Segmented';
import { useTitle } from '@/shared/ui/hooks';
import { AppBar, AppTabs } from '@/widgets/app-bar/AppBar';
import { BookCard } from '@/widgets/book-grid/BookCard';
import { Continue } from '@/widgets/book-grid/Continue';
import { Samples } from '@/widgets/book-grid/Samples';
import { NewStory, StoryGrid } from '@/widgets/story-grid/StoryGrid';
import { IncomingList } from '@/widgets/import-desk/Incoming';
import { ImportMenu, useFileChooser, useOpenSample } from '@/widgets/import-desk/ImportMenu';

type Order = 'opened' | 'added' | 'title';

const opened = (novel: Novel): string => novel.progress?.last_read_at ?? novel.created_at;

function inOrder(novels: Novel[], order: Order, language: string): Novel[] {
  const rows = [...novels];
  if (order === 'title') {
    const collator = new Intl.Collator(language, { numeric: true });
    rows.sort((a, b) => collator.compare(a.title, b.title));
  } else {
    const at = order === 'added' ? (novel: Novel) => novel.created_at : opened;
    rows.sort((a, b) => (at(a) < at(b) ? 1 : at(a) > at(b) ? -1 : 0));
  }
  // A book that is still being read in stands first, so that its progress is seen.
  return [...rows.filter((novel) => isBeingRead(novel)), ...rows.filter((novel) => !isBeingRead(novel))];
}

function Empty({ onPaste }: { onPaste: () => void }): ReactElement {
  const { t } = useTranslation();
  const { choose, field } = useFileChooser();
  return (
    <div className="empty">
      <svg width="120" height="96" viewBox="0 0 120 96" fill="none" aria-hidden="true">
        <path d="M6 88h108" stroke="var(--line-strong)" strokeWidth="1.5" />
        <g stroke="var(--line-strong)" strokeWidth="1.2" strokeDasharray="3 4">
          <path d="M24 88V32h17v56M46 88V24h20v64M73 38l15-4 14 52-15 2z" />
        </g>
        <circle cx="56" cy="14" r="2.6" fill="var(--accent)" />
      </svg>
      <h1 className="display">{t('shelf.emptyTitle')}</h1>
      <p className="sub">{t('shelf.emptyText')}</p>
      <div className="row wrap emptyacts">
        {field}
        <button type="button" className="btn primary" onClick={choose}>
          <Icon name="upload" />
          {t('import.choose')}
        </button>
        <button type="button" className="btn quiet" onClick={onPaste}>
          <Icon name="paste" />
          {t('import.paste')}
        </button>
        <NewStory />
      </div>
    </div>
  );
}

function GridSkeleton(): ReactElement {
  return (
    <ul className="books" aria-hidden="true">
      {[0, 1, 2, 3, 4].map((at) => (
        <li key={at} className="book">
          <span className="skel cv ghost" />
        </li>
      ))}
    </ul>
  );
}

function Books({ novels, onDelete }: { novels: Novel[]; onDelete: (novel: Novel) => void }): ReactElement {
  const { t, i18n } = useTranslation();
  const [query, setQuery] = useState('');
  const [order, setOrder] = useState<Order>('opened');
  const last = useMemo(() => {
    const ready = novels.filter((novel) => novel.total_chapters > 0 && !isBeingRead(novel) && novel.status === 'ready');
    const begun = ready.filter((novel) => novel.progress?.last_read_at != null);
    return inOrder(begun.length > 0 ? begun : ready, 'opened', i18n.language)[0];
  }, [novels, i18n.language]);
  const wanted = query.trim().toLocaleLowerCase();
  const matches = novels.filter((novel) => `${novel.title} ${novel.author ?? ''}`.toLocaleLowerCase().includes(wanted));
  const shown = inOrder(matches, order, i18n.language);
  const options = [
    { value: 'opened', label: t('shelf.byOpened') },
    { value: 'added', label: t('shelf.byAdded') },
    { value: 'title', label: t('shelf.byTitle') },
  ] as const;
  return (
    <>
      <div className="shead">
        <h1 className="display">{t('shelf.title')}</h1>
        <div className="row shtools">
          <Find label={t('shelf.find')} hint={t('shelf.findHint')} value={query} onChange={setQuery} />
          <NewStory />
          <ImportMenu />
        </div>
      </div>
      <IncomingList />
      {last !== undefined && wanted === '' && <Continue novel={last} />}
      <section aria-labelledby="all-title">
        <div className="sechead">
          <h2 id="all-title">
            {t('shelf.all')} <span className="muted num">{novels.length}</span>
          </h2>
          <Segmented<Order> label={t('shelf.sort')} value={order} options={options} onChange={setOrder} />
        </div>
        {shown.length === 0 ? (
          <p className="sub" role="status">{t('shelf.noneFound', { query })}</p>
        ) : (
          <ul className="books">
            {shown.map((novel) => <BookCard key={novel.id} novel={novel} onDelete={onDelete} />)}
          </ul>
        )}
      </section>
    </>
  );
}

export function ShelfPage(): ReactElement {
  const { t } = useTranslation();
  useTitle(t('shelf.title'));
  const shelf = useShelf();
  const sample = useOpenSample();
  const [deleting, setDeleting] = useState<Novel | null>(null);
  const [pasting, setPasting] = useState(false);
  const novels = shelf.data;
  const told = (useStories().data ?? []).some((story) => story.status === 'begun');
  return (
    <div className="app has-tabs">
      <AppBar />
      <main id="main" className="scroll" tabIndex={-1}>
        <div className="inner">
          {novels === undefined && shelf.isError && <LoadFault error={shelf.error} onRetry={() => void shelf.refetch()} />}
          {novels === undefined && !shelf.isError && (
            <Waiting>
              <h1 className="display">{t('shelf.title')}</h1>
              <GridSkeleton />
            </Waiting>
          )}
          {novels?.length === 0 && told && (
            <>
              <div className="shead">
                <h1 className="display">{t('shelf.title')}</h1>
                <div className="row shtools">
                  <NewStory />
                  <ImportMenu />
                </div>
              </div>
              <IncomingList />
            </>
          )}
          {novels?.length === 0 && !told && (
            <>
              <IncomingList />
              <Empty onPaste={() => setPasting(true)} />
            </>
          )}
          {novels !== undefined && novels.length > 0 && <Books novels={novels} onDelete={setDeleting} />}
          {novels !== undefined && <StoryGrid />}
          {novels !== undefined && <Samples onOpen={sample.open} pending={sample.pending} />}
        </div>
      </main>
      <AppTabs />
      {deleting !== null && <DeleteDialog novel={deleting} onClose={() => setDeleting(null)} />}
      {pasting && <PasteDialog onClose={() => setPasting(false)} />}
    </div>
  );
}
