/** The map of branches: time runs right, down on phones; one lane a branch, the current way lit. */
import { useRef } from 'react';
import type { KeyboardEvent, ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { dotsOf, lanesOf } from '@/entities/story/branch-tree';
import type { Lane } from '@/entities/story/branch-tree';
import type { Branch } from '@/shared/api/story-shapes';
import { useMedia } from '@/shared/ui/hooks';

interface Props {
  branches: Branch[];
  chosen: string;
  onChoose: (id: string) => void;
  onOpen: (id: string) => void;
}

interface Point {
  x: number;
  y: number;
}

const NAME = 18;
const LINE = 20;

function cut(name: string, most: number): string {
  const letters = [...name];
  return letters.length <= most ? name : `${letters.slice(0, most - 1).join('')}…`;
}

/** Where the names stand: beside the heads; upright in a column of their own, pushed apart where heads are close. */
function labelled(heads: Point[], upright: boolean): Point[] {
  if (!upright) return heads.map((head) => ({ x: head.x + NAME + 2, y: head.y }));
  const x = Math.max(...heads.map((head) => head.x)) + NAME;
  const found: Point[] = heads.map((head) => ({ x, y: head.y }));
  let last = -Infinity;
  for (const label of [...found].sort((a, b) => a.y - b.y)) {
    label.y = Math.max(label.y, last + LINE);
    last = label.y;
  }
  return found;
}

/** Where a turn of a lane stands. `along` runs with time, `across` from lane to lane. */
function placer(upright: boolean, longest: number, lanes: number): { at: (lane: number, position: number) => Point; width: number; height: number } {
  const length = upright ? 260 : 720;
  const gap = upright ? 36 : 56;
  const unit = length / Math.max(1, longest - 1);
  const at = (lane: number, position: number): Point => {
    const along = 32 + (position - 1) * Math.min(unit, 48);
    const across = 36 + lane * gap;
    return upright ? { x: across - 12, y: along } : { x: along, y: across };
  };
  const far = at(lanes - 1, longest);
  return upright ? { at, width: Math.max(350, far.x + 190), height: far.y + 40 + LINE * Math.max(0, lanes - 2) } : { at, width: 1000, height: far.y + 44 };
}

function curve(from: Point, to: Point, upright: boolean): string {
  if (upright) {
    const bend = Math.min(22, to.y - from.y);
    return `M${from.x} ${from.y}C${from.x} ${from.y + bend} ${to.x} ${to.y - bend} ${to.x} ${to.y}`;
  }
  const bend = Math.min(24, to.x - from.x);
  return `M${from.x} ${from.y}C${from.x + bend} ${from.y} ${to.x - bend} ${to.y} ${to.x} ${to.y}`;
}

export function BranchMap({ branches, chosen, onChoose, onOpen }: Props): ReactElement {
  const { t } = useTranslation();
  const upright = useMedia('(max-width: 640px)');
  const root = useRef<SVGSVGElement>(null);
  const lanes = lanesOf(branches);
  const longest = Math.max(2, ...lanes.map((lane) => lane.to));
  const { at, width, height } = placer(upright, longest, lanes.length);
  const headOf = (lane: Lane): Point => at(lane.lane, Math.max(lane.to, lane.parentLane === null ? lane.to : lane.from + 0.6));
  const labels = labelled(lanes.map(headOf), upright);

  const go = (event: KeyboardEvent, lane: Lane): void => {
    const next = event.key === 'ArrowDown' || event.key === 'ArrowRight' ? 1 : event.key === 'ArrowUp' || event.key === 'ArrowLeft' ? -1 : 0;
    if (event.key === 'Enter' || event.key === ' ') onOpen(lane.branch.id);
    else if (next !== 0) {
      const other = lanes[(lane.lane + next + lanes.length) % lanes.length];
      if (other !== undefined) {
        onChoose(other.branch.id);
        root.current?.querySelector<SVGGElement>(`[data-lane="${other.lane}"]`)?.focus();
      }
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <svg ref={root} className="bmap" viewBox={`0 0 ${width} ${height}`} style={upright && width > 350 ? { width } : undefined} role="group" aria-label={t('branches.map')}>
      {[...lanes].reverse().map((lane) => {
        const start = lane.parentLane === null ? at(lane.lane, lane.from) : at(lane.lane, Math.min(lane.from + 1, Math.max(lane.to, lane.from + 0.6)));
        const head = headOf(lane);
        const leaves = lane.parentLane === null ? null : at(lane.parentLane, lane.from);
        const lit = lane.litTo === null ? null : at(lane.lane, lane.litTo);
        const { branch } = lane;
        const label = labels[lane.lane] ?? head;
        const said = [branch.name, branch.is_current ? t('branches.here') : t('branches.upTo', { number: branch.head_position - 1 })].join(', ');
        return (
          <g
            key={branch.id}
            data-lane={lane.lane}
            className={`lane${lit === null ? '' : ' lit'}`}
            role="button"
            tabIndex={branch.id === chosen ? 0 : -1}
            aria-label={said}
            aria-pressed={branch.id === chosen}
            onClick={() => onChoose(branch.id)}
            onFocus={() => onChoose(branch.id)}
            onKeyDown={(event) => go(event, lane)}
          >
            {leaves !== null && <path className={lit === null ? 'way' : 'way on'} d={curve(leaves, start, upright)} />}
            <path className="way" d={`M${start.x} ${start.y}L${head.x} ${head.y}`} />
            {lit !== null && <path className="way on" d={`M${start.x} ${start.y}L${lit.x} ${lit.y}`} />}
            {dotsOf(lane.parentLane === null ? 1 : lane.from + 1, lane.to, longest).map((position) => {
              const dot = at(lane.lane, position);
              return <circle key={position} className={lane.litTo !== null && position <= lane.litTo ? 'dot on' : 'dot'} cx={dot.x} cy={dot.y} r="3.2" />;
            })}
            {branch.is_current && (
              <>
                <circle className="ring" cx={head.x} cy={head.y} r="9" />
                <circle className="dot on" cx={head.x} cy={head.y} r="4.5" />
              </>
            )}
            {branch.id === chosen && <rect className="chosen" x={head.x - 15} y={head.y - 15} width="30" height="30" rx="8" />}
            <rect className="reach" x={Math.min(start.x, head.x) - 16} y={Math.min(start.y, head.y) - 16} width={Math.abs(head.x - start.x) + 32} height={Math.abs(head.y - start.y) + 32} />
            {Math.hypot(label.x - head.x, label.y - head.y) > 2 * NAME && <path className="lead" d={`M${head.x + NAME - 6} ${head.y}L${label.x - 6} ${label.y}`} />}
            <text x={label.x} y={label.y + 5} className={branch.is_current ? 'name on' : 'name'}>{cut(branch.name, upright ? 20 : 36)}</text>
          </g>
        );
      })}
    </svg>
  );
}
