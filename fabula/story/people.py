"""The book's people as a reader knows them by a chapter: names, sentences about them, typical lines, all cited.

Nothing that first stands in a later chapter is used: a name revealed later is not a name yet, a sentence is shown only
when its chapter is unlocked, and counts count unlocked text.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import and_, func, select

from fabula.ai.offline.speak import SURE
from fabula.store.contract import Row, Tx
from fabula.store.tables import book_chapters, characters, mentions, quotes

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
    """All people met by chapter `through`, the most important first."""
    rows = tx.all(
        select(characters)
        .where(characters.c.book_id == book["id"], characters.c.first_appearance_chapter <= through)
        .order_by(characters.c.rank)
    )
    return _views(tx, book, rows, through)


def one(tx: Tx, book: Row, character: Row, through: int) -> dict[str, Any]:
    """One person as of chapter `through`."""
    return _views(tx, book, [character], through)[0]


def _views(tx: Tx, book: Row, rows: list[Row], through: int) -> list[dict[str, Any]]:
    titles = chapter_titles(tx, book["id"])
    ids = [row["id"] for row in rows]
    lines = unlocked_lines(tx, book["id"], ids, through)
    counted = {
        row["character_id"]: row["count"]
        for row in tx.all(
            select(mentions.c.character_id, func.sum(mentions.c.count).label("count"))
            .where(
                mentions.c.book_id == book["id"],
                mentions.c.chapter_number <= through,
                mentions.c.character_id.in_(ids),
            )
            .group_by(mentions.c.character_id)
        )
    }
    return [_view(row, book, through, titles, lines.get(row["id"], (0, 0)), counted.get(row["id"], 0)) for row in rows]


def unlocked_lines(tx: Tx, book_id: str, ids: list[str], through: int) -> dict[str, tuple[int, int]]:
    """Unlocked lines and their average length in characters, by character."""
    rows = tx.all(
        select(
            quotes.c.character_id,
            func.count().label("lines"),
            func.sum(quotes.c.end - quotes.c.start).label("chars"),
        )
        .where(
            and_(
                quotes.c.book_id == book_id,
                quotes.c.chapter_number <= through,
                quotes.c.character_id.in_(ids),
                quotes.c.confidence >= SURE,
                quotes.c.kind == "speech",
            )
        )
        .group_by(quotes.c.character_id)
    )
    return {row["character_id"]: (int(row["lines"]), int(row["chars"]) // int(row["lines"])) for row in rows}


def chapter_titles(tx: Tx, book_id: str) -> dict[int, str | None]:
    """Chapter titles by number."""
    rows = tx.all(select(book_chapters.c.number, book_chapters.c.title).where(book_chapters.c.book_id == book_id))
    return {row["number"]: row["title"] for row in rows}


def _view(
    row: Row, book: Row, through: int, titles: dict[int, str | None], lines: tuple[int, int], mentioned: int
) -> dict[str, Any]:
    names = known_names(row, through)
    facts = {f: [c for c in row["facts"].get(f, []) if c["chapter"] <= through] for f in (*FIELDS, "typical")}
    view: dict[str, Any] = {
        "id": row["id"],
        "novel_id": row["book_id"],
        "name": names[0],
        "aliases": names[1:],
        "gender": row["gender"],
        "role": row["role"],
        "narrator": row["narrator"],
        "mentions": int(mentioned),
        "lines": lines[0],
        "first_appearance_chapter": row["first_appearance_chapter"],
        "hue": row["hue"],
        "initial": initial(names[0]),
        "avatar_url": row["avatar_url"],
        "avatar_status": row["avatar_status"],
        "speaking_style": _style(book["language"], *lines),
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


def _style(language: str, lines: int, average_chars: int) -> str | None:
    if lines < 3:
        return None
    words = STYLE["zh" if language == "zh" else "en"]
    scale = 3 if language == "zh" else 1
    if average_chars * scale < SHORT_LINE_CHARS:
        return words["short"]
    return words["long"] if average_chars * scale > LONG_LINE_CHARS else words["even"]


def initial(name: str) -> str:
    """The letter or character of a monogram: of the first name-like word, without a title before it."""
    words = name.split()
    kept = [w for w in words if not w.endswith(".") and w[:1].isupper()] or words
    return kept[0][:1].upper() if kept else "?"
