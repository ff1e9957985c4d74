"""What a reader does with what a book tells: look at its people and world, search its text, correct what was read.

Composes the shelf, what is told, and the measure of likeness. The promise: whatever chapter is asked for, the reader's
saved place bounds the answer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from sqlalchemy import select

from fabula.accounts.people import Person
from fabula.actions.imports import reading_of
from fabula.errors import Conflict, Invalid, Unavailable
from fabula.installation import Installation
from fabula.recall.lore import QUERY_CHARS, Chapter, Found
from fabula.recall.search import search
from fabula.store.contract import Row, Tx
from fabula.store.tables import book_chapters
from fabula.story import canon, corrections, source_bonds, told
from fabula.story.corrections import Reader
from fabula.story.door import Entry, entry

SOURCE_S = 5.0
"""How long reading the relationships of a book may take (service specification, section 10.2)."""


def bounded(shelf: Entry, as_of: int | None) -> int:
    """The chapter that bounds an answer: the one asked for, but never beyond the saved place."""
    return shelf.through if as_of is None else min(as_of, shelf.through)


async def lines(at: Installation, person: Person, book_id: str, number: int) -> dict[str, Any]:
    """Who speaks in a chapter."""

    def look(tx: Tx) -> dict[str, Any]:
        shelf = entry(tx, person.id, book_id)
        return told.lines(tx, shelf.book, number, shelf.through)

    return await at.store.read(look)


async def bonds(at: Installation, person: Person, book_id: str, as_of: int | None) -> dict[str, Any]:
    """How the people met so far stand to each other."""

    def look(tx: Tx) -> dict[str, Any]:
        shelf = entry(tx, person.id, book_id)
        through = bounded(shelf, as_of)
        found = {"relations": told.bonds(tx, shelf.book, through), "talks": told.talks(tx, shelf.book, through)}
        return {**found, "through_chapter": through}

    return await at.store.read(look)


async def whole_bonds(at: Installation, person: Person, book_id: str) -> dict[str, Any]:
    """The relationships of the whole book, for who has read all of it; Conflict before (spec 10.2)."""

    def look(tx: Tx) -> dict[str, Any]:
        shelf = entry(tx, person.id, book_id)
        if shelf.book["status"] != "ready" or shelf.through < canon.last_chapter(tx, book_id):
            raise Conflict("The relationships of the whole book are shown to who has read it to its end.")
        met = told.names_met(tx, shelf.book, shelf.through)
        return {"relationships": told.bonds(tx, shelf.book, shelf.through), "characters": list(met.values())}

    return await at.store.read(look)


async def source_relationships(at: Installation, person: Person, book_id: str) -> dict[str, Any]:
    """Cited relationships of the first canon model at the saved place; Unavailable after five seconds.

    One snapshot holds the shelf, the place and all sources, so nothing can move between looking and answering.
    """
    try:
        async with asyncio.timeout(SOURCE_S):
            return await at.store.read(lambda tx: source_bonds.source_v1(tx, entry(tx, person.id, book_id)))
    except TimeoutError as late:
        raise Unavailable("Looking up the relationships took too long; ask again.") from late


async def world(at: Installation, person: Person, book_id: str, as_of: int | None) -> dict[str, Any]:
    """What happens in a book and what is true in it, as far as it has been read."""

    def look(tx: Tx) -> dict[str, Any]:
        shelf = entry(tx, person.id, book_id)
        return told.world(tx, shelf.book, bounded(shelf, as_of))

    return await at.store.read(look)


async def lore(
    at: Installation, person: Person, book_id: str, query: str, max_chapter: int | None, limit: int
) -> list[Found]:
    """Passages of the unlocked text that are like `query`, best first (service specification, section 10.2)."""
    asked = " ".join(query.split())
    if not asked or len(asked) > QUERY_CHARS:
        raise Invalid(f"Ask for something of at most {QUERY_CHARS} characters.")

    def look(tx: Tx) -> list[Row]:
        shelf = entry(tx, person.id, book_id)
        wanted = select(book_chapters.c.number, book_chapters.c.title, book_chapters.c.content)
        here = book_chapters.c.book_id == book_id, book_chapters.c.number > 0
        upto = book_chapters.c.number <= bounded(shelf, max_chapter)
        return tx.all(wanted.where(*here, upto).order_by(book_chapters.c.number))

    rows = await at.store.read(look)
    chapters = [Chapter(row["number"], row["title"], row["content"]) for row in rows]
    return await asyncio.to_thread(search, chapters, asked, limit)


def _reader(person: Person) -> Reader:
    return Reader(person.id, person.role == "admin")


async def corrected(at: Installation, person: Person, book_id: str) -> dict[str, Any]:
    """The decisions about a book's people that are in force."""
    return await at.store.read(lambda tx: corrections.listed(tx, entry(tx, person.id, book_id), _reader(person)))


async def correct(
    at: Installation,
    person: Person,
    book_id: str,
    kind: str,
    character_id: str,
    other_id: str | None,
    names: Sequence[str],
) -> str:
    """Decide about a book's people; everybody who reads it sees them so from now on. Returns the decision's id."""
    return await at.store.write(
        lambda tx: corrections.correct(
            tx, entry(tx, person.id, book_id), _reader(person), kind, character_id, other_id, names
        )
    )


async def undo(at: Installation, person: Person, book_id: str, correction_id: str) -> None:
    """Take a decision back."""
    await at.store.write(lambda tx: corrections.undo(tx, entry(tx, person.id, book_id), _reader(person), correction_id))


async def read_again(at: Installation, person: Person, book_id: str) -> int:
    """Read a finished book anew, with today's reading, and carry out what was decided; returns how many people.

    Until it is done everybody sees the book as it was; when it cannot be done, it stays so.
    """

    def look(tx: Tx) -> tuple[str, list[Row]]:
        shelf = entry(tx, person.id, book_id)
        corrections.allowed(shelf, _reader(person))
        rows = select(book_chapters).where(book_chapters.c.book_id == book_id).order_by(book_chapters.c.start)
        return shelf.book["language"], tx.all(rows)

    async with at.opening:
        language, chapters = await at.store.read(look)
        reading = await reading_of(chapters, language, _untold)

        def save(tx: Tx) -> int:
            corrections.allowed(entry(tx, person.id, book_id), _reader(person))
            return canon.save(tx, book_id, chapters, reading)

        return await at.store.write(save)


async def _untold(step: str, done: int, total: int) -> None:
    """Nobody is told how far it is."""
