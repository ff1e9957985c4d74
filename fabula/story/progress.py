"""How far a story has been read and as whom (service specification, sections 4.1.11 and 8)."""

from __future__ import annotations

import unicodedata
from typing import Any

from sqlalchemy import select, update

from fabula.errors import Invalid, NotFound
from fabula.store.contract import Tx
from fabula.store.tables import book_chapters, characters, stories
from fabula.story.door import NO_CHARACTER, Entry, is_met
from fabula.story.people import known_names

IDENTITY_CHARS = 200


def progress(shelf: Entry) -> dict[str, Any]:
    """The saved progress of a shelf entry."""
    story = shelf.story
    return {
        "novel_id": shelf.book["id"],
        "current_chapter": story["current_chapter"],
        "position": story["position"],
        "reader_identity": story["reader_identity"],
        "reader_identity_type": story["reader_identity_type"],
        "reader_character_id": story["reader_character_id"],
        "deviation_mode": story["deviation_mode"],
        "last_read_at": story["last_read_at"],
    }


def move(tx: Tx, shelf: Entry, chapter: int, position: dict[str, Any] | None) -> None:
    """Save the reader's place; going back is allowed and locks what lies ahead again. The chapter must exist.

    Front matter (number 0) can be looked at but is no place in the story: the saved place stays where it was.
    """
    exists = tx.one(
        select(book_chapters.c.id).where(book_chapters.c.book_id == shelf.book["id"], book_chapters.c.number == chapter)
    )
    if exists is None:
        raise Invalid("The book has no such chapter; choose one of its chapter list.")
    if chapter == 0:
        return
    tx.run(
        update(stories)
        .where(stories.c.id == shelf.story["id"])
        .values(current_chapter=chapter, position=position, last_read_at=tx.now, updated_at=tx.now)
    )


def become(tx: Tx, shelf: Entry, kind: str, name: str | None, character_id: str | None) -> None:
    """Choose who the reader is from now on: oneself, or a person of the book who has been met (spec 8.2)."""
    if kind == "self":
        if character_id is not None:
            raise Invalid("Leave character_id out when you enter as yourself.")
        _save(tx, shelf, kind, _clean(name), None)
        return
    if character_id is None:
        raise Invalid("Say which character you enter as (character_id).")
    row = tx.one(select(characters).where(characters.c.id == character_id, characters.c.book_id == shelf.book["id"]))
    if row is None or not is_met(row, shelf.through):
        raise NotFound(NO_CHARACTER)
    _save(tx, shelf, kind, known_names(row, shelf.through)[0], character_id)


def _save(tx: Tx, shelf: Entry, kind: str, name: str | None, character_id: str | None) -> None:
    tx.run(
        update(stories)
        .where(stories.c.id == shelf.story["id"])
        .values(reader_identity=name, reader_identity_type=kind, reader_character_id=character_id, updated_at=tx.now)
    )


def _clean(name: str | None) -> str | None:
    name = (name or "").strip()
    if not name:
        return None
    if len(name) > IDENTITY_CHARS or any(unicodedata.category(c) == "Cc" for c in name):
        raise Invalid(f"A name has at most {IDENTITY_CHARS} characters and no control characters.")
    return name
