/** A generated cover: two dark stops, one line drawing, a hairline frame, the title in the display face. */
import type { ReactElement } from 'react';
import { isWide, numbersFrom, plateOf, titleColumns, titleLines } from '@/shared/lib/plate';
import type { Motif, Palette } from '@/shared/lib/plate';

const range = (count: number): number[] => Array.from({ length: count }, (_, at) => at);
const fixed = (value: number): string => value.toFixed(1);

function Dots({ next, count, top, foot, colour }: { next: () => number; count: number; top: number; foot: number; colour: string }): ReactElement {
  return (
    <g fill={colour} opacity=".85">
      {range(count).map((at) => (
        <circle key={at} cx={fixed(14 + next() * 152)} cy={fixed(top + next() * (foot - top))} r={fixed(0.7 + next() * 0.9)} />
      ))}
    </g>
  );
}

function Drawing({ motif, palette, seed }: { motif: Motif; palette: Palette; seed: number }): ReactElement {
  const next = numbersFrom(seed);
  const { line, glow, ink, top } = palette;
  switch (motif) {
    case 'tide': {
      const moon = 50 + next() * 80;
      return (
        <>
          <circle cx={fixed(moon)} cy={fixed(60 + next() * 24)} r="24" fill={glow} />
          <g stroke={line} strokeWidth="1.1" fill="none">
            {range(4).map((at) => (
              <path key={at} d={`M0 ${150 + at * 14}q22-7 45 0t45 0 45 0 45 0`} opacity={fixed(0.8 - at * 0.15)} />
            ))}
          </g>
        </>
      );
    }
    case 'orbit':
      return (
        <>
          <g fill="none" stroke={ink} strokeWidth=".9">
            {[20, 38, 58, 80].map((radius, at) => (
              <circle key={radius} cx="90" cy="108" r={radius} opacity={fixed(1 - at * 0.25)} />
            ))}
          </g>
          <circle cx="90" cy="108" r="7" fill={glow} />
          {[38, 58, 80].map((radius) => {
            const angle = next() * Math.PI * 2;
            return <circle key={radius} cx={fixed(90 + radius * Math.cos(angle))} cy={fixed(108 + radius * Math.sin(angle))} r="3" fill={line} />;
          })}
        </>
      );
    case 'hills': {
      const sun = 46 + next() * 88;
      return (
        <>
          <circle cx={fixed(sun)} cy="88" r="30" fill="none" stroke={ink} strokeWidth="1.2" />
          <circle cx={fixed(sun)} cy="88" r="23" fill={glow} opacity=".85" />
          <path d="M-2 170l40-34 30 24 40-46 34 36 42-22V266H-2z" fill={top} stroke={glow} strokeWidth="1" />
          <path d="M-2 200l52-22 44 18 40-20 50 22V266H-2z" fill={top} stroke={line} strokeWidth=".8" />
        </>
      );
    }
    case 'stars': {
      const points = range(5).map((at) => [24 + at * 33, 44 + next() * 116] as const);
      return (
        <>
          <path d={points.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${fixed(x)} ${fixed(y)}`).join('')} fill="none" stroke={line} strokeWidth=".9" strokeDasharray="3 5" />
          {points.map(([x, y]) => (
            <circle key={x} cx={fixed(x)} cy={fixed(y)} r={fixed(2.2 + next() * 1.4)} fill={glow} />
          ))}
          <Dots next={next} count={12} top={24} foot={180} colour={line} />
        </>
      );
    }
    case 'bridge': {
      const lamp = 30 + next() * 120;
      return (
        <>
          <Dots next={next} count={8} top={28} foot={100} colour={ink} />
          <path d="M8 174q82-74 164 0M8 174q82-60 164 0" fill="none" stroke={ink} strokeWidth="1.3" />
          <path d="M40 152v22M66 140v34M90 137v37M114 140v34M140 152v22" stroke={ink} strokeWidth=".9" opacity=".5" />
          <path d={`M${fixed(lamp)} 142v-14`} stroke={glow} strokeWidth="1" />
          <circle cx={fixed(lamp)} cy="146" r="5" fill={glow} />
          <path d="M0 190h180M24 200h136M56 210h78" stroke={line} strokeWidth=".9" opacity=".6" />
        </>
      );
    }
    case 'rain':
      return (
        <>
          <g stroke={line} strokeWidth="1" opacity=".6" strokeLinecap="round">
            {range(16).map((at) => {
              const x = 20 + next() * 140;
              const y = 26 + next() * 90;
              return <path key={at} d={`M${fixed(x)} ${fixed(y)}l-7 21`} />;
            })}
          </g>
          <path d="M44 170a46 46 0 0 1 92 0z" fill={top} stroke={ink} strokeWidth="1.3" />
          <path d="M90 124v66q0 9 8 9t8-8" fill="none" stroke={ink} strokeWidth="1.3" />
        </>
      );
    case 'reeds':
      return (
        <>
          <circle cx={fixed(50 + next() * 80)} cy="72" r="19" fill="none" stroke={glow} strokeWidth="1.2" />
          <g fill="none" stroke={line} strokeWidth="1.2" strokeLinecap="round">
            {range(11).map((at) => {
              const x = 18 + at * 14 + next() * 6;
              const height = 50 + next() * 72;
              const lean = (next() - 0.5) * 22;
              return <path key={at} d={`M${fixed(x)} 196q0-${fixed(height / 2)} ${fixed(lean)}-${fixed(height)}`} />;
            })}
          </g>
          <path d="M0 196h180" stroke={ink} strokeWidth=".9" opacity=".6" />
        </>
      );
    case 'arches':
      return (
        <g fill="none" stroke={line} strokeWidth="1.1">
          {range(4).map((at) => (
            <path key={at} d={`M${30 + at * 15} 196V${112 - at * 2 + at * 12}a${60 - at * 15} ${66 - at * 15} 0 0 1 ${120 - at * 30} 0V196`} opacity={fixed(0.4 + at * 0.2)} />
          ))}
          <circle cx="90" cy={fixed(150 + next() * 20)} r="4" fill={glow} stroke="none" />
          <path d="M12 196h156" stroke={ink} opacity=".6" />
        </g>
      );
    case 'road': {
      const bend = (next() - 0.5) * 60;
      return (
        <>
          <Dots next={next} count={14} top={24} foot={96} colour={ink} />
          <path d="M0 116h180" stroke={line} strokeWidth=".9" opacity=".7" />
          <path d={`M46 198Q${fixed(72 + bend)} 156 86 116M134 198Q${fixed(108 + bend)} 156 94 116`} fill="none" stroke={ink} strokeWidth="1.2" />
          <circle cx="90" cy="108" r="8" fill={glow} />
        </>
      );
    }
    case 'snow':
      return (
        <>
          <Dots next={next} count={34} top={24} foot={188} colour={ink} />
          <path d="M90 62v134M90 92l-26-18M90 92l26-18M90 122l-32-22M90 122l32-22M90 152l-36-24M90 152l36-24" fill="none" stroke={line} strokeWidth="1.2" strokeLinecap="round" />
          <circle cx="90" cy="58" r="4" fill={glow} />
        </>
      );
  }
}

export function Plate({ id, title, bare = false }: { id: string; title: string; bare?: boolean }): ReactElement {
  const { motif, palette, seed } = plateOf(id);
  const gradient = `plate-${seed}`;
  const wide = isWide(title);
  const lines = wide ? [] : titleLines(title);
  const columns = wide ? titleColumns(title) : [];
  // The drawing makes room for the title: up for many lines, aside for columns.
  const shift = bare ? undefined : wide ? `translate(${columns.length * 14} 26)` : lines.length < 3 ? undefined : 'translate(0 -14)';
  return (
    <svg className="cover" viewBox="0 0 180 264" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <defs>
        <linearGradient id={gradient} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor={palette.top} />
          <stop offset="1" stopColor={palette.foot} />
        </linearGradient>
      </defs>
      <rect width="180" height="264" fill={`url(#${gradient})`} />
      <g transform={shift}>
        <Drawing motif={motif} palette={palette} seed={seed} />
      </g>
      <rect x="7.5" y="7.5" width="165" height="249" rx="3" fill="none" stroke={palette.ink} opacity=".28" />
      {!bare && !wide && (
        <g className="plate-title" fill={palette.ink} textAnchor="middle">
          {lines.map((line, at) => (
            <text key={at} x="90" y={236 - (lines.length - 1 - at) * 19}>{line}</text>
          ))}
        </g>
      )}
      {!bare && wide && (
        <g className="plate-title zh" fill={palette.ink}>
          {columns.map((column, at) => (
            <text key={at} x={30 + (columns.length - 1 - at) * 30} y="26">{column}</text>
          ))}
        </g>
      )}
    </svg>
  );
}
