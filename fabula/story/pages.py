"""A book's chapters, as they are read: the list, and one of them with its neighbours."""

from __future__ import annotations

import re
from typing import Any

from sqlalchemy import select

from fabula.errors import NotFound
from fabula.store.contract import Row, Tx
from fabula.store.tables import book_chapters

LISTED = ("id", "number", "kind", "title", "part", "is_key_node", "words", "chars")
NO_CHAPTER = "The book has no such chapter."
HEADING_LINES_MAX = 12


def chapters(tx: Tx, book: Row) -> list[dict[str, Any]]:
    """All chapters in reading order, without their text; front matter is number 0 and comes first."""
    columns = [book_chapters.c[name] for name in LISTED]
    rows = tx.all(select(*columns).where(book_chapters.c.book_id == book["id"]).order_by(book_chapters.c.number))
    return [dict(row) for row in rows]


def chapter(tx: Tx, book: Row, number: int) -> dict[str, Any]:
    """One chapter with its text and the numbers of its neighbours; raises `NotFound`."""
    row = tx.one(select(book_chapters).where(book_chapters.c.book_id == book["id"], book_chapters.c.number == number))
    if row is None:
        raise NotFound(NO_CHAPTER)
    listed = chapters(tx, book)
    at = next(i for i, c in enumerate(listed) if c["number"] == number)
    after = listed[at + 1] if at + 1 < len(listed) else None
    return {
        **{name: row[name] for name in LISTED},
        "novel_id": book["id"],
        "content": row["content"],
        "body_start": body_start(row["content"], row["title"], row["part"]),
        "language": book["language"],
        "previous": listed[at - 1]["number"] if at else None,
        "next": after["number"] if after else None,
        "next_title": after["title"] if after else None,
    }


def body_start(content: str, title: str | None, part: str | None) -> int:
    """Where the prose begins after the heading lines that open a chapter's text (offset in characters).

    Lines are passed as long as they are blank, say "chapter 3" in some form, stand in the title or the part, or both.
    """
    known = _folded(f"{part or ''} {title or ''}")
    offset = 0
    for _ in range(HEADING_LINES_MAX):
        end = content.find("\n", offset)
        line = content[offset : end if end >= 0 else len(content)]
        if _folded(line) and not (len(line) <= 200 and _is_heading(line.strip(_EDGES), known)):
            break
        if end < 0:
            return 0
        offset = end + 1
    return offset if content[offset:].strip() else 0


def _is_heading(line: str, known: str) -> bool:
    """Whether a line is a label, a known title, or a label and a title; `known` is folded."""
    if _folded(line) in known or _LABEL.fullmatch(line):
        return True
    label = _NUMBERED.match(line)
    rest = _folded(line[label.end() :]) if label else ""
    return bool(rest) and rest in known


_EDGES = " \t\u3000*#_=-—–.:：【】[]"
_LABEL = re.compile(
    r"(?:chapter|book|part|volume|letter|stave|canto|act|scene|prologue|epilogue)\b[\s.:]*[\w-]{0,20}(?:\s+[\w-]{1,12})?"
    r"|[ivxlcdm]{1,9}|\d{1,4}"
    r"|(?:正文)?\s*[第卷部]?\s*[零〇一二三四五六七八九十百千两壹贰叁肆伍陆柒捌玖拾佰\d０-９]{1,9}\s*[章回节卷部集篇幕话]?",
    re.IGNORECASE,
)

_NUMBERED = re.compile(
    r"(?:chapter|book|part|volume|letter|stave|canto|act|scene)\b[\s.:]*[\w-]{1,20}(?=\W)"
    r"|(?:prologue|epilogue)(?=\W)"
    r"|(?:[ivxlcdm]{1,9}|\d{1,4})(?=\W)"
    r"|(?:正文)?\s*[第卷部]?\s*[零〇一二三四五六七八九十百千两壹贰叁肆伍陆柒捌玖拾佰\d０-９]{1,9}\s*[章回节卷部集篇幕话]",
    re.IGNORECASE,
)
"""The beginning of a heading line whose title stands behind its number."""


def _folded(text: str) -> str:
    return "".join(c for c in text.lower() if c.isalnum())
