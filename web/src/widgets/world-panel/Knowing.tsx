/** What somebody knows, or who knows of something, how and since when. */
import { useState } from 'react';
import type { FormEvent, ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useKnowledge } from '@/entities/story/branch';
import type { Where } from '@/entities/story/branch';
import { learn } from '@/entities/story/write';
import type { Knowledge, WorldRow } from '@/shared/api/story-shapes';
import { Icon } from '@/shared/ui/Icon';
import type { Run } from './run';

interface Props {
  where: Where;
  language: string;
  row: WorldRow;
  people: WorldRow[];
  run: Run;
}

export function How({ fact }: { fact: Knowledge }): ReactElement {
  const { t } = useTranslation();
  const since = fact.since_position === null ? null : fact.since_position > 1 ? t('world.since', { number: fact.since_position - 1 }) : t('world.fromStart');
  const parts = [fact.source, since, fact.since_position === null && fact.common_knowledge ? t('world.everybody') : null];
  return <span className="muted">{parts.filter((part) => part !== null && part !== '').join(' · ')}</span>;
}

export function Knows({ where, language, row }: Omit<Props, 'people' | 'run'>): ReactElement {
  const { t } = useTranslation();
  const known = useKnowledge(where, 'character', row.id);
  return (
    <>
      <h3 className="kh">{t('world.knows')}</h3>
      {known.data?.length === 0 && <p className="muted">{t('world.knowsNothing')}</p>}
      <ul className="knows">
        {(known.data ?? []).map((fact) => (
          <li key={fact.happening_id}><Icon name="eye" small /><span lang={language}>{fact.title}</span><How fact={fact} /></li>
        ))}
      </ul>
    </>
  );
}

export function WhoKnows({ where, language, row, people, run }: Props): ReactElement {
  const { t } = useTranslation();
  const known = useKnowledge(where, 'happening', row.id);
  const [who, setWho] = useState('');
  const [how, setHow] = useState('');
  const told = new Set((known.data ?? []).map((fact) => fact.character_id));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (who === '') return;
    run(learn(row.id, who, how.trim()), row.name, () => {
      setWho('');
      setHow('');
    });
  };
  return (
    <>
      <h3 className="kh">{t('world.whoKnows')}</h3>
      {known.data?.length === 0 && <p className="muted">{t('world.nobodyKnows')}</p>}
      <ul className="knows">
        {(known.data ?? []).map((fact) => (
          <li key={fact.character_id}><Icon name="eye" small /><span lang={language}>{fact.name}</span><How fact={fact} /></li>
        ))}
      </ul>
      <form className="wadd" aria-label={t('world.learn')} onSubmit={submit}>
        <select className="input" aria-label={t('world.learnWho')} value={who} onChange={(event) => setWho(event.target.value)}>
          <option value="">{t('world.choose')}</option>
          {people.filter((person) => !told.has(person.id)).map((person) => <option key={person.id} value={person.id}>{person.name}</option>)}
        </select>
        <input className="input" aria-label={t('world.learnHow')} placeholder={t('world.learnHow')} maxLength={300} value={how} onChange={(event) => setHow(event.target.value)} />
        <button type="submit" className="btn small quiet" aria-disabled={who === ''}>{t('world.learnGo')}</button>
      </form>
    </>
  );
}
