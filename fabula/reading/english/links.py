"""Links between persons that spelling cannot show: a pet name used only to somebody's face, and who answers to it.

Owns merging persons on conversational evidence. Knows nothing of the spelling rules. Promise: a link needs several
answers, agreeing genders and no veto; without them persons stay apart.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import pairwise

from fabula.reading.english.casting import Name
from fabula.reading.english.speech import Speech, tagged
from fabula.reading.findings import Member
from fabula.reading.marks import Span


def link(
    members: list[Member],
    names: Sequence[Name],
    speeches: Sequence[Speech],
    spans: Sequence[Span],
    vetoes: set[tuple[int, int]],
) -> list[Member]:
    """Join persons who are only ever called by a name to the persons who answer to it."""
    of_name = {index: number for number, member in enumerate(members) for index in member.names}
    answers = _answers(names, speeches, spans, of_name)
    tags = Counter(of_name[tagged(s)] for s in speeches if tagged(s) in of_name)
    absorbed: dict[int, int] = {}
    for number in range(len(members) - 1, -1, -1):
        member = members[number]
        heard = answers.get(number)
        if not heard:
            continue
        other, count = min(heard.items(), key=lambda item: (-item[1], item[0]))
        if other in absorbed or other == number or count < 3 or count < 0.5 * sum(heard.values()):
            continue
        if not _only_called(member, tags[number]) and not _completes(member, members[other], names):
            continue
        if _may_be_one(member, members[other], vetoes):
            absorbed[number] = other
    for number, other in sorted(absorbed.items(), reverse=True):
        target = members[other]
        target.names.extend(members[number].names)
        target.spots = sorted(target.spots + members[number].spots, key=lambda s: s.start)
        target.gender = target.gender or members[number].gender
    return [m for number, m in enumerate(members) if number not in absorbed]


def _answers(
    names: Sequence[Name], speeches: Sequence[Speech], spans: Sequence[Span], of_name: dict[int, int]
) -> dict[int, Counter[int]]:
    """For each person called by name in a turn: who is tagged in the next turn, and how often."""
    calls = sorted((r.start, of_name[i]) for i, n in enumerate(names) if i in of_name for r in n.runs if r.vocative)
    heard: dict[int, Counter[int]] = defaultdict(Counter)
    cursor = 0
    for one, two in pairwise(speeches):
        start, end = spans[one.quotes[0]].start, spans[one.quotes[-1]].end
        while cursor < len(calls) and calls[cursor][0] < start:
            cursor += 1
        called: set[int] = set()
        at = cursor
        while at < len(calls) and calls[at][0] < end:
            called.add(calls[at][1])
            at += 1
        answer = of_name.get(tagged(two), -1)
        if answer >= 0 and two.paragraph - one.paragraph <= 2 and of_name.get(tagged(one), -2) != answer:
            for person in called:
                heard[person][answer] += 1
    return heard


def _only_called(member: Member, tags: int) -> bool:
    quoted = sum(1 for s in member.spots if s.quoted)
    return tags <= 1 and len(member.spots) >= 4 and quoted >= 0.8 * len(member.spots)


def _completes(one: Member, two: Member, names: Sequence[Name]) -> bool:
    """Whether one person is known by first names only and the other by titled surnames ("Aunt Ann", "Mrs. Dale")."""
    first = all(not names[i].parts.last and (names[i].parts.first or names[i].parts.single) for i in one.names)
    last = all(names[i].parts.last and names[i].parts.titles and not names[i].parts.first for i in two.names)
    return first and last


def _may_be_one(one: Member, two: Member, vetoes: set[tuple[int, int]]) -> bool:
    if one.gender and two.gender and one.gender != two.gender:
        return False
    if len(one.spots) > 2 * len(two.spots):
        return False
    return not any((min(a, b), max(a, b)) in vetoes for a in one.names for b in two.names)
