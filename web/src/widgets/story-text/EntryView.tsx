/** One entry: its margin, its words, what changed with it, and what can be done with it. */
import { memo } from 'react';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { Where } from '@/entities/story/branch';
import { clockAt, languageOf, paragraphs, turnOf, wayOf } from '@/entities/story/telling';
import type { Change, Entry, StoryDefinition } from '@/shared/api/story-shapes';
import { Icon } from '@/shared/ui/Icon';
import { Menu } from '@/shared/ui/Menu';
import { useMedia } from '@/shared/ui/hooks';
import { Changes } from './Changes';
import { EntryEdit } from './EntryEdit';

export interface EntryActs {
  onEdit: (entry: Entry | null) => void;
  onSave: (entry: Entry, text: string) => void;
  onFork: (entry: Entry) => void;
  onTakeBack: (entry: Entry) => void;
}

interface Props extends EntryActs {
  where: Where;
  entry: Entry;
  definition: StoryDefinition | null;
  language: string;
  changes: Change[] | null;
  going: boolean;
  editing: boolean;
  last: boolean;
  busy: boolean;
}

const NOTHING: Change[] = [];

function Acts({ entry, onEdit, onFork, onTakeBack, name }: EntryActs & { entry: Entry; name: string }): ReactElement {
  const { t } = useTranslation();
  const phone = useMedia('(max-width: 640px)');
  const opening = entry.kind === 'opening';
  const button = (icon: 'pen' | 'branch' | 'rewind', label: string, act: (entry: Entry) => void): ReactElement => (
    <button type="button" className="icon small" aria-label={`${label}: ${name}`} title={label} onClick={() => act(entry)}>
      <Icon name={icon} small />
    </button>
  );
  return (
    <span className="acts">
      {button('pen', t('story.edit'), onEdit)}
      {button('branch', t('story.branchHere'), onFork)}
      {!opening && !phone && button('rewind', t('story.takeBack'), onTakeBack)}
      {!opening && phone && (
        <Menu
          label={`${t('story.more')}: ${name}`}
          className="icon small"
          items={[{ key: 'back', icon: 'rewind', label: t('story.takeBack'), onChoose: () => onTakeBack(entry) }]}
        >
          <Icon name="more" small />
        </Menu>
      )}
    </span>
  );
}

export const EntryView = memo(function EntryView(props: Props): ReactElement {
  const { where, entry, definition, changes, going, editing, last, busy } = props;
  const { t } = useTranslation();
  const turn = turnOf(entry);
  const clock = clockAt(entry.moment, definition);
  const mine = entry.kind === 'reader';
  const name = turn === null ? t('story.opening') : t('story.turn', { number: turn });
  const language = languageOf(entry.content, props.language);
  const told = { said: t('story.youSaid'), thought: t('story.youThought'), did: t('story.youDid') }[wayOf(entry.content)];
  return (
    <section className={`entry${mine ? ' you' : ''}${going ? ' going' : ''}`} aria-label={mine ? `${name}, ${told}` : name} data-entry={entry.id}>
      <div className="gut num">
        {turn !== null && <span>{turn}</span>}
        {clock !== null && <span>{clock.time}</span>}
        {going && <span className="goes">{t('story.goes')}</span>}
      </div>
      {mine && <p className="lab">{told}</p>}
      {editing ? (
        <EntryEdit
          label={t('story.editLabel', { turn: name })}
          language={language}
          content={entry.content}
          last={last}
          busy={busy}
          onSave={(text) => props.onSave(entry, text)}
          onCancel={() => props.onEdit(null)}
        />
      ) : (
        <>
          <div className="prose" lang={language}>
            {paragraphs(entry.content).map((line, at) => <p key={at}>{line}</p>)}
          </div>
          <div className="meta">
            <Changes where={where} entryId={entry.id} changes={changes} />
            {entry.edited && (changes === null || changes.length === 0) && <span className="xs muted">{t('story.edited')}</span>}
            {!going && <Acts entry={entry} name={name} onEdit={props.onEdit} onSave={props.onSave} onFork={props.onFork} onTakeBack={props.onTakeBack} />}
          </div>
        </>
      )}
    </section>
  );
});

export { NOTHING };
