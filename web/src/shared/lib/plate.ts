/** Which plate a book gets: drawing, colours and the lines of its title, all from its id and title alone. */

export const MOTIFS = ['tide', 'orbit', 'hills', 'stars', 'bridge', 'rain', 'reeds', 'arches', 'road', 'snow'] as const;
export type Motif = (typeof MOTIFS)[number];

export interface Palette {
  top: string;
  foot: string;
  line: string;
  ink: string;
  glow: string;
}

export const PALETTES: readonly Palette[] = [
  { top: '#0c1f2e', foot: '#12384a', line: '#7fb0b8', ink: '#e7d9b8', glow: '#e7d9b8' },
  { top: '#171331', foot: '#2a2450', line: '#8f86c9', ink: '#e9d3c4', glow: '#f0b76a' },
  { top: '#10161f', foot: '#1d2b33', line: '#8fb3a4', ink: '#cfd8c8', glow: '#d9b36c' },
  { top: '#20141c', foot: '#3c2230', line: '#b87d72', ink: '#f0d9c8', glow: '#d98c73' },
  { top: '#0d1226', foot: '#161d3d', line: '#8b7fd0', ink: '#c9bcff', glow: '#c9bcff' },
  { top: '#0e1a18', foot: '#1b2f2b', line: '#9cc2b2', ink: '#d8e4d2', glow: '#e3c987' },
  { top: '#1c1a12', foot: '#37301d', line: '#b5a06a', ink: '#efe3c2', glow: '#f0cf7d' },
  { top: '#101c2b', foot: '#27334f', line: '#94a8d6', ink: '#dfe6f5', glow: '#f2dca6' },
];

/** FNV-1a over UTF-16 units: the same in every browser. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash ^= text.charCodeAt(at);
    hash = Math.imul(hash, 0x01000193);
  }
  // One more stir, so that ids differing only in their last digits part ways.
  hash ^= hash >>> 15;
  return Math.imul(hash, 0x2c1b3c6d) >>> 0;
}

/** A stream of numbers in 0..1 that depends on nothing but its seed. */
export function numbersFrom(seed: number): () => number {
  let state = seed || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 0x1_0000_0000;
  };
}

const WIDE = /[\u2e80-\u9fff\uff00-\uffef\u3000-\u30ff\uac00-\ud7af]/;

export function isWide(text: string): boolean {
  return WIDE.test(text);
}

/** A Latin title in at most four lines that fit the plate; what does not fit ends in an ellipsis. */
export function titleLines(title: string, most = 15): string[] {
  const lines: string[] = [];
  for (const word of title.trim().split(/\s+/)) {
    const open = lines[lines.length - 1];
    if (open !== undefined && `${open} ${word}`.length <= most) lines[lines.length - 1] = `${open} ${word}`;
    else lines.push(word.length > most + 3 ? `${word.slice(0, most + 1)}…` : word);
  }
  if (lines.length <= 4) return lines;
  return [...lines.slice(0, 3), `${lines[3] ?? ''}…`];
}

/** A Chinese title in columns of at most seven characters, two columns at most. */
export function titleColumns(title: string): string[] {
  const chars = [...title.replace(/[《》\s]/g, '')];
  if (chars.length <= 7) return [chars.join('')];
  const half = Math.min(7, Math.ceil(chars.length / 2));
  const second = chars.slice(half, half * 2);
  if (chars.length > half * 2) second[second.length - 1] = '…';
  return [chars.slice(0, half).join(''), second.join('')];
}

export function plateOf(id: string): { motif: Motif; palette: Palette; seed: number } {
  const hash = hashOf(id);
  return {
    motif: MOTIFS[hash % MOTIFS.length] ?? 'stars',
    palette: PALETTES[(hash >>> 8) % PALETTES.length] ?? (PALETTES[0] as Palette),
    seed: hash,
  };
}
