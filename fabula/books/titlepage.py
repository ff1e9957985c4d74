"""What a plain text says of itself before its story begins: title and author.

Owns the reading of a title page. It guesses little: labelled lines, else a short first line, else a "by" line. The
one promise: what it returns stands in the text, and it returns nothing rather than a sentence of the story.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from fabula.books.book import Section
from fabula.books.limits import AUTHOR_CHARS, TITLE_CHARS

LOOKED_AT_CHARS = 4_000
LOOKED_AT_LINES = 60
TITLE_LINE_CHARS = 90

_LABELLED = re.compile(r"[ \t]*(title|author|书名|标题|作者)[ \t]*[:：][ \t]*(\S.*)", re.IGNORECASE)
_BY = re.compile(r"(?:by|作者|著者)\s*[:：]?\s*(\S.{0,120})", re.IGNORECASE)
_AFTER = re.compile(r"(\S{1,20})\s*[著作撰]")
_PROSE = re.compile(r"[.!?。！？，,;；]\s*\S")
_NO_TITLE = re.compile(
    r"(?:the\s+)?(?:preface|contents|introduction|dedication|foreword|目录|序言?|前言)\W*", re.IGNORECASE
)
_WORDS = {"title": "title", "书名": "title", "标题": "title", "author": "author", "作者": "author"}


def title_page(text: str, sections: Sequence[Section]) -> tuple[str | None, str | None]:
    """Title and author as the front matter gives them; None for what it does not say."""
    if not sections or sections[0].kind != "front":
        return None, None
    lines = text[: min(sections[0].end, LOOKED_AT_CHARS)].split("\n")[:LOOKED_AT_LINES]
    found: dict[str, str] = {}
    for line in lines:
        labelled = _LABELLED.fullmatch(line)
        if labelled:
            found.setdefault(_WORDS[labelled[1].lower()], labelled[2].strip())
    said = [" ".join(line.split()).strip("_*# ") for line in lines]
    said = [line for line in said if line]
    if "title" not in found and said and _is_title(said[0]):
        found["title"] = said[0]
    if "author" not in found:
        for line in said[1:6]:
            by = _BY.fullmatch(line) or _AFTER.fullmatch(line)
            if by and not _PROSE.search(by[1].replace(". ", " ")):
                found["author"] = by[1].strip()
                break
    return _within(found.get("title"), TITLE_CHARS), _within(found.get("author"), AUTHOR_CHARS)


def _is_title(line: str) -> bool:
    if len(line) > TITLE_LINE_CHARS or _NO_TITLE.fullmatch(line) or line.endswith((".", "。", "，", ",")):
        return False
    return not _PROSE.search(line) and any(c.isalpha() for c in line)


def _within(words: str | None, limit: int) -> str | None:
    """Capitals alone are a matter of type: THE AWAKENING is The Awakening."""
    if not words or len(words) > limit:
        return None
    if words.isupper() and words.isascii():
        small = {"a", "an", "and", "at", "but", "by", "for", "from", "in", "of", "on", "or", "the", "to", "with"}
        parts = words.split()
        return " ".join(
            part.lower() if i and part.lower() in small else part.capitalize() for i, part in enumerate(parts)
        )
    return words
