"""Passages of a book that bear on a question, ranked alike on every backend (service specification, section 10.2).

Ranking is done here, over text already limited to the unlocked chapters; nothing later can influence it.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

CHUNK_CHARS = 1_200
OVERLAP_CHARS = 150
QUERY_CHARS = 1_000
TERMS_MAX = 32
TERMS_WEIGHED = 8
SCORE_MIN = 0.08


@dataclass(frozen=True)
class Chapter:
    """An unlocked chapter as the ranking needs it."""

    number: int
    title: str | None
    text: str


@dataclass(frozen=True)
class Found:
    """A passage: `text` is exactly chapter text from `start` to `end`; `score` is in 0..1."""

    chapter: int
    title: str | None
    start: int
    end: int
    text: str
    score: float


def find(chapters: Sequence[Chapter], query: str, limit: int = 3) -> list[Found]:
    """The best passages for `query`, best first, later chapters first among equals; at most `limit` (1..5).

    A passage is worth the rarity of the terms it holds, as a share of what the question's rarest terms are worth.
    """
    words = terms(query[:QUERY_CHARS])
    if not words:
        return []
    hits: list[tuple[Chapter, int, int, list[str]]] = []
    seen: Counter[str] = Counter()
    passages = 0
    for chapter in chapters:
        title = _folded(chapter.title or "")
        for start, end in chunks(chapter.text):
            passages += 1
            text = title + _folded(chapter.text[start:end])
            held = [term for term in words if (f" {term}" if term.isascii() else term) in text]
            seen.update(held)
            if held:
                hits.append((chapter, start, end, held))
    rarity = {term: math.log(1 + passages / (seen[term] or 1)) for term in words}
    whole = sum(sorted(rarity.values(), reverse=True)[:TERMS_WEIGHED])
    found = []
    for chapter, start, end, held in hits:
        score = round(min(1.0, sum(rarity[term] for term in held) / whole), 6)
        if score >= SCORE_MIN:
            found.append(Found(chapter.number, chapter.title, start, end, chapter.text[start:end], score))
    found.sort(key=lambda f: (-f.score, -f.chapter, f.start))
    return found[: max(1, min(limit, 5))]


def _folded(text: str) -> str:
    """Lower case with every run of other signs as one space, and a space before, so that words have a beginning."""
    return " " + " ".join("".join(c if c.isalnum() else " " for c in text.lower()).split())


def chunks(text: str) -> Iterator[tuple[int, int]]:
    """Spans of at most CHUNK_CHARS that overlap by OVERLAP_CHARS, trimmed; blank ones are left out."""
    start = 0
    while start < len(text):
        end = min(len(text), start + CHUNK_CHARS)
        trimmed = text[start:end]
        left = len(trimmed) - len(trimmed.lstrip())
        right = len(trimmed.rstrip())
        if right > left:
            yield start + left, start + right
        if end == len(text):
            return
        start = end - OVERLAP_CHARS


def terms(query: str) -> list[str]:
    """Words of two characters or more, lower-cased, with the bigrams of scripts written without spaces."""
    found: dict[str, None] = {}
    for token in query.split():
        word = "".join(c for c in token if c.isalnum()).lower()
        if len(word) < 2:
            continue
        found[word] = None
        if not word.isascii():
            for i in range(len(word) - 1):
                found[word[i : i + 2]] = None
    return list(found)[:TERMS_MAX]
