"""What speaks for and against each candidate of a turn: hand-set weights for signs, presence and the turns before.

Owns the weights. Knows nothing of the search that adds them up. Promise: pure functions of a turn, its neighbours and
a bounded number of candidates.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from fabula.reading.turns import NOBODY, Turn

WINDOW = 14_000
NEAREST = 14
_MEANT = 1.7
"""What being the one a pronoun has meant so far is worth to a tag that is a pronoun."""


def score_turn(
    turn: Turn,
    following: Turn | None,
    candidates: list[int],
    recent: dict[int, int],
    subjects: dict[int, int],
    genders: Sequence[str],
    narrator: int,
) -> list[tuple[int, float]]:
    """Each candidate of a turn with everything for and against it that does not depend on who spoke before."""
    wanted = next((s.gender for s in turn.signs if s.gender and s.sort != "name"), "")
    pronoun = any(s.sort == "pronoun" and s.tag for s in turn.signs)
    ranked = _salient(recent, turn, wanted, genders)
    leading = _salient(subjects, turn, wanted, genders)
    near_next = (
        following is not None and 0 < following.paragraph - turn.paragraph <= 2 and following.scene == turn.scene
    )
    out: list[tuple[int, float]] = []
    for person in candidates:
        score = _signs_score(turn, person, genders[person])
        if person == ranked:
            score += 0.5
        if person == leading:
            score += 0.7
        if person == turn.first:
            score += 1.5
        if person == turn.subject:
            score += 2.0
        if pronoun and person in turn.meant:
            score += _MEANT
        if person in turn.introduced:
            score += 10.0
        elif person in turn.called:
            score -= 5.0
        elif person in turn.named:
            score -= 2.0
        if turn.calls_gender and genders[person] == turn.calls_gender and not turn.called:
            score -= 0.4
        if near_next and following is not None:
            if person in following.called:
                score += 2.0
            if person in following.presented:
                score += 4.0
            if following.tagged == person and following.paragraph - turn.paragraph == 1 and not turn.opened:
                score -= 2.0
        if person != narrator:
            distance = turn.start - recent.get(person, -WINDOW)
            score -= 2.0 if distance > 8000 else 1.0 if distance > 3000 else 0.0
        out.append((person, score))
    out.append((NOBODY, _nobody_score(turn)))
    return out


def _salient(recent: dict[int, int], turn: Turn, wanted: str, genders: Sequence[str]) -> int:
    """The person mentioned last who could be meant by a pronoun of gender `wanted` ("" fits all)."""
    for person in islice(reversed(recent), NEAREST):
        if person not in turn.named and (not wanted or genders[person] in {wanted, ""}):
            return person
    return NOBODY


def _signs_score(turn: Turn, person: int, gender: str) -> float:
    score = 0.0
    best_name = 0.0
    for sign in turn.signs:
        if sign.sort == "name":
            if sign.person == person:
                best_name = max(best_name, 12.5 if sign.tag else 4.5)
        elif sign.sort == "bound":
            if sign.person == person:
                best_name = max(best_name, 6.0 if sign.tag else 2.0)
        elif sign.gender:
            match = gender == sign.gender
            clash = gender not in {"", sign.gender}
            if sign.sort == "pronoun" and not gender:
                score += 1.2 if sign.tag else 0.4
            elif sign.sort == "pronoun":
                score += (3.0 if sign.tag else 1.0) if match else (-6.0 if sign.tag else -3.0) if clash else 0.0
            elif sign.person == person and sign.sort == "noun":
                score += 3.6 if sign.noun else 5.0
            elif sign.sort in {"noun", "kin"}:
                score += (2.0 if sign.tag else 1.0) if match else (-5.0 if sign.tag else -3.0) if clash else 0.0
    return score + best_name


def _nobody_score(turn: Turn) -> float:
    for sign in turn.signs:
        if sign.tag and sign.sort in {"kin", "bound"}:
            return 0.5
        if sign.tag and sign.sort in {"noun", "other"}:
            return 3.5 if sign.noun else 10.0 if sign.sort == "other" else 5.0
        if sign.tag and sign.sort == "name":
            return -8.0
    return -2.5


def history(
    speakers: tuple[int, ...],
    person: int,
    turn: Turn,
    previous: Turn | None,
    gap: int,
    genders: Sequence[str],
    rift: int,
) -> float:
    """What the turns before say about a candidate; `rift` is the gap between those of the last two speakers."""
    if previous is None or gap > 8 or not speakers:
        return 0.0
    score = 0.0
    last = speakers[0]
    before = speakers[1] if len(speakers) > 1 else NOBODY
    if turn.continues and person == last:
        return 6.0
    if person == NOBODY:
        return 0.0
    if person == last:
        score += -2.0 if gap == 1 else 1.0 if gap == 2 else 0.3 if gap <= 4 else 0.0
    elif person == before:
        score += (2.5 if gap == 1 else 1.2 if gap == 2 else 0.6 if gap <= 4 else 0.3) * (
            1.0 if rift <= 1 else 0.7 if rift == 2 else 0.3
        )
        if gap <= 2 and len(speakers) > 3 and speakers[2] == last and speakers[3] == before:
            score += 1.0
    if gap <= 2:
        if person in previous.called:
            score += 3.0
        if previous.calls_gender and person != last and not previous.called:
            gender = genders[person]
            score += 0.6 if gender == previous.calls_gender else -1.2 if gender else 0.0
    if person not in speakers:
        score -= 0.7
    return score
