import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAddFromCatalog, useCatalog } from '@/entities/book/books';
import { Icon } from '@/shared/ui/Icon';
import { LoadFault, Waiting } from '@/shared/ui/Parts';
import { useTitle } from '@/shared/ui/hooks';
import { toast } from '@/shared/ui/toasts';
import { AppBar, AppTabs } from '@/widgets/app-bar/AppBar';
import { Cover } from '@/widgets/book-grid/Cover';

/** Every book anybody here has read in. One on the shelf already says so and cannot be added twice. */
export function LibraryPage(): ReactElement {
  const { t } = useTranslation();
  useTitle(t('app.sharedLibrary'));
  const catalog = useCatalog();
  const add = useAddFromCatalog();
  return (
    <div className="app has-tabs">
      <AppBar />
      <main id="main" className="scroll" tabIndex={-1}>
        <div className="inner">
          <div className="shead">
            <div>
              <h1 className="display">{t('app.sharedLibrary')}</h1>
              <p className="sub">{t('shelf.libraryText')}</p>
            </div>
          </div>
          {catalog.data === undefined && catalog.isError && <LoadFault error={catalog.error} onRetry={() => void catalog.refetch()} />}
          {catalog.isPending && <Waiting><span className="skel block" /></Waiting>}
          {catalog.data?.length === 0 && (
            <div className="empty">
              <h2 className="display">{t('shelf.libraryEmpty')}</h2>
              <p className="sub">{t('shelf.libraryEmptyText')}</p>
            </div>
          )}
          <ul className="catalog">
            {catalog.data?.map((entry) => (
              <li key={entry.id} className="sample">
                <div className="cv"><Cover id={entry.id} title={entry.title} coverUrl={entry.cover_url} bare /></div>
                <div className="grow">
                  <h2 lang={entry.language}>{entry.on_shelf ? <Link to={`/reader/${entry.id}/continue`}>{entry.title}</Link> : entry.title}</h2>
                  <p className="sm sub" lang={entry.language}>
                    {entry.author ?? t('shelf.unknownAuthor')}
                    <span className="dotsep" />
                    {t('shelf.chaptersCount', { count: entry.total_chapters })}
                    {entry.genre !== null && <><span className="dotsep" />{entry.genre}</>}
                  </p>
                  {entry.description !== null && <p className="sm muted clamp" lang={entry.language}>{entry.description}</p>}
                </div>
                {entry.on_shelf ? (
                  <span className="tag good"><Icon name="check" small />{t('shelf.onShelf')}</span>
                ) : (
                  <button
                    type="button"
                    className="btn outline"
                    aria-disabled={add.isPending}
                    aria-label={`${t('shelf.addToShelf')}: ${entry.title}`}
                    onClick={() => {
                      if (add.isPending) return;
                      add.mutate(entry.id, {
                        onSuccess: () => toast(t('shelf.addedToShelf', { title: entry.title })),
                        onError: (fault) => toast(fault.message),
                      });
                    }}
                  >
                    <Icon name="plus" />
                    {t('shelf.addToShelf')}
                  </button>
                )}
              </li>
            ))}
          </ul>
        </div>
      </main>
      <AppTabs />
    </div>
  );
}
