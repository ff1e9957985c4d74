"""The cast of a book: groups of names, described persons ("the landlord"), the narrator, with genders and mentions.

Owns turning names and speeches into persons numbered by importance. Knows nothing of who speaks untagged lines.
Promise: persons are disjoint; a described person or narrator joins a named one only on evidence from the text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from fabula.reading.bind import VAGUE_NOUNS
from fabula.reading.english.casting import Name
from fabula.reading.english.described import add_described
from fabula.reading.english.links import link
from fabula.reading.english.merge import Group, Merger, group_gender
from fabula.reading.english.names import ending_gender, name_gender
from fabula.reading.english.speech import Speech, neighbours, tagged
from fabula.reading.english.vetoes import find_vetoes
from fabula.reading.findings import Member, Spot
from fabula.reading.marks import Span
from fabula.reading.pages import Pages
from fabula.reading.words.english import TITLE_NOUNS

_FIRST_PERSON = re.compile(r"(?<![\w'’])(?:I|my|me|myself)(?![\w])")
_MOST_PERSONS = 600


@dataclass(slots=True)
class Cast:
    """All persons, which person each name is, whom a noun means ("the doctor"), and the narrator's number or -1.

    `described` are persons only ever described, by noun; they may be one of the others. `phrases` are persons
    by a fuller description ("tall man"), `rare` described ones who hardly speak.
    """

    members: list[Member]
    of_name: dict[int, int]
    of_noun: dict[str, int]
    narrator: int
    described: dict[str, int] = field(default_factory=dict)
    phrases: dict[str, int] = field(default_factory=dict)
    rare: set[int] = field(default_factory=set)

    def absorb(self, bound: dict[str, int]) -> None:
        """Give the mentions of described persons to those they turned out to be; vague ones are nobody's mentions."""
        for noun, person in bound.items():
            other = self.described.get(noun, person)
            if other != person:
                member, gone = self.members[person], self.members[other]
                if noun not in VAGUE_NOUNS:
                    member.spots = sorted(member.spots + gone.spots, key=lambda s: s.start)
                gone.spots = []


def build_cast(
    pages: Pages, names: list[Name], faint: Sequence[Name], speeches: Sequence[Speech], spans: Sequence[Span]
) -> Cast:
    """The cast of the book from its names and the cues of its speeches; `faint` names are for the index only."""
    tags = Counter((tagged(s), pages.chapter(pages.starts[s.paragraph])) for s in speeches if tagged(s) >= 0)
    vetoes = find_vetoes(pages.text, names, neighbours(speeches), tags)
    groups = Merger(names, vetoes).run()
    members = [_member(names, group) for group in groups]
    members.sort(key=lambda m: (-len(m.spots), m.label))
    members = members[:_MOST_PERSONS]
    members = link(members, names, speeches, spans, vetoes)
    _settle_titles(members, names)
    phrases, rare = add_described(pages, members, speeches, spans)
    narrator = find_narrator(pages, members, names, spans)
    for name in faint:
        rare.add(len(members))
        spots = [Spot(r.start, r.end, r.quoted, r.subject, name.name) for r in name.runs]
        told = "m" if name.he > 2 * name.she else "f" if name.she > 2 * name.he else ""
        first = name.parts.first or name.parts.single
        gender = name_gender(first) or ending_gender(first) or told
        members.append(Member([], gender, spots=spots, label=name.name))
    of_name = {index: p for p, m in enumerate(members) for index in m.names}
    of_noun = {noun: p for p, m in enumerate(members) if m.names for noun in m.noun.split()}
    described = {m.noun: p for p, m in enumerate(members) if m.noun and not m.names}
    return Cast(members, of_name, of_noun, narrator, described, phrases, rare)


def _member(names: list[Name], group: Group) -> Member:
    member = Member(list(group.names), group_gender(names, group))
    for index in group.names:
        name = names[index]
        member.spots.extend(Spot(r.start, r.end, r.quoted, r.subject, name.name) for r in name.runs)
    member.spots.sort(key=lambda s: s.start)
    member.label = names[group.names[0]].name
    return member


def _settle_titles(members: list[Member], names: list[Name]) -> None:
    """Join "the Professor" to the only Professor with a name, and let "the doctor" mean the only doctor."""
    for noun, titles in TITLE_NOUNS.items():
        holder = _holder(members, names, titles)
        if holder is None:
            continue
        holder.noun = f"{holder.noun} {noun}".strip()
        bare = next((m for m in members if m is not holder and _only_title(m, names, noun)), None)
        if bare is not None:
            members.remove(bare)
            if bare.gender and len(bare.spots) > len(holder.spots):
                holder.gender = bare.gender
            holder.names.extend(bare.names)
            holder.spots = sorted(holder.spots + bare.spots, key=lambda s: s.start)


def _holder(members: list[Member], names: list[Name], titles: frozenset[str]) -> Member | None:
    """The one member with such a title and a name; with several, one named four times as often as the next."""
    held: list[tuple[int, int]] = []
    for position, member in enumerate(members):
        parts = [names[i].parts for i in member.names]
        if any(titles.intersection(p.titles) and (p.first or p.last or p.single) for p in parts):
            held.append((len(member.spots), -position))
    held.sort(reverse=True)
    if not held or held[0][0] < 3 or (len(held) > 1 and held[0][0] < 4 * held[1][0]):
        return None
    return members[-held[0][1]]


def _only_title(member: Member, names: list[Name], noun: str) -> bool:
    return bool(member.names) and all(names[i].name.lower() in {noun, f"the {noun}"} for i in member.names)


def _inside(spans: Sequence[Span], starts: list[int], at: int) -> bool:
    index = bisect_right(starts, at) - 1
    return index >= 0 and spans[index].end > at


def add_narrator(pages: Pages, member: Member, spans: Sequence[Span]) -> None:
    """Make `member` the narrator: every first person outside quotation marks is a mention of it."""
    member.narrator = True
    member.spots = sorted(member.spots + _first_persons(pages, spans), key=lambda s: s.start)


def _first_persons(pages: Pages, spans: Sequence[Span]) -> list[Spot]:
    starts = [s.start for s in spans]
    return [
        Spot(m.start(), m.end(), False, True, m.group(), pronoun=True)
        for m in _FIRST_PERSON.finditer(pages.text)
        if not _inside(spans, starts, m.start())
    ]


def find_narrator(
    pages: Pages, members: list[Member], names: list[Name], spans: Sequence[Span], *, add: bool = True
) -> int:
    """The number of the first-person narrator, or -1: found among the members, else added if `add` says so."""
    text = pages.text
    spoken = sum(s.end - s.start for s in spans)
    spots = _first_persons(pages, spans)
    told = max(1, len(text) - spoken)
    if len(spots) < 20 or len(spots) / told < 1 / 600:
        return -1
    best, person = 0, -1
    for number, member in enumerate(members):
        if not member.names:
            continue
        inside = sum(1 for s in member.spots if s.quoted)
        called = sum(1 for i in member.names for r in names[i].runs if r.vocative)
        if called >= 3 and inside >= 0.85 * len(member.spots) and called > best:
            best, person = called, number
    if person < 0 and not add:
        return -1
    if person < 0:
        members.append(Member([], "", narrator=True, label="the narrator"))
        person = len(members) - 1
    member = members[person]
    member.narrator = True
    member.spots = sorted(member.spots + spots, key=lambda s: s.start)
    return person
