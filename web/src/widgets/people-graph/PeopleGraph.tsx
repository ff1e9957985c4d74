/**
 * The picture of who stands how to whom. The chosen person's ties are bright and named; arrows walk from one to the
 * next in that direction. What it shows stands below it in words, and all of it can be read as a list.
 */
import { useId, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Character, Relations } from '@/shared/api/shapes';
import { useMedia } from '@/shared/ui/hooks';
import { BondsOf } from './Bonds';
import { curve, place } from './layout';
import type { Spot } from './layout';
import { edgesOf, weightOf, wordFor } from './ties';
import type { Edge } from './ties';

const WIDE = { width: 780, height: 540, people: 16, talks: 22 };
const PHONE = { width: 362, height: 430, people: 9, talks: 12 };

interface Props {
  novelId: string;
  language: string;
  people: Character[];
  told: Relations;
  chapter: string;
  chosen: string | null;
  onChoose: (id: string) => void;
}

const weigh = (person: Character): number => person.mentions + 2 * person.lines;

/** Those that are drawn: all that are said by the book, and the most of those that only talk. */
function drawnEdges(told: Relations, shown: ReadonlySet<string>, talks: number): Edge[] {
  const all = edgesOf(told, shown);
  const said = all.filter((edge) => edge.drawn !== 'talk');
  const loose = all.filter((edge) => edge.drawn === 'talk').sort((a, b) => b.lines - a.lines);
  return [...loose.slice(0, talks).reverse(), ...said];
}

/** Whoever stands nearest in the direction of an arrow. */
function towards(spots: Spot[], from: Spot, key: string): Spot | null {
  const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  if (way === undefined) return null;
  const [wx = 0, wy = 0] = way;
  let best: { spot: Spot; cost: number } | null = null;
  for (const spot of spots) {
    const along = (spot.x - from.x) * wx + (spot.y - from.y) * wy;
    if (spot.id === from.id || along <= 2) continue;
    const aside = Math.abs((spot.x - from.x) * wy) + Math.abs((spot.y - from.y) * wx);
    const cost = along + 2 * aside;
    if (best === null || cost < best.cost) best = { spot, cost };
  }
  return best?.spot ?? null;
}

function shorten(name: string, most: number): string {
  return name.length <= most ? name : `${name.slice(0, most - 1).trimEnd()}…`;
}

export function PeopleGraph({ novelId, language, people, told, chapter, chosen, onChoose }: Props): ReactElement | null {
  const { t } = useTranslation();
  const heading = useId();
  const picture = useRef<SVGSVGElement>(null);
  const [asList, setAsList] = useState(false);
  const phone = useMedia('(max-width: 640px)');
  const size = phone ? PHONE : WIDE;
  const cast = useMemo(() => people.slice(0, size.people), [people, size]);
  const edges = useMemo(() => drawnEdges(told, new Set(cast.map((one) => one.id)), size.talks), [told, cast, size]);
  const spots = useMemo(
    () =>
      place(
        cast.map((one) => ({ id: one.id, weight: weigh(one) })),
        edges.map((edge) => ({ one: edge.one, other: edge.other, weight: weightOf(edge) })),
        size,
      ),
    [cast, edges, size],
  );
  const at = new Map(spots.map((spot) => [spot.id, spot]));
  const here = cast.find((one) => one.id === chosen) ?? cast[0];
  if (here === undefined) return null;

  const onKeyDown = (event: KeyboardEvent<SVGSVGElement>): void => {
    const from = at.get(here.id);
    const to = from === undefined ? null : towards(spots, from, event.key);
    if (to === null) return;
    event.preventDefault();
    event.stopPropagation();
    onChoose(to.id);
    picture.current?.querySelector<SVGGElement>(`[data-id="${to.id}"]`)?.focus();
  };

  return (
    <section className="card gcard" aria-labelledby={heading}>
      <div className="row gtop">
        <h2 id={heading} className="grow">{t('graph.title')}</h2>
        <button type="button" className="btn small" aria-pressed={asList} onClick={() => setAsList(!asList)}>
          {t(asList ? 'graph.asPicture' : 'graph.asList')}
        </button>
      </div>
      {asList ? (
        <div className="glist">
          {cast.map((person) => (
            <section key={person.id} aria-label={person.name}>
              <h3 lang={language}><Link to={`/characters/${novelId}/${person.id}`}>{person.name}</Link></h3>
              <BondsOf novelId={novelId} language={language} told={told} people={people} of={person} most={8} />
            </section>
          ))}
        </div>
      ) : (
        <>
          <svg
            ref={picture}
            className="graph"
            viewBox={`0 0 ${size.width} ${size.height}`}
            role="group"
            aria-label={t('graph.label', { chapter })}
            onKeyDown={onKeyDown}
          >
            <g fill="none" stroke="var(--line)" aria-hidden="true">
              <ellipse cx={size.width / 2} cy={size.height / 2} rx={size.width * 0.24} ry={size.height * 0.27} />
              <ellipse cx={size.width / 2} cy={size.height / 2} rx={size.width * 0.43} ry={size.height * 0.44} opacity=".6" />
            </g>
            <Ties edges={edges} at={at} here={here.id} />
            {cast.map((person) => {
              const spot = at.get(person.id);
              if (spot === undefined) return null;
              const on = person.id === here.id;
              return (
                <g
                  key={person.id}
                  data-id={person.id}
                  className={`gnode c${((person.hue - 1) % 8) + 1}${on ? ' on' : ''}`}
                  role="button"
                  tabIndex={on ? 0 : -1}
                  aria-pressed={on}
                  onClick={() => onChoose(person.id)}
                  onKeyDown={(event) => {
                    if (event.key !== 'Enter' && event.key !== ' ') return;
                    event.preventDefault();
                    onChoose(person.id);
                  }}
                >
                  <circle className="touch" cx={spot.x} cy={spot.y} r={Math.max(22, spot.r + 4)} />
                  {on && <circle className="ring" cx={spot.x} cy={spot.y} r={spot.r + 5} />}
                  <circle className="ground" cx={spot.x} cy={spot.y} r={spot.r} />
                  <circle className="disc" cx={spot.x} cy={spot.y} r={spot.r} />
                  <text className="gi" aria-hidden="true" x={spot.x} y={spot.y} dy=".35em" fontSize={Math.round(spot.r * 0.74)}>{person.initial}</text>
                  <text className="gn" lang={language} x={spot.x} y={spot.y + spot.r + 16}>{shorten(person.name, phone ? 13 : 18)}</text>
                </g>
              );
            })}
          </svg>
          <ul className="glegend" aria-hidden="true">
            {(['kin', 'friend', 'works', 'odds', 'talk'] as const)
              .filter((drawn) => edges.some((edge) => edge.drawn === drawn))
              .map((drawn) => (
                <li key={drawn}>
                  <svg width="26" height="8"><path className={`tie ${drawn} bright`} d="M1 4h24" /></svg>
                  {t(drawn === 'kin' ? 'graph.lineKin' : drawn === 'friend' ? 'graph.lineFriend' : drawn === 'works' ? 'graph.lineWorks' : drawn === 'odds' ? 'graph.lineOdds' : 'graph.lineTalk')}
                </li>
              ))}
          </ul>
          <div className="gabout" aria-live="polite">
            <h3 lang={language}><Link to={`/characters/${novelId}/${here.id}`}>{here.name}</Link></h3>
            <BondsOf novelId={novelId} language={language} told={told} people={people} of={here} most={6} />
          </div>
        </>
      )}
    </section>
  );
}

function Ties({ edges, at, here }: { edges: Edge[]; at: Map<string, Spot>; here: string }): ReactElement {
  const { t } = useTranslation();
  const mine = (edge: Edge): boolean => edge.one === here || edge.other === here;
  const ordered = [...edges].sort((a, b) => Number(mine(a)) - Number(mine(b)));
  return (
    <g aria-hidden="true">
      {ordered.map((edge) => {
        const from = at.get(edge.one);
        const to = at.get(edge.other);
        if (from === undefined || to === undefined) return null;
        return <path key={`${edge.one} ${edge.other}`} className={`tie ${edge.drawn}${mine(edge) ? ' bright' : ''}`} d={(edge.other === here ? curve(to, from) : curve(from, to)).d} />;
      })}
      {ordered.filter((edge) => mine(edge) && edge.drawn !== 'talk').map((edge) => {
        const from = at.get(edge.one);
        const to = at.get(edge.other);
        const first = edge.relations[0];
        if (from === undefined || to === undefined || first === undefined) return null;
        const middle = edge.one === here ? curve(from, to) : curve(to, from);
        return <text key={`word ${edge.one} ${edge.other}`} className="gword" x={middle.x} y={middle.y + 4}>{shorten(wordFor(t, first), 16)}</text>;
      })}
    </g>
  );
}
