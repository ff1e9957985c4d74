"""Checks a canon model against the text it claims to tell: ids, order, causes, references, citations, first
appearances.

Owns the rules (service specification, sections 5.8 and 7.6). Knows nothing of who made the model, and repairs
nothing. Promise: every complaint names the item and the rule; a model of nothing is complained of like a wrong one;
work is linear.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import fields

from fabula.reading.canon.shapes import (
    ENDING_CHARS,
    EXCERPT_CHARS,
    ID_CHARS,
    TEXT_CHARS,
    TITLE_CHARS,
    CanonEvent,
    CanonStoryModel,
    Proof,
)

_KINDS = (
    "arcs",
    "events",
    "locations",
    "factions",
    "world_rules",
    "character_goals",
    "relationships",
    "deaths",
    "unresolved_threads",
)
_LIMITS = {
    "title": TITLE_CHARS,
    "name": TITLE_CHARS,
    "kind": TITLE_CHARS,
    "summary": TEXT_CHARS,
    "description": TEXT_CHARS,
}
_MOST_COMPLAINTS = 200


def validate(model: CanonStoryModel, chapters: Mapping[int, str], characters: Mapping[str, int]) -> list[str]:
    """What is wrong with a model; an empty list if nothing is.

    `chapters` are the stored texts by number, `characters` the ids of the book's people with the chapter of their
    proven first appearance. At most 200 complaints.
    """
    out: list[str] = []
    for complaint in _complaints(model, chapters, characters):
        out.append(complaint)
        if len(out) == _MOST_COMPLAINTS:
            break
    return out


def _complaints(model: CanonStoryModel, chapters: Mapping[int, str], characters: Mapping[str, int]) -> Iterator[str]:
    if not model.arcs:
        yield "the model has no arc"
    if not model.events:
        yield "the model has no event"
    for kind in _KINDS:
        items = getattr(model, kind)
        yield from _ids(kind, [item.id for item in items])
        for item in items:
            yield from _texts(item)
            yield from _proof(item.id, item.evidence, chapters)
    yield from _arcs(model)
    yield from _events(model, characters)
    yield from _places(model)
    yield from _people(model, characters)
    yield from _deaths(model, characters)
    yield from _ending(model, chapters, characters)


def _ids(kind: str, ids: list[str]) -> Iterator[str]:
    seen: set[str] = set()
    for name in ids:
        if not name or name != name.strip() or len(name) > ID_CHARS or not name.isprintable():
            yield f"{kind}: {name!r} is no id"
        if name in seen:
            yield f"{kind}: the id {name} is used twice"
        seen.add(name)


def _texts(item: object) -> Iterator[str]:
    for field in fields(item):  # type: ignore[arg-type]
        limit = _LIMITS.get(field.name)
        if limit is not None:
            yield from _text(f"{getattr(item, 'id', '?')}: {field.name}", getattr(item, field.name), limit)


def _text(where: str, text: str, limit: int) -> Iterator[str]:
    if not text.strip():
        yield f"{where} is blank"
    if len(text) > limit:
        yield f"{where} is longer than {limit} characters"
    if any(not (c.isprintable() or c in "\n\r\t\u3000\u00a0") for c in text):
        yield f"{where} holds characters that cannot be printed"


def _proof(where: str, proof: Proof, chapters: Mapping[int, str]) -> Iterator[str]:
    if not proof.provenance:
        yield f"{where}: no citation"
    if not (math.isfinite(proof.confidence) and 0 <= proof.confidence <= 1):
        yield f"{where}: the confidence {proof.confidence} is not between 0 and 1"
    for citation in proof.provenance:
        if not 1 <= len(citation.excerpt) <= EXCERPT_CHARS or not citation.excerpt.strip():
            yield f"{where}: an excerpt of {len(citation.excerpt)} characters"
        elif citation.chapter_number not in chapters:
            yield f"{where}: there is no chapter {citation.chapter_number}"
        elif citation.excerpt not in chapters[citation.chapter_number]:
            yield f"{where}: an excerpt is not in chapter {citation.chapter_number}"


def _arcs(model: CanonStoryModel) -> Iterator[str]:
    place = {event.id: number for number, event in enumerate(model.events)}
    told: set[str] = set()
    for arc in model.arcs:
        if not arc.event_ids:
            yield f"{arc.id}: no event"
        unknown = [e for e in arc.event_ids if e not in place]
        if unknown:
            yield f"{arc.id}: unknown event {unknown[0]}"
            continue
        order = [place[e] for e in arc.event_ids]
        if any(b <= a for a, b in itertools.pairwise(order)):
            yield f"{arc.id}: events out of order"
        told.update(arc.event_ids)
    for event in model.events:
        if event.id not in told:
            yield f"{event.id}: in no arc"


def _events(model: CanonStoryModel, characters: Mapping[str, int]) -> Iterator[str]:
    places = {item.id for item in model.locations}
    factions = {item.id for item in model.factions}
    before: set[str] = set()
    reached = 0
    for number, event in enumerate(model.events, 1):
        if event.sequence != number:
            yield f"{event.id}: its sequence is {event.sequence}, its position {number}"
        if len(set(event.caused_by)) != len(event.caused_by):
            yield f"{event.id}: a cause is given twice"
        for cause in event.caused_by:
            if cause not in before:
                yield f"{event.id}: its cause {cause} is no earlier event"
        before.add(event.id)
        yield from _references(event.id, "location", event.location_ids, places)
        yield from _references(event.id, "faction", event.faction_ids, factions)
        yield from _references(event.id, "character", event.character_ids, characters)
        yield from _appeared(event.id, event.evidence, event.character_ids, characters)
        start = _first_chapter(event)
        if start < reached:
            yield f"{event.id}: told in chapter {start}, behind an event of chapter {reached}"
        reached = max(reached, start)


def _first_chapter(event: CanonEvent) -> int:
    return min((c.chapter_number for c in event.evidence.provenance), default=0)


def _references(where: str, kind: str, ids: Iterable[str], known: Collection[str]) -> Iterator[str]:
    listed = list(ids)
    if len(set(listed)) != len(listed):
        yield f"{where}: a {kind} is given twice"
    for name in listed:
        if name not in known:
            yield f"{where}: unknown {kind} {name}"


def _appeared(where: str, proof: Proof, ids: Iterable[str], characters: Mapping[str, int]) -> Iterator[str]:
    """Nobody takes part in what is cited before the book first shows him."""
    last = max((c.chapter_number for c in proof.provenance), default=0)
    for name in ids:
        if name in characters and characters[name] > last:
            yield f"{where}: cited in chapter {last}, but {name} first appears in chapter {characters[name]}"


def _places(model: CanonStoryModel) -> Iterator[str]:
    for place in model.locations:
        name = "".join(place.name.split())
        if not any(name in "".join(c.excerpt.split()) for c in place.evidence.provenance):
            yield f"{place.id}: no citation names {place.name}"


def _people(model: CanonStoryModel, characters: Mapping[str, int]) -> Iterator[str]:
    for goal in model.character_goals:
        yield from _references(goal.id, "character", (goal.character_id,), characters)
        yield from _appeared(goal.id, goal.evidence, (goal.character_id,), characters)
    for bond in model.relationships:
        ends = (bond.from_character_id, bond.to_character_id)
        if ends[0] == ends[1]:
            yield f"{bond.id}: a relationship of {ends[0]} with itself"
            continue
        yield from _references(bond.id, "character", ends, characters)
        yield from _appeared(bond.id, bond.evidence, ends, characters)


def _deaths(model: CanonStoryModel, characters: Mapping[str, int]) -> Iterator[str]:
    events = {event.id: event for event in model.events}
    dead: set[str] = set()
    for death in model.deaths:
        yield from _references(death.id, "character", (death.character_id,), characters)
        if death.character_id in dead:
            yield f"{death.id}: {death.character_id} dies twice"
        dead.add(death.character_id)
        if death.event_id not in events:
            yield f"{death.id}: unknown event {death.event_id}"
        elif death.character_id not in events[death.event_id].character_ids:
            yield f"{death.id}: {death.character_id} has no part in {death.event_id}"


def _ending(model: CanonStoryModel, chapters: Mapping[int, str], characters: Mapping[str, int]) -> Iterator[str]:
    ending = model.ending
    yield from _text("ending: summary", ending.summary, ENDING_CHARS)
    yield from _proof("ending", ending.evidence, chapters)
    yield from _references("ending", "character", ending.character_states, characters)
    yield from _references("ending", "faction", ending.faction_states, {f.id for f in model.factions})
    yield from _references("ending", "location", ending.location_states, {p.id for p in model.locations})
    threads = {t.id for t in model.unresolved_threads}
    yield from _references("ending", "thread", ending.unresolved_thread_ids, threads)
    for states in (ending.character_states, ending.faction_states, ending.location_states):
        for name, text in states.items():
            yield from _text(f"ending: the state of {name}", text, TEXT_CHARS)
