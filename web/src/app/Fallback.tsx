/** The last net: a page that broke says so, and keeps the way back open. */
import { Component } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

function Broken(): ReactElement {
  const { t } = useTranslation();
  return (
    <main className="gate" id="main">
      <h1 className="display">{t('state.crashed')}</h1>
      <p className="sub">{t('state.crashedHint')}</p>
      <div className="row">
        <button type="button" className="btn primary" onClick={() => location.reload()}>{t('state.reload')}</button>
        <a className="btn" href="/shelf">{t('state.toShelf')}</a>
      </div>
    </main>
  );
}

export class Fallback extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };
  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }
  override render(): ReactNode {
    return this.state.broken ? <Broken /> : this.props.children;
  }
}
