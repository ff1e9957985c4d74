"""What a language's reader hands on: cast, quotations, turns with verdicts, places.

Owns the working shapes between finding and telling; they are mutable and never leave the room. Knows nothing of how
they were found. Promise: persons are numbered by their position in `members` everywhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from fabula.reading.marks import Span
from fabula.reading.turns import Mention, Turn, Verdict


@dataclass(frozen=True, slots=True)
class Spot:
    """One place that names a person: span, whether inside speech, whether a sentence's subject, the name's spelling.

    `pronoun` marks a narrator's "I".
    """

    start: int
    end: int
    quoted: bool
    subject: bool
    name: str
    pronoun: bool = False


@dataclass(slots=True)
class Member:
    """One person: indices of names, gender (m, f or ""), spots in text order, the noun if only described.

    Those `passing` through are for the index only.
    """

    names: list[int]
    gender: str
    noun: str = ""
    narrator: bool = False
    spots: list[Spot] = field(default_factory=list)
    label: str = ""
    passing: bool = False


@dataclass(slots=True)
class Ground:
    """A named place and where it is named."""

    name: str
    starts: list[int]


@dataclass(slots=True)
class Findings:
    """Everything found in a book, before it is put into the shapes that leave the room."""

    members: list[Member]
    spans: list[Span]
    kinds: list[str]
    turns: list[Turn]
    verdicts: list[Verdict]
    grounds: list[Ground]
    small: Counter[str] = field(default_factory=Counter)
    """How often the book writes each word small, and inside a sentence with a capital; empty where nobody counted."""
    capital: Counter[str] = field(default_factory=Counter)


def mention_stream(members: Sequence[Member]) -> list[Mention]:
    """Every mention of every member in text order."""
    stream = [Mention(s.start, p, s.quoted, s.subject) for p, m in enumerate(members) for s in m.spots]
    stream.sort(key=lambda m: (m.start, m.person))
    return stream
