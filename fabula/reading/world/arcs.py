"""Arcs: the book in stretches, cut where the people on stage change most.

Owns the cut and who each arc is about. Knows nothing of texts: it sees counts by chapter and events. Promise: arcs are
computed from what they are given alone, so that a reading cut at a chapter has the arcs of its own part.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from math import sqrt

from fabula.reading.shapes import Arc, Event, Person

_FEWEST, _MOST = 3, 9
_PEOPLE = 3


def arcs(people: Sequence[Person], told: Sequence[Event]) -> tuple[Arc, ...]:
    """At least three arcs where there are three events, each with an event; none without events."""
    if not told:
        return ()
    chapters = sorted({c for p in people for c, _ in p.by_chapter} | {e.chapter for e in told})
    wanted = max(_FEWEST, min(_MOST, round(len(chapters) / 8)))
    if len(chapters) < 2 * _FEWEST:
        return _by_events(people, told)
    bounds = _bounds(people, chapters, wanted)
    out: list[Arc] = []
    for first, last in bounds:
        inside = tuple(e.key for e in told if first <= e.chapter <= last)
        if inside:
            out.append(Arc(f"a{len(out) + 1}", _about(people, first, last), first, last, inside))
    return tuple(out) if len(out) >= _FEWEST else _by_events(people, told)


def _by_events(people: Sequence[Person], told: Sequence[Event]) -> tuple[Arc, ...]:
    """Three stretches of equally many events, for books of few chapters."""
    parts = min(_FEWEST, len(told))
    out: list[Arc] = []
    for part in range(parts):
        inside = told[part * len(told) // parts : (part + 1) * len(told) // parts]
        first, last = inside[0].chapter, inside[-1].chapter
        out.append(Arc(f"a{part + 1}", _about(people, first, last), first, last, tuple(e.key for e in inside)))
    return tuple(out)


def _bounds(people: Sequence[Person], chapters: list[int], wanted: int) -> list[tuple[int, int]]:
    """Cut behind the chapters where the cast of the two before and the two after differ most."""
    vectors = _vectors(people, chapters)
    gaps = []
    for at in range(2, len(chapters) - 1):
        left = _sum(vectors[max(0, at - 2) : at])
        right = _sum(vectors[at : at + 2])
        gaps.append((_alike(left, right), at))
    cuts: list[int] = []
    apart = max(2, len(chapters) // (2 * wanted))
    for _, at in sorted(gaps):
        if len(cuts) == wanted - 1:
            break
        if all(abs(at - cut) >= apart for cut in cuts):
            cuts.append(at)
    edges = [0, *sorted(cuts), len(chapters)]
    return [(chapters[a], chapters[b - 1]) for a, b in itertools.pairwise(edges)]


def _vectors(people: Sequence[Person], chapters: list[int]) -> list[dict[int, float]]:
    index = {c: i for i, c in enumerate(chapters)}
    vectors: list[dict[int, float]] = [{} for _ in chapters]
    for number, person in enumerate(people):
        for chapter, count in person.by_chapter:
            vectors[index[chapter]][number] = float(count)
    return vectors


def _sum(vectors: Sequence[dict[int, float]]) -> dict[int, float]:
    total: dict[int, float] = {}
    for vector in vectors:
        for key, value in vector.items():
            total[key] = total.get(key, 0.0) + value
    return total


def _alike(one: dict[int, float], two: dict[int, float]) -> float:
    dot = sum(value * two.get(key, 0.0) for key, value in sorted(one.items()))
    size = sqrt(sum(v * v for v in one.values())) * sqrt(sum(v * v for v in two.values()))
    return round(dot / size, 9) if size else 0.0


def _about(people: Sequence[Person], first: int, last: int) -> tuple[str, ...]:
    """The people named most in a stretch, with a bonus for being its own: rare elsewhere."""
    ranked: list[tuple[float, str]] = []
    for person in people:
        here = sum(n for c, n in person.by_chapter if first <= c <= last)
        whole = sum(n for _, n in person.by_chapter)
        if here:
            ranked.append((-here * (0.5 + here / whole), person.key))
    return tuple(key for _, key in sorted(ranked)[:_PEOPLE])
