"""A story from a file: looked at whole, written in one transaction, and verified before it is kept.

Owns what a file must be, and which ids have to be made anew. It trusts nothing in it. The promise: a file that is
accepted is a story whose rows and log agree; any other is refused with what is wrong, and nothing of it stays.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import MetaData, Table, select, update

from fabula import errors
from fabula.ids import new_id
from fabula.store.columns import Instant
from fabula.store.contract import Tx
from fabula.store.life import LIVES, Life
from fabula.store.tables import app_settings, assets, books, branches, metadata, stories, story_entries, vault_calendars
from fabula.story.begin import titled
from fabula.story.export import travelling
from fabula.story.file import checked
from fabula.story.fork import check_room
from fabula.story.ledger import LEDGER, Ledger
from fabula.story.log import Branch, find_branch
from fabula.story.places import Places
from fabula.story.rejected import Rejected
from fabula.story.shapes import check
from fabula.story.shapes.definition import Calendar, StoryDefinition
from fabula.story.shapes.settings import STRIPPED, settings_of
from fabula.story.verify import verify

SUFFIX = " (story import)"


def import_story(
    tx: Tx,
    person_id: str,
    envelope: Any,
    *,
    tables: MetaData = metadata,
    lives: Mapping[str, Life] = LIVES,
    ledger: Ledger = LEDGER,
) -> str:
    """Writes the story of an envelope as the person's own; its id. errors.Invalid for anything that is not one.

    Ids stay what they are; when the story or a branch is here already, it comes in as a second one with new ids for
    itself and its branches. Pictures already here are shared; a calendar that differs comes in as another one.
    """
    content = checked(envelope, tables, ledger)
    rows = {table.name: _read(table, content["tables"].get(table.name, [])) for table in travelling(tables, lives)}
    if len(rows["stories"]) != 1 or not rows["branches"]:
        raise errors.Invalid("The file must hold exactly one story, with at least one branch.")
    story = _story(tx, person_id, rows["stories"][0], content)
    _rename(tx, rows)
    pictures = _pictures(tx, content.get("assets", []))
    for each in (*rows["entry_assets"], story):
        column = "asset_id" if "asset_id" in each else "cover_asset_id"
        each[column] = pictures.get(each[column])
    current, story["current_branch_id"] = story["current_branch_id"], None
    for table in travelling(tables, lives):
        try:
            tx.insert(table, *_ordered(table, rows[table.name]))
        except errors.Invalid as fault:
            raise errors.Invalid(f"A row of {table.name} in the file cannot be kept: {fault}") from None
    check_room(tx, story["id"])
    held = {each["id"] for each in rows["branches"]}
    current = current if current in held else sorted(held)[0]
    tx.run(update(stories).where(stories.c.id == story["id"]).values(current_branch_id=current))
    for each in sorted(held):
        branch = find_branch(tx, person_id, each)
        found = verify(tx, branch, ledger, deep=True)
        if found:
            raise errors.Invalid(f"The story in this file contradicts itself: {found[0]}")
        _check_told(tx, branch)
    return str(story["id"])


def _check_told(tx: Tx, branch: Branch) -> None:
    """A branch that has begun begins with its opening, and its places are a tree."""
    entry = story_entries.c
    first = select(entry.kind).where(entry.branch_id == branch.id).order_by(entry.position).limit(1)
    if tx.value(first) not in (None, "opening"):
        raise errors.Invalid("A branch in the file does not begin with its opening.")
    places = Places(tx, branch)
    for name in places.rows:
        try:
            places.chain(name)
        except Rejected:
            raise errors.Invalid("Places in the file lie inside each other in a circle, or too deep.") from None


def _read(table: Table, listed: list[Any]) -> list[dict[str, Any]]:
    """Rows with the columns this version knows; what a newer one added is passed over."""
    found = []
    for each in listed:
        if not isinstance(each, dict):
            raise errors.Invalid(f"A row of {table.name} is no object.")
        row: dict[str, Any] = {}
        for column in table.columns:
            if column.name in each:
                row[column.name] = _value(table, column.name, each[column.name])
            elif column.name != "person_id" and column.default is None:
                if not column.nullable:
                    raise errors.Invalid(f"A row of {table.name} has no {column.name}.")
                row[column.name] = None
            elif column.default is not None:
                default: Any = column.default
                row[column.name] = default.arg(None) if default.is_callable else default.arg
        found.append(row)
    return found


def _value(table: Table, name: str, value: Any) -> Any:
    if not isinstance(table.c[name].type, Instant) or value is None:
        return value
    try:
        moment = datetime.fromisoformat(value)
    except (TypeError, ValueError):
        moment = None
    if moment is None or moment.tzinfo is None:
        raise errors.Invalid(f"{table.name}.{name} is no point in time.")
    return moment


def _story(tx: Tx, person_id: str, story: dict[str, Any], content: dict[str, Any]) -> dict[str, Any]:
    """The story row as it is kept here: its own person, settings and calendar, its book only if it can be in it."""
    story["person_id"] = person_id
    story["title"] = titled(str(story["title"]))
    if story["definition"] is not None:
        story["definition"] = check(StoryDefinition, story["definition"])
        story["definition"]["calendarSystemId"] = _calendar(tx, person_id, story["definition"], content.get("calendar"))
    if story["settings"] is not None:
        own = tx.one(select(app_settings).where(app_settings.c.person_id == person_id))
        local = {} if own is None else {n: v for n, v in own["default_story_settings"].items() if n in STRIPPED}
        told = {name: value for name, value in dict(story["settings"]).items() if name not in STRIPPED}
        story["settings"] = settings_of({**told, **{name: value for name, value in local.items() if name != "models"}})
    book = story["book_id"]
    known = book is not None and tx.one(select(books.c.id).where(books.c.id == book)) is not None
    taken = select(stories.c.id).where(stories.c.person_id == person_id, stories.c.book_id == book)
    if not known or tx.one(taken) is not None:
        mask = {"reader_character_id": None, "reader_identity_type": "self"}
        story |= {"book_id": None, "current_chapter": 1, "position": None, **mask}
    return story


def _calendar(tx: Tx, person_id: str, definition: Mapping[str, Any], carried: Any) -> str:
    """The id of the calendar to use: the person's own when it is the same, else the carried one, beside it."""
    wanted = str(definition["calendarSystemId"])
    if not isinstance(carried, dict) or carried.get("id") != wanted:
        return wanted
    shape = check(Calendar, carried.get("definition"))
    there = tx.one(select(vault_calendars).where(vault_calendars.c.id == wanted))
    if there is not None and there["person_id"] == person_id and there["definition"] == shape:
        return wanted
    name = str(carried.get("name", "")).strip()[:300] or shape["name"]
    row_id = wanted if there is None else new_id("cal")
    named = name if name.endswith(SUFFIX) else name + SUFFIX
    tx.insert(vault_calendars, {"id": row_id, "person_id": person_id, "name": named, "definition": shape})
    return row_id


def _rename(tx: Tx, rows: dict[str, list[dict[str, Any]]]) -> None:
    """New ids for the story and its branches where the old ones are taken; nothing else refers to them."""
    story = rows["stories"][0]
    if tx.one(select(stories.c.id).where(stories.c.id == story["id"])) is not None:
        story["id"] = new_id("story")
    ids = [str(row["id"]) for row in rows["branches"]]
    if len(ids) != len(set(ids)):
        raise errors.Invalid("Two branches in the file have the same id.")
    taken = {row["id"] for row in tx.among(select(branches.c.id), branches.c.id, ids)}
    names = {each: new_id("brch") if taken else each for each in ids}
    for row in rows["branches"]:
        row |= {
            "id": names[row["id"]],
            "story_id": story["id"],
            "parent_id": names.get(row["parent_id"]),
            "redoable": 0,
        }
    story["current_branch_id"] = names.get(story["current_branch_id"])
    for listed in rows.values():
        for row in listed:
            if "branch_id" in row:
                if row["branch_id"] not in names:
                    raise errors.Invalid("A row in the file belongs to a branch that is not in it.")
                row["branch_id"] = names[row["branch_id"]]


def _pictures(tx: Tx, carried: Any) -> dict[str, str]:
    """Which asset here each carried one is: the one with the same content, else itself, anew."""
    found: dict[str, str] = {}
    for row in _read(assets, carried if isinstance(carried, list) else []):
        there = tx.one(select(assets.c.id).where(assets.c.content_hash == row["content_hash"]))
        if there is None:
            taken = tx.one(select(assets.c.id).where(assets.c.id == row["id"])) is not None
            kept = {**row, "id": new_id("asset") if taken else row["id"], "pending_delete_at": None}
            tx.insert(assets, kept)
            found[row["id"]] = kept["id"]
        else:
            tx.run(update(assets).where(assets.c.id == there["id"]).values(pending_delete_at=None))
            found[row["id"]] = there["id"]
    return found


def _ordered(table: Table, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows with those they refer to in their own table first."""
    if table.name != branches.name:
        return rows
    done: list[dict[str, Any]] = []
    left, known = list(rows), set[Any]({None})
    while left:
        ready = [row for row in left if row["parent_id"] in known]
        if not ready:
            raise errors.Invalid("The branches in the file come from each other in a circle.")
        done += ready
        known |= {row["id"] for row in ready}
        left = [row for row in left if row["id"] not in known]
    return done
