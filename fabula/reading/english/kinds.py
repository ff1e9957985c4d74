"""What a quoted stretch is: speech, thought, letter, or a phrase merely set in marks (scare quotes, titles).

Owns the cheap signs that tell them apart, and the stage directions in brackets that speech is cut at. Knows nothing of
people. Promise: every span keeps its place; only directions are cut out; the answer depends on neighbouring text only.
"""

from __future__ import annotations

import re

from fabula.reading.english.letters import letters, verses
from fabula.reading.marks import Span
from fabula.reading.pages import Pages
from fabula.reading.words.english import DETERMINERS, SPEECH_VERBS, THINK_VERBS

_DIRECTION = re.compile(
    r"[—–-]*\s?\((?:again\s)?(?:[a-z]+ing\b[^()\"“”]{0,120}|(?:with|in)\s(?:an?|some|the)\s[^()\"“”]{3,120}|to\s[A-Z][^()\"“”]{1,40}|"
    r"as\s(?:he|she|soon)\b[^()\"“”]{3,120}|(?:rather\s)?[a-z]{3,20}ly|"
    r"(?:loud|renewed|prolonged|great|and|\s){0,4}(?:laughter|cheer(?:s|ing)|applause|hear,\shear))[,.]?\)[—–-]*\s?"
)
_WORD = re.compile(r"[A-Za-z]+(?:-[A-Za-z]+)*")


def cut_directions(pages: Pages, spans: list[Span]) -> list[Span]:
    """Split speech at directions such as "(lowering his voice)", which are the narrator's words."""
    text = pages.text
    out: list[Span] = []
    for span in spans:
        start = span.start
        if text.find("(", start, span.end) >= 0:
            for cut in _DIRECTION.finditer(text, span.start, span.end):
                if cut.start() - start >= 2:
                    out.append(Span(start, cut.start(), span.paragraph, True))
                start = cut.end()
        if span.end > start:
            out.append(Span(start, span.end, span.paragraph, span.closed))
    return out


def kinds(pages: Pages, spans: list[Span]) -> list[str]:
    """The kind of every span, in their order."""
    written = letters(pages, spans)
    stanzas = verses(pages)
    return [
        "letter" if i in written or span.paragraph in stanzas else _kind(pages, span) for i, span in enumerate(spans)
    ]


def _kind(pages: Pages, span: Span) -> str:
    text = pages.text
    start, end = pages.starts[span.paragraph], pages.ends[span.paragraph]
    low = max(start, span.start - 60)
    stops = [text.rfind(mark, low, span.start) for mark in ".!?"]
    words_before = _WORD.findall(text, max(low, *stops), span.start)
    words_after = _WORD.findall(text, span.end, min(end, span.end + 40))[:3]
    near = [w.lower() for w in words_before[-4:] + words_after]
    if any(w in THINK_VERBS for w in near) and not any(w in SPEECH_VERBS - THINK_VERBS for w in near):
        return "thought"
    length = span.end - span.start
    if not span.closed or length >= 45 or text.count(" ", span.start, span.end) >= 6:
        return "speech"
    if words_before and words_before[-1].lower() in DETERMINERS and text[span.end - 1].isalpha():
        return "scare"
    if text[span.end - 1] in "!?" or any(w in SPEECH_VERBS for w in near):
        return "speech"
    left = span.start - 1
    while left > start and text[left - 1] in " \n\"“'‘«_":
        left -= 1
    if left <= start:
        return "speech"
    before = text[left - 1]
    after = text[span.end + 1 : span.end + 3].lstrip()
    if before.isalpha() or (before == ")" and text[span.start].islower()):
        return "scare"
    listed_in_passing = before == "," and after[:1].islower() and text[span.end - 1].isalpha()
    return "scare" if listed_in_passing and text[span.start].isupper() else "speech"
