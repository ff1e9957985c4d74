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
    """One name of a person and where the book first uses it; later chapters must not leak into earlier ones."""

    name: str
    mentions: int
    first_start: int
    first_chapter: int


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

    `by_chapter` are (chapter, mentions) pairs in reading order, so that mentions can be counted as of a chapter.
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


@dataclass(frozen=True, slots=True)
class Quote:
    """Words inside quotation marks (marks excluded). `speaker` and `addressee` are person keys.

    `voice` is the speaker's key even if it is one of the book's `others`; `speaker` is a person's key only.
    `kind` is speech, thought, letter or scare; `why` says what decided the speaker: explicit, anaphoric, implicit,
    continued or unknown.
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


@dataclass(frozen=True, slots=True)
class Place:
    """A named place and the sentence that first names it."""

    name: str
    mentions: int
    first: Evidence


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
class Reading:
    """Everything found in one book: people best first, quotes by position, places, summary in order, genre.

    `others` are those beyond `people`, most mentioned first; their keys follow on.
    """

    people: tuple[Person, ...]
    quotes: tuple[Quote, ...]
    places: tuple[Place, ...]
    summary: tuple[Evidence, ...]
    genre: str | None
    others: tuple[Bystander, ...] = ()
