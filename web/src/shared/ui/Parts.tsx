/** Small parts: avatar, meter, notice, search field, skeleton lines. */
import type { ReactElement, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSaid } from '@/shared/i18n/said';
import { useAfter } from './hooks';
import { Icon } from './Icon';

export function Avatar({ initial, hue, size = '' }: { initial: string; hue: number; size?: '' | 's32' | 's44' | 's96' }): ReactElement {
  return (
    <span className={`av ${size} c${((hue - 1) % 8) + 1}`} aria-hidden="true">
      {initial}
    </span>
  );
}

export function Meter({ share, label, live = false }: { share: number; label: string; live?: boolean }): ReactElement {
  const value = Math.round(Math.max(0, Math.min(1, share)) * 100);
  return (
    <div className={`meter${live ? ' live' : ''}`} role="progressbar" aria-label={label} aria-valuenow={value} aria-valuemin={0} aria-valuemax={100}>
      <i style={{ transform: `scaleX(${value / 100})` }} />
    </div>
  );
}

/** A fault: what happened, what is kept, what can be done. */
export function Notice({ title, text, children }: { title: string; text?: string; children?: ReactNode }): ReactElement {
  return (
    <section className="notice" role="alert">
      <Icon name="warn" />
      <div className="grow">
        <h2>{title}</h2>
        {text !== undefined && <p className="sm sub">{text}</p>}
        {children !== undefined && <div className="row wrap">{children}</div>}
      </div>
    </section>
  );
}

/** A load that failed, with a way to try again. */
export function LoadFault({ error, onRetry }: { error: unknown; onRetry: () => void }): ReactElement {
  const { t } = useTranslation();
  const said = useSaid();
  const reason = error instanceof Error ? said(error.message) : '';
  return (
    <Notice title={t('state.failed')} text={t('state.failedWhy', { reason })}>
      <button type="button" className="btn outline small" onClick={onRetry}>
        <Icon name="again" small />
        {t('app.retry')}
      </button>
    </Notice>
  );
}

interface FindProps {
  label: string;
  hint: string;
  value: string;
  onChange: (value: string) => void;
}

export function Find({ label, hint, value, onChange }: FindProps): ReactElement {
  return (
    <label className="find">
      <Icon name="search" />
      <span className="vh">{label}</span>
      <input type="search" placeholder={hint} value={value} onChange={(event) => onChange(event.target.value)} />
    </label>
  );
}

/** Something is loading. Says so at once to assistive technology, and shows its shape after 300 ms. */
export function Waiting({ children }: { children: ReactNode }): ReactElement {
  const { t } = useTranslation();
  const due = useAfter(300);
  return (
    <div aria-busy="true">
      <p className="vh" role="status">{t('app.loading')}</p>
      {due && children}
    </div>
  );
}

const WIDTHS = [97, 100, 95, 99, 62, 93, 98, 100, 44, 96, 99, 94, 98, 100, 72];

export function SkeletonLines(): ReactElement {
  return (
    <div className="skels" aria-hidden="true">
      {WIDTHS.map((width, at) => (
        <span key={at} className={`skel${width < 75 ? ' last' : ''}`} style={{ width: `${width}%` }} />
      ))}
    </div>
  );
}
