"""The book's people as a reader knows them by a chapter: names, sentences about them, typical lines, all cited.

Nothing that first stands in a later chapter is used: a name revealed later is not a name yet, a sentence is shown only
when its chapter is unlocked, and counts count unlocked text.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import select

from fabula.store.contract import Row, Tx
from fabula.store.tables import book_chapters, characters
from fabula.story.standing import NOTHING, Standing, by_chapter, ordered, parts, standings

FIELDS = ("description", "appearance", "personality", "background")
SHORT_LINE_CHARS = 60
LONG_LINE_CHARS = 220

STYLE = {
    "en": {"short": "Speaks in short lines.", "even": "Speaks in even, unhurried lines.", "long": "Speaks at length."},
    "zh": {"short": "说话简短。", "even": "说话不紧不慢。", "long": "一开口便是长篇。"},
}


def known_names(character: Row | Mapping[str, Any], through: int) -> list[str]:
    """The names a reader has seen by chapter `through`, best first; the display name leads when it is known."""
    seen = [a for a in character["aliases"] if a["first_chapter"] <= through]
    seen.sort(key=lambda a: (a["name"] != character["name"], -a["mentions"], a["name"]))
    return [a["name"] for a in seen] or [character["name"]]


def met(tx: Tx, book: Row, through: int) -> list[dict[str, Any]]:
    """All people met by chapter `through`, the most important so far first."""
    rows = tx.all(
        select(characters).where(characters.c.book_id == book["id"], characters.c.first_appearance_chapter <= through)
    )
    known = standings(tx, by_chapter(book["id"], through), [book["id"]])
    rows = ordered(rows, known)
    roles = parts(tx, book, rows, known, through)
    titles = chapter_titles(tx, book["id"])
    return [_view(row, book, through, titles, known.get(row["id"], NOTHING), roles[row["id"]]) for row in rows]


def one(tx: Tx, book: Row, character: Row, through: int) -> dict[str, Any]:
    """One person who has been met by chapter `through`, as of it."""
    known = standings(tx, by_chapter(book["id"], through), [book["id"]])
    counted = [characters.c[name] for name in ("id", "name", "narrator", "role", "first_appearance_chapter")]
    rows = tx.all(
        select(*counted).where(characters.c.book_id == book["id"], characters.c.first_appearance_chapter <= through)
    )
    role = parts(tx, book, ordered(rows, known), known, through)[character["id"]]
    return _view(character, book, through, chapter_titles(tx, book["id"]), known.get(character["id"], NOTHING), role)


def unlocked_lines(tx: Tx, character: Row, through: int) -> int:
    """How many lines of a person are unlocked."""
    book_id = character["book_id"]
    return standings(tx, by_chapter(book_id, through), [book_id], character["id"]).get(character["id"], NOTHING).lines


def chapter_titles(tx: Tx, book_id: str) -> dict[int, str | None]:
    """Chapter titles by number."""
    rows = tx.all(select(book_chapters.c.number, book_chapters.c.title).where(book_chapters.c.book_id == book_id))
    return {row["number"]: row["title"] for row in rows}


def _view(
    row: Row, book: Row, through: int, titles: dict[int, str | None], standing: Standing, role: str
) -> dict[str, Any]:
    names = known_names(row, through)
    facts = {f: [c for c in row["facts"].get(f, []) if c["chapter"] <= through] for f in (*FIELDS, "typical")}
    view: dict[str, Any] = {
        "id": row["id"],
        "novel_id": row["book_id"],
        "name": names[0],
        "aliases": names[1:],
        "gender": row["gender"],
        "role": role,
        "narrator": row["narrator"],
        "mentions": standing.mentions,
        "lines": standing.lines,
        "first_appearance_chapter": row["first_appearance_chapter"],
        "hue": row["hue"],
        "initial": initial(names[0]),
        "avatar_url": row["avatar_url"],
        "avatar_status": row["avatar_status"],
        "speaking_style": _style(book["language"], standing),
        "citations": [_cite(c, titles, field) for field in FIELDS for c in facts[field]],
        "typical": [_cite(c, titles) for c in facts["typical"]],
        "can_talk": book["status"] == "ready",
    }
    between = "" if book["language"] in ("zh", "ja") else " "
    for field in FIELDS:
        view[field] = between.join(c["text"] for c in facts[field]) or None
    return view


def _cite(cite: Mapping[str, Any], titles: dict[int, str | None], field: str | None = None) -> dict[str, Any]:
    shown = {
        "chapter_number": cite["chapter"],
        "chapter_title": titles.get(cite["chapter"]),
        "excerpt": cite["text"],
        "start": cite["start"],
        "end": cite["end"],
    }
    return shown if field is None else {"field": field, **shown}


def _style(language: str, standing: Standing) -> str | None:
    if standing.lines < 3:
        return None
    words = STYLE["zh" if language == "zh" else "en"]
    average_chars = standing.chars // standing.lines
    scale = 3 if language == "zh" else 1
    if average_chars * scale < SHORT_LINE_CHARS:
        return words["short"]
    return words["long"] if average_chars * scale > LONG_LINE_CHARS else words["even"]


def initial(name: str) -> str:
    """The letter or character of a monogram: of the first name-like word, without a title before it."""
    words = name.split()
    kept = [w for w in words if not w.endswith(".") and w[:1].isupper()] or words
    return kept[0][:1].upper() if kept else "?"
