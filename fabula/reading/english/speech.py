"""Turns of speech: the quotes of each paragraph with the cues beside them.

Owns cutting a book's speech into turns. Knows nothing of aliases: cues still point at names. Promise: every quote that
is speech or thought is in exactly one turn, turns are in text order, and work per paragraph is bounded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from fabula.reading.english.cues import Cue, CueReader, Ref
from fabula.reading.marks import Span
from fabula.reading.pace import Pace
from fabula.reading.pages import Pages

_MOST_CUES = 60
"""Cues are read beside at most this many quotes of one paragraph."""


@dataclass(slots=True)
class Speech:
    """The quotes (by index) of one turn, what stands beside them, and the narration's subject just before."""

    paragraph: int
    quotes: list[int]
    cues: list[Cue] = field(default_factory=list)
    lead: Ref | None = None
    opened: bool = False
    continues: bool = False


def find_speeches(
    pages: Pages, spans: Sequence[Span], kinds: Sequence[str], reader: CueReader, pace: Pace
) -> list[Speech]:
    """The turns of the book."""
    by_paragraph: dict[int, list[int]] = {}
    for index, span in enumerate(spans):
        if kinds[index] in {"speech", "thought"}:
            by_paragraph.setdefault(span.paragraph, []).append(index)
    speeches: list[Speech] = []
    for paragraph, quotes in by_paragraph.items():
        pace.at(pages.starts[paragraph])
        speeches.extend(_paragraph(pages, spans, paragraph, quotes, by_paragraph, reader))
    for one, two in pairwise(speeches):
        first = spans[two.quotes[0]]
        starts = first.left - pages.starts[two.paragraph] <= 2
        two.continues = one.opened and starts and two.paragraph == one.paragraph + 1
    return speeches


def _paragraph(
    pages: Pages,
    spans: Sequence[Span],
    paragraph: int,
    quotes: list[int],
    by_paragraph: dict[int, list[int]],
    reader: CueReader,
) -> list[Speech]:
    start, end = pages.starts[paragraph], pages.ends[paragraph]
    speeches = [Speech(paragraph, [])]
    gap_start = start
    taken = False
    for position, index in enumerate(quotes):
        span = spans[index]
        following = spans[quotes[position + 1]] if position + 1 < len(quotes) else None
        found: list[Cue] = []
        if position < _MOST_CUES:
            before = reader.before(gap_start, span.left - 1) if span.left - 1 > gap_start else None
            if before is not None and not (taken and not before.tag):
                found.append(before)
            stop = following.left - 1 if following else end
            after = reader.after(span.right + 1, stop) if stop > span.right + 1 else None
            taken = after is not None
            if after is not None:
                found.append(after)
        current = speeches[-1]
        if current.quotes and _contradicts(current.cues, found):
            current = Speech(paragraph, [])
            speeches.append(current)
        current.quotes.append(index)
        current.cues.extend(found)
        gap_start = span.right + 1
    _lead_in(pages, speeches[0], spans[quotes[0]], by_paragraph, reader)
    speeches[-1].opened = not spans[quotes[-1]].closed
    return speeches


def _contradicts(cues: list[Cue], found: list[Cue]) -> bool:
    """Whether both sides hold an explicit tag, with different names."""
    one = next((c.ref.name for c in cues if c.tag and c.ref.kind in {"name", "i"}), None)
    two = next((c.ref.name for c in found if c.tag and c.ref.kind in {"name", "i"}), None)
    return one is not None and two is not None and one != two


def _lead_in(pages: Pages, speech: Speech, span: Span, by_paragraph: dict[int, list[int]], reader: CueReader) -> None:
    """Read the paragraph before a turn that begins with its quote: a colon there is a tag, else its last subject."""
    paragraph = speech.paragraph
    if paragraph == 0 or span.left - pages.starts[paragraph] > 2:
        return
    start, end = pages.starts[paragraph - 1], pages.ends[paragraph - 1]
    if paragraph - 1 in by_paragraph:
        return
    closing = pages.text[end - 1]
    cue = reader.before(max(start, end - 400), end)
    if cue is None:
        return
    if closing in ":," or pages.text[end - 2 : end] == "--":
        speech.cues.append(Cue(cue.ref, True, False))
    else:
        speech.lead = cue.ref


def neighbours(speeches: Sequence[Speech]) -> Counter[tuple[int, int]]:
    """How often two names are tagged in neighbouring paragraphs."""
    pairs: Counter[tuple[int, int]] = Counter()
    for one, two in pairwise(speeches):
        if two.paragraph - one.paragraph == 1 and not two.continues:
            first, second = tagged(one), tagged(two)
            if first >= 0 and second >= 0 and first != second:
                pairs[(min(first, second), max(first, second))] += 1
    return pairs


def tagged(speech: Speech) -> int:
    """The name an explicit tag gives, or -1."""
    return next((c.ref.name for c in speech.cues if c.tag and c.ref.kind == "name"), -1)
