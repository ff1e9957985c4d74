"""Sentences that describe people: what they are, look like, are like, and come from, in the book's own words.

Owns choosing sentences whose subject is the person and that read well alone. Knows nothing of how persons were found.
Promise: every choice is one exact sentence, at most six of a kind a person, ranked best first.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from fabula.reading.findings import Findings, Member, Spot
from fabula.reading.pace import Pace
from fabula.reading.pages import Pages
from fabula.reading.shapes import Evidence
from fabula.reading.words import listed
from fabula.reading.words.portraits import LOOKS, LOOKS_ZH, NATURE, NATURE_ZH, PAST, PAST_ZH

MOST = 6
KINDS = ("description", "appearance", "personality", "background")
_PART = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_COPULA = re.compile(
    r"\s*(?:,[^,]{1,40},)?\s*(?:was|is|were|had been|has been|had always been|seemed|became|remained)\s+"
    r"(?:not\s+|always\s+|never\s+|only\s+|by\s+no\s+means\s+)?(?P<article>a|an|the|one|his|her|their)?\b"
)
_APPOSED = re.compile(r",\s+(?:a|an|the|his|her|who|whose)\s")
_HAD = re.compile(r"\s*(?:had|has|wore|possessed)\s")
_LOOSE = listed("this that these those it such so then there but and yet or nor meanwhile accordingly")
_LISTS_ZH = tuple(re.compile("|".join(words)) for words in (LOOKS_ZH, NATURE_ZH, PAST_ZH))
_COPULA_ZH = re.compile(r"^(?:[，,]?(?:乃|是|本是|原是|字|为人|生得|长得|身长|性|年方|年|素|自幼|者))")


@dataclass(frozen=True, slots=True)
class _Choice:
    score: float
    start: int
    end: int


class Portraits:
    """The chosen sentences of every person: `of(person)` maps each kind to evidence."""

    def __init__(self, pages: Pages, found: Findings, wanted: Sequence[int], pace: Pace) -> None:
        self._pages = pages
        self._chosen: dict[int, dict[str, list[_Choice]]] = {p: defaultdict(list) for p in wanted}
        self.told: list[tuple[int, int, int, int]] = []
        """Sentences of narration: start, end, first person named or -1, how many persons named."""
        spots = [(s, p) for p, m in enumerate(found.members) for s in m.spots if not s.pronoun]
        spots.sort(key=lambda item: (item[0].start, -item[0].end, item[1]))
        self._walk(found, spots, pace)

    def of(self, person: int) -> dict[str, tuple[Evidence, ...]]:
        """Evidence by kind for one person, best first."""
        chapter = self._pages.chapter
        out: dict[str, tuple[Evidence, ...]] = {}
        for kind in KINDS:
            ranked = sorted(self._chosen[person][kind], key=lambda c: (-c.score, c.start))[:MOST]
            out[kind] = tuple(Evidence(c.start, c.end, chapter(c.start)) for c in ranked)
        return out

    def _walk(self, found: Findings, spots: list[tuple[Spot, int]], pace: Pace) -> None:
        pages = self._pages
        starts = [s.start for s in found.spans]
        cursor = 0
        for left, right in zip(pages.starts, pages.ends, strict=True):
            pace.at(left)
            for start, end in pages.sentences(left, right):
                while cursor < len(spots) and spots[cursor][0].start < start:
                    cursor += 1
                at = cursor
                inside: list[tuple[Spot, int]] = []
                while at < len(spots) and spots[at][0].start < end and len(inside) < 12:
                    inside.append(spots[at])
                    at += 1
                nearest = bisect_right(starts, end) - 1
                speech = nearest >= 0 and found.spans[nearest].end > start
                if not speech:
                    self.told.append((start, end, inside[0][1] if inside else -1, len({p for _, p in inside})))
                low, high = (8, 120) if pages.cjk else (30, 320)
                if not low <= end - start <= high:
                    continue
                if inside and inside[0][1] in self._chosen:
                    self._judge(found.members[inside[0][1]], inside, start, end, speech)

    def _judge(self, member: Member, inside: list[tuple[Spot, int]], start: int, end: int, speech: bool) -> None:
        pages = self._pages
        text = pages.text
        spot, person = inside[0]
        others = len({p for _, p in inside}) - 1
        opening = text[start : spot.start].strip().strip("\"“”‘’'—-_ ")
        if pages.cjk:
            scores = _weigh_zh(text[spot.end : end], opening)
        else:
            if len(opening) > 24 or text[spot.end : spot.end + 2] in {"'s", "’s"}:
                return
            first = opening.split()[0].lower() if opening else ""
            if first in _LOOSE or (
                speech and text[start : spot.start].count('"') + text[start : spot.start].count("“") > 1
            ):
                return
            scores = _weigh(text[spot.end : end], opening)
        if speech and (not _plain_speech(text, start, end) or pages.cjk):
            return
        length = end - start
        ideal = 0.0 if (12 <= length <= 60 if pages.cjk else 45 <= length <= 200) else -0.6
        for kind, score in scores.items():
            total = score + ideal - 0.4 * others - (1.5 if speech else 0.0)
            if total >= 1.0:
                kept = self._chosen[person][kind]
                kept.append(_Choice(round(total, 3), start, end))
                if len(kept) > 60:
                    kept.sort(key=lambda c: (-c.score, c.start))
                    del kept[MOST * 2 :]


def _plain_speech(text: str, start: int, end: int) -> bool:
    """Whether a sentence that touches speech holds no mark, so that it stands alone."""
    return not any(mark in text[start:end] for mark in '"“”«»')


def _weigh(rest: str, opening: str) -> dict[str, float]:
    """How well an English sentence that goes on with `rest` after the name fits each kind (only the best is kept)."""
    copula = _COPULA.match(rest)
    apposed = _APPOSED.match(rest)
    had = _HAD.match(rest)
    if copula is None and apposed is None and had is None:
        return {}
    words = [w.lower() for w in _PART.findall(rest[:200])]
    looks = sum(w in LOOKS for w in words)
    nature = sum(w in NATURE for w in words)
    past = sum(w in PAST for w in words)
    article = copula is not None and copula.group("article") is not None
    base = 1.0 if copula else 0.6 if apposed else 0.2
    scores = {
        "appearance": base + 0.8 * min(3, looks) if looks else 0.0,
        "personality": base + 0.7 * min(3, nature) if nature else 0.0,
        "background": base + 0.6 * min(3, past) if past else 0.0,
    }
    best = max(scores, key=lambda k: scores[k])
    out = {best: scores[best]} if scores[best] >= 1.3 else {}
    if article or apposed:
        out["description"] = 1.2 + (0.5 if article and copula and copula.group("article") in {"a", "an"} else 0.0)
        out["description"] += 0.2 * min(3, looks + nature + past) - (0.3 if opening else 0.0)
    return out


def _weigh_zh(rest: str, opening: str) -> dict[str, float]:
    if len(opening) > 6:
        return {}
    copula = _COPULA_ZH.match(rest) is not None
    looks, nature, past = (len(pattern.findall(rest)) for pattern in _LISTS_ZH)
    base = 0.8 if copula else 0.0
    scores = {
        "appearance": base + 0.5 * min(4, looks),
        "personality": base + 0.4 * min(4, nature),
        "background": base + 0.4 * min(4, past),
    }
    best = max(scores, key=lambda k: scores[k])
    out = {best: scores[best]} if scores[best] >= 1.0 else {}
    if copula:
        out["description"] = 1.0 + 0.2 * min(4, looks + nature + past)
    return out
