"""Genders of people whom neither a title nor a first name tells: by pronouns that nobody else present explains.

Owns weighing "he" and "she" behind mentions. Knows nothing of names. Promise: a pronoun counts little where somebody
else of its gender was named just before; a gender is told only if one side clearly outweighs the other.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from fabula.reading.findings import Member
from fabula.reading.pages import Pages

_PRONOUN = re.compile(r"\b(he|his|him|himself|she|her|hers|herself)\b", re.IGNORECASE)
_SHE = frozenset({"she", "her", "hers", "herself"})
_OWN = frozenset({"himself", "herself"})
_AHEAD = 140
_BEHIND = 220
_MOST = 200
_EXPLAINED = 0.2
_ROUNDS = 2
_CLEAR = 1.5


def settle_genders(pages: Pages, members: Sequence[Member], open_ones: Sequence[int]) -> None:
    """Give each of `open_ones` the gender its pronouns tell, in place; those who stay unclear keep what they had."""
    waiting = [p for p in open_ones if not members[p].narrator]
    passing = any(members[p].passing for p in waiting)
    for _ in range(_ROUNDS):
        unsure = set(waiting)
        told = sorted(
            (s.start, p, members[p].gender if p not in unsure else "")
            for p, m in enumerate(members)
            if passing or not m.passing
            for s in m.spots
            if not s.quoted and not s.pronoun
        )
        starts = [t[0] for t in told]
        settled: dict[int, str] = {}
        for person in waiting:
            gender = _told(pages, members[person], person, told, starts)
            if gender:
                settled[person] = gender
        for person, gender in settled.items():
            members[person].gender = gender
        waiting = [p for p in waiting if p not in settled]


def _told(
    pages: Pages, member: Member, person: int, told: Sequence[tuple[int, int, str]], starts: Sequence[int]
) -> str:
    text = pages.text
    votes = {"m": 0.0, "f": 0.0}
    for spot in [s for s in member.spots if not s.quoted and not s.pronoun][:_MOST]:
        after = bisect_right(starts, spot.start)
        limit = starts[after] if after < len(starts) else len(text)
        end = min(limit, spot.end + _AHEAD, pages.ends[pages.paragraph(spot.start)])
        found = _PRONOUN.search(text, spot.end, end)
        if found is None:
            continue
        word = found.group(1).lower()
        gender = "f" if word in _SHE else "m"
        weight = 3.0 if word in _OWN else 2.0 if spot.subject else 1.0
        low = bisect_left(starts, spot.start - _BEHIND)
        here = bisect_left(starts, spot.start)
        if any(g == gender and p != person for _, p, g in told[low:here]):
            weight *= _EXPLAINED
        votes[gender] += weight
    best, other = ("m", "f") if votes["m"] >= votes["f"] else ("f", "m")
    return best if votes[best] >= 1.0 and votes[best] >= _CLEAR * votes[other] else ""
