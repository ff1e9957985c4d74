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

from fabula.reading.findings import Findings, Spot
from fabula.reading.pace import Pace
from fabula.reading.pages import Pages
from fabula.reading.shapes import Evidence
from fabula.reading.traits import weigh_chinese, weigh_english, weigh_feature
from fabula.reading.words import listed

MOST = 6
ENOUGH = 3
"""A description shorter than this is filled up with what the person does early in the book."""
KINDS = ("description", "appearance", "personality", "background")
_LOOSE = listed(
    "this that these those it such so then there but and yet or nor meanwhile accordingly here now when while as if "
    "though although because with"
)
_PRONOUN = re.compile(r"(?:He|She|His|Her)\b")
_GENDER = {"He": "m", "His": "m", "他": "m", "She": "f", "Her": "f", "她": "f"}
_PRONOUN_ZH = re.compile("[他她](?!们)")


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
        self._deeds: dict[int, list[tuple[_Choice, int]]] = {p: [] for p in wanted}
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
            if kind == "description":
                told = {c.start for choices in self._chosen[person].values() for c in choices}
                deeds = [deed for deed, _ in self._deeds[person] if deed.start not in told]
                ranked += deeds[: max(0, ENOUGH - len(ranked))]
            out[kind] = tuple(Evidence(c.start, c.end, chapter(c.start)) for c in ranked)
        return out

    def _walk(self, found: Findings, spots: list[tuple[Spot, int]], pace: Pace) -> None:
        pages = self._pages
        starts = [s.start for s in found.spans]
        speakers = _speakers(found)
        cursor = 0
        for left, right in zip(pages.starts, pages.ends, strict=True):
            pace.at(left)
            current = -1
            for start, end in pages.sentences(left, right):
                while cursor < len(spots) and spots[cursor][0].start < start:
                    cursor += 1
                at = cursor
                inside: list[tuple[Spot, int]] = []
                while at < len(spots) and spots[at][0].start < end and len(inside) < 12:
                    inside.append(spots[at])
                    at += 1
                persons = len({p for _, p in inside})
                nearest = bisect_right(starts, end) - 1
                speech = nearest >= 0 and found.spans[nearest].end > start
                if not speech:
                    self.told.append((start, end, inside[0][1] if inside else -1, persons))
                low, high = (8, 120) if pages.cjk else (30, 320)
                if low <= end - start <= high:
                    if inside and inside[0][1] in self._chosen:
                        self._judge(inside, start, end, speech)
                    elif not inside and not speech and current in self._chosen:
                        self._judge_pronoun(found.members[current].gender, current, start, end)
                if speech:
                    current = speakers.get(nearest, -1)
                elif inside:
                    current = inside[0][1] if persons == 1 else -1

    def _judge(self, inside: list[tuple[Spot, int]], start: int, end: int, speech: bool) -> None:
        """Weigh a sentence that begins with a name."""
        pages = self._pages
        text = pages.text
        spot, person = inside[0]
        others = len({p for _, p in inside}) - 1
        opening = text[start : spot.start].strip().strip("\"“”‘’'—-_ ")
        if speech and (pages.cjk or not _plain(text, start, end)):
            return
        if pages.cjk:
            scores = weigh_chinese(text[spot.end : end]) if len(opening) <= 6 else {}
        else:
            first = opening.split()[0].lower() if opening else ""
            if len(opening) > 24 or first in _LOOSE:
                return
            owned = text[spot.end : spot.end + 2] in {"'s", "’s"}
            scores = weigh_feature(text[spot.end + 2 : end]) if owned else weigh_english(text[spot.end : end])
        if not speech and spot.subject and not opening and others <= 1 and text[end - 1] in ".!。！":
            self._deed(person, start, end, others)
        self._keep(person, scores, start, end, 0.4 * others + (1.5 if speech else 0.0))

    def _deed(self, person: int, start: int, end: int, others: int) -> None:
        """Remember an early sentence in which the person simply does something, in want of a description."""
        deeds = self._deeds[person]
        chapter = self._pages.chapter(start)
        if len(deeds) < 12 and sum(1 for _, known in deeds if known == chapter) < 2:
            ideal = 15 <= end - start <= 60 if self._pages.cjk else 50 <= end - start <= 200
            if ideal and not others:
                deeds.append((_Choice(0.5, start, end), chapter))

    def _judge_pronoun(self, gender: str, person: int, start: int, end: int) -> None:
        """Weigh a sentence that begins with he or she, right behind one about nobody but `person`."""
        text = self._pages.text
        pronoun = (_PRONOUN_ZH if self._pages.cjk else _PRONOUN).match(text, start, end)
        if pronoun is None or gender != _GENDER[pronoun.group()]:
            return
        rest = text[pronoun.end() : end]
        weigh = (
            weigh_chinese if self._pages.cjk else weigh_feature if pronoun.group() in {"His", "Her"} else weigh_english
        )
        self._keep(person, weigh(rest), start, end, 0.3)

    def _keep(self, person: int, scores: dict[str, float], start: int, end: int, less: float) -> None:
        length = end - start
        ideal = 0.0 if (12 <= length <= 60 if self._pages.cjk else 45 <= length <= 200) else -0.6
        for kind, score in scores.items():
            total = score + ideal - less
            if total >= 1.0:
                kept = self._chosen[person][kind]
                kept.append(_Choice(round(total, 3), start, end))
                if len(kept) > 60:
                    kept.sort(key=lambda c: (-c.score, c.start))
                    del kept[MOST * 2 :]


def _speakers(found: Findings) -> dict[int, int]:
    """The person behind each quoted span, where the attribution is fairly sure."""
    pairs = zip(found.turns, found.verdicts, strict=True)
    return {q: v.speaker for turn, v in pairs if v.confidence >= 0.6 for q in turn.quotes}


def _plain(text: str, start: int, end: int) -> bool:
    """Whether a sentence that touches speech holds no mark, so that it stands alone."""
    return not any(mark in text[start:end] for mark in '"“”«»')
