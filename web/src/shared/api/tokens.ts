/**
 * The two tokens of a signed-in person. The access token lives in memory alone; the refresh token in localStorage,
 * which is where another tab finds the newest one after it was rotated. Signing out bumps the epoch, so a late
 * answer to an old token cannot sign out the person who came after.
 */

const KEY = 'fabula.refresh';

let access: string | null = null;
let epoch = 0;
const listeners = new Set<() => void>();

function readStored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return memoryRefresh;
  }
}

let memoryRefresh: string | null = null;

export const tokens = {
  access: (): string | null => access,
  refresh: (): string | null => readStored(),
  epoch: (): number => epoch,

  keep(accessToken: string, refreshToken: string): void {
    access = accessToken;
    memoryRefresh = refreshToken;
    try {
      localStorage.setItem(KEY, refreshToken);
    } catch {
      // Blocked storage: the session lasts as long as the page.
    }
  },

  forget(): void {
    access = null;
    memoryRefresh = null;
    epoch += 1;
    try {
      localStorage.removeItem(KEY);
    } catch {
      // Nothing was stored.
    }
    for (const tell of listeners) tell();
  },

  /** Called when the person is signed out, here or in another tab. */
  onForgotten(listener: () => void): () => void {
    listeners.add(listener);
    const elsewhere = (event: StorageEvent): void => {
      if (event.key === KEY && event.newValue === null) {
        access = null;
        epoch += 1;
        listener();
      }
    };
    window.addEventListener('storage', elsewhere);
    return () => {
      listeners.delete(listener);
      window.removeEventListener('storage', elsewhere);
    };
  },
};
