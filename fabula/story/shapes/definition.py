"""What a story is, and what its calendar is.

Owns the shape of `stories.definition`: strict, without defaults, because nothing could stand for what a person meant.
The promise: a story told as "I" or "you", or played as an adventure, has a lead.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from fabula.story.shapes.bounds import Id, Line, Text
from fabula.story.shapes.states import Strict

Tier = Annotated[str, Field(min_length=1, max_length=60)]


class Preset(Strict):
    """A label, and the prose behind it."""

    label: Line
    promptBody: Text


class StoryDefinition(Strict):
    """What a story is."""

    mode: Literal["adventure", "creative"]
    leadEntityId: Id | None
    narration: Literal["first", "second", "third"]
    genre: Preset
    tone: Preset
    setting: Text
    calendarSystemId: Id
    worldTimeOrigin: Annotated[dict[Tier, int], Field(min_length=1, max_length=20)]

    @model_validator(mode="after")
    def _somebody_leads(self) -> Self:
        if self.leadEntityId is None and (self.mode == "adventure" or self.narration != "third"):
            raise ValueError("an adventure, and a story told as I or you, needs a lead (leadEntityId)")
        return self


class Calendar(Strict):
    """A calendar as a file or a person's vault holds it; only its outline is looked at here."""

    name: Line
    baseUnitName: Line
    secondsPerBaseUnit: Annotated[int, Field(gt=0)]
    tiers: Annotated[list[dict[str, Any]], Field(min_length=1, max_length=20)]
    exampleStartValue: dict[Tier, int]
    displayFormat: Text
    eras: dict[str, Any] | None = None
