"""Paragraphs, sentences, words: where they begin and end in a text, English and Chinese alike.

Owns every cut that is made in a text. It knows nothing of who speaks. Promise: spans are ordered, do not overlap,
lie inside the text and are found in linear time.
"""

from __future__ import annotations

import re

Span = tuple[int, int]

CJK = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]")
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_SPACE = re.compile(r"\s+")
_BLANK = re.compile(r"\n[ \t\u3000]*\n\s*")
_STOP = re.compile(r"[.!?…]+[\"'”’)\]_]*(?=\s|$)|[。！？…]+[”’」』）]*|--(?=\s*$)")
_BREAK = re.compile(r"[;:]\s+|[—–]+\s*|--+\s*|[；：，]")
_ABBREVIATION = re.compile(
    r"(?:\b(?:Mr|Mrs|Ms|Dr|St|Rev|Capt|Col|Gen|Lt|Sgt|Prof|Esq|Hon|Messrs|Mme|Mlle|Jr|Sr|No|Vol|viz|etc|vs)|\b[A-HJ-Z])$"
)
CHARACTER_WORDS = 0.6


def squeeze(text: str) -> str:
    """The text on one line, runs of whitespace as one space."""
    return _SPACE.sub(" ", text).strip()


def length(text: str) -> float:
    """Words of a text; a Chinese character counts as 0.6."""
    cjk = len(CJK.findall(text))
    if not cjk:
        return float(len(_WORD.findall(text)))
    return CHARACTER_WORDS * cjk + len(_WORD.findall(CJK.sub(" ", text)))


def paragraphs(text: str) -> list[Span]:
    """Spans of paragraphs: between blank lines where the text has them, else lines."""
    blocks = len(_BLANK.findall(text)) + 1
    lines = text.count("\n") + 1
    cut = _BLANK if blocks * 25 >= lines and blocks > 1 else re.compile(r"\n")
    spans: list[Span] = []
    begin = 0
    for gap in cut.finditer(text):
        spans.append((begin, gap.start()))
        begin = gap.end()
    spans.append((begin, len(text)))
    return [span for span in (trim(text, *s) for s in spans) if span[1] > span[0]]


def trim(text: str, start: int, end: int) -> Span:
    """The span without whitespace at its ends."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def sentences(text: str, start: int = 0, end: int | None = None) -> list[Span]:
    """Spans of the sentences of `text[start:end]`, whitespace at their ends excluded."""
    end = len(text) if end is None else end
    spans: list[Span] = []
    begin = start
    for stop in _STOP.finditer(text, start, end):
        if text[stop.start()] == "." and _ABBREVIATION.search(text, max(start, stop.start() - 8), stop.start()):
            continue
        after = stop.end()
        while after < end and text[after].isspace():
            after += 1
        if after < end and text[after].islower():
            continue
        spans.append((begin, stop.end()))
        begin = stop.end()
    spans.append((begin, end))
    return [span for span in (trim(text, *s) for s in spans) if span[1] > span[0]]


def clauses(text: str, start: int, end: int, words: float) -> list[Span]:
    """Cut one very long sentence at its inner stops into spans of about `words` words or fewer."""
    spans: list[Span] = []
    begin = cut = start
    for stop in _BREAK.finditer(text, start, end):
        if length(text[begin : stop.end()]) > words and cut > begin:
            spans.append((begin, cut))
            begin = cut
        cut = stop.end()
    if length(text[begin:end]) > words and cut > begin:
        spans.append((begin, cut))
        begin = cut
    spans.append((begin, end))
    return [span for span in (trim(text, *s) for s in spans) if span[1] > span[0]]


def tail(text: str, chars: int) -> str:
    """The last whole sentences of a text that fit into `chars`, at least the end of the last one."""
    spans = sentences(text)
    if not spans:
        return text[-chars:]
    first = len(spans) - 1
    while first > 0 and spans[-1][1] - spans[first - 1][0] <= chars:
        first -= 1
    return text[spans[first][0] :][-2 * chars :]
