import { useState } from 'react';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useDeleteAccount } from '@/entities/session/session';
import { turns } from '@/features/talk/turns';
import { useSaid } from '@/shared/i18n/said';
import { Dialog } from '@/shared/ui/Dialog';

/** What cannot be taken back is named, and asks for a word. */
export function EraseDialog({ desktop, onClose }: { desktop: boolean; onClose: () => void }): ReactElement {
  const { t } = useTranslation();
  const said = useSaid();
  const erase = useDeleteAccount();
  const [word, setWord] = useState('');
  const sure = word.trim().toLocaleLowerCase() === t('settings.confirmWord');
  const go = (): void => {
    if (!sure || erase.isPending) return;
    turns.forgetAll();
    erase.mutate(undefined, { onSuccess: () => location.assign('/') });
  };
  return (
    <Dialog title={t(desktop ? 'settings.eraseTitle' : 'settings.deleteTitle')} onClose={onClose}>
      <div className="body">
        <p className="sub">{t(desktop ? 'settings.eraseText' : 'settings.deleteText')}</p>
        <div className="field">
          <label htmlFor="erase-word">{t('settings.confirmLabel', { word: t('settings.confirmWord') })}</label>
          <input id="erase-word" className="input" value={word} autoComplete="off" onChange={(event) => setWord(event.target.value)} />
        </div>
        {erase.isError && <p className="formerr" role="alert">{said(erase.error.message)}</p>}
      </div>
      <div className="foot">
        <button type="button" className="btn quiet" onClick={onClose}>{t('app.cancel')}</button>
        <button type="button" className="btn danger" aria-disabled={!sure || erase.isPending} onClick={go}>
          {erase.isPending ? t('settings.deleting') : t(desktop ? 'settings.eraseAll' : 'settings.deleteAccount')}
        </button>
      </div>
    </Dialog>
  );
}
