"""What is recorded beside the text of an entry: the scene, the clock, and how the text came about.

Owns the shape of `story_entries.metadata`. The three scene fields are inherited from entry to entry; everything else is
said by one entry about itself (data model, Entry metadata shape). The promise: scene and clock are always there.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import MISSING, Field

from fabula.story.shapes.bounds import Id, Ids, Line, Text, WorldTime
from fabula.story.shapes.states import Strict

Seconds = Annotated[int | float, Field()]
Layer = Literal["piggyback_tagged_block", "per_turn_classifier"]
Part = Literal["physique", "face", "hair", "eyes", "attire", "distinguishing"]


class Tokens(Strict):
    """What a generation cost."""

    prompt: Annotated[int, Field(ge=0)]
    completion: Annotated[int, Field(ge=0)]
    reasoning: Annotated[int, Field(ge=0)] | MISSING = MISSING


class VisualChange(Strict):
    """A new look of somebody."""

    id: Id
    type: Part
    text: Line


class ItemTransfer(Strict):
    """A thing that changed hands."""

    id: Id
    to: Id | MISSING = MISSING
    from_: Annotated[Id | MISSING, Field(alias="from")] = MISSING
    slot: Literal["equipped_items", "inventory"] | MISSING = MISSING


class StackableTransfer(Strict):
    """So many of something that changed hands."""

    key: Annotated[str, Field(min_length=1, max_length=40)]
    amount: Annotated[int, Field(ge=0)]
    to: Id | MISSING = MISSING
    from_: Annotated[Id | MISSING, Field(alias="from")] = MISSING


class Transfers(Strict):
    """What changed hands."""

    items: Annotated[list[ItemTransfer], Field(max_length=200)]
    stackables: Annotated[list[StackableTransfer], Field(max_length=200)]


class NewLocation(Strict):
    """A place a generation wanted, and what became of the wish."""

    handle: Line
    name: Line
    description: Text
    parent: Id | MISSING = MISSING
    outcome: Literal["created", "reused", "dropped"]
    id: Id | MISSING = MISSING
    parentDropped: Literal[True] | MISSING = MISSING


class NewItem(Strict):
    """A thing a generation wanted, and what became of the wish."""

    handle: Line
    name: Line
    description: Text
    outcome: Literal["created", "dropped"]
    id: Id | MISSING = MISSING


class FailedField(Strict):
    """A part of a report that could not be read."""

    field: Line
    detail: Text


class StateReport(Strict):
    """What one generation said had changed, as it said it. Never inherited, never corrected."""

    layer: Layer
    sceneEntities: Ids | MISSING = MISSING
    currentLocation: Id | MISSING = MISSING
    worldTimeDelta: Seconds | MISSING = MISSING
    worldTimeDeltaApplied: WorldTime | MISSING = MISSING
    currentLocationRejected: Literal[True] | MISSING = MISSING
    visualChanges: Annotated[list[VisualChange], Field(max_length=200)] | MISSING = MISSING
    transfers: Transfers | MISSING = MISSING
    newLocations: Annotated[list[NewLocation], Field(max_length=100)] | MISSING = MISSING
    newItems: Annotated[list[NewItem], Field(max_length=100)] | MISSING = MISSING
    failedFields: Annotated[list[FailedField], Field(max_length=100)] | MISSING = MISSING
    raw: Text | MISSING = MISSING


class Suggestion(Strict):
    """One thing to do next."""

    categoryId: Id
    text: Line


class Suggestions(Strict):
    """What could be done next, and who thought of it."""

    items: Annotated[list[Suggestion], Field(max_length=6)]
    source: Literal["piggyback", "classifier", "refresh"]
    refreshGuidance: Text | MISSING = MISSING


class Submission(Strict):
    """What a person had sent when it failed."""

    content: Text
    composerMode: Line


class SystemFailure(Strict):
    """Why a turn failed, so that it can be tried again after a restart."""

    kind: Line
    failure: Line | MISSING = MISSING
    detail: Text | MISSING = MISSING
    submission: Submission | MISSING = MISSING


class EntryMetadata(Strict):
    """What is recorded beside the text of an entry."""

    sceneEntities: Ids = []
    currentLocationId: Id | None = None
    worldTime: WorldTime = 0
    tokens: Tokens | MISSING = MISSING
    model: Line | MISSING = MISSING
    generationTimingMs: Annotated[int, Field(ge=0)] | MISSING = MISSING
    reasoning: Text | MISSING = MISSING
    summary: Annotated[str, Field(max_length=2000)] | MISSING = MISSING
    retrievalQueries: Annotated[list[Line], Field(max_length=3)] | MISSING = MISSING
    stateReport: StateReport | MISSING = MISSING
    nextTurnSuggestions: Suggestions | MISSING = MISSING
    systemFailure: SystemFailure | MISSING = MISSING


SCENE = ("sceneEntities", "currentLocationId", "worldTime")
"""What an entry inherits from the one before it, and nothing else."""
