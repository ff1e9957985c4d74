/** The branches of a story as a drawing: lanes in the order of the tree, turns along them, forks between them. */
import type { Branch } from '@/shared/api/story-shapes';

export interface Lane {
  branch: Branch;
  lane: number;
  depth: number;
  /** Positions between which the lane is drawn: from where it left its parent to its head. */
  from: number;
  to: number;
  /** The lane it left; null for the first, or where the parent is gone. */
  parentLane: number | null;
  /** How far the way to the current head runs along this lane; null where it does not. */
  litTo: number | null;
}

/** Children follow their parent, those that left later first, so that no line has to cross a lane. */
export function lanesOf(branches: Branch[]): Lane[] {
  const known = new Set(branches.map((branch) => branch.id));
  const below = new Map<string | null, Branch[]>();
  for (const branch of branches) {
    const parent = branch.parent_id !== null && known.has(branch.parent_id) ? branch.parent_id : null;
    below.set(parent, [...(below.get(parent) ?? []), branch]);
  }
  const lanes: Lane[] = [];
  const laneOf = new Map<string, number>();
  const walk = (branch: Branch, depth: number, parentLane: number | null): void => {
    const lane = lanes.length;
    laneOf.set(branch.id, lane);
    lanes.push({ branch, lane, depth, from: parentLane === null ? 1 : (branch.fork_position ?? 1), to: branch.head_position, parentLane, litTo: null });
    const children = [...(below.get(branch.id) ?? [])].sort((a, b) => (b.fork_position ?? 0) - (a.fork_position ?? 0));
    for (const child of children) walk(child, depth + 1, lane);
  };
  for (const root of below.get(null) ?? []) walk(root, 0, null);

  let at = lanes.find((each) => each.branch.is_current);
  if (at !== undefined) at.litTo = at.to;
  while (at !== undefined && at.parentLane !== null) {
    const parent: Lane | undefined = lanes[at.parentLane];
    if (parent === undefined) break;
    parent.litTo = at.from;
    at = parent;
  }
  return lanes;
}

const DOTS = 40;

/** The positions that get a dot: every turn of a short story, evenly chosen ones of a long one. */
export function dotsOf(from: number, to: number, longest: number): number[] {
  const every = Math.max(1, Math.ceil(longest / DOTS));
  const dots: number[] = [];
  for (let position = from; position <= to; position += 1) {
    if (position === to || (position - from) % every === 0) dots.push(position);
  }
  return dots;
}
