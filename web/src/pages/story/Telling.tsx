/** A story in hand: place line, text, dock, and the world beside it. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useLook } from '@/entities/look/look';
import { entryBefore, toNewest, useRow } from '@/entities/story/branch';
import { firstWords, languageOf } from '@/entities/story/telling';
import { useDraft } from '@/features/story-desk/draft';
import { NewsLine } from '@/features/story-desk/NewsLine';
import { useDesk } from '@/features/story-desk/useDesk';
import { shortName } from '@/entities/character/people';
import type { Branch, Entry, WholeStory } from '@/shared/api/story-shapes';
import { Icon } from '@/shared/ui/Icon';
import { useMedia, useNewest } from '@/shared/ui/hooks';
import { BookBar, BookTabs } from '@/widgets/app-bar/BookBar';
import { PlaceLine } from '@/widgets/story-bar/PlaceLine';
import { BranchMenu, TravelButtons } from '@/widgets/story-bar/StoryTools';
import { Composer } from '@/widgets/story-dock/Composer';
import { ForkForm } from '@/widgets/story-dock/ForkForm';
import { TakeBack } from '@/widgets/story-dock/TakeBack';
import { StoryText } from '@/widgets/story-text/StoryText';
import { WorldPanel } from '@/widgets/world-panel/WorldPanel';
import { useStoryKeys } from './useStoryKeys';

type Asking = { what: 'back'; entry: Entry } | { what: 'fork'; entry: Entry; name: string } | null;

export function Telling({ whole, branch }: { whole: WholeStory; branch: Branch }): ReactElement {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { letters } = useLook();
  const { story, definition } = whole;
  const where = useMemo(() => ({ storyId: story.id, branchId: branch.id }), [story.id, branch.id]);
  const language = story.language ?? languageOf(story.title);
  const desk = useDesk(where, branch);
  const [draft, setDraft, sent] = useDraft(story.id);
  const [editing, setEditing] = useState<string | null>(null);
  const [asking, setAsking] = useState<Asking>(null);
  const [knows, setKnows] = useState(false);
  const roomBeside = useMedia(knows ? '(min-width: 1410px)' : '(min-width: 1250px)');
  const [wanted, setWanted] = useState(() => window.innerWidth >= 1436);
  const scroller = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const worldButton = useRef<HTMLButtonElement>(null);
  const lead = useRow(where, 'character', definition?.leadEntityId ?? null).data?.name ?? null;
  const sheet = wanted && !roomBeside;

  // A question is about an entry of this branch; on another one it is about nothing.
  useEffect(() => {
    setEditing(null);
    setAsking(null);
  }, [branch.id]);

  const askFork = (entry: Entry): void => setAsking({ what: 'fork', entry, name: firstWords(entry.content, 30) });
  const forkInstead = (entry: Entry): void => {
    entryBefore(queries, where, entry).then(askFork, desk.fail);
  };
  const toField = (): void => {
    setAsking(null);
    requestAnimationFrame(() => field.current?.focus({ preventScroll: true }));
  };
  const toEnd = useNewest(() => {
    void toNewest(queries, where).then(() => requestAnimationFrame(() => scroller.current?.scrollTo({ top: scroller.current.scrollHeight })));
  });
  const travel = useNewest((way: 'undo' | 'redo') => {
    setEditing(null);
    setAsking(null);
    desk.travel(way);
  });
  const closeWorld = useCallback(() => {
    setWanted(false);
    requestAnimationFrame(() => worldButton.current?.focus());
  }, []);
  const onEdit = useNewest((entry: Entry | null) => setEditing(entry?.id ?? null));
  const onSave = useNewest((entry: Entry, text: string) => desk.correct(entry, text, () => setEditing(null)));
  const onFork = useNewest(askFork);
  const onTakeBack = useNewest((entry: Entry) => {
    setEditing(null);
    setAsking({ what: 'back', entry });
  });
  useStoryKeys({
    letters,
    undo: () => travel('undo'),
    redo: () => travel('redo'),
    world: () => setWanted(!wanted),
    end: toEnd,
  });

  const tools = (
    <>
      <BranchMenu storyId={story.id} branch={branch} onFail={desk.fail} />
      <TravelButtons branch={branch} onTravel={travel} />
      <button type="button" ref={worldButton} className="icon" aria-pressed={wanted} aria-label={t('world.show')} title={`${t('world.title')} (\\)`} onClick={() => setWanted(!wanted)}>
        <Icon name="world" />
      </button>
    </>
  );
  const heading = story.book_title === null ? t('story.named', { name: story.title }) : t('story.inBook', { name: branch.name, title: story.book_title });
  return (
    <div className="app has-tabs">
      <BookBar here="story" novelId={story.book_id} storyId={story.id} title={story.book_title ?? story.title} titleLang={language} place={branch.name} tools={tools} />
      <div className={`story${wanted && roomBeside ? (knows ? ' beside knows' : ' beside') : ''}`}>
        <main id="main" className="scene" tabIndex={-1} inert={sheet}>
          <h1 className="vh">{heading}</h1>
          <PlaceLine where={where} branch={branch} definition={definition} language={language} news={desk.news} onTravel={travel} />
          <StoryText
            where={where}
            definition={definition}
            language={language}
            goesFrom={asking?.what === 'back' ? asking.entry.position : null}
            editingId={editing}
            busy={desk.busy}
            sending={desk.sending}
            scroller={scroller}
            onEnd={toEnd}
            onEdit={onEdit}
            onSave={onSave}
            onFork={onFork}
            onTakeBack={onTakeBack}
          />
          <div className="dock" lang={language}>
            {asking?.what === 'back' && (
              <TakeBack
                where={where}
                branch={branch}
                entry={asking.entry}
                busy={desk.busy}
                onKeep={toField}
                onBranch={() => forkInstead(asking.entry)}
                onGo={() => desk.back(asking.entry, toField)}
              />
            )}
            {asking?.what === 'fork' && (
              <ForkForm
                key={asking.entry.id}
                entry={asking.entry}
                suggested={asking.name}
                busy={desk.busy}
                onCancel={toField}
                onFork={(name) => desk.branch(asking.entry, name, toField)}
              />
            )}
            {asking === null && (
              <Composer
                draft={draft}
                lead={lead === null ? null : shortName(lead)}
                language={language}
                busy={desk.busy}
                field={field}
                onDraft={setDraft}
                onSay={(line, mode) =>
                  desk.add(line, mode === 'write' ? 'story' : 'reader', () => {
                    sent(draft.words);
                    toEnd();
                  })
                }
              />
            )}
          </div>
        </main>
        {wanted && (
          <WorldPanel
            key={branch.id}
            where={where}
            turn={branch.head_position - 1}
            language={language}
            lead={definition?.leadEntityId ?? null}
            sheet={sheet}
            knows={knows}
            news={<NewsLine news={desk.news} branch={branch} onTravel={travel} />}
            onKnows={setKnows}
            onTell={desk.tell}
            onFail={desk.fail}
            onClose={closeWorld}
          />
        )}
      </div>
      <BookTabs novelId={story.book_id} storyId={story.id} here="story" />
    </div>
  );
}
