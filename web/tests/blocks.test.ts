import { describe, expect, it } from 'vitest';
import { blockAt, blocksOf, markRuns } from '@/shared/text/blocks';
import { indexOf, positionOf } from '@/shared/text/place';
import { pointOf, unitOf } from '@/shared/text/points';
import { chineseNumber, headingLabel, isLabel, proseStart } from '@/shared/text/headings';

const textOf = (block: { runs: { text: string }[] }): string => block.runs.map((run) => run.text).join('');

const WRAPPED = `The harbour had been empty since the first cold week of autumn, and
the nets hung along the wall like the washing of some enormous family
that had gone away without it.

Nobody asked Peregrine about the boat. He had painted it twice that
summer, once in green and once, when the green offended him, in a grey
so exact that it could not be found at dusk.

* * *

"It is there," he said. "It is only being _polite_."
`;

describe('blocks', () => {
  it('joins hard-wrapped Latin lines with a space and keeps the paragraphs', () => {
    const blocks = blocksOf(WRAPPED);
    expect(blocks.map((block) => block.kind)).toEqual(['para', 'para', 'break', 'para']);
    expect(textOf(blocks[0]!)).toBe(
      'The harbour had been empty since the first cold week of autumn, and the nets hung along the wall like the washing of some enormous family that had gone away without it.',
    );
  });

  it('joins wrapped Chinese lines with nothing', () => {
    const line = '河水退到了从来没有人见过的地方泥滩摊开像一只手掌丢失的东西一件一件露了出来';
    const text = `${line}\n${line}\n${line}\n最后一行。\n\n${line}\n${line}\n收尾。`;
    const blocks = blocksOf(text);
    expect(blocks).toHaveLength(2);
    expect(textOf(blocks[0]!)).toBe(`${line}${line}${line}最后一行。`);
  });

  it('reads a book without blank lines as one paragraph a line', () => {
    const text = '第一段说了很多话，说得很长很长，比别的都长。\n“短。”\n第三段。';
    expect(blocksOf(text).map(textOf)).toEqual(text.split('\n'));
  });

  it('keeps short lines that stand together as verse, and does not do so to wrapped prose', () => {
    const verse = blocksOf(`${WRAPPED}\nO weir, O weir,\nthe bell is near,\nand nobody to ring it.\n`);
    expect(verse.at(-1)?.kind).toBe('verse');
    expect(textOf(verse.at(-1)!)).toBe('O weir, O weir,\nthe bell is near,\nand nobody to ring it.');
    expect(verse[0]?.kind).toBe('para');
  });

  it('renders emphasis between underscores, and leaves names_with_underscores alone', () => {
    const [block] = blocksOf('It was _very_ like snake_case_names, she said.');
    expect(block!.runs.map((run) => [run.text, run.em])).toEqual([
      ['It was ', false],
      ['very', true],
      [' like snake_case_names, she said.', false],
    ]);
  });

  it('takes rows of ornaments for a break, and not dialogue dashes or dots', () => {
    expect(blocksOf('a\n\n⁂\n\nb').map((block) => block.kind)).toEqual(['para', 'break', 'para']);
    expect(blocksOf('a\n\n……\n\n——\n\nb').map((block) => block.kind)).toEqual(['para', 'para', 'para', 'para']);
  });

  it('marks exactly the cited characters, across a joined line and beside emphasis', () => {
    const start = WRAPPED.indexOf('painted it twice');
    const end = WRAPPED.indexOf('once in green') + 'once in green'.length;
    const blocks = blocksOf(WRAPPED);
    const at = blockAt(blocks, start);
    const marked = markRuns(blocks[at]!.runs, start, end).filter((run) => run.marked);
    expect(marked.map((run) => run.text).join('')).toBe('painted it twice that summer, once in green');
    expect(markRuns(blocks[0]!.runs, start, end).some((run) => run.marked)).toBe(false);
  });

  it('starts after the heading', () => {
    const text = 'CHAPTER I\nDown\n\nAlice was.';
    expect(blocksOf(text, text.indexOf('Alice')).map(textOf)).toEqual(['Alice was.']);
  });
});

describe('points', () => {
  it('converts both ways around characters outside the basic plane', () => {
    const text = 'a𠮷b𠮷c';
    expect(unitOf(text, 3)).toBe(4);
    expect(pointOf(text, 4)).toBe(3);
    expect(unitOf('plain', 3)).toBe(3);
    expect(unitOf('plain', 99)).toBe(5);
  });
});

describe('headings', () => {
  it('tells a label from a name', () => {
    expect(isLabel('CHAPTER XII.')).toBe(true);
    expect(isLabel('第十二回')).toBe(true);
    expect(isLabel('The Ferry')).toBe(false);
    expect(isLabel('Chapter and Verse')).toBe(false);
  });

  it('finds the words beside the title', () => {
    expect(headingLabel('CHAPTER IV.\n\nThe Ferry\n', 'The Ferry')).toBe('CHAPTER IV');
    expect(headingLabel('第三章 借船', '借船')).toBe('第三章');
    expect(headingLabel('The Ferry', 'The Ferry')).toBe('');
    expect(headingLabel('Something else', 'The Ferry')).toBe('');
  });

  it('begins the prose after a line that is only the heading, and nowhere else', () => {
    const text = '第1章 宴桃园 斩黄巾\n\n话说天下大势。';
    expect(text.slice(proseStart(text, 0, '宴桃园 斩黄巾'))).toBe('\n话说天下大势。');
    expect(proseStart('The Ferry came late.\nIt always did.', 0, 'The Ferry')).toBe(0);
    expect(proseStart('CHAPTER II. The Ferry\nIt came.', 0, 'The Ferry')).toBe(22);
    expect(proseStart('It came.\nIt went.', 0, null)).toBe(0);
  });

  it('counts chapters in Chinese', () => {
    expect([3, 10, 12, 20, 105, 110, 1001].map(chineseNumber)).toEqual(['三', '十', '十二', '二十', '一百零五', '一百一十', '一千零一']);
  });
});

describe('places', () => {
  it('count paragraphs between blank lines, or lines where there are none', () => {
    const text = 'CHAPTER I\n\nFirst 𠮷 one.\nStill first.\n \n\nSecond one.';
    const unit = text.indexOf('Still');
    const place = positionOf(text, unit, 0.25);
    expect(place).toEqual({ paragraph: 1, offset: 13, fraction: 0.25 });
    expect(indexOf(text, place)).toBe(unit);
    expect(positionOf(text, text.indexOf('Second'), 0).paragraph).toBe(2);
    expect(positionOf('一\n二\n三', 4, 0).paragraph).toBe(2);
  });

  it('are the start where the text no longer has such a paragraph', () => {
    expect(indexOf('short', { paragraph: 9, offset: 4 })).toBe(0);
  });
});
