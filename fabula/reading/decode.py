"""Who speaks each turn: a hand-set score over the signs around it and the conversation so far, decoded with a beam.

Owns attribution for any language, given turns and mentions. Knows nothing of words: it sees persons (by number),
genders, offsets. Promise: deterministic, and linear in the number of turns (candidates and beam are bounded).
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice

from fabula.reading.pace import Pace

NOBODY = -1
"""The speaker of a turn whose speaker is nobody in the cast."""

_BEAM = 6
_WINDOW = 14_000
_NEAREST = 14
_MEMORY = 8
_MEANT = 1.7
"""What being the one a pronoun has meant so far is worth to a tag that is a pronoun."""
_USUAL = 1.5
"""What being the only person of a scene would be worth."""


@dataclass(frozen=True, slots=True)
class Sign:
    """Something beside a quote that points at its speaker. `sort`: name, pronoun, noun, kin, other.

    `noun` is a description that may stand for one person all through the book; `sort` is bound once it does.
    `person` is set for a name, `gender` (m, f or "") for the rest; `tag` when a verb of speech ties it to the quote.
    """

    sort: str
    person: int
    gender: str
    tag: bool
    noun: str = ""


@dataclass(slots=True)
class Turn:
    """One turn of speech: usually the quotes of one paragraph. `opened` when its last quote was never closed."""

    paragraph: int
    start: int
    end: int
    quotes: list[int]
    signs: list[Sign] = field(default_factory=list)
    called: set[int] = field(default_factory=set)
    named: set[int] = field(default_factory=set)
    introduced: set[int] = field(default_factory=set)
    presented: set[int] = field(default_factory=set)
    first: int = NOBODY
    subject: int = NOBODY
    meant: set[int] = field(default_factory=set)
    opened: bool = False
    continues: bool = False
    calls_gender: str = ""
    scene: int = 0

    @property
    def tagged(self) -> int:
        """The person an explicit tag names, or NOBODY."""
        return next((s.person for s in self.signs if s.tag and s.sort == "name" and s.person >= 0), NOBODY)


@dataclass(frozen=True, slots=True)
class Mention:
    """One place where a person is named: offset, person, whether inside speech, whether subject of a sentence."""

    start: int
    person: int
    quoted: bool
    subject: bool


@dataclass(frozen=True, slots=True)
class Verdict:
    """The decoded speaker of a turn (NOBODY if none), the addressee, how sure, and what decided."""

    speaker: int
    addressee: int
    confidence: float
    why: str


@dataclass(frozen=True, slots=True)
class _Link:
    """One decided turn of a path, linked to the turn before it."""

    before: _Link | None
    person: int
    sureness: float


@dataclass(frozen=True, slots=True)
class _Path:
    """One way to give the turns so far to speakers; `speakers` are the last ones, latest first."""

    score: float
    speakers: tuple[int, ...]
    trail: _Link | None


def decode(
    turns: Sequence[Turn], mentions: Sequence[Mention], genders: Sequence[str], narrator: int, pace: Pace
) -> list[Verdict]:
    """One verdict a turn, in order. `mentions` are sorted by offset; `genders` is indexed by person."""
    scored = _local_scores(turns, mentions, genders, narrator, pace)
    paths = [_Path(0.0, (), None)]
    pace.next_pass()
    for index, turn in enumerate(turns):
        pace.at(turn.start)
        previous = turns[index - 1] if index else None
        following = turns[index + 1] if index + 1 < len(turns) else None
        gap = _gap(previous, turn)
        rift = _gap(turns[index - 2], turns[index - 1]) if index > 1 else 1
        grown: list[tuple[float, int, int]] = []
        local = scored[index]
        for rank, path in enumerate(paths):
            for person, base in local:
                grown.append(
                    (
                        path.score + base + _history(path.speakers, person, turn, previous, gap, genders, rift),
                        rank,
                        person,
                    )
                )
        grown.sort(key=lambda g: (-g[0], g[1], g[2]))
        fresh: list[_Path] = []
        seen: set[tuple[int, ...]] = set()
        margin = _sureness([g for g in grown if g[1] == grown[0][1]])
        for score, rank, person in grown:
            speakers = (person, *paths[rank].speakers[: _MEMORY - 1])
            if speakers[:4] in seen:
                continue
            seen.add(speakers[:4])
            fresh.append(_Path(score, speakers, _Link(paths[rank].trail, person, margin)))
            if len(fresh) == _BEAM:
                break
        paths = fresh
        if following is None or following.scene != turn.scene:
            paths = paths[:1]
    return _verdicts(turns, paths[0])


def _gap(previous: Turn | None, turn: Turn) -> int:
    if previous is None or previous.scene != turn.scene:
        return 9
    return turn.paragraph - previous.paragraph


def _sureness(options: list[tuple[float, int, int]]) -> float:
    top = options[0][0]
    total = sum(math.exp(max(-30.0, min(0.0, score - top))) for score, _, _ in options[:20])
    return 1.0 / total


def _local_scores(
    turns: Sequence[Turn], mentions: Sequence[Mention], genders: Sequence[str], narrator: int, pace: Pace
) -> list[list[tuple[int, float]]]:
    """For each turn its candidates with everything about them that does not depend on who spoke before."""
    recent: dict[int, int] = {}
    subjects: dict[int, int] = {}
    cursor = 0
    scores: list[list[tuple[int, float]]] = []
    tagged = [turn.tagged for turn in turns]
    shares = _shares(turns, mentions, narrator)
    for index, turn in enumerate(turns):
        pace.at(turn.start)
        while cursor < len(mentions) and mentions[cursor].start < turn.start:
            mention = mentions[cursor]
            recent.pop(mention.person, None)
            recent[mention.person] = mention.start
            if mention.subject and not mention.quoted:
                subjects.pop(mention.person, None)
                subjects[mention.person] = mention.start
            cursor += 1
        candidates = [p for p in islice(reversed(recent), _NEAREST) if turn.start - recent[p] < _WINDOW]
        ahead = cursor
        while ahead < len(mentions) and mentions[ahead].start < turn.end + 400 and ahead < cursor + 12:
            candidates.append(mentions[ahead].person)
            ahead += 1
        candidates.extend(p for p in tagged[index : index + 8] if p >= 0)
        candidates.extend(s.person for s in turn.signs if s.person >= 0)
        if narrator >= 0:
            candidates.append(narrator)
        share = shares.get(turn.scene, {})
        candidates.extend(islice(share, 2))
        unique = list(dict.fromkeys(candidates))
        following = turns[index + 1] if index + 1 < len(turns) else None
        local = _score_turn(turn, following, unique, recent, subjects, genders, narrator)
        weight = 0.0 if turn.continues and not any(s.tag for s in turn.signs) else 1.0
        scores.append([(person, weight * (score + _USUAL * share.get(person, 0.0))) for person, score in local])
    return scores


def _shares(turns: Sequence[Turn], mentions: Sequence[Mention], narrator: int) -> dict[int, dict[int, float]]:
    """For each scene, each person's share of its mentions, largest first; a narrator's "I" says nothing here."""
    if not turns:
        return {}
    counts: dict[int, Counter[int]] = {}
    starts = [turn.start for turn in turns]
    for mention in mentions:
        if mention.person == narrator:
            continue
        at = min(bisect_left(starts, mention.start), len(turns) - 1)
        counts.setdefault(turns[at].scene, Counter())[mention.person] += 1
    out: dict[int, dict[int, float]] = {}
    for scene, counted in counts.items():
        total = sum(counted.values())
        out[scene] = {p: n / total for p, n in sorted(counted.items(), key=lambda item: (-item[1], item[0]))}
    return out


def _score_turn(
    turn: Turn,
    following: Turn | None,
    candidates: list[int],
    recent: dict[int, int],
    subjects: dict[int, int],
    genders: Sequence[str],
    narrator: int,
) -> list[tuple[int, float]]:
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
            score += 8.0
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
            distance = turn.start - recent.get(person, -_WINDOW)
            score -= 2.0 if distance > 8000 else 1.0 if distance > 3000 else 0.0
        out.append((person, score))
    out.append((NOBODY, _nobody_score(turn)))
    return out


def _salient(recent: dict[int, int], turn: Turn, wanted: str, genders: Sequence[str]) -> int:
    """The person mentioned last who could be meant by a pronoun of gender `wanted` ("" fits all)."""
    for person in islice(reversed(recent), _NEAREST):
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


def _history(
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


def _verdicts(turns: Sequence[Turn], path: _Path) -> list[Verdict]:
    people: list[tuple[int, float]] = []
    link = path.trail
    while link is not None:
        people.append((link.person, link.sureness))
        link = link.before
    people.reverse()
    verdicts: list[Verdict] = []
    for index, (turn, (person, margin)) in enumerate(zip(turns, people, strict=True)):
        verdicts.append(Verdict(person, _addressee(turns, people, index), margin, _why(turn, person)))
    return verdicts


def _why(turn: Turn, person: int) -> str:
    if person == NOBODY:
        return "unknown"
    if turn.continues:
        return "continued"
    if any(s.sort == "name" and s.person == person and s.tag for s in turn.signs):
        return "explicit"
    return "anaphoric" if any(s.tag for s in turn.signs) else "implicit"


def _addressee(turns: Sequence[Turn], people: list[tuple[int, float]], index: int) -> int:
    turn, speaker = turns[index], people[index][0]
    for person in sorted(turn.called):
        if person != speaker:
            return person
    for other in (index - 1, index + 1):
        if 0 <= other < len(turns) and turns[other].scene == turn.scene:
            close = abs(turns[other].paragraph - turn.paragraph) <= 2
            if close and people[other][0] not in {speaker, NOBODY}:
                return people[other][0]
    return NOBODY
