/** Relations and talks of a book as ties between two people each, and the words for them. */
import type { TFunction } from 'i18next';
import type { Relation, Relations } from '@/shared/api/shapes';

/** Kinds from the closest to the loosest; where two people are several things, the first is drawn. */
export const KINDS = ['spouse', 'betrothed', 'kin', 'friend', 'foe', 'master', 'servant', 'acquaintance'] as const;
export type Drawn = 'kin' | 'friend' | 'works' | 'odds' | 'talk';

const DRAWN: Record<string, Drawn> = {
  spouse: 'kin', betrothed: 'kin', kin: 'kin', friend: 'friend', foe: 'odds', master: 'works', servant: 'works', acquaintance: 'talk',
};

export interface Edge {
  one: string;
  other: string;
  drawn: Drawn;
  /** What the book calls it, from the side of the first relation; empty where they only talk. */
  relations: Relation[];
  lines: number;
}

const closeness = (relation: Relation): number => {
  const at = (KINDS as readonly string[]).indexOf(relation.kind);
  return at < 0 ? KINDS.length : at;
};

/** One edge for every two people who are something to each other or talk, the closest first. */
export function edgesOf(told: Relations, shown: ReadonlySet<string>): Edge[] {
  const edges = new Map<string, Edge>();
  const edge = (one: string, other: string): Edge => {
    const [a, b] = one < other ? [one, other] : [other, one];
    const key = `${a} ${b}`;
    const known = edges.get(key) ?? { one: a, other: b, drawn: 'talk' as const, relations: [], lines: 0 };
    edges.set(key, known);
    return known;
  };
  for (const relation of told.relations) {
    if (shown.has(relation.source_id) && shown.has(relation.target_id)) edge(relation.source_id, relation.target_id).relations.push(relation);
  }
  for (const talk of told.talks) {
    if (shown.has(talk.one_id) && shown.has(talk.other_id)) edge(talk.one_id, talk.other_id).lines = talk.lines;
  }
  for (const one of edges.values()) {
    one.relations.sort((a, b) => closeness(a) - closeness(b));
    const first = one.relations[0];
    if (first !== undefined) one.drawn = DRAWN[first.kind] ?? 'talk';
  }
  return [...edges.values()];
}

/** How much a tie draws two people together. */
export function weightOf(edge: Edge): number {
  const bond = edge.relations[0];
  return edge.lines + (bond === undefined || bond.kind === 'acquaintance' ? 0 : 10 + 4 * (KINDS.length - closeness(bond)));
}

/** What the source of a relation is to its target, in a word or two. */
export function wordFor(t: TFunction, relation: Relation): string {
  if (relation.label !== '') return relation.label;
  switch (relation.kind) {
    case 'spouse': return t('graph.spouse');
    case 'betrothed': return t('graph.betrothed');
    case 'kin': return t('graph.kin');
    case 'friend': return t('graph.friend');
    case 'foe': return t('graph.foe');
    case 'master': return t('graph.master');
    case 'servant': return t('graph.servant');
    default: return t('graph.acquaintance');
  }
}
