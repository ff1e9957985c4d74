"""Passages of the unlocked text that are like what is asked, best first (service specification, section 10.2).

Owns the measure of likeness: three-letter pieces of words, as database extensions count them, reckoned here so that
every backend ranks alike. It knows nothing of who asks or how far they have read; it is given what is unlocked. The
promise: the same text and question give the same passages in the same order, whatever keeps the text.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from fabula.recall.lore import Chapter, Found, chunks, terms

SCORE_MIN = 0.08
TERMS_WEIGHED = 8
LIMIT_MAX = 5
LIMIT_USUAL = 3


def search(chapters: Sequence[Chapter], query: str, limit: int = LIMIT_USUAL) -> list[Found]:
    """The best passages for `query`, best first, later chapters first among equals, at most `limit` (clamped to 1..5).

    A passage is worth the greatest of: how like its likeliest stretch is to the question, how like its chapter's title
    is, and the share of the question's terms it holds. Below 0.08 it is not worth showing.
    """
    limit = max(1, min(limit, LIMIT_MAX))
    asked, words = trigrams(query), terms(query)
    if not asked:
        return []
    weighed = min(max(len(words), 1), TERMS_WEIGHED)
    cheap: list[tuple[float, float, Chapter, int, int]] = []
    for chapter in chapters:
        titled = similarity(asked, trigrams(chapter.title)) if chapter.title else 0.0
        for start, end in chunks(chapter.text):
            text = _padded(chapter.text[start:end])
            lower = chapter.text[start:end].lower()
            held = min(1.0, sum(term in lower for term in words) / weighed)
            # No stretch can be likelier than the share of the question's pieces that are there at all.
            bound = sum(piece in text for piece in asked) / len(asked)
            sure = max(titled, held)
            if max(sure, bound) >= SCORE_MIN:
                cheap.append((max(sure, bound), sure, chapter, start, end))
    cheap.sort(key=lambda one: (-one[0], -one[2].number, one[3]))
    found: list[Found] = []
    worst = SCORE_MIN
    for bound, sure, chapter, start, end in cheap:
        if round(bound, 6) < worst:
            break
        text = chapter.text[start:end]
        score = round(max(sure, word_similarity(asked, text)), 6)
        if score >= worst:
            found.append(Found(chapter.number, chapter.title, start, end, text, score))
            found.sort(key=lambda f: (-f.score, -f.chapter, f.start))
            found = found[:limit]
            worst = found[-1].score if len(found) == limit else SCORE_MIN
    return found


@lru_cache(maxsize=4096)
def trigrams(text: str) -> frozenset[str]:
    """The three-letter pieces of a text's words, each word with two spaces before it and one after."""
    return frozenset(_pieces(text))


def similarity(one: frozenset[str], other: frozenset[str]) -> float:
    """Shared pieces as a share of all pieces of both, 0..1."""
    both = len(one & other)
    return both / (len(one) + len(other) - both) if both else 0.0


def word_similarity(asked: frozenset[str], text: str) -> float:
    """The greatest likeness of the asked pieces to any unbroken stretch of a text's pieces, 0..1.

    The whole text is one such stretch, so this is never less than `similarity` of the two.
    """
    pieces = _pieces(text)
    at = [place for place, piece in enumerate(pieces) if piece in asked]
    best, asked_count = 0.0, len(asked)
    for first, start in enumerate(at):
        shared: set[str] = set()
        seen: set[str] = set()
        done = start
        for stop in at[first:]:
            seen.update(pieces[done : stop + 1])
            done = stop + 1
            shared.add(pieces[stop])
            best = max(best, len(shared) / (asked_count + len(seen) - len(shared)))
            if asked_count / (asked_count + len(seen) - len(shared)) <= best:
                break  # However much more is shared, so long a stretch cannot be likelier.
    return best


def _words(text: str) -> list[str]:
    return "".join(c if c.isalnum() else " " for c in text.lower()).split()


def _padded(text: str) -> str:
    return "".join(f"  {word} " for word in _words(text))


def _pieces(text: str) -> list[str]:
    found: list[str] = []
    for word in _words(text):
        padded = f"  {word} "
        found += [padded[i : i + 3] for i in range(len(padded) - 2)]
    return found
