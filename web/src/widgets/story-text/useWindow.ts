/**
 * Keeps a window of text still. What is being read stays where it is while text comes in or goes above and below it;
 * near an edge the next page is asked for. A branch opens at its end.
 */
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { useNewest } from '@/shared/ui/hooks';

const NEAR = 1500;
const FAR = 400;

interface Ways {
  branchId: string;
  /** Changes when, and only when, the text in the window does. */
  text: unknown;
  count: number;
  older: (() => void) | null;
  newer: (() => void) | null;
}

interface Anchor {
  id: string;
  top: number;
}

/** The first entry that is at least partly in view, and where it stands. */
function anchorOf(box: HTMLElement): Anchor | null {
  const edge = box.getBoundingClientRect().top;
  for (const entry of box.querySelectorAll<HTMLElement>('[data-entry]')) {
    const place = entry.getBoundingClientRect();
    if (place.bottom > edge) return { id: entry.dataset['entry'] ?? '', top: place.top - edge };
  }
  return null;
}

/** Returns what to do on scrolling, and whether the end is far enough away to offer a way there. */
export function useWindow(scroller: RefObject<HTMLDivElement | null>, { branchId, text, count, older, newer }: Ways): { onScroll: () => void; far: boolean } {
  const opened = useRef<string | null>(null);
  const anchor = useRef<Anchor | null>(null);
  const [far, setFar] = useState(false);

  const look = useNewest(() => {
    const box = scroller.current;
    if (box === null) return;
    anchor.current = anchorOf(box);
    const below = box.scrollHeight - box.clientHeight - box.scrollTop;
    setFar(newer !== null || below > FAR);
    if (box.scrollTop < NEAR) older?.();
    else if (below < NEAR) newer?.();
  });

  useLayoutEffect(() => {
    const box = scroller.current;
    if (box === null || count === 0) return;
    if (opened.current !== branchId) {
      opened.current = branchId;
      box.scrollTop = box.scrollHeight;
    } else if (anchor.current !== null) {
      const entry = box.querySelector<HTMLElement>(`[data-entry="${CSS.escape(anchor.current.id)}"]`);
      if (entry !== null) box.scrollTop += entry.getBoundingClientRect().top - box.getBoundingClientRect().top - anchor.current.top;
    }
    look();
  }, [branchId, text, count, scroller, look]);

  return { onScroll: useCallback(() => look(), [look]), far };
}
