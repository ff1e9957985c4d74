"""Aliases: which names are one person's.

Owns grouping names by their parts, under vetoes it is given. Knows nothing of attribution or of the text. Promise:
every name lands in exactly one group, most certain evidence first, and work is bounded by the number of names.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field

from fabula.reading.english.casting import Name
from fabula.reading.english.names import NameParts, ending_gender, name_gender, same_first, shortened, title_gender
from fabula.reading.words import listed

_MILITARY = listed("captain capt colonel col major general lieutenant lieut sergeant corporal admiral commodore")
_SOFT_RANKS = frozenset(
    {
        "dr",
        "doctor",
        "professor",
        "captain",
        "inspector",
        "sergeant",
        "superintendent",
        "colonel",
        "major",
        "reverend",
        "rev",
        "constable",
    }
)


@dataclass(slots=True)
class Group:
    """Names that are one person, by index into the list of names."""

    names: list[int] = field(default_factory=list)
    firsts: list[str] = field(default_factory=list)
    lasts: list[str] = field(default_factory=list)
    gender: str = ""
    rank: str = ""
    married: bool = False
    unmarried: bool = False
    mister: bool = False
    wife: bool = False
    size: int = 0
    he: int = 0
    she: int = 0


class Merger:
    """Groups `names`; `vetoes` holds pairs (low, high) of indices that are different people."""

    def __init__(self, names: list[Name], vetoes: set[tuple[int, int]]) -> None:
        self.names = names
        self.vetoes = vetoes
        self.groups: list[Group] = []
        self._by_name = {name.name.lower(): index for index, name in enumerate(names)}
        self._by_last: dict[str, list[Group]] = defaultdict(list)
        self._by_first: dict[str, list[Group]] = defaultdict(list)

    def run(self) -> list[Group]:
        """The groups, in the order of their first seeds."""
        order = sorted(range(len(self.names)), key=lambda i: (-len(self.names[i].runs), self.names[i].name))
        surnames = Counter[str]()
        firsts = Counter[str]()
        for name in self.names:
            if name.parts.last:
                surnames[name.parts.last] += len(name.runs)
            if name.parts.first and name.parts.last:
                firsts[name.parts.first] += len(name.runs)
        full = [i for i in order if self.names[i].parts.first and self.names[i].parts.last]
        for index in sorted(full, key=lambda i: bool(self.names[i].parts.titles)):
            self._full(index)
        bare = []
        for index in order:
            parts = self.names[index].parts
            word = parts.single or ("" if parts.last else parts.first)
            familial = surnames[word] > firsts[word]
            if word and not parts.titles:
                if familial:
                    bare.append(index)
                else:
                    self._first(index, word)
            elif parts.first and not parts.last:
                if familial:
                    bare.append(index)
                else:
                    self._first(index, parts.first)
        for index in order:
            parts = self.names[index].parts
            if parts.last and not parts.first:
                self._titled(index, parts.last)
            elif parts.single and parts.titles and index not in bare:
                self._titled_single(index, parts.single)
            elif not (parts.first or parts.last or parts.single):
                self._new(index, "", "")
        for index in bare:
            self._bare(index, self.names[index].parts.single or self.names[index].parts.first)
        return self.groups

    def _full(self, index: int) -> None:
        parts = self.names[index].parts
        gender = self._gender(index)
        if (parts.married and name_gender(parts.first) == "m") or (
            parts.married and self._man_named(parts.first, parts.last)
        ):
            group = self._new(index, "", parts.last)
            group.wife = True
            return
        kin = [g for g in self._by_last[parts.last] if self._fits(g, index, gender)]
        found = [g for g in kin if any(same_first(parts.first, f) for f in g.firsts)]
        found = found or [g for g in kin if self._pet_form(g, index)]
        self._join_best(found, index, parts.first, parts.last)

    def _pet_form(self, group: Group, index: int) -> bool:
        """Whether a full name used in passing has a pet form, or the full form, of the group's first name."""
        name = self.names[index]
        passing = min(len(name.runs), self._known_in_full(group)) <= 3
        return passing and any(shortened(name.parts.first, f) for f in group.firsts)

    def _man_named(self, first: str, last: str) -> bool:
        return any(first in g.firsts and (g.mister or g.gender == "m") for g in self._by_last[last])

    def _first(self, index: int, first: str) -> None:
        gender = self._gender(index)
        keys = (
            [first] if first in self._by_first else [k for k in self._by_first if len(k) > 1 and same_first(first, k)]
        )
        seen: list[Group] = []
        for key in keys:
            for group in self._by_first[key]:
                if group not in seen and self._fits(group, index, gender) and not self._namesake(group, index):
                    seen.append(group)
        self._join_best(seen, index, first, "")

    def _namesake(self, group: Group, index: int) -> bool:
        """Whether a first name is the son's and the group the father's: it stands apart from his "Mr. Surname"."""
        if not group.mister:
            return False
        elder = [self._by_name[f"mr {last}"] for last in group.lasts if f"mr {last}" in self._by_name]
        return any((min(index, other), max(index, other)) in self.vetoes for other in elder)

    def _titled(self, index: int, last: str) -> None:
        if last not in self._by_last and last in self._by_first:
            self._first(index, last)
            return
        parts = self.names[index].parts
        gender = self._gender(index)
        found = [g for g in self._by_last[last] if self._fits(g, index, gender) and self._title_fits(g, index)]
        if parts.unmarried:
            plain = [g for g in found if not any(self._younger_sister(i) for i in g.names)]
            found = plain or ([] if len(found) > 1 else found)
        found = [g for g in found if self._weighs_enough(g, index, len(found))]
        same = [g for g in found if any(self._fully(i, parts.title) for i in g.names)]
        found = same or found
        if parts.married and len(found) > 1:
            found = [g for g in found if g.married or g.wife]
        if parts.title == "mr" and len(found) > 1:
            found = [g for g in found if not self._junior(g, found)] or found
        self._join_best(found, index, "", last)

    def _junior(self, group: Group, others: list[Group]) -> bool:
        """Whether a pet name sets this man apart from another of the full name: "Mr. Dale" is Thomas, not Tom."""
        return any(
            len(one) < len(two) and shortened(one, two)
            for other in others
            if other is not group
            for one in group.firsts
            for two in other.firsts
        )

    def _weighs_enough(self, group: Group, index: int, rivals: int) -> bool:
        """A full name seen once does not take over a surname seen a hundred times unless its gender is plain."""
        if not group.firsts or group.size >= 0.08 * len(self.names[index].runs):
            return True
        return rivals == 1 and any(name_gender(f) == group.gender != "" for f in group.firsts)

    def _fully(self, index: int, title: str) -> bool:
        parts = self.names[index].parts
        return title == "mr" and parts.title == title and bool(parts.first) and bool(parts.last)

    def _younger_sister(self, index: int) -> bool:
        parts = self.names[index].parts
        return parts.unmarried and bool(parts.first) and bool(parts.last)

    def _titled_single(self, index: int, word: str) -> None:
        """Lady Ann, Master Tom, Miss Dale: the word may be a first name or a surname."""
        if any(same_first(word, f) for f in self._by_first) and word not in self._by_last:
            self._first(index, word)
        elif word in self._by_last or self.names[index].parts.title in {"miss", "lord", "mr"}:
            gender = self._gender(index)
            if self._by_first.get(word) and any(self._fits(g, index, gender) for g in self._by_first[word]):
                self._first(index, word)
            else:
                self._titled(index, word)
        else:
            self._first(index, word)

    def _bare(self, index: int, last: str) -> None:
        gender = self._gender(index)
        found = [g for g in self._by_last[last] if self._fits(g, index, gender) and not g.wife]
        found.sort(key=lambda g: -g.size * (3 if g.gender == "m" or g.mister else 1))
        self._join_best(found[:1], index, "", last)

    def _title_fits(self, group: Group, index: int) -> bool:
        parts = self.names[index].parts
        rank = parts.rank
        womanly = group.gender == "f" or (not group.gender and group.firsts and group.firsts[0][-1] == "a")
        if (parts.married or parts.unmarried) and (group.firsts and not womanly):
            return False
        if title_gender(parts) == "m" and not group.gender and group.firsts and group.firsts[0][-1] == "a":
            return False
        if parts.married and (group.unmarried or group.gender == "m"):
            return False
        if parts.unmarried and (group.married or group.wife or group.gender == "m"):
            return False
        if rank and group.rank and rank != group.rank:
            return {rank, group.rank} <= {"dr", "doctor"}
        if rank and not group.rank and group.mister:
            return rank in _SOFT_RANKS
        if not rank and group.rank and title_gender(parts) == "m":
            return group.rank in _SOFT_RANKS
        return not group.wife or parts.married

    def _fits(self, group: Group, index: int, gender: str) -> bool:
        parts = self.names[index].parts
        if gender and group.gender and gender != group.gender:
            return False
        if (parts.married and group.unmarried) or (parts.unmarried and group.married):
            return False
        if parts.rank and group.rank and parts.rank != group.rank and not {parts.rank, group.rank} <= {"dr", "doctor"}:
            return False
        return not any((min(index, other), max(index, other)) in self.vetoes for other in group.names)

    def _join_best(self, groups: list[Group], index: int, first: str, last: str) -> None:
        if not groups:
            self._new(index, first, last)
            return
        gender = self._gender(index)
        best = max(groups, key=lambda g: (bool(gender) and g.gender == gender, self._known_in_full(g), g.size))
        self._add(best, index, first, last)

    def _known_in_full(self, group: Group) -> int:
        """How often the group's full names (first and last) occur."""
        full = (self.names[i] for i in group.names if self.names[i].parts.first and self.names[i].parts.last)
        return sum(len(name.runs) for name in full)

    def _new(self, index: int, first: str, last: str) -> Group:
        group = Group()
        self.groups.append(group)
        self._add(group, index, first, last)
        return group

    def _add(self, group: Group, index: int, first: str, last: str) -> None:
        name = self.names[index]
        parts = name.parts
        group.names.append(index)
        group.size += len(name.runs)
        if first and first not in group.firsts:
            group.firsts.append(first)
            self._by_first[first].append(group)
        if last and last not in group.lasts:
            group.lasts.append(last)
            self._by_last[last].append(group)
        group.he += name.he
        group.she += name.she
        group.gender = group.gender or self._gender(index)
        if not group.gender and group.he + group.she >= 8:
            group.gender = "m" if group.he >= 2 * group.she else "f" if group.she >= 2 * group.he else ""
        group.rank = group.rank or parts.rank
        group.married = group.married or parts.married
        group.unmarried = group.unmarried or parts.unmarried
        group.mister = group.mister or "mr" in parts.titles

    def _gender(self, index: int) -> str:
        """The gender one name shows by itself: title, then known first name, then the pronouns that follow it."""
        name = self.names[index]
        told = title_gender(name.parts) or name_gender(name.parts.first or name.parts.single)
        if told:
            return told
        if parts_rank(name.parts) and name.she <= name.he:
            return "m"
        if name.he + name.she >= 8 and max(name.he, name.she) >= 3 * min(name.he, name.she):
            return "m" if name.he > name.she else "f"
        return ""


def parts_rank(parts: NameParts) -> bool:
    """Whether the title is a military one, in most novels a man's."""
    return any(t in _MILITARY for t in parts.titles)


def group_gender(names: list[Name], group: Group) -> str:
    """m, f or "" for a whole group: titles decide, else known first names and the pronouns that follow vote."""
    votes = Counter[str]()
    titled = Counter[str]()
    military = ranked = False
    for index in group.names:
        name = names[index]
        told = title_gender(name.parts)
        if told:
            titled[told] += len(name.runs)
        given = name_gender(name.parts.first or name.parts.single)
        if given and not (name.parts.married or group.wife):
            votes[given] += 6
        military = military or parts_rank(name.parts)
        ranked = ranked or bool(_SOFT_RANKS.intersection(name.parts.titles))
        votes["m"] += name.he
        votes["f"] += name.she
    if (
        titled
        and max(titled.values()) >= max(1, 0.05 * group.size)
        and max(titled.values()) > 3 * min(titled["m"], titled["f"])
    ):
        return "m" if titled["m"] > titled["f"] else "f"
    male, female = votes["m"], votes["f"]
    if male >= 1.6 * female and male > 0:
        return "m"
    if female >= 1.6 * male and female > 0:
        return "f"
    return "m" if military or (ranked and male >= female) else _gender_by_ending(names, group)


def _gender_by_ending(names: list[Name], group: Group) -> str:
    """What the ending of a first name suggests where nothing else tells: -a a woman, -o and -us a man."""
    for index in group.names:
        first = names[index].parts.first or names[index].parts.single
        if len(first) >= 4 and not names[index].parts.last:
            return ending_gender(first)
    return ""
