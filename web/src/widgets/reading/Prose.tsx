/** The text of a chapter: paragraphs, verse, scene breaks, and the passage a citation points at. */
import { memo } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { BLOCK_ATTRIBUTE } from '@/features/reading-place/anchor';
import type { Block } from '@/shared/text/blocks';
import { markRuns } from '@/shared/text/blocks';

export interface Span {
  start: number;
  end: number;
}

function Words({ block, span }: { block: Block; span: Span | null }): ReactNode {
  const touched = span !== null && span.start < block.end && span.end > block.start;
  const runs = touched ? markRuns(block.runs, span.start, span.end) : block.runs.map((run) => ({ ...run, marked: false }));
  return runs.map((run, at) => {
    const words = run.em ? <em key={at}>{run.text}</em> : run.text;
    return run.marked ? <mark key={at}>{words}</mark> : words;
  });
}

const Paragraph = memo(function Paragraph({ block, at, flush, span }: { block: Block; at: number; flush: boolean; span: Span | null }): ReactElement {
  const place = { [BLOCK_ATTRIBUTE]: at };
  if (block.kind === 'break') {
    return <p className="break" aria-hidden="true" {...place}>···</p>;
  }
  return (
    <p className={block.kind === 'verse' ? 'verse' : flush ? 'flush' : undefined} {...place}>
      <Words block={block} span={span} />
    </p>
  );
});

export function Prose({ blocks, span }: { blocks: Block[]; span: Span | null }): ReactNode {
  return blocks.map((block, at) => (
    <Paragraph
      key={at}
      block={block}
      at={at}
      flush={at === 0 || blocks[at - 1]?.kind === 'break'}
      span={span !== null && span.start < block.end && span.end > block.start ? span : null}
    />
  ));
}
