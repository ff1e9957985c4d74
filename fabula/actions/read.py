"""Reading: chapters, the reader's place, and who they are in the book."""

from __future__ import annotations

from typing import Any

from fabula.accounts.people import Person
from fabula.installation import Installation
from fabula.store.contract import Tx
from fabula.story import pages, people
from fabula.story import progress as places
from fabula.story.door import entry, person_met


async def chapters(at: Installation, person: Person, book_id: str) -> list[dict[str, Any]]:
    """The chapter list of a book on this person's shelf."""
    return await at.store.read(lambda tx: pages.chapters(tx, entry(tx, person.id, book_id).book))


async def chapter(at: Installation, person: Person, book_id: str, number: int) -> dict[str, Any]:
    """One chapter with its text. Reading ahead is allowed; it is the saved place that bounds what is derived."""
    return await at.store.read(lambda tx: pages.chapter(tx, entry(tx, person.id, book_id).book, number))


async def cast(at: Installation, person: Person, book_id: str, as_of: int | None = None) -> dict[str, Any]:
    """The people met up to the saved place, or up to a chapter before it."""

    def look(tx: Tx) -> dict[str, Any]:
        shelf = entry(tx, person.id, book_id)
        through = shelf.through if as_of is None else min(as_of, shelf.through)
        return {"characters": people.met(tx, shelf.book, through), "through_chapter": through}

    return await at.store.read(look)


async def character(at: Installation, person: Person, character_id: str) -> dict[str, Any]:
    """One person of a book, as far as the reader knows them."""

    def look(tx: Tx) -> dict[str, Any]:
        shelf, row = person_met(tx, person.id, character_id)
        return people.one(tx, shelf.book, row, shelf.through)

    return await at.store.read(look)


async def progress(at: Installation, person: Person, book_id: str) -> dict[str, Any]:
    """The saved place and identity."""
    return await at.store.read(lambda tx: places.progress(entry(tx, person.id, book_id)))


async def move(at: Installation, person: Person, book_id: str, chapter: int, position: dict[str, Any] | None) -> None:
    """Save the place."""
    await at.store.write(lambda tx: places.move(tx, entry(tx, person.id, book_id), chapter, position))


async def become(
    at: Installation, person: Person, book_id: str, kind: str, name: str | None, character_id: str | None
) -> None:
    """Choose who the reader is from the next turn on."""
    await at.store.write(lambda tx: places.become(tx, entry(tx, person.id, book_id), kind, name, character_id))
