"""Families by surname: people named side by side with one surname, who can be no one person, are kin.

Owns pairing bearers of a surname in English books. Knows nothing of what kind of kin they are. Promise: both are
named with the surname in the evidence, and two who may be one person under two names are left alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from fabula.reading.words.english import KIN_TITLES, PLACES, TITLES
from fabula.reading.world.bonds import Tie
from fabula.reading.world.stage import Stage

_MOST_BEARERS = 5
_FEWEST = 2
_NEAR = 200
"""So near each other two bearers must once be named; a surname alone proves nothing in a village of cousins."""


@dataclass(frozen=True, slots=True)
class _Bearer:
    """A person with a surname: first name ("" if unknown), gender, where first so named."""

    person: int
    first: str
    gender: str
    start: int
    count: int


def families(stage: Stage) -> Iterator[Tie]:
    """A tie of kin for each pair of bearers of one surname."""
    named: dict[tuple[str, int], list[tuple[int, str]]] = defaultdict(list)
    for name in stage.names:
        if name.pronoun:
            continue
        words = name.name.replace(".", "").split()
        rest = [w for w in words if w.lower() not in TITLES]
        titled = len(rest) < len(words)
        if not rest or words[0].lower() in KIN_TITLES or (len(rest) < 2 and not titled) or rest[-1].lower() in PLACES:
            continue
        named[rest[-1], name.person].append((name.start, rest[0] if len(rest) > 1 else ""))
    by_surname: dict[str, list[_Bearer]] = defaultdict(list)
    for (surname, person), seen in named.items():
        first = next((f for _, f in seen if f), "")
        by_surname[surname].append(_Bearer(person, first, stage.genders[person], seen[0][0], len(seen)))
    for surname in sorted(by_surname):
        bearers = [b for b in by_surname[surname] if b.count >= _FEWEST]
        if not 2 <= len(bearers) <= _MOST_BEARERS or not surname[0].isupper():
            continue
        for index, one in enumerate(bearers):
            for two in bearers[index + 1 :]:
                near = (
                    _together(stage, named[surname, one.person], named[surname, two.person]) if _two(one, two) else ()
                )
                if near:
                    yield Tie(one.person, two.person, "", "kin", near)


def _together(stage: Stage, one: list[tuple[int, str]], two: list[tuple[int, str]]) -> tuple[tuple[int, int], ...]:
    """The sentences in which two people are first named with their surname near each other, if they ever are."""
    at = 0
    for start, _ in one:
        while at < len(two) and two[at][0] < start - _NEAR:
            at += 1
        if (
            at < len(two)
            and two[at][0] <= start + _NEAR
            and stage.pages.chapter(start) == stage.pages.chapter(two[at][0])
        ):
            proofs = [stage.pages.sentence(start), stage.pages.sentence(two[at][0])]
            return tuple(sorted({(p.start, p.end) for p in proofs}))
    return ()


def _two(one: _Bearer, two: _Bearer) -> bool:
    """Whether two bearers of a surname are certainly two people: of both genders, or with two different first names."""
    if one.gender and two.gender and one.gender != two.gender:
        return True
    return bool(one.first and two.first) and one.first[:2] != two.first[:2]
