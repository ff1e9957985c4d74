"""Names in Chinese text, which has neither capitals nor spaces: who stands at the head of clauses and speaks.

Owns finding names and the patterns that introduce one person's several names. Knows nothing of who says what. Promise:
a name is two to four characters, recurs, and stands in varied company; counting is linear in the text.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

from fabula.reading.pace import Pace
from fabula.reading.pages import Pages
from fabula.reading.words.chinese import (
    BAD_FIRST,
    BAD_LAST,
    DOUBLE_SURNAMES,
    NOT_NAMES,
    OBJECT_MARKS,
    ROLES,
    SPEECH_END,
    SURNAMES,
    TITLE_MARKS,
)

_HAN = "\u3400-\u4dbf\u4e00-\u9fff"
_CLAUSE = re.compile(rf"[{_HAN}]{{2,24}}")
_TALK = re.compile(rf"(?:{SPEECH_END})(?:道|说|曰|着|了)?$")
_TALK_EARLY = re.compile(rf"^[{_HAN}]{{2,9}}?(?:{SPEECH_END})")
_MOST = 3000
_STAYS = frozenset("往在赴入屯守返至")
"""What stands before places rather than people."""
_ACTS = frozenset("说道曰问答笑看走站坐想听点摇拿跑哭喊叫抬伸转望把没却又便就也正已被从对向和跟给的是在有大引领")
"""What stands behind people more than behind things."""
_DEEDS = frozenset("扬横挥挺举执提按拔掷抚拍仰俯叩顿纵骤勒跃策飞驰舞抖抡掣绰")
"""What begins a gesture beside speech ("扬鞭", "横刀")."""
_NEVER_LAST = frozenset("曰说问答笑怒叹道言奏骂喝叫拜谓大乃亦急见听令教是的了")
_MOST_NAMES = 1200


@dataclass(slots=True)
class Lead:
    """How often each string of two to four characters begins a clause, and begins one that introduces speech."""

    heads: Counter[str] = field(default_factory=Counter)
    talks: Counter[str] = field(default_factory=Counter)
    longer: dict[str, tuple[int, str]] = field(default_factory=dict)
    """For each string, its most frequent continuation by one character."""
    given: dict[str, list[str]] = field(default_factory=dict)
    """For each last character, the strings with a surname that end in it and introduce speech."""


@dataclass(slots=True)
class _Company:
    """How often a string occurs, what characters stand around it, behind words of place and before deeds."""

    total: int = 0
    placed: int = 0
    acts: int = 0
    before: set[str] = field(default_factory=set)
    after: Counter[str] = field(default_factory=Counter)

    def see(self, before: str, after: str) -> None:
        """Note one occurrence."""
        self.total += 1
        self.placed += before in _STAYS
        self.acts += after in _ACTS
        self.before.add(before)
        self.after[after] += 1


def count_leads(pages: Pages, pace: Pace) -> Lead:
    """Count clause heads over the whole book."""
    lead = Lead()
    text = pages.text
    for start, end in zip(pages.starts, pages.ends, strict=True):
        pace.at(start)
        for clause in _CLAUSE.finditer(text, start, end):
            left, right = clause.span()
            heads = [text[left : left + n] for n in (2, 3, 4) if left + n <= right]
            lead.heads.update(heads)
            after = text[right : right + 2]
            before = text[left - 1] if left > start else ""
            speaks = after[:1] in {"：", ":", "“", "「", "『", '"'} and _TALK.search(clause.group())
            if not speaks and before in {"”", "」", "』", '"'}:
                speaks = _TALK_EARLY.match(clause.group())
            if speaks:
                lead.talks.update(heads)
    for head, count in lead.heads.items():
        short = head[:-1]
        if len(short) >= 2 and (count, head) > lead.longer.get(short, (0, "")):
            lead.longer[short] = (count, head)
    for head in sorted(lead.talks):
        if lead.talks[head] >= 3 and has_surname(head) and len(head) - len(surname(head)) == 1:
            lead.given.setdefault(head[-1], []).append(head)
    return lead


def find_names(pages: Pages, lead: Lead, pace: Pace) -> list[str]:
    """The names of persons, most used first."""
    often = [s for s, count in lead.heads.items() if count >= 3 or lead.talks[s] >= 1]
    rough = [s for s in often if _heard(s, lead) and _shaped(s, lead)]
    rough = sorted(set(rough), key=lambda s: (-(3 * lead.talks[s] + lead.heads[s]), s))[:_MOST]
    kept = [s for s in rough if not _fragment(s, lead)]
    pool = set(kept)
    kept = [s for s in kept if not _overlong(s, lead, pool)]
    company = _company(pages, kept, pace)
    scored: list[tuple[int, str]] = []
    for name in kept:
        around = company[name]
        silent = not lead.talks[name] and not title_mark(name)
        if _deed_of_another(name, lead, company):
            continue
        if around.total >= 2 and _varied(around, silent=silent) and _enough(name, lead, around.total):
            scored.append((around.total, name))
    scored.sort(key=lambda item: (-item[0], item[1]))
    return [name for _, name in scored[:_MOST_NAMES]]


def _deed_of_another(name: str, lead: Lead, company: dict[str, _Company]) -> bool:
    """Whether a string is the given character of a longer name with a verb behind it ("操执" of 曹操)."""
    if len(name) != 2 or has_surname(name):
        return False
    owners = [n for n in lead.given.get(name[0], ()) if n in company]
    return bool(owners) and max(lead.talks[n] for n in owners) > lead.talks[name]


def _heard(name: str, lead: Lead) -> bool:
    """Whether a string introduces speech or begins clauses often enough to be looked at."""
    heads, talks = lead.heads[name], lead.talks[name]
    return talks >= 2 or (has_surname(name) and (heads >= 3 or (heads == 2 and talks == 1)))


def _company(pages: Pages, names: list[str], pace: Pace) -> dict[str, _Company]:
    """What stands around every one of `names`, in one walk over the text."""
    table = {name: _Company() for name in names}
    firsts = {name[:2] for name in names}
    text = pages.text
    for left, right in zip(pages.starts, pages.ends, strict=True):
        pace.at(left)
        for at in range(left, right - 1):
            if text[at : at + 2] not in firsts:
                continue
            for size in (2, 3, 4):
                around = table.get(text[at : at + size])
                if around is not None and at + size <= right:
                    around.see(text[at - 1 : at], text[at + size : at + size + 1])
    return table


def surname(name: str) -> str:
    """The surname a name begins with, or ""."""
    if name[:2] in DOUBLE_SURNAMES and len(name) > 2:
        return name[:2]
    return name[0] if name[0] in SURNAMES and 2 <= len(name) <= 3 else ""


def has_surname(name: str) -> bool:
    """Whether a name begins with a surname."""
    return bool(surname(name))


def title_mark(name: str) -> str:
    """The title a name ends with (Dale先生), or ""."""
    return next((mark for mark in TITLE_MARKS if name.endswith(mark) and len(name) > len(mark)), "")


def _shaped(name: str, lead: Lead | None = None) -> bool:
    if name in NOT_NAMES or name in ROLES or name in DOUBLE_SURNAMES or name[:2] in NOT_NAMES:
        return False
    if (len(name) > 2 and name[:2] in ROLES) or (name[0] in OBJECT_MARKS | _DEEDS and not has_surname(name)):
        return False
    if name[0] in BAD_FIRST or (name[-1] in BAD_LAST and not (lead and _firm(name, lead))):
        return False
    if any(c in "的了是在我你他她它这那曰说们吗呢吧" for c in name):
        return False
    return len(name) < 4 or name[:2] in DOUBLE_SURNAMES or bool(title_mark(name))


def _firm(name: str, lead: Lead) -> bool:
    """Whether a two-character name may end in a character that usually is a word of its own, for its varied use."""
    if name[-1] in _NEVER_LAST or not has_surname(name):
        return False
    if len(name) == 3:
        return (
            lead.talks[name] >= 2
            and lead.heads[name] >= 4
            and lead.longer.get(name, (0, ""))[0] < 0.6 * lead.heads[name]
        )
    if len(name) != 2 or lead.talks[name] < 3 or lead.heads[name] < 10:
        return False
    return lead.longer.get(name, (0, ""))[0] < 0.3 * lead.heads[name]


def _fragment(name: str, lead: Lead) -> bool:
    """Whether a string is only the beginning of one longer name."""
    if len(name) >= 4:
        return False
    count = lead.heads[name]
    top, best = lead.longer.get(name, (0, ""))
    if not best:
        return False
    return (
        top >= 0.7 * count and _shaped(best) and (has_surname(best) or bool(title_mark(best)) or lead.talks[best] >= 2)
    )


def _overlong(name: str, lead: Lead, pool: set[str]) -> bool:
    """Whether a string is a shorter name with a word glued behind it."""
    for size in (2, 3):
        short = name[:size]
        if size == 2 and name[1:] in pool and has_surname(name[1:]) and lead.heads[name] < lead.heads[name[1:]]:
            return True
        if size < len(name) and short in pool and short not in DOUBLE_SURNAMES:
            marked = title_mark(name)
            if marked and name[: -len(marked)] != short:
                continue
            return lead.heads[name] < 0.7 * lead.heads[short] and not marked
    return False


def _varied(around: _Company, *, silent: bool) -> bool:
    """Whether a string has varied neighbours on both sides, as words have and fragments have not.

    One that never introduces speech (`silent`) must also be followed by what people do.
    """
    seen = around.total
    wanted = min(6, max(2, min(seen, 120) // 4))
    if around.placed > 0.12 * seen or (silent and around.acts < 0.3 * seen):
        return False
    usual, often = around.after.most_common(1)[0]
    if seen >= 8 and often > 0.5 * seen and usual not in _ACTS:
        return False
    return len(around.after) >= wanted and len(around.before) >= min(3, wanted)


def _enough(name: str, lead: Lead, total: int) -> bool:
    """Names without a surname must speak; names with one must often begin clauses."""
    heads, talks = lead.heads[name], lead.talks[name]
    if has_surname(name):
        return (talks >= 1 and heads >= 0.08 * total) or (heads >= 4 and heads >= 0.15 * total)
    return talks >= 2 and talks >= 0.02 * total and heads >= 0.12 * total
