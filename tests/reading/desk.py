"""What the reading tests share: reading a text as one or several chapters, and asking the result."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from fabula.reading.read import read_book
from fabula.reading.shapes import Person, Quote, Reading

ROOT = Path(__file__).resolve().parents[2]
CORPUS = Path(os.environ.get("FABULA_CORPUS", ROOT.parent / "shared" / "corpus"))


@dataclass(frozen=True)
class Section:
    """A chapter."""

    number: int | None
    start: int
    end: int


@dataclass(frozen=True)
class Read:
    """A text with its reading."""

    text: str
    reading: Reading

    def said(self) -> list[str]:
        """The words of every quotation that is speech or thought."""
        return [self.text[q.start : q.end] for q in self.reading.quotes if q.kind in {"speech", "thought"}]

    def quote(self, words: str) -> Quote:
        """The quotation that begins with `words`."""
        return next(q for q in self.reading.quotes if self.text[q.start : q.end].startswith(words))

    def speaker(self, words: str) -> str | None:
        """The display name of whoever says the quotation that begins with `words`."""
        key = self.quote(words).speaker
        return next((p.name for p in self.reading.people if p.key == key), None)

    def person(self, alias: str) -> Person:
        """The person one of whose aliases is `alias`."""
        return next(p for p in self.reading.people if alias in {a.name for a in p.aliases})

    def names(self) -> set[str]:
        """All aliases of all people."""
        return {a.name for p in self.reading.people for a in p.aliases}


def read(text: str, language: str = "en") -> Read:
    """Read a text as one chapter."""
    return Read(text, read_book(text, [Section(1, 0, len(text))], language))


def read_chapters(*chapters: str, language: str = "en") -> Read:
    """Read texts as the chapters of one book."""
    text = ""
    sections: list[Section] = []
    for number, chapter in enumerate(chapters, 1):
        sections.append(Section(number, len(text), len(text) + len(chapter)))
        text += chapter
    return Read(text, read_book(text, sections, language))
