/** Small pieces of behaviour that several places share. */
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';

/** True after a delay, so that what is quick never flashes a skeleton. */
export function useAfter(ms: number): boolean {
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return due;
}

/** A function that always sees the newest values but never changes identity. */
export function useNewest<A extends unknown[], R>(fn: (...args: A) => R): (...args: A) => R {
  const ref = useRef(fn);
  useLayoutEffect(() => {
    ref.current = fn;
  });
  return useRef((...args: A) => ref.current(...args)).current;
}

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (tell) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', tell);
      return () => media.removeEventListener('change', tell);
    },
    () => window.matchMedia(query).matches,
  );
}

export function useWindowWidth(): number {
  return useSyncExternalStore(
    (tell) => {
      window.addEventListener('resize', tell);
      return () => window.removeEventListener('resize', tell);
    },
    () => window.innerWidth,
  );
}

/** The window's title, with the name of the place first. */
export function useTitle(...parts: (string | null | undefined)[]): void {
  const title = [...parts.filter((part): part is string => typeof part === 'string' && part !== ''), 'Fabula'].join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
}
