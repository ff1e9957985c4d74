/** The rows of one kind: those that are here first, then the others, and a line to add one. */
import { useState } from 'react';
import type { FormEvent, KeyboardEvent, ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useWorld } from '@/entities/story/branch';
import type { Where } from '@/entities/story/branch';
import { useKindName, useKindsName } from '@/entities/story/kinds';
import { NAME_COLUMN } from '@/entities/story/world-fields';
import { make } from '@/entities/story/write';
import type { RowWritten } from '@/entities/story/write';
import { KINDS } from '@/shared/api/story-shapes';
import type { Kind, WorldRow } from '@/shared/api/story-shapes';
import { Icon } from '@/shared/ui/Icon';
import { Find, LoadFault, Waiting } from '@/shared/ui/Parts';
import { WorldRowView } from './WorldRowView';
import type { Others } from './WorldRowView';
import type { Run } from './run';

const NOBODY: WorldRow[] = [];
const MANY = 8;
const SHOWN = 100;

export function Tabs({ kind, counts, onPick }: { kind: Kind; counts: Record<string, number>; onPick: (kind: Kind) => void }): ReactElement {
  const { t } = useTranslation();
  const nameOf = useKindsName();
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const by = event.key === 'ArrowRight' || event.key === 'ArrowDown' ? 1 : event.key === 'ArrowLeft' || event.key === 'ArrowUp' ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    const at = (KINDS.indexOf(kind) + by + KINDS.length) % KINDS.length;
    onPick(KINDS[at] ?? kind);
    event.currentTarget.querySelectorAll<HTMLButtonElement>('[role="tab"]')[at]?.focus();
  };
  return (
    <div className="cats" role="tablist" aria-label={t('world.title')} onKeyDown={onKeyDown}>
      {KINDS.map((each) => (
        <button key={each} type="button" role="tab" id={`world-${each}`} aria-selected={each === kind} aria-controls="world-rows" tabIndex={each === kind ? 0 : -1} onClick={() => onPick(each)}>
          {nameOf(each)} <span className="num">{counts[each] ?? 0}</span>
        </button>
      ))}
    </div>
  );
}

function Add({ kind, onAdd }: { kind: Kind; onAdd: (name: string, done: () => void) => void }): ReactElement {
  const { t } = useTranslation();
  const word = useKindName()(kind);
  const [name, setName] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() !== '') onAdd(name.trim(), () => setName(''));
  };
  return (
    <form className="waddrow" aria-label={t('world.addNamed', { kind: word })} onSubmit={submit}>
      <input className="input" aria-label={t('world.newName', { kind: word })} placeholder={t('world.newName', { kind: word })} maxLength={300} value={name} onChange={(event) => setName(event.target.value)} />
      <button type="submit" className="btn small quiet" aria-disabled={name.trim() === ''}><Icon name="plus" small />{t('world.add')}</button>
    </form>
  );
}

interface Props {
  where: Where;
  kind: Kind;
  language: string;
  lead: string | null;
  /** Ids of what is where the story is. */
  hereIds: Set<string>;
  others: Others;
  run: Run;
}

export function WorldRows({ where, kind, language, lead, hereIds, others, run }: Props): ReactElement {
  const { t } = useTranslation();
  const nameOf = useKindsName();
  const world = useWorld(where, kind);
  const [open, setOpen] = useState<string | null>(null);
  const [query, setQuery] = useState('');
  const wanted = query.trim().toLocaleLowerCase();
  const rows = [...(world.data?.rows ?? NOBODY)].sort((a, b) => a.name.localeCompare(b.name, language)).filter((row) => row.name.toLocaleLowerCase().includes(wanted));
  const here = rows.filter((row) => hereIds.has(row.id));
  const elsewhere = rows.filter((row) => !hereIds.has(row.id));
  const list = (some: WorldRow[], label: string): ReactElement => (
    <ul aria-label={label}>
      {some.slice(0, SHOWN).map((row) => (
        <WorldRowView
          key={row.id}
          where={where}
          row={row}
          language={language}
          others={others}
          open={open === row.id}
          here={hereIds.has(row.id)}
          lead={row.id === lead}
          run={run}
          onToggle={() => setOpen(open === row.id ? null : row.id)}
        />
      ))}
    </ul>
  );
  return (
    <>
      {(world.data?.rows.length ?? 0) > MANY && <Find label={t('world.find')} hint={t('world.findHint')} value={query} onChange={setQuery} />}
      {world.isError && <LoadFault error={world.error} onRetry={() => void world.refetch()} />}
      {world.isPending && <Waiting><span className="skel block" /></Waiting>}
      {world.isSuccess && rows.length === 0 && <p className="sm muted wnone" role="status">{wanted === '' ? t('world.none') : t('world.noneFound', { query })}</p>}
      {here.length > 0 && <><h3 className="grp">{t('world.here')}</h3>{list(here, t('world.here'))}</>}
      {here.length > 0 && elsewhere.length > 0 && <h3 className="grp">{t('world.elsewhere')}</h3>}
      {elsewhere.length > 0 && list(elsewhere, here.length > 0 ? t('world.elsewhere') : nameOf(kind))}
      {elsewhere.length > SHOWN && <p className="xs muted wnone">{t('world.moreRows', { count: elsewhere.length - SHOWN })}</p>}
      <Add kind={kind} onAdd={(name, done) => run(make(kind, { [NAME_COLUMN[kind]]: name }), name, (answer) => { done(); setOpen((answer as RowWritten).row.id); })} />
    </>
  );
}
