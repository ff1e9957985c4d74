"""Events in Chinese narration: a person at the head of a clause and, in it or the next ones, what he does.

Owns matching clauses. Knows nothing of ranking. Promise: unreal clauses (wishes, orders, negations) are left out, a
clause without a subject belongs to the last subject of its sentence, and work is linear in clauses.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from fabula.reading.pace import Pace
from fabula.reading.words.chinese import OFFICES
from fabula.reading.words.deeds_zh import ANY, BY, DOUBTED, FILL, PLACE, ROWS
from fabula.reading.world.deeds import Deed
from fabula.reading.world.places import Spotted
from fabula.reading.world.stage import NOBODY, Named, Stage

_HAN = "\u3400-\u4dbf\u4e00-\u9fff"
_CLAUSE = re.compile(r"[^，。；！？：、\n“”「」]+")
_DOUBT = re.compile("|".join(sorted(DOUBTED.split(), key=lambda w: (-len(w), w))))
_FILLED = re.compile(f"[{FILL}]{{0,2}}")
_ROWS = tuple((kind, need, re.compile(pattern)) for kind, need, pattern in ROWS)
_NEEDLESS = re.compile("|".join(f"(?:{pattern})" for _, need, pattern in ROWS if need == ANY))
_SENDS = re.compile(f"[{FILL}]{{0,2}}(?:令|使|差|遣|命|教|派|着|叫|让|唤|请|令人|使人)")
_HEADS = frozenset("".join(FILL))
_TIME = re.compile(
    r"(?:次日|当日|是夜|当夜|却说|且说|话说|再说|忽|忽然|只见|于是|后|遂|时|此时|是时|一日|当下|早有|原来|那天|后来|"
    r"第二天|这时|最后|傍晚|晚上|早上|于是|当年|那年|今天|昨天|一面|这里|那边|一边|[^，。]{1,4}(?:年|月|日|天)[^，。]{0,4})"
)
_PRONOUN = re.compile("[他她](?!们|的|自己的)")
_OFFICE = re.compile(rf"[{_HAN}]{{0,3}}(?:{'|'.join(sorted(OFFICES, key=lambda w: (-len(w), w)))})")
_OWNED = re.compile("[之的]")
_SUBJECTLESS = 3
"""So many clauses behind its subject a deed may stand."""


def chinese_deeds(stage: Stage, places: Sequence[Spotted], pace: Pace) -> Iterator[Deed]:
    """Every event that the narration states, in text order."""
    where = [p.start for p in places]
    stage.follow([(m.start(), m.end(), "m" if m.group() == "他" else "f") for m in _PRONOUN.finditer(stage.text)])
    for start, end in stage.told:
        pace.at(start)
        names = [n for n in stage.within(start, end) if not n.quoted]
        if stage.text[end - 1] in "？?":
            continue
        subject, since = NOBODY, 0
        partner = NOBODY
        for clause in _CLAUSE.finditer(stage.text, start, end):
            left, right = clause.span()
            inside = [n for n in names if left <= n.start < right]
            head = _head(stage.text, left, inside)
            if head is not None:
                subject, since, at = head.person, 0, head.end
                partner, at = _partner(stage.text, inside, head)
            elif (meant := _PRONOUN.match(stage.text, left, right)) is not None:
                subject, since, at = stage.sole("m" if meant.group() == "他" else "f", left), 0, meant.end()
                partner = NOBODY
            elif inside and inside[0].start <= left + 1 and _OWNED.match(stage.text, inside[0].end):
                subject = NOBODY
                continue
            else:
                at = left
                since += 1
            if subject == NOBODY or since > _SUBJECTLESS:
                continue
            deed = _deed(stage, where, (start, end), (at, right), subject)
            sends = _SENDS.match(stage.text, at, right) is not None
            if head is None and inside and inside[0].start == left + 1 and stage.text[left] == "被":
                subject, since = inside[0].person, 0
            if deed is not None:
                if partner not in (NOBODY, subject, *deed.targets) and subject in deed.actors:
                    deed.actors.append(partner)
                yield deed
            if sends or (head is None and inside and deed is None):
                subject = NOBODY


def _head(text: str, left: int, inside: Sequence[Named]) -> Named | None:
    """The name that heads a clause: right at its beginning, or behind a word of time."""
    if not inside:
        return None
    first = inside[0]
    if _OWNED.match(text, first.end) or text[first.end : first.end + 1] in {"等", "军", "兵", "部"}:
        return None
    if _OFFICE.fullmatch(text, left, first.start):
        return first
    if first.start == left or _TIME.fullmatch(text, left, first.start) or text[left : first.start].strip() == "":
        return first
    return None


def _partner(text: str, inside: Sequence[Named], head: Named) -> tuple[int, int]:
    """(who is joined to the head by a comma or "and", where the predicate begins)."""
    if len(inside) > 1 and text[head.end : inside[1].start] in {"、", "与", "和", "同", "引"}:
        tail = text[inside[1].end : inside[1].end + 1]
        if text[head.end : inside[1].start] == "、" or tail in _HEADS | {"来", "入", "出", "引", "各"}:
            return inside[1].person, inside[1].end
    return NOBODY, head.end


def _deed(
    stage: Stage, where: list[int], sentence: tuple[int, int], clause: tuple[int, int], subject: int
) -> Deed | None:
    text = stage.text
    at, end = clause
    filled = _FILLED.match(text, at, end)
    behind = filled.end() if filled else at
    named_here = bool(stage.within(at, end))
    place_at = bisect_left(where, at)
    placed_here = place_at < len(where) and where[place_at] < end
    for begin in (at, behind) if behind != at else (at,):
        free = _NEEDLESS.match(text, begin, min(len(text), end + 1)) is not None
        if not (free or named_here or placed_here):
            continue
        for kind, need, pattern in _ROWS:
            if not (free if need == ANY else placed_here if need == PLACE else named_here):
                continue
            match = pattern.match(text, begin, min(len(text), end + 1))
            if match is None or (_DOUBT.search(text, at, match.start() + 1) and begin == behind):
                continue
            target, place = NOBODY, -1
            if need == PLACE:
                place = bisect_left(where, match.end())
                if place >= len(where) or where[place] != match.end() or where[place] >= end:
                    continue
            elif need != ANY:
                named = stage.at(match.end())
                if named is None or named.start >= end or named.quoted or named.person == subject:
                    continue
                if _OWNED.match(text, named.end) or text[named.end : named.end + 1] in {"军", "兵", "部", "寨", "营"}:
                    continue
                target = named.person
            if place < 0:
                place = _place(text, where, match.end(), end)
            actors, targets = [subject], [target] if target != NOBODY else []
            if need == BY:
                actors, targets = targets, actors
            return Deed(kind, actors, targets, place, *sentence, at)
    return None


def _place(text: str, where: list[int], low: int, high: int) -> int:
    at = bisect_left(where, low)
    if at < len(where) and where[at] < high and text[where[at] - 1] in "于至到在往入出守奔投回":
        return at
    return -1
