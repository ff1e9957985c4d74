"""A canon model as of a chapter: the items all of whose citations lie at or before it.

Owns cutting a model. Knows nothing of readings; where the reading is at hand, building from a cut reading tells
more, because it can name what was open then. Promise: nothing of a later chapter is left, and order, causes and
references hold.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Protocol, TypeVar

from fabula.reading.canon.shapes import CanonArc, CanonEnding, CanonStoryModel, Proof


class _Proven(Protocol):
    @property
    def evidence(self) -> Proof: ...


_Item = TypeVar("_Item", bound=_Proven)


def as_of(model: CanonStoryModel, chapter: int) -> CanonStoryModel | None:
    """The model of the part up to and including `chapter`, or None if nothing has happened by then."""
    events = _proven(model.events, chapter)
    if not events:
        return None
    known = {e.id for e in events}
    places = _proven(model.locations, chapter)
    factions = _proven(model.factions, chapter)
    place_ids, faction_ids = {p.id for p in places}, {f.id for f in factions}
    events = tuple(
        replace(
            e,
            caused_by=tuple(c for c in e.caused_by if c in known),
            location_ids=tuple(p for p in e.location_ids if p in place_ids),
            faction_ids=tuple(f for f in e.faction_ids if f in faction_ids),
            sequence=number,
        )
        for number, e in enumerate(events, 1)
    )
    threads = _proven(model.unresolved_threads, chapter)
    deaths = tuple(d for d in _proven(model.deaths, chapter) if d.event_id in known)
    last = events[-1]
    whole = len(events) == len(model.events) and _within(model.ending.evidence, chapter)
    ending = CanonEnding(
        summary=last.summary,
        character_states={d.character_id: d.description for d in deaths},
        faction_states={},
        location_states={},
        unresolved_thread_ids=tuple(t.id for t in threads),
        evidence=last.evidence,
    )
    return CanonStoryModel(
        arcs=tuple(_arc(arc, model, known, chapter) for arc in model.arcs if not known.isdisjoint(arc.event_ids)),
        events=events,
        locations=places,
        factions=factions,
        world_rules=_proven(model.world_rules, chapter),
        character_goals=_proven(model.character_goals, chapter),
        relationships=_proven(model.relationships, chapter),
        deaths=deaths,
        unresolved_threads=threads,
        ending=model.ending if whole else ending,
    )


def _within(proof: Proof, chapter: int) -> bool:
    return all(c.chapter_number <= chapter for c in proof.provenance)


def _proven(items: Iterable[_Item], chapter: int) -> tuple[_Item, ...]:
    return tuple(item for item in items if _within(item.evidence, chapter))


def _arc(arc: CanonArc, model: CanonStoryModel, known: set[str], chapter: int) -> CanonArc:
    """An arc with what is known of it; its title and summary, which look at all of it, only once it is over."""
    inside = tuple(e for e in arc.event_ids if e in known)
    if len(inside) == len(arc.event_ids) and _within(arc.evidence, chapter):
        return arc
    first = next(e for e in model.events if e.id == inside[0])
    return replace(arc, event_ids=inside, title=arc.id, summary=first.summary, evidence=first.evidence)
