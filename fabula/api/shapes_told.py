"""The JSON of what a book tells beside its text: lines, relations, its world, passages, and corrections.

Owns names and bounds on the wire. What belongs to a later chapter never reaches these shapes.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, Field, StrictInt

from fabula.api.shapes_account import Asked
from fabula.api.shapes_books import CitationOut

CorrectionKind = Literal["merge", "split", "rename"]
Called = Annotated[str, Field(min_length=1, max_length=400)]


class PersonNameOut(BaseModel):
    """Somebody met, as they are called by now."""

    id: str
    name: str
    initial: str
    hue: int


class SpanOut(BaseModel):
    """A stretch of the chapter's text, in characters."""

    start: int
    end: int


class LineOut(BaseModel):
    """Words in quotation marks (marks excluded) and who says them.

    `speaker` may be somebody in passing, who has no page (`speaker_id` null), or null: nobody can tell. `why` says what
    decided it, and `cue` where that stands.
    """

    start: int
    end: int
    kind: Literal["speech", "thought", "letter", "scare"]
    speaker_id: str | None
    speaker: str | None
    addressee_id: str | None
    confidence: float
    why: str
    cue: SpanOut | None


class LinesOut(BaseModel):
    """Who speaks in a chapter; a chapter beyond the saved place has no lines yet."""

    lines: list[LineOut]
    people: list[PersonNameOut]
    through_chapter: int


class RelationOut(BaseModel):
    """What one person is to another: `source` is the `label` of `target`; the sentences say so."""

    id: str
    source_id: str
    target_id: str
    kind: str
    label: str
    mutual: bool
    citations: list[CitationOut]


class TalkOut(BaseModel):
    """Two people who talk with each other, and in how many lines of the unlocked text."""

    one_id: str
    other_id: str
    lines: int


class RelationsOut(BaseModel):
    """How the people met so far stand to each other, and who talks with whom."""

    relations: list[RelationOut]
    talks: list[TalkOut]
    through_chapter: int


class WholeRelationsOut(BaseModel):
    """The relationships of a book that has been read to its end."""

    characters: list[PersonNameOut]
    relationships: list[RelationOut]


class SourceCitationOut(BaseModel):
    """Exact words of a chapter."""

    chapter_number: int
    excerpt: str


class SourceNameOut(BaseModel):
    """Somebody at an end of a relationship."""

    id: str
    name: str


class SourceRelationshipOut(BaseModel):
    """A relationship of the canon model, whole, with every one of its sources."""

    id: str
    from_character_id: str
    to_character_id: str
    kind: str
    description: str
    source_citations: list[SourceCitationOut]


class SourceRelationshipsOut(BaseModel):
    """Cited relationships at the saved place (protocol source-v1)."""

    novel_id: str
    model_version: int
    checkpoint_chapter: int
    characters: list[SourceNameOut]
    relationships: list[SourceRelationshipOut]


class ToldOut(BaseModel):
    """Something the book says, with its sentences; `chapter` is the last of them."""

    id: str
    chapter: int
    citations: list[CitationOut]


class EventOut(ToldOut):
    """What happens: who does it to whom, and where."""

    kind: str
    actors: list[str]
    targets: list[str]
    place: str | None
    causes: list[str]


class DeathOut(ToldOut):
    """Who is dead from this chapter on."""

    person: str
    event: str | None


class FactionOut(ToldOut):
    """A group that people belong to."""

    name: str
    sort: str
    members: list[str]
    mentions: int


class ThingOut(ToldOut):
    """An object that the book keeps coming back to."""

    name: str
    owner: str | None
    mentions: int


class ThreadOut(ToldOut):
    """Something left open, and where it is closed, once that has been read."""

    kind: str
    people: list[str]
    closed: CitationOut | None


class RuleOut(ToldOut):
    """A rule of the world that the book states."""

    hard: bool


class NodeOut(ToldOut):
    """Where a path splits, with the ways on that the text names."""

    person: str | None
    options: list[CitationOut]


class ArcOut(ToldOut):
    """A stretch of the story that has been read to its end."""

    people: list[str]
    last: int
    events: list[str]


class PlaceOut(BaseModel):
    """A named place, what kind of place it is, and the place it lies in."""

    id: str
    name: str
    sort: str
    parent: str | None
    first_chapter: int
    citations: list[CitationOut]


class WorldOut(BaseModel):
    """What happens in a book and what is true in it, as far as it has been read."""

    events: list[EventOut]
    deaths: list[DeathOut]
    factions: list[FactionOut]
    things: list[ThingOut]
    threads: list[ThreadOut]
    rules: list[RuleOut]
    nodes: list[NodeOut]
    arcs: list[ArcOut]
    places: list[PlaceOut]
    people: list[PersonNameOut]
    through_chapter: int


class LoreIn(Asked):
    """What to look for in the text read so far; `limit` is brought to 1..5, `max_chapter` to the saved place."""

    query: str = Field(min_length=1, max_length=20_000, examples=["the lamp in the window"])
    max_chapter: StrictInt | None = Field(default=None, ge=1, le=100_000)
    limit: StrictInt = Field(default=3, ge=-1_000_000, le=1_000_000)


class PassageOut(BaseModel):
    """A passage: exactly the chapter's text from `start` to `end`; `score` is in 0..1."""

    chapter_number: int
    chapter_title: str | None
    excerpt: str
    start: int
    end: int
    score: float


class PassagesOut(BaseModel):
    """The passages found, best first."""

    passages: list[PassageOut]


class CorrectionIn(Asked):
    """A decision: `other_id` is the same person (merge); `names` are somebody else's (split) or the one to call them by
    (rename).
    """

    kind: CorrectionKind
    character_id: str = Field(max_length=200)
    other_id: str | None = Field(default=None, max_length=200)
    names: list[Called] = Field(default_factory=list, max_length=100)


class CorrectionOut(BaseModel):
    """A decision in force, by the names that are known so far."""

    id: str
    kind: CorrectionKind
    who: list[str]
    names: list[str]
    at: datetime


class CorrectionsOut(BaseModel):
    """The decisions in force; `read_again` says that the book must be read again before it can be corrected."""

    corrections: list[CorrectionOut]
    may_correct: bool
    read_again: bool


class CorrectedOut(BaseModel):
    """A decision that was carried out."""

    id: str


class ReadAgainOut(BaseModel):
    """How many people a new reading found."""

    people: int
