"""Names that cannot be one person's, whatever their spelling: the text keeps them apart.

Owns the evidence against joining: standing side by side, answering each other, both being speakers' names in the same
chapters. Knows nothing of groups. Promise: a veto always has at least two places in the text behind it.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict

from fabula.reading.english.casting import Name

_CUSTOM = 5
"""How often a full name with a title must occur to be a custom of the book."""
_COORDINATED = re.compile(r"\b(?:and|or|nor|with|to|from|but|than|while)\b|&")


def find_vetoes(
    text: str, names: list[Name], adjacent: Counter[tuple[int, int]], tags: Counter[tuple[int, int]]
) -> set[tuple[int, int]]:
    """Pairs of names that are two people.

    Either they stand near each other in one layer, or are tagged in neighbouring paragraphs (`adjacent`), or are both
    speakers' names in the same chapters (`tags`: how often a name is a tag in a chapter). A full name and a part of it
    ("Ann Dale", "Ann") are not apart for standing near, as at an introduction, unless something like "and" joins them.
    """
    near: Counter[tuple[int, int]] = Counter()
    stream = sorted((run.start, run.end, run.quoted, i) for i, name in enumerate(names) for run in name.runs)
    for at, (_, end, quoted, index) in enumerate(stream):
        for start, _, other_quoted, other in stream[at + 1 : at + 5]:
            if start - end > 60:
                break
            if other_quoted != quoted or other == index:
                continue
            if not _part_of(names[index], names[other]) or _COORDINATED.search(text, end, start):
                near[(min(index, other), max(index, other))] += 1
    told = [s for s in stream if not s[2]]
    narrated = Counter(s[3] for s in told)
    beside: Counter[tuple[int, int]] = Counter()
    for at, (_, end, _, index) in enumerate(told):
        for start, _, _, other in told[at + 1 : at + 4]:
            if start - end > 100:
                break
            if other != index:
                beside[(min(index, other), max(index, other))] += 1
    vetoes = {
        (one, two)
        for (one, two), count in adjacent.items()
        if count >= 2
        and not (
            _surname_of(names[one], names[two])
            and {"dr", "doctor", "professor"}.intersection(names[one].parts.titles + names[two].parts.titles)
            and count < 0.2 * min(len(names[one].runs), len(names[two].runs))
        )
    }
    for (one, two), count in near.items():
        rarer = min(len(names[one].runs), len(names[two].runs))
        least = 0.35 if _surname_of(names[one], names[two]) else 0.1
        if count >= 2 and count >= least * rarer:
            vetoes.add((one, two))
    for (one, two), count in beside.items():
        if (
            count >= 3
            and count >= 0.12 * min(narrated[one], narrated[two])
            and not _share_a_word(names[one], names[two])
        ):
            vetoes.add((one, two))
    vetoes.update(_both_tagged(names, tags, adjacent))
    vetoes.update(_younger_brothers(names))
    return vetoes


def _younger_brothers(names: list[Name]) -> set[tuple[int, int]]:
    """Pairs like "Mr. John Dale" and "Mr. Dale" where a wife is "Mrs. John Dale": custom names the younger so."""
    wives = {(n.parts.first, n.parts.last) for n in names if n.parts.married and n.parts.first}
    found: set[tuple[int, int]] = set()
    for one, name in enumerate(names):
        parts = name.parts
        if parts.title == "mr" and len(name.runs) >= _CUSTOM and (parts.first, parts.last) in wives:
            for two, other in enumerate(names):
                if other.parts.title == "mr" and not other.parts.first and other.parts.last == parts.last:
                    found.add((min(one, two), max(one, two)))
    return found


def _both_tagged(
    names: list[Name], tags: Counter[tuple[int, int]], adjacent: Counter[tuple[int, int]]
) -> set[tuple[int, int]]:
    """Pairs the narrator uses side by side as speakers in the same chapters ("said Tom" and "said Mr. Dale").

    `tags` counts (name, chapter). Names that differ only in a title or a missing part are left alone, except two
    equally titled ones ("Mr. Dale" and "Mr. John Dale") that answer each other or of whom one has a wife so named:
    custom keeps them for two people.
    """
    wives = {(n.parts.first, n.parts.last) for n in names if n.parts.married and n.parts.first}
    by_chapter: dict[int, list[tuple[int, int]]] = defaultdict(list)
    totals: Counter[int] = Counter()
    for (name, chapter), count in sorted(tags.items()):
        by_chapter[chapter].append((name, count))
        totals[name] += count
    shared: Counter[tuple[int, int]] = Counter()
    for speakers in by_chapter.values():
        for at, (one, count) in enumerate(speakers[:80]):
            for two, other in speakers[at + 1 : 80]:
                shared[(one, two)] += min(count, other)
    found: set[tuple[int, int]] = set()
    for (one, two), count in shared.items():
        if count < 3 or count < 0.25 * min(totals[one], totals[two]):
            continue
        first, second = names[one].parts, names[two].parts
        custom = bool(first.title) and first.title == second.title and first.last == second.last
        custom = custom and (
            adjacent[(one, two)] > 0 or (first.first, first.last) in wives or (second.first, second.last) in wives
        )
        if custom or not _share_a_word(names[one], names[two]):
            found.add((one, two))
    return found


def _part_of(one: Name, two: Name) -> bool:
    """Whether all parts of one name are in the other, and no title contradicts."""
    shorter, longer = sorted((one.parts, two.parts), key=lambda p: sum(map(bool, (p.first, p.last, p.single))))
    words = {shorter.first, shorter.last, shorter.single} - {""}
    titles = {shorter.title, longer.title} - {""}
    return bool(words) and words <= {longer.first, longer.last, longer.single} and len(titles) < 2


def _surname_of(one: Name, two: Name) -> bool:
    """Whether one name is just the surname in the other, which the narrator may use in one breath."""
    return (one.parts.single or "-") == two.parts.last or (two.parts.single or "-") == one.parts.last


def _share_a_word(one: Name, two: Name) -> bool:
    words = {one.parts.first, one.parts.last, one.parts.single} & {two.parts.first, two.parts.last, two.parts.single}
    return bool(words - {""})
