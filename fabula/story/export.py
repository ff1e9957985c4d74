"""One story as a file: every branch, every row and the whole log, in the `.avts` envelope.

Owns what travels. Which tables travel is what their lives declare; the columns are the tables' own. The promise: ids
travel as they are, what means nothing elsewhere stays here, and what comes back in is the same story (data model,
Backup & export format, Aventuras file format).
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import Column, MetaData, Table, select

from fabula import errors
from fabula.store.contract import Row, Tx
from fabula.store.life import LIVES, Export, Life, path
from fabula.store.tables import metadata, stories, vault_calendars
from fabula.story.log import NO_BRANCH
from fabula.story.shapes.settings import STRIPPED

FORMAT = "aventuras-story"
VERSION = "1.0"


def export_story(
    tx: Tx, person_id: str, story_id: str, *, tables: MetaData = metadata, lives: Mapping[str, Life] = LIVES
) -> dict[str, Any]:
    """The envelope of a person's story, ready to be written as JSON; errors.NotFound for a stranger's."""
    row = tx.one(select(stories).where(stories.c.id == story_id, stories.c.person_id == person_id))
    if row is None:
        raise errors.NotFound(NO_BRANCH)
    content: dict[str, Any] = {"tables": {}}
    for table in travelling(tables, lives):
        query = select(table).where(_belongs(table, story_id, lives)).order_by(*table.primary_key.columns)
        content["tables"][table.name] = [written(table, each) for each in tx.all(query)]
    content["tables"]["stories"][0] |= _told(row)
    del content["tables"]["stories"][0]["person_id"]
    for name, life in sorted(lives.items()):
        if life.export is Export.NEEDED and life.kept_by:
            content[name] = _needed(tx, tables.tables[name], life, content["tables"])
    calendar = (row["definition"] or {}).get("calendarSystemId")
    own = tx.one(select(vault_calendars).where(vault_calendars.c.id == calendar, _owned(person_id)))
    if own is not None:
        content["calendar"] = {name: own[name] for name in ("id", "name", "definition")}
    stamp = tx.now.isoformat(timespec="seconds").replace("+00:00", "Z")
    return {"format": FORMAT, "formatVersion": VERSION, "exportedAt": stamp, "story": content}


def travelling(tables: MetaData, lives: Mapping[str, Life]) -> list[Table]:
    """The tables of a story, owners before what they own."""
    return [table for table in tables.sorted_tables if lives[table.name].export is Export.STORY]


def written(table: Table, row: Row) -> dict[str, Any]:
    """A row as JSON, without what its life keeps secret."""
    return {
        column.name: value.isoformat() if isinstance(value, datetime) else value
        for column in table.columns
        for value in [row[column.name]]
    }


def _told(story: Row) -> dict[str, Any]:
    """The story's settings without what names another installation's models."""
    settings = story["settings"]
    kept = None if settings is None else {name: value for name, value in settings.items() if name not in STRIPPED}
    return {"settings": kept}


def _belongs(table: Table, story_id: str, lives: Mapping[str, Life]) -> Any:
    """The condition that a row belongs to the story, along its owners."""
    if table.name == stories.name:
        return table.c.id == story_id
    steps: list[Column[Any]] = []
    for column in path(table, lives):
        steps.append(column)
        if next(iter(column.foreign_keys)).column.table.name == stories.name:
            break
    *below, last = steps
    condition: Any = last == story_id
    for column in reversed(below):
        owner = next(iter(column.foreign_keys)).column
        condition = column.in_(select(owner).where(condition))
    return condition


def _needed(tx: Tx, table: Table, life: Life, content: Mapping[str, list[dict[str, Any]]]) -> list[dict[str, Any]]:
    """The shared rows that something in the story refers to."""
    wanted: dict[str, None] = {}
    for keeper in life.kept_by:
        name, _, column = keeper.partition(".")
        wanted.update({row[column]: None for row in content.get(name, []) if row[column] is not None})
    rows = tx.among(select(table), table.c.id, wanted)
    return [written(table, row) for row in sorted(rows, key=lambda row: str(row["id"]))]


def _owned(person_id: str) -> Any:
    return vault_calendars.c.person_id == person_id
