/** The two halves of a door page: the sky with its words, and a form. */
import type { ReactElement, ReactNode } from 'react';
import { numbersFrom } from '@/shared/lib/plate';
import { Mark } from '@/shared/ui/Icon';

const POINTS = [
  [125, 648], [221, 523], [332, 571], [420, 429], [397, 293], [491, 199], [539, 561], [585, 325], [669, 253],
] as const;
const LINES = 'M125 648L221 523L332 571L420 429L397 293L491 199M420 429L539 561L585 325L669 253';

function Sky(): ReactElement {
  const next = numbersFrom(20_011);
  return (
    <svg className="sky" viewBox="0 0 720 900" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <g fill="#e2e8f0">
        {Array.from({ length: 84 }, (_, at) => {
          const x = next() * 720;
          const y = next() * 900;
          // The lower left is left to the words.
          if (x < 470 && y > 640) return null;
          return <circle key={at} cx={x.toFixed(0)} cy={y.toFixed(0)} r={(0.5 + next()).toFixed(1)} opacity={(0.25 + next() * 0.45).toFixed(2)} />;
        })}
      </g>
      <path d={LINES} fill="none" stroke="#94a3b8" strokeWidth="1" opacity=".6" />
      <circle cx="420" cy="429" r="14" fill="none" stroke="#8b5cf6" strokeWidth="1.4" />
      <g fill="#e2e8f0">
        {POINTS.map(([x, y]) => (
          <circle key={`${x}`} cx={x} cy={y} r={x === 420 ? 5 : 3} />
        ))}
      </g>
    </svg>
  );
}

interface Props {
  words: string;
  text: string;
  wordsAsHeading?: boolean;
  children: ReactNode;
}

export function Door({ words, text, wordsAsHeading = false, children }: Props): ReactElement {
  return (
    <div className="entrypage">
      <header className="door" data-theme="space">
        <Sky />
        <div className="doortext">
          <span className="mark"><Mark /><span>FABULA</span></span>
          {wordsAsHeading ? <h1 className="display dh">{words}</h1> : <p className="display dh">{words}</p>}
          <p className="sub">{text}</p>
        </div>
      </header>
      <main id="main" className="doorform" tabIndex={-1}>{children}</main>
    </div>
  );
}
