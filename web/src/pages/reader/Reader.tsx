/** The reader with a book in hand: contents, page, conversation, and the tools in the bar. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { PlaceWriter, fetchAhead, useChapter } from '@/entities/chapter/chapters';
import { columnPx, setLook, useLook } from '@/entities/look/look';
import type { Spot } from '@/features/reading-place/anchor';
import type { ChapterEntry, Novel, Position, Progress } from '@/shared/api/shapes';
import { chapterLine, chapterNumber } from '@/shared/lib/chapter-name';
import { bookShare } from '@/shared/text/pace';
import { Icon } from '@/shared/ui/Icon';
import { LoadFault, SkeletonLines, Waiting } from '@/shared/ui/Parts';
import { useTitle, useWindowWidth } from '@/shared/ui/hooks';
import { BookBar, BookTabs } from '@/widgets/app-bar/BookBar';
import { ChatPanel } from '@/widgets/chat-panel/ChatPanel';
import { ChapterLine, ChapterRail, ChapterSheet } from '@/widgets/reading/ChapterRail';
import { LookPanel } from '@/widgets/reading/LookPanel';
import { ReadingColumn } from '@/widgets/reading/ReadingColumn';
import { Visiting } from '@/widgets/reading/Visiting';
import { roomFor } from './room';
import { useReaderKeys } from './useReaderKeys';

interface Props {
  novel: Novel;
  chapters: ChapterEntry[];
  progress: Progress;
  number: number;
  growing: boolean;
}

const AHEAD_AT = 0.8;

function readPassage(value: string | null): { start: number; end: number } | null {
  const match = /^(\d{1,9})-(\d{1,9})$/.exec(value ?? '');
  return match === null ? null : { start: Number(match[1]), end: Number(match[2]) };
}

/** Writes the reader's place. Looking at a cited passage, or at the front matter, is not reading on. */
function usePlaceWriter(novelId: string): { writer: PlaceWriter; failed: boolean } {
  const queries = useQueryClient();
  const [failed, setFailed] = useState(false);
  const writer = useMemo(() => new PlaceWriter(novelId, queries, setFailed), [novelId, queries]);
  return { writer, failed };
}

export function Reader({ novel, chapters, progress, number, growing }: Props): ReactElement {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const look = useLook();
  const [params, setParams] = useSearchParams();
  const scroller = useRef<HTMLElement>(null);
  const opener = useRef<HTMLElement | null>(null);
  const [lookOpen, setLookOpen] = useState(false);
  const [sheetOpen, setSheetOpen] = useState(false);
  const [spot, setSpot] = useState<Spot>({ page: 1, pages: 1, within: 0 });
  const chapter = useChapter(novel.id, number, true);
  const { writer, failed } = usePlaceWriter(novel.id);

  const talk = params.get('talk');
  const passageText = params.get('passage');
  const passage = useMemo(() => readPassage(passageText), [passageText]);
  const visiting = passage !== null;
  const room = roomFor(useWindowWidth(), columnPx(look, novel.language));
  const railFits = talk === null ? room.rail : room.both;
  const railShown = look.rail && railFits;

  const entry = chapters.find((item) => item.number === number);
  const reached = progress.current_chapter;
  const percentAt = useCallback((within: number) => Math.round(bookShare(chapters, number, within) * 100), [chapters, number]);
  useTitle(chapterLine(t, number, entry?.title ?? null), novel.title);

  // Where the page opens: the saved place when this is the saved chapter, else its beginning.
  const start = useMemo(
    () => (progress.current_chapter === number ? (progress.position ?? { paragraph: 0, offset: 0 }) : null),
    // Only the arrival in a chapter counts; places saved while reading it do not move the page.
    [number, novel.id],
  );

  const keeps = !visiting && number > 0;
  const onRest = useCallback((position: Position) => keeps && writer.write({ chapter: number, position }), [keeps, number, writer]);
  const onLeave = useCallback((position: Position) => keeps && writer.leave({ chapter: number, position }), [keeps, number, writer]);

  const at = chapters.findIndex((item) => item.number === number);
  const next = chapters[at + 1]?.number ?? null;
  const ahead = spot.within >= AHEAD_AT;
  useEffect(() => {
    if (ahead && next !== null) fetchAhead(queries, novel.id, next);
  }, [ahead, next, novel.id, queries]);

  const setTalk = useCallback(
    (value: string | null) => {
      setParams(
        (before) => {
          const after = new URLSearchParams(before);
          if (value === null) after.delete('talk');
          else after.set('talk', value);
          return after;
        },
        { replace: true },
      );
    },
    [setParams],
  );
  const openTalk = (): void => {
    opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    setTalk('who');
  };
  const closeTalk = (): void => {
    setTalk(null);
    const back = opener.current;
    requestAnimationFrame(() => {
      if (back !== null && back.isConnected && back !== document.body) back.focus({ preventScroll: true });
      else scroller.current?.focus({ preventScroll: true });
    });
  };
  const closeLook = useCallback(() => setLookOpen(false), []);
  const toggleRail = (): void => {
    if (railFits) setLook({ rail: !look.rail });
    else setSheetOpen(true);
  };
  const goTo = (to: number | null | undefined): void => {
    if (to !== null && to !== undefined) void navigate(`/reader/${novel.id}/${to}${talk === null ? '' : `?talk=${encodeURIComponent(talk)}`}`);
  };

  useReaderKeys({
    scroller,
    letters: look.letters,
    previous: () => goTo(chapters[at - 1]?.number),
    next: () => goTo(next),
    chapters: toggleRail,
    look: () => setLookOpen((open) => !open),
    talk: () => (talk === null ? openTalk() : closeTalk()),
    close: () => {
      if (lookOpen) setLookOpen(false);
      else if (talk !== null) closeTalk();
      else return false;
      return true;
    },
  });

  const rail = { novelId: novel.id, language: novel.language, chapters, current: number, reached: Math.max(reached, visiting ? 0 : number), within: spot.within, percent: percentAt(spot.within) };
  const tools = (
    <>
      <button type="button" className="icon" aria-pressed={railShown} aria-label={t('reader.showChapters')} title={`${t('reader.showChapters')} ( [ )`} onClick={toggleRail}>
        <Icon name="rail" />
      </button>
      <button type="button" className="icon" data-look aria-expanded={lookOpen} aria-label={t('reader.textAndTheme')} title={`${t('reader.textAndTheme')} (A)`} onClick={() => setLookOpen(!lookOpen)}>
        <Icon name="type" />
      </button>
      <button type="button" className="icon" aria-pressed={talk !== null} aria-label={t('reader.talk')} title={`${t('reader.talk')} (T)`} onClick={() => (talk === null ? openTalk() : closeTalk())}>
        <Icon name="talk" />
      </button>
    </>
  );

  return (
    <div className={`app has-tabs${talk === null ? '' : ' talking'}`}>
      <BookBar
        here="read"
        novelId={novel.id}
        title={novel.title}
        titleLang={novel.language}
        place={chapterLine(t, number, entry?.title ?? null)}
        tools={tools}
        line={<ChapterLine {...rail} />}
      />
      {visiting && <Visiting novelId={novel.id} number={number} reached={reached} talk={talk} />}
      <div className={`reader${railShown ? ' railed' : ''}${talk === null ? '' : room.side ? ' chatting' : ' docked'}`}>
        {railShown && <ChapterRail {...rail} />}
        {chapter.data !== undefined ? (
          <ReadingColumn
            key={chapter.data.id}
            chapter={chapter.data}
            scroller={scroller}
            start={start}
            passage={passage}
            growing={growing}
            percent={percentAt}
            saveFailed={failed}
            keysHint={look.letters}
            onRest={onRest}
            onLeave={onLeave}
            onSpot={setSpot}
          />
        ) : (
          <main id="main" className="page" tabIndex={-1}>
            <div className="prose">
              <header className="chaphead"><h1 className="display" lang={novel.language}>{entry?.title ?? chapterNumber(t, number)}</h1></header>
              {chapter.isError ? <LoadFault error={chapter.error} onRetry={() => void chapter.refetch()} /> : <Waiting><SkeletonLines /></Waiting>}
            </div>
          </main>
        )}
        {talk !== null && (
          <ChatPanel
            novelId={novel.id}
            characterId={talk === 'who' ? null : talk}
            chapter={reached}
            growing={growing}
            language={novel.language}
            onPick={(id) => setTalk(id ?? 'who')}
            onClose={closeTalk}
          />
        )}
        {lookOpen && <LookPanel language={novel.language} onClose={closeLook} />}
      </div>
      <BookTabs novelId={novel.id} here="read" />
      {sheetOpen && <ChapterSheet {...rail} onClose={() => setSheetOpen(false)} />}
    </div>
  );
}
