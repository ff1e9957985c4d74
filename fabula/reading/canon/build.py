"""Builds the canon model of a book from its reading: selects, quotes and fills sentences, and invents nothing.

Owns the mapping from facts to the model, with deterministic ids. Knows nothing of storage; characters keep their keys
unless the caller maps them. Promise: a model that is built passes the validators on the same text, and a book in which
nothing is known to happen has none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fabula.reading.canon.shapes import (
    EXCERPT_CHARS,
    CanonArc,
    CanonDeath,
    CanonEnding,
    CanonEvent,
    CanonFaction,
    CanonGoal,
    CanonLocation,
    CanonRelationship,
    CanonRule,
    CanonStoryModel,
    CanonThread,
    Citation,
    Proof,
)
from fabula.reading.canon.wording import Wording
from fabula.reading.pages import Pages
from fabula.reading.shapes import Event, Evidence, Reading
from fabula.reading.words.deeds import WEIGHTS
from fabula.reading.world.arcs import arcs

MOST = 256
"""At most this many items of a kind; more could not be handed on (service specification, section 7.6)."""
_TOLD = 3
_GOALS = frozenset({"decision", "promise"})


def build(reading: Reading, pages: Pages, characters: Mapping[str, str] | None = None) -> CanonStoryModel | None:
    """The canon model of a book, or None if the reading knows of no event.

    `pages` is the text the reading was made from. `characters` maps keys of people to the ids to use; people without
    an entry are left out. Without it, keys are ids.
    """
    return _Builder(reading, pages, characters).model()


class _Builder:
    """One building of one model."""

    def __init__(self, reading: Reading, pages: Pages, characters: Mapping[str, str] | None) -> None:
        self.reading = reading
        self.pages = pages
        self.words = Wording(cjk=pages.cjk)
        self.names = {p.key: p.name for p in reading.people}
        self.ids = {k: characters.get(k, "") if characters is not None else k for k in self.names}
        self.ids = {k: i for k, i in self.ids.items() if i}
        self.first = {p.key: p.first.chapter for p in reading.people}
        places = reading.places[:MOST]
        self.places = {p.key: f"location-{n}" for n, p in enumerate(places, 1)}
        self.chosen = self._events()
        self.events = {e.key: f"event-{n}" for n, e in enumerate(self.chosen, 1)}

    def model(self) -> CanonStoryModel | None:
        """Everything put together."""
        if not self.chosen:
            return None
        reading = self.reading
        open_threads = [t for t in reading.threads if t.closed is None][:MOST]
        threads = tuple(
            CanonThread(f"thread-{n}", self._text(t.evidence[0]), self._proof(t.evidence))
            for n, t in enumerate(open_threads, 1)
        )
        deaths = self._deaths()
        return CanonStoryModel(
            arcs=self._arcs(),
            events=tuple(self._event(n, e) for n, e in enumerate(self.chosen, 1)),
            locations=tuple(
                CanonLocation(self.places[p.key], p.name, self._text(p.first), self._proof((p.first,)))
                for p in reading.places[:MOST]
            ),
            factions=tuple(
                CanonFaction(f"faction-{n}", f.name, self._text(f.evidence[0]), self._proof(f.evidence))
                for n, f in enumerate(reading.factions[:MOST], 1)
            ),
            world_rules=tuple(
                CanonRule(f"rule-{n}", self._text(w.evidence[0]), w.hard, self._proof(w.evidence))
                for n, w in enumerate(reading.rules[:MOST], 1)
            ),
            character_goals=self._goals(),
            relationships=self._relationships(),
            deaths=deaths,
            unresolved_threads=threads,
            ending=self._ending(deaths, threads),
        )

    def _events(self) -> list[Event]:
        """Events of known people: all of them, or the weightiest of every chapter where there are too many."""
        known = [e for e in self.reading.events if self._people(e)]
        if len(known) <= MOST:
            return known
        rank: dict[int, int] = {}
        order: list[tuple[int, int, Event]] = []
        for event in sorted(known, key=lambda e: (-WEIGHTS[e.kind] - 0.5 * len(e.targets), e.evidence[0].start)):
            rank[event.chapter] = rank.get(event.chapter, 0) + 1
            order.append((rank[event.chapter], -WEIGHTS[event.kind], event))
        order.sort(key=lambda o: (o[0], o[1], o[2].evidence[0].start))
        kept = {event.key for _, _, event in order[:MOST]}
        return [e for e in known if e.key in kept]

    def _people(self, event: Event) -> tuple[str, ...]:
        """The ids of those of an event's people who have appeared by then."""
        last = max(e.chapter for e in event.evidence)
        keys = dict.fromkeys([*event.actors, *event.targets])
        return tuple(self.ids[k] for k in keys if k in self.ids and self.first[k] <= last)

    def _event(self, number: int, event: Event) -> CanonEvent:
        return CanonEvent(
            id=self.events[event.key],
            sequence=number,
            summary=self._text(event.evidence[0]),
            caused_by=tuple(self.events[c] for c in event.causes if c in self.events),
            location_ids=(self.places[event.place],) if event.place in self.places else (),
            character_ids=self._people(event),
            faction_ids=(),
            evidence=self._proof(event.evidence, event.confidence),
        )

    def _arcs(self) -> tuple[CanonArc, ...]:
        out: list[CanonArc] = []
        told = {e.key: e for e in self.chosen}
        for arc in arcs(self.reading.people, self.chosen):
            inside = [told[k] for k in arc.events]
            best = sorted(inside, key=lambda e: (-WEIGHTS[e.kind], e.evidence[0].start))[:_TOLD]
            best.sort(key=lambda e: e.evidence[0].start)
            people = [self.names[k] for k in arc.people if k in self.names]
            out.append(
                CanonArc(
                    id=f"arc-{len(out) + 1}",
                    title=self.words.arc(people, arc.chapter, arc.last),
                    summary=" ".join(self._text(e.evidence[0]) for e in best),
                    event_ids=tuple(self.events[e.key] for e in inside),
                    evidence=self._proof([e.evidence[0] for e in best]),
                )
            )
        return tuple(out)

    def _goals(self) -> tuple[CanonGoal, ...]:
        out: list[CanonGoal] = []
        seen: set[tuple[str, int]] = set()
        for event in self.reading.events:
            actor = event.actors[0]
            mark = (actor, event.evidence[0].start)
            late = actor in self.ids and self.first[actor] <= event.chapter
            if event.kind in _GOALS and late and mark not in seen and len(out) < MOST:
                seen.add(mark)
                out.append(
                    CanonGoal(
                        f"goal-{len(out) + 1}",
                        self.ids[actor],
                        self._text(event.evidence[0]),
                        self._proof(event.evidence),
                    )
                )
        return tuple(out)

    def _relationships(self) -> tuple[CanonRelationship, ...]:
        out: list[CanonRelationship] = []
        for bond in self.reading.relationships:
            ends = {bond.source, bond.target}
            if not ends <= self.ids.keys() or len(ends) < 2 or len(out) >= MOST:
                continue
            if max(self.first[k] for k in ends) > bond.chapter:
                continue
            source, target = self.names[bond.source], self.names[bond.target]
            out.append(
                CanonRelationship(
                    f"relationship-{len(out) + 1}",
                    self.ids[bond.source],
                    self.ids[bond.target],
                    bond.kind,
                    self.words.bond(source, target, bond.kind, bond.label),
                    self._proof(bond.evidence),
                )
            )
        return tuple(out)

    def _deaths(self) -> tuple[CanonDeath, ...]:
        out: list[CanonDeath] = []
        people = {e.key: self._people(e) for e in self.chosen}
        for death in self.reading.deaths:
            known = self.ids.get(death.person)
            if known and known in people.get(death.event, ()) and len(out) < MOST:
                out.append(
                    CanonDeath(
                        f"death-{len(out) + 1}",
                        known,
                        self.events[death.event],
                        self._text(death.evidence[0]),
                        self._proof(death.evidence),
                    )
                )
        return tuple(out)

    def _ending(self, deaths: Sequence[CanonDeath], threads: Sequence[CanonThread]) -> CanonEnding:
        """The last sentences that matter, who is dead, and what is said last of each other person."""
        last = self.chosen[-_TOLD:]
        states = {d.character_id: self.words.dead(d.description) for d in deaths}
        for event in reversed(self.chosen):
            for person in self._people(event):
                states.setdefault(person, self._text(event.evidence[0]))
        return CanonEnding(
            summary=" ".join(self._text(e.evidence[0]) for e in last),
            character_states={k: states[k] for k in sorted(states)},
            faction_states={},
            location_states={},
            unresolved_thread_ids=tuple(t.id for t in threads),
            evidence=self._proof([e.evidence[0] for e in last]),
        )

    def _text(self, proof: Evidence) -> str:
        """The words of a citation with blanks squeezed, not longer than an excerpt."""
        return " ".join(self.pages.text[proof.start : proof.end].split())[:EXCERPT_CHARS]

    def _proof(self, proofs: Sequence[Evidence], confidence: float = 0.9) -> Proof:
        """Exact excerpts in the order of the text, each once."""
        ordered = sorted(set(proofs), key=lambda e: (e.start, e.end))
        cited = tuple(
            Citation(e.chapter, self.pages.text[e.start : min(e.end, e.start + EXCERPT_CHARS)]) for e in ordered
        )
        return Proof(tuple(dict.fromkeys(cited)), confidence)
