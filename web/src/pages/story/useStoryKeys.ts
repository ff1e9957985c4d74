/** Keys of a story. Undo is the story's only where no field has its own. */
import { useEffect } from 'react';
import { isPlainKey, isTyping } from '@/shared/lib/keys';
import { useNewest } from '@/shared/ui/hooks';

interface Acts {
  letters: boolean;
  undo: () => void;
  redo: () => void;
  world: () => void;
  end: () => void;
}

export function useStoryKeys(acts: Acts): void {
  const onKey = useNewest((event: KeyboardEvent) => {
    const key = event.key.toLowerCase();
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.defaultPrevented && (key === 'z' || key === 'y')) {
      if (isTyping(event.target)) return;
      event.preventDefault();
      if (key === 'y' || event.shiftKey) acts.redo();
      else acts.undo();
      return;
    }
    if (!isPlainKey(event)) return;
    if (event.key === 'End') acts.end();
    else if (event.key === '\\' && acts.letters) acts.world();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [onKey]);
}
