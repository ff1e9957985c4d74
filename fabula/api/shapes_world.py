"""The JSON of a story's world, both ways: rows of every kind, who knows what, who sees whom how.

Owns names and bounds on the wire. A row has the same first fields whatever its kind; its own columns follow them.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat

from fabula.api.shapes_account import Asked
from fabula.api.shapes_stories import AnId, ChangedOut, Version

Kind = Literal["character", "place", "item", "faction", "lore", "thread", "happening"]
Kinds = Literal[
    "character",
    "characters",
    "place",
    "places",
    "item",
    "items",
    "faction",
    "factions",
    "lore",
    "thread",
    "threads",
    "happening",
    "happenings",
]
Values = Annotated[dict[str, Any], Field(max_length=40)]
Line = Annotated[str, Field(max_length=1_000)]


class MakeIn(Asked):
    """A row to make: its kind and its columns; every kind takes `name` and `description`."""

    kind: Kinds
    values: Annotated[Values, Field(examples=[{"name": "Ada", "description": "She keeps the lamp."}])]
    version: Version


class EditIn(Asked):
    """Columns to change, and with `patch` parts of their JSON; null takes an optional part away."""

    kind: Kinds
    values: Values = Field(default_factory=dict)
    patch: Annotated[dict[str, dict[str, Any]], Field(max_length=40)] = Field(default_factory=dict)
    version: Version


class MergeIn(Asked):
    """The row that stays, and the one that becomes it."""

    keep_id: AnId
    drop_id: AnId
    version: Version


class PutIn(Asked):
    """Where a thing goes: to somebody, to a place, or with neither nowhere in particular."""

    holder_id: AnId | None = None
    location_id: AnId | None = None
    slot: Literal["equipped_items", "inventory"] = "inventory"
    version: Version


class LearnedIn(Asked):
    """How somebody came to know, at which entry, and how firmly (from 0 to 1)."""

    source: Line | None = None
    learned_at_entry_id: AnId | None = None
    decay_resistance: Annotated[FiniteFloat, Field(ge=0, le=1)] | None = None


class LearnIn(Asked):
    """Who knows of what."""

    happening_id: AnId
    character_id: AnId
    values: LearnedIn = Field(default_factory=LearnedIn)
    version: Version


class ViewIn(Asked):
    """How one person sees another; null unsays it."""

    subject_id: AnId
    object_id: AnId
    view: Line | None
    version: Version


class RowOut(BaseModel):
    """A row of the world. The columns of its kind come along under their own names."""

    model_config = ConfigDict(extra="allow")

    id: str
    kind: Kind
    name: str
    description: str
    status: str | None
    state: dict[str, Any]


class Counts(BaseModel):
    """How many rows there are of each kind."""

    character: int
    place: int
    item: int
    faction: int
    lore: int
    thread: int
    happening: int


class RowsAtOut(BaseModel):
    """A page of rows of a kind by id; `next` goes into after=."""

    rows: list[RowOut]
    next: str | None
    counts: Counts


class RowsOut(RowsAtOut):
    """The same, of a branch as it is now."""

    version: int


class OneRowOut(BaseModel):
    """One row, and the version of the branch it was read from."""

    row: RowOut
    version: int


class RowChangedOut(ChangedOut):
    """A row as it is now."""

    row: RowOut


class PresentOut(BaseModel):
    """Who and what is in a scene, and where it is; `moment` is in seconds since the story began."""

    entry_id: str | None
    moment: int | None
    place: RowOut | None
    rows: list[RowOut]


class PlaceOut(BaseModel):
    """A place with the places inside it; `here` is where the story is, `disabled` what is kept out of sight."""

    id: str
    name: str
    status: str
    disabled: bool
    here: bool
    inside: list[PlaceOut]


class PlacesOut(BaseModel):
    """The outermost places by name."""

    places: list[PlaceOut]


class KnownOut(BaseModel):
    """Somebody knows of something; with `common_knowledge` because everybody does."""

    happening_id: str
    title: str | None
    character_id: str
    name: str | None
    source: str | None
    common_knowledge: bool
    since_entry_id: str | None
    since_position: int | None
    since_moment: int | None


class KnowledgeOut(BaseModel):
    """A page of who knows what; `next` goes into after=."""

    knowledge: list[KnownOut]
    next: str | None


class SeenOut(BaseModel):
    """Somebody a person has to do with: how the person sees them, and how they see the person."""

    id: str
    character_id: str
    name: str | None
    sees: str | None
    seen: str | None


class RelationshipsOut(BaseModel):
    """Everybody a person has to do with."""

    relationships: list[SeenOut]
