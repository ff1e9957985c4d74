import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useTitle } from '@/shared/ui/hooks';
import { AppBar, AppTabs } from '@/widgets/app-bar/AppBar';

export function NotFoundPage(): ReactElement {
  const { t } = useTranslation();
  useTitle(t('state.notFound'));
  return (
    <div className="app has-tabs">
      <AppBar />
      <main id="main" className="scroll" tabIndex={-1}>
        <div className="inner empty">
          <h1 className="display">{t('state.notFound')}</h1>
          <p className="sub">{t('state.notFoundHint')}</p>
          <Link className="btn primary" to="/shelf">{t('state.toShelf')}</Link>
        </div>
      </main>
      <AppTabs />
    </div>
  );
}
