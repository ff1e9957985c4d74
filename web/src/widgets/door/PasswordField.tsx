import { useId, useState } from 'react';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '@/shared/ui/Icon';

interface Props {
  value: string;
  onChange: (value: string) => void;
  fresh: boolean;
  fault: string | null;
}

export function PasswordField({ value, onChange, fresh, fault }: Props): ReactElement {
  const { t } = useTranslation();
  const id = useId();
  const [shown, setShown] = useState(false);
  const hint = fault ?? (fresh ? t(value.length >= 8 ? 'door.passwordFine' : 'door.passwordHint') : null);
  return (
    <div className="field">
      <label htmlFor={id}>{t('door.password')}</label>
      <div className="pw">
        <input
          id={id}
          className="input"
          type={shown ? 'text' : 'password'}
          autoComplete={fresh ? 'new-password' : 'current-password'}
          value={value}
          aria-invalid={fault !== null}
          aria-describedby={hint === null ? undefined : `${id}-hint`}
          onChange={(event) => onChange(event.target.value)}
        />
        <button type="button" className="icon" aria-pressed={shown} aria-label={t(shown ? 'door.hidePassword' : 'door.showPassword')} onClick={() => setShown(!shown)}>
          <Icon name="eye" />
        </button>
      </div>
      {hint !== null && <p className={`hint${fault === null ? '' : ' bad'}`} id={`${id}-hint`}>{hint}</p>}
    </div>
  );
}
