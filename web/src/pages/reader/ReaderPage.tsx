/** /reader/:novelId/:chapterNum, where the number may be `continue`: the place that was saved. */
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useLocation, useParams } from 'react-router';
import { useBook, useGrowth } from '@/entities/book/books';
import { useChapters, useProgress } from '@/entities/chapter/chapters';
import { isApiError } from '@/shared/api/errors';
import type { ChapterEntry, Novel } from '@/shared/api/shapes';
import { useSaid } from '@/shared/i18n/said';
import { LoadFault, Notice, SkeletonLines, Waiting } from '@/shared/ui/Parts';
import { BookBar, BookTabs } from '@/widgets/app-bar/BookBar';
import { Reader } from './Reader';

function Frame({ novel, novelId, children }: { novel: Novel | undefined; novelId: string; children: ReactElement }): ReactElement {
  return (
    <div className="app has-tabs">
      <BookBar here="read" novelId={novelId} title={novel?.title ?? ''} titleLang={novel?.language} place={novel?.author ?? ''} placeLang={novel?.language} />
      <main id="main" className="page" tabIndex={-1}>
        <div className="prose column">{children}</div>
      </main>
      <BookTabs novelId={novelId} here="read" />
    </div>
  );
}

/** The chapter to open: the saved one where it exists, else the first that has a number, else the first. */
function whereToContinue(chapters: ChapterEntry[], saved: number): number | null {
  const found = chapters.find((chapter) => chapter.number === saved) ?? chapters.find((chapter) => chapter.number > 0) ?? chapters[0];
  return found?.number ?? null;
}

export function ReaderPage(): ReactElement {
  const { t } = useTranslation();
  const said = useSaid();
  const { novelId = '', chapterNum = '' } = useParams();
  const { search } = useLocation();
  const book = useBook(novelId);
  const growing = useGrowth(book.data);
  const chapters = useChapters(novelId, growing);
  const progress = useProgress(novelId);

  const fault = book.error ?? chapters.error ?? progress.error;
  if (book.data === undefined || chapters.data === undefined || progress.data === undefined) {
    if (fault !== null) {
      const gone = isApiError(fault, 'not_found');
      return (
        <Frame novel={book.data} novelId={novelId}>
          {gone ? (
            <Notice title={t('state.notFound')} text={t('state.notFoundHint')}>
              <Link className="btn outline small" to="/shelf">{t('state.toShelf')}</Link>
            </Notice>
          ) : (
            <LoadFault
              error={fault}
              onRetry={() => {
                void book.refetch();
                void chapters.refetch();
                void progress.refetch();
              }}
            />
          )}
        </Frame>
      );
    }
    return <Frame novel={book.data} novelId={novelId}><Waiting><SkeletonLines /></Waiting></Frame>;
  }

  if (chapters.data.length === 0) {
    return (
      <Frame novel={book.data} novelId={novelId}>
        {growing ? (
          <div className="empty" role="status">
            <span className="spin" aria-hidden="true" />
            <h1 className="display">{t('reader.opening')}</h1>
            <p className="sub">{t('reader.openingHint')}</p>
          </div>
        ) : (
          <Notice title={t('reader.noText')} {...(book.data.parse_error === null ? {} : { text: said(book.data.parse_error) })}>
            <Link className="btn outline small" to="/shelf">{t('state.toShelf')}</Link>
          </Notice>
        )}
      </Frame>
    );
  }

  if (chapterNum === 'continue') {
    const to = whereToContinue(chapters.data, progress.data.current_chapter);
    return <Navigate to={`/reader/${novelId}/${to ?? 1}${search}`} replace />;
  }
  const number = /^\d{1,6}$/.test(chapterNum) ? Number(chapterNum) : -1;
  if (!chapters.data.some((chapter) => chapter.number === number)) {
    return (
      <Frame novel={book.data} novelId={novelId}>
        <Notice title={t('reader.chapterMissing')}>
          <Link className="btn outline small" to={`/reader/${novelId}/continue`}>{t('reader.toFirst')}</Link>
        </Notice>
      </Frame>
    );
  }
  return <Reader novel={book.data} chapters={chapters.data} progress={progress.data} number={number} growing={growing} />;
}
