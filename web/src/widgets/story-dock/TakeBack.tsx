/** The dock becomes the question: what goes, by number and by name. The safe answer has the focus; Esc keeps. */
import { useEffect, useRef } from 'react';
import type { KeyboardEvent, ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { usePreview } from '@/entities/story/branch';
import type { Where } from '@/entities/story/branch';
import { turnOf, undoTakes } from '@/entities/story/telling';
import type { Branch, Entry } from '@/shared/api/story-shapes';
import { useSaid } from '@/shared/i18n/said';
import { Icon } from '@/shared/ui/Icon';

interface Props {
  where: Where;
  branch: Branch;
  entry: Entry;
  busy: boolean;
  onKeep: () => void;
  onBranch: () => void;
  onGo: () => void;
}

export function TakeBack({ where, branch, entry, busy, onKeep, onBranch, onGo }: Props): ReactElement {
  const { t, i18n } = useTranslation();
  const said = useSaid();
  const preview = usePreview(where, entry.id);
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    keep.current?.focus({ preventScroll: true });
  }, []);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    onKeep();
  };
  const { data } = preview;
  const world = Object.entries(data?.changes ?? {}).reduce((sum, [kind, count]) => (kind === 'entry' ? sum : sum + count), 0);
  const names = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format((data?.names ?? []).slice(0, 6));
  return (
    <section className="confirm" role="alertdialog" aria-labelledby="back-title" aria-describedby="back-text" onKeyDown={onKeyDown}>
      <div className="grow">
        <h2 id="back-title">{t('story.backTitle', { number: turnOf(entry) ?? 0 })}</h2>
        <p id="back-text" className="sm sub" aria-live="polite">
          {preview.isError && said(preview.error.message)}
          {data !== undefined && (
            <>
              {t('story.backGoes', { count: data.entries_total })}{' '}
              {world > 0 && <>{t('story.backWorld', { count: world, names })} </>}
              {t(undoTakes(branch, entry) ? 'story.backRedo' : 'story.backForGood')}
            </>
          )}
          {preview.isPending && t('app.loading')}
        </p>
      </div>
      <div className="row tight">
        <button type="button" className="btn" ref={keep} onClick={onKeep}>{t('story.backKeep')}</button>
        <button type="button" className="btn outline" onClick={onBranch}><Icon name="branch" small />{t('story.backBranch')}</button>
        <button type="button" className="btn danger" aria-disabled={busy || data === undefined} onClick={() => data !== undefined && !busy && onGo()}>{t('story.backGo')}</button>
      </div>
    </section>
  );
}
