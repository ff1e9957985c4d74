/** Whether the list of keys is shown; any page may ask for it. */

let shown = false;
const listeners = new Set<() => void>();

export const keysList = {
  shown: (): boolean => shown,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  show(value: boolean): void {
    shown = value;
    for (const tell of listeners) tell();
  },
};
