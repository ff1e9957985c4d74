/** A row of the world: closed it says who or what it is in a line, open it can be edited in place. */
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { Where } from '@/entities/story/branch';
import { useFieldName, useStatusName } from '@/entities/story/parts';
import { alter, put, remove } from '@/entities/story/write';
import { FIELDS, editOf, valueOf, whereIs } from '@/entities/story/world-fields';
import type { FieldSpec } from '@/entities/story/world-fields';
import type { WorldRow } from '@/shared/api/story-shapes';
import { beginning, firstWords, languageOf } from '@/entities/story/telling';
import { Icon } from '@/shared/ui/Icon';
import { Avatar } from '@/shared/ui/Parts';
import { FieldEdit } from './FieldEdit';
import type { Option } from './FieldEdit';
import { Knows, WhoKnows } from './Knowing';
import { Seeing } from './Seeing';
import type { Run } from './run';

export interface Others {
  people: WorldRow[];
  places: WorldRow[];
  factions: WorldRow[];
}

interface Props {
  where: Where;
  row: WorldRow;
  language: string;
  others: Others;
  open: boolean;
  here: boolean;
  lead: boolean;
  run: Run;
  onToggle: () => void;
}

const hueOf = (id: string): number => ([...id].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 997, 7) % 8) + 1;

/** Where a thing is: with one person or at one place, never both. */
function ItemWhere({ row, others, language, run }: Pick<Props, 'row' | 'others' | 'language' | 'run'>): ReactElement {
  const { t } = useTranslation();
  const at = whereIs(row, others.people);
  const value = at === null ? '' : 'holder' in at ? `p ${at.holder.id}` : `l ${at.place}`;
  const options = [
    ...others.people.map((person) => ({ value: `p ${person.id}`, label: t('world.withPerson', { name: person.name }) })),
    ...others.places.map((place) => ({ value: `l ${place.id}`, label: place.name })),
  ];
  const save = (given: string, undo: () => void): void => {
    const id = given.slice(2);
    run(put(row.id, given.startsWith('p ') ? { holder_id: id } : given.startsWith('l ') ? { location_id: id } : {}), row.name, undefined, undo);
  };
  return <FieldEdit field={{ key: 'at', widget: 'row' }} label={t('world.at')} value={value} options={options} language={language} onSave={(given, undo) => save(String(given), undo)} />;
}

function Body({ where, row, language, others, lead, run }: Omit<Props, 'open' | 'here' | 'onToggle'>): ReactElement {
  const { t } = useTranslation();
  const fieldName = useFieldName();
  const statusName = useStatusName();
  const optionsOf = (field: FieldSpec): Option[] => {
    if (field.widget === 'choice') return (field.options ?? []).map((value) => ({ value, label: statusName(value) }));
    const rows = field.of === 'place' ? others.places : others.factions;
    return field.widget === 'row' ? rows.filter((each) => each.id !== row.id).map((each) => ({ value: each.id, label: each.name })) : [];
  };
  return (
    <div className="pbody">
      {FIELDS[row.kind].map((field) => (
        <FieldEdit
          key={field.key}
          field={field}
          label={fieldName(field.key)}
          value={valueOf(field, row)}
          options={optionsOf(field)}
          language={language}
          onSave={(value, undo) => run(alter(row.kind, row.id, editOf(field, value)), row.name, undefined, undo)}
        />
      ))}
      {row.kind === 'item' && <ItemWhere row={row} others={others} language={language} run={run} />}
      {row.kind === 'character' && (
        <>
          <Seeing where={where} language={language} row={row} people={others.people} run={run} />
          <Knows where={where} language={language} row={row} />
        </>
      )}
      {row.kind === 'happening' && <WhoKnows where={where} language={language} row={row} people={others.people} run={run} />}
      {!lead && (
        <button type="button" className="btn small danger wdelete" onClick={() => run(remove(row.kind, row.id), t('world.deleted', { name: row.name }))}>
          <Icon name="trash" small />
          {t('world.delete', { name: firstWords(row.name, 24) })}
        </button>
      )}
    </div>
  );
}

export function WorldRowView({ onToggle, ...props }: Props): ReactElement {
  const { t } = useTranslation();
  const statusName = useStatusName();
  const { row, open, here, lead, others } = props;
  const language = languageOf(row.name, props.language);
  const line = beginning(row.description !== '' ? row.description : String(row['body'] ?? ''), 90);
  const at = row.kind === 'item' ? whereIs(row, others.people) : null;
  const place = at === null ? '' : 'holder' in at ? t('world.withPerson', { name: at.holder.name }) : (others.places.find((each) => each.id === at.place)?.name ?? '');
  return (
    <li className={`prow${here ? ' here' : ''}${open ? ' open' : ''}`}>
      <button type="button" className="phead" aria-expanded={open} onClick={onToggle}>
        {row.kind === 'character' && <Avatar initial={[...row.name][0] ?? ''} hue={hueOf(row.id)} size="s32" />}
        <span className="grow">
          <span className="nm"><span lang={language}>{row.name}</span>{lead && <span className="tag acc">{t('world.you')}</span>}</span>
          {line !== '' && !open && <span className="st" lang={languageOf(line, language)}>{line}</span>}
          {place !== '' && !open && <span className="st muted">{place}</span>}
        </span>
        {row.status !== null && row.status !== 'active' && <span className="tag">{statusName(row.status)}</span>}
        <Icon name={open ? 'fold' : 'forward'} small />
      </button>
      {open && <Body {...props} />}
    </li>
  );
}
