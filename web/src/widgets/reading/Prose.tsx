/** The text of a chapter: paragraphs, verse, scene breaks, who speaks, and the passage a citation points at. */
import { memo } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BLOCK_ATTRIBUTE } from '@/features/reading-place/anchor';
import type { Block, Run } from '@/shared/text/blocks';
import { cutRuns, namedAt } from '@/shared/text/spoken';
import type { Said } from '@/shared/text/spoken';

export interface Span {
  start: number;
  end: number;
}

function marked(run: Run, span: Span | null): boolean {
  return span !== null && run.start >= span.start && run.start < span.end;
}

function Piece({ run, span }: { run: Run; span: Span | null }): ReactNode {
  const words = run.em ? <em>{run.text}</em> : run.text;
  return marked(run, span) ? <mark>{words}</mark> : words;
}

/** Runs in order, those of one line together. */
function together(runs: Run[], said: Said[]): { line: Said | null; runs: Run[] }[] {
  const groups: { line: Said | null; runs: Run[] }[] = [];
  for (const run of runs) {
    const line = said.find((one) => run.start >= one.start && run.start < one.end) ?? null;
    const last = groups[groups.length - 1];
    if (last !== undefined && last.line === line) last.runs.push(run);
    else groups.push({ line, runs: [run] });
  }
  return groups;
}

interface WordsProps {
  block: Block;
  span: Span | null;
  said: Said[];
  only: string | null;
}

function Words({ block, span, said, only }: WordsProps): ReactNode {
  const { t } = useTranslation();
  if (span === null && said.length === 0) {
    return block.runs.map((run, at) => <Piece key={at} run={run} span={null} />);
  }
  const edges = [...said.flatMap((one) => [one.start, one.end]), ...(span === null ? [] : [span.start, span.end])];
  const named = namedAt(said);
  // Several voices in one paragraph cannot all be named beside it.
  const inside = named.size > 1;
  const begun = new Set<number>();
  return together(cutRuns(block.runs, edges), said).map((group, at) => {
    const words = group.runs.map((run, index) => <Piece key={index} run={run} span={span} />);
    const line = group.line;
    if (line === null) return <span key={at}>{words}</span>;
    const first = !begun.has(line.at) && named.has(line.at);
    begun.add(line.at);
    const shown = only === null || only === (line.id ?? line.name);
    const name = line.name ?? t('speakers.nobody');
    return (
      <span
        key={at}
        className={`said ${line.surety}${line.hue === null ? '' : ` c${((line.hue - 1) % 8) + 1}`}${shown ? '' : ' away'}${inside ? ' inside' : ''}`}
        role="group"
        aria-label={line.surety === 'guess' ? t('speakers.perhaps', { name }) : t('speakers.says', { name })}
        tabIndex={-1}
        data-line={line.at}
        {...(first && shown ? { 'data-name': line.name ?? '?' } : {})}
      >
        {words}
      </span>
    );
  });
}

const Paragraph = memo(function Paragraph({ block, at, flush, span, said, only }: WordsProps & { at: number; flush: boolean }): ReactElement {
  const place = { [BLOCK_ATTRIBUTE]: at };
  if (block.kind === 'break') {
    return <p className="break" aria-hidden="true" {...place}>···</p>;
  }
  return (
    <p className={block.kind === 'verse' ? 'verse' : flush ? 'flush' : undefined} {...place}>
      <Words block={block} span={span} said={said} only={only} />
    </p>
  );
});

const NOTHING: Said[] = [];

interface Props {
  blocks: Block[];
  span: Span | null;
  /** For each block the lines in it; null where who speaks is not shown. */
  said: Said[][] | null;
  /** Whose lines alone are shown, by id or name. */
  only: string | null;
}

export function Prose({ blocks, span, said, only }: Props): ReactNode {
  return blocks.map((block, at) => (
    <Paragraph
      key={at}
      block={block}
      at={at}
      flush={at === 0 || blocks[at - 1]?.kind === 'break'}
      span={span !== null && span.start < block.end && span.end > block.start ? span : null}
      said={said?.[at] ?? NOTHING}
      only={(said?.[at]?.length ?? 0) === 0 ? null : only}
    />
  ));
}
