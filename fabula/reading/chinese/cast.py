"""The cast of a Chinese book: names joined into persons by the patterns that introduce them, with genders and spots.

Owns aliases (full name, courtesy name, given name, surname with title, pet forms) and mentions. Knows nothing of who
says what. Promise: two names join only on a pattern in the text or because one is part of exactly one other.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence

from fabula.reading.chinese.names import has_surname, surname, title_mark
from fabula.reading.findings import Member, Spot
from fabula.reading.marks import Span
from fabula.reading.pace import Pace
from fabula.reading.pages import Pages
from fabula.reading.words.chinese import FEMALE_MARKS, GIVEN_PREFIXES, MALE_MARKS, NOT_NAMES, OBJECT_MARKS, TITLE_MARKS

_HAN = "\u3400-\u4dbf\u4e00-\u9fff"
_MOST_MEMBERS = 1000
_WIVES = frozenset({"夫人", "太太", "氏", "娘娘", "贵妃", "太后", "皇后", "公主", "嫂子", "嫂"})
"""Marks that set a woman apart from the bearer of the surname before them."""

_RANK_WORDS = frozenset("国左右前后车武文东西南北水步")
"""Surnames that before a title are part of the title ("左将军")."""
_STYLED = re.compile(rf"([{_HAN}]{{2,3}})，?(?:表)?字([{_HAN}]{{2}})(?=[，。；、：]|也|乃)")
_NAMED = re.compile(
    rf"姓([{_HAN}]{{1,2}})，?名([{_HAN}]{{1,2}})，?(?:表)?字([{_HAN}]{{2}})(?:，?后改(?:为|字)?([{_HAN}]{{2}}))?(?=[，。；、：]|也|乃)"
)
_GIVEN_STYLED = re.compile(rf"(?<=[，。；：名])([{_HAN}])，?(?:表)?字([{_HAN}]{{2}})(?=[，。；、：]|也|乃)")
_NAMED_BEFORE = 400
_CALLED = re.compile(
    rf"([{_HAN}]{{2,4}})，?(?:人称|人送外号|绰号|外号|小名|乳名|别名|又名|大家都叫[他她]|都叫[他她])[“「]?([{_HAN}]{{2,4}})(?=[”」，。；、])"
)
_STOP = re.compile("[。！？；\n”」]")
_MALE_WORDS = re.compile("他|公子|丈夫|父亲|儿子|哥哥|弟弟|先生")
_FEMALE_WORDS = re.compile("她|夫人|妻子|母亲|女儿|姐姐|妹妹|小姐|姑娘")


def build_members(
    pages: Pages, names: list[str], spans: Sequence[Span], pace: Pace, *, classical: bool
) -> list[Member]:
    """Persons with their spots; `classical` books call everybody he unless a title says otherwise."""
    text = pages.text
    known = dict.fromkeys(names)
    parent: dict[str, str] = {}

    def root(name: str) -> str:
        while parent.get(name, name) != name:
            name = parent[name]
        return name

    def join(one: str, two: str) -> None:
        a, b = root(one), root(two)
        if a != b:
            parent[b] = a

    for titled in _titled(text, names, classical=classical):
        known.setdefault(titled)
    for full, other in [*_introductions(text, known), *_in_full(text, list(known))]:
        known.setdefault(full)
        known.setdefault(other)
        join(full, other)
    _join_parts(text, list(known), join, root)
    ordered = sorted(known, key=lambda n: (-len(n), n))
    groups: dict[str, Member] = {}
    last = 0
    for start, end, quoted in _occurrences(pages, ordered, spans, pace):
        name = text[start:end]
        key = root(name)
        member = groups.get(key)
        if member is None:
            member = groups[key] = Member([], "", label=key)
        member.spots.append(Spot(start, end, quoted, _subject(text, start, last), name))
        last = end
    members = sorted(groups.values(), key=lambda m: (-len(m.spots), m.label))[:_MOST_MEMBERS]
    starts = sorted(s.start for m in members for s in m.spots)
    for member in members:
        member.gender = _gender(text, member, starts, classical=classical)
    return members


def _titled(text: str, names: list[str], *, classical: bool) -> list[str]:
    """Surnames of known people with a title behind or, in modern books, 小, 老, 阿 before, as the text has them."""
    families = sorted({surname(n) for n in names if surname(n) and not title_mark(n)} - _RANK_WORDS)
    marks = [m for m in TITLE_MARKS if len(m) > 1 and m not in _WIVES]
    familiar = "" if classical else rf"|[小老阿](?:{'|'.join(families)})"
    pattern = re.compile(rf"(?:{'|'.join(families)})(?:{'|'.join(marks)}){familiar}") if families else None
    counts = Counter(pattern.findall(text)) if pattern else Counter[str]()
    return sorted(form for form, count in counts.items() if count >= 2 and form not in NOT_NAMES)


def _in_full(text: str, names: list[str]) -> list[tuple[str, str]]:
    """Pairs (titled name, full name) where the book once gives both at a time: 冉大夫 and 冉继松大夫."""
    pairs: list[tuple[str, str]] = []
    for titled in names:
        mark = title_mark(titled)
        family = titled[: -len(mark)] if mark else ""
        if mark in _WIVES or len(mark) < 2 or not 1 <= len(family) <= 2 or not has_surname(family + "某"):
            continue
        found = {m.group(1) for m in re.finditer(rf"({family}[{_HAN}]{{1,2}}){mark}", text)}
        whole = sorted(
            name for name in found if has_surname(name) and name not in NOT_NAMES and name[-1] not in "的老小大"
        )
        if len(whole) == 1:
            pairs.append((titled, whole[0]))
    return pairs


def _introductions(text: str, known: dict[str, None]) -> list[tuple[str, str]]:
    """Pairs (full name, other name) that the text itself introduces as one person's."""
    pairs: list[tuple[str, str]] = []
    for match in _NAMED.finditer(text):
        family, given, style, later = match.groups()
        pairs.extend((family + given, other) for other in (style, later) if other)
    for match in _STYLED.finditer(text):
        head, style = match.groups()
        full = next((head[-n:] for n in (3, 2) if len(head) >= n and has_surname(head[-n:])), "")
        if full and (full in known or style in known):
            pairs.append((full, style))
    for match in _CALLED.finditer(text):
        head, other = match.groups()
        full = next((head[-n:] for n in (4, 3, 2) if head[-n:] in known), "")
        if full and full != other:
            pairs.append((full, other))
    pairs.extend(_given_introductions(text, known))
    seen: dict[str, str] = {}
    chosen: list[tuple[str, str]] = []
    for full, other in pairs:
        if seen.setdefault(other, full) == full:
            chosen.append((full, other))
    return chosen


def _given_introductions(text: str, known: dict[str, None]) -> list[tuple[str, str]]:
    """Pairs from "懿字仲达": the given name stands alone, its bearer was named just before."""
    by_last: dict[str, list[str]] = defaultdict(list)
    for name in known:
        if has_surname(name):
            by_last[name[-1]].append(name)
    pairs: list[tuple[str, str]] = []
    for match in _GIVEN_STYLED.finditer(text):
        given, style = match.groups()
        low = max(0, match.start() - _NAMED_BEFORE)
        near = ((text.rfind(name, low, match.start()), name) for name in by_last.get(given, ()))
        at, full = max(near, default=(-1, ""))
        if at >= 0:
            pairs.append((full, style))
    return pairs


def _join_parts(text: str, names: list[str], join: Callable[[str, str], None], root: Callable[[str], str]) -> None:
    """Join given names, surname-with-title and pet forms to the only full name they can belong to."""
    full = [n for n in names if has_surname(n) and not title_mark(n)]
    by_given: dict[str, list[str]] = defaultdict(list)
    by_family: dict[str, list[str]] = defaultdict(list)
    for name in full:
        given = name[len(surname(name)) :]
        by_given[given].append(name)
        by_family[surname(name)].append(name)
    styles = {root(n) for n in names}
    for name in names:
        if len(name) == 2 and len(by_given.get(name, [])) == 1:
            join(by_given[name][0], name)
        family = surname(name)
        if family and len(name) > 2 and name[len(family) :] in names and root(name[len(family) :]) in styles:
            tail = name[len(family) :]
            owner = root(tail)
            if len(tail) >= 2 and owner[:1] == family[:1]:
                join(owner, name)
        mark = title_mark(name)
        stem = name[: -len(mark)] if mark else name[1:] if name[0] in GIVEN_PREFIXES and len(name) == 2 else ""
        if not stem:
            continue
        owners = by_family.get(stem, []) if len(stem) <= 2 else []
        roots = {root(o) for o in owners}
        if mark in _WIVES:
            continue
        if stem in full:
            join(stem, name)
        elif mark in {"公", "郎"} and len(roots) > 1:
            chief = _chief(text, owners, root, names)
            if chief:
                join(chief, name)
        elif len(roots) == 1 and len(stem) == 1 and _alone(text, stem, owners):
            join(owners[0], name)


def _chief(text: str, owners: list[str], root: Callable[[str], str], names: list[str]) -> str:
    """The bearer of a surname who is named, by any name, three times as often as any other, else an empty name."""
    wanted = {root(owner) for owner in owners}
    sizes: Counter[str] = Counter()
    for name in names:
        if root(name) in wanted:
            sizes[root(name)] += text.count(name)
    ranked = sizes.most_common(2)
    return ranked[0][0] if ranked[0][1] >= 3 * ranked[1][1] else ""


def _alone(text: str, family: str, owners: list[str]) -> bool:
    """Whether this surname's only known person is frequent enough to own "Mr. Surname" too."""
    return sum(text.count(o) for o in owners) >= 2


def _occurrences(pages: Pages, names: list[str], spans: Sequence[Span], pace: Pace) -> list[tuple[int, int, bool]]:
    if not names:
        return []
    by_first: dict[str, list[str]] = defaultdict(list)
    for name in names:
        by_first[name[0]].append(re.escape(name[1:]))
    pattern = re.compile(
        "|".join(f"{re.escape(first)}(?:{'|'.join(rest)})" for first, rest in sorted(by_first.items()))
    )
    found: list[tuple[int, int, bool]] = []
    quotes = iter(spans)
    quote = next(quotes, None)
    for left, right in zip(pages.starts, pages.ends, strict=True):
        pace.at(left)
        for match in pattern.finditer(pages.text, left, right):
            start, end = match.span()
            while quote is not None and quote.end <= start:
                quote = next(quotes, None)
            found.append((start, end, quote is not None and quote.start <= start))
    return found


def _subject(text: str, start: int, last: int) -> bool:
    """Whether a name begins its clause, or is the first named in its sentence and no object."""
    before = text[start - 1] if start else "\n"
    if not "\u3400" <= before <= "\u9fff":
        return before != "、"
    fresh = _STOP.search(text, max(last, start - 60), start) is not None or start - last > 60
    return fresh and before not in OBJECT_MARKS


def _gender(text: str, member: Member, starts: list[int], *, classical: bool) -> str:
    votes: Counter[str] = Counter()
    for name in {s.name for s in member.spots}:
        mark = title_mark(name)
        if mark in FEMALE_MARKS:
            votes["f"] += 5 + len(member.spots) // 4
        elif mark in MALE_MARKS:
            votes["m"] += 5
    for spot in [s for s in member.spots[:400] if not s.quoted][:200]:
        following = bisect_right(starts, spot.start)
        limit = starts[following] if following < len(starts) else len(text)
        near = text[spot.end : min(limit, spot.end + (6 if classical else 60))]
        male, female = _MALE_WORDS.search(near), _FEMALE_WORDS.search(near)
        if male and (not female or male.start() < female.start()):
            votes["m"] += 1
        elif female:
            votes["f"] += 1
    if classical and votes["f"] < max(3, 0.15 * min(200, len(member.spots))):
        return "m"
    if votes["m"] >= 2 * votes["f"] and votes["m"]:
        return "m"
    return "f" if votes["f"] >= 1.5 * votes["m"] and votes["f"] else ""
