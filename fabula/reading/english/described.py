"""People without a name: "the landlord", "the tall man", found because they speak.

Owns choosing descriptions that are persons and where they stand in the narration. Knows nothing of who speaks. Promise:
a description is a person only if a speech is tagged with it, and finding all mentions is one pass over the text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence

from fabula.reading.bind import VAGUE_NOUNS
from fabula.reading.english.speech import Speech
from fabula.reading.findings import Member, Spot
from fabula.reading.marks import Span
from fabula.reading.pages import Pages
from fabula.reading.words.english import FEMALE_NOUNS, MALE_NOUNS, SOFT_TITLES

_MOST_NOUNS = 80
_MOST_PHRASES = 80
_PRONOUN = re.compile(r"\b([Hh]e|[Hh]is|[Hh]im|[Ss]he|[Hh]er)\b")
_RARELY = 3
"""Who has fewer definite tags than this is found in the index, but meant only by such a tag."""
_VAGUE_TAGS = 8
"""A vague noun ("the man") is a person of its own only from this many tags on."""


def add_described(
    pages: Pages, members: list[Member], speeches: Sequence[Speech], spans: Sequence[Span]
) -> tuple[dict[str, int], set[int]]:
    """Add persons only ever described who speak; where a noun means a titled member, that one gains mentions.

    The answer: the number of each person known by a fuller description than a noun, and those who hardly speak.
    """
    definite: Counter[str] = Counter()
    loose: Counter[str] = Counter()
    phrases: Counter[str] = Counter()
    for ref in (cue.ref for speech in speeches for cue in speech.cues if cue.tag and cue.ref.kind == "noun"):
        definite[ref.noun] += ref.definite
        loose[ref.noun] += bool(ref.phrase)
        if ref.phrase and ref.phrase != ref.noun:
            phrases[ref.phrase] += 1
    nouns = [n for n in loose if (definite[n] >= _VAGUE_TAGS if n in VAGUE_NOUNS else loose[n] >= 1)]
    nouns = sorted(nouns, key=lambda n: (-loose[n], n))[:_MOST_NOUNS]
    full = [p for p in phrases if p.split()[-1] in VAGUE_NOUNS and not SOFT_TITLES.issuperset(p.split()[:-1])]
    full = sorted(full, key=lambda p: (-phrases[p], p))[:_MOST_PHRASES]
    taken = {noun: m for m in members for noun in m.noun.split()}
    found = _mentions(pages, spans, nouns, full)
    rare: set[int] = set()
    for noun in nouns:
        spots = found.get(noun, [])
        member = taken.get(noun)
        if member is None and spots:
            member = Member([], _gender(noun) or _told(pages.text, spots), noun, label=f"the {noun}")
            if definite[noun] < _RARELY:
                rare.add(len(members))
            members.append(member)
        if member is not None:
            member.spots = sorted(member.spots + spots, key=lambda s: s.start)
    known: dict[str, int] = {}
    for phrase in full:
        if found.get(phrase):
            known[phrase] = len(members)
            rare.add(len(members))
            gender = _gender(phrase.split()[-1]) or _told(pages.text, found[phrase])
            members.append(Member([], gender, spots=found[phrase], label=f"the {phrase}"))
    return known, rare


def _gender(noun: str) -> str:
    return "m" if noun in MALE_NOUNS else "f" if noun in FEMALE_NOUNS else ""


def _told(text: str, spots: Sequence[Spot]) -> str:
    """The gender of the pronouns that follow a description, if they agree."""
    votes: Counter[str] = Counter()
    for spot in spots[:60]:
        pronoun = _PRONOUN.search(text, spot.end, min(len(text), spot.end + 90))
        if pronoun:
            votes["f" if pronoun.group(1).lower() in {"she", "her"} else "m"] += 1
    (best, count), *_ = [*votes.most_common(1), ("", 0)]
    return best if count >= 2 and count >= 0.75 * sum(votes.values()) else ""


def _mentions(
    pages: Pages, spans: Sequence[Span], nouns: Sequence[str], phrases: Sequence[str]
) -> dict[str, list[Spot]]:
    """Where the narration uses each noun (behind an article and at most two adjectives) and each phrase."""
    if not nouns and not phrases:
        return {}
    wanted = set(phrases)
    lasts = sorted({*nouns, *(p.split()[-1] for p in phrases)})
    pattern = re.compile(
        rf"\b(?:[Tt]he|[Aa]n?|[Aa]nother|[Oo]ne) ((?:[a-z-]+,? ){{0,3}}?)({'|'.join(lasts)})\b(?!['’]s)"
    )
    starts = [s.start for s in spans]
    found: dict[str, list[Spot]] = {}
    for match in pattern.finditer(pages.text):
        at, noun = match.start(2), match.group(2)
        inside = bisect_right(starts, at) - 1
        if inside >= 0 and spans[inside].end > at:
            continue
        phrase = (match.group(1).replace(",", "") + noun).strip()
        key, start = (phrase, match.start(1)) if phrase in wanted else (noun, at)
        exact = key == phrase or (match.group()[0] in "Tt" and match.group(1).count(" ") <= 2)
        if exact and (key in wanted or noun in nouns):
            found.setdefault(key, []).append(Spot(start, match.end(2), False, True, f"the {key}"))
    return found
