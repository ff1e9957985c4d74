"""Which quotations are written rather than said: letters from greeting to signature, and verse.

Owns the signs of both. Knows nothing of people. Promise: a letter needs a greeting or a closing formula in paragraphs
that are nothing but quotation, verse a stanza of short lines; everything else stays speech.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from fabula.reading.marks import Span
from fabula.reading.pages import Pages

_GREETING = re.compile(
    r"(?:my )?(?:own )?(?:very )?dear(?:est)?\b[^.?!\"”]{0,40}(?:[,:.]?--|[—:]|,$|,\s*\n)", re.IGNORECASE
)
_CLOSING = re.compile(
    r"(?:(?:I am|I remain|Believe me|With)\b[^.?!\"”]{0,60})?(?:(?:ever|most|very)\s){0,3}yours?\b"
    r"(?:,? &c| (?:ever |most |very |own )?(?:truly|faithfully|sincerely|respectfully|affectionate(?:ly)?|obedient|"
    r"humble|devoted(?:ly)?|obliged|loving)\b)[^?!\"”]{0,80}$",
    re.IGNORECASE,
)
_SIGNED = 40
_LONGEST = 60
"""A letter has at most this many paragraphs."""
_FULL = 0.8


def letters(pages: Pages, spans: Sequence[Span]) -> set[int]:
    """Indices of spans that belong to letters: from a greeting on, or up to a closing formula and a signature."""
    whole = [_fills_paragraph(pages, span) for span in spans]
    return {*_greeted(pages, spans, whole), *_signed(pages, spans, whole)}


def _greeted(pages: Pages, spans: Sequence[Span], whole: Sequence[bool]) -> Iterator[int]:
    text = pages.text
    writing = -10
    for index, span in enumerate(spans):
        if whole[index] and _GREETING.match(text, span.start, min(span.end, span.start + 70)):
            long_enough = span.end - span.start > 250 or span.end - span.start < 50
            if not long_enough:
                continue
            writing = span.paragraph
            yield index
        elif whole[index] and span.paragraph == writing + 1:
            writing = span.paragraph
            yield index
            if span.closed and span.end - span.start < _SIGNED:
                writing = -10


def _signed(pages: Pages, spans: Sequence[Span], whole: Sequence[bool]) -> Iterator[int]:
    text = pages.text
    for index, span in enumerate(spans):
        if not (whole[index] and span.end - span.start < 140 and _CLOSING.match(text, span.start, span.end)):
            continue
        yield index
        after = index + 1
        if after < len(spans) and whole[after] and _follows(spans, index, after) and _brief(spans[after]):
            yield after
        back = index - 1
        begun = -1
        while back >= 0 and index - back < _LONGEST and whole[back] and _follows(spans, back, back + 1):
            if _GREETING.match(text, spans[back].start, min(spans[back].end, spans[back].start + 70)):
                begun = back
                break
            back -= 1
        if begun >= 0:
            yield from range(begun, index)


def _follows(spans: Sequence[Span], one: int, two: int) -> bool:
    return spans[two].paragraph == spans[one].paragraph + 1


def _brief(span: Span) -> bool:
    return span.end - span.start < _SIGNED


def verses(pages: Pages) -> set[int]:
    """Paragraphs that are stanzas: two lines or more, each begun with a capital and well short of the book's width."""
    width = _width(pages)
    found: set[int] = set()
    if width < 40:
        return found
    text = pages.text
    for index, (start, end) in enumerate(zip(pages.starts, pages.ends, strict=True)):
        if "\n" not in text[start : min(end, start + int(width))]:
            continue
        lines = [line.strip(" \t\"“'‘_") for line in text[start:end].splitlines() if line.strip()]
        stanza = len(lines) >= 2 and all(len(line) < _FULL * width and line[:1].isupper() for line in lines)
        if stanza:
            found.add(index)
    return found


def _width(pages: Pages) -> int:
    """The width at which the book's lines are wrapped, or 0 if it puts a paragraph on one line."""
    lengths: list[int] = []
    for start, end in zip(pages.starts[:4000], pages.ends[:4000], strict=True):
        lines = pages.text[start:end].split("\n")
        lengths.extend(len(line) for line in lines[:-1])
    lengths.sort()
    return lengths[int(0.8 * len(lengths))] if len(lengths) >= 200 else 0


def _fills_paragraph(pages: Pages, span: Span) -> bool:
    start, end = pages.starts[span.paragraph], pages.ends[span.paragraph]
    return span.start - start <= 3 and end - span.end <= 3
