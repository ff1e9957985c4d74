/** Relations in words, each with the sentences that say so. */
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { PersonName, Relations } from '@/shared/api/shapes';
import { Avatar } from '@/shared/ui/Parts';
import { Cite } from '@/shared/ui/Cite';
import { edgesOf, weightOf, wordFor } from './ties';

interface Props {
  novelId: string;
  language: string;
  told: Relations;
  people: PersonName[];
  /** Whose relations, seen from their side. */
  of: PersonName;
  most?: number;
}

/** Everybody somebody is something to, the closest first. */
export function BondsOf({ novelId, language, told, people, of, most = 40 }: Props): ReactElement {
  const { t } = useTranslation();
  const names = new Map(people.map((one) => [one.id, one]));
  const edges = edgesOf(told, new Set(names.keys()))
    .filter((edge) => edge.one === of.id || edge.other === of.id)
    .sort((a, b) => Number(b.relations.length > 0) - Number(a.relations.length > 0) || weightOf(b) - weightOf(a))
    .slice(0, most);
  if (edges.length === 0) return <p className="sm muted">{t('graph.none')}</p>;
  return (
    <ul className="rels">
      {edges.map((edge) => {
        const other = names.get(edge.one === of.id ? edge.other : edge.one);
        if (other === undefined) return null;
        const cites = edge.relations.flatMap((relation) => relation.citations.slice(0, 1)).slice(0, 2);
        return (
          <li key={other.id}>
            <Avatar initial={other.initial} hue={other.hue} size="s32" />
            <span className="grow">
              <Link lang={language} to={`/characters/${novelId}/${other.id}`}>{other.name}</Link>
              {edge.relations.filter((relation) => relation.kind !== 'acquaintance' || edge.lines === 0).map((relation) => (
                <span className="st" key={relation.id}>
                  {relation.mutual || relation.label === ''
                    ? wordFor(t, relation)
                    : t(relation.source_id === of.id ? 'graph.toThem' : 'graph.toOne', { name: of.name, other: other.name, word: wordFor(t, relation) })}
                </span>
              ))}
              {edge.lines > 0 && <span className="st">{t('graph.lines', { count: edge.lines })}</span>}
            </span>
            <span className="relcites">
              {cites.map((cite) => <Cite key={`${cite.chapter_number}:${cite.start}`} novelId={novelId} citation={cite} language={language} short />)}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
