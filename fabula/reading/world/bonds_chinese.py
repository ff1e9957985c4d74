"""What people are to each other in Chinese prose: 其弟乙, 甲之子乙, 乙乃甲之弟也, 甲的妻子乙, 部将乙.

Owns finding ties beside names. Knows nothing of which tie wins. Promise: both people are named, or the one meant
by 其 is the only subject of the sentence so far; work is linear in names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from fabula.reading.pace import Pace
from fabula.reading.words.bonds import BONDS_ZH
from fabula.reading.world.bonds import Tie
from fabula.reading.world.stage import NOBODY, Named, Stage

_WORDS = "|".join(sorted(BONDS_ZH, key=lambda w: (-len(w), w)))
_BETWEEN = re.compile(rf"(?:之|的|有)?(?:第?[一二三四五六七]|小|大|亲|长|次|幼|堂|族|嫡|义)?(?P<word>{_WORDS})")
_OWN = re.compile(rf"(?P<owner>其|他的?|她的?|我的?)(?:第?[一二三四五六七]|小|大|亲|长|次|幼|族)?(?P<word>{_WORDS})$")
_IS = re.compile(r"，?(?:乃|是|就是|本是|即|系|原是|便是|者，|，)(?:故)?$")
_AFTER = re.compile(rf"(?:之|的)(?:第?[一二三四五六七]|小|大|亲|长|次|幼|族)?(?P<word>{_WORDS})(?=也|[，。；！？]|者)")
_SWORN = re.compile(r"(?:与|和)")
_SWEAR = re.compile(r"[^，。；]{0,3}(?:结为兄弟|结拜|结义|拜为兄弟)")
_STOP = frozenset("，。；：！？、\n“”")


def chinese_bonds(stage: Stage, pace: Pace) -> Iterator[Tie]:
    """Every tie that two people are something to each other."""
    text = stage.text
    names = [n for n in stage.names if not n.pronoun]
    for index, name in enumerate(names):
        pace.at(name.start)
        before = names[index - 1] if index else None
        after = names[index + 1] if index + 1 < len(names) else None
        if before is not None and 0 < name.start - before.end <= 6 and before.quoted == name.quoted:
            between = _BETWEEN.fullmatch(text, before.end, name.start)
            if between is not None and not _compound(text, name) and _fresh(text, before):
                yield from _claim(stage, name, before.person, between.group("word"))
                continue
        own = _OWN.search(text, max(0, name.start - 8), name.start)
        if own is not None and not name.quoted and not _compound(text, name):
            owner = _owner(stage, names, index, own)
            if owner != NOBODY:
                yield from _claim(stage, name, owner, own.group("word"))
                continue
        if after is not None and after.quoted == name.quoted and 0 < after.start - name.end <= 4:
            if _IS.fullmatch(text, name.end, after.start):
                tail = _AFTER.match(text, after.end, after.end + 8)
                if tail is not None:
                    yield from _claim(stage, name, after.person, tail.group("word"))
            elif _SWORN.fullmatch(text, name.end, after.start) and _SWEAR.match(text, after.end, after.end + 12):
                yield from _claim(stage, name, after.person, "义弟")


def _compound(text: str, name: Named) -> bool:
    """Whether the name goes on to be somebody else's: 其弟乙之子."""
    return text[name.end : name.end + 1] in {"之", "的"} and text[name.end + 1 : name.end + 2] in {
        "子", "女", "妻", "弟", "兄", "父", "母", "侄", "孙", "叔",
    }  # fmt: skip


def _fresh(text: str, owner: Named) -> bool:
    """Whether the owner's name is whole: not itself the object of a word that governs both."""
    return text[owner.start - 1 : owner.start] not in {"姓", "名", "字"}


def _owner(stage: Stage, names: list[Named], index: int, own: re.Match[str]) -> int:
    """Whom 其 or 他的 means: the only person named before it in the sentence, or in the one before."""
    if own.group("owner")[0] == "我":
        return stage.narrator
    proof = stage.pages.sentence(own.start())
    low = proof.start
    people: list[Named] = []
    at = index - 1
    while at >= 0 and names[at].start >= low - 40 and len(people) < 6:
        if not names[at].quoted:
            if names[at].start < low and people:
                break
            if not people or names[at].start >= low:
                people.append(names[at])
        at -= 1
    owners = {n.person for n in people} - {names[index].person}
    if len(owners) == 1:
        return owners.pop()
    inside = [n for n in people if n.start >= low]
    if inside:
        nearest = inside[0]
        head = stage.text[nearest.start - 1] in _STOP or nearest.start == low
        same = stage.text.find("，", nearest.end, own.start()) < 0
        return nearest.person if head and same and nearest.person != names[index].person else NOBODY
    return NOBODY


def _claim(stage: Stage, name: Named, owner: int, word: str) -> Iterator[Tie]:
    kind, gender = BONDS_ZH[word]
    known = stage.genders[name.person]
    if owner in (name.person, NOBODY) or (gender == "f" and known == "m" and name.name[-1:] not in "氏"):
        return
    proof = stage.pages.sentence(name.start)
    if proof.end <= name.end - 1 or proof.end - proof.start > 400:
        return
    yield Tie(name.person, owner, word, kind, ((proof.start, proof.end),))
