"""The narration as a stage: who is named where, in which sentences, and whom a pronoun can only mean.

Owns the index that everything in this room looks things up in. Knows nothing of deeds or relations. Promise: a
pronoun is resolved only if exactly one person of its gender was named near before it; all lookups are logarithmic.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fabula.reading.bind import VAGUE_NOUNS
from fabula.reading.findings import Findings, Member
from fabula.reading.pages import Pages
from fabula.reading.shapes import Evidence

NOBODY = -1
_HOME = re.compile(
    r"['’]s\s(house|cottage|kitchen|garden|shop|farm|castle|lodgings|studio|palace|flat|rooms?|chambers|barn|office|library|"
    r"mill|forge|bakery|cell|tent|cave)\b(?!\s(?:books?|cards?|tickets?|doors?|windows?|tables?)\b)"
)
_HOME_ZH = re.compile("(家|家里|的铺子|铺子)(?=[，。；、的里去来])")
_BACK = 450
"""How far back a pronoun looks for whom it means."""
_CLOSE = 200
LONGEST = 600
"""Longer sentences prove nothing: too much happens in them."""


@dataclass(frozen=True, slots=True)
class Named:
    """One place in the text that names a person."""

    start: int
    end: int
    person: int
    quoted: bool
    name: str
    pronoun: bool
    subject: bool


def _vague(member: Member) -> bool:
    """Whether a person is only ever "the man": somebody else on every other page."""
    return member.label.startswith("the ") and not member.names and member.label.split()[-1] in VAGUE_NOUNS


class Stage:
    """Names in text order, sentences of narration, genders and keys of persons."""

    def __init__(
        self, pages: Pages, found: Findings, keys: Mapping[int, str], told: Sequence[tuple[int, int, int, int]]
    ) -> None:
        self.pages = pages
        self.text = pages.text
        self.members = found.members
        self.small, self.capital = found.small, found.capital
        self.spans = found.spans
        self.keys = keys
        self.genders = [m.gender for m in found.members]
        self.narrator = next((p for p, m in enumerate(found.members) if m.narrator), NOBODY)
        self.told = [(start, end) for start, end, _, _ in told if end - start <= LONGEST]
        names = [
            Named(s.start, s.end, p, s.quoted, s.name, s.pronoun, s.subject)
            for p, m in enumerate(found.members)
            if p in keys and not _vague(m)
            for s in m.spots
        ]
        names.sort(key=lambda n: (n.start, -n.end, n.person))
        self.names: list[Named] = []
        last = -1
        for name in names:
            if name.start >= last:
                self.names.append(name)
                last = name.end
        self.starts = [n.start for n in self.names]
        self._chain: dict[str, list[tuple[int, int]]] = {"m": [], "f": []}
        self.known = {p for p in keys if not _vague(found.members[p])}
        """The persons whom names mean something."""
        self.classical = pages.cjk and pages.text.count("曰") * 2 > pages.text.count("说")
        self._span_starts = [s.start for s in found.spans]

    def within(self, start: int, end: int) -> list[Named]:
        """The names that begin in text[start:end]."""
        return self.names[bisect_left(self.starts, start) : bisect_left(self.starts, end)]

    def at(self, offset: int) -> Named | None:
        """The name that begins exactly at `offset`."""
        index = bisect_left(self.starts, offset)
        if index < len(self.starts) and self.starts[index] == offset:
            return self.names[index]
        return None

    def quoted(self, offset: int) -> bool:
        """Whether `offset` lies inside quotation marks."""
        index = bisect_right(self._span_starts, offset) - 1
        return index >= 0 and self.spans[index].end > offset

    def follow(self, pronouns: Sequence[tuple[int, int, str]]) -> None:
        """Walk over the narration's pronouns (start, end, gender), so that who is meant carries over to the next."""
        held: dict[str, tuple[int, int]] = {}
        for start, _, gender in pronouns:
            if self.quoted(start):
                continue
            person = self._meant(gender, start, NOBODY, held.get(gender, (NOBODY, -1)))
            held[gender] = (person, start)
            self._chain[gender].append((start, person))

    def sole(self, gender: str, offset: int, apart: int = NOBODY) -> int:
        """The only person of `gender` whom a pronoun at `offset` can mean, other than `apart`, or NOBODY.

        That is the only one named in narration shortly before it, or whom the pronouns before it meant. Somebody of
        unknown gender named close by makes it nobody.
        """
        chain = self._chain[gender]
        at = bisect_left(chain, (offset, NOBODY)) - 1
        before = (chain[at][1], chain[at][0]) if at >= 0 else (NOBODY, -1)
        return self._meant(gender, offset, apart, before)

    def _meant(self, gender: str, offset: int, apart: int, chain: tuple[int, int]) -> int:
        paragraph = self.pages.paragraph(offset)
        low = max(self.pages.starts[max(0, paragraph - 1)], offset - _BACK)
        if self.pages.chapter(low) != self.pages.chapter(offset):
            low = self.pages.starts[paragraph]
        one, led = NOBODY, False
        for name in reversed(self.within(low, offset)):
            if name.quoted or name.pronoun or name.person == apart:
                continue
            known = self.genders[name.person]
            if known and known != gender:
                continue
            if not known and offset - name.start > _CLOSE:
                continue
            if not known or (one not in (NOBODY, name.person)):
                return NOBODY
            one = name.person
            led = led or name.subject
        if not led:
            one = NOBODY
        person, last = chain
        if last < offset - _BACK or self.pages.chapter(max(0, last)) != self.pages.chapter(offset) or last < 0:
            return one
        if person == apart:
            return one
        if person == NOBODY:
            return one if self._fresh(one, last, offset) else NOBODY
        return person if one in (NOBODY, person) else NOBODY

    def _fresh(self, person: int, last: int, offset: int) -> bool:
        """Whether a person was named as a subject after a pronoun at `last` that meant nobody clear."""
        names = self.within(last, offset)
        return person != NOBODY and any(n.person == person and n.subject and not n.quoted for n in names)

    def homes(self) -> list[tuple[int, int]]:
        """Spans that name somebody's house or room: "Ann's cottage", 甲家里 as 甲家."""
        found: list[tuple[int, int]] = []
        for name in self.names:
            home = (_HOME_ZH if self.pages.cjk else _HOME).match(self.text, name.end, name.end + 20)
            if home is not None and not name.pronoun:
                found.append((name.start, home.end(1)))
        return found

    def proof(self, start: int, end: int) -> Evidence:
        """The span as evidence."""
        return Evidence(start, end, self.pages.chapter(start))
