/** What a person does at a story: going on, undo and redo, correcting, taking back, branching; and the news of it. */
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Where } from '@/entities/story/branch';
import { fork, isStale, rewrite, say, step, takeBack, useWrite } from '@/entities/story/write';
import type { Back, Written } from '@/entities/story/write';
import type { Branch, Entry } from '@/shared/api/story-shapes';
import { undoTakes } from '@/entities/story/telling';
import { useSaid } from '@/shared/i18n/said';
import { stepName } from './steps';

export interface News {
  text: string;
  /** The other way, offered beside the news. */
  then?: 'undo' | 'redo';
  bad?: boolean;
}

export interface Desk {
  news: News | null;
  sending: string | null;
  busy: boolean;
  tell: (news: News | null) => void;
  fail: (fault: Error) => void;
  add: (line: string, kind: 'reader' | 'story', done: () => void) => void;
  travel: (way: 'undo' | 'redo') => void;
  correct: (entry: Entry, text: string, done: () => void) => void;
  back: (entry: Entry, done: () => void) => void;
  branch: (entry: Entry, name: string, done: () => void) => void;
}

export function useDesk(where: Where, branch: Branch): Desk {
  const { t } = useTranslation();
  const said = useSaid();
  const [news, setNews] = useState<News | null>(null);
  const [sending, setSending] = useState<string | null>(null);
  const write = useWrite<unknown>(where);

  const fail = useCallback(
    (fault: Error) => setNews({ text: isStale(fault) ? t('story.moved') : t('story.notDone', { reason: said(fault.message) }), bad: true }),
    [t, said],
  );
  const run = <R>(act: (path: string, version: number) => Promise<R>, done: (answer: R) => void, always?: () => void): void => {
    if (write.isPending) return;
    write.mutate(act, { onSuccess: (answer) => done(answer as R), onError: fail, ...(always === undefined ? {} : { onSettled: always }) });
  };

  return {
    news,
    sending,
    busy: write.isPending,
    tell: setNews,
    fail,
    add: (line, kind, done) => {
      if (write.isPending) return;
      setSending(line);
      setNews(null);
      run<Written>(say(line, kind), done, () => setSending(null));
    },
    travel: (way) => {
      const next = way === 'undo' ? branch.undo : branch.redo;
      if (way === 'undo' ? !branch.can_undo : !branch.can_redo) return;
      const what = stepName(t, next);
      run<Back>(step(way), () => setNews({ text: t(way === 'undo' ? 'story.undone' : 'story.redone', { what }), then: way === 'undo' ? 'redo' : 'undo' }));
    },
    correct: (entry, text, done) => run<Written>(rewrite(entry.id, text), ({ changes }) => {
      const others = changes.filter((change) => change.kind !== 'entry').length;
      setNews({ text: others === 0 ? t('app.saved') : t('story.savedAnd', { count: others }), then: 'undo' });
      done();
    }),
    back: (entry, done) => run<Back>(undoTakes(branch, entry) ? step('undo') : takeBack(entry.id), ({ reversed }) => {
      setNews({ text: t('story.tookBack', { count: reversed.entries }), then: 'redo' });
      done();
    }),
    branch: (entry, name, done) => run(fork(where, entry.id, name), () => {
      setNews({ text: t('story.forked', { name }) });
      done();
    }),
  };
}
