"""Whom a description means: "the blacksmith said" when only one person fits wherever it is used.

Owns binding descriptions to persons by who is present and who is answered. Knows nothing of words. Promise: a binding
needs several uses, an agreeing gender and nearly constant presence, kinship (which is relative) the most; otherwise
descriptions stay open.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

from fabula.reading.decode import Mention, Sign, Turn
from fabula.reading.words import listed

VAGUE_NOUNS = listed(
    "man woman boy girl lady gentleman child fellow voice person youth baby maid friend stranger lad visitor guest "
    "speaker figure creature"
)
"""Nouns that mean somebody else on every other page: they become a person only if the book insists."""

_NEAR = 1200
_STEPS = 40
_PRESENT = 6


def bind_nouns(
    turns: Sequence[Turn],
    mentions: Sequence[Mention],
    genders: Sequence[str],
    described: Mapping[str, int] | None = None,
    barred: Callable[[str, int], bool] = lambda noun, person: False,
    rare: Collection[int] = (),
) -> dict[str, int]:
    """Turn signs that are descriptions into signs for a person, in place, where the whole book supports it.

    `described` are persons who are only ever described, by noun: theirs are the descriptions that nobody else fits,
    except the vaguest, which may be theirs. `barred` tells whom a noun cannot mean; `rare` are described
    persons who hardly speak. The answer is who each bound noun means.
    """
    described = described or {}
    uses: dict[str, list[int]] = defaultdict(list)
    for index, turn in enumerate(turns):
        for sign in turn.signs:
            if sign.noun and sign.tag and (sign.person < 0 or sign.sort == "noun"):
                uses[sign.noun].append(index)
                break
    mentions = [m for m in mentions if not m.quoted]
    starts = [m.start for m in mentions]
    bound: dict[str, int] = {}
    for noun, used in sorted(uses.items()):
        if len(used) >= 3:
            person = _fitting(
                used, turns, mentions, starts, genders, noun, noun in described and noun not in VAGUE_NOUNS, barred
            )
            if person >= 0:
                bound[noun] = person
    for turn in turns:
        turn.signs = [_bound(s, bound, described, rare) for s in turn.signs]
    return bound


def _bound(sign: Sign, bound: Mapping[str, int], described: Mapping[str, int], rare: Collection[int]) -> Sign:
    if not sign.noun or (sign.person >= 0 and sign.sort != "noun"):
        return sign
    if sign.noun in bound:
        return replace(sign, sort="bound", person=bound[sign.noun])
    if sign.noun in described and sign.sort == "noun" and sign.person < 0:
        person = described[sign.noun]
        unsure = sign.noun in VAGUE_NOUNS or person in rare
        return replace(sign, person=person) if unsure else Sign("name", person, "", sign.tag)
    return sign


def _fitting(
    used: list[int],
    turns: Sequence[Turn],
    mentions: Sequence[Mention],
    starts: Sequence[int],
    genders: Sequence[str],
    noun: str,
    trade: bool,
    barred: Callable[[str, int], bool],
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
        turn = turns[index]
        near = [turns[o] for o in (index - 1, index + 1) if 0 <= o < len(turns) and turns[o].scene == turn.scene]
        called = {p for other in near if abs(other.paragraph - turn.paragraph) <= 2 for p in other.called}
        for person in dict.fromkeys([*present, *sorted(called)]):
            if (wanted and genders[person] not in {wanted, ""}) or barred(noun, person):
                continue
            if person in beside or person in turn.called:
                scores[person] -= 2
            else:
                scores[person] += 2 if person in called else 1
    ranked = sorted(scores.items(), key=lambda item: (-item[1], item[0]))
    strict = trade or any(s.sort == "kin" and s.noun == noun for u in used for s in turns[u].signs)
    if not ranked or ranked[0][1] < (0.85 if strict else 0.6) * len(used):
        return -1
    if len(ranked) > 1 and ranked[1][1] > (0.5 if strict else 0.75) * ranked[0][1]:
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
