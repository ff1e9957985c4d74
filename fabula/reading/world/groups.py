"""Factions and things: families, houses, armies, schools and states that people belong to, and objects that recur.

Owns counting names and nouns. Knows nothing of events. Promise: a faction is named in the text at least twice, a
thing in at least two chapters or often in one, and the evidence of each is the sentence that first names it.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence

from fabula.reading.shapes import Bystander, Faction, Person, Thing
from fabula.reading.words.english import KIN_TITLES, TITLES
from fabula.reading.words.world import ARMY_WORDS, COMPANY_WORDS, SCHOOLS_ZH, STATES_ZH, THINGS, THINGS_ZH
from fabula.reading.world.stage import Stage

_HAN = "\u3400-\u4dbf\u4e00-\u9fff"
_FAMILY = re.compile(
    r"\b(?:[Tt]he|[Tt]wo|[Yy]oung|[Ll]ittle|[Oo]ld)\s(?:(?:Miss|Messrs\.?|young|two|little|whole)\s)?$"
)
_GROUP_WORDS = tuple(sorted(w.capitalize() for w in ARMY_WORDS | COMPANY_WORDS))
_GROUP_BEFORE = re.compile(r"\b[Tt]he\s((?:[A-Z][\w’'-]+\s(?:of\s(?:the\s)?)?){0,3})$")
_GROUP_AFTER = re.compile(r"\sof\s(?:the\s)?[A-Z][\w’'-]+(?:\s[A-Z]\w+)?")
_SCHOOL = re.compile(
    rf"(?<=[，。在入是从为投“到与、])([{_HAN}]{{2,3}}[{SCHOOLS_ZH}])(?=的|弟子|中人|之|，|。|、|掌门|帮主)"
)
_MOST = 40
_MOST_SURNAMES = 40
_OFTEN = 5
_MOST_THINGS = 24
_OWNER = re.compile(r"['’]s\s(?:[a-z]+\s)?$")


def factions(stage: Stage, people: Sequence[Person], others: Sequence[Bystander]) -> tuple[Faction, ...]:
    """Groups named in the text, most named first."""
    starts, sorts = _chinese(stage) if stage.pages.cjk else _english(stage)
    members = _members(people, others, cjk=stage.pages.cjk)
    out: list[Faction] = []
    for name in sorted(starts, key=lambda n: (-len(starts[n]), n))[:_MOST]:
        first = stage.pages.sentence(min(starts[name]))
        counts = Counter(stage.pages.chapter(s) for s in starts[name])
        inside = members.get(name, ()) if sorts[name] == "family" else ()
        out.append(
            Faction(
                f"f{len(out) + 1}",
                name,
                sorts[name],
                inside,
                len(starts[name]),
                tuple(sorted(counts.items())),
                first.chapter,
                (first,),
            )
        )
    return tuple(out)


def _members(people: Sequence[Person], others: Sequence[Bystander], *, cjk: bool) -> dict[str, tuple[str, ...]]:
    """Family name -> keys of those who bear it: "the Dales"."""
    by_name: dict[str, list[str]] = defaultdict(list)
    named = [(p.key, p.aliases) for p in people] + [(o.key, o.aliases) for o in others]
    for key, aliases in named:
        surnames: set[str] = set()
        for alias in aliases:
            words = alias.name.replace(".", "").split()
            if len(words) > 1 and words[-1][:1].isupper() and not cjk and words[0].lower() not in KIN_TITLES:
                surnames.add(words[-1])
        for surname in sorted(surnames):
            by_name[f"the {surname}s"].append(key)
            by_name[f"the {surname}es"].append(key)
    return {name: tuple(keys[:24]) for name, keys in by_name.items()}


def _english(stage: Stage) -> tuple[dict[str, list[int]], dict[str, str]]:
    surnames = Counter(
        words[-1]
        for n in stage.names
        if not n.pronoun and len(words := n.name.split()) > 1 and words[0].rstrip(".").lower() in TITLES
    )
    starts: dict[str, list[int]] = defaultdict(list)
    sorts: dict[str, str] = {}
    for surname in sorted(surnames, key=lambda s: (-surnames[s], s))[:_MOST_SURNAMES]:
        plural = f"{surname}es" if surname.endswith(("s", "x", "z", "ch", "sh")) else f"{surname}s"
        if not stage.capital[plural.lower()]:
            continue
        for at in _words(stage.text, plural):
            if _FAMILY.search(stage.text, max(0, at - 30), at):
                starts[f"the {plural}"].append(at)
                sorts[f"the {plural}"] = "family"
    for word in [w for w in _GROUP_WORDS if stage.capital[w.lower()]]:
        for at in _words(stage.text, word):
            before = _GROUP_BEFORE.search(stage.text, max(0, at - 60), at)
            after = _GROUP_AFTER.match(stage.text, at + len(word), at + len(word) + 50)
            if before is None or not (before.group(1) or after) or stage.at(before.start(1)) is not None:
                continue
            name = f"the {before.group(1)}{word}{after.group() if after else ''}"
            starts[" ".join(name.split())].append(at)
            sorts[" ".join(name.split())] = "army" if word.lower() in ARMY_WORDS else "company"
    return {n: s for n, s in starts.items() if len(s) >= 2}, sorts


def _words(text: str, word: str) -> list[int]:
    """Every offset of a word that is not part of a longer one."""
    found: list[int] = []
    at = text.find(word)
    while at >= 0:
        after = text[at + len(word) : at + len(word) + 1]
        if not after.isalnum() and after not in "'’" and not text[at - 1 : at].isalnum():
            found.append(at)
        at = text.find(word, at + len(word))
    return found


def _chinese(stage: Stage) -> tuple[dict[str, list[int]], dict[str, str]]:
    text = stage.text
    starts: dict[str, list[int]] = {}
    sorts: dict[str, str] = {}
    for state in STATES_ZH:
        forms = [m.start() for m in re.finditer(rf"{state}(?=[军兵国将])", text)]
        if len(forms) >= 10:
            starts[f"{state}国"], sorts[f"{state}国"] = forms, "state"
    counts: dict[str, list[int]] = defaultdict(list)
    for match in _SCHOOL.finditer(text):
        counts[match.group(1)].append(match.start(1))
    for name, found in counts.items():
        if len(found) >= 4 and not any(c in "的一这那个上下出入大小了门" for c in name[:-1]):
            starts[name], sorts[name] = found, "school"
    houses = re.compile(rf"(?<![{_HAN}])([{_HAN}])家(?=的?人|父子|兄弟|军|上下|老)")
    clans: dict[str, list[int]] = defaultdict(list)
    for match in houses.finditer(text):
        if match.group(1) not in "大人一自国老回在谁各全公你我他她出":
            clans[match.group(1) + "家"].append(match.start(1))
    for name, found in clans.items():
        if len(found) >= 3:
            starts[name], sorts[name] = found, "family"
    return starts, sorts


def things(stage: Stage) -> tuple[Thing, ...]:
    """Objects that the book comes back to, most named first."""
    text = stage.text
    cjk = stage.pages.cjk
    found: list[tuple[str, list[int]]] = []
    for noun in THINGS_ZH if cjk else [n for n in THINGS if stage.small[n] >= _OFTEN]:
        starts: list[int] = []
        at = text.find(noun)
        while at >= 0:
            after = text[at + len(noun) : at + len(noun) + 1]
            if cjk or (not after.isalnum() and after != "-" and text[max(0, at - 1) : at].isspace()):
                starts.append(at)
            at = text.find(noun, at + len(noun))
        chapters = {stage.pages.chapter(s) for s in starts}
        if len(starts) >= _OFTEN and (len(chapters) >= 2 or len(starts) >= 8):
            found.append((noun, starts))
    found.sort(key=lambda f: (-len(f[1]), f[0]))
    out: list[Thing] = []
    for noun, starts in found[:_MOST_THINGS]:
        first = stage.pages.sentence(starts[0])
        counts = Counter(stage.pages.chapter(s) for s in starts)
        out.append(
            Thing(
                f"o{len(out) + 1}",
                noun,
                _owner(stage, starts, first.end),
                len(starts),
                tuple(sorted(counts.items())),
                first.chapter,
                (first,),
            )
        )
    return tuple(out)


def _owner(stage: Stage, starts: Sequence[int], end: int) -> str | None:
    """Whose thing it is, if its first sentence names the owner right before it."""
    for start in starts:
        if start >= end:
            return None
        before = stage.within(max(0, start - 40), start)
        if before and _OWNER.fullmatch(stage.text, before[-1].end, start):
            return stage.keys[before[-1].person]
    return None
