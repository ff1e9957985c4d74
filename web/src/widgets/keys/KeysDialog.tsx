import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '@/shared/ui/Dialog';

/** Every key and what it does. */
export function KeysDialog({ onClose }: { onClose: () => void }): ReactElement {
  const { t } = useTranslation();
  const reading = [
    { keys: ['Space'], does: t('keys.space') },
    { keys: ['Shift', 'Space'], does: t('keys.shiftSpace') },
    { keys: ['←', '→'], does: t('keys.arrows') },
    { keys: ['['], does: t('keys.chapters') },
    { keys: ['A'], does: t('keys.theme') },
    { keys: ['T'], does: t('keys.talk') },
  ];
  const story = [
    { keys: ['Ctrl', 'Z'], does: t('story.undoNow') },
    { keys: ['Ctrl', 'Shift', 'Z'], does: t('story.redoNow') },
    { keys: ['Alt', '1–4'], does: t('story.keyMode') },
    { keys: ['\\'], does: t('story.keyWorld') },
    { keys: ['End'], does: t('story.keyEnd') },
  ];
  const anywhere = [
    { keys: ['G', 'S'], does: t('keys.shelf'), then: true },
    { keys: ['G', 'R'], does: t('keys.read'), then: true },
    { keys: ['G', 'P'], does: t('keys.people'), then: true },
    { keys: ['Esc'], does: t('keys.esc') },
    { keys: ['?'], does: t('keys.list') },
  ];
  const column = (title: string, rows: { keys: string[]; does: string; then?: boolean }[]): ReactElement => (
    <section>
      <h3>{title}</h3>
      <dl>
        {rows.map((row) => (
          <div key={row.does}>
            <dt>
              {row.keys.map((key, at) => (
                <span key={key}>
                  {row.then === true && at > 0 && <span className="muted xs">{t('keys.then')} </span>}
                  <kbd>{key}</kbd>{' '}
                </span>
              ))}
            </dt>
            <dd>{row.does}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
  return (
    <Dialog title={t('keys.title')} onClose={onClose} broad>
      <div className="kcols">
        {column(t('keys.reading'), reading)}
        {column(t('story.keysTitle'), story)}
        {column(t('keys.anywhere'), anywhere)}
      </div>
      <p className="xs muted">{t('keys.hint')}</p>
    </Dialog>
  );
}
