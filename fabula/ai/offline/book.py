"""What a conversation needs to know of a book: its chapters, who says what, and what people are called.

Owns the input shapes only. It refuses to know where they come from (an extraction, an annotated corpus) and promises
nothing but that a `Source` is immutable, so that everything derived from it may be kept for as long as it is useful.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class SpokenLine:
    """One uninterrupted quotation: `text[start:end]` of its chapter, marks excluded.

    Only speech: letters, thoughts and words in scare quotes are not lines. `speaker` and `addressee` are character
    ids or None when nobody is known; `addressee` is None for a crowd. `confidence` (0..1) is that of the speaker.
    """

    chapter: int
    start: int
    end: int
    speaker: str | None
    addressee: str | None = None
    confidence: float = 1.0


@dataclass(frozen=True)
class ChapterText:
    """One chapter as the reader sees it. Numbers rise through the book; a reader unlocks them in that order."""

    number: int
    title: str | None
    text: str


@dataclass(frozen=True)
class Name:
    """A name or an alias of a character and the chapter in which that name first stands."""

    text: str
    character: str
    first_chapter: int


@dataclass(frozen=True)
class Source:
    """A whole book as the conversation needs it.

    `display` maps a character id to the name shown for it. `genders` maps ids to "female", "male" or "unknown" and may
    be empty: it only helps to tell whom "she" means. `narrator` is the id of the person who tells the book as "I".
    """

    language: str
    chapters: tuple[ChapterText, ...]
    lines: tuple[SpokenLine, ...]
    names: tuple[Name, ...]
    display: Mapping[str, str]
    genders: Mapping[str, str] = field(default_factory=dict)
    narrator: str | None = None

    @property
    def chinese(self) -> bool:
        """Whether the book is written in Chinese."""
        return self.language.lower().startswith("zh")
