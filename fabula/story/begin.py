"""How a story begins: blank, or in a book, with what the book says up to where its reader has come.

Owns the first rows of a story's first branch. What a story begins with is not logged: nobody can undo it, and it is
recorded as the beginning that the log leads back to (data model, Wizard creation). The promise: nothing from a chapter
the reader has not unlocked is in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import select, update

from fabula import errors
from fabula.ids import new_id
from fabula.store.contract import Tx
from fabula.store.tables import app_settings, book_chapters, branches, places, stories
from fabula.story import door, people, told
from fabula.story.changes import Create
from fabula.story.log import Branch, find_branch
from fabula.story.rejected import Rejected
from fabula.story.shapes import check
from fabula.story.shapes.definition import StoryDefinition
from fabula.story.shapes.settings import settings_of
from fabula.story.so_far import so_far
from fabula.story.write import found

MAIN = "main"
TITLE_MAX = 300
OPENING_MAX = 4000
PLACES_MAX = 50
EARTH = {
    "calendarSystemId": "earth-gregorian",
    "worldTimeOrigin": {"year": 2024, "month": 1, "day": 1, "hour": 8, "minute": 0, "second": 0},
}
PREFIXES = {"character": "char", "location": "loc", "item": "item", "faction": "fact"}


@dataclass(frozen=True)
class Draft:
    """What a person wants to begin with. `rows` are entities and lore; their ids must have been made for them."""

    title: str
    definition: Mapping[str, Any]
    opening: str
    description: str = ""
    tags: Sequence[str] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)
    metadata: Mapping[str, Any] = field(default_factory=dict)
    """Scene, location and model of the opening."""
    rows: Sequence[Create] = ()


def begin_blank(tx: Tx, person_id: str, draft: Draft) -> Branch:
    """A story without a book; errors.Invalid for a definition, an opening or rows that do not fit."""
    story_id, branch_id = new_id("story"), new_id("brch")
    tx.insert(stories, {"id": story_id, "person_id": person_id, "title": titled(draft.title)})
    tx.insert(branches, {"id": branch_id, "story_id": story_id, "name": MAIN})
    tx.run(update(stories).where(stories.c.id == story_id).values(current_branch_id=branch_id))
    return _founded(tx, person_id, story_id, draft)


def begin_in_book(tx: Tx, person_id: str, book_id: str, draft: Draft | None = None) -> Branch:
    """The story of a book on the person's shelf begins; with `draft`, as they want it, else as the book suggests.

    People met, places and what is known of the world come from the unlocked chapters. Rejected with `already-begun`.
    """
    shelf = door.entry(tx, person_id, book_id)
    if shelf.story["definition"] is not None:
        raise Rejected("already-begun", "The story of this book has begun already; fork it to play it differently.")
    draft = draft or suggested(tx, shelf)
    seeded = _people(tx, shelf)
    seeded += [*_bonds(tx, shelf, seeded), *_places(tx, shelf), *_lore(shelf)]
    whole = Draft(**{**draft.__dict__, "rows": [*draft.rows, *seeded]})
    return _founded(tx, person_id, shelf.story["id"], whole)


def suggested(tx: Tx, shelf: door.Entry) -> Draft:
    """What a book suggests: its own words as the setting, and the beginning of the reader's chapter as the opening."""
    query = select(book_chapters.c.content).where(
        book_chapters.c.book_id == shelf.book["id"], book_chapters.c.number == shelf.through
    )
    text = str(tx.value(query) or "").strip()
    opening = text[:OPENING_MAX]
    if len(text) > OPENING_MAX:
        whole, break_, _ = opening.rpartition("\n")
        opening = whole if break_ and whole.strip() else opening
    setting = " ".join(cite["text"] for cite in so_far(shelf.book, shelf.through))
    genre = shelf.book["genre"] or ""
    definition = {
        "mode": "creative",
        "leadEntityId": None,
        "narration": "third",
        "genre": {"label": genre, "promptBody": ""},
        "tone": {"label": "", "promptBody": ""},
        "setting": setting,
        **EARTH,
    }
    return Draft(shelf.book["title"], definition, opening or shelf.book["title"])


def titled(title: str) -> str:
    """A title: not blank, not endless; errors.Invalid."""
    title = " ".join(title.split())
    if not title or len(title) > TITLE_MAX:
        raise errors.Invalid(f"A story has a title of at most {TITLE_MAX} characters.")
    return title


def default_settings(tx: Tx, person_id: str, mode: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """The settings a person's new story begins with: theirs where they chose, today's defaults elsewhere."""
    own = tx.one(select(app_settings).where(app_settings.c.person_id == person_id))
    chosen = dict(own["default_story_settings"]) if own is not None else {}
    if own is not None and own["default_suggestion_categories"].get(mode):
        chosen["suggestionCategories"] = own["default_suggestion_categories"][mode]
    wrap = "first" if mode == "adventure" else "third"
    return settings_of({"composerWrapPov": wrap, **chosen, **given})


def _founded(tx: Tx, person_id: str, story_id: str, draft: Draft) -> Branch:
    definition = check(StoryDefinition, dict(draft.definition))
    _check_lead(definition["leadEntityId"], draft.rows)
    if not draft.opening.strip():
        raise errors.Invalid("A story begins with an opening; write one.")
    values = {
        "title": titled(draft.title),
        "description": draft.description,
        "tags": list(draft.tags),
        "definition": definition,
        "settings": default_settings(tx, person_id, definition["mode"], draft.settings),
        "last_opened_at": tx.now,
        "updated_at": tx.now,
    }
    tx.run(update(stories).where(stories.c.id == story_id).values(**values))
    branch = find_branch(tx, person_id, story_id=story_id)
    opening = {"id": new_id("entry"), "position": 1, "kind": "opening", "content": draft.opening}
    known = {row.row["id"]: row.row["kind"] for row in draft.rows if row.table == "entities"}
    metadata = {"worldTime": 0, **draft.metadata}
    metadata["sceneEntities"] = [i for i in metadata.get("sceneEntities", []) if known.get(i) in ("character", "item")]
    if known.get(metadata.get("currentLocationId")) != "location":
        metadata["currentLocationId"] = None
    found(tx, branch, [Create("story_entries", {**opening, "metadata": metadata}), *draft.rows])
    return branch


def _check_lead(lead: str | None, rows: Sequence[Create]) -> None:
    cast = {row.row["id"] for row in rows if row.table == "entities" and row.row.get("kind") == "character"}
    if lead is not None and lead not in cast:
        raise errors.Invalid("The lead must be one of the people the story begins with.")


def _people(tx: Tx, shelf: door.Entry) -> list[Create]:
    seeded = []
    for who in people.met(tx, shelf.book, shelf.through):
        row = {
            "id": new_id("char"),
            "kind": "character",
            "name": who["name"],
            "description": who["description"] or "",
            "keywords": who["aliases"],
            "canon_id": who["id"],
        }
        looks = {"visual": {"distinguishing": who["appearance"][:500]}} if who["appearance"] else {}
        traits = [cite["excerpt"][:500] for cite in who["citations"] if cite["field"] == "personality"][:8]
        seeded.append(Create("entities", {**row, "state": {**looks, "traits": traits}}))
    return seeded


def _bonds(tx: Tx, shelf: door.Entry, cast: Sequence[Create]) -> list[Create]:
    """How the people see each other, as the book has said so far; that they know each other is no view."""
    ids = {row.row["canon_id"]: row.row["id"] for row in cast}
    views: dict[tuple[str, str], dict[str, str]] = {}
    for bond in told.bonds(tx, shelf.book, shelf.through):
        if bond["kind"] == "acquaintance":
            continue
        source, target = ids[bond["source_id"]], ids[bond["target_id"]]
        # The target sees in the source what the book calls them.
        for subject, other in ((target, source), (source, target)) if bond["mutual"] else ((target, source),):
            pair = (min(subject, other), max(subject, other))
            side = "kind" if subject == pair[0] else "inverse_kind"
            views.setdefault(pair, {}).setdefault(side, bond["label"] or bond["kind"])
    return [
        Create("character_relationships", {"id": new_id("rel"), "a_id": a, "b_id": b, **views[a, b]})
        for a, b in sorted(views)
    ]


def _places(tx: Tx, shelf: door.Entry) -> list[Create]:
    query = select(places).where(places.c.book_id == shelf.book["id"], places.c.first_chapter <= shelf.through)
    rows = tx.all(query.order_by(places.c.mentions.desc(), places.c.name, places.c.id).limit(PLACES_MAX))
    return [
        Create(
            "entities",
            {
                "id": new_id("loc"),
                "kind": "location",
                "name": row["name"],
                "description": row["cite"].get("text", ""),
                "canon_id": row["id"],
            },
        )
        for row in rows
    ]


def _lore(shelf: door.Entry) -> list[Create]:
    return [
        Create("lore", {"id": new_id("lore"), "title": f"{shelf.book['title']} ({n})", "body": cite["text"]})
        for n, cite in enumerate(so_far(shelf.book, shelf.through), 1)
    ]
