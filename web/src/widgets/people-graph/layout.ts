/**
 * Where everybody stands in the picture of people: the lead in the middle, those close to the lead near it, and those
 * close to each other side by side. The same people always stand in the same places.
 */

export interface Tie {
  one: string;
  other: string;
  /** How close, more is closer. */
  weight: number;
}

export interface Spot {
  id: string;
  x: number;
  y: number;
  r: number;
}

interface Size {
  width: number;
  height: number;
}

const STEPS = 260;

/** Radius of somebody by how much they matter, the first of all being the largest. */
function radii(weights: number[], size: Size): number[] {
  const most = Math.max(1, ...weights);
  const scale = size.width < 500 ? 0.82 : 1;
  return weights.map((weight) => Math.round((13 + 19 * Math.sqrt(weight / most)) * scale));
}

/** An angle for each, so that ties turn into neighbours: the strongest chain is walked around the circle. */
function around(ids: string[], tied: (one: string, other: string) => number): string[] {
  const left = ids.slice(1);
  const order: string[] = [];
  let here = left.shift();
  while (here !== undefined) {
    order.push(here);
    const from = here;
    let best = 0;
    left.forEach((id, index) => {
      if (tied(from, id) > tied(from, left[best] ?? '')) best = index;
    });
    here = left.splice(best, 1)[0];
  }
  return order;
}

/** `people` most important first, with what each weighs. */
export function place(people: { id: string; weight: number }[], ties: Tie[], size: Size): Spot[] {
  const ids = people.map((one) => one.id);
  const rs = radii(people.map((one) => one.weight), size);
  const table = new Map<string, number>();
  for (const tie of ties) {
    table.set(`${tie.one} ${tie.other}`, tie.weight);
    table.set(`${tie.other} ${tie.one}`, tie.weight);
  }
  const tied = (one: string, other: string): number => table.get(`${one} ${other}`) ?? 0;
  const strongest = Math.max(1, ...ties.map((tie) => tie.weight));
  const middle = { x: size.width / 2, y: size.height / 2 };
  const order = around(ids, tied);
  const lead = ids[0] ?? '';
  const reach = { x: size.width / 2 - 52, y: size.height / 2 - 46 };
  const spots: Spot[] = ids.map((id, at) => {
    if (at === 0) return { id, x: middle.x, y: middle.y, r: rs[0] ?? 20 };
    const turn = order.indexOf(id) / Math.max(1, order.length);
    const angle = -Math.PI / 2 + turn * 2 * Math.PI;
    const near = Math.sqrt(tied(lead, id) / strongest);
    const far = 1 - (size.width < 500 ? 0.2 : 0.4) * near;
    return { id, x: middle.x + Math.cos(angle) * reach.x * far, y: middle.y + Math.sin(angle) * reach.y * far, r: rs[at] ?? 14 };
  });
  settle(spots, tied, strongest, size);
  return spots.map((spot) => ({ ...spot, x: Math.round(spot.x * 10) / 10, y: Math.round(spot.y * 10) / 10 }));
}

/** Pulls those who are tied together a little and pushes those apart whose names would cover each other. */
function settle(spots: Spot[], tied: (one: string, other: string) => number, strongest: number, size: Size): void {
  const wide = size.width < 500 ? 62 : 92;
  for (let step = 0; step < STEPS; step += 1) {
    const heat = 1 - step / STEPS;
    for (let a = 0; a < spots.length; a += 1) {
      for (let b = a + 1; b < spots.length; b += 1) {
        const one = spots[a];
        const other = spots[b];
        if (one === undefined || other === undefined) continue;
        const dx = other.x - one.x || 0.1 * (b - a);
        const dy = other.y - one.y || 0.1;
        const gapX = Math.max(wide, one.r + other.r + 12) - Math.abs(dx);
        const gapY = one.r + other.r + 24 - Math.abs(dy);
        let pushX = 0;
        let pushY = 0;
        if (gapX > 0 && gapY > 0) {
          // Apart along the way that is shorter.
          if (gapY * 1.4 < gapX) pushY = (Math.sign(dy) * gapY) / 2;
          else pushX = (Math.sign(dx) * gapX) / 2;
        } else {
          // Not towards the lead, who would gather everybody around it.
          const pull = a === 0 ? 0 : (tied(one.id, other.id) / strongest) * 0.003 * heat;
          pushX = -dx * pull;
          pushY = -dy * pull;
        }
        move(one, a, -pushX, -pushY, size);
        move(other, b, pushX, pushY, size);
      }
    }
  }
}

function move(spot: Spot, at: number, dx: number, dy: number, size: Size): void {
  if (at === 0) return; // the lead stays in the middle
  spot.x = Math.min(size.width - Math.max(spot.r, 40) - 6, Math.max(Math.max(spot.r, 40) + 6, spot.x + dx));
  spot.y = Math.min(size.height - spot.r - 26, Math.max(spot.r + 8, spot.y + dy));
}

/**
 * A line between two circles, bowed a little so that lines do not lie on each other; `x`, `y` is the place for a word
 * on it, beyond the middle of what is seen of the line.
 */
export function curve(from: Spot, to: Spot): { d: string; x: number; y: number } {
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const length = Math.hypot(dx, dy) || 1;
  const bow = Math.min(26, length * 0.1);
  const mx = (from.x + to.x) / 2 - (dy / length) * bow;
  const my = (from.y + to.y) / 2 + (dx / length) * bow;
  const n = (value: number): string => value.toFixed(1);
  const at = Math.min(0.8, 0.58 + (0.5 * (from.r - to.r)) / length);
  return {
    d: `M${n(from.x)} ${n(from.y)}Q${n(mx)} ${n(my)} ${n(to.x)} ${n(to.y)}`,
    x: along(from.x, mx, to.x, at),
    y: along(from.y, my, to.y, at),
  };
}

function along(from: number, by: number, to: number, at: number): number {
  return (1 - at) * (1 - at) * from + 2 * at * (1 - at) * by + at * at * to;
}
