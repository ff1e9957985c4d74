"""What one answer may draw on, gathered in one read: the persona as it is known by now, and the book behind it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import select

from fabula.ai.tasks.speak import Persona
from fabula.chat.turn import Begun
from fabula.errors import Lost
from fabula.store.contract import Row, Tx
from fabula.store.tables import book_chapters, books, characters, quotes
from fabula.story import people
from fabula.story.shelf import world_summary


@dataclass(frozen=True)
class Ground:
    """The persona and the world for one answer, both within the unlocked chapters."""

    persona: Persona
    world: str | None


def ground(tx: Tx, begun: Begun) -> Ground:
    """Gather for a claimed turn; its snapshot's chapter is the bound."""
    claim = begun.claim
    through = claim.snapshot["chapter"]
    book = _row(tx.one(select(books).where(books.c.id == claim.book_id)))
    character = _row(tx.one(select(characters).where(characters.c.id == claim.character_id)))
    view = people.one(tx, book, character, through)
    persona = Persona(
        name=view["name"],
        aliases=tuple(view["aliases"]),
        role=view["role"],
        personality=view["personality"],
        background=view["background"] or view["description"],
        speaking_style=view["speaking_style"],
        lines=tuple(c["excerpt"] for c in view["typical"]),
    )
    return Ground(persona, world_summary(book, through))


@dataclass(frozen=True)
class BookRows:
    """A finished book as the offline voices need it; it changes only when its people are corrected."""

    book: Row
    chapters: Sequence[Row]
    people: Sequence[Row]
    quotes: Sequence[Row]


def book_rows(tx: Tx, book_id: str) -> BookRows:
    """Everything a book says, in one read."""
    return BookRows(
        book=_row(tx.one(select(books).where(books.c.id == book_id))),
        chapters=tx.all(
            select(book_chapters).where(book_chapters.c.book_id == book_id).order_by(book_chapters.c.number)
        ),
        people=tx.all(
            select(characters)
            .where(characters.c.book_id == book_id, characters.c.first_appearance_chapter.is_not(None))
            .order_by(characters.c.rank)
        ),
        quotes=tx.all(select(quotes).where(quotes.c.book_id == book_id).order_by(quotes.c.seq)),
    )


def _row(row: Row | None) -> Row:
    if row is None:
        # The book was deleted after the turn was claimed; whoever deleted it has ended the turn as well.
        raise Lost("The book was deleted.")
    return row
