/** What changed with an entry: a count, and the list when it is opened. What is not here yet is fetched then. */
import { useState } from 'react';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useChanges } from '@/entities/story/branch';
import type { Where } from '@/entities/story/branch';
import { useKindName } from '@/entities/story/kinds';
import { fieldAt, sayable, useFieldName, useStatusName } from '@/entities/story/parts';
import { languageOf } from '@/entities/story/telling';
import type { Change } from '@/shared/api/story-shapes';
import { useSaid } from '@/shared/i18n/said';
import { listed } from '@/shared/text/listed';
import { Icon } from '@/shared/ui/Icon';

const SHOWN = 2;
const SHORT = 60;

/** A value where it is short enough to be said. */
function short(value: unknown): string | null {
  const said = sayable(value);
  return said !== null && said.length <= SHORT ? said : null;
}

function What({ change }: { change: Change }): ReactElement {
  const { t } = useTranslation();
  const fieldName = useFieldName();
  const statusName = useStatusName();
  if (change.kind === 'entry') return <>{t('story.textEdited')}</>;
  if (change.op === 'create') return <>{t('story.made')}</>;
  if (change.op === 'delete') return <>{t('story.gone')}</>;
  const part = change.parts.find((each) => fieldAt(each.path) !== null && short(each.after) !== null) ?? change.parts.find((each) => fieldAt(each.path) !== null);
  const key = part === undefined ? null : fieldAt(part.path);
  if (part === undefined || key === null) return <>{t('story.altered')}</>;
  const say = (value: unknown): string | null => (key === 'status' && typeof value === 'string' ? statusName(value) : short(value));
  const [before, after] = [say(part.before), say(part.after)];
  const what = after === null ? t('story.altered') : before === null ? t('story.became', { value: after }) : t('story.becameFrom', { before, after });
  return <>{t('story.partChanged', { part: fieldName(key), what })}</>;
}

function Rows({ changes }: { changes: Change[] }): ReactElement {
  const kindName = useKindName();
  return (
    <>
      {changes.map((change) => (
        <li key={change.log_position}>
          {change.kind !== 'entry' && <b lang={languageOf(change.name)}>{change.name}</b>}
          {change.kind !== 'entry' && <span className="xs muted">{kindName(change.kind)}</span>}
          <span className="sub"><What change={change} /></span>
        </li>
      ))}
    </>
  );
}

function Fetched({ where, entryId }: { where: Where; entryId: string }): ReactElement {
  const { t } = useTranslation();
  const said = useSaid();
  const found = useChanges(where, entryId);
  if (found.isError) return <li className="warntone">{said(found.error.message)}</li>;
  if (found.data === undefined) return <li className="muted">{t('app.loading')}</li>;
  return found.data.length === 0 ? <li className="muted">{t('story.nothingElse')}</li> : <Rows changes={found.data} />;
}

interface Props {
  where: Where;
  entryId: string;
  /** Null where the part of the log that is here does not reach back to this entry. */
  changes: Change[] | null;
}

export function Changes({ where, entryId, changes }: Props): ReactElement | null {
  const { t, i18n } = useTranslation();
  const [open, setOpen] = useState(false);
  if (changes?.length === 0) return null;
  const count = changes === null ? t('story.whatChanged') : t('story.changes', { count: changes.length });
  const named = [...new Set((changes ?? []).filter((change) => change.kind !== 'entry').map((change) => change.name))].slice(0, SHOWN);
  const names = listed(named, i18n.language);
  return (
    <>
      <button type="button" className="chg" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon name={open ? 'fold' : 'forward'} small />
        <span>{open || named.length === 0 ? count : t('story.changesNamed', { changes: count, names })}</span>
      </button>
      {open && <ul className="chglist">{changes === null ? <Fetched where={where} entryId={entryId} /> : <Rows changes={changes} />}</ul>}
    </>
  );
}
