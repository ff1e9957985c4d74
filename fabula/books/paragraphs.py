"""Lines of a page become the paragraphs they were set from.

Owns indents, short last lines, gaps, hyphens at line ends and the joining of lines in Latin and East Asian scripts.
Knows nothing of chapters. The one promise: letters are never added or lost, only line breaks and the hyphens that
line breaks made.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from fabula.books.forms import BARE, recognise
from fabula.books.pages import Block, Piece

_LIGATURES = {0xFB00: "ff", 0xFB01: "fi", 0xFB02: "fl", 0xFB03: "ffi", 0xFB04: "ffl", 0xFB05: "st", 0xFB06: "st"}
_CLEAN = {**_LIGATURES, 0xAD: None, 0x200B: None, 0xFEFF: None, **dict.fromkeys(range(9), None)}
_TERMINAL = re.compile(r"[.!?:…。！？：」』”’\"')\]—*][\d*†]{0,2}$")
_WORDS = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_BROKEN_WORD = re.compile(r"([^\W\d_]+)-$")
_NEXT_WORD = re.compile(r"([^\W\d_]+)")


@dataclass(frozen=True)
class Paragraph:
    """A paragraph and the page it begins on (index from 0)."""

    page: int
    text: str


@dataclass(frozen=True)
class _Measure:
    """What a block's lines have in common: margins, and the document's usual leading."""

    left: float
    right: float
    leading: float

    def indent(self, line: Piece) -> float:
        return line.x0 - self.left

    def is_short(self, line: Piece) -> bool:
        return line.x1 < self.right - max(0.12 * (self.right - self.left), line.height)

    def is_centred(self, line: Piece) -> bool:
        away = abs((line.x0 + line.x1) / 2 - (self.left + self.right) / 2)
        margin = 1.5 * line.height
        return (
            away < 0.03 * (self.right - self.left) + 2 and self.indent(line) > margin and line.x1 < self.right - margin
        )


def rebuild(blocks: list[Block]) -> list[Paragraph]:
    """The paragraphs of a document from its lines in reading order."""
    words = _vocabulary(blocks)
    out: list[Paragraph] = []
    gathered: list[str] = []
    started = 0
    for page, line, breaks in _lines(blocks):
        if breaks and gathered:
            out.append(Paragraph(started, _join(gathered, words)))
            gathered = []
        if not gathered:
            started = page
        gathered.append(line)
    if gathered:
        out.append(Paragraph(started, _join(gathered, words)))
    return [Paragraph(p.page, p.text) for p in out if p.text]


def _lines(blocks: list[Block]) -> Iterator[tuple[int, str, bool]]:
    """(page, text, whether a new paragraph begins) of every line."""
    gaps = [a.y0 - b.y0 for block in blocks for a, b in pairwise(block.lines) if 0 < a.y0 - b.y0 < 5 * a.height]
    leading = median(gaps) if gaps else 14.0
    tops = [block.lines[0].y1 for block in blocks]
    usual_top = median(tops) if tops else 0.0
    usual = _measure([line for block in blocks for line in block.lines], leading)
    previous: Piece | None = None
    before: _Measure | None = None
    for block in blocks:
        measure = _measure(block.lines, leading) if len(block.lines) >= 5 else _lend(usual, block, leading)
        for index, line in enumerate(block.lines):
            if previous is None or before is None:
                breaks = True
            elif index:
                breaks = _parted(previous, line, measure) or previous.y0 - line.y0 > 1.45 * leading
            else:
                lowered = line.y1 < usual_top - 3 * leading
                breaks = lowered or _parted_over(previous, before, line, measure)
            yield block.page, line.text.translate(_CLEAN), breaks
            previous, before = line, measure


def _measure(lines: list[Piece], leading: float) -> _Measure:
    lefts = Counter(round(line.x0 / 2) * 2.0 for line in lines)
    most = max(lefts.values())
    left = min(x for x, count in lefts.items() if count >= 0.5 * most)
    rights = sorted(line.x1 for line in lines)
    return _Measure(left, rights[min(len(rights) - 1, (9 * len(rights)) // 10)], leading)


def _lend(usual: _Measure, block: Block, leading: float) -> _Measure:
    """A block of a few lines takes the document's width, moved to where the block stands."""
    left = min(line.x0 for line in block.lines)
    shift = left - usual.left if abs(left - usual.left) > 40 else 0.0
    return _Measure(usual.left + shift, usual.right + shift, leading)


def _parted(a: Piece, b: Piece, measure: _Measure) -> bool:
    """Whether a paragraph ends between two lines of one block."""
    if abs(a.height - b.height) > 0.15 * max(a.height, b.height):
        return True
    if measure.is_centred(a) or measure.is_centred(b) or _is_heading(a.text) or _is_heading(b.text):
        return True
    step = 0.6 * b.height
    ends = _TERMINAL.search(a.text) is not None
    if measure.indent(b) > step:
        same = abs(a.x0 - b.x0) < 2
        return not same or ends
    return ends and measure.is_short(a)


def _parted_over(a: Piece, before: _Measure, b: Piece, measure: _Measure) -> bool:
    """The same over the end of a page or a column, where gaps say nothing."""
    if abs(a.height - b.height) > 0.15 * max(a.height, b.height) or _is_heading(b.text) or _is_heading(a.text):
        return True
    if before.is_centred(a) or measure.is_centred(b):
        return True
    ends = _TERMINAL.search(a.text) is not None
    return measure.indent(b) > 0.6 * b.height or (ends and before.is_short(a))


def _is_heading(text: str) -> bool:
    form = recognise(text)
    return form is not None and form.strength == 2 and (form.tier != BARE or (form.title is None and len(text) < 12))


def _vocabulary(blocks: list[Block]) -> Counter[str]:
    """Words and compounds as they stand inside lines, where no break can have cut them."""
    words: Counter[str] = Counter()
    for block in blocks:
        for line in block.lines:
            found = _WORDS.findall(line.text.casefold())
            words.update(found[:-1] if line.text.endswith("-") else found)
    return words


def _wide(char: str) -> bool:
    return (
        "\u2e80" <= char <= "\u9fff" or "\uf900" <= char <= "\ufaff" or "\uff00" <= char <= "\uffef" or char in "“”‘’…—"
    )


def _join(lines: list[str], words: Counter[str]) -> str:
    """One paragraph's lines as running text."""
    parts: list[str] = []
    for line in lines:
        line = line.strip()
        if not line:
            continue
        last = parts[-1] if parts else ""
        together = last and _wide(last[-1]) and _wide(line[0]) and max(last[-1], line[0]) > "\u2e80"
        if len(last) > 1 and last.endswith("-") and last[-2].isalpha():
            parts[-1] = _mend(last, line, words)
        elif last and not together:
            parts.append(" ")
        parts.append(line)
    return "".join(parts)


def _mend(last: str, line: str, words: Counter[str]) -> str:
    """The first of two halves at a line end: its hyphen goes when it only marked the break."""
    first, second = _BROKEN_WORD.search(last), _NEXT_WORD.match(line)
    if first is None or second is None:
        return last
    head, tail = first[1].casefold(), second[1]
    if not tail[0].islower() or words[f"{head}-{tail}"] > words[head + tail]:
        return last
    return last[:-1]
