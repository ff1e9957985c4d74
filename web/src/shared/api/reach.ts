/**
 * Whether the server can be reached. A request that never arrived marks it lost; any answer marks it found.
 * While lost, /live is asked again at growing intervals.
 */

export interface Reach {
  lost: boolean;
  /** When the next attempt is due (ms since the epoch), while lost. */
  nextTry: number;
}

let state: Reach = { lost: false, nextTry: 0 };
let delay = 2000;
let timer: ReturnType<typeof setTimeout> | null = null;
const listeners = new Set<() => void>();

function set(next: Reach): void {
  state = next;
  for (const tell of listeners) tell();
}

async function probe(): Promise<void> {
  timer = null;
  try {
    const response = await fetch('/live', { cache: 'no-store' });
    if (response.ok) {
      reach.found();
      return;
    }
  } catch {
    // Still out of reach; the next attempt is scheduled below.
  }
  delay = Math.min(delay * 2, 30_000);
  schedule();
}

function schedule(): void {
  if (timer !== null) clearTimeout(timer);
  timer = setTimeout(() => void probe(), delay);
  set({ lost: true, nextTry: Date.now() + delay });
}

export const reach = {
  snapshot: (): Reach => state,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  found(): void {
    delay = 2000;
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (state.lost) set({ lost: false, nextTry: 0 });
  },
  lost(): void {
    if (!state.lost) schedule();
  },
  tryNow(): void {
    if (timer !== null) clearTimeout(timer);
    void probe();
  },
};
