/** How one person sees the others, from their own side; how they are seen stands beside it. */
import { useState } from 'react';
import type { FormEvent, ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useRelationships } from '@/entities/story/branch';
import type { Where } from '@/entities/story/branch';
import { see } from '@/entities/story/write';
import type { Relationship, WorldRow } from '@/shared/api/story-shapes';
import { FieldEdit } from './FieldEdit';
import type { Run } from './run';

interface Props {
  where: Where;
  language: string;
  row: WorldRow;
  people: WorldRow[];
  run: Run;
}

export function Seeing({ where, language, row, people, run }: Props): ReactElement {
  const { t } = useTranslation();
  const found = useRelationships(where, row.id);
  const [whom, setWhom] = useState('');
  const [view, setView] = useState('');
  const known = new Set((found.data ?? []).map((each) => each.character_id));
  const others = people.filter((person) => person.id !== row.id && !known.has(person.id));
  const save = (each: Relationship, value: string, undo: () => void): void => run(see(row.id, each.character_id, value.trim() === '' ? null : value.trim()), row.name, undefined, undo);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (whom === '' || view.trim() === '') return;
    run(see(row.id, whom, view.trim()), row.name, () => {
      setWhom('');
      setView('');
    });
  };
  return (
    <>
      <h3 className="kh">{t('world.toward')}</h3>
      {found.data?.length === 0 && <p className="muted">{t('world.noView')}</p>}
      {(found.data ?? []).map((each) => (
        <div key={each.id}>
          <FieldEdit
            field={{ key: 'view', widget: 'line', optional: true }}
            label={t('world.sees', { name: each.name ?? '' })}
            value={each.sees ?? ''}
            options={[]}
            language={language}
            onSave={(value, undo) => save(each, String(value), undo)}
          />
          {each.seen !== null && <p className="xs muted">{t('world.seenAs', { name: each.name ?? '', view: each.seen })}</p>}
        </div>
      ))}
      {others.length > 0 && (
        <form className="wadd" aria-label={t('world.toward')} onSubmit={submit}>
          <select className="input" aria-label={t('world.seeWho')} value={whom} onChange={(event) => setWhom(event.target.value)}>
            <option value="">{t('world.choose')}</option>
            {others.map((person) => <option key={person.id} value={person.id}>{person.name}</option>)}
          </select>
          <input className="input" aria-label={t('world.seeHow')} placeholder={t('world.seeHow')} maxLength={300} value={view} onChange={(event) => setView(event.target.value)} />
          <button type="submit" className="btn small quiet" aria-disabled={whom === '' || view.trim() === ''}>{t('world.seeGo')}</button>
        </form>
      )}
    </>
  );
}
