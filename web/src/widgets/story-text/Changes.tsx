/** What changed with an entry: a count, and the list when it is opened. */
import { useState } from 'react';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { Change } from '@/shared/api/story-shapes';
import { Icon } from '@/shared/ui/Icon';

const SHOWN = 2;

/** The value something came to have, where it is short enough to be said. */
function short(value: unknown): string | null {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' && value !== '' && value.length <= 60 && !/^[a-z]{2,6}_[0-9a-f-]{36}$/.test(value) ? value : null;
}

function What({ change }: { change: Change }): ReactElement {
  const { t } = useTranslation();
  const value = change.parts.map((part) => short(part.after)).find((text) => text !== null);
  if (change.kind === 'entry') return <>{t('story.textEdited')}</>;
  if (change.op === 'create') return <>{t('story.made')}</>;
  if (change.op === 'delete') return <>{t('story.gone')}</>;
  return <>{value === undefined || value === null ? t('story.altered') : t('story.became', { value })}</>;
}

export function Changes({ changes }: { changes: Change[] }): ReactElement | null {
  const { t, i18n } = useTranslation();
  const [open, setOpen] = useState(false);
  if (changes.length === 0) return null;
  const count = t('story.changes', { count: changes.length });
  const named = [...new Set(changes.filter((change) => change.kind !== 'entry').map((change) => change.name))].slice(0, SHOWN);
  const names = new Intl.ListFormat(i18n.language, { type: 'unit', style: 'short' }).format(named);
  return (
    <>
      <button type="button" className="chg" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon name={open ? 'fold' : 'forward'} small />
        <span>{open || named.length === 0 ? count : t('story.changesNamed', { changes: count, names })}</span>
      </button>
      {open && (
        <ul className="chglist">
          {changes.map((change) => (
            <li key={change.log_position}>
              {change.kind !== 'entry' && <b>{change.name}</b>}
              <span className="sub"><What change={change} /></span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
