import { useState } from 'react';
import type { FormEvent, ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { setLook, useLook } from '@/entities/look/look';
import { useEnter, useSetup } from '@/entities/session/session';
import type { Credentials } from '@/entities/session/session';
import { LANGUAGES, LANGUAGE_NAMES, currentLanguage, setLanguage } from '@/shared/i18n/setup';
import { Icon } from '@/shared/ui/Icon';
import { useTitle } from '@/shared/ui/hooks';
import { Door } from '@/widgets/door/Door';
import { PasswordField } from '@/widgets/door/PasswordField';
import { emailFault, passwordFault, refusal } from '@/widgets/door/credentials';

function Steps({ at }: { at: 1 | 2 }): ReactElement {
  const { t } = useTranslation();
  return (
    <ol className="steps">
      <li className={at === 1 ? 'now' : 'ok'} aria-current={at === 1 ? 'step' : undefined}>
        {at === 2 && <Icon name="check" small />}
        {t('door.stepLanguage')}
      </li>
      <li className={at === 2 ? 'now' : undefined} aria-current={at === 2 ? 'step' : undefined}>{t('door.stepYou')}</li>
    </ol>
  );
}

function LanguageStep({ onNext }: { onNext: () => void }): ReactElement {
  const { t } = useTranslation();
  return (
    <form
      className="form"
      aria-labelledby="setup-title"
      onSubmit={(event) => {
        event.preventDefault();
        onNext();
      }}
    >
      <Steps at={1} />
      <div>
        <h1 id="setup-title" className="fh">{t('door.whichLanguage')}</h1>
        <p className="sm sub">{t('door.whichLanguageHint')}</p>
      </div>
      <div className="picks" role="radiogroup" aria-label={t('app.language')}>
        {LANGUAGES.map((language) => (
          <label key={language} className="pick" lang={language}>
            <input type="radio" className="vh" name="language" checked={language === currentLanguage()} onChange={() => setLanguage(language)} />
            {LANGUAGE_NAMES[language]}
          </label>
        ))}
      </div>
      <div className="row end">
        <button type="submit" className="btn primary">{t('door.next')}<Icon name="forward" small /></button>
      </div>
    </form>
  );
}

function YouStep({ onBack }: { onBack: () => void }): ReactElement {
  const { t } = useTranslation();
  const enter = useEnter('setup');
  const setup = useSetup();
  const look = useLook();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [name, setName] = useState('');
  const [tried, setTried] = useState(false);
  const emailBad = tried ? emailFault(t, email) : null;
  const passwordBad = tried ? passwordFault(t, password) : null;

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (enter.isPending || emailFault(t, email) !== null || passwordFault(t, password) !== null) return;
    const body: Credentials = { email: email.trim(), password, language: currentLanguage() };
    if (name.trim() !== '') body.name = name.trim();
    enter.mutate(body);
  };
  const taken = enter.isError && 'code' in enter.error && enter.error.code === 'conflict';

  return (
    <form className="form" aria-labelledby="setup-title" onSubmit={submit} noValidate>
      <Steps at={2} />
      <div>
        <h1 id="setup-title" className="fh">{t('door.who')}</h1>
        <p className="sm sub">{t('door.whoHint')}</p>
      </div>
      <div className="field">
        <label htmlFor="email">{t('door.email')}</label>
        <input
          id="email"
          className="input"
          type="email"
          autoComplete="username"
          value={email}
          aria-invalid={emailBad !== null}
          aria-describedby={emailBad === null ? undefined : 'email-fault'}
          onChange={(event) => setEmail(event.target.value)}
        />
        {emailBad !== null && <p className="hint bad" id="email-fault">{emailBad}</p>}
      </div>
      <PasswordField value={password} onChange={setPassword} fresh fault={passwordBad} />
      <div className="field">
        <label htmlFor="name">{t('door.name')}</label>
        <input id="name" className="input" autoComplete="nickname" maxLength={200} value={name} aria-describedby="name-hint" onChange={(event) => setName(event.target.value)} />
        <p className="hint" id="name-hint">{t('door.nameHint')}</p>
      </div>
      <fieldset className="field">
        <legend className="flabel">{t('door.look')}</legend>
        <div className="themes">
          {(['space', 'paper'] as const).map((theme) => (
            <label key={theme} className="thm" data-theme={theme}>
              <input type="radio" className="vh" name="theme" checked={look.theme === theme} onChange={() => setLook({ theme })} />
              <span className="tp" aria-hidden="true">Aa</span>
              {t(theme === 'space' ? 'reader.space' : 'reader.paper')}
            </label>
          ))}
        </div>
      </fieldset>
      {enter.isError && (
        <p className="formerr" role="alert">
          <Icon name="warn" small />
          {refusal(t, enter.error, t('door.setupTaken'))}
          {taken && <button type="button" className="btn small" onClick={() => void setup.refetch()}>{t('door.signIn')}</button>}
        </p>
      )}
      <div className="row">
        <button type="button" className="btn" onClick={onBack}>{t('door.back')}</button>
        <span className="grow" />
        <button type="submit" className="btn primary" aria-disabled={enter.isPending}>
          {enter.isPending ? t('door.registering') : t('door.begin')}
          <Icon name="forward" small />
        </button>
      </div>
    </form>
  );
}

/** The first run of a server: language, then the account that looks after it. */
export function SetupPage(): ReactElement {
  const { t } = useTranslation();
  const [step, setStep] = useState<1 | 2>(1);
  useTitle(t('door.setupTitle'));
  return (
    <Door words={t('door.setupTitle')} text={t('door.setupHint')}>
      {step === 1 ? <LanguageStep onNext={() => setStep(2)} /> : <YouStep onBack={() => setStep(1)} />}
    </Door>
  );
}
