/** What somebody is writing, kept for each story until it is sent, also over a reload. */
import { useCallback, useState } from 'react';
import { MODES } from '@/entities/story/telling';
import type { Mode } from '@/entities/story/telling';

const keyOf = (storyId: string): string => `fabula.story.${storyId}`;

export interface Draft {
  mode: Mode;
  words: string;
}

export function readDraft(storyId: string): Draft {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(storyId)) ?? 'null');
    if (typeof kept === 'object' && kept !== null && 'words' in kept && 'mode' in kept) {
      const mode = MODES.find((known) => known === kept.mode);
      if (typeof kept.words === 'string' && mode !== undefined) return { mode, words: kept.words };
    }
  } catch {
    // Blocked storage, or not ours: the draft begins empty.
  }
  return { mode: 'do', words: '' };
}

/** The draft, a way to change it, and what to do once words were sent: later ones stay. */
export function useDraft(storyId: string): [Draft, (change: Partial<Draft>) => void, (words: string) => void] {
  const [draft, setDraft] = useState(() => readDraft(storyId));
  const change = useCallback(
    (part: Partial<Draft> | ((before: Draft) => Draft)) =>
      setDraft((before) => {
        const after = typeof part === 'function' ? part(before) : { ...before, ...part };
        try {
          sessionStorage.setItem(keyOf(storyId), JSON.stringify(after));
        } catch {
          // Blocked storage: the draft lasts as long as the page.
        }
        return after;
      }),
    [storyId],
  );
  const sent = useCallback((words: string) => change((before) => (before.words === words ? { ...before, words: '' } : before)), [change]);
  return [draft, change, sent];
}
