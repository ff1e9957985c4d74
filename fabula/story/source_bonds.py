"""Relationships as the first canon model of a book has them, for readers of the protocol `source-v1`.

Owns what may leave: only whole relationships, all of whose citations are unlocked and are exact words of their chapter,
between people whose names are proven where they first appear (service specification, section 10.2). The promise: a
model that is missing or does not hold fails closed, and nothing is cut short to fit.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import select

from fabula.errors import Conflict
from fabula.store.contract import Row, Tx
from fabula.store.tables import book_chapters, canon_models, characters
from fabula.story.door import Entry, is_met
from fabula.story.people import known_names

MODEL_VERSION = 1
MOST = 256
CITATIONS_MOST = 8
NOT_READY = "This book is not finished being read; ask again when it is."
NO_MODEL = "There is no canon of this book; have it read again."


def source_v1(tx: Tx, shelf: Entry) -> dict[str, Any]:
    """The cited relationships at the saved place, in one snapshot; Conflict while the book is not ready."""
    book, through = shelf.book, shelf.through
    if book["status"] != "ready":
        raise Conflict(NOT_READY)
    model = tx.one(
        select(canon_models).where(canon_models.c.book_id == book["id"], canon_models.c.model_version == MODEL_VERSION)
    )
    if model is None:
        raise Conflict(NO_MODEL)
    rows = tx.all(
        select(book_chapters.c.number, book_chapters.c.content).where(
            book_chapters.c.book_id == book["id"], book_chapters.c.number <= through
        )
    )
    texts = {row["number"]: row["content"] for row in rows}
    people = {row["id"]: row for row in tx.all(select(characters).where(characters.c.book_id == book["id"]))}
    names: dict[str, str] = {}
    told: list[dict[str, Any]] = []
    for bond in model["content"]["relationships"]:
        cites = bond["evidence"]["provenance"]
        if not cites or len(cites) > CITATIONS_MOST or not all(_stands(cite, texts) for cite in cites):
            continue
        ends = [_now(people, bond[side]) for side in ("from_character_id", "to_character_id")]
        proven = [None if end is None else _proven(end, through, texts) for end in ends]
        if ends[0] is None or ends[1] is None or ends[0]["id"] == ends[1]["id"] or None in proven or len(told) >= MOST:
            continue
        both = {ends[0]["id"]: str(proven[0]), ends[1]["id"]: str(proven[1])}
        if len({**names, **both}) > MOST:
            continue
        names |= both
        told.append(
            {
                "id": bond["id"],
                "from_character_id": ends[0]["id"],
                "to_character_id": ends[1]["id"],
                "kind": bond["kind"],
                "description": bond["description"],
                "source_citations": [{name: cite[name] for name in ("chapter_number", "excerpt")} for cite in cites],
            }
        )
    return {
        "novel_id": book["id"],
        "model_version": MODEL_VERSION,
        "checkpoint_chapter": through,
        "characters": [{"id": one, "name": name} for one, name in names.items()],
        "relationships": told,
    }


def _stands(cite: Mapping[str, Any], texts: Mapping[int, str]) -> bool:
    return cite["chapter_number"] in texts and cite["excerpt"] in texts[cite["chapter_number"]]


def _now(people: Mapping[str, Row], character_id: str) -> Row | None:
    """Who somebody of the model is today: whoever they were found to be part of."""
    row = people.get(character_id)
    for _ in range(MOST):
        if row is None or row["part_of_id"] is None:
            return row
        row = people.get(row["part_of_id"])
    return None


def _proven(row: Row, through: int, texts: Mapping[int, str]) -> str | None:
    """The name somebody goes by, when one of their names stands in the chapter of their first appearance."""
    if not is_met(row, through):
        return None
    first = row["first_appearance_chapter"]
    here = texts.get(first, "")
    named = any(alias["first_chapter"] <= first and alias["name"] in here for alias in row["aliases"])
    return known_names(row, through)[0] if named else None
