/** The text of a branch in its scroller: a window of entries that grows where somebody reads on. */
import { useLayoutEffect, useMemo } from 'react';
import type { ReactElement, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { entriesOf, useEntries, useLog } from '@/entities/story/branch';
import type { Where } from '@/entities/story/branch';
import { OPENING, changesByEntry, madeIn, paragraphs } from '@/entities/story/telling';
import type { Change, Entry, StoryDefinition } from '@/shared/api/story-shapes';
import { Icon } from '@/shared/ui/Icon';
import { LoadFault, SkeletonLines, Waiting } from '@/shared/ui/Parts';
import { EntryView, NOTHING } from './EntryView';
import type { EntryActs } from './EntryView';
import { useWindow } from './useWindow';

interface Props extends EntryActs {
  where: Where;
  definition: StoryDefinition | null;
  language: string;
  /** The first entry that would go; all after it go too. */
  goesFrom: number | null;
  editingId: string | null;
  busy: boolean;
  /** What was just sent and is not committed yet. */
  sending: string | null;
  scroller: RefObject<HTMLDivElement | null>;
  onEnd: () => void;
}

/** The changes beside an entry; null where the newest part of the log does not tell. */
function useChangesBeside(where: Where): (entry: Entry) => Change[] | null {
  const log = useLog(where).data;
  return useMemo(() => {
    if (log === undefined) return () => NOTHING;
    const told = changesByEntry(log.changes);
    const known = madeIn(log.changes);
    return (entry) => {
      const id = entry.kind === 'opening' ? OPENING : entry.id;
      return log.next === null || known.has(id) ? (told.get(id) ?? NOTHING) : null;
    };
  }, [log]);
}

export function StoryText({ where, definition, language, goesFrom, editingId, busy, sending, scroller, onEnd, ...acts }: Props): ReactElement {
  const { t } = useTranslation();
  const pages = useEntries(where);
  const changesBeside = useChangesBeside(where);
  const entries = useMemo(() => entriesOf(pages.data), [pages.data]);
  const fetching = pages.isFetching;
  const older = pages.hasNextPage ? () => { if (!fetching) void pages.fetchNextPage(); } : null;
  const newer = pages.hasPreviousPage ? () => { if (!fetching) void pages.fetchPreviousPage(); } : null;
  const { onScroll, far } = useWindow(scroller, { branchId: where.branchId, text: entries, count: entries.length, older, newer });

  useLayoutEffect(() => {
    const box = scroller.current;
    if (sending !== null && box !== null) box.scrollTop = box.scrollHeight;
  }, [sending, scroller]);

  const last = newer === null ? entries[entries.length - 1]?.id : undefined;
  const more = (label: string, icon: 'up' | 'down', go: () => void): ReactElement => (
    <p className="olderrow">
      <button type="button" className="btn small" aria-disabled={fetching} onClick={go}>
        <Icon name={icon} small />
        {label}
      </button>
    </p>
  );
  return (
    <div className="scrollwrap">
      <div className="scroller" ref={scroller} tabIndex={0} role="region" aria-label={t('story.text')} aria-busy={pages.isPending} onScroll={onScroll}>
        {older !== null && more(t('story.older'), 'up', older)}
        {pages.isPending && <div className="entry"><Waiting><SkeletonLines /></Waiting></div>}
        {pages.isError && pages.data === undefined && <div className="entry"><LoadFault error={pages.error} onRetry={() => void pages.refetch()} /></div>}
        {entries.map((entry) => (
          <EntryView
            key={entry.id}
            where={where}
            entry={entry}
            definition={definition}
            language={language}
            changes={changesBeside(entry)}
            going={goesFrom !== null && entry.position >= goesFrom}
            editing={editingId === entry.id}
            last={entry.id === last}
            busy={busy}
            {...acts}
          />
        ))}
        {newer !== null && more(t('story.newer'), 'down', newer)}
        {sending !== null && (
          <section className="entry you held" aria-label={t('story.going')}>
            <div className="prose" lang={language}>{paragraphs(sending).map((line, at) => <p key={at}>{line}</p>)}</div>
          </section>
        )}
      </div>
      {far && (
        <button type="button" className="icon toend" aria-label={t('story.newest')} title={t('story.newest')} onClick={onEnd}>
          <Icon name="down" />
        </button>
      )}
    </div>
  );
}
