/** The server counts code points, a browser UTF-16 units. These convert, at no cost where the two agree. */

const SURROGATE = /[\ud800-\udbff][\udc00-\udfff]/;

/** The UTF-16 index of a code point index. */
export function unitOf(text: string, point: number): number {
  if (point <= 0) return 0;
  if (!SURROGATE.test(text)) return Math.min(point, text.length);
  let unit = 0;
  for (let seen = 0; seen < point && unit < text.length; seen += 1) {
    unit += (text.codePointAt(unit) ?? 0) > 0xffff ? 2 : 1;
  }
  return unit;
}

/** The code point index of a UTF-16 index. */
export function pointOf(text: string, unit: number): number {
  const head = text.slice(0, Math.max(0, unit));
  if (!SURROGATE.test(head)) return head.length;
  let points = 0;
  for (const _ of head) points += 1;
  return points;
}
