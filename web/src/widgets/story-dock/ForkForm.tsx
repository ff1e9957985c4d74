/** Branching asks only for a name, which is there already. */
import { useEffect, useRef, useState } from 'react';
import type { FormEvent, KeyboardEvent, ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { turnOf } from '@/entities/story/telling';
import type { Entry } from '@/shared/api/story-shapes';

interface Props {
  entry: Entry;
  suggested: string;
  busy: boolean;
  onCancel: () => void;
  onFork: (name: string) => void;
}

export function ForkForm({ entry, suggested, busy, onCancel, onFork }: Props): ReactElement {
  const { t } = useTranslation();
  const [name, setName] = useState(suggested);
  const field = useRef<HTMLInputElement>(null);
  const turn = turnOf(entry);
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    field.current?.select();
  }, []);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() !== '' && !busy) onFork(name.trim());
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    onCancel();
  };
  return (
    <form className="confirm" aria-labelledby="fork-title" onSubmit={submit} onKeyDown={onKeyDown}>
      <div>
        <h2 id="fork-title">{turn === null ? t('story.forkTitleOpening') : t('story.forkTitle', { number: turn })}</h2>
        <p className="sm sub">{t('story.forkText')}</p>
      </div>
      <input ref={field} className="input" aria-label={t('story.forkName')} maxLength={120} value={name} onChange={(event) => setName(event.target.value)} />
      <div className="row tight">
        <button type="button" className="btn" onClick={onCancel}>{t('app.cancel')}</button>
        <button type="submit" className="btn primary" aria-disabled={busy || name.trim() === ''}>{t('story.forkGo')}</button>
      </div>
    </form>
  );
}
