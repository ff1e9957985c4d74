"""What reading a novel yields: people, quotes, places, a summary, each tied to the sentences that say so.

Owns the plain frozen shapes that leave this room. Knows nothing of how they are found, of storage or of the screen.
Promise: every span is a pair of absolute code-point offsets into the text that was read, and `chapter` is the number of
the section that holds it (0 for matter before the first chapter), so a reader's position bounds everything shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

MOST_PEOPLE = 50
"""At most this many people leave a reading (service specification, section 5.4)."""

SUMMARY_CHARS = 2000
"""The sentences of a summary are together at most this long (service specification, section 5.5)."""


RELATION_KINDS = ("kin", "spouse", "betrothed", "friend", "foe", "master", "servant", "acquaintance")
"""What people are to each other. A master's `source` is master of its `target`, a servant's the reverse."""

EVENT_KINDS = (
    "death",
    "birth",
    "marriage",
    "proposal",
    "meeting",
    "parting",
    "journey",
    "arrival",
    "fight",
    "capture",
    "escape",
    "discovery",
    "letter",
    "promise",
    "illness",
    "gift",
    "decision",
    "refusal",
    "invitation",
    "appointment",
    "quarrel",
    "allegiance",
    "telling",
    "request",
    "affection",
    "company",
    "grief",
    "talk",
    "sight",
    "possession",
    "movement",
)
"""What can happen: a small closed list."""


class SectionLike(Protocol):
    """A chapter of the book: its number (None for front matter) and its span."""

    @property
    def number(self) -> int | None: ...

    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...


@dataclass(frozen=True, slots=True)
class GivenPerson:
    """Somebody known beforehand: the names to look for, and `gender` female, male or unknown."""

    name: str
    aliases: tuple[str, ...] = ()
    gender: str = "unknown"
    narrator: bool = False


@dataclass(frozen=True, slots=True)
class Evidence:
    """One exact sentence of the book."""

    start: int
    end: int
    chapter: int


@dataclass(frozen=True, slots=True)
class Alias:
    """One name of a person and where the book first uses it; later chapters must not leak into earlier ones.

    Names that belong together by their spelling share a `group`. Group 0 is the first one met; `linked` is where the
    book shows that a name of another group is the same person's, None for group 0.
    """

    name: str
    mentions: int
    first_start: int
    first_chapter: int
    by_chapter: tuple[tuple[int, int], ...] = ()
    group: int = 0
    linked: Evidence | None = None


@dataclass(frozen=True, slots=True)
class StyleNumbers:
    """How a person talks, in numbers: lines spoken, words a line, shares of lines with ? and !, favourite words."""

    lines: int
    words_per_line: float
    question_share: float
    exclaim_share: float
    favourites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody in the book. `key` is p1, p2, ... by importance; `gender` female, male or unknown.

    `by_chapter` are (chapter, mentions) pairs in reading order, so that mentions can be counted as of a chapter;
    `hostile` likewise counts sentences that show hostility. `gender_chapter` is from where on the gender shows.
    """

    key: str
    name: str
    aliases: tuple[Alias, ...]
    gender: str
    role: str
    mentions: int
    by_chapter: tuple[tuple[int, int], ...]
    first_chapter: int
    first: Evidence
    narrator: bool
    description: tuple[Evidence, ...]
    appearance: tuple[Evidence, ...]
    personality: tuple[Evidence, ...]
    background: tuple[Evidence, ...]
    style: StyleNumbers
    typical: tuple[Evidence, ...]
    hostile: tuple[tuple[int, int], ...] = ()
    gender_chapter: int = 0


@dataclass(frozen=True, slots=True)
class Quote:
    """Words inside quotation marks (marks excluded). `speaker` and `addressee` are person keys.

    `voice` is the speaker's key even if it is one of the book's `others`; `speaker` is a person's key only.
    `kind` is speech, thought, letter or scare; `why` says what decided the speaker: explicit, anaphoric, implicit,
    continued or unknown. `cue` is where the name, pronoun or noun stands that decided, if one did; `rival` is the voice
    that came next, with its share of certainty.
    """

    start: int
    end: int
    speaker: str | None
    addressee: str | None
    kind: str
    confidence: float
    chapter: int
    why: str
    voice: str | None = None
    cue: Evidence | None = None
    rival: str | None = None
    rival_share: float = 0.0


@dataclass(frozen=True, slots=True)
class Place:
    """A named place (l1, l2, ... by mentions) and the sentence that first names it.

    `sort` is what kind of place it is ("house", "county", ""); `parent` the key of the place it lies in, where
    `parent_evidence` states so.
    """

    name: str
    mentions: int
    first: Evidence
    key: str = ""
    by_chapter: tuple[tuple[int, int], ...] = ()
    sort: str = ""
    parent: str | None = None
    parent_evidence: Evidence | None = None


@dataclass(frozen=True, slots=True)
class Bystander:
    """Somebody kept in the index only: named in passing, or known by a description ("the waiter")."""

    key: str
    name: str
    aliases: tuple[Alias, ...]
    gender: str
    mentions: int
    first: Evidence


@dataclass(frozen=True, slots=True)
class Relationship:
    """What one person is to another (r1, r2, ...): `source` is the `label` of `target`.

    `kind` is one of `RELATION_KINDS`; `label` a word for it ("sister", "wife", "servant", "姊"), empty where the book
    gives none. `mutual` relations read the same both ways. All of the evidence is needed; `chapter` is its last.
    """

    key: str
    source: str
    target: str
    kind: str
    label: str
    mutual: bool
    chapter: int
    evidence: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happens (e1, e2, ... in the order of the text): who did it, to whom, where.

    `kind` is one of `EVENT_KINDS`. `actors` and `targets` are person keys, `place` a place key. `causes` are keys of
    earlier events. Who dies in a death is its targets if it has any, else its actors.
    """

    key: str
    kind: str
    actors: tuple[str, ...]
    targets: tuple[str, ...]
    place: str | None
    chapter: int
    evidence: tuple[Evidence, ...]
    causes: tuple[str, ...] = ()
    confidence: float = 0.9


@dataclass(frozen=True, slots=True)
class Death:
    """Who is dead from `chapter` on (d1, d2, ...), by which event."""

    key: str
    person: str
    event: str
    chapter: int
    evidence: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class Faction:
    """A group that people belong to (f1, f2, ...). `sort`: family, army, state, school, company."""

    key: str
    name: str
    sort: str
    members: tuple[str, ...]
    mentions: int
    by_chapter: tuple[tuple[int, int], ...]
    chapter: int
    evidence: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class Thing:
    """An object that the book keeps coming back to (o1, o2, ...); `owner` a person key where stated."""

    key: str
    name: str
    owner: str | None
    mentions: int
    by_chapter: tuple[tuple[int, int], ...]
    chapter: int
    evidence: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class Thread:
    """Something left open (t1, t2, ...): a promise, a search, a question, a plan; `closed` is where it ends.

    `chapter` and `evidence` are of its opening alone, so that an open thread never tells that it will close.
    """

    key: str
    kind: str
    people: tuple[str, ...]
    chapter: int
    evidence: tuple[Evidence, ...]
    closed: Evidence | None = None


@dataclass(frozen=True, slots=True)
class WorldRule:
    """A rule of the world that the book states as such (w1, w2, ...); `hard` if it forbids or commands."""

    key: str
    hard: bool
    chapter: int
    evidence: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class Node:
    """A chapter in which a path splits (n1, n2, ...): the sentence that says so, and two or three ways on.

    `options` are spans of the text, each within one sentence ("to go to London").
    """

    key: str
    person: str
    chapter: int
    evidence: tuple[Evidence, ...]
    options: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class Arc:
    """A stretch of the story (a1, a2, ...): chapters `chapter` to `last`, its people, its events in order."""

    key: str
    people: tuple[str, ...]
    chapter: int
    last: int
    events: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """Everything found in one book: people best first, quotes by position, places, summary in order, genre.

    `others` are those beyond `people`, most mentioned first; their keys follow on. `gist` are sentences of every
    chapter, from which the summary of a part is made. Every fact's chapter is the last of its evidence.
    """

    people: tuple[Person, ...]
    quotes: tuple[Quote, ...]
    places: tuple[Place, ...]
    summary: tuple[Evidence, ...]
    genre: str | None
    others: tuple[Bystander, ...] = ()
    relationships: tuple[Relationship, ...] = ()
    events: tuple[Event, ...] = ()
    deaths: tuple[Death, ...] = ()
    factions: tuple[Faction, ...] = ()
    things: tuple[Thing, ...] = ()
    threads: tuple[Thread, ...] = ()
    rules: tuple[WorldRule, ...] = ()
    nodes: tuple[Node, ...] = ()
    arcs: tuple[Arc, ...] = ()
    gist: tuple[Evidence, ...] = ()
