"""What is known of a person, a place, a thing and a faction beyond their description: the four entity states.

Owns the fields that change in the course of a story, and bounds against pathological values. It knows nothing of rows.
The promise: every key that is not optional is always there, so that a change is always a change of named parts.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import MISSING, BaseModel, ConfigDict, Field

from fabula.story.shapes.bounds import Id, Ids, Line, Lines, WorldTime

Key = Annotated[str, Field(min_length=1, max_length=40)]
Count = Annotated[int, Field(ge=0, le=10**15)]


class Strict(BaseModel):
    """Takes exactly what is declared, in exactly its type."""

    model_config = ConfigDict(strict=True, extra="forbid", allow_inf_nan=False)


class Visual(Strict):
    """How somebody looks, a single note for each part."""

    physique: Line | MISSING = MISSING
    face: Line | MISSING = MISSING
    hair: Line | MISSING = MISSING
    eyes: Line | MISSING = MISSING
    attire: Line | MISSING = MISSING
    distinguishing: Line | MISSING = MISSING


class LastSeen(Strict):
    """Where and when somebody was last in a scene."""

    entryId: Id
    locationId: Id | None
    worldTime: WorldTime


class CharacterState(Strict):
    """A person. Of things, only unique ones are listed; what can be counted is in `stackables`."""

    visual: Visual = Field(default_factory=Visual)
    traits: Lines = []
    drives: Lines = []
    voice: Annotated[str, Field(max_length=2000)] | MISSING = MISSING
    current_location_id: Id | None = None
    equipped_items: Ids = []
    inventory: Ids = []
    stackables: dict[Key, Count] = {}
    faction_id: Id | None = None
    lastSeenAt: LastSeen | None = None


class LocationState(Strict):
    """A place, and the place it is part of."""

    parent_location_id: Id | None = None
    condition: Line | MISSING = MISSING


class ItemState(Strict):
    """A thing. While somebody holds it, it lies nowhere; who holds it is in that person's lists."""

    at_location_id: Id | None = None
    condition: Line | MISSING = MISSING


class FactionState(Strict):
    """A group, and what it is after."""

    standing: Line | MISSING = MISSING
    agenda: Lines = []


STATES: dict[str, type[BaseModel]] = {
    "character": CharacterState,
    "location": LocationState,
    "item": ItemState,
    "faction": FactionState,
}
