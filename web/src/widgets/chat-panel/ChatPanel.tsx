/** The panel beside (or below) the page. It is a region, not a dialog: the text stays alive next to it. */
import { useEffect, useRef } from 'react';
import type { KeyboardEvent, ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { usePerson } from '@/entities/character/people';
import { isApiError } from '@/shared/api/errors';
import { chapterInline } from '@/shared/lib/chapter-name';
import { Icon } from '@/shared/ui/Icon';
import { Avatar, LoadFault, Waiting } from '@/shared/ui/Parts';
import { Conversation } from './Conversation';
import { Picker } from './Picker';

interface Props {
  novelId: string;
  /** Whom to talk to; null while that is being chosen. */
  characterId: string | null;
  chapter: number;
  growing: boolean;
  language: string;
  onPick: (characterId: string | null) => void;
  onClose: () => void;
}

function CloseButton({ onClose }: { onClose: () => void }): ReactElement {
  const { t } = useTranslation();
  return (
    <button type="button" className="icon" aria-label={t('talk.close')} title="Esc" onClick={onClose}>
      <Icon name="close" />
    </button>
  );
}

function PickerPanel({ novelId, chapter, growing, language, onPick, onClose }: Props): ReactElement {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <>
      <header className="chathead">
        <h2 className="grow" tabIndex={-1} ref={heading}>{t('talk.who')}</h2>
        <CloseButton onClose={onClose} />
      </header>
      <Picker novelId={novelId} chapter={chapter} growing={growing} language={language} onPick={onPick} />
    </>
  );
}

function PersonPanel({ novelId, characterId, chapter, language, onPick, onClose }: Props & { characterId: string }): ReactElement {
  const { t } = useTranslation();
  const person = usePerson(novelId, characterId);
  if (person.data === undefined) {
    const unmet = isApiError(person.error, 'not_found');
    return (
      <>
        <header className="chathead">
          <h2 className="grow">{unmet ? t('talk.gone') : t('talk.title')}</h2>
          <CloseButton onClose={onClose} />
        </header>
        <div className="picker">
          {person.isPending && <Waiting><span className="skel block" /></Waiting>}
          {unmet && (
            <>
              <p className="sub" role="status">{t('talk.notMet')}</p>
              <button type="button" className="btn outline" onClick={() => onPick(null)}>{t('talk.others')}</button>
            </>
          )}
          {person.isError && !unmet && <LoadFault error={person.error} onRetry={() => void person.refetch()} />}
        </div>
      </>
    );
  }
  const { name, initial, hue } = person.data;
  return (
    <>
      <header className="chathead">
        <Link to={`/characters/${novelId}/${characterId}`} aria-label={t('talk.about', { name })} className="avlink">
          <Avatar initial={initial} hue={hue} />
        </Link>
        <div className="grow">
          <h2 className="cut" lang={language}>{name}</h2>
          <p className="xs muted cut">{t('talk.knows', { chapter: chapterInline(t, chapter) })}</p>
        </div>
        <button type="button" className="icon" aria-label={t('talk.others')} title={t('talk.others')} onClick={() => onPick(null)}>
          <Icon name="people" />
        </button>
        <CloseButton onClose={onClose} />
      </header>
      <Conversation key={characterId} person={person.data} chapter={chapter} language={language} />
    </>
  );
}

export function ChatPanel(props: Props): ReactElement {
  const { t } = useTranslation();
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      props.onClose();
    }
    // Letters typed here are never keys of the page.
    event.stopPropagation();
  };
  return (
    <aside className="chat" aria-label={t('talk.title')} onKeyDown={onKeyDown}>
      <div className="grab" aria-hidden="true" />
      {props.characterId === null ? <PickerPanel {...props} /> : <PersonPanel {...props} characterId={props.characterId} />}
    </aside>
  );
}
