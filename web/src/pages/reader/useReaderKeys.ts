/** The reader's keys: paging by screens that keep two lines, chapters, and the panels. */
import { useEffect } from 'react';
import type { RefObject } from 'react';
import { isPlainKey } from '@/shared/lib/keys';
import { useNewest } from '@/shared/ui/hooks';

interface Actions {
  scroller: RefObject<HTMLElement | null>;
  letters: boolean;
  previous: () => void;
  next: () => void;
  chapters: () => void;
  look: () => void;
  talk: () => void;
  /** Closes the innermost open thing; false where nothing was open. */
  close: () => boolean;
}

/** Scrolls by a screen less two lines, so that the last line read stays in sight. */
export function pageBy(page: HTMLElement, direction: 1 | -1): void {
  const prose = page.querySelector('.prose');
  const line = prose === null ? 34 : Number.parseFloat(getComputedStyle(prose).lineHeight) || 34;
  const foot = page.querySelector('.pagefoot')?.clientHeight ?? 0;
  // At once, like a page: a glide would lose the second of two quick presses.
  page.scrollTop += direction * Math.max(line, page.clientHeight - foot - 2 * line);
}

function onControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('button, a, summary, [role="button"]') !== null;
}

export function useReaderKeys(actions: Actions): void {
  const onKey = useNewest((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) {
      if (actions.close()) event.preventDefault();
      return;
    }
    if (!isPlainKey(event)) return;
    const page = actions.scroller.current;
    if (event.key === ' ' && page !== null && !onControl(event.target)) {
      event.preventDefault();
      pageBy(page, event.shiftKey ? -1 : 1);
      return;
    }
    if (event.shiftKey) return;
    if (event.key === 'ArrowLeft') actions.previous();
    else if (event.key === 'ArrowRight') actions.next();
    else if (!actions.letters) return;
    else if (event.key === '[') actions.chapters();
    else if (event.key === 'a') actions.look();
    else if (event.key === 't') actions.talk();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [onKey]);
}
