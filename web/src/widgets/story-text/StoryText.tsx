/** The text of a branch in its scroller. It opens at its end and follows only what its own person adds. */
import { useLayoutEffect, useMemo, useRef } from 'react';
import type { ReactElement, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { entriesOf, useEntries, useLog } from '@/entities/story/branch';
import type { Where } from '@/entities/story/branch';
import { changesByEntry, paragraphs } from '@/entities/story/telling';
import type { StoryDefinition } from '@/shared/api/story-shapes';
import { Icon } from '@/shared/ui/Icon';
import { LoadFault, SkeletonLines, Waiting } from '@/shared/ui/Parts';
import { EntryView, NOTHING } from './EntryView';
import type { EntryActs } from './EntryView';

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
}

export function StoryText({ where, definition, language, goesFrom, editingId, busy, sending, scroller, ...acts }: Props): ReactElement {
  const { t } = useTranslation();
  const pages = useEntries(where);
  const log = useLog(where);
  const entries = useMemo(() => entriesOf(pages.data), [pages.data]);
  const changed = useMemo(() => changesByEntry(log.data ?? []), [log.data]);
  const shown = useRef<string | null>(null);
  const height = useRef<number | null>(null);
  const first = entries[0]?.position ?? null;

  // A branch opens at its end.
  useLayoutEffect(() => {
    const box = scroller.current;
    if (box === null || entries.length === 0 || shown.current === where.branchId) return;
    shown.current = where.branchId;
    box.scrollTop = box.scrollHeight;
  }, [entries.length, where.branchId, scroller]);

  // Earlier turns come in above without moving what is being read.
  useLayoutEffect(() => {
    const box = scroller.current;
    if (box === null || height.current === null) return;
    box.scrollTop += box.scrollHeight - height.current;
    height.current = null;
  }, [first, scroller]);

  useLayoutEffect(() => {
    const box = scroller.current;
    if (sending !== null && box !== null) box.scrollTop = box.scrollHeight;
  }, [sending, scroller]);

  const older = (): void => {
    height.current = scroller.current?.scrollHeight ?? null;
    void pages.fetchNextPage();
  };
  return (
    <div className="scroller" ref={scroller} tabIndex={0} role="region" aria-label={t('story.text')} aria-busy={pages.isPending}>
      {pages.hasNextPage && (
        <p className="olderrow">
          <button type="button" className="btn small" aria-disabled={pages.isFetchingNextPage} onClick={older}>
            <Icon name="up" small />
            {t('story.older')}
          </button>
        </p>
      )}
      {pages.isPending && <div className="entry"><Waiting><SkeletonLines /></Waiting></div>}
      {pages.isError && pages.data === undefined && <div className="entry"><LoadFault error={pages.error} onRetry={() => void pages.refetch()} /></div>}
      {entries.map((entry, at) => (
        <EntryView
          key={entry.id}
          entry={entry}
          definition={definition}
          language={language}
          changes={changed.get(entry.id) ?? NOTHING}
          going={goesFrom !== null && entry.position >= goesFrom}
          editing={editingId === entry.id}
          last={at === entries.length - 1}
          busy={busy}
          {...acts}
        />
      ))}
      {sending !== null && (
        <section className="entry you held" aria-label={t('story.going')}>
          <div className="prose" lang={language}>{paragraphs(sending).map((line, at) => <p key={at}>{line}</p>)}</div>
        </section>
      )}
    </div>
  );
}
