import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { messagesOf, useHistory, useSuggestions } from '@/entities/conversation/history';
import { useSamples } from '@/entities/book/books';
import { shortName } from '@/entities/character/people';
import { turns, useNews, useTurn } from '@/features/talk/turns';
import type { Character } from '@/shared/api/shapes';
import { Icon } from '@/shared/ui/Icon';
import { LoadFault, Waiting } from '@/shared/ui/Parts';
import { Failed, Mine, Theirs, Writing } from './Bubble';
import { Composer } from './Composer';
import { useFollow } from './useFollow';

/** This near to the top, earlier words are fetched by themselves. */
const OLDER_PX = 60;

interface Props {
  person: Character;
  chapter: number;
  language: string;
}

/** Things to say that come with a sample book, as far as it has been read. */
function useSampleWords(person: Character, chapter: number): string[] {
  const samples = useSamples();
  const sample = samples.data?.find((entry) => entry.novel_id === person.novel_id);
  const names = new Set([person.name, ...person.aliases]);
  return (sample?.try ?? []).filter((item) => names.has(item.character) && item.chapter <= chapter).map((item) => item.text);
}

/** The conversation with one person: what was said, what is being said, what could be said. */
export function Conversation({ person, chapter, language }: Props): ReactElement {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const history = useHistory(person.id);
  const suggestions = useSuggestions(person.id, chapter);
  const turn = useTurn(person.id);
  const news = useNews(person.id);
  const box = useRef<HTMLDivElement>(null);
  const name = shortName(person.name);

  useEffect(() => {
    turns.resume(queries, person.id);
  }, [queries, person.id]);

  const all = useMemo(() => messagesOf(history.data), [history.data]);
  const messages = turn === null ? all : all.filter((message) => message.turn_id !== turn.key);
  const last = all[all.length - 1];
  const busy = turn !== null && turn.status !== 'failed';
  const own = useSampleWords(person, chapter);
  const chips = [last?.answer?.chips ?? [], suggestions.data?.suggestions ?? [], own].find((list) => list.length > 0) ?? [];
  const follow = useFollow(box, `${all.length} ${turn?.shown.length ?? ''} ${turn?.status ?? ''} ${chips.length}`, messages[0]?.id);

  const { hasNextPage, isFetchingNextPage, fetchNextPage } = history;
  const onScroll = (): void => {
    const top = box.current?.scrollTop ?? OLDER_PX;
    if (top < OLDER_PX && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  };

  const say = (text: string): void => {
    if (turns.say(queries, person.id, text)) requestAnimationFrame(follow.toEnd);
  };
  const spoken = news === 'stopped' ? t('talk.stopped') : turn !== null && busy ? t('talk.isAnswering', { name }) : news === 'answered' && last?.role === 'character' ? last.content : '';

  return (
    <>
      <div className="msgs" ref={box} tabIndex={0} role="region" aria-label={t('talk.log')} aria-busy={busy} onScroll={onScroll}>
        <div className="fill" />
        {hasNextPage && (
          <button type="button" className="btn small older" aria-disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            <Icon name="up" small />
            {t('talk.older')}
          </button>
        )}
        {history.isPending && <Waiting><span className="skel block" /></Waiting>}
        {history.isError && <LoadFault error={history.error} onRetry={() => void history.refetch()} />}
        {history.isSuccess && messages.length === 0 && turn === null && <p className="sysline">{t('talk.begin')}</p>}
        {suggestions.data?.few_lines === true && messages.length === 0 && <p className="sysline">{t('talk.fewLines', { name })}</p>}
        {messages.map((message) =>
          message.role === 'user' ? (
            <Mine key={message.id} text={message.content} />
          ) : (
            <Theirs key={message.id} message={message} novelId={person.novel_id} language={language} />
          ),
        )}
        {turn !== null && <Mine text={turn.text} held={turn.status === 'failed'} />}
        {turn !== null && busy && (
          <Writing
            shown={turn.shown}
            kind={turn.source?.kind ?? null}
            citations={turn.source?.citations ?? []}
            novelId={person.novel_id}
            language={language}
            retrying={turn.status === 'retrying'}
          />
        )}
        {turn?.status === 'failed' && (
          <Failed name={name} reason={turn.fault} onRetry={() => turns.retry(queries, person.id)} onTakeBack={() => turns.takeBack(person.id)} />
        )}
      </div>
      <p className="vh" role="status" aria-live="polite">{spoken}</p>
      {news === 'stopped' && <p className="sysline">{t('talk.stopped')}</p>}
      {follow.below && (
        <button type="button" className="chip newbelow" onClick={follow.toEnd}>
          <Icon name="down" small />
          {t('talk.newBelow')}
        </button>
      )}
      {!busy && chips.length > 0 && person.can_talk && (
        <ul className="chips" aria-label={t('talk.suggestions')}>
          {chips.slice(0, 4).map((chip) => (
            <li key={chip}>
              <button type="button" className="chip" lang={language} onClick={() => say(chip)}>{chip}</button>
            </li>
          ))}
        </ul>
      )}
      {!person.can_talk && <p className="sysline">{t('talk.cannot', { name })}</p>}
      <Composer characterId={person.id} name={name} busy={busy} canTalk={person.can_talk} onSay={say} />
    </>
  );
}
