"""What a reading found, kept as rows of the book: written once, behind the import's fence, never changed after."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import delete, update

from fabula.ids import new_id
from fabula.store.contract import Row, Tx
from fabula.store.tables import books, characters, mentions, places, quotes

PEOPLE_MAX = 50
HUES = 8
FACTS = ("description", "appearance", "personality", "background", "typical")


class Layout:
    """The chapters of a book by their place in the whole text, for turning its offsets into chapter-relative ones."""

    def __init__(self, chapters: Sequence[Row]) -> None:
        """`chapters` in the order of the text."""
        self._chapters = chapters
        self._starts = [chapter["start"] for chapter in chapters]

    def chapter(self, offset: int) -> Row:
        """The chapter that holds `offset`."""
        return self._chapters[max(0, bisect_right(self._starts, offset) - 1)]

    def cite(self, evidence: Mapping[str, Any]) -> dict[str, Any]:
        """Evidence as a citation: chapter number, offsets within it, and the exact text."""
        chapter = self.chapter(evidence["start"])
        start, end = evidence["start"] - chapter["start"], evidence["end"] - chapter["start"]
        text = " ".join(chapter["content"][start:end].split())
        return {"chapter": chapter["number"], "start": start, "end": end, "text": text}


def save(tx: Tx, book_id: str, chapters: Sequence[Row], reading: Mapping[str, Any]) -> int:
    """Replace everything a reading says about a book; returns the number of people (at most 50, spec 5.4)."""
    for table in (mentions, quotes, places, characters):
        tx.run(delete(table).where(table.c.book_id == book_id))
    layout = Layout(chapters)
    kept = list(reading["people"])[:PEOPLE_MAX]
    ids = {person["key"]: new_id("char") for person in kept}
    _people(tx, book_id, layout, kept, ids)
    _quotes(tx, book_id, layout, reading["quotes"], ids)
    rows = [
        {
            "id": new_id("plce"),
            "book_id": book_id,
            "name": place["name"],
            "mentions": place["mentions"],
            "first_chapter": layout.chapter(place["first"]["start"])["number"],
            "cite": layout.cite(place["first"]),
        }
        for place in reading["places"]
    ]
    if rows:
        tx.insert(places, *rows)
    tx.run(
        update(books)
        .where(books.c.id == book_id)
        .values(world_summary=[layout.cite(e) for e in reading["summary"]], genre=reading["genre"], updated_at=tx.now)
    )
    return len(kept)


def _people(tx: Tx, book_id: str, layout: Layout, people: Sequence[Mapping[str, Any]], ids: Mapping[str, str]) -> None:
    # Hues follow the order of first appearance, so that people met together differ.
    met = sorted(people, key=lambda p: (p["first"]["start"], p["key"]))
    hue = {person["key"]: i % HUES + 1 for i, person in enumerate(met)}
    rows = [
        {
            "id": ids[person["key"]],
            "book_id": book_id,
            "rank": rank,
            "name": person["name"],
            "aliases": [
                {"name": a["name"], "mentions": a["mentions"], "first_chapter": a["first_chapter"]}
                for a in person["aliases"]
            ],
            "gender": person["gender"],
            "role": person["role"],
            "narrator": person["narrator"],
            "mentions": person["mentions"],
            "first_appearance_chapter": _first_named(person),
            "facts": {field: [layout.cite(e) for e in person[field]] for field in FACTS},
            "style": person["style"],
            "hue": hue[person["key"]],
            "created_at": tx.now,
            "updated_at": tx.now,
        }
        for rank, person in enumerate(people, start=1)
    ]
    if rows:
        tx.insert(characters, *rows)
    counts = [
        {"book_id": book_id, "character_id": ids[person["key"]], "chapter_number": chapter, "count": count}
        for person in people
        for chapter, count in person["by_chapter"]
    ]
    if counts:
        tx.insert(mentions, *counts)


def _first_named(person: Mapping[str, Any]) -> int:
    """The chapter from which a person can be shown: they have appeared, and one of their names has been read."""
    named = [alias["first_chapter"] for alias in person["aliases"]]
    return max(int(person["first_chapter"]), min(named)) if named else int(person["first_chapter"])


def _quotes(tx: Tx, book_id: str, layout: Layout, found: Sequence[Mapping[str, Any]], ids: Mapping[str, str]) -> None:
    rows = []
    paragraph, at = 0, 0
    chapter: Row | None = None
    for seq, quote in enumerate(found):
        here = layout.chapter(quote["start"])
        if chapter is None or here["number"] != chapter["number"]:
            chapter, paragraph, at = here, 0, 0
        start = quote["start"] - here["start"]
        paragraph += here["content"].count("\n\n", at, start)
        at = start
        rows.append(
            {
                "book_id": book_id,
                "seq": seq,
                "chapter_number": here["number"],
                "start": start,
                "end": quote["end"] - here["start"],
                "paragraph": paragraph,
                "kind": quote["kind"],
                "character_id": ids.get(quote["speaker"]),
                "addressee_id": ids.get(quote["addressee"]),
                "confidence": quote["confidence"],
                "why": quote["why"],
            }
        )
    if rows:
        tx.insert(quotes, *rows)
