"""Words that somebody quotes while speaking: what stands in marks inside marks is not the speaker's own.

Owns cutting a quotation at the quotations inside it, also in texts whose curly single marks were lost on the way to
plain text. Knows nothing of who speaks. Promise: the pieces of one quotation keep its bounds in `outer`, what was
quoted in them is a span of its own that is no speech, and a quotation that is
nothing but another one stays whole, except in the middle of somebody's long tale.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from fabula.reading.marks import Span, inner_marks
from fabula.reading.pages import Pages

_TRIM = " \t\r\n'‘’\"“”`_-—–"
_LEAST = 2
_SAMPLE = 600_000
_SPEECH_ENDS = ",.!?;:…—–-"
_ORPHANS = re.compile(r"\b(?:do|did|ca|wo|could|would|is|was)n t\b")
_CLOSERS = re.compile(r"[,.!?]['’](?=\s|[\"”]|$)")
_OPENERS = re.compile(r"(?:(?<=[\s\"“—-])['‘]|‘)(?=[A-Z])")
_WIDE = re.compile(r"[a-z][.?!] {2,}[A-Z]")
_NARROW = re.compile(r"[a-z][.?!] [A-Z]")
_FEW = 6
_OPENING = re.compile(r"(?<=\s)\?(?=\w)|(?<=[,.!?;:—-])(?:[ \t]{2,}|[ \t]\n|\n[ \t]+)(?=[A-Z_])")
_GAP = re.compile(r"(?<=[,.!?;:…—–-])(?:[ \t]{2,}|[ \t]\n|\n[ \t])(?=\S)")
_DOUBLES = {'"', "“"}
_FARTHEST = 1500
_TAG = 60


def cut_nested(pages: Pages, spans: Sequence[Span], kinds: Sequence[str]) -> tuple[list[Span], list[str]]:
    """Spans and their kinds, with speech cut at the quotations inside it."""
    out: list[Span] = []
    marked: list[str] = []
    before: Span | None = None
    lost = lost_marks(pages.text[:_SAMPLE])
    for span, kind in zip(spans, kinds, strict=True):
        inner: list[tuple[int, int]] = []
        if kind in {"speech", "thought"}:
            inner = _inner(pages.text, span, lost)
        pieces = _pieces(pages.text, span, inner)
        if not any(own for _, _, own in pieces):
            tale = before is not None and not before.closed and before.paragraph == span.paragraph - 1
            pieces = [(span.start, span.end, not tale)]
        before = span
        for start, end, own in pieces:
            whole = (start, end) == (span.start, span.end)
            closed = span.closed or end < span.end
            out.append(Span(start, end, span.paragraph, closed, None if whole else (span.start, span.end)))
            marked.append(kind if own else "scare")
    return out, marked


def lost_marks(sample: str) -> str:
    """Which single marks a text has lost to a conversion: "both", "openers" or none ("")."""
    if len(_ORPHANS.findall(sample)) >= _FEW:
        wide = len(_WIDE.findall(sample))
        return "both" if wide <= 0.1 * len(_NARROW.findall(sample)) else ""
    closers = len(_CLOSERS.findall(sample))
    return "openers" if closers >= _FEW and len(_OPENERS.findall(sample)) <= 0.3 * closers else ""


def _inner(text: str, span: Span, lost: str) -> list[tuple[int, int]]:
    if lost == "both":
        found = _between_gaps(text, span)
    elif lost == "openers":
        found = _before_closers(text, span)
    else:
        found = inner_marks(text, span)
    return [(left, right) for left, right in found if _said(text, left, right)]


def _said(text: str, left: int, right: int) -> bool:
    """Whether what stands in inner marks was said by somebody: several words that end as speech does."""
    return text[right - 1] in _SPEECH_ENDS and len(text[left : min(right, left + 80)].split()) >= 2


def _before_closers(text: str, span: Span) -> list[tuple[int, int]]:
    """Inner quotations of which only the closing marks are left: each opens at the last gap, or at a stray mark."""
    found: list[tuple[int, int]] = []
    at = span.start
    for close in _CLOSERS.finditer(text, span.start, span.end):
        end = close.start() + 1
        again = _GAP.search(text, at, min(end, at + _TAG))
        if again and _tagged(text, found, again.start()):
            opens = [again.end()]
        else:
            opens = [m.end() for m in _OPENING.finditer(text, max(at, end - _FARTHEST), end)]
        if opens:
            found.append((opens[-1], end))
            at = close.end()
    return found


def _between_gaps(text: str, span: Span) -> list[tuple[int, int]]:
    """Inner quotations whose marks have become blanks: from one double blank behind a stop to the next."""
    found: list[tuple[int, int]] = []
    opened = span.start if text[span.start - 1].isspace() and text[span.start - 2 : span.start - 1] in _DOUBLES else -1
    for gap in _GAP.finditer(text, span.start, span.end):
        if opened >= 0:
            found.append((opened, gap.start()))
            opened = -1
        elif text[gap.end()].isupper() or text[gap.end()].isdigit() or _tagged(text, found, gap.start()):
            opened = gap.end()
    if opened >= 0 and (not span.closed or text[span.end : span.end + 1].isspace()):
        found.append((opened, span.end))
    return found


def _tagged(text: str, found: Sequence[tuple[int, int]], gap: int) -> bool:
    """Whether only something like "he said," lies between the last inner quotation and a gap where it goes on."""
    return bool(found) and gap - found[-1][1] < _TAG and text[gap - 1] in ",;:"


def _pieces(text: str, span: Span, inner: Sequence[tuple[int, int]]) -> list[tuple[int, int, bool]]:
    """(start, end, whether the speaker's own) of every stretch of a quotation, trimmed of marks between them."""
    pieces: list[tuple[int, int, bool]] = []
    at = span.start
    for left, right in [*inner, (span.end, span.end)]:
        start, end = at, min(left, span.end)
        if inner:
            while start < end and text[start] in _TRIM:
                start += 1
            while end > start and left < span.end and (text[end - 1] in _TRIM or text[end - 2 : end] in {" ?", "\n?"}):
                end -= 1
        if any(c.isalpha() for c in text[start:end]) and end - start >= _LEAST:
            pieces.append((start, end, True))
        if right > left:
            pieces.append((left, right, False))
        at = right
    return pieces
