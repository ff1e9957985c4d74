/** One field of a row. What was changed is saved on leaving it; what was refused stays in it, marked, to be tried again. */
import { useEffect, useId, useRef, useState } from 'react';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldSpec } from '@/entities/story/world-fields';

export interface Option {
  value: string;
  label: string;
}

interface Props {
  field: FieldSpec;
  label: string;
  value: string | boolean;
  options: Option[];
  language: string;
  onSave: (value: string | boolean, refused: () => void) => void;
}

export function FieldEdit({ field, label, value, options, language, onSave }: Props): ReactElement {
  const { t } = useTranslation();
  const id = useId();
  const [text, setText] = useState(value);
  const [refused, setRefused] = useState(false);
  const seen = useRef(value);
  const typed = useRef(text);
  typed.current = text;
  useEffect(() => {
    // A newer value is shown, unless something else has been typed over the old one.
    if (typed.current === seen.current || typed.current === value) {
      setText(value);
      setRefused(false);
    }
    seen.current = value;
  }, [value]);
  const put = (next: string | boolean): void => {
    setText(next);
    setRefused(false);
  };
  const save = (given: string | boolean): void => {
    const next = typeof given === 'string' ? given.trim() : given;
    const needed = field.column === 'name' || field.column === 'title';
    if (needed && next === '') put(value);
    else if (next !== value) {
      put(next);
      onSave(next, () => (typeof next === 'string' && field.widget !== 'choice' && field.widget !== 'row' ? setRefused(true) : put(value)));
    }
  };
  const why = refused && <p className="hint bad" id={`${id}-why`}>{t('world.notSaved')}</p>;
  const faulty = { 'aria-invalid': refused, 'aria-describedby': refused ? `${id}-why` : undefined };
  if (field.widget === 'flag') {
    return (
      <div className="wfield flag">
        <span id={id}>{label}</span>
        <button type="button" className="switch" role="switch" aria-checked={value === true} aria-labelledby={id} onClick={() => save(value !== true)} />
      </div>
    );
  }
  if (field.widget === 'choice' || field.widget === 'row') {
    return (
      <div className="wfield">
        <label htmlFor={id}>{label}</label>
        <select
          id={id}
          className="input"
          lang={field.widget === 'row' ? language : undefined}
          value={String(text)}
          onChange={(event) => {
            save(event.target.value);
          }}
        >
          {field.widget === 'row' && <option value="">{t('world.nowhere')}</option>}
          {options.map((option) => <option key={option.value} value={option.value}>{option.label}</option>)}
        </select>
      </div>
    );
  }
  if (field.widget === 'line') {
    return (
      <div className="wfield">
        <label htmlFor={id}>{label}</label>
        <input
          id={id}
          className="input"
          lang={language}
          maxLength={300}
          value={String(text)}
          {...faulty}
          onChange={(event) => put(event.target.value)}
          onBlur={() => save(text)}
          onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && event.currentTarget.blur()}
        />
        {why}
      </div>
    );
  }
  return (
    <div className="wfield">
      <label htmlFor={id}>{label}{field.widget === 'lines' && <span className="muted"> · {t('world.lines')}</span>}</label>
      <textarea id={id} className="input" lang={language} rows={field.widget === 'lines' ? 2 : 3} value={String(text)} {...faulty} onChange={(event) => put(event.target.value)} onBlur={() => save(text)} />
      {why}
    </div>
  );
}
