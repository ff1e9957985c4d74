import { useState } from 'react';
import type { FormEvent, ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useEnter } from '@/entities/session/session';
import type { Credentials } from '@/entities/session/session';
import { LanguageChoice } from '@/features/switch-language/LanguageMenu';
import { currentLanguage } from '@/shared/i18n/setup';
import { Icon } from '@/shared/ui/Icon';
import { useTitle } from '@/shared/ui/hooks';
import { Door } from '@/widgets/door/Door';
import { PasswordField } from '@/widgets/door/PasswordField';
import { emailFault, passwordFault, refusal } from '@/widgets/door/credentials';

/** Signing in and making an account. Once in, the app itself leads on to where one was going. */
export function SignInPage({ way }: { way: 'login' | 'register' }): ReactElement {
  const { t } = useTranslation();
  const enter = useEnter(way);
  const { search } = useLocation();
  const fresh = way === 'register';
  const title = t(fresh ? 'door.register' : 'door.signIn');
  useTitle(title);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [name, setName] = useState('');
  const [tried, setTried] = useState(false);
  const emailBad = tried ? emailFault(t, email) : null;
  const passwordBad = tried && fresh ? passwordFault(t, password) : null;

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (enter.isPending || emailFault(t, email) !== null || (fresh && passwordFault(t, password) !== null)) return;
    const body: Credentials = { email: email.trim(), password };
    if (fresh && name.trim() !== '') body.name = name.trim();
    enter.mutate(body);
  };

  return (
    <Door words={t('app.tagline')} text={t('app.promise')}>
      <form className="form" aria-labelledby="door-title" onSubmit={submit} noValidate>
        <h1 id="door-title" className="fh">{title}</h1>
        {search.includes('again') && <p className="sm sub" role="status">{t('door.signedOut')}</p>}
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
        <PasswordField value={password} onChange={setPassword} fresh={fresh} fault={passwordBad} />
        {fresh && (
          <div className="field">
            <label htmlFor="name">{t('door.name')}</label>
            <input id="name" className="input" autoComplete="nickname" maxLength={200} value={name} aria-describedby="name-hint" onChange={(event) => setName(event.target.value)} />
            <p className="hint" id="name-hint">{t('door.nameHint')}</p>
          </div>
        )}
        {enter.isError && (
          <p className="formerr" role="alert">
            <Icon name="warn" small />
            {refusal(t, enter.error, t('door.taken'))}
          </p>
        )}
        <button className="btn primary wide" type="submit" aria-disabled={enter.isPending}>
          {enter.isPending ? t(fresh ? 'door.registering' : 'door.signingIn') : title}
        </button>
        <p className="sm sub ctr">
          {t(fresh ? 'door.haveAccount' : 'door.newHere')}{' '}
          <Link to={fresh ? '/login' : '/register'}>{t(fresh ? 'door.signIn' : 'door.register')}</Link>
        </p>
        <div className="ctr" key={currentLanguage()}><LanguageChoice signedIn={false} /></div>
      </form>
    </Door>
  );
}
