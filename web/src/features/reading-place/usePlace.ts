/**
 * Keeps the reader's place: restores it before the first paint, holds it through changes of size and column, and
 * hands it out after a second of rest. Until the reader moves, fonts that arrive late do not move the page either.
 */
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { Position } from '@/shared/api/shapes';
import type { Block } from '@/shared/text/blocks';
import { indexOf, positionOf } from '@/shared/text/place';
import { useNewest } from '@/shared/ui/hooks';
import { goTo, indexAtTop, spotOf } from './anchor';
import type { Spot } from './anchor';

const REST_MS = 1000;

interface Options {
  scroller: RefObject<HTMLElement | null>;
  blocks: Block[];
  source: string;
  /** Changes with the chapter; the page is placed anew when it does. */
  chapterKey: string;
  /** Changes with anything that lays the text out anew. */
  layoutKey: string;
  start: Position | null;
  /** False while something else decides where the page stands, such as a citation. */
  placing: boolean;
  onRest: (position: Position) => void;
  onLeave: (position: Position) => void;
}

export function usePlace(options: Options): Spot {
  const { scroller, blocks, source, chapterKey, layoutKey, start, placing } = options;
  const [spot, setSpot] = useState<Spot>({ page: 1, pages: 1, within: 0 });
  /** What stands at the top edge, and where the reader was before a citation led elsewhere. */
  const held = useRef(0);
  const home = useRef<number | null>(null);
  const moved = useRef(false);
  const onRest = useNewest(options.onRest);
  const onLeave = useNewest(options.onLeave);

  useLayoutEffect(() => {
    const page = scroller.current;
    if (page === null) return;
    moved.current = false;
    home.current = start === null ? null : indexOf(source, start);
    held.current = home.current ?? blocks[0]?.start ?? 0;
    if (placing) goTo(page, blocks, held.current);
    setSpot(spotOf(page));
    // Placed once a chapter: later changes of `start` are our own saved places coming back.
  }, [chapterKey]);

  useLayoutEffect(() => {
    const page = scroller.current;
    if (page === null) return;
    // What a citation shows stays in sight by itself; going to where the reader was would lose it.
    if (placing) goTo(page, blocks, held.current);
    setSpot(spotOf(page));
  }, [layoutKey]);

  const wasPlacing = useRef(placing);
  useEffect(() => {
    const page = scroller.current;
    const returned = placing && !wasPlacing.current;
    wasPlacing.current = placing;
    if (page === null || !placing) return;
    if (returned && home.current !== null) {
      held.current = home.current;
      goTo(page, blocks, home.current);
    } else if (returned) held.current = indexAtTop(page, blocks) ?? held.current;
    onRest(positionOf(source, held.current, spotOf(page).within));
    // Said on arrival, and when a visit to a citation ends; every other move is said after a rest.
  }, [chapterKey, placing]);

  useEffect(() => {
    const page = scroller.current;
    if (page === null) return;
    let rest: ReturnType<typeof setTimeout> | null = null;
    let frame = 0;
    const hold = (): Position => {
      held.current = indexAtTop(page, blocks) ?? held.current;
      if (placing) home.current = held.current;
      return positionOf(source, held.current, spotOf(page).within);
    };
    const onScroll = (): void => {
      if (frame === 0) {
        frame = requestAnimationFrame(() => {
          frame = 0;
          held.current = indexAtTop(page, blocks) ?? held.current;
          setSpot(spotOf(page));
        });
      }
      if (rest !== null) clearTimeout(rest);
      rest = setTimeout(() => {
        rest = null;
        onRest(hold());
      }, REST_MS);
    };
    const onHide = (): void => {
      if (document.visibilityState !== 'hidden' || rest === null) return;
      onLeave(hold());
    };
    const onUserMove = (): void => {
      moved.current = true;
    };
    page.addEventListener('scroll', onScroll, { passive: true });
    for (const kind of ['wheel', 'touchmove', 'keydown', 'pointerdown']) page.addEventListener(kind, onUserMove, { passive: true });
    document.addEventListener('visibilitychange', onHide);
    void document.fonts?.ready.then(() => {
      if (!moved.current && placing) goTo(page, blocks, held.current);
      setSpot(spotOf(page));
    });
    const resized = new ResizeObserver(() => setSpot(spotOf(page)));
    resized.observe(page);
    return () => {
      if (rest !== null) {
        clearTimeout(rest);
        onLeave(hold());
      }
      if (frame !== 0) cancelAnimationFrame(frame);
      page.removeEventListener('scroll', onScroll);
      for (const kind of ['wheel', 'touchmove', 'keydown', 'pointerdown']) page.removeEventListener(kind, onUserMove);
      document.removeEventListener('visibilitychange', onHide);
      resized.disconnect();
    };
  }, [scroller, blocks, source, chapterKey, placing, onRest, onLeave]);

  return spot;
}
