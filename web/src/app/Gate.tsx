/** What stands before the pages: an answer from the server, the first run, a person. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CONTRACT, become, useMe, useSetup } from '@/entities/session/session';
import { turns } from '@/features/talk/turns';
import { tokens } from '@/shared/api/tokens';
import { useAfter } from '@/shared/ui/hooks';
import { Mark } from '@/shared/ui/Icon';
import { SetupPage } from '@/pages/setup/SetupPage';

function Plain({ title, text, action, onAct }: { title: string; text: string; action: string; onAct: () => void }): ReactElement {
  return (
    <main className="gate" id="main">
      <span className="mark"><Mark /><span>FABULA</span></span>
      <h1 className="display">{title}</h1>
      <p className="sub">{text}</p>
      <button type="button" className="btn primary" onClick={onAct}>{action}</button>
    </main>
  );
}

function Opening(): ReactElement | null {
  const { t } = useTranslation();
  const due = useAfter(300);
  return (
    <main className="gate" id="main" aria-busy="true">
      {due && <span className="mark"><Mark /><span>FABULA</span></span>}
      <p className="vh" role="status">{t('app.loading')}</p>
    </main>
  );
}

interface Props {
  /** Pages for whoever is not signed in, and for whoever is. */
  outside: ReactNode;
  inside: ReactNode;
}

export function Gate({ outside, inside }: Props): ReactNode {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const setup = useSetup();
  const needsSetup = setup.data !== undefined && setup.data.profile === 'server' && !setup.data.configured;
  const me = useMe(setup.data !== undefined && !needsSetup);

  useEffect(
    () =>
      tokens.onForgotten(() => {
        // Signed out here or in another tab: nothing of the person stays behind.
        turns.forgetAll();
        become(queries, null);
      }),
    [queries],
  );

  const unreachable = (retry: () => void): ReactElement => (
    <Plain title={t('state.unreachable')} text={t('state.unreachableHint')} action={t('app.retry')} onAct={retry} />
  );
  if (setup.isError) return unreachable(() => void setup.refetch());
  if (setup.data === undefined) return <Opening />;
  if (setup.data.contract !== CONTRACT) {
    return <Plain title={t('state.outdated')} text={t('state.outdatedHint')} action={t('state.reload')} onAct={() => location.reload()} />;
  }
  if (needsSetup) return <SetupPage />;
  if (me.isError && me.data === undefined) return unreachable(() => void me.refetch());
  if (me.data === undefined) return <Opening />;
  return me.data === null ? outside : inside;
}
