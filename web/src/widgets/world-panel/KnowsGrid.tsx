/** Who knows what: happenings down, people across. A mark opens how and since when, or the way to tell somebody. */
import { useState } from 'react';
import type { FormEvent, KeyboardEvent, ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useKnowledgeOf, useWorld } from '@/entities/story/branch';
import type { Where } from '@/entities/story/branch';
import { languageOf } from '@/entities/story/telling';
import { learn } from '@/entities/story/write';
import type { Knowledge, WorldRow } from '@/shared/api/story-shapes';
import { LoadFault, Waiting } from '@/shared/ui/Parts';
import { How } from './Knowing';
import type { Run } from './run';

const ACROSS = 12;
const DOWN = 100;

interface Props {
  where: Where;
  people: WorldRow[];
  run: Run;
}

interface Spot {
  row: number;
  column: number;
}

function Mark({ fact }: { fact: Knowledge | undefined }): ReactElement {
  const own = fact?.common_knowledge === false;
  return (
    <svg className={fact === undefined ? 'mark none' : 'mark'} width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
      {fact === undefined ? <path d="M4 7h6" /> : <circle cx="7" cy="7" r="5" className={own ? 'full' : 'ring'} />}
    </svg>
  );
}

function Told({ happening, person, fact, run }: { happening: WorldRow; person: WorldRow; fact: Knowledge | undefined; run: Run }): ReactElement {
  const { t } = useTranslation();
  const [how, setHow] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    run(learn(happening.id, person.id, how.trim()), happening.name, () => setHow(''));
  };
  return (
    <div className="card toldcard" role="group" aria-label={t('world.aboutMark', { name: person.name, title: happening.name })}>
      <p>
        <b lang={languageOf(person.name)}>{person.name}</b>{' '}
        {t(fact === undefined ? 'world.doesNotKnow' : 'world.doesKnow')}{' '}
        <span lang={languageOf(happening.name)}>{happening.name}</span>
      </p>
      {fact !== undefined && <p className="sm"><How fact={fact} /></p>}
      {(fact === undefined || fact.common_knowledge) && (
        <form className="waddrow" onSubmit={submit}>
          <input className="input" aria-label={t('world.learnHow')} placeholder={t('world.learnHow')} maxLength={300} value={how} onChange={(event) => setHow(event.target.value)} />
          <button type="submit" className="btn small quiet">{t('world.learnGo')}</button>
        </form>
      )}
    </div>
  );
}

export function KnowsGrid({ where, people, run }: Props): ReactElement {
  const { t } = useTranslation();
  const world = useWorld(where, 'happening');
  const across = people.slice(0, ACROSS);
  const known = useKnowledgeOf(where, across.map((person) => person.id));
  const [at, setAt] = useState<Spot>({ row: 0, column: 0 });
  const [chosen, setChosen] = useState<{ happening: string; person: string } | null>(null);

  if (world.isError) return <LoadFault error={world.error} onRetry={() => void world.refetch()} />;
  if (world.data === undefined) return <Waiting><span className="skel block" /></Waiting>;
  const down = world.data.rows.slice(0, DOWN);
  if (down.length === 0 || across.length === 0) return <p className="sm muted wnone">{t(down.length === 0 ? 'world.noHappenings' : 'world.noPeople')}</p>;
  const factOf = (happening: WorldRow, column: number): Knowledge | undefined => known[column]?.data?.find((fact) => fact.happening_id === happening.id);
  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>): void => {
    const by = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0] }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const row = Math.min(down.length - 1, Math.max(0, at.row + (by[0] ?? 0)));
    const column = Math.min(across.length - 1, Math.max(0, at.column + (by[1] ?? 0)));
    setAt({ row, column });
    event.currentTarget.querySelector<HTMLButtonElement>(`[data-spot="${row} ${column}"]`)?.focus();
  };
  const happening = down.find((row) => row.id === chosen?.happening);
  const column = across.findIndex((person) => person.id === chosen?.person);
  const person = across[column];
  const first = { row: Math.min(at.row, down.length - 1), column: Math.min(at.column, across.length - 1) };
  return (
    <>
      <div className="kscroll" role="region" aria-label={t('world.whoKnowsWhat')} tabIndex={0}>
        <table className="kgrid" onKeyDown={onKeyDown}>
          <thead>
            <tr>
              <th scope="col"><span className="vh">{t('world.happening')}</span></th>
              {across.map((each) => <th key={each.id} scope="col" lang={languageOf(each.name)}>{each.name}</th>)}
            </tr>
          </thead>
          <tbody>
            {down.map((each, row) => (
              <tr key={each.id}>
                <th scope="row" lang={languageOf(each.name)}>{each.name}</th>
                {across.map((who, col) => {
                  const fact = factOf(each, col);
                  const said = fact === undefined ? t('world.markNot') : t(fact.common_knowledge ? 'world.markAll' : 'world.markKnows');
                  return (
                    <td key={who.id}>
                      <button
                        type="button"
                        data-spot={`${row} ${col}`}
                        tabIndex={first.row === row && first.column === col ? 0 : -1}
                        aria-pressed={chosen?.happening === each.id && chosen.person === who.id}
                        aria-label={`${who.name}, ${each.name}: ${said}`}
                        onFocus={() => setAt({ row, column: col })}
                        onClick={() => setChosen({ happening: each.id, person: who.id })}
                      >
                        <Mark fact={fact} />
                      </button>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {happening !== undefined && person !== undefined && <Told key={`${happening.id} ${person.id}`} happening={happening} person={person} fact={factOf(happening, column)} run={run} />}
      <ul className="klegend xs muted">
        <li><svg className="mark" width="14" height="14" viewBox="0 0 14 14" aria-hidden="true"><circle cx="7" cy="7" r="5" className="full" /></svg>{t('world.markKnows')}</li>
        <li><svg className="mark" width="14" height="14" viewBox="0 0 14 14" aria-hidden="true"><circle cx="7" cy="7" r="5" className="ring" /></svg>{t('world.markAll')}</li>
        <li><svg className="mark none" width="14" height="14" viewBox="0 0 14 14" aria-hidden="true"><path d="M4 7h6" /></svg>{t('world.markNot')}</li>
      </ul>
      {(people.length > ACROSS || world.data.rows.length > DOWN) && <p className="xs muted">{t('world.markMore', { people: ACROSS, happenings: DOWN })}</p>}
    </>
  );
}
