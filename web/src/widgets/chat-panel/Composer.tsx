import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { FormEvent, KeyboardEvent, ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { turns, useDraft } from '@/features/talk/turns';
import { useMedia } from '@/shared/ui/hooks';
import { Icon } from '@/shared/ui/Icon';

const LONGEST = 4000;

interface Props {
  characterId: string;
  name: string;
  busy: boolean;
  canTalk: boolean;
  onSay: (text: string) => void;
}

/** The field and the one button beside it: Send, or Stop while an answer is under way. The draft outlives the panel. */
export function Composer({ characterId, name, busy, canTalk, onSay }: Props): ReactElement {
  const { t } = useTranslation();
  const draft = useDraft(characterId);
  const field = useRef<HTMLTextAreaElement>(null);
  const [fault, setFault] = useState<string | null>(null);
  const touch = useMedia('(pointer: coarse)');

  useEffect(() => {
    field.current?.focus({ preventScroll: true });
  }, [characterId]);
  useLayoutEffect(() => {
    const box = field.current;
    if (box === null) return;
    box.style.height = 'auto';
    box.style.height = `${Math.min(140, box.scrollHeight + 2)}px`;
  }, [draft]);

  const submit = (event?: FormEvent): void => {
    event?.preventDefault();
    if (busy) return;
    const text = draft.trim();
    if (text === '') setFault(t('talk.empty'));
    else if ([...text].length > LONGEST) setFault(t('talk.long', { count: [...text].length }));
    else {
      setFault(null);
      turns.setDraft(characterId, '');
      onSay(text);
    }
    field.current?.focus({ preventScroll: true });
  };

  const stop = (): void => {
    // A stop that cannot be delivered changes nothing; the answer goes on.
    turns.stop(characterId).catch(() => undefined);
    field.current?.focus({ preventScroll: true });
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    if (touch && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    submit();
  };

  return (
    <form className="chatbox" onSubmit={submit}>
      <div className="grow">
        <textarea
          ref={field}
          className="input"
          rows={1}
          value={draft}
          readOnly={!canTalk}
          placeholder={t('talk.say', { name })}
          aria-label={t('talk.say', { name })}
          aria-invalid={fault !== null}
          aria-describedby={fault === null ? undefined : 'talk-fault'}
          onChange={(event) => {
            setFault(null);
            turns.setDraft(characterId, event.target.value);
          }}
          onKeyDown={onKeyDown}
        />
        {fault !== null && <p className="hint bad" id="talk-fault" role="alert">{fault}</p>}
      </div>
      {busy ? (
        <button type="button" className="btn quiet" onClick={stop}>
          <Icon name="stop" />
          {t('talk.stop')}
        </button>
      ) : (
        <button type="submit" className="btn primary" aria-disabled={!canTalk || draft.trim() === ''}>
          <Icon name="send" />
          {t('talk.send')}
        </button>
      )}
    </form>
  );
}
