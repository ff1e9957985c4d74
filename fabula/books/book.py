"""What a book is once it has been opened: one string, cut into sections.

Owns the shapes only. The one promise, checked on construction: sections partition the text - the first begins at 0,
each begins where the one before it ended, the last ends at the end - and none of them is blank.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Section:
    """A stretch of the text. `start` and `end` are code-point offsets into `BookText.text`, end exclusive.

    `kind` is "front", "chapter", "prologue", "epilogue" or "extra". `number` counts 1..N over everything but the
    front matter, which has none. `title` is the human title, or the heading's own label when it has no other.
    `part` names the volume, book or part the section stands under.
    """

    number: int | None
    title: str | None
    start: int
    end: int
    kind: str
    part: str | None = None


@dataclass(frozen=True)
class Cover:
    """A cover picture: its bytes and the media type its first bytes prove."""

    data: bytes
    media_type: str


@dataclass(frozen=True)
class BookText:
    """An opened book. `notes` are plain sentences about whatever was unusual; `format` is txt, epub, pdf or paste."""

    text: str
    sections: tuple[Section, ...]
    encoding: str | None
    title: str | None
    author: str | None
    language: str
    cover: Cover | None
    notes: tuple[str, ...]
    format: str

    def __post_init__(self) -> None:
        position = 0
        for section in self.sections:
            if section.start != position or section.end <= section.start:
                raise AssertionError(f"sections do not partition the text at {position}")
            if not self.text[section.start : section.end].strip():
                raise AssertionError(f"blank section at {section.start}")
            position = section.end
        if position != len(self.text):
            raise AssertionError("sections do not reach the end of the text")


@dataclass(frozen=True)
class Mark:
    """A place a table of contents points at: an offset into the text, the entry's title, its depth from 0."""

    offset: int
    title: str
    depth: int
