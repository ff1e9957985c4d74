"""Whom a description means: "the blacksmith said" when only one person fits wherever it is used.

Owns binding descriptions to persons by who is present and who is answered. Knows nothing of words. Promise: a binding
needs several uses, an agreeing gender and nearly constant presence, kinship (which is relative) the most; otherwise
descriptions stay open.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace

from fabula.reading.decode import Mention, Turn

_NEAR = 1200
_STEPS = 40
_PRESENT = 6


def bind_nouns(turns: Sequence[Turn], mentions: Sequence[Mention], genders: Sequence[str]) -> None:
    """Turn signs that are descriptions into signs for a person, in place, where the whole book supports it."""
    uses: dict[str, list[int]] = defaultdict(list)
    for index, turn in enumerate(turns):
        for sign in turn.signs:
            if sign.noun and sign.tag and sign.person < 0:
                uses[sign.noun].append(index)
                break
    if not uses:
        return
    starts = [m.start for m in mentions]
    bound: dict[str, int] = {}
    for noun, used in sorted(uses.items()):
        if len(used) >= 3:
            person = _fitting(used, turns, mentions, starts, genders, noun)
            if person >= 0:
                bound[noun] = person
    for turn in turns:
        turn.signs = [
            replace(s, sort="bound", person=bound[s.noun]) if s.noun in bound and s.person < 0 else s
            for s in turn.signs
        ]


def _fitting(
    used: list[int],
    turns: Sequence[Turn],
    mentions: Sequence[Mention],
    starts: Sequence[int],
    genders: Sequence[str],
    noun: str,
) -> int:
    """The person present at nearly all uses who does not speak beside them, or -1."""
    wanted = next((s.gender for s in turns[used[0]].signs if s.noun == noun), "")
    scores: Counter[int] = Counter()
    for index in used:
        present = _present(turns[index].start, mentions, starts)
        beside = {
            turns[other].tagged
            for other in (index - 1, index + 1)
            if 0 <= other < len(turns) and 0 < abs(turns[other].paragraph - turns[index].paragraph) <= 1
        }
        for person in present:
            if wanted and genders[person] not in {wanted, ""}:
                continue
            scores[person] += -2 if person in beside else 1
    ranked = sorted(scores.items(), key=lambda item: (-item[1], item[0]))
    kin = any(s.sort == "kin" and s.noun == noun for s in turns[used[0]].signs)
    if not ranked or ranked[0][1] < (0.85 if kin else 0.6) * len(used):
        return -1
    if len(ranked) > 1 and ranked[1][1] > (0.5 if kin else 0.75) * ranked[0][1]:
        return -1
    return ranked[0][0]


def _present(offset: int, mentions: Sequence[Mention], starts: Sequence[int]) -> list[int]:
    """The persons mentioned last before `offset`, nearest first."""
    people: dict[int, None] = {}
    at = bisect_left(starts, offset) - 1
    low = max(0, at - _STEPS)
    while at >= low and starts[at] > offset - _NEAR and len(people) < _PRESENT:
        people.setdefault(mentions[at].person)
        at -= 1
    return list(people)
