/** The bar inside a book: the way back, the book's name and place, its two rooms, and the page's own tools. */
import type { ReactElement, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Icon } from '@/shared/ui/Icon';
import { OfflineBanner } from './OfflineBanner';

interface Props {
  here: 'read' | 'people';
  novelId: string;
  title: string;
  titleLang: string | undefined;
  place: string;
  placeLang?: string | undefined;
  back?: { to: string; label: string };
  tools?: ReactNode;
  line?: ReactNode;
}

export function BookBar({ here, novelId, title, titleLang, place, placeLang, back, tools, line }: Props): ReactElement {
  const { t } = useTranslation();
  const way = back ?? { to: '/shelf', label: t('app.backToShelf') };
  return (
    <>
      <a className="skip" href="#main">{t('app.skip')}</a>
      <header className="bar inbook">
        <Link className="icon" to={way.to} aria-label={way.label}>
          <Icon name="back" />
        </Link>
        <div className="crumb grow">
          <p className="title cut" lang={titleLang}>{title}</p>
          <p className="xs muted cut" lang={placeLang}>{place}</p>
        </div>
        <nav className="nav mid" aria-label={t('app.book')}>
          <Link to={`/reader/${novelId}/continue`} aria-current={here === 'read' ? 'page' : undefined}>{t('app.read')}</Link>
          <Link to={`/characters/${novelId}`} aria-current={here === 'people' ? 'page' : undefined}>{t('app.people')}</Link>
        </nav>
        <div className="row tools">{tools}</div>
        {line}
      </header>
      <OfflineBanner />
    </>
  );
}

export function BookTabs({ novelId, here }: { novelId: string; here: 'read' | 'people' }): ReactElement {
  const { t } = useTranslation();
  return (
    <nav className="tabbar" aria-label={t('app.book')}>
      <Link to="/shelf">
        <Icon name="shelves" />
        {t('app.shelf')}
      </Link>
      <Link to={`/reader/${novelId}/continue`} aria-current={here === 'read' ? 'page' : undefined}>
        <Icon name="book" />
        {t('app.read')}
      </Link>
      <Link to={`/characters/${novelId}`} aria-current={here === 'people' ? 'page' : undefined}>
        <Icon name="people" />
        {t('app.people')}
      </Link>
    </nav>
  );
}
