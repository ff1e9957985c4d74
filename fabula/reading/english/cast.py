"""The cast of a book: groups of names, described persons ("the landlord"), the narrator, with genders and mentions.

Owns turning names and speeches into persons numbered by importance. Knows nothing of who speaks untagged lines.
Promise: persons are disjoint; a described person or narrator joins a named one only on evidence from the text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from fabula.reading.english.casting import Name
from fabula.reading.english.links import link
from fabula.reading.english.merge import Group, Merger, find_vetoes, group_gender
from fabula.reading.english.speech import Speech, neighbours, tagged
from fabula.reading.findings import Member, Spot
from fabula.reading.marks import Span
from fabula.reading.pages import Pages
from fabula.reading.words.english import FEMALE_NOUNS, MALE_NOUNS

_FIRST_PERSON = re.compile(r"(?<![\w'’])(?:I|my|me|myself)(?![\w])")
_MOST_PERSONS = 150
_MOST_DESCRIBED = 24
_GENERIC = frozenset("man woman boy girl lady gentleman child fellow voice person youth baby maid friend".split())
"""Nouns that mean somebody else on every other page: they become a person only if the book insists."""


@dataclass(slots=True)
class Cast:
    """All persons, which person each name and each described noun is, and the narrator's number or -1."""

    members: list[Member]
    of_name: dict[int, int]
    of_noun: dict[str, int]
    narrator: int


def build_cast(pages: Pages, names: list[Name], speeches: Sequence[Speech], spans: Sequence[Span]) -> Cast:
    """The cast of the book from its names and the cues of its speeches."""
    tags = Counter((tagged(s), pages.chapter(pages.starts[s.paragraph])) for s in speeches if tagged(s) >= 0)
    vetoes = find_vetoes(names, neighbours(speeches), tags)
    groups = Merger(names, vetoes).run()
    members = [_member(names, group) for group in groups]
    members.sort(key=lambda m: (-len(m.spots), m.label))
    members = members[:_MOST_PERSONS]
    members = link(members, names, speeches, spans, vetoes)
    members.extend(_described(pages, speeches, spans))
    narrator = _narrator(pages, members, names, spans)
    of_name = {index: p for p, m in enumerate(members) for index in m.names}
    of_noun = {m.noun: p for p, m in enumerate(members) if m.noun}
    return Cast(members, of_name, of_noun, narrator)


def _member(names: list[Name], group: Group) -> Member:
    member = Member(list(group.names), group_gender(names, group))
    for index in group.names:
        name = names[index]
        member.spots.extend(Spot(r.start, r.end, r.quoted, r.subject, name.name) for r in name.runs)
    member.spots.sort(key=lambda s: s.start)
    member.label = names[group.names[0]].name
    return member


def _described(pages: Pages, speeches: Sequence[Speech], spans: Sequence[Span]) -> list[Member]:
    """Persons who are only ever described but who speak: "the landlord" with at least three tags."""
    counts: Counter[str] = Counter()
    for speech in speeches:
        for cue in speech.cues:
            if cue.tag and cue.ref.kind == "noun" and cue.ref.definite:
                counts[cue.ref.noun] += 1
    members: list[Member] = []
    ranked = sorted(((n, c) for n, c in counts.items() if c >= (8 if n in _GENERIC else 3)), key=lambda x: (-x[1], x[0]))
    starts = [s.start for s in spans]
    for noun, _ in ranked[:_MOST_DESCRIBED]:
        gender = "m" if noun in MALE_NOUNS else "f" if noun in FEMALE_NOUNS else ""
        member = Member([], gender, noun, label=f"the {noun}")
        pattern = re.compile(rf"\b[Tt]he (?:[a-z]+ ){{0,2}}?({re.escape(noun)})\b(?!['’]s)")
        for match in pattern.finditer(pages.text):
            at = match.start(1)
            if not _inside(spans, starts, at):
                member.spots.append(Spot(at, match.end(1), False, True, f"the {noun}"))
        if member.spots:
            members.append(member)
    return members


def _inside(spans: Sequence[Span], starts: list[int], at: int) -> bool:
    index = bisect_right(starts, at) - 1
    return index >= 0 and spans[index].end > at


def _narrator(pages: Pages, members: list[Member], names: list[Name], spans: Sequence[Span]) -> int:
    """The number of the first-person narrator (added or found among the members), or -1."""
    text = pages.text
    spoken = sum(s.end - s.start for s in spans)
    starts = [s.start for s in spans]
    spots = [
        Spot(m.start(), m.end(), False, True, m.group(), pronoun=True)
        for m in _FIRST_PERSON.finditer(text)
        if not _inside(spans, starts, m.start())
    ]
    told = max(1, len(text) - spoken)
    if len(spots) < 20 or len(spots) / told < 1 / 600:
        return -1
    best, person = 0, -1
    for number, member in enumerate(members):
        if member.noun:
            continue
        inside = sum(1 for s in member.spots if s.quoted)
        called = sum(1 for i in member.names for r in names[i].runs if r.vocative)
        if called >= 3 and inside >= 0.85 * len(member.spots) and called > best:
            best, person = called, number
    if person < 0:
        members.append(Member([], "", narrator=True, label="the narrator"))
        person = len(members) - 1
    member = members[person]
    member.narrator = True
    member.spots = sorted(member.spots + spots, key=lambda s: s.start)
    return person
