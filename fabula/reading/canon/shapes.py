"""The canon model of a book (service specification, section 7.6): what is true in it, each with its sources.

Owns the plain frozen shapes and their limits; `asdict` of a model is its stored JSON. Knows nothing of how a model is
made or checked. Promise: nothing is optional that the specification wants, and every item carries evidence.
"""

from __future__ import annotations

from dataclasses import dataclass

SCHEMA_VERSION = 1
PROMPT_VERSION = "offline-canon-1"
"""Which reader made the model; stands where a model of another making names its prompt."""

TITLE_CHARS = 500
TEXT_CHARS = 10_000
ENDING_CHARS = 20_000
EXCERPT_CHARS = 2_000
ID_CHARS = 100


@dataclass(frozen=True, slots=True)
class Citation:
    """Exact words of a chapter."""

    chapter_number: int
    excerpt: str


@dataclass(frozen=True, slots=True)
class Proof:
    """Where an item is stated: at least one citation; `confidence` from 0 to 1."""

    provenance: tuple[Citation, ...]
    confidence: float


@dataclass(frozen=True, slots=True)
class CanonArc:
    """A line of the story: events in order."""

    id: str
    title: str
    summary: str
    event_ids: tuple[str, ...]
    evidence: Proof


@dataclass(frozen=True, slots=True)
class CanonEvent:
    """What happens; `sequence` is its position from 1, `caused_by` are earlier events."""

    id: str
    sequence: int
    summary: str
    caused_by: tuple[str, ...]
    location_ids: tuple[str, ...]
    character_ids: tuple[str, ...]
    faction_ids: tuple[str, ...]
    evidence: Proof


@dataclass(frozen=True, slots=True)
class CanonLocation:
    """A place of the book."""

    id: str
    name: str
    description: str
    evidence: Proof


@dataclass(frozen=True, slots=True)
class CanonFaction:
    """A group of the book."""

    id: str
    name: str
    description: str
    evidence: Proof


@dataclass(frozen=True, slots=True)
class CanonRule:
    """A rule of the world; a hard one binds everybody."""

    id: str
    description: str
    hard: bool
    evidence: Proof


@dataclass(frozen=True, slots=True)
class CanonGoal:
    """What somebody wants."""

    id: str
    character_id: str
    description: str
    evidence: Proof


@dataclass(frozen=True, slots=True)
class CanonRelationship:
    """What one person is to another."""

    id: str
    from_character_id: str
    to_character_id: str
    kind: str
    description: str
    evidence: Proof


@dataclass(frozen=True, slots=True)
class CanonDeath:
    """Who dies in which event."""

    id: str
    character_id: str
    event_id: str
    description: str
    evidence: Proof


@dataclass(frozen=True, slots=True)
class CanonThread:
    """What the book leaves open."""

    id: str
    description: str
    evidence: Proof


@dataclass(frozen=True, slots=True)
class CanonEnding:
    """How it stands when the book is over; states by id, for those of whom something is said."""

    summary: str
    character_states: dict[str, str]
    faction_states: dict[str, str]
    location_states: dict[str, str]
    unresolved_thread_ids: tuple[str, ...]
    evidence: Proof


@dataclass(frozen=True, slots=True)
class CanonStoryModel:
    """The content of a canon model. Characters are named by the keys of the reading, or by what they are mapped to."""

    arcs: tuple[CanonArc, ...]
    events: tuple[CanonEvent, ...]
    locations: tuple[CanonLocation, ...]
    factions: tuple[CanonFaction, ...]
    world_rules: tuple[CanonRule, ...]
    character_goals: tuple[CanonGoal, ...]
    relationships: tuple[CanonRelationship, ...]
    deaths: tuple[CanonDeath, ...]
    unresolved_threads: tuple[CanonThread, ...]
    ending: CanonEnding
