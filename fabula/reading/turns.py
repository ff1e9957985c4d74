"""Turns of speech and the signs beside them, as the decoder sees them.

Owns the shapes shared by those who find signs and those who weigh them. Knows nothing of words or of names: persons are
numbers. Promise: plain data; a person's number is its position in the cast, everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass, field

NOBODY = -1
"""The speaker of a turn whose speaker is nobody in the cast."""


@dataclass(frozen=True, slots=True)
class Sign:
    """Something beside a quote that points at its speaker. `sort`: name, pronoun, noun, kin, other.

    `noun` is a description that may stand for one person all through the book; `sort` is bound once it does.
    `person` is set for a name, `gender` (m, f or "") for the rest; `tag` when a verb of speech ties it to the quote.
    `at` is where the text has it.
    """

    sort: str
    person: int
    gender: str
    tag: bool
    noun: str = ""
    at: tuple[int, int] | None = None


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
    """The decoded speaker of a turn (NOBODY if none), the addressee, how sure, and what decided.

    `cue` is the span of the name, pronoun or noun that decided, if one did; `rival` is who else it may have been.
    """

    speaker: int
    addressee: int
    confidence: float
    why: str
    cue: tuple[int, int] | None = None
    rival: int = NOBODY
    rival_share: float = 0.0
