"""The JSON of books, chapters, people and reading progress, both ways.

Owns names and bounds on the wire. What a value must mean is decided by the actions; what belongs to a later chapter
never reaches these shapes.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, Field, FiniteFloat, StrictInt

from fabula.api.shapes_account import Asked

Mode = Literal["canon", "creative", "remix"]
Status = Literal["pending", "parsing", "ready", "error"]
BookId = Annotated[str, Field(examples=["book_8c7e4a52-61f0-4b7e-9f0a-3d2c1b0a9f8e"])]
Number = Annotated[StrictInt, Field(ge=0, le=100_000, examples=[3])]


class Position(Asked):
    """A place in a chapter: paragraph index, how far into it in pixels or lines, and the share of the chapter read."""

    paragraph: StrictInt = Field(ge=0, le=1_000_000)
    offset: FiniteFloat = Field(default=0, ge=-1_000_000, le=1_000_000)
    fraction: FiniteFloat | None = Field(default=None, ge=0, le=1)


class PasteIn(Asked):
    """A book as pasted text."""

    title: str = Field(min_length=1, max_length=2_000, examples=["The Lamplighter"])
    content: str = Field(min_length=1, examples=["Chapter 1\n\nThe lamps were lit at six."])
    author: str | None = Field(default=None, max_length=2_000)
    deviation_mode: Mode = "canon"


class ShelfIn(Asked):
    """How strictly a book taken from the catalog is to be followed."""

    deviation_mode: Mode | None = None


class ProgressIn(Asked):
    """The reader's place; the chapter is also the bound of everything the book tells."""

    current_chapter: Number
    position: Position | None = None


class IdentityIn(Asked):
    """Who the reader is in the book."""

    identity_type: Literal["self", "character"]
    identity_name: str | None = Field(default=None, max_length=2_000)
    character_id: str | None = Field(default=None, max_length=200)


class AcceptedOut(BaseModel):
    """What became of a book that was brought."""

    novel_id: BookId
    status: Status
    duplicate: bool
    title: str
    total_chapters: int
    encoding: str | None
    notes: list[str]
    message: str


class CandidateOut(BaseModel):
    """A line of the file as one encoding reads it."""

    encoding: str
    sample: str


class EncodingsOut(BaseModel):
    """How a text file would be read, and how else it could be."""

    chosen: str | None
    reason: str
    candidates: list[CandidateOut]


class ImportOut(BaseModel):
    """What an import is doing, or where it stopped. `done` of `total` characters within the step."""

    stage: Literal["source", "chapters", "enriched", "completed"]
    step: Literal["people", "speech", "world", "saving"] | None
    done: int
    total: int
    people: int | None
    attempt: int
    retryable: bool
    cancellable: bool


class ReadingOut(BaseModel):
    """How far a book has been read."""

    current_chapter: int
    chapter_title: str | None
    percent: int
    position: Position | None
    last_read_at: datetime | None
    last_line: str | None


class FaceOut(BaseModel):
    """Just enough of a person for a monogram."""

    id: str
    name: str
    initial: str
    hue: int


class NovelOut(BaseModel):
    """A book on the reader's shelf."""

    id: BookId
    title: str
    author: str | None
    language: str
    format: str
    encoding: str | None
    notes: list[str]
    cover_url: str | None
    description: str | None
    genre: str | None
    total_chapters: int
    chars: int
    status: Status
    parse_error: str | None
    deviation_mode: Mode
    world_summary: str | None
    created_at: datetime
    updated_at: datetime
    uploaded: bool
    story_id: str
    branch_id: str | None
    progress: ReadingOut
    import_: ImportOut | None = Field(alias="import")
    people: list[FaceOut]


class NovelsOut(BaseModel):
    """One page of the shelf."""

    novels: list[NovelOut]
    next_cursor: str | None


class StatusOut(BaseModel):
    """How an import stands."""

    novel_id: BookId
    status: Status
    total_chapters: int
    error: str | None
    import_: ImportOut | None = Field(alias="import")


class CatalogEntryOut(BaseModel):
    """A finished book that may be taken onto the shelf."""

    id: BookId
    title: str
    author: str | None
    language: str
    genre: str | None
    description: str | None
    total_chapters: int
    cover_url: str | None
    on_shelf: bool


class CatalogOut(BaseModel):
    """Every finished book."""

    novels: list[CatalogEntryOut]


class ChapterEntryOut(BaseModel):
    """A line of the chapter list; number 0 is the matter before the first chapter."""

    id: str
    number: int
    kind: Literal["front", "chapter", "prologue", "epilogue", "extra"]
    title: str | None
    part: str | None
    is_key_node: bool
    words: int
    chars: int


class ChaptersOut(BaseModel):
    """The chapter list in reading order."""

    chapters: list[ChapterEntryOut]


class ChapterOut(ChapterEntryOut):
    """A chapter with its text; `body_start` is where the prose begins after the heading."""

    novel_id: BookId
    content: str
    body_start: int
    language: str
    previous: int | None
    next: int | None
    next_title: str | None


class CitationOut(BaseModel):
    """Where a sentence stands: `excerpt` is the chapter's text from `start` to `end`, whitespace squeezed."""

    chapter_number: int
    chapter_title: str | None
    excerpt: str
    start: int
    end: int


class FieldCitationOut(CitationOut):
    """A sentence behind one field of a person."""

    field: Literal["description", "appearance", "personality", "background"]


class CharacterOut(BaseModel):
    """A person of the book as far as the reader knows them; the texts are the book's own sentences."""

    id: str
    novel_id: BookId
    name: str
    aliases: list[str]
    gender: Literal["female", "male", "unknown"]
    role: Literal["protagonist", "antagonist", "supporting", "minor"]
    narrator: bool
    mentions: int
    lines: int
    first_appearance_chapter: int | None
    hue: int
    initial: str
    avatar_url: str | None
    avatar_status: Literal["pending", "generating", "ready", "error"]
    description: str | None
    personality: str | None
    background: str | None
    appearance: str | None
    speaking_style: str | None
    citations: list[FieldCitationOut]
    typical: list[CitationOut]
    can_talk: bool


class CharactersOut(BaseModel):
    """The people met by the saved chapter."""

    characters: list[CharacterOut]
    through_chapter: int


class ProgressOut(BaseModel):
    """The saved place and identity."""

    novel_id: BookId
    current_chapter: int
    position: Position | None
    reader_identity: str | None
    reader_identity_type: Literal["self", "character"]
    reader_character_id: str | None
    deviation_mode: Mode
    last_read_at: datetime | None


class TryOut(BaseModel):
    """A question worth asking, and of whom and when."""

    character: str
    chapter: int
    text: str


class SampleOut(BaseModel):
    """A book that comes with Fabula."""

    name: str
    title: str
    author: str
    language: str
    blurb: str
    chapters: int
    words: int
    try_: list[TryOut] = Field(alias="try")
    novel_id: str | None


class SamplesOut(BaseModel):
    """The sample books."""

    samples: list[SampleOut]
