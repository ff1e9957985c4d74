"""Pronouns followed through narration: whom "he" and "she" keep meaning while nobody else takes over.

Owns the walk that keeps one man and one woman in mind. Knows nothing of speech. Promise: a pronoun means a person of
its gender named before it in the same chapter, not long ago, and following them is one pass over the text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from fabula.reading.decode import Mention, Turn
from fabula.reading.marks import Span
from fabula.reading.pages import Pages

_PRONOUN = re.compile(r"\b(?:[Hh]e|[Ss]he)\b|[他她](?!们)")
_FADES = 2500
"""A person not named or meant for this many characters is no longer meant."""
_YIELDS = 300
"""After this many characters somebody named, but not as a subject, takes over."""


def follow_pronouns(
    pages: Pages, spans: Sequence[Span], genders: Sequence[str], mentions: Sequence[Mention], turns: Sequence[Turn]
) -> None:
    """Note in every turn whom "he" and "she" mean just before it."""
    held: dict[str, tuple[int, int]] = {}
    quote = at = scene = 0
    pronouns = _PRONOUN.finditer(pages.text)
    found = next(pronouns, None)
    for turn in turns:
        if turn.scene != scene:
            scene, held = turn.scene, {}
        while found is not None and found.start() < turn.start:
            start = found.start()
            while quote < len(spans) and spans[quote].end <= start:
                quote += 1
            if not (quote < len(spans) and spans[quote].start <= start) and pages.chapter(start) == scene:
                at = _name_up_to(start, at, mentions, genders, held, pages, scene)
                gender = "f" if found.group()[0] in "Ss她" else "m"
                person, last = held.get(gender, (-1, 0))
                if person >= 0 and start - last <= _FADES:
                    held[gender] = (person, start)
            found = next(pronouns, None)
        at = _name_up_to(turn.start, at, mentions, genders, held, pages, scene)
        turn.meant = {p for p, last in held.values() if turn.start - last <= _FADES}


def _name_up_to(
    offset: int,
    at: int,
    mentions: Sequence[Mention],
    genders: Sequence[str],
    held: dict[str, tuple[int, int]],
    pages: Pages,
    scene: int,
) -> int:
    while at < len(mentions) and mentions[at].start < offset:
        if not mentions[at].quoted and pages.chapter(mentions[at].start) == scene:
            _see(mentions[at], genders, held)
        at += 1
    return at


def _see(mention: Mention, genders: Sequence[str], held: dict[str, tuple[int, int]]) -> None:
    gender = genders[mention.person]
    if not gender:
        return
    person, last = held.get(gender, (-1, -_FADES))
    if mention.subject or person == mention.person or mention.start - last > _YIELDS:
        held[gender] = (mention.person, mention.start)
