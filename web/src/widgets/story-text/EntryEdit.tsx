/** Editing in place: the same face, size and position, and the consequence beside Save. */
import { useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent, ReactElement } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  label: string;
  language: string;
  content: string;
  last: boolean;
  busy: boolean;
  onSave: (text: string) => void;
  onCancel: () => void;
}

export function EntryEdit({ label, language, content, last, busy, onSave, onCancel }: Props): ReactElement {
  const { t } = useTranslation();
  const [text, setText] = useState(content);
  const [fault, setFault] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const foot = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const box = field.current;
    if (box === null) return;
    const scroller = box.closest('.scroller');
    const at = scroller?.scrollTop ?? 0;
    box.style.height = 'auto';
    box.style.height = `${box.scrollHeight + 2}px`;
    // While the box was small the text may have slipped down.
    if (scroller !== null) scroller.scrollTop = at;
  }, [text]);
  useLayoutEffect(() => {
    const box = field.current;
    box?.focus({ preventScroll: true });
    box?.setSelectionRange(box.value.length, box.value.length);
    foot.current?.scrollIntoView({ block: 'nearest' });
  }, []);

  const save = (): void => {
    if (text.trim() === '') setFault(true);
    else if (text === content) onCancel();
    else if (!busy) onSave(text);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') onCancel();
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <textarea
        ref={field}
        className="prose editbox"
        rows={1}
        lang={language}
        aria-label={label}
        aria-invalid={fault}
        aria-describedby="edit-why"
        value={text}
        onChange={(event) => {
          setFault(false);
          setText(event.target.value);
        }}
        onKeyDown={onKeyDown}
      />
      <div className="savebar" ref={foot}>
        <p className={`sm grow ${fault ? 'hint bad' : 'sub'}`} id="edit-why">{t(fault ? 'story.editEmpty' : last ? 'story.editLast' : 'story.editStays')}</p>
        <button type="button" className="btn small" onClick={onCancel}>{t('app.cancel')}</button>
        <button type="button" className="btn small primary" aria-disabled={busy} onClick={save}>{t(busy ? 'story.saving' : 'app.save')}</button>
      </div>
    </>
  );
}
