"""The shapes of every JSON column, by the name under which a table declares them.

Owns the register. It knows nothing of rows. The promise: `check` returns a whole value with its defaults filled, or
refuses with errors.Invalid naming the place that is wrong.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ValidationError

from fabula import errors
from fabula.story.shapes.definition import Calendar, StoryDefinition
from fabula.story.shapes.entry import EntryMetadata
from fabula.story.shapes.settings import Palettes, StorySettings
from fabula.story.shapes.states import STATES

Shapes = Mapping[str, type[BaseModel] | Mapping[str, type[BaseModel]]]

SHAPES: Shapes = {
    "entity_state": STATES,
    "entry_metadata": EntryMetadata,
    "story_definition": StoryDefinition,
    "story_settings": StorySettings,
    "partial_story_settings": StorySettings,
    "suggestion_palettes": Palettes,
    "calendar": Calendar,
}


def check(model: type[BaseModel], value: Any) -> dict[str, Any]:
    """The value with defaults filled in; errors.Invalid says what is wrong and where."""
    return _validated(model, value).model_dump(by_alias=True)


def confirm(model: type[BaseModel], value: Any) -> None:
    """As `check`, for a value whose defaults are known to be there already."""
    _validated(model, value)


def _validated(model: type[BaseModel], value: Any) -> BaseModel:
    try:
        return model.model_validate(value)
    except ValidationError as fault:
        first = fault.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"]) or "it"
        raise errors.Invalid(f"{model.__name__}: {where}: {first['msg']}.") from None
