"""Names found through their short form: "豹曰" says that somebody named 曹豹 not long before can speak.

Owns looking back from a lone character that speaks to the full name that ends with it. Knows nothing of persons.
Promise: each look back covers a bounded stretch, and a name found occurs at least twice.
"""

from __future__ import annotations

import re
from collections import Counter

from fabula.reading.chinese.names import Lead, has_surname
from fabula.reading.pace import Pace
from fabula.reading.pages import Pages
from fabula.reading.words.chinese import BAD_FIRST, BAD_LAST, DOUBLE_SURNAMES, NOT_NAMES, OFFICES, ROLES, SURNAMES

_HAN = "\u3400-\u4dbf\u4e00-\u9fff"
_SPEAKS = re.compile(rf"(?<![{_HAN}])([{_HAN}])(?:[{_HAN}]{{0,7}}?|[{_HAN}]{{1,5}}，[{_HAN}]{{0,5}}?)曰[：:]")
_OFFICE = re.compile(rf"(?:{'|'.join(sorted(OFFICES))})([{_HAN}]{{2,3}}?)(?:大怒|大喜|[进谏告奏出叹笑怒问答])?曰[：:]")
_BACK = 1500
_TRIES = 12
_WORDS_TOO = frozenset("于闻时向能从相明平公家许却伏班那常安万松白艾余文马步武江水宣卓师封东")
"""Surnames that are also everyday words, or words before nouns."""
_NEVER = frozenset("又复再乃忽对答遂问谓众诸有其或皆亦因且大笑怒叹二三一公后帝王上主使妻母父")


def shortened_names(pages: Pages, known: set[str], lead: Lead, pace: Pace) -> list[str]:
    """Full names, not yet `known`, that a lone given character stands for when it speaks."""
    text = pages.text
    votes: Counter[str] = Counter()
    for left, right in zip(pages.starts, pages.ends, strict=True):
        pace.at(left)
        for match in _SPEAKS.finditer(text, left, right):
            given = match.group(1)
            head = text[match.start() : match.start() + 3]
            if given in _NEVER or given in BAD_FIRST or head[:2] in known or head in known or head[:2] in ROLES:
                continue
            full = _look_back(text, match.start(), given)
            if full and full not in known:
                votes[full] += 1
    found = {name for name, said in votes.items() if _stands_alone(name, text.count(name), said, lead)}
    holders = {m.group(1) for m in _OFFICE.finditer(text)} - known
    found.update(n for n in holders if has_surname(n) and n[-1] not in BAD_LAST and n not in NOT_NAMES)
    return sorted(found)


def _stands_alone(name: str, count: int, said: int, lead: Lead) -> bool:
    """Whether a string recurs, begins clauses or is often `said`, and is not the beginning of a longer word."""
    heads = lead.heads[name]
    word = name[0] in _WORDS_TOO
    if name[:2] in DOUBLE_SURNAMES and count >= 2:
        return True
    if count < (5 if word else 2) or heads < max(1, (0.3 if word else 0.04 if said >= 3 else 0.12) * count):
        return False
    longest, best = lead.longer.get(name, (0, ""))
    return not (best and longest >= 0.6 * max(4, heads))


def _look_back(text: str, at: int, given: str) -> str:
    """The nearest surname with `given` before `at`, or ""."""
    low = max(0, at - _BACK)
    end = at
    for _ in range(_TRIES):
        found = text.rfind(given, low, end)
        if found < 2:
            return ""
        end = found
        for size in (2, 1):
            family = text[found - size : found]
            name = family + given
            if family not in DOUBLE_SURNAMES and (size == 2 or family not in SURNAMES):
                continue
            if has_surname(name) and name not in NOT_NAMES and name not in ROLES:
                return name
    return ""
