/**
 * Where a page of prose stands, as a character of its source, and the way back to that character. Pixels are measured
 * only here.
 */
import { blockAt } from '@/shared/text/blocks';
import type { Block } from '@/shared/text/blocks';

/** What an element must carry to be found again. */
export const BLOCK_ATTRIBUTE = 'data-block';

function blockElements(scroller: HTMLElement): HTMLElement[] {
  return [...scroller.querySelectorAll<HTMLElement>(`[${BLOCK_ATTRIBUTE}]`)];
}

function textNodes(element: HTMLElement): Text[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  while (walker.nextNode() !== null) nodes.push(walker.currentNode as Text);
  return nodes;
}

function topAt(node: Text, index: number): number {
  const range = document.createRange();
  range.setStart(node, Math.min(index, Math.max(0, node.length - 1)));
  range.setEnd(node, Math.min(index + 1, node.length));
  return range.getBoundingClientRect().top;
}

/** Rendered characters of an element before the first line that begins at or below `line`. */
function charsAbove(element: HTMLElement, line: number): number {
  let before = 0;
  for (const node of textNodes(element)) {
    if (node.length > 0 && topAt(node, node.length - 1) >= line) {
      let low = 0;
      let high = node.length - 1;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (topAt(node, middle) >= line) high = middle;
        else low = middle + 1;
      }
      return before + low;
    }
    before += node.length;
  }
  return before;
}

/** The source index of a rendered character of a block, and back. */
function sourceOf(block: Block, rendered: number): number {
  let left = rendered;
  for (const run of block.runs) {
    if (left < run.text.length) return run.start + left;
    left -= run.text.length;
  }
  return block.end;
}

function renderedOf(block: Block, source: number): number {
  let seen = 0;
  for (const run of block.runs) {
    if (source < run.start + run.text.length) return seen + Math.max(0, source - run.start);
    seen += run.text.length;
  }
  return seen;
}

/** The source index of the first line that is fully visible; at the very top, of the first line there is. */
export function indexAtTop(scroller: HTMLElement, blocks: Block[]): number | null {
  if (scroller.scrollTop <= 1) return blocks[0]?.start ?? 0;
  const top = scroller.getBoundingClientRect().top;
  for (const element of blockElements(scroller)) {
    const box = element.getBoundingClientRect();
    if (box.bottom <= top + 4) continue;
    const block = blocks[Number(element.getAttribute(BLOCK_ATTRIBUTE))];
    if (block === undefined) return null;
    if (box.top >= top - 1 || block.runs.length === 0) return block.start;
    const at = sourceOf(block, charsAbove(element, top - 1));
    if (at < block.end) return at;
  }
  return blocks[blocks.length - 1]?.end ?? null;
}

/** How far from the top of what scrolls a source index stands now; null where it is not on the page. */
export function topOf(scroller: HTMLElement, blocks: Block[], index: number): number | null {
  const at = blockAt(blocks, index);
  const block = blocks[at];
  const element = scroller.querySelector<HTMLElement>(`[${BLOCK_ATTRIBUTE}="${at}"]`);
  if (element === null || block === undefined) return null;
  const base = scroller.getBoundingClientRect().top - scroller.scrollTop;
  if (index <= block.start) return element.getBoundingClientRect().top - base;
  let left = renderedOf(block, index);
  for (const node of textNodes(element)) {
    if (left < node.length) return topAt(node, left) - base;
    left -= node.length;
  }
  return element.getBoundingClientRect().top - base;
}

/** Puts a source index at the top edge. The start of a chapter is its heading, not its first line. */
export function goTo(scroller: HTMLElement, blocks: Block[], index: number): void {
  const top = index <= (blocks[0]?.start ?? 0) ? 0 : topOf(scroller, blocks, index);
  if (top !== null) scroller.scrollTop = Math.round(top);
}

export interface Spot {
  page: number;
  pages: number;
  /** Share of the chapter above the lower edge of the page, 0..1. */
  within: number;
}

export function spotOf(scroller: HTMLElement): Spot {
  const screen = Math.max(1, scroller.clientHeight);
  const pages = Math.max(1, Math.ceil((scroller.scrollHeight - 8) / screen));
  const room = scroller.scrollHeight - screen;
  const within = room <= 4 ? 1 : Math.min(1, Math.max(0, scroller.scrollTop / room));
  return { page: Math.min(pages, Math.round(within * (pages - 1)) + 1), pages, within };
}
