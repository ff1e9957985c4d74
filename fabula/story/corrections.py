"""Decisions about a book's people: who may make them, how they are kept, how they are shown and taken back.

Owns the rows of decisions. Carrying them out is another's. A book belongs to nobody, but whoever brought it may correct
what was read in it, for all who read it; where they are gone, an administrator may. The promise: a decision names only
people and names that its maker has met, and is shown only where its names are known.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, func, select

from fabula.errors import Conflict, Forbidden, Invalid, NotFound
from fabula.ids import new_id
from fabula.store.contract import Row, Tx
from fabula.store.tables import characters, corrections, readings
from fabula.story import canon
from fabula.story.door import NO_CHARACTER, Entry, is_met
from fabula.story.people import known_names

MOST = 200
NO_CORRECTION = "There is no such correction of this book."
NOT_YOURS = "Only whoever brought this book may correct its people; bring the file yourself to correct your own copy."


@dataclass(frozen=True)
class Reader:
    """Who asks: their id, and whether they administer the installation."""

    id: str
    admin: bool


def may_correct(shelf: Entry, reader: Reader) -> bool:
    """Whether this reader may correct the people of a book on their shelf."""
    uploader = shelf.book["uploader_id"]
    return bool(uploader == reader.id or (uploader is None and reader.admin))


def listed(tx: Tx, shelf: Entry, reader: Reader) -> dict[str, Any]:
    """The decisions in force, newest last, as far as their names are known by the reader's chapter."""
    allowed = may_correct(shelf, reader)
    known = _known(tx, shelf)
    rows = _rows(tx, shelf.book["id"]) if allowed else []
    shown = []
    for row in rows:
        who, names = [n for n in row["who"] if n in known], [n for n in row["names"] if n in known]
        if who and names:
            shown.append({"id": row["id"], "kind": row["kind"], "who": who, "names": names, "at": row["created_at"]})
    kept = tx.value(select(readings.c.book_id).where(readings.c.book_id == shelf.book["id"])) is not None
    return {"corrections": shown, "may_correct": allowed, "read_again": allowed and not kept}


def _rows(tx: Tx, book_id: str) -> list[Row]:
    return tx.all(select(corrections).where(corrections.c.book_id == book_id).order_by(corrections.c.seq))


def _known(tx: Tx, shelf: Entry) -> set[str]:
    rows = tx.all(select(characters).where(characters.c.book_id == shelf.book["id"]))
    return {alias["name"] for row in rows for alias in row["aliases"] if alias["first_chapter"] <= shelf.through}


def correct(
    tx: Tx, shelf: Entry, reader: Reader, kind: str, character_id: str, other_id: str | None, names: Sequence[str]
) -> str:
    """Make a decision and carry it out; returns its id. Forbidden, NotFound, Invalid, Conflict.

    merge: `other_id` is the same person as `character_id`. split: `names` are somebody else's. rename: the one name in
    `names` is what to call them.
    """
    allowed(shelf, reader)
    row = _met(tx, shelf, character_id)
    known = known_names(row, shelf.through)
    who = [row["name"], *(a["name"] for a in row["aliases"] if a["name"] != row["name"])]
    if kind == "merge":
        if other_id is None or other_id == character_id:
            raise Invalid("Say which other person is the same (other_id).")
        other = _met(tx, shelf, other_id)
        given = [other["name"], *(a["name"] for a in other["aliases"] if a["name"] != other["name"])]
    else:
        given = list(dict.fromkeys(names))
        if not given or not set(given) <= set(known):
            raise Invalid("Choose among the names that this person is known by so far.")
        if kind == "split" and set(given) >= set(known):
            raise Invalid("Leave this person at least one of their names.")
        if kind == "rename" and len(given) != 1:
            raise Invalid("Choose the one name to call them by.")
    last = tx.value(select(func.max(corrections.c.seq)).where(corrections.c.book_id == shelf.book["id"])) or 0
    if len(_rows(tx, shelf.book["id"])) >= MOST:
        raise Conflict(f"A book takes at most {MOST} corrections; take some back first.")
    made: dict[str, Any] = {"id": new_id("corr"), "book_id": shelf.book["id"], "person_id": reader.id, "seq": last + 1}
    tx.insert(corrections, {**made, "kind": kind, "who": who, "names": given, "created_at": tx.now})
    if not canon.anew(tx, shelf.book["id"])[-1]:
        raise Conflict("That changes nothing; look at these people again.")
    return str(made["id"])


def undo(tx: Tx, shelf: Entry, reader: Reader, correction_id: str) -> None:
    """Take a decision back: the book is as if it had never been made."""
    allowed(shelf, reader)
    one = corrections.c.id == correction_id, corrections.c.book_id == shelf.book["id"]
    if not tx.run(delete(corrections).where(*one)):
        raise NotFound(NO_CORRECTION)
    canon.anew(tx, shelf.book["id"])


def allowed(shelf: Entry, reader: Reader) -> None:
    """Forbidden for who may not correct; Conflict while the book is being read."""
    if not may_correct(shelf, reader):
        raise Forbidden(NOT_YOURS)
    if shelf.book["status"] != "ready":
        raise Conflict("This book is being read; correct its people when that is done.")


def _met(tx: Tx, shelf: Entry, character_id: str) -> Row:
    row = tx.one(select(characters).where(characters.c.id == character_id, characters.c.book_id == shelf.book["id"]))
    if row is None or not is_met(row, shelf.through):
        raise NotFound(NO_CHARACTER)
    return row
