import { useState } from 'react';
import type { FormEvent, ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { setLook, useLook, usualSize } from '@/entities/look/look';
import { useChangeMe, useMe, useSetup, useSignOut } from '@/entities/session/session';
import { turns } from '@/features/talk/turns';
import { LanguageChoice } from '@/features/switch-language/LanguageMenu';
import type { User } from '@/shared/api/shapes';
import { useSaid } from '@/shared/i18n/said';
import { keysList } from '@/shared/lib/keys-list';
import { Icon } from '@/shared/ui/Icon';
import { useTitle } from '@/shared/ui/hooks';
import { toast } from '@/shared/ui/toasts';
import { AppBar, AppTabs } from '@/widgets/app-bar/AppBar';
import { LookFields } from '@/widgets/reading/LookPanel';
import { EraseDialog } from './EraseDialog';

function You({ user, desktop }: { user: User; desktop: boolean }): ReactElement {
  const { t } = useTranslation();
  const said = useSaid();
  const change = useChangeMe();
  const [name, setName] = useState(user.name ?? '');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    change.mutate({ name: name.trim() }, { onSuccess: () => toast(t('app.saved')) });
  };
  return (
    <section id="you" aria-labelledby="you-title" className="ssec">
      <h2 id="you-title">{t('settings.you')}</h2>
      <form className="card scard" onSubmit={submit}>
        <div className="field">
          <label htmlFor="name">{t('settings.name')}</label>
          <div className="row">
            <input id="name" className="input" maxLength={200} autoComplete="nickname" value={name} aria-describedby="name-hint" onChange={(event) => setName(event.target.value)} />
            <button type="submit" className="btn quiet" aria-disabled={change.isPending || name.trim() === (user.name ?? '')}>{t('app.save')}</button>
          </div>
          <p className="hint" id="name-hint">{t('settings.nameHint')}</p>
          {change.isError && <p className="hint bad" role="alert">{t('settings.saveFailed', { reason: said(change.error.message) })}</p>}
        </div>
        {!desktop && user.email !== null && (
          <p className="srow"><span className="flabel">{t('settings.email')}</span><span>{user.email}</span></p>
        )}
        <div className="srow">
          <div>
            <p className="flabel">{t('settings.language')}</p>
            <p className="hint">{t('settings.languageHint')}</p>
          </div>
          <LanguageChoice signedIn />
        </div>
      </form>
    </section>
  );
}

function Reading(): ReactElement {
  const { t, i18n } = useTranslation();
  const look = useLook();
  const size = look.size ?? usualSize(i18n.language);
  return (
    <section id="reading" aria-labelledby="reading-title" className="ssec">
      <h2 id="reading-title">{t('settings.reading')}</h2>
      <div className="card scard">
        <p className="prose specimen" style={{ fontSize: `${size}px` }} lang={i18n.language}>{t('settings.sample')}</p>
        <div className="lookgrid"><LookFields language={i18n.language} /></div>
        <div className="srow">
          <div>
            <p className="flabel" id="letters-label">{t('settings.singleKeys')}</p>
            <p className="hint">{t('settings.singleKeysHint')}</p>
          </div>
          <button type="button" className="btn small" onClick={() => keysList.show(true)}>{t('reader.keys')}</button>
          <button type="button" role="switch" className="switch" aria-checked={look.letters} aria-labelledby="letters-label" onClick={() => setLook({ letters: !look.letters })} />
        </div>
      </div>
    </section>
  );
}

function Account({ desktop }: { desktop: boolean }): ReactElement {
  const { t } = useTranslation();
  const signOut = useSignOut();
  const [erasing, setErasing] = useState(false);
  return (
    <section id="account" aria-labelledby="account-title" className="ssec">
      <h2 id="account-title">{t('settings.account')}</h2>
      <div className="card scard">
        {!desktop && (
          <div className="srow">
            <p className="hint">{t('settings.signOutHint')}</p>
            <button
              type="button"
              className="btn outline"
              onClick={() => {
                turns.forgetAll();
                void signOut();
              }}
            >
              <Icon name="out" />
              {t('settings.signOut')}
            </button>
          </div>
        )}
        <div className="srow">
          <p className="hint">{t('settings.deleteHint')}</p>
          <button type="button" className="btn danger" onClick={() => setErasing(true)}>
            <Icon name="trash" />
            {t(desktop ? 'settings.eraseAll' : 'settings.deleteAccount')}
          </button>
        </div>
      </div>
      {erasing && <EraseDialog desktop={desktop} onClose={() => setErasing(false)} />}
    </section>
  );
}

export function SettingsPage(): ReactElement {
  const { t } = useTranslation();
  useTitle(t('settings.title'));
  const me = useMe();
  const desktop = useSetup().data?.profile === 'desktop';
  const sections = [
    { id: 'you', icon: 'person', label: t('settings.you') },
    { id: 'reading', icon: 'type', label: t('settings.reading') },
    { id: 'account', icon: 'settings', label: t('settings.account') },
    { id: 'about', icon: 'help', label: t('settings.about') },
  ] as const;
  return (
    <div className="app has-tabs">
      <AppBar />
      <main id="main" className="scroll" tabIndex={-1}>
        <div className="inner sgrid">
          <nav className="snav" aria-label={t('settings.sections')}>
            {sections.map((section) => (
              <a key={section.id} href={`#${section.id}`}><Icon name={section.icon} />{section.label}</a>
            ))}
          </nav>
          <div className="sbody">
            <h1 className="display">{t('settings.title')}</h1>
            {me.data != null && <You key={me.data.id} user={me.data} desktop={desktop} />}
            <Reading />
            <Account desktop={desktop} />
            <section id="about" aria-labelledby="about-title" className="ssec">
              <h2 id="about-title">{t('settings.about')}</h2>
              <p className="sub lead">{t('settings.aboutText')}</p>
            </section>
          </div>
        </div>
      </main>
      <AppTabs />
    </div>
  );
}
