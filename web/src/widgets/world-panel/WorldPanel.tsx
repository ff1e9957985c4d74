/** The world beside the text: a region where there is room, a sheet that traps and gives back the focus where not. */
import { useEffect, useRef, useState } from 'react';
import type { FormEvent, KeyboardEvent, ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { usePresent, useWorld } from '@/entities/story/branch';
import type { Where } from '@/entities/story/branch';
import { useKindName, useKindsName } from '@/entities/story/kinds';
import { NAME_COLUMN } from '@/entities/story/world-fields';
import { make, useWrite } from '@/entities/story/write';
import type { RowWritten } from '@/entities/story/write';
import type { News } from '@/features/story-desk/useDesk';
import { KINDS } from '@/shared/api/story-shapes';
import type { Kind, WorldRow } from '@/shared/api/story-shapes';
import { Icon } from '@/shared/ui/Icon';
import { Find, LoadFault, Waiting } from '@/shared/ui/Parts';
import { WorldRowView } from './WorldRowView';
import type { Others } from './WorldRowView';
import type { Run } from './run';

interface Props {
  where: Where;
  turn: number;
  language: string;
  lead: string | null;
  sheet: boolean;
  onTell: (news: News) => void;
  onFail: (fault: Error) => void;
  onClose: () => void;
}

const NOBODY: WorldRow[] = [];
const MANY = 8;

function Tabs({ kind, counts, onPick }: { kind: Kind; counts: Record<string, number>; onPick: (kind: Kind) => void }): ReactElement {
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

export function WorldPanel({ where, turn, language, lead, sheet, onTell, onFail, onClose }: Props): ReactElement {
  const { t } = useTranslation();
  const nameOf = useKindsName();
  const [kind, setKind] = useState<Kind>('character');
  const [open, setOpen] = useState<string | null>(null);
  const [query, setQuery] = useState('');
  const root = useRef<HTMLElement>(null);
  const close = useRef<HTMLButtonElement>(null);
  const world = useWorld(where, kind);
  const people = useWorld(where, 'character');
  const places = useWorld(where, 'place');
  const factions = useWorld(where, 'faction');
  const present = usePresent(where);
  const write = useWrite<unknown>(where);
  const others: Others = { people: people.data?.rows ?? NOBODY, places: places.data?.rows ?? NOBODY, factions: factions.data?.rows ?? NOBODY };

  useEffect(() => {
    if (sheet) close.current?.focus();
  }, [sheet]);

  const run: Run = (act, name, done, refused) =>
    write.mutate(act, {
      onSuccess: (answer) => {
        onTell({ text: t('world.saved', { name }), then: 'undo' });
        done?.(answer);
      },
      onError: (fault) => {
        onFail(fault);
        refused?.();
      },
    });
  const pick = (next: Kind): void => {
    setKind(next);
    setOpen(null);
    setQuery('');
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      onClose();
    } else if (sheet && event.key === 'Tab') {
      const stops = [...(root.current?.querySelectorAll<HTMLElement>('button:not([tabindex="-1"]), input, select, textarea, [tabindex="0"]') ?? [])].filter((each) => each.offsetParent !== null);
      const [first, last] = [stops[0], stops[stops.length - 1]];
      if (event.shiftKey && document.activeElement === first) last?.focus();
      else if (!event.shiftKey && document.activeElement === last) first?.focus();
      else return;
      event.preventDefault();
    }
  };

  const wanted = query.trim().toLocaleLowerCase();
  const rows = [...(world.data?.rows ?? NOBODY)].sort((a, b) => a.name.localeCompare(b.name, language)).filter((row) => row.name.toLocaleLowerCase().includes(wanted));
  const hereIds = new Set([...(present.data?.rows ?? []).map((row) => row.id), present.data?.place?.id]);
  const here = rows.filter((row) => hereIds.has(row.id));
  const elsewhere = rows.filter((row) => !hereIds.has(row.id));
  const list = (some: WorldRow[], label: string): ReactElement => (
    <ul aria-label={label}>
      {some.map((row) => (
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
      {sheet && <div className="wscrim" aria-hidden="true" onClick={onClose} />}
      <aside ref={root} className={`world${sheet ? ' sheet' : ''}`} aria-label={t('world.title')} {...(sheet ? { role: 'dialog', 'aria-modal': true } : {})} onKeyDown={onKeyDown}>
        <header className="whead">
          <h2>{t('world.title')}</h2>
          <span className="muted sm">{turn > 0 ? t('world.after', { number: turn }) : t('world.atStart')}</span>
          <span className="grow" />
          <button type="button" ref={close} className="icon" aria-label={t('world.close')} onClick={onClose}><Icon name="close" /></button>
        </header>
        <Tabs kind={kind} counts={world.data?.counts ?? people.data?.counts ?? {}} onPick={pick} />
        <div className="wbody" id="world-rows" role="tabpanel" aria-labelledby={`world-${kind}`} tabIndex={0}>
          {(world.data?.rows.length ?? 0) > MANY && <Find label={t('world.find')} hint={t('world.findHint')} value={query} onChange={setQuery} />}
          {world.isError && <LoadFault error={world.error} onRetry={() => void world.refetch()} />}
          {world.isPending && <Waiting><span className="skel block" /></Waiting>}
          {world.isSuccess && rows.length === 0 && <p className="sm muted wnone">{wanted === '' ? t('world.none') : t('world.noneFound', { query })}</p>}
          {here.length > 0 && <><h3 className="grp">{t('world.here')}</h3>{list(here, t('world.here'))}</>}
          {here.length > 0 && elsewhere.length > 0 && <h3 className="grp">{t('world.elsewhere')}</h3>}
          {elsewhere.length > 0 && list(elsewhere, here.length > 0 ? t('world.elsewhere') : nameOf(kind))}
          <Add key={kind} kind={kind} onAdd={(name, done) => run(make(kind, { [NAME_COLUMN[kind]]: name }), name, (answer) => { done(); setOpen((answer as RowWritten).row.id); })} />
        </div>
      </aside>
    </>
  );
}
