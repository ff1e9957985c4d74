/** The bar of every page outside a book, and its twin at the foot of a phone. */
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink } from 'react-router';
import { useMe, useSetup } from '@/entities/session/session';
import { LanguageMenu } from '@/features/switch-language/LanguageMenu';
import { Icon, Mark } from '@/shared/ui/Icon';
import { OfflineBanner } from './OfflineBanner';

const PLACES = [
  { to: '/shelf', icon: 'book', label: 'app.shelf', short: 'app.shelf' },
  { to: '/library', icon: 'shelves', label: 'app.sharedLibrary', short: 'app.library' },
  { to: '/settings', icon: 'settings', label: 'app.settings', short: 'app.settings' },
] as const;

/** Where one can go. Whoever is alone on this computer has nobody to share a library with. */
function usePlaces(): readonly (typeof PLACES)[number][] {
  const alone = useSetup().data?.profile === 'desktop';
  return alone ? PLACES.filter((place) => place.to !== '/library') : PLACES;
}

export function AppBar(): ReactElement {
  const { t } = useTranslation();
  const me = useMe();
  const places = usePlaces();
  const name = me.data?.name ?? t('app.notNamed');
  return (
    <>
      <a className="skip" href="#main">{t('app.skip')}</a>
      <header className="bar">
        <Link className="mark" to="/shelf" aria-label="Fabula">
          <Mark />
          <span>FABULA</span>
        </Link>
        <nav className="nav" aria-label={t('app.main')}>
          {places.map((place) => (
            <NavLink key={place.to} to={place.to}>{t(place.label)}</NavLink>
          ))}
        </nav>
        <span className="grow" />
        <LanguageMenu />
        <Link className="icon" to="/settings" aria-label={t('app.account', { name })}>
          <span className="av s32 c6" aria-hidden="true">{[...name][0]?.toUpperCase()}</span>
        </Link>
      </header>
      <OfflineBanner />
    </>
  );
}

export function AppTabs(): ReactElement {
  const { t } = useTranslation();
  const places = usePlaces();
  return (
    <nav className="tabbar" aria-label={t('app.main')}>
      {places.map((place) => (
        <NavLink key={place.to} to={place.to}>
          <Icon name={place.icon} />
          {t(place.short)}
        </NavLink>
      ))}
    </nav>
  );
}
