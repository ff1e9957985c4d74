"""Who speaks each turn: a hand-set score over the signs around it and the conversation so far, decoded with a beam.

Owns attribution for any language, given turns and mentions. Knows nothing of words: it sees persons (by number),
genders, offsets. Promise: deterministic, and linear in the number of turns (candidates and beam are bounded).
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice

from fabula.reading.pace import Pace
from fabula.reading.turns import NOBODY, Mention, Turn, Verdict
from fabula.reading.weigh import NEAREST, WINDOW, history, score_turn

_BEAM = 6
_MEMORY = 8
_OPTIONS = 20
"""Shares are reckoned over this many candidates of a turn."""
_USUAL = 1.5
"""What being the only person of a scene would be worth."""


@dataclass(frozen=True, slots=True)
class _Link:
    """One decided turn of a path, linked to the turn before it."""

    before: _Link | None
    person: int
    sureness: float
    rival: int
    rival_share: float


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
                        path.score + base + history(path.speakers, person, turn, previous, gap, genders, rift),
                        rank,
                        person,
                    )
                )
        grown.sort(key=lambda g: (-g[0], g[1], g[2]))
        fresh: list[_Path] = []
        seen: set[tuple[int, ...]] = set()
        standing = _standing(grown)
        for score, rank, person in grown:
            speakers = (person, *paths[rank].speakers[: _MEMORY - 1])
            if speakers[:4] in seen:
                continue
            seen.add(speakers[:4])
            fresh.append(_Path(score, speakers, _Link(paths[rank].trail, person, *standing(score, rank, person))))
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


def _standing(grown: list[tuple[float, int, int]]) -> Callable[[float, int, int], tuple[float, int, float]]:
    """For a (score, path, person) among those `grown`, best first: its share, the best other person and their share."""
    best: dict[int, list[tuple[float, int]]] = {}
    for score, rank, person in grown:
        options = best.setdefault(rank, [])
        if len(options) < _OPTIONS:
            options.append((score, person))

    def standing(score: float, rank: int, person: int) -> tuple[float, int, float]:
        options = best[rank]
        top = options[0][0]
        total = sum(math.exp(max(-30.0, other - top)) for other, _ in options)
        share = math.exp(max(-30.0, score - top)) / total
        for other, rival in options:
            if rival not in {person, NOBODY}:
                return share, rival, math.exp(max(-30.0, other - top)) / total
        return share, NOBODY, 0.0

    return standing


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
        candidates = [p for p in islice(reversed(recent), NEAREST) if turn.start - recent[p] < WINDOW]
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
        local = score_turn(turn, following, unique, recent, subjects, genders, narrator)
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


def _verdicts(turns: Sequence[Turn], path: _Path) -> list[Verdict]:
    links: list[_Link] = []
    link = path.trail
    while link is not None:
        links.append(link)
        link = link.before
    links.reverse()
    people = [link.person for link in links]
    return [
        Verdict(
            link.person,
            _addressee(turns, people, index),
            link.sureness,
            _why(turn, link.person),
            _cue(turn, link.person),
            link.rival,
            link.rival_share,
        )
        for index, (turn, link) in enumerate(zip(turns, links, strict=True))
    ]


def _cue(turn: Turn, person: int) -> tuple[int, int] | None:
    """Where the sign stands that points at a turn's speaker: a tag with the name, any tag, or a name without a tag."""
    signs = [s for s in turn.signs if s.at is not None]
    named = [s for s in signs if s.person == person != NOBODY]
    chosen = [*(s for s in named if s.tag), *(s for s in signs if s.tag and s.sort != "name"), *named]
    return chosen[0].at if chosen else None


def _why(turn: Turn, person: int) -> str:
    if person == NOBODY:
        return "unknown"
    if turn.continues:
        return "continued"
    if any(s.sort == "name" and s.person == person and s.tag for s in turn.signs):
        return "explicit"
    return "anaphoric" if any(s.tag for s in turn.signs) else "implicit"


def _addressee(turns: Sequence[Turn], people: Sequence[int], index: int) -> int:
    turn, speaker = turns[index], people[index]
    for person in sorted(turn.called):
        if person != speaker:
            return person
    for other in (index - 1, index + 1):
        if 0 <= other < len(turns) and turns[other].scene == turn.scene:
            close = abs(turns[other].paragraph - turn.paragraph) <= 2
            if close and people[other] not in {speaker, NOBODY}:
                return people[other]
    return NOBODY
