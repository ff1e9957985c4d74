/**
 * What fits beside the column. A track opens next to the text only if column, margins and track fit together; otherwise
 * the contents become a sheet and the conversation docks below, so that no panel ever changes the column's width.
 */

const RAIL = 256;
const SIDE = 392;
const MARGINS = 88;

export interface Room {
  /** The contents fit beside the column. */
  rail: boolean;
  /** The conversation fits beside the column. */
  side: boolean;
  /** Both fit at once. */
  both: boolean;
}

export function roomFor(windowPx: number, columnPx: number): Room {
  const page = columnPx + MARGINS;
  return { rail: windowPx >= page + RAIL, side: windowPx >= page + SIDE, both: windowPx >= page + RAIL + SIDE };
}
