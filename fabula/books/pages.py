"""Pieces of text on pages become lines in reading order, without running heads and page numbers.

Owns columns and edges; knows nothing of paragraphs or chapters. The one promise: a line is dropped only when the
pages around prove that it is furniture.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from fabula.books.forms import CHAPTER, DIVISION, EPILOGUE, PROLOGUE, recognise
from fabula.books.numerals import roman

_EDGE_LINES = 2
_EDGE = 0.17
_NEAR = 6.0
_MOST = 1500
_PAGE_NUMBER = re.compile(
    r"[^\w]*(?:p(?:age|\.)? *|第 *)?([0-9]{1,5}|[ivxlc]{1,7})(?: *(?:of|/) *[0-9]{1,5})?(?: *页)?[^\w]*"
)
_DIGITS = re.compile(r"[0-9]+")


@dataclass(frozen=True)
class Piece:
    """A run of text in a box; the origin is the lower left corner of the page, units are points."""

    x0: float
    y0: float
    x1: float
    y1: float
    text: str

    @property
    def height(self) -> float:
        """The height of the box, about the size of the font."""
        return max(1.0, self.y1 - self.y0)


@dataclass(frozen=True)
class Page:
    """A page as the worker saw it: index from 0, size, pieces in the order of the document."""

    index: int
    width: float
    height: float
    pieces: list[Piece]


@dataclass(frozen=True)
class Block:
    """Lines that stand in one column of one page, top to bottom."""

    page: int
    lines: list[Piece]


def strip_edges(pages: list[Page]) -> list[Block]:
    """Every page's lines in reading order, by columns, furniture removed."""
    rows = {page.index: _rows(page.pieces) for page in pages}
    furniture = _furniture(pages, rows)
    blocks: list[Block] = []
    for page in pages:
        left = [p for p in page.pieces if not any(_inside(p, line) for line in furniture.get(page.index, []))]
        blocks += [Block(page.index, lines) for lines in _columns(left) if lines]
    return blocks


def _inside(piece: Piece, line: Piece) -> bool:
    return abs(piece.y0 - line.y0) < 0.5 * line.height and piece.x0 >= line.x0 - 1 and piece.x1 <= line.x1 + 1


def _rows(pieces: list[Piece]) -> list[Piece]:
    """Neighbouring pieces of one height as whole lines."""
    rows: list[Piece] = []
    for piece in pieces:
        last = rows[-1] if rows else None
        if (
            last is not None
            and abs(last.y0 - piece.y0) < 0.4 * max(last.height, piece.height)
            and piece.x0 >= last.x1 - 1
        ):
            rows[-1] = Piece(
                last.x0, min(last.y0, piece.y0), piece.x1, max(last.y1, piece.y1), f"{last.text} {piece.text}"
            )
        else:
            rows.append(piece)
    return rows


def _columns(pieces: list[Piece]) -> list[list[Piece]]:
    """One list of lines, or several when the page is set in two columns."""
    gutter = _gutter(pieces)
    if gutter is None:
        rows = _rows(pieces)
        backwards = sum(b.y0 > a.y0 + 1 for a, b in pairwise(rows))
        if backwards > 0.3 * len(rows) or (0 < backwards <= 3 and len(rows) > 3):
            rows = _rows(sorted(pieces, key=_down))
        return [rows]
    blocks: list[list[Piece]] = []
    left: list[Piece] = []
    right: list[Piece] = []
    for piece in sorted(pieces, key=_down):
        if piece.x0 < gutter - 2 and piece.x1 > gutter + 2:
            blocks += [_rows(left), _rows(right), [piece]]
            left, right = [], []
        elif piece.x1 <= gutter + 2:
            left.append(piece)
        else:
            right.append(piece)
    return [b for b in (*blocks, _rows(left), _rows(right)) if b]


def _down(piece: Piece) -> tuple[int, float]:
    """The order of reading on one column: down the page, then to the right."""
    return -round(piece.y0 / 3), piece.x0


def _gutter(pieces: list[Piece]) -> float | None:
    """The middle of the gap between two columns of running text, or None."""
    if not 16 <= len(pieces) <= _MOST:
        return None
    starts, ends = sorted(p.x0 for p in pieces), sorted(p.x1 for p in pieces)
    low, width = starts[0], ends[-1] - starts[0]
    for step in range(16):
        x = low + width * (0.35 + 0.02 * step)
        on_left, on_right = bisect_right(ends, x + 2), len(pieces) - bisect_left(starts, x - 2)
        if min(on_left, on_right) < 8 or len(pieces) - on_left - on_right > 0.15 * len(pieces):
            continue
        left, right = [p for p in pieces if p.x1 <= x + 2], [p for p in pieces if p.x0 >= x - 2]
        if min(median(p.x1 - p.x0 for p in left), median(p.x1 - p.x0 for p in right)) < 0.25 * width:
            continue
        top = min(max(p.y1 for p in side) for side in (left, right))
        bottom = max(min(p.y0 for p in side) for side in (left, right))
        if top - bottom > 0.3 * (max(p.y1 for p in pieces) - min(p.y0 for p in pieces)):
            return (max(p.x1 for p in left) + min(p.x0 for p in right)) / 2
    return None


def _furniture(pages: list[Page], rows: dict[int, list[Piece]]) -> dict[int, list[Piece]]:
    """Lines at the edges that repeat over pages, digits aside, and numbers that count the pages."""
    groups: dict[tuple[str, str], list[tuple[int, Piece]]] = defaultdict(list)
    for page in pages:
        for edge, lines in _edges(page, rows[page.index]).items():
            for line in lines:
                key = _DIGITS.sub("#", " ".join(line.text.casefold().split()))
                number = _PAGE_NUMBER.fullmatch(line.text.casefold().strip())
                groups[edge, "#" if number else key].append((page.index, line))
    out: dict[int, list[Piece]] = defaultdict(list)
    bands: dict[str, list[float]] = defaultdict(list)
    for (edge, key), found in groups.items():
        chosen = _counting(found) if key == "#" else _repeating(found)
        for index, line in chosen:
            out[index].append(line)
            bands[edge].append(line.y0)
    for (edge, key), found in groups.items():
        if key != "#" and len(found) == 2 and bands[edge] and not _is_heading(found[0][1].text):
            level = median(bands[edge])
            if all(abs(line.y0 - level) < _NEAR for _, line in found):
                for index, line in found:
                    out[index].append(line)
    return out


def _edges(page: Page, rows: list[Piece]) -> dict[str, list[Piece]]:
    by_height = sorted(rows, key=lambda r: -r.y0)
    top = [r for r in by_height[:_EDGE_LINES] if r.y0 > page.height * (1 - _EDGE)]
    bottom = [r for r in by_height[-_EDGE_LINES:] if r.y1 < page.height * _EDGE and r not in top]
    return {"top": top, "bottom": bottom}


def _counting(found: list[tuple[int, Piece]]) -> list[tuple[int, Piece]]:
    """Numbers that grow with the pages: page numbers, not chapter numbers."""
    shifts: dict[int, list[tuple[int, Piece]]] = defaultdict(list)
    for index, line in found:
        match = _PAGE_NUMBER.fullmatch(line.text.casefold().strip())
        value = (int(match[1]) if match[1].isdecimal() else roman(match[1])) if match else None
        if value is not None:
            shifts[value - index].append((index, line))
    return [pair for rows in shifts.values() if len(rows) >= 3 or (len(rows) == 2 and len(found) == 2) for pair in rows]


def _repeating(found: list[tuple[int, Piece]]) -> list[tuple[int, Piece]]:
    """Lines with the same words at the same height on three pages or more. A chapter's heading survives once."""
    if len(found) < 3:
        return []
    if _is_heading(found[0][1].text):
        exact: dict[str, list[tuple[int, Piece]]] = defaultdict(list)
        for pair in found:
            exact[pair[1].text].append(pair)
        return [pair for rows in exact.values() if len(rows) >= 3 for pair in rows[1:]]
    level = median(line.y0 for _, line in found)
    near = [pair for pair in found if abs(pair[1].y0 - level) < _NEAR]
    return near if len(near) >= 3 else []


def _is_heading(text: str) -> bool:
    form = recognise(text)
    return form is not None and form.tier in {CHAPTER, DIVISION, PROLOGUE, EPILOGUE}
