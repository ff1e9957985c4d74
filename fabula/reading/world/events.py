"""Deeds become events: chosen where there are too many, numbered, linked to what led to them, with the deaths they
mean.

Owns choice and order. Knows nothing of languages. Promise: events are in the order of the text, every cause stands
before its effect, and nobody is dead who goes on speaking.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from fabula.reading.findings import Findings
from fabula.reading.shapes import Death, Event, Place
from fabula.reading.words.deeds import WEIGHTS
from fabula.reading.world.deeds import Deed
from fabula.reading.world.places import Spotted
from fabula.reading.world.stage import Stage

_A_CHAPTER = 14
_TRIFLES = {"movement": 5, "sight": 3, "talk": 6, "company": 4, "meeting": 6}
"""At most so many events a chapter, and so many of these kinds; chapters beyond this length have room for more."""
_LENGTH = 30_000
_LENGTH_ZH = 10_000
_MOST = 1200
_WORDS_AFTER_DEATH = 3
"""Who speaks so often in later chapters, by a tag, has not died."""
_LEADS_TO = {
    ("proposal", "marriage"): 400,
    ("proposal", "refusal"): 12,
    ("journey", "arrival"): 25,
    ("fight", "death"): 25,
    ("fight", "capture"): 15,
    ("capture", "escape"): 40,
    ("illness", "death"): 60,
    ("invitation", "arrival"): 15,
    ("decision", "journey"): 10,
    ("letter", "journey"): 8,
}
"""(cause, effect): how many events may lie between them."""


def events(
    stage: Stage, found: Findings, deeds: Sequence[Deed], where: Sequence[Spotted], places: Sequence[Place]
) -> tuple[tuple[Event, ...], tuple[Death, ...]]:
    """(events, deaths) from all deeds."""
    chosen = _chosen(stage, _credible(stage, found, deeds))
    out: list[Event] = []
    for deed in chosen:
        proofs = [stage.proof(deed.start, deed.end)]
        if deed.also is not None and deed.also != (deed.start, deed.end):
            proofs.append(stage.proof(*deed.also))
        event = Event(
            key=f"e{len(out) + 1}",
            kind=deed.kind,
            actors=tuple(stage.keys[p] for p in dict.fromkeys(deed.actors)),
            targets=tuple(stage.keys[p] for p in dict.fromkeys(deed.targets)),
            place=places[where[deed.place].place].key if deed.place >= 0 else None,
            chapter=max(e.chapter for e in proofs),
            evidence=tuple(proofs),
            causes=(),
            confidence=round(deed.sure, 2),
        )
        out.append(_caused(out, event))
    return tuple(out), _deaths(out)


def _credible(stage: Stage, found: Findings, deeds: Sequence[Deed]) -> list[Deed]:
    """The deeds without deaths of those who speak on in later chapters, and without deaths told again."""
    spoken = _spoken(found)
    dead: set[int] = set()
    out: list[Deed] = []
    for deed in sorted(deeds, key=lambda d: (d.start, d.at)):
        if deed.kind == "death":
            chapter = stage.pages.chapter(deed.start)
            dying = [p for p in (deed.targets or deed.actors) if p not in dead]
            alive = any(sum(c > chapter for c in spoken[p]) >= _WORDS_AFTER_DEATH for p in dying)
            if not dying or alive:
                continue
            dead.update(dying)
        out.append(deed)
    return out


def _spoken(found: Findings) -> dict[int, list[int]]:
    """For each person the chapters of the turns a tag gives him."""
    spoken: dict[int, list[int]] = defaultdict(list)
    for turn, verdict in zip(found.turns, found.verdicts, strict=True):
        if verdict.why == "explicit":
            spoken[verdict.speaker].append(turn.scene)
    return spoken


def _chosen(stage: Stage, deeds: Sequence[Deed]) -> list[Deed]:
    """The weightiest deeds of every chapter, in text order; a sentence tells each kind of deed of a person once."""
    by_chapter: dict[int, list[Deed]] = defaultdict(list)
    seen: set[tuple[int, str, int]] = set()
    for deed in sorted(deeds, key=lambda d: (d.start, d.at)):
        mark = (deed.start, deed.kind, deed.actors[0])
        if mark not in seen:
            seen.add(mark)
            by_chapter[stage.pages.chapter(deed.start)].append(deed)
    kept: list[Deed] = []
    for chapter in sorted(by_chapter):
        spread = by_chapter[chapter][-1].end - by_chapter[chapter][0].start
        more = max(1.0, spread / (_LENGTH_ZH if stage.pages.cjk else _LENGTH))
        left = {kind: int(limit * more) for kind, limit in _TRIFLES.items()}
        room = int(_A_CHAPTER * more)
        for deed in sorted(by_chapter[chapter], key=lambda d: (-_weight(d), d.start, d.at)):
            if room == 0 and deed.kind != "death":
                continue
            if deed.kind in left:
                if left[deed.kind] == 0:
                    continue
                left[deed.kind] -= 1
            kept.append(deed)
            room = max(0, room - 1)
    kept.sort(key=lambda d: (-_weight(d), d.start, d.at))
    return sorted(kept[:_MOST], key=lambda d: (max(d.start, d.also[0] if d.also else 0), d.at))


def _weight(deed: Deed) -> float:
    return WEIGHTS[deed.kind] + (0.6 if deed.targets else 0.0) + (0.5 if deed.place >= 0 else 0.0)


def _caused(before: Sequence[Event], event: Event) -> Event:
    """The event with its cause, if an earlier one of the same people leads to it by its kind."""
    people = {*event.actors, *event.targets}
    for (cause, effect), reach in _LEADS_TO.items():
        if effect != event.kind:
            continue
        for other in reversed(before[-reach:]):
            if other.kind != cause:
                continue
            theirs = {*other.actors, *other.targets}
            both = len(people) > 1 and cause in {"proposal", "fight"}
            goes = effect == "arrival" and other.place is not None and event.place is not None
            if (people <= theirs) if both else (not people.isdisjoint(theirs)):
                if goes and other.place != event.place:
                    continue
                return Event(
                    event.key, event.kind, event.actors, event.targets, event.place, event.chapter, event.evidence,
                    (other.key,), event.confidence,
                )  # fmt: skip
    return event


def _deaths(told: Sequence[Event]) -> tuple[Death, ...]:
    """Who dies in the events of death, each person once."""
    out: list[Death] = []
    dead: set[str] = set()
    for event in told:
        for person in (event.targets or event.actors) if event.kind == "death" else ():
            if person not in dead:
                dead.add(person)
                out.append(Death(f"d{len(out) + 1}", person, event.key, event.chapter, event.evidence))
    return tuple(out)
