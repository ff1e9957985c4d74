"""Headings in their roles become sections in order.

Owns numbering, front matter, volumes and where a section begins; is told which headings are chapters, which are
special and which are volumes. The one promise: the sections partition the text and none is blank.
"""

from __future__ import annotations

from collections.abc import Sequence

from fabula.books.book import Section
from fabula.books.forms import FRONT
from fabula.books.scan import Found

# Prose of a volume's own up to this length stays with its first chapter; more becomes a section.
_VOLUME_PROSE = 3000
_RESTART = frozenset({0, 1})


def assemble(text: str, mains: Sequence[Found], specials: Sequence[Found], divisions: Sequence[Found]) -> list[Section]:
    """Sections from chapter headings, special headings (prologue, epilogue ...) and volume headings, all ordered."""
    first = mains[0].start
    heads: list[tuple[Found, str]] = [(f, "chapter") for f in mains]
    front_title: str | None = None
    covered = [(f.start, f.end) for f in mains]
    for one in specials:
        if any(a <= one.start < b for a, b in covered):
            continue
        if one.form.tier == FRONT:
            if one.start < first and front_title is None and one.form.family != "entry-front":
                front_title = one.title or one.form.label
            continue
        kind = one.form.tier if one.form.tier in {"prologue", "epilogue", "extra"} else "prologue"
        if kind != "prologue" and one.start < first:
            kind = "extra"
        heads.append((one, kind))
    heads.sort(key=lambda pair: pair[0].start)
    return _lay_out(text, heads, list(divisions), front_title)


def _lay_out(
    text: str, heads: list[tuple[Found, str]], divisions: list[Found], front_title: str | None
) -> list[Section]:
    starts: list[tuple[int, str | None, str, str | None]] = []
    parts: list[Found] = []
    d = 0
    for index, (head, kind) in enumerate(heads):
        begin = head.start
        floor = heads[index - 1][0].end if index else 0
        pending: list[Found] = []
        while d < len(divisions) and divisions[d].start < head.start:
            if divisions[d].start >= floor:
                pending.append(divisions[d])
            d += 1
        while d < len(divisions) and divisions[d].start < head.end:
            d += 1
        pending = [p for p in pending if head.start - pending[-1].end <= 20 * _VOLUME_PROSE]
        if pending and (index == 0 or _standing(text, pending, head)):
            close = _trailing(text, pending, head)
            parts = _nest(parts, close)
            begin = close[0].start if close else begin
            if close and head.start - close[-1].end > _VOLUME_PROSE and index:
                starts.append((begin, _title(close[-1]), "extra", _part_name(parts)))
                begin = head.start
        elif kind == "chapter" and head.form.number in _RESTART and _numbered_before(heads, index):
            parts = []
        part = head.form.part or _part_name(parts)
        starts.append((begin, _title(head), kind, part))
    return _partition(text, starts, front_title)


def _standing(text: str, pending: list[Found], head: Found) -> bool:
    """A volume heading counts when a chapter begins soon after it, or it stands alone as strongly as a heading can."""
    gap = len(text[pending[-1].end : head.start].strip())
    return gap <= _VOLUME_PROSE or (
        pending[-1].alone and pending[-1].form.strength == 2 and head.form.number in _RESTART
    )


def _trailing(text: str, pending: list[Found], head: Found) -> list[Found]:
    """The volume headings that directly lead to a chapter: those close to it and to each other."""
    close = [pending[-1]]
    for one in reversed(pending[:-1]):
        if len(text[one.end : close[0].start].strip()) > _VOLUME_PROSE // 2:
            break
        close.insert(0, one)
    return close


def _nest(parts: list[Found], close: list[Found]) -> list[Found]:
    """Put new volume headings under the ones still open: a family seen again closes itself and what is below it."""
    for one in close:
        names = [p.form.family for p in parts]
        if one.form.family in names:
            parts = parts[: names.index(one.form.family)]
        parts = [*parts, one]
    return parts


def _numbered_before(heads: list[tuple[Found, str]], index: int) -> bool:
    return any(kind == "chapter" and (head.form.number or 0) > 1 for head, kind in heads[max(0, index - 3) : index])


def _title(head: Found) -> str | None:
    return head.title or head.form.title or head.form.label or None


def _part_name(parts: list[Found]) -> str | None:
    """The open volumes as one line: "VOLUME I / BOOK THE FIRST: SOWING"."""
    names: list[str] = []
    for one in parts:
        title = one.title or one.form.title
        east = any(c > "⺀" for c in one.form.label)
        names.append(one.form.label if not title else f"{one.form.label}{' ' if east else ': '}{title}")
    return " / ".join(names)[:200] or None


def _partition(
    text: str, starts: list[tuple[int, str | None, str, str | None]], front_title: str | None
) -> list[Section]:
    """Number the sections and close the gaps: blank front matter joins the first section."""
    begin = starts[0][0]
    sections: list[Section] = []
    if text[:begin].strip():
        sections.append(Section(None, front_title, 0, begin, "front"))
    else:
        begin = 0
    ends = [start for start, *_ in starts[1:]] + [len(text)]
    for i, ((start, title, kind, part), end) in enumerate(zip(starts, ends, strict=True)):
        start = begin if i == 0 else start
        sections.append(Section(i + 1, title, start, end, kind, part))
    return sections
