"""What a person does with stories: begin one, look at them, delete one, carry one away in a file and back.

A book on a shelf is a story that may not have begun yet; its story and its place on the shelf are one thing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import and_, func, or_, select

from fabula.accounts.people import Person
from fabula.actions import branches_of, shelf
from fabula.actions.on_branch import Where, branch_at, touch
from fabula.errors import Conflict, Invalid, NotFound
from fabula.ids import new_id
from fabula.installation import Installation
from fabula.store.contract import Row, Tx
from fabula.store.erase import erase
from fabula.store.tables import books, branches, stories, story_entries
from fabula.story import door
from fabula.story.begin import EARTH, Draft, begin_blank, begin_in_book, suggested
from fabula.story.bring import import_story
from fabula.story.changes import Create
from fabula.story.export import export_story
from fabula.story.log import NO_BRANCH
from fabula.story.revise import Revision, revise

EMPTY = {"label": "", "promptBody": ""}
PLAIN = {
    "mode": "creative",
    "leadEntityId": None,
    "narration": "third",
    "genre": EMPTY,
    "tone": EMPTY,
    "setting": "",
    **EARTH,
}
"""What a story is when nothing is said about it."""


@dataclass(frozen=True)
class Wish:
    """How a person wants a story to begin; what they leave open is the book's, or plain."""

    title: str | None = None
    book_id: str | None = None
    opening: str | None = None
    definition: Mapping[str, Any] = field(default_factory=dict)
    lead: str | None = None
    """The name of somebody new who leads the story."""


async def stories_of(
    at: Installation, person: Person, limit: int, after: str | None
) -> tuple[list[dict[str, Any]], str | None]:
    """One page of a person's stories, the one changed last first, and the cursor of the next page."""

    def listed(tx: Tx) -> tuple[list[dict[str, Any]], str | None]:
        query = select(stories).where(stories.c.person_id == person.id)
        if after is not None:
            last = tx.one(query.where(stories.c.id == after))
            if last is None:
                raise Invalid("That cursor is not one of these stories; start again without it.")
            same = and_(stories.c.updated_at == last["updated_at"], stories.c.id < last["id"])
            query = query.where(or_(stories.c.updated_at < last["updated_at"], same))
        rows = tx.all(query.order_by(stories.c.updated_at.desc(), stories.c.id.desc()).limit(limit + 1))
        return _shown(tx, rows[:limit]), rows[limit - 1]["id"] if len(rows) > limit else None

    return await at.store.read(listed)


async def story(at: Installation, person: Person, story_id: str) -> dict[str, Any]:
    """One story with its current branch, what it is, and its settings."""
    return await at.store.read(lambda tx: _whole(tx, person.id, story_id))


async def begin(at: Installation, person: Person, wish: Wish) -> dict[str, Any]:
    """A story begins: blank, or in a book on the shelf with what the reader knows of it by now."""

    def start(tx: Tx) -> dict[str, Any]:
        if wish.book_id is None:
            draft = _wished(wish, Draft(wish.title or "", PLAIN, wish.opening or ""))
            branch = begin_blank(tx, person.id, draft)
        else:
            held = door.entry(tx, person.id, wish.book_id)
            if held.book["status"] != "ready":
                raise Conflict("The book has not been read yet; wait until it is ready.")
            branch = begin_in_book(tx, person.id, wish.book_id, _wished(wish, suggested(tx, held)))
        return _whole(tx, person.id, branch.story_id)

    return await at.store.write(start)


async def revised(at: Installation, person: Person, story_id: str, **wanted: Any) -> dict[str, Any]:
    """Another title, description or tags for a story, parts of what it is or of how it is told; on all its branches.

    `wanted` are the fields of `story.revise.Revision`.
    """

    def do(tx: Tx) -> dict[str, Any]:
        revise(tx, person.id, story_id, Revision(**wanted))
        return _whole(tx, person.id, story_id)

    return await at.store.write(do)


async def delete(at: Installation, person: Person, story_id: str) -> None:
    """A story goes with all its branches. One in a book is the book's place on the shelf, which goes with it."""
    row = await at.store.read(lambda tx: _mine(tx, person.id, story_id))
    if row["book_id"] is not None:
        await shelf.delete(at, person, row["book_id"])
    else:
        await at.store.write(lambda tx: erase(tx, stories, ids=[_mine(tx, person.id, story_id)["id"]]))


async def export(at: Installation, person: Person, story_id: str) -> dict[str, Any]:
    """A story as the content of a file."""
    return await at.store.read(lambda tx: export_story(tx, person.id, story_id))


async def bring(at: Installation, person: Person, envelope: Any) -> dict[str, Any]:
    """A story from the content of a file; nothing of one that is not sound is kept."""

    def take(tx: Tx) -> dict[str, Any]:
        story_id = import_story(tx, person.id, envelope)
        touch(tx, story_id)
        return _whole(tx, person.id, story_id)

    return await at.store.write(take)


def _wished(wish: Wish, draft: Draft) -> Draft:
    definition: dict[str, Any] = {**draft.definition, **wish.definition}
    draft = replace(draft, title=wish.title or draft.title, opening=wish.opening or draft.opening)
    if wish.lead is not None:
        lead = new_id("char")
        definition["leadEntityId"] = lead
        person = Create("entities", {"id": lead, "kind": "character", "name": wish.lead})
        draft = replace(draft, rows=[*draft.rows, person], metadata={**draft.metadata, "sceneEntities": [lead]})
    return replace(draft, definition=definition)


def _mine(tx: Tx, person_id: str, story_id: str) -> Row:
    row = tx.one(select(stories).where(stories.c.id == story_id, stories.c.person_id == person_id))
    if row is None:
        raise NotFound(NO_BRANCH)
    return row


def _whole(tx: Tx, person_id: str, story_id: str) -> dict[str, Any]:
    row = _mine(tx, person_id, story_id)
    return {
        "story": _shown(tx, [row])[0],
        "branch": branches_of.view(tx, branch_at(tx, person_id, Where(story_id))),
        "definition": row["definition"],
        "settings": row["settings"],
    }


def _shown(tx: Tx, rows: Sequence[Row]) -> list[dict[str, Any]]:
    held = tx.among(select(books.c.id, books.c.language, books.c.title), books.c.id, [r["book_id"] for r in rows])
    book = {row["id"]: row for row in held}
    how_many = select(branches.c.story_id, func.count().label("n")).group_by(branches.c.story_id)
    lines = {r["story_id"]: r["n"] for r in tx.among(how_many, branches.c.story_id, [r["id"] for r in rows])}
    entry = story_entries.c
    told = select(entry.branch_id, func.count().label("n")).where(entry.kind != "system").group_by(entry.branch_id)
    texts = {r["branch_id"]: r["n"] for r in tx.among(told, entry.branch_id, [r["current_branch_id"] for r in rows])}
    return [
        {
            "id": row["id"],
            "title": row["title"],
            "description": row["description"],
            "book_id": row["book_id"],
            "book_title": book[row["book_id"]]["title"] if row["book_id"] in book else None,
            "language": book[row["book_id"]]["language"] if row["book_id"] in book else None,
            "mode": None if row["definition"] is None else row["definition"]["mode"],
            "status": "not_begun" if row["definition"] is None else "begun",
            "current_branch_id": row["current_branch_id"],
            "branches": lines.get(row["id"], 0),
            "entries": texts.get(row["current_branch_id"], 0),
            "created_at": row["created_at"],
            "updated_at": row["updated_at"],
        }
        for row in rows
    ]
