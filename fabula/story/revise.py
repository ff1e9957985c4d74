"""Changing what a story is called, what it is, and how it is told.

Owns the fields of the story itself. They belong to all of its branches, so they are outside every log and cannot be
undone (data model, Story settings shape). The promise: a definition stays whole and strict, a lead is somebody of the
current branch, settings keep whatever was not given, and what was not named is not touched.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select, update

from fabula import errors
from fabula.store.contract import Tx
from fabula.store.tables import entities, stories
from fabula.story.begin import titled
from fabula.story.forms import check_depth
from fabula.story.log import NO_BRANCH
from fabula.story.shapes import check
from fabula.story.shapes.definition import StoryDefinition
from fabula.story.shapes.settings import StorySettings

DESCRIPTION_MAX = 20_000
TAGS_MAX = 50
TAG_MAX = 100


@dataclass(frozen=True)
class Revision:
    """What is to be different; None leaves it as it is. `definition` and `settings` hold some keys of theirs."""

    title: str | None = None
    description: str | None = None
    tags: Sequence[str] | None = None
    definition: Mapping[str, Any] | None = None
    settings: Mapping[str, Any] | None = None


def revise(tx: Tx, person_id: str, story_id: str, wanted: Revision) -> None:
    """Changes a person's story; errors.NotFound for another's, errors.Invalid for what does not fit, or nothing."""
    story = tx.one(select(stories).where(stories.c.id == story_id, stories.c.person_id == person_id))
    if story is None:
        raise errors.NotFound(NO_BRANCH)
    values: dict[str, Any] = {}
    if wanted.title is not None:
        values["title"] = titled(wanted.title)
    if wanted.description is not None:
        if len(wanted.description) > DESCRIPTION_MAX:
            raise errors.Invalid(f"A description has at most {DESCRIPTION_MAX} characters.")
        values["description"] = wanted.description
    if wanted.tags is not None:
        values["tags"] = _tags(wanted.tags)
    if wanted.definition is not None or wanted.settings is not None:
        if story["definition"] is None:
            raise errors.Invalid("This story has not begun; begin it first.")
        if wanted.definition is not None:
            values["definition"] = _defined(tx, story["current_branch_id"], story["definition"], wanted.definition)
        if wanted.settings is not None:
            values["settings"] = _set(story["settings"] or {}, wanted.settings)
    if not values:
        raise errors.Invalid("Say what is to be different: title, description, tags, definition or settings.")
    changed = {name: value for name, value in values.items() if value != story[name]}
    if changed:
        tx.run(update(stories).where(stories.c.id == story_id).values(**changed, updated_at=tx.now))


def _tags(tags: Sequence[str]) -> list[str]:
    cleaned = list(dict.fromkeys(" ".join(tag.split()) for tag in tags))
    if len(cleaned) > TAGS_MAX or not all(0 < len(tag) <= TAG_MAX for tag in cleaned):
        raise errors.Invalid(f"A story has at most {TAGS_MAX} tags, each between 1 and {TAG_MAX} characters.")
    return cleaned


def _defined(tx: Tx, branch_id: str, before: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    check_depth(dict(given))
    definition = check(StoryDefinition, {**before, **given})
    lead = definition["leadEntityId"]
    if lead is not None and lead != before["leadEntityId"]:
        here = (entities.c.branch_id == branch_id) & (entities.c.id == lead)
        if tx.value(select(entities.c.kind).where(here)) != "character":
            raise errors.Invalid("The lead must be one of the people on the current branch.")
    return definition


def _set(before: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Settings with some of them changed; an object among them keeps the keys that were not given."""
    check_depth(dict(given))
    unknown = given.keys() - StorySettings.model_fields.keys()
    if unknown:
        raise errors.Invalid(f"There is no setting {min(unknown)[:80]}.")
    merged = dict(before)
    for name, value in given.items():
        was = before.get(name)
        merged[name] = {**was, **value} if isinstance(was, dict) and isinstance(value, Mapping) else value
    return check(StorySettings, merged)
