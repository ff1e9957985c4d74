"""Turns of Chinese speech and the signs of who speaks: X曰, X对Y说：, a name or 他 behind the quote, roles.

Owns reading clauses beside quotes. Knows nothing of conversations. Promise: each quote is in one turn; a paragraph may
hold many turns; each sign is read from at most two hundred characters.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from fabula.reading.chinese.names import has_surname, surname
from fabula.reading.decode import NOBODY, Sign, Turn
from fabula.reading.findings import Member
from fabula.reading.marks import Span
from fabula.reading.pace import Pace
from fabula.reading.pages import Pages
from fabula.reading.words.chinese import (
    FEMALE_ROLES,
    GROUPS,
    MALE_ROLES,
    OBJECT_MARKS,
    OFFICES,
    ROLES,
    SPEECH_END,
    SURNAMES,
)

_REACH = 200
_TITLE_BACK = 2000
_STEPS_BACK = 60
_SENTENCE = re.compile(r"[。！？；…\n]")
_VERB = re.compile(rf"(?:{SPEECH_END})")
_VERB_LAST = re.compile(rf"(?:{SPEECH_END})(?:道|说|曰|着|了)?(?:一声|一句|起来|下去)?[：:，,]?$")
_OFFICE = re.compile("|".join(sorted(OFFICES)))
_ROLE = re.compile("|".join(sorted(ROLES, key=lambda w: (-len(w), w))))
_SELF = ("我叫", "我是", "我名叫", "小人", "某乃", "吾乃", "我乃", "在下", "喊我", "都叫我", "名唤")
_GOES_ON = re.compile(r"[急乃遂即便因忽却][^，。答应对回见与]{0,5}[曰道说][：:]")
_THIS = ("这是", "这位是", "这位就是", "这就是")
_TURNS_OUT = re.compile(r"[”」』]?[^“。]{0,10}(?:视|看|观|认)[^“。]{0,10}[，：]?(?:乃|原来是|正是|却是|是)")
_ADVERBS = frozenset("遂乃又复即因且皆并忽既方正尚")
"""Given characters that are adverbs far more often."""
_TITLE_ENDS = frozenset("军守侯尉夫令史督官士臣弟子父兄人相将")
_RULES = frozenset("曰问谓大怒笑叹遂亦乃命令召视览闻见从准然惊喜与宣使泣")
"""What follows when a lone 帝 or 上 is a ruler."""
_SUDDENLY = frozenset("只忽却早遥又但")
_GENERALS = frozenset("部大副偏上武敌贼蜀魏吴牙裨健骁小番诸众名老女一二三四两")
_AGAIN = re.compile(r"^(?:又|复|再|遂又|接着|继续)")
_WHO = re.compile("他们|她们|他|她|我")


@dataclass(frozen=True, slots=True)
class _Where:
    """Where persons are named: sorted starts with ends and persons, and full names by their last character."""

    starts: list[int]
    ends: list[int]
    persons: list[int]
    short: dict[str, tuple[int, ...]]


def find_turns(
    pages: Pages, spans: Sequence[Span], kinds: Sequence[str], members: Sequence[Member], narrator: int, pace: Pace
) -> list[Turn]:
    """The turns of the book; their `paragraph` counts turns and paragraphs together, so neighbours differ by one."""
    reader = _Reader(pages, members, narrator)
    turns: list[Turn] = []
    position = 0
    previous: Span | None = None
    for index, span in enumerate(spans):
        if kinds[index] != "speech" and kinds[index] != "thought":
            continue
        pace.at(span.start)
        same = previous is not None and previous.paragraph == span.paragraph
        position += 1 if same else max(1, min(9, span.paragraph - (previous.paragraph if previous else -9)))
        gap_start = previous.end + 1 if same and previous is not None else pages.starts[span.paragraph]
        stop = _next_start(spans, index, pages.ends[span.paragraph])
        before = reader.before(gap_start, span.start - 1)
        after = reader.after(span.end + 1, stop)
        if same and turns and _goes_on(pages.text[gap_start : span.start - 1], before, turns[-1]):
            turn = turns[-1]
            turn.quotes.append(index)
            turn.end = span.end
            if not any(s.tag for s in turn.signs):
                turn.signs.extend(after)
            position = turn.paragraph
        else:
            turn = Turn(position, span.start, span.end, [index])
            turn.scene = pages.chapter(span.start)
            lead = reader.lead(span, pages) if not same and span.start - 1 <= pages.starts[span.paragraph] else []
            turn.signs = [*before, *(after if not any(s.tag for s in before) else []), *lead]
            if any(s.sort == "other" and s.tag for s in turn.signs):
                person = reader.told_after(span.end, pages.ends[span.paragraph])
                turn.signs = [Sign("name", person, "", True)] if person != NOBODY else turn.signs
            gap = pages.text[gap_start : span.start - 1]
            again = same and bool(turns) and bool(_AGAIN.match(gap) or (not before and _GOES_ON.fullmatch(gap)))
            unclosed = previous is not None and not previous.closed and previous.paragraph == span.paragraph - 1
            turn.continues = again or (unclosed and span.start - 1 <= pages.starts[span.paragraph])
            quiet = span.paragraph > 0 and (previous is None or previous.paragraph < span.paragraph - 1)
            start = pages.starts[span.paragraph - 1] if quiet else pages.starts[span.paragraph]
            turn.subject = reader.subject_before(span.start, start)
            turns.append(turn)
        reader.inside(turn, span)
        turn.opened = not span.closed
        previous = span
    return turns


def _next_start(spans: Sequence[Span], index: int, end: int) -> int:
    following = spans[index + 1] if index + 1 < len(spans) else None
    return min(end, following.start - 1) if following and following.paragraph == spans[index].paragraph else end


def _goes_on(gap: str, before: list[Sign], last: Turn) -> bool:
    """Whether a quote goes on with the turn before it in the same paragraph: only a tag or a gesture lies between."""
    gap = gap.strip()
    if gap.endswith(("：", ":", "曰")):
        return False
    named = {s.person for s in before if s.tag and s.sort == "name"}
    already = {s.person for s in last.signs if s.tag and s.sort == "name"}
    if named and already and named != already:
        return False
    return len(gap) <= 60


class _Reader:
    def __init__(self, pages: Pages, members: Sequence[Member], narrator: int) -> None:
        self._text = pages.text
        self._narrator = narrator
        spots = sorted(
            (s.start, s.end, p, s.subject, s.quoted) for p, m in enumerate(members) for s in m.spots if not s.pronoun
        )
        short: dict[str, list[int]] = {}
        for person, member in enumerate(members):
            for name in sorted({s.name for s in member.spots if len(s.name) in {2, 3}}):
                own = not has_surname(member.label) or name.startswith(surname(member.label))
                if (own and len(name) - len(surname(name)) == 1) or name[-1] in "帝后主妃":
                    short.setdefault(name[-1], []).append(person)
        self._where = _Where(
            [s[0] for s in spots], [s[1] for s in spots], [s[2] for s in spots], {c: tuple(p) for c, p in short.items()}
        )
        self._heads = [(s[0], s[2]) for s in spots if s[3] and not s[4]]
        self._head_starts = [h[0] for h in self._heads]

    def before(self, start: int, end: int) -> list[Sign]:
        """Signs in the narration text[start:end] that leads to a quote."""
        low = max(start, end - _REACH)
        passage = self._text[low:end]
        stripped = passage.rstrip()
        leads = stripped.endswith(("：", ":")) or bool(_VERB_LAST.search(stripped))
        if not stripped:
            return []
        cuts = [0, *(m.end() for m in _SENTENCE.finditer(passage, 0, len(stripped) - 1)), len(stripped)]
        sign = self._speaker(low + cuts[-2], low + cuts[-1], leads)
        back = len(cuts) - 2
        while sign is None and leads and back > 0 and back > len(cuts) - 4:
            sign = self._subject(low + cuts[back - 1], low + cuts[back], True, early=True)
            back -= 1
        return [sign] if sign else []

    def after(self, start: int, end: int) -> list[Sign]:
        """Signs in the narration that follows a quote, up to its first full stop."""
        high = min(end, start + 60)
        while start < high and self._text[start] in "，, 　—":
            start += 1
        stop = _SENTENCE.search(self._text, start, high)
        high = stop.start() if stop else high
        if high - start < 2 or self._text[high - 1] in "：:":
            return []
        verb = _VERB.search(self._text, start, min(high, start + 16))
        sign = self._subject(start, high, bool(verb), early=True)
        return [sign] if sign else []

    def lead(self, span: Span, pages: Pages) -> list[Sign]:
        """Signs in the paragraph before a quote that opens its own, if it ends with a colon."""
        if span.paragraph == 0:
            return []
        start, end = pages.starts[span.paragraph - 1], pages.ends[span.paragraph - 1]
        return self.before(max(start, end - _REACH), end) if self._text[end - 1] in "：:" else []

    def subject_before(self, offset: int, start: int) -> int:
        """The person that last headed a clause of narration before `offset`, not much before `start`."""
        at = bisect_left(self._head_starts, offset) - 1
        return self._heads[at][1] if at >= 0 and self._heads[at][0] >= start else NOBODY

    def inside(self, turn: Turn, span: Span) -> None:
        """Note who is named in a quote, and who is called by name at its beginning or end."""
        where = self._where
        at = bisect_left(where.starts, span.start)
        while at < len(where.starts) and where.starts[at] < span.end:
            turn.named.add(where.persons[at])
            before = self._text[where.starts[at] - 1]
            after = self._text[where.ends[at] : where.ends[at] + 1]
            here = (
                where.starts[at] == span.start and after + self._text[where.ends[at] + 1 : where.ends[at] + 2] == "在此"
            )
            if here or self._text[span.start : where.starts[at]].endswith(_SELF):
                turn.introduced.add(where.persons[at])
            if self._text[span.start : where.starts[at]].endswith(_THIS):
                turn.presented.add(where.persons[at])
            opens = where.starts[at] == span.start or before in "，。！？、…"
            if opens and (after in "，！？。…、：" or where.ends[at] == span.end):
                turn.called.add(where.persons[at])
            at += 1

    def _speaker(self, start: int, end: int, leads: bool) -> Sign | None:
        """The speaker named in text[start:end] before a quote: its last clause's subject, else an earlier one's."""
        text = self._text
        cuts = [start, *(m.end() for m in re.finditer("[，,”」』]", text[start:end]) if start + m.end() < end)]
        bounds = [start, *(start + c for c in cuts[1:]), end]
        clauses = list(pairwise(bounds))[-8:]
        if not leads:
            found = (self._subject(left, right, False, early=True) for left, right in clauses)
            return next((sign for sign in found if sign is not None), None)
        sign = self._subject(*clauses[-1], True, early=True) or self._subject(*clauses[-1], True, early=False)
        if sign is None and _OFFICE.match(text, clauses[-1][0]):
            return Sign("other", NOBODY, "", True)
        for early in (True, False):
            for left, right in reversed(clauses[:-1]):
                sign = sign or self._subject(left, right, True, early=early)
        return sign

    def _free(self, start: int, spot: int) -> bool:
        """Whether what stands at `spot` in a clause is nobody's object, with or without its surname before it."""
        text = self._text
        if spot == start or (text[spot - 1] == "见" and text[spot - 2] in _SUDDENLY):
            return True
        office = next((n for n in (2, 3) if text[spot - n : spot] in OFFICES), 0)
        if office and spot - office - 1 >= start and text[spot - office - 1] in OBJECT_MARKS:
            return False
        if text[spot - 1] in OBJECT_MARKS | {"、"} or (text[spot - 1] == "将" and text[spot - 2] not in _GENERALS):
            return False
        return not (spot - 2 >= start and text[spot - 1] in SURNAMES and text[spot - 2] in OBJECT_MARKS)

    def told_after(self, end: int, stop: int) -> int:
        """The person whom the narrator names right behind a stranger's words ("众视之，乃X也"), or NOBODY."""
        seen = _TURNS_OUT.match(self._text, end, min(stop, end + 80))
        if seen is None:
            return NOBODY
        where = self._where
        at = bisect_left(where.starts, seen.end())
        while at < len(where.starts) and where.starts[at] < min(stop, seen.end() + 30):
            if not (self._text[where.ends[at]] == "之" or "。" in self._text[seen.end() : where.starts[at]]):
                return where.persons[at]
            at += 1
        return NOBODY

    def _subject(self, start: int, end: int, tag: bool, *, early: bool) -> Sign | None:
        """The subject of one clause: a name, a pronoun, a role, or a single given character."""
        text = self._text
        where = self._where
        at = bisect_left(where.starts, start)
        limit = start + (5 if early else 14)
        if tag and text[start] in "众使":
            return Sign("other", NOBODY, "", tag)
        pronoun = _WHO.search(text, start, min(end, limit))
        role = _ROLE.search(text, start, min(end, limit))
        if role and len(role.group()) == 1 and text[role.end()] not in _RULES:
            role = None
        while at < len(where.starts) and where.starts[at] < min(end, limit):
            spot = where.starts[at]
            before = (pronoun and pronoun.start() < spot) or (role and role.start() < spot)
            if self._free(start, spot) and not before:
                return Sign("name", where.persons[at], "", tag)
            at += 1
        if (
            pronoun
            and (pronoun.start() == start or text[pronoun.start() - 1] not in OBJECT_MARKS)
            and not (role and role.start() < pronoun.start())
        ):
            return self._pronoun(pronoun.group(), tag)
        given = self._given(start, end, tag)
        if given is not None and not (role and role.start() <= start + 1 and text[start] not in "帝后主妃"):
            return given
        if role and role.group() in GROUPS and self._free(start, role.start()):
            return Sign("other", NOBODY, "", tag)
        if role and (role.start() == start or text[role.start() - 1] not in OBJECT_MARKS) and role.start() <= start + 8:
            word = role.group()
            person = self._called_so(word, start)
            if person != NOBODY:
                return Sign("name", person, "", tag)
            gender = "f" if word in FEMALE_ROLES else "m" if word in MALE_ROLES else ""
            return Sign("noun", NOBODY, gender, tag, word)
        return None

    def _called_so(self, role: str, start: int) -> int:
        """Who was last named with a title before `start`, for "夫人" behind "孙夫人"; NOBODY if nobody was."""
        where = self._where
        at = bisect_left(where.starts, start) - 1
        low = max(0, at - _STEPS_BACK)
        while len(role) > 1 and at >= low and where.starts[at] > start - _TITLE_BACK:
            size = where.ends[at] - where.starts[at]
            if size > len(role) and self._text.endswith(role, where.starts[at], where.ends[at]):
                return where.persons[at]
            at -= 1
        return NOBODY

    def _pronoun(self, word: str, tag: bool) -> Sign:
        if word == "我" and self._narrator >= 0:
            return Sign("name", self._narrator, "", tag)
        if word in {"他", "她"}:
            return Sign("pronoun", NOBODY, "m" if word == "他" else "f", tag)
        return Sign("other", NOBODY, "", tag)

    def _given(self, start: int, end: int, tag: bool) -> Sign | None:
        """A lone given character at the head of a clause ("操曰") is whoever was last named with it."""
        if end - start < 2:
            return None
        owners = self._where.short.get(self._text[start])
        if owners is None or not tag or self._titled_later(start, end):
            return None
        at = bisect_right(self._where.starts, start) - 1
        low = start - (400 if self._text[start] in _ADVERBS else 6000)
        steps = 0
        while at >= 0 and self._where.starts[at] > low and steps < 400:
            if self._where.persons[at] in owners:
                name_end = self._where.ends[at]
                if self._text[name_end - 1] == self._text[start]:
                    return Sign("name", self._where.persons[at], "", tag)
            at -= 1
            steps += 1
        return Sign("name", owners[0], "", tag) if len(owners) == 1 and self._text[start] not in _ADVERBS else None

    def _titled_later(self, start: int, end: int) -> bool:
        """Whether a clause goes on to name somebody behind a title ("虎威将军朱然曰")."""
        at = bisect_left(self._where.starts, start + 2)
        return (
            at < len(self._where.starts)
            and self._where.starts[at] < min(end, start + 10)
            and self._text[self._where.starts[at] - 1] in _TITLE_ENDS
        )
