"""Quotation marks: which typography a book uses, and every stretch of text inside its marks.

Owns typography only: straight and curly doubles and singles, guillemets both ways, low-high marks, corner brackets,
dialogue dashes; nesting, speech over several paragraphs, and marks that were left out. Knows nothing of who speaks.
Promise: spans are sorted, disjoint, non-empty, lie inside one paragraph, and cost linear time whatever the text holds.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from fabula.reading.pace import Pace
from fabula.reading.pages import Pages
from fabula.reading.words.english import ELISIONS

_SPACE_BEFORE = r"(?:(?<=[\s(\[—–\-_])|(?<![\s\S]))"
_COUNTS = {
    "double": re.compile(r"“|" + _SPACE_BEFORE + r'"(?=[\w_‘\'—–.…-])|(?<=[：:，,。])"'),
    "single": re.compile(r"‘|" + _SPACE_BEFORE + r"['`](?=[A-Z“\"_—]|I\b)"),
    "guillemet": re.compile(_SPACE_BEFORE + r"«(?=\s?[^\s»])"),
    "reversed": re.compile(_SPACE_BEFORE + r"»(?=[^\s«])"),
    "low": re.compile(r"„(?=\S)"),
    "corner": re.compile(r"[「『](?=\S)"),
}
_MARKS = {
    "double": re.compile(r'["“”]'),
    "single": re.compile(r"['`‘’]"),
    "guillemet": re.compile(r"[«»]"),
    "reversed": re.compile(r"[«»]"),
    "low": re.compile(r"[„“”]"),
    "corner": re.compile(r"[「」『』]"),
}
_PAIRS = {"guillemet": ("«", "»"), "reversed": ("»", "«"), "low": ("„", "“”"), "corner": ("「『", "」』")}
_DASH_LINE = re.compile(r"[—–―-]+\s*(?=[^\s—–―-])")
_DASH_INNER = re.compile(r"(?<=[\s,.!?…])[—–―]\s*|(?<=\s)-\s+")
_SAMPLE = 600_000
"""The typography is judged on this many characters."""
_WORD_AFTER = re.compile(r"[a-z]{1,6}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Span:
    """Text between marks. `closed` is False when no closing mark was found before the paragraph ended.

    `outer` are the bounds of the whole quotation where this is a piece of one.
    """

    start: int
    end: int
    paragraph: int
    closed: bool
    outer: tuple[int, int] | None = None

    @property
    def left(self) -> int:
        """Where the whole quotation begins."""
        return self.outer[0] if self.outer else self.start

    @property
    def right(self) -> int:
        """Where the whole quotation ends."""
        return self.outer[1] if self.outer else self.end


def find_spans(pages: Pages, pace: Pace) -> list[Span]:
    """Every quoted stretch of the book, in the typography the book uses."""
    style = find_style(pages)
    spans: list[Span] = []
    for index, (start, end) in enumerate(zip(pages.starts, pages.ends, strict=True)):
        pace.at(start)
        if style == "dash":
            found = _dashed(pages.text, start, end)
        elif style == "double":
            found = _doubles(pages.text, start, end)
        elif style == "single":
            found = _singles(pages.text, start, end)
        elif style:
            found = _bracketed(pages.text, start, end, style)
        else:
            break
        for left, right, closed in found:
            while left < right and pages.text[left].isspace():
                left += 1
            while right > left and pages.text[right - 1].isspace():
                right -= 1
            if right > left:
                spans.append(Span(left, right, index, closed))
    return spans


def inner_marks(text: str, span: Span) -> list[tuple[int, int]]:
    """The closed quotations inside one, in marks of the other kind: (start, end) without their marks."""
    single = text[span.start - 1 : span.start] in {"'", "‘", "`"}
    found = _doubles(text, span.start, span.end) if single else _singles(text, span.start, span.end)
    return [(left, right) for left, right, closed in found if closed and right > left]


def find_style(pages: Pages) -> str:
    """The name of the typography used most for openings; "" if the book has no quotations."""
    text = pages.text[:_SAMPLE]
    counts = {name: len(pattern.findall(text)) for name, pattern in _COUNTS.items()}
    counts["double"] = max(0, counts["double"] - counts["low"])
    if not pages.cjk and counts["low"] > counts["double"]:
        counts["double"] = 0
    best = max(counts, key=lambda name: counts[name])
    dashes = sum(1 for start in pages.starts if _DASH_LINE.match(pages.text, start))
    if dashes >= 5 and dashes > counts[best] * 0.6 and dashes > 0.03 * len(pages.starts):
        return "dash"
    return best if counts[best] > 0 else ""


def _doubles(text: str, start: int, end: int) -> list[tuple[int, int, bool]]:
    spans: list[tuple[int, int, bool]] = []
    opened = -1
    for mark in _MARKS["double"].finditer(text, start, end):
        at = mark.start()
        char = text[at]
        before = text[at - 1] if at > start else " "
        after = text[at + 1] if at + 1 < end else " "
        if opened < 0:
            if char == "“" or (char == '"' and not (before.isalnum() and after.isspace())):
                opened = at + 1
        elif char == "“":
            if before.isspace() or before in "(—":
                spans.append((opened, at, False))
                opened = at + 1
        elif char == '"' and before.isspace() and after.isalpha() and at > opened:
            spans.append((opened, at, False))
            opened = at + 1
        else:
            spans.append((opened, at, True))
            opened = -1
    if opened >= 0:
        spans.append((opened, end, False))
    return spans


def _singles(text: str, start: int, end: int) -> list[tuple[int, int, bool]]:
    marks = [m.start() for m in _MARKS["single"].finditer(text, start, end)]
    roles = [_single_role(text, at, start, end) for at in marks]
    firm_after = _next_firm_closer(roles)
    spans: list[tuple[int, int, bool]] = []
    opened = -1
    depth = 0
    for index, at in enumerate(marks):
        role = roles[index]
        if role == "open":
            if opened < 0:
                opened = at + 1
            else:
                depth += 0
        elif opened >= 0 and (role == "close" or (role == "maybe" and not firm_after[index])):
            spans.append((opened, at, True))
            opened = -1
    if opened >= 0:
        spans.append((opened, end, False))
    return spans


def _single_role(text: str, at: int, start: int, end: int) -> str:
    """open, close, maybe (a plural's apostrophe or a closing mark) or none for one single mark."""
    char = text[at]
    before = text[at - 1] if at > start else " "
    after = text[at + 1] if at + 1 < end else " "
    if char in "‘`":
        return "open"
    if before.isalnum() and after.isalnum():
        return "none"
    if (before.isspace() or before in "([—–-_") and not after.isspace():
        if char == "’":
            return "none" if before.isspace() or after.isalnum() else "close"
        word = _WORD_AFTER.match(text, at + 1, end)
        return "none" if word and word.group().lower() in ELISIONS else "open"
    if before.isalnum():
        return "none" if after.isalnum() else "maybe"
    if before.isspace():
        return "none"
    return "none" if after.isalnum() and before not in "—–-.!?" else "close"


def _next_firm_closer(roles: list[str]) -> list[bool]:
    """For each mark: whether a sure closing mark follows before the next opening one."""
    firm = [False] * len(roles)
    ahead = False
    for index in range(len(roles) - 1, -1, -1):
        firm[index] = ahead
        if roles[index] == "close":
            ahead = True
        elif roles[index] == "open":
            ahead = False
    return firm


def _bracketed(text: str, start: int, end: int, style: str) -> list[tuple[int, int, bool]]:
    opening, closing = _PAIRS[style]
    spans: list[tuple[int, int, bool]] = []
    depth = 0
    opened = start
    for mark in _MARKS[style].finditer(text, start, end):
        at = mark.start()
        if text[at] in opening:
            if depth == 0:
                opened = at + 1
            depth += 1
        elif text[at] in closing and depth > 0:
            depth -= 1
            if depth == 0:
                spans.append((opened, at, True))
    if depth > 0:
        spans.append((opened, end, False))
    return spans


def _dashed(text: str, start: int, end: int) -> list[tuple[int, int, bool]]:
    """Dialogue behind a dash at the start of the paragraph; a later dash before a lower-case word begins the tag."""
    lead = _DASH_LINE.match(text, start, end)
    if lead is None:
        return []
    spans: list[tuple[int, int, bool]] = []
    opened = lead.end()
    speaking = True
    for dash in _DASH_INNER.finditer(text, opened, end):
        after = text[dash.end()] if dash.end() < end else " "
        if speaking and after.islower():
            spans.append((opened, dash.start(), True))
            speaking = False
        elif not speaking:
            opened = dash.end()
            speaking = True
    if speaking:
        spans.append((opened, end, True))
    return spans
