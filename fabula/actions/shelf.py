"""What a person does with their shelf: look at it, take a book from the catalog, put one away."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select

from fabula.accounts.people import Person
from fabula.actions import imports
from fabula.actions.import_book import MODES, shelve
from fabula.errors import Invalid, NotFound
from fabula.installation import Installation
from fabula.store.contract import Row, Tx
from fabula.store.erase import erase
from fabula.store.tables import books, covers, stories, turns
from fabula.story import shelf
from fabula.story.door import NO_BOOK, entry


async def novels(
    at: Installation, person: Person, limit: int, after: str | None
) -> tuple[list[dict[str, Any]], str | None]:
    """One page of the shelf, the book touched last first."""
    return await at.store.read(lambda tx: shelf.novels(tx, person.id, limit, after))


async def novel(at: Installation, person: Person, book_id: str) -> dict[str, Any]:
    """One book of the shelf."""
    return await at.store.read(lambda tx: shelf.novel(tx, person.id, book_id))


async def status(at: Installation, person: Person, book_id: str) -> dict[str, Any]:
    """How the import of a book stands."""
    return await at.store.read(lambda tx: shelf.status(tx, person.id, book_id))


async def cover(at: Installation, person: Person, book_id: str) -> Row:
    """The cover picture that came with a book: media_type and bytes."""

    def look(tx: Tx) -> Row:
        entry(tx, person.id, book_id)
        row = tx.one(select(covers).where(covers.c.book_id == book_id))
        if row is None:
            raise NotFound("This book brought no cover.")
        return row

    return await at.store.read(look)


async def catalog(at: Installation, person: Person) -> list[dict[str, Any]]:
    """Every finished book of this installation."""
    return await at.store.read(lambda tx: shelf.catalog(tx, person.id))


async def take(at: Installation, person: Person, book_id: str, mode: str | None) -> None:
    """Put a finished book on the shelf; when it stands there already, nothing changes (spec 13.2)."""
    if mode is not None and mode not in MODES:
        raise Invalid(f"deviation_mode must be one of {', '.join(MODES)}.")

    def put(tx: Tx) -> None:
        book = tx.one(select(books).where(books.c.id == book_id, books.c.status == "ready"))
        if book is None:
            raise NotFound(NO_BOOK)
        shelve(tx, person.id, book_id, book["title"], mode or book["deviation_mode"])

    await at.store.write(put)


async def retry(at: Installation, person: Person, book_id: str) -> None:
    """Read a book whose import failed once more."""
    await at.store.write(lambda tx: imports.again(tx, person, book_id))
    at.imports.wake()


async def cancel(at: Installation, person: Person, book_id: str) -> None:
    """Stop reading a book."""
    key = await at.store.write(lambda tx: imports.cancel(tx, person, book_id))
    at.imports.stop(key)


async def delete(at: Installation, person: Person, book_id: str) -> None:
    """Take a book off the shelf with this person's story in it and every conversation.

    When nobody else holds the book, it goes too, with everything it owns; otherwise it stays for the others.
    """

    def remove(tx: Tx) -> list[str]:
        held = entry(tx, person.id, book_id)
        keys = [
            row["key"]
            for row in tx.all(select(turns.c.key).where(turns.c.book_id == book_id, turns.c.person_id == person.id))
        ]
        # The book is kept by the stories in it: with the last one it goes, and all it owns.
        erase(tx, stories, ids=[held.story["id"]])
        return keys

    keys = await at.store.write(remove)
    for key in keys:
        at.imports.stop(key)
        at.productions.stop(key)
    at.bookshelf.forget(book_id)
