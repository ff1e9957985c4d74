/** Short news, one at a time: the newest wins, six seconds, paused while hovered or focused. */
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useSaid } from '@/shared/i18n/said';
import { Icon } from './Icon';

let current: { id: number; text: string } | null = null;
let count = 0;
const listeners = new Set<() => void>();

function set(next: typeof current): void {
  current = next;
  for (const tell of listeners) tell();
}

/** Says a text once; the server's English is told in the language of the interface, as long as it stands. */
export function toast(text: string): void {
  count += 1;
  set({ id: count, text });
}

const subscribe = (tell: () => void): (() => void) => {
  listeners.add(tell);
  return () => listeners.delete(tell);
};

export function Toasts(): ReactElement {
  const { t } = useTranslation();
  const said = useSaid();
  const shown = useSyncExternalStore(subscribe, () => current);
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (shown === null || held) return;
    const timer = setTimeout(() => set(null), 6000);
    return () => clearTimeout(timer);
  }, [shown, held]);
  return (
    <div role="status" aria-live="polite" className={shown === null ? 'vh' : 'toastat'}>
      {shown !== null && (
        <div
          className="toast"
          onPointerEnter={() => setHeld(true)}
          onPointerLeave={() => setHeld(false)}
          onFocus={() => setHeld(true)}
          onBlur={() => setHeld(false)}
        >
          <span className="grow">{said(shown.text)}</span>
          <button type="button" className="icon small" aria-label={t('app.close')} onClick={() => set(null)}>
            <Icon name="close" small />
          </button>
        </div>
      )}
    </div>
  );
}
