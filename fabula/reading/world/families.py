"""Families by surname: people who bear one surname and can be no one person are kin.

Owns pairing bearers of a surname in English books. Knows nothing of what kind of kin they are. Promise: both are named with
the surname in the evidence, and two who may be one person under two names are left alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from fabula.reading.words.english import KIN_TITLES, PLACES, TITLES
from fabula.reading.world.bonds import Claim
from fabula.reading.world.stage import Stage

_MOST_BEARERS = 8


@dataclass(frozen=True, slots=True)
class _Bearer:
    """A person with a surname: first name ("" if unknown), gender, where first so named."""

    person: int
    first: str
    gender: str
    start: int
    count: int


def families(stage: Stage) -> Iterator[Claim]:
    """A claim of kin for each pair of bearers of one surname."""
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
        bearers = [b for b in by_surname[surname] if b.count >= 2 or b.first]
        if not 2 <= len(bearers) <= _MOST_BEARERS or not surname[0].isupper():
            continue
        for index, one in enumerate(bearers):
            for two in bearers[index + 1 :]:
                if _two(one, two):
                    proofs = sorted({(p.start, p.end) for p in (stage.pages.sentence(b.start) for b in (one, two))})
                    yield Claim(one.person, two.person, "", "kin", tuple(proofs))


def _two(one: _Bearer, two: _Bearer) -> bool:
    """Whether two bearers of a surname are certainly two people: of both genders, or with two different first names."""
    if one.gender and two.gender and one.gender != two.gender:
        return True
    return bool(one.first and two.first) and one.first[:2] != two.first[:2]
