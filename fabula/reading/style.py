"""How people talk: the numbers of their lines, their favourite words, and lines that are typical of them.

Owns counting over attributed quotes. Knows nothing of who attributed them or why. Promise: only exact quotes are
returned, chosen the same way every time.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import pairwise

from fabula.reading.pages import Pages
from fabula.reading.shapes import Evidence, StyleNumbers
from fabula.reading.words.english import STOP

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_CJK = re.compile(r"[\u3400-\u9fff]")
_MOST_WORDS = 40_000
_TYPICAL = 5

Line = tuple[int, int, float]
"""start, end, confidence of one quote."""


def styles(
    pages: Pages, lines: Mapping[int, Sequence[Line]], names: frozenset[str]
) -> dict[int, tuple[StyleNumbers, tuple[Evidence, ...]]]:
    """Numbers and typical lines for every person with lines. `names` are lower-case words that are no favourites."""
    counts: dict[int, Counter[str]] = {}
    everyone: Counter[str] = Counter()
    for person in sorted(lines):
        words: Counter[str] = Counter()
        for start, end, _ in lines[person]:
            words.update(_words(pages, start, end))
        counts[person] = words
        everyone.update(words)
    total = sum(everyone.values()) or 1
    out: dict[int, tuple[StyleNumbers, tuple[Evidence, ...]]] = {}
    for person, words in counts.items():
        favourites = _favourites(words, everyone, total, names)
        numbers = _numbers(pages, lines[person], sum(words.values()), favourites)
        out[person] = (numbers, _typical(pages, lines[person], favourites))
    return out


def no_style() -> StyleNumbers:
    """The numbers of somebody who never speaks."""
    return StyleNumbers(0, 0.0, 0.0, 0.0, ())


def _words(pages: Pages, start: int, end: int) -> list[str]:
    text = pages.text[start:end]
    if not pages.cjk:
        return [w.lower() for w in _WORD.findall(text)]
    characters = _CJK.findall(text)
    return [a + b for a, b in pairwise(characters)] or characters


def _numbers(pages: Pages, lines: Sequence[Line], words: int, favourites: tuple[str, ...]) -> StyleNumbers:
    n = len(lines)
    asked = sum(1 for start, end, _ in lines if pages.text[end - 1] in "?？" or "？" in pages.text[start:end])
    exclaimed = sum(1 for _, end, _ in lines if pages.text[end - 1] in "!！")
    return StyleNumbers(n, round(words / n, 1), round(asked / n, 3), round(exclaimed / n, 3), favourites)


def _favourites(words: Counter[str], everyone: Counter[str], total: int, names: frozenset[str]) -> tuple[str, ...]:
    """Words this person uses clearly more often than the others do."""
    own = sum(words.values()) or 1
    scored: list[tuple[float, str]] = []
    for word, count in words.most_common(_MOST_WORDS):
        if count < 3 or len(word) < 2 or word in STOP or word in names:
            continue
        rate = (count / own) / (everyone[word] / total)
        if rate >= 1.5 or own > 0.5 * total:
            scored.append((count * math.log(rate + 1e-9), word))
    scored.sort(key=lambda item: (-item[0], item[1]))
    return tuple(word for _, word in scored[:6])


def _typical(pages: Pages, lines: Sequence[Line], favourites: tuple[str, ...]) -> tuple[Evidence, ...]:
    best: dict[int, tuple[float, int, int]] = {}
    for start, end, confidence in lines:
        length = end - start
        low, high = (6, 60) if pages.cjk else (25, 170)
        if not low <= length <= high or confidence < 0.5:
            continue
        text = pages.text[start:end]
        score = 2.0 * confidence + (1.0 if text[-1] in ".!?。！？" else 0.0) + (0.5 if not text[0].islower() else 0.0)
        score += 0.7 * sum(1 for word in favourites if word in text.lower())
        chapter = pages.chapter(start)
        if chapter not in best or score > best[chapter][0]:
            best[chapter] = (score, start, end)
    ranked = sorted(best.values(), key=lambda item: (-item[0], item[1]))[:_TYPICAL]
    return tuple(Evidence(start, end, pages.chapter(start)) for _, start, end in ranked)


def lines_of(pages: Pages, speakers: Sequence[tuple[int, int, int, float]]) -> dict[int, list[Line]]:
    """Group (person, start, end, confidence) by person."""
    lines: dict[int, list[Line]] = defaultdict(list)
    for person, start, end, confidence in speakers:
        lines[person].append((start, end, confidence))
    return lines
