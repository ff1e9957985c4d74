/**
 * Follows the end of a conversation only while the reader is there: within 80 px of it when words arrive. Whoever
 * scrolled up stays where they are, also when earlier words are put on top.
 */
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';

const NEAR_PX = 80;

interface Follow {
  /** True when there are words below that the reader has not scrolled to. */
  below: boolean;
  toEnd: () => void;
}

export function useFollow(ref: RefObject<HTMLElement | null>, end: unknown, first: string | undefined): Follow {
  const near = useRef(true);
  const height = useRef(0);
  const firstSeen = useRef(first);
  const [below, setBelow] = useState(false);

  useEffect(() => {
    const box = ref.current;
    if (box === null) return;
    const onScroll = (): void => {
      near.current = box.scrollHeight - box.clientHeight - box.scrollTop < NEAR_PX;
      if (near.current) setBelow(false);
    };
    const resized = new ResizeObserver(() => {
      if (near.current) box.scrollTop = box.scrollHeight;
    });
    resized.observe(box);
    box.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      resized.disconnect();
      box.removeEventListener('scroll', onScroll);
    };
  }, [ref]);

  useLayoutEffect(() => {
    const box = ref.current;
    if (box === null) return;
    if (firstSeen.current !== undefined && first !== firstSeen.current && height.current > 0 && !near.current) {
      // Earlier words came on top: what the reader sees stays where it is.
      box.scrollTop += box.scrollHeight - height.current;
    } else if (near.current) box.scrollTop = box.scrollHeight;
    else if (box.scrollHeight > height.current + 8) setBelow(true);
    firstSeen.current = first;
    height.current = box.scrollHeight;
  }, [ref, end, first]);

  return {
    below,
    toEnd: () => {
      const box = ref.current;
      if (box === null) return;
      near.current = true;
      box.scrollTop = box.scrollHeight;
      setBelow(false);
    },
  };
}
