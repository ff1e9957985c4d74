"""The only way to a book's rows: through the person on whose shelf it stands.

Everything here answers `NotFound` for what belongs to somebody else, exactly as for what does not exist.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select

from fabula.errors import NotFound
from fabula.store.contract import Row, Tx
from fabula.store.tables import books, characters, stories

NO_BOOK = "There is no such book on your shelf."
PARTS_MAX = 50
NO_CHARACTER = "There is no such person in what you have read."


@dataclass(frozen=True)
class Entry:
    """A shelf entry: the immutable book and this person's story in it."""

    book: Row
    story: Row

    @property
    def through(self) -> int:
        """The last unlocked chapter: everything derived from the book is bounded by it."""
        return int(self.story["current_chapter"])

    @property
    def branch_id(self) -> str:
        """The branch that conversations of this story belong to now."""
        return str(self.story["current_branch_id"])


def entry(tx: Tx, person_id: str, book_id: str) -> Entry:
    """The shelf entry of a person for a book; raises `NotFound`."""
    story = tx.one(select(stories).where(stories.c.person_id == person_id, stories.c.book_id == book_id))
    book = tx.one(select(books).where(books.c.id == book_id)) if story is not None else None
    if story is None or book is None:
        raise NotFound(NO_BOOK)
    return Entry(book, story)


def entries(tx: Tx, person_id: str, book_ids: Sequence[str]) -> list[Entry]:
    """The shelf entries of a person for these books, in their order; those that are not on the shelf are left out."""
    mine = tx.among(select(stories).where(stories.c.person_id == person_id), stories.c.book_id, book_ids)
    held = {row["book_id"]: row for row in mine}
    found = {row["id"]: row for row in tx.among(select(books), books.c.id, held)}
    return [Entry(found[book_id], held[book_id]) for book_id in book_ids if book_id in held and book_id in found]


def person_met(tx: Tx, person_id: str, character_id: str) -> tuple[Entry, Row]:
    """A character whom the reader has met by now; a later one is not found (spec 6.1, 8.2; digest 3.1)."""
    row = tx.one(
        select(characters)
        .join(stories, stories.c.book_id == characters.c.book_id)
        .where(characters.c.id == character_id, stories.c.person_id == person_id)
    )
    if row is None:
        raise NotFound(NO_CHARACTER)
    shelf = entry(tx, person_id, row["book_id"])
    for _ in range(PARTS_MAX):
        # Somebody who was found to be part of somebody else is met as them.
        if row is None or row["part_of_id"] is None:
            break
        row = tx.one(select(characters).where(characters.c.id == row["part_of_id"]))
    if row is None or not is_met(row, shelf.through):
        raise NotFound(NO_CHARACTER)
    return shelf, row


def is_met(character: Row | dict[str, Any], through: int) -> bool:
    """Whether a character has been proven to appear by chapter `through`."""
    first = character["first_appearance_chapter"]
    return first is not None and 0 <= first <= through
