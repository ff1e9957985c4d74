"""A text and its headings become sections.

Chooses the family of headings that carries the book's chapters, sets volumes and special sections around them, and
falls back to parts of readable size. Knows nothing of files. The one promise: the sections partition the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from fabula.books.assemble import assemble
from fabula.books.book import Section
from fabula.books.forms import CHAPTER, CONTENTS, DIVISION
from fabula.books.limits import CHAPTERS, PART_CHARS, PART_MAX_CHARS, PART_MIN_CHARS, WHOLE_CHARS
from fabula.books.scan import Found, Lines, scan
from fabula.books.sequence import bodies, contents_entries, in_order, merge_repeats, set_apart
from fabula.errors import TooLarge

# First come, first chosen; a rival among the first four wins only when it is three times as frequent.
_RANK = (
    "chapter", "zh-章", "zh-回", "zh-话", "zh-节", "ko-장", "ko-화", "stave", "canto", "letter", "episode", "zh-幕",
    "adventure", "tale", "act", "scene", "section", "fit",
)  # fmt: skip
_NOT_BLANK = re.compile(r"\S")
_RIVALS = _RANK[:4]
_NUMBERED_BARE = ("arabic", "roman", "word", "zh-number", "roman-title", "arabic-title", "zh-number-title")
FAMILIES: tuple[str, ...] = (*_RANK, *_NUMBERED_BARE, "part", "book", "volume", "zh-卷", "zh-部", "zh-集", "zh-篇",
                             "caps", "lone", "markdown-1", "markdown-2", "markdown-3")  # fmt: skip
"""Every family of headings a reader may insist on."""


@dataclass(frozen=True)
class Heard:
    """What one scan of a text heard: validated candidates by family, and where tables of contents stand."""

    families: dict[str, list[Found]]
    specials: list[Found]
    contents: list[tuple[int, int]]


def split(text: str, choice: str = "auto") -> tuple[list[Section], list[str]]:
    """Cut a text into sections. `choice` is "auto", "none" or one of FAMILIES. Returns (sections, notes).

    Raises TooLarge above the chapter limit.
    """
    found, lines = scan(text)
    heard = listen(text, found, lines)
    family = choose(text, heard) if choice == "auto" else choice
    mains = heard.families.get(family, []) if family not in {None, "none"} else []
    if not mains:
        return by_size(text)
    divisions = [f for name, row in heard.families.items() if name != family for f in row if f.form.tier == DIVISION]
    letters = _before_first(text, heard, mains) if mains[0].form.tier == CHAPTER else []
    sections = assemble(text, mains, [*heard.specials, *letters], sorted(divisions, key=lambda f: f.start))
    check_count(sections)
    return sections, _gaps(mains)


def check_count(sections: Sequence[Section]) -> None:
    """Refuse more chapters than an import may have (service specification, section 5.1)."""
    count = sum(s.kind != "front" for s in sections)
    if count > CHAPTERS:
        raise TooLarge(f"The book has {count} chapters; {CHAPTERS} is the most that can be imported. Split the file.")


def listen(text: str, found: list[Found], lines: Lines) -> Heard:
    """Validate every family apart: contents entries out, repeats merged, out-of-line numbers out."""
    marks = [f for f in found if f.form.tier == CONTENTS]
    groups: dict[str, list[Found]] = {}
    for one in found:
        if one.form.tier != CONTENTS and not one.form.family.startswith("special"):
            groups.setdefault(one.form.family, []).append(one)
    families: dict[str, list[Found]] = {}
    contents: list[tuple[int, int]] = []
    for name, row in groups.items():
        row = merge_repeats(text, row)
        listed = contents_entries(text, row, marks)
        contents += _spans(row, listed)
        kept = in_order(set_apart([f for i, f in enumerate(row) if i not in listed], lines))
        if kept:
            families[name] = kept
    specials = [f for f in found if f.form.family.startswith("special") and (f.apart or not lines.spaced)]
    specials = [f for f in specials if f.form.tier != CONTENTS]
    specials = [f for f in specials if not f.form.leader and not any(a <= f.start <= b for a, b in contents)]
    for name, row in families.items():
        if row[0].form.tier == DIVISION:
            families[name] = [f for f in row if not any(a <= f.start <= b for a, b in contents)]
    return Heard(families, merge_repeats(text, _without_listed(text, specials, marks)), contents)


def _spans(row: list[Found], listed: set[int]) -> Iterator[tuple[int, int]]:
    """The stretches of text that contents entries cover, a little more on both sides."""
    ordered = sorted(listed)
    start = 0
    for i, index in enumerate(ordered):
        if i + 1 == len(ordered) or ordered[i + 1] != index + 1:
            yield row[ordered[start]].start - 200, row[index].end
            start = i + 1


def _without_listed(text: str, specials: list[Found], marks: Sequence[Found]) -> list[Found]:
    """Specials that recur with the same label are listed in a contents page first, if one is near."""
    kept: list[Found] = []
    for i, one in enumerate(specials):
        again = any(f.form.label.casefold() == one.form.label.casefold() for f in specials[i + 1 :])
        near = any(0 <= one.start - m.end <= 4000 for m in marks)
        if not (again and near and len(text[one.end : one.end + 200].split("\n\n\n")[0].strip()) < 200):
            kept.append(one)
    return kept


def choose(text: str, heard: Heard) -> str | None:
    """The family whose headings are this book's chapters, or None."""
    keyword = [name for name in _RANK if len(heard.families.get(name, [])) >= 2]
    if keyword:
        best = keyword[0]
        for name in keyword[1:]:
            if {best, name} <= set(_RIVALS) and len(heard.families[name]) > 3 * len(heard.families[best]):
                best = name
        return best
    marked = [n for n in ("markdown-1", "markdown-2", "markdown-3") if len(heard.families.get(n, [])) >= 2]
    if marked:
        return marked[0]
    bare = [n for n in _NUMBERED_BARE if _steady(text, heard.families.get(n, []), 3)]
    if bare:
        return max(bare, key=lambda n: (len(heard.families[n]), -_NUMBERED_BARE.index(n)))
    divisions = [n for n, row in heard.families.items() if row and row[0].form.tier == DIVISION and len(row) >= 2]
    caps = heard.families.get("caps", [])
    most = max(divisions, key=lambda n: len(heard.families[n]), default=None)
    if most is not None and not (len(caps) >= max(5, 2 * len(heard.families[most])) and _steady(text, caps, 5)):
        return most
    for name in ("caps", "lone"):
        if _steady(text, _with_bodies(text, heard.families.get(name, [])), 3):
            heard.families[name] = _with_bodies(text, heard.families[name])
            return name
    return _single(heard)


def _single(heard: Heard) -> str | None:
    """One chapter pasted alone: a keyword heading near the beginning of the text."""
    for name, row in heard.families.items():
        if row and row[0].form.tier in {CHAPTER, DIVISION} and row[0].start < 2000 and row[0].form.strength == 2:
            return name
    return None


def _with_bodies(text: str, row: list[Found]) -> list[Found]:
    """Headings known only by their looks must have something to head."""
    while True:
        sizes = bodies(text, row)
        kept = [f for f, size in zip(row, sizes, strict=True) if size >= 200]
        if len(kept) == len(row):
            return kept
        row = kept


def _steady(text: str, row: list[Found], least: int) -> bool:
    """Whether headings without a keyword carve the text into real chapters, rather than number a list in it."""
    if len(row) < least:
        return False
    sizes = bodies(text, row)
    median = sorted(sizes)[len(sizes) // 2]
    if median < 60 or row[0].start > 0.4 * len(text):
        return False
    return sizes[-1] <= max(20 * median, 0.6 * len(text)) or sizes[-1] < 0.6 * len(text)


def _before_first(text: str, heard: Heard, mains: list[Found]) -> list[Found]:
    """Letters, staves and the like that open a book before its first chapter, when they have a body of their own."""
    rows: list[Found] = []
    for name, row in heard.families.items():
        if name in _RANK and row[0].form.family != mains[0].form.family:
            early = [f for f in row if f.start < mains[0].start and f.form.strength == 2]
            sizes = bodies(text[: mains[0].start], early)
            rows += [f for f, size in zip(early, sizes, strict=True) if size >= 400]
    return sorted(rows, key=lambda f: f.start)


def _gaps(mains: list[Found]) -> list[str]:
    """A note about chapter numbers that are missing or stand twice, lest readers take it for a fault of the import."""
    odd: list[str] = []
    for one, after in pairwise(mains):
        a, b = one.form.number, after.form.number
        if a is not None and b is not None and b not in {a + 1, 0, 1}:
            odd.append(f"{a} is followed by {b}")
    if not odd:
        return []
    return [
        "The chapter numbers of the source do not run on: " + "; ".join(odd[:5]) + ("; ..." if odd[5:] else "") + "."
    ]


def by_size(text: str) -> tuple[list[Section], list[str]]:
    """No headings: one chapter, or parts of readable length cut at paragraph ends."""
    if len(text) <= WHOLE_CHARS:
        return [Section(1, None, 0, len(text), "chapter")], ["No chapter headings were found: the text is one chapter."]
    sections: list[Section] = []
    start = 0
    while start < len(text):
        first = _NOT_BLANK.search(text, start)
        body = first.start() if first else len(text)
        end = len(text) if len(text) - body <= PART_MAX_CHARS else _cut(text, body)
        if end < len(text) and not text[end:].strip():
            end = len(text)
        sections.append(Section(len(sections) + 1, None, start, end, "chapter"))
        start = end
    check_count(sections)
    return sections, [
        f"No chapter headings were found: the text was cut into {len(sections)} parts at ends of paragraphs."
    ]


def _cut(text: str, start: int) -> int:
    """The end of the paragraph, line or sentence nearest below the wished size; the wished size if there is none."""
    low, high = start + PART_MIN_CHARS, start + PART_MAX_CHARS
    for stop in ("\n\n", "\n", "。", ". ", " "):
        near = text.rfind(stop, low, start + PART_CHARS)
        if near < 0:
            near = text.find(stop, start + PART_CHARS, high)
        if near >= 0:
            return near + len(stop)
    return start + PART_CHARS
