"""From where in a book its reader can know things: which names belong together by sight, where others are linked,
where a gender shows.

Owns looking back from the finished cast to the text. Knows nothing of how the cast was found. Promise: a link is
cited by a sentence at or behind the first use of both names, and all work is linear in a person's mentions.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from fabula.reading.english.names import name_gender, take_apart, title_gender
from fabula.reading.findings import Member, Spot
from fabula.reading.pages import Pages
from fabula.reading.shapes import Evidence
from fabula.reading.words.chinese import FEMALE_MARKS, MALE_MARKS
from fabula.reading.words.english import TITLES

_PRONOUN = re.compile(r"\b([Hh]e|[Hh]is|[Hh]im|[Hh]imself|[Ss]he|[Hh]er|[Hh]ers|[Hh]erself)\b")
_PRONOUN_ZH = re.compile("[他她]")
_NEAR, _NEAR_ZH = 240, 60
_SEEN = 400
"""So many mentions are searched for the first pronoun."""


def groups(names: Sequence[str], *, cjk: bool) -> list[int]:
    """For each name, in order of first use, the number of its group: names that share a part belong together."""
    parts: list[set[str]] = []
    out: list[int] = []
    for name in names:
        own = _parts(name, cjk=cjk)
        home = next((g for g, known in enumerate(parts) if not own.isdisjoint(known)), len(parts))
        if home == len(parts):
            parts.append(set())
        parts[home] |= own
        out.append(home)
    return out


def _parts(name: str, *, cjk: bool) -> set[str]:
    """What two spellings must share to be seen to be one person's: a word that is no title, in Chinese a character."""
    if cjk:
        return set(name)
    words = [w.strip(".'’").lower() for w in name.split()]
    own = {w for w in words if w and w not in TITLES and w not in {"the", "de", "of", "van", "von"}}
    return own or {" ".join(words)}


def links(pages: Pages, spots: Sequence[Spot], group_of: dict[str, int], number: int) -> list[Evidence | None]:
    """For each of `number` groups the sentence that shows it is the same person as an earlier one; None for the first.

    That is where a name of the group first stands near one already linked; failing that, the first use of it in a
    chapter that also uses one, or else its first use.
    """
    near = _NEAR_ZH if pages.cjk else _NEAR
    out: list[Evidence | None] = [None] * number
    joined = {0}
    last: dict[int, Spot] = {}
    first: dict[int, Spot] = {}
    shared: dict[int, Spot] = {}
    for spot in spots:
        group = group_of.get(spot.name)
        if spot.pronoun or group is None:
            continue
        first.setdefault(group, spot)
        for other, seen in sorted(last.items()):
            if group == other or (group in joined) == (other in joined):
                continue
            fresh = group if other in joined else other
            if spot.start - seen.end <= near and pages.paragraph(seen.start) == pages.paragraph(spot.start):
                joined.add(fresh)
                out[fresh] = pages.sentence(spot.start)
            elif pages.chapter(seen.start) == pages.chapter(spot.start):
                shared.setdefault(fresh, spot)
        last[group] = spot
    for group in range(1, number):
        if out[group] is None and group in first:
            later = max(first[group].start, first[0].start if 0 in first else 0)
            out[group] = pages.sentence(shared[group].start if group in shared else later)
    return out


def gender_chapter(pages: Pages, member: Member) -> int:
    """The chapter from which on the gender of a person shows; that of the last mention if nothing ever shows it."""
    if not member.spots:
        return 0
    if member.gender and pages.cjk and not _shows_chinese(pages, member):
        return pages.chapter(member.spots[0].start)
    named: dict[str, bool] = {}
    pattern = _PRONOUN_ZH if pages.cjk else _PRONOUN
    for spot in member.spots[:_SEEN]:
        if spot.pronoun:
            continue
        if spot.name not in named:
            named[spot.name] = _told(spot.name, cjk=pages.cjk) == member.gender != ""
        if named[spot.name]:
            return pages.chapter(spot.start)
        end = pages.ends[pages.paragraph(spot.start)] if pages.ends else spot.end
        pronoun = pattern.search(pages.text, spot.end, min(end, spot.end + 90))
        if pronoun is not None and (
            "f" if pronoun.group()[0] in "Ss她" or pronoun.group()[:3].lower() == "her" else "m"
        ) == (member.gender):
            return pages.chapter(spot.start)
    return pages.chapter(member.spots[-1].start)


def _shows_chinese(pages: Pages, member: Member) -> bool:
    """Whether the book tells this person's gender by a mark or a pronoun; classical books call nobody he."""
    return any(_told(s.name, cjk=True) for s in member.spots[:_SEEN]) or pages.text.count("他") > len(pages.text) // 800


def _told(name: str, *, cjk: bool) -> str:
    """The gender that a name alone tells."""
    if cjk:
        if name.endswith(FEMALE_MARKS):
            return "f"
        return "m" if name.endswith(MALE_MARKS) else ""
    parts = take_apart(name)
    return title_gender(parts) or name_gender(parts.first or parts.single)
