/** Keys that work everywhere: `?` for the list, and G followed by the first letter of a place. */
import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { ReactElement } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useLook } from '@/entities/look/look';
import { isPlainKey } from '@/shared/lib/keys';
import { keysList } from '@/shared/lib/keys-list';
import { useNewest } from '@/shared/ui/hooks';
import { KeysDialog } from './KeysDialog';

const SECOND_KEY_MS = 1500;

export function GlobalKeys(): ReactElement | null {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { letters } = useLook();
  const shown = useSyncExternalStore(keysList.subscribe, keysList.shown);
  const pressedG = useRef(-Infinity);

  const onKey = useNewest((event: KeyboardEvent) => {
    if (!letters || !isPlainKey(event)) return;
    if (event.key === '?') {
      event.preventDefault();
      keysList.show(true);
      return;
    }
    const key = event.key.toLowerCase();
    // When the key went down, not when a busy page got round to it.
    if (event.timeStamp - pressedG.current < SECOND_KEY_MS) {
      pressedG.current = -Infinity;
      const novel = /^\/(?:reader|characters)\/([^/]+)/.exec(pathname)?.[1];
      const place = key === 's' ? '/shelf' : novel === undefined ? null : key === 'r' ? `/reader/${novel}/continue` : key === 'p' ? `/characters/${novel}` : null;
      if (place !== null) {
        event.preventDefault();
        event.stopImmediatePropagation();
        void navigate(place);
      }
      return;
    }
    if (key === 'g') pressedG.current = event.timeStamp;
  });

  useEffect(() => {
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [onKey]);

  return shown ? <KeysDialog onClose={() => keysList.show(false)} /> : null;
}
