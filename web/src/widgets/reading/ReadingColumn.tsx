/** The page itself: heading, prose, end of the chapter, and the line below that says where one is. */
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ReactElement, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { columnPx, useLook, usualSize } from '@/entities/look/look';
import { BLOCK_ATTRIBUTE } from '@/features/reading-place/anchor';
import type { Spot } from '@/features/reading-place/anchor';
import { usePlace } from '@/features/reading-place/usePlace';
import type { Chapter, Lines, Position } from '@/shared/api/shapes';
import { keysList } from '@/shared/lib/keys-list';
import { chapterNumber, chapterTitle } from '@/shared/lib/chapter-name';
import { blockAt, blocksOf } from '@/shared/text/blocks';
import { headingLabel, proseStart } from '@/shared/text/headings';
import { unitOf } from '@/shared/text/points';
import { byBlock, saidOf } from '@/shared/text/spoken';
import { useNewest } from '@/shared/ui/hooks';
import { Icon } from '@/shared/ui/Icon';
import { Prose } from './Prose';
import type { Span } from './Prose';

interface Props {
  chapter: Chapter;
  scroller: RefObject<HTMLElement | null>;
  start: Position | null;
  /** A cited passage, in code points of the chapter. */
  passage: Span | null;
  growing: boolean;
  percent: (within: number) => number;
  saveFailed: boolean;
  keysHint: boolean;
  onRest: (position: Position) => void;
  onLeave: (position: Position) => void;
  onSpot: (spot: Spot) => void;
  /** Who speaks, where that is to be shown. */
  lines: Lines | null;
  only: string | null;
  onLine: (at: number) => void;
}

/** Room beside the column for a name. */
const MARGIN_PX = 124;

/** Whether names fit beside the column; where they do not, they stand in the text. */
function useRoomBeside(scroller: RefObject<HTMLElement | null>, column: number): boolean {
  const [roomy, setRoomy] = useState(false);
  useEffect(() => {
    const page = scroller.current;
    if (page === null) return;
    const measured = new ResizeObserver(() => setRoomy((page.clientWidth - column) / 2 >= MARGIN_PX));
    measured.observe(page);
    return () => measured.disconnect();
  }, [scroller, column]);
  return roomy;
}

function ChapterEnd({ chapter, growing }: { chapter: Chapter; growing: boolean }): ReactElement {
  const { t } = useTranslation();
  const here = chapterTitle(t, chapter.number, chapter.title);
  if (chapter.next === null) {
    return (
      <footer className="chapend">
        <p>{growing ? t('reader.moreComing') : t('reader.bookEnd')}</p>
        {!growing && <p className="sm muted">{t('reader.bookEndHint')}</p>}
      </footer>
    );
  }
  return (
    <footer className="chapend">
      {chapter.number > 0 && <p className="sm muted">{t('reader.chapterEnd', { chapter: here })}</p>}
      <Link className="btn quiet" to={`/reader/${chapter.novel_id}/${chapter.next}`} lang={chapter.next_title === null ? undefined : chapter.language}>
        <span className="cut">{chapter.next_title === null ? t('reader.next') : t('reader.nextChapter', { title: chapter.next_title })}</span>
        <Icon name="forward" />
      </Link>
    </footer>
  );
}

function startOf(chapter: Chapter): number {
  return proseStart(chapter.content, unitOf(chapter.content, chapter.body_start), chapter.title);
}

/** Lines of the book's own heading that are not its title: part, number. */
function useHeading(chapter: Chapter): { label: string; title: string } {
  const { t } = useTranslation();
  const heading = chapter.content.slice(0, startOf(chapter));
  const own = headingLabel(heading, chapter.title);
  const part = chapter.part !== null && !own.includes(chapter.part) ? chapter.part : '';
  return {
    label: [part, own].filter((piece) => piece !== '').join(' · '),
    title: chapterTitle(t, chapter.number, chapter.title),
  };
}

export function ReadingColumn(props: Props): ReactElement {
  const { chapter, scroller, passage, start } = props;
  const { t } = useTranslation();
  const look = useLook();
  const { label, title } = useHeading(chapter);
  const blocks = useMemo(
    () => blocksOf(chapter.content, startOf(chapter)),
    [chapter],
  );
  const span = useMemo(
    () => (passage === null ? null : { start: unitOf(chapter.content, passage.start), end: unitOf(chapter.content, passage.end) }),
    [chapter.content, passage],
  );
  const { lines, only } = props;
  const said = useMemo(
    () => (lines === null ? null : byBlock(blocks, saidOf(chapter.content, lines.lines, lines.people))),
    [blocks, chapter.content, lines],
  );
  const roomy = useRoomBeside(scroller, columnPx(look, chapter.language));
  const usual = usualSize(chapter.language);
  const size = look.size ?? usual;
  const spot = usePlace({
    scroller,
    blocks,
    source: chapter.content,
    chapterKey: chapter.id,
    layoutKey: `${size} ${look.column} ${said === null ? 'plain' : roomy ? 'beside' : 'inside'}`,
    start,
    placing: span === null,
    onRest: props.onRest,
    onLeave: props.onLeave,
  });
  const onSpot = useNewest(props.onSpot);
  useEffect(() => {
    onSpot(spot);
  }, [onSpot, spot]);

  const shownSpan = useRef<Span | null>(null);
  useEffect(() => {
    const page = scroller.current;
    if (span === null || page === null || shownSpan.current === span) return;
    shownSpan.current = span;
    const at = blockAt(blocks, span.start);
    const target = page.querySelector('mark') ?? page.querySelector(`[${BLOCK_ATTRIBUTE}="${at}"]`);
    if (target === null) return;
    const top = target.getBoundingClientRect().top - page.getBoundingClientRect().top + page.scrollTop;
    page.scrollTop = Math.max(0, top - page.clientHeight * 0.28);
  }, [blocks, scroller, span]);

  const style = { fontSize: `${size}px`, maxWidth: `${columnPx(look, chapter.language)}px` };
  const place = chapterNumber(t, chapter.number);
  const wide = usual === 20;
  return (
    <main
      id="main"
      className={`page${wide ? ' cjk' : ''}`}
      tabIndex={0}
      aria-label={t('reader.text', { chapter: title })}
      ref={scroller}
    >
      <article
        className={`prose${said === null ? '' : ` speaking${roomy ? ' roomy' : ''}`}`}
        lang={chapter.language}
        style={style}
        onClick={(event) => {
          const at = event.target instanceof Element ? event.target.closest('[data-line]')?.getAttribute('data-line') : null;
          if (at !== null && at !== undefined && window.getSelection()?.isCollapsed !== false) props.onLine(Number(at));
        }}
      >
        <header className="chaphead">
          {label !== '' && <p className="label">{label}</p>}
          <h1 className="display">{title}</h1>
        </header>
        <Prose blocks={blocks} span={span} said={said} only={only} />
        <div lang={document.documentElement.lang}>
          <ChapterEnd chapter={chapter} growing={props.growing} />
        </div>
      </article>
      <div className="pagefoot">
        <span className="num cut">{t('reader.place', { chapter: place, page: spot.page, pages: spot.pages })}</span>
        {props.keysHint && (
          <span className="only-wide keys">
            <span aria-hidden="true"><kbd>Space</kbd> {t('reader.page')} <kbd>T</kbd> {t('keys.talk')}</span>
            <button type="button" onClick={() => keysList.show(true)}><kbd>?</kbd> {t('reader.allKeys')}</button>
          </span>
        )}
        <span className="num">{props.saveFailed ? t('reader.saveFailed') : t('shelf.percent', { percent: props.percent(spot.within) })}</span>
      </div>
    </main>
  );
}
