import { useEffect, useState, useSyncExternalStore } from 'react';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { reach } from '@/shared/api/reach';
import { Icon } from '@/shared/ui/Icon';

/** Under the bar while the server cannot be reached; reading goes on. */
export function OfflineBanner(): ReactElement | null {
  const { t } = useTranslation();
  const state = useSyncExternalStore(reach.subscribe, reach.snapshot);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!state.lost) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [state.lost]);
  if (!state.lost) return null;
  const seconds = Math.max(1, Math.ceil((state.nextTry - now) / 1000));
  return (
    <div className="banner" role="status">
      <Icon name="apart" />
      <span className="grow">{t('state.offline')}</span>
      <span className="muted num only-wide" aria-hidden="true">{t('state.tryingIn', { seconds })}</span>
      <button type="button" className="btn small" onClick={() => reach.tryNow()}>{t('state.tryNow')}</button>
    </div>
  );
}
