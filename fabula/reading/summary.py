"""The book in its own sentences, and the genre its words suggest.

Owns choosing a few sentences of narration from the first part of the book about its setting and people. Knows nothing
of plots. Promise: exact sentences in order, together within the limit, each with its chapter, so that a reader's
position can filter them.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence

from fabula.reading.pages import Pages
from fabula.reading.shapes import SUMMARY_CHARS, Evidence
from fabula.reading.words.portraits import GENRES, GENRES_ZH, SETTING, SETTING_ZH

_PART = re.compile(r"[^\W\d_]+")
_LOOSE = re.compile(
    r"(?:he|she|it|they|his|her|their|this|that|these|those|but|and|so|then|yet|such|here|there|we|you|for)\b",
    re.IGNORECASE,
)
_MOST = 12
_GIST = 2
_GIST_CHARS = 400
_SAMPLE = 600_000


def summarise(
    pages: Pages, told: Sequence[tuple[int, int, int, int]], rank: dict[int, int], places: Sequence[int]
) -> tuple[tuple[Evidence, ...], tuple[Evidence, ...]]:
    """(summary, gist): sentences of the first part of the book, and the best two of every chapter.

    `told`: (start, end, first person or -1, persons named); `rank` by person; `places`: offsets that name a
    place, sorted.
    """
    numbers = list(dict.fromkeys(pages.chapters))
    early = set(numbers[: max(1, -(-len(numbers) // 3))])
    by_chapter: dict[int, list[tuple[float, int, int]]] = defaultdict(list)
    cursor = 0
    for start, end, person, persons in told:
        chapter = pages.chapter(start)
        while cursor < len(places) and places[cursor] < start:
            cursor += 1
        placed = cursor < len(places) and places[cursor] < end
        score = _score(pages, start, end, rank.get(person, 99), persons, placed)
        if score > 0:
            by_chapter[chapter].append((score, start, end))
    summary = _choose(pages, {chapter: options for chapter, options in by_chapter.items() if chapter in early})
    gist: list[tuple[int, int]] = []
    for options in by_chapter.values():
        options.sort(key=lambda item: (-item[0], item[1]))
        gist.extend((start, end) for _, start, end in options[:_GIST] if end - start <= _GIST_CHARS)
    return summary, tuple(Evidence(start, end, pages.chapter(start)) for start, end in sorted(gist))


def gist_of(gist: Sequence[Evidence], chapter: int) -> tuple[Evidence, ...]:
    """A summary of the part up to `chapter`, from the gist: one sentence of each of at most twelve chapters, evenly."""
    known = [e for e in gist if e.chapter <= chapter]
    numbers = list(dict.fromkeys(e.chapter for e in known))
    kept = {numbers[i * len(numbers) // min(_MOST, len(numbers))] for i in range(min(_MOST, len(numbers)))}
    chosen: list[Evidence] = []
    left = SUMMARY_CHARS
    taken: set[int] = set()
    for proof in known:
        length = proof.end - proof.start + 1
        if proof.chapter in kept and (proof.chapter not in taken or len(kept) <= _MOST // 2) and length <= left:
            taken.add(proof.chapter)
            chosen.append(proof)
            left -= length
    return tuple(chosen)


def _score(pages: Pages, start: int, end: int, rank: int, persons: int, placed: bool) -> float:
    text = pages.text[start:end]
    if pages.cjk:
        setting = sum(1 for w in SETTING_ZH if w in text)
        length = end - start
        score = 0.35 * min(4, setting)
        good = 15 <= length <= 80
    else:
        if _LOOSE.match(text) or text[-1] not in ".!?":
            return 0.0
        words = [w.lower() for w in _PART.findall(text)]
        setting = sum(w in SETTING for w in words)
        score = 0.5 * min(4, setting)
        good = 60 <= end - start <= 230
    score += 1.0 if rank < 3 else 0.6 if rank < 8 else 0.2 if rank < 50 else 0.0
    score += 0.5 if placed else 0.0
    score += 0.2 * min(2, persons - 1) if persons > 1 else 0.0
    return score + (0.6 if good else -0.5)


def _choose(pages: Pages, by_chapter: dict[int, list[tuple[float, int, int]]]) -> tuple[Evidence, ...]:
    chosen: list[tuple[int, int]] = []
    left = SUMMARY_CHARS
    for chapter in by_chapter:
        by_chapter[chapter].sort(key=lambda item: (-item[0], item[1]))
    for turn in range(3):
        for chapter in sorted(by_chapter):
            options = by_chapter[chapter]
            if turn >= len(options) or len(chosen) >= _MOST:
                continue
            _, start, end = options[turn]
            if end - start + 1 <= left:
                chosen.append((start, end))
                left -= end - start + 1
    return tuple(Evidence(start, end, pages.chapter(start)) for start, end in sorted(chosen))


def guess_genre(pages: Pages) -> str | None:
    """The genre whose words are clearly more frequent than the others', or None."""
    sample = pages.text[:_SAMPLE]
    scores: Counter[str] = Counter()
    if pages.cjk:
        for genre, cues in GENRES_ZH.items():
            hits = [sample.count(w) for w in cues]
            scores[genre] = sum(min(h, len(sample) // 1000 + 1) for h in hits) * sum(1 for h in hits if h)
    else:
        counts = Counter(w.lower() for w in _PART.findall(sample))
        for genre, listed in GENRES.items():
            hits = [counts[w] for w in sorted(listed)]
            scores[genre] = sum(hits) * sum(1 for h in hits if h)
    ranked = sorted(scores.items(), key=lambda item: (-item[1], item[0]))
    (best, top), (_, second) = ranked[0], ranked[1]
    enough = top * (500 if pages.cjk else 6000) >= len(sample) * 6
    return best if enough and top >= 1.3 * second and top >= 20 else None
