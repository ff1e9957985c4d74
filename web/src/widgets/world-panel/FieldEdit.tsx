/** One field of a row. What was changed is saved on leaving it; nothing else is. */
import { useEffect, useId, useState } from 'react';
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
  onSave: (value: string | boolean, undo: () => void) => void;
}

export function FieldEdit({ field, label, value, options, language, onSave }: Props): ReactElement {
  const { t } = useTranslation();
  const id = useId();
  const [text, setText] = useState(value);
  useEffect(() => {
    setText(value);
  }, [value]);
  const save = (next: string | boolean): void => {
    const needed = field.column === 'name' || field.column === 'title';
    if (needed && String(next).trim() === '') setText(value);
    else if (next !== value) onSave(next, () => setText(value));
  };
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
            setText(event.target.value);
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
          onChange={(event) => setText(event.target.value)}
          onBlur={() => save(text)}
          onKeyDown={(event) => event.key === 'Enter' && !event.nativeEvent.isComposing && event.currentTarget.blur()}
        />
      </div>
    );
  }
  return (
    <div className="wfield">
      <label htmlFor={id}>{label}{field.widget === 'lines' && <span className="muted"> · {t('world.lines')}</span>}</label>
      <textarea id={id} className="input" lang={language} rows={field.widget === 'lines' ? 2 : 3} value={String(text)} onChange={(event) => setText(event.target.value)} onBlur={() => save(text)} />
    </div>
  );
}
