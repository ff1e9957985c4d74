/** The composer: what happens next, in one of four ways, as it will read. A story that nobody leads is only written. */
import { useLayoutEffect, useState } from 'react';
import type { FormEvent, KeyboardEvent, ReactElement, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { LONGEST, MODES, isChinese, languageOf, readsAs } from '@/entities/story/telling';
import type { Mode } from '@/entities/story/telling';
import type { Draft } from '@/features/story-desk/draft';
import { Icon } from '@/shared/ui/Icon';
import { Segmented } from '@/shared/ui/Segmented';
import { useMedia } from '@/shared/ui/hooks';

interface Props {
  draft: Draft;
  lead: string | null;
  language: string;
  busy: boolean;
  field: RefObject<HTMLTextAreaElement | null>;
  onDraft: (change: Partial<Draft>) => void;
  onSay: (line: string, mode: Mode) => void;
}

export function Composer({ draft, lead, language, busy, field, onDraft, onSay }: Props): ReactElement {
  const { t, i18n } = useTranslation();
  const [fault, setFault] = useState<string | null>(null);
  const touch = useMedia('(pointer: coarse)');
  const { words } = draft;
  const mode = lead === null ? 'write' : draft.mode;
  const line = readsAs(mode, words, lead, languageOf(words, language));

  useLayoutEffect(() => {
    const box = field.current;
    if (box === null) return;
    box.style.height = 'auto';
    box.style.height = `${Math.min(220, box.scrollHeight + 2)}px`;
  }, [words, field]);

  const submit = (event?: FormEvent): void => {
    event?.preventDefault();
    if (busy) return;
    const count = [...line].length;
    if (line === '') setFault(t('story.empty'));
    else if (count > LONGEST) setFault(t('story.tooLong', { count }));
    else {
      setFault(null);
      onSay(line, mode);
    }
    field.current?.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const picked = lead !== null && event.altKey && !event.ctrlKey ? MODES[Number(event.code.replace('Digit', '')) - 1] : undefined;
    if (picked !== undefined) onDraft({ mode: picked });
    else if (event.key === 'Enter' && !event.shiftKey && (!touch || event.ctrlKey || event.metaKey) && (mode !== 'write' || event.ctrlKey || event.metaKey)) submit();
    else return;
    event.preventDefault();
  };
  // Chinese keeps a space between its own words and a name in Latin letters.
  const name = lead !== null && isChinese(i18n.language) && /\p{Script=Latin}$/u.test(lead) ? `${lead} ` : (lead ?? '');
  const asks = { do: t('story.askDo', { name }), say: t('story.askSay', { name }), think: t('story.askThink', { name }), write: t('story.askWrite') };
  const options = [
    { value: 'do', label: t('story.do') },
    { value: 'say', label: t('story.say') },
    { value: 'think', label: t('story.think') },
    { value: 'write', label: t('story.write') },
  ] as const;
  return (
    <form className="composer" aria-label={t('story.yourTurn')} onSubmit={submit}>
      <textarea
        ref={field}
        className="input"
        rows={2}
        value={words}
        lang={language}
        placeholder={asks[mode]}
        aria-label={asks[mode]}
        aria-invalid={fault !== null}
        aria-describedby={fault === null ? undefined : 'turn-fault'}
        onChange={(event) => {
          setFault(null);
          onDraft({ words: event.target.value });
        }}
        onKeyDown={onKeyDown}
      />
      {fault !== null && <p className="hint bad" id="turn-fault" role="alert">{fault}</p>}
      <div className="crow">
        {lead !== null && <Segmented<Mode> label={t('story.mode')} value={mode} options={options} onChange={(value) => onDraft({ mode: value })} />}
        <span className="grow prev" title={line}>{mode === 'write' ? !touch && t('story.writeHint') : line !== words.trim() && t('story.readsAs', { line })}</span>
        <button type="submit" className="btn primary" aria-disabled={busy}>
          <Icon name="send" />
          {t(busy ? 'story.going' : 'story.goOn')}
        </button>
      </div>
    </form>
  );
}
