"""What people decided about a book's people, carried out on a reading: two are one, one is two, a better name.

Owns nothing but the carrying out; it reads and writes no rows. Decisions name people by what the book calls them, so
they hold for any later reading that finds these names. The promise: the order of decisions is kept, a decision whose
people are not there does nothing, and the same reading and decisions give the same result.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from fabula.story.names_in import Spots

Reading = dict[str, Any]
FACTS = ("description", "appearance", "personality", "background", "typical")
FACTS_MOST = 8
ROLES = ("minor", "supporting", "antagonist", "protagonist")
SUPPORTING_SHARE = 0.1


@dataclass(frozen=True)
class Decision:
    """`who` are names of the person meant; `names` of the one to join to them (merge), the names that belong to
    somebody else (split), or the one name to call them by (rename)."""

    kind: str
    who: tuple[str, ...]
    names: tuple[str, ...]


def mended(reading: Mapping[str, Any], decisions: Sequence[Decision], text: str) -> tuple[Reading, list[bool]]:
    """A reading with the decisions carried out, and for each of them whether it found its people."""
    found: Reading = deepcopy(dict(reading)) if decisions else dict(reading)
    done = [_CARRY_OUT[decision.kind](found, decision, text) for decision in decisions]
    return found, done


def meant(people: Sequence[Mapping[str, Any]], names: Iterable[str]) -> int | None:
    """The person with most of these names; the first name counts most, and among equals who comes first."""
    asked = list(names)
    best: tuple[int, int] | None = None
    for at, person in enumerate(people):
        known = {person["name"], *(alias["name"] for alias in person["aliases"])}
        shared = sum(name in known for name in asked)
        score = shared * 4 + 2 * (asked[0] in known) + (person["name"] == asked[0]) if shared else 0
        if score and (best is None or score > best[0]):
            best = (score, at)
    return None if best is None else best[1]


def _rename(reading: Reading, decision: Decision, text: str) -> bool:
    people = list(reading["people"])
    at = meant(people, decision.who)
    if at is None or decision.names[0] not in {alias["name"] for alias in people[at]["aliases"]}:
        return False
    people[at] = {**people[at], "name": decision.names[0]}
    reading["people"] = people
    return True


def _merge(reading: Reading, decision: Decision, text: str) -> bool:
    people = list(reading["people"])
    at, other = meant(people, decision.who), meant(people, decision.names)
    if at is None or other is None or at == other:
        return False
    kept, gone = people[at], people[other]
    people[min(at, other)] = _joined(kept, gone)
    del people[max(at, other)]
    reading["people"] = people
    _replace(reading, {gone["key"]: kept["key"]})
    return True


def _joined(kept: Mapping[str, Any], gone: Mapping[str, Any]) -> dict[str, Any]:
    aliases: dict[str, dict[str, Any]] = {}
    for alias in (*kept["aliases"], *gone["aliases"]):
        # Who says that they are one and the same has read the names; nothing has to be shown by the book any more.
        loose = {**alias, "group": 0, "linked": None}
        same = aliases.get(alias["name"])
        aliases[alias["name"]] = loose if same is None else _sooner(same, loose)
    gender = kept if kept["gender"] != "unknown" else gone
    lines = kept["style"]["lines"] + gone["style"]["lines"]
    style = dict(kept["style"] if kept["style"]["lines"] >= gone["style"]["lines"] else gone["style"])
    return {
        **kept,
        "aliases": list(aliases.values()),
        "gender": gender["gender"],
        "gender_chapter": gender.get("gender_chapter", 0),
        "role": max(kept["role"], gone["role"], key=ROLES.index),
        "mentions": kept["mentions"] + gone["mentions"],
        "by_chapter": _sum(kept["by_chapter"], gone["by_chapter"]),
        "hostile": _sum(kept.get("hostile", ()), gone.get("hostile", ())),
        "first_chapter": min(kept["first_chapter"], gone["first_chapter"]),
        "first": min(kept["first"], gone["first"], key=lambda cite: cite["start"]),
        "narrator": kept["narrator"] or gone["narrator"],
        "style": {**style, "lines": lines},
        **{field: _in_order([*kept[field], *gone[field]]) for field in FACTS},
    }


def _sooner(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    return {
        **min(one, other, key=lambda alias: alias["first_start"]),
        "mentions": one["mentions"] + other["mentions"],
        "by_chapter": _sum(one.get("by_chapter", ()), other.get("by_chapter", ())),
    }


def _sum(one: Iterable[Sequence[int]], other: Iterable[Sequence[int]]) -> list[list[int]]:
    counts: dict[int, int] = {}
    for chapter, count in (*one, *other):
        counts[chapter] = counts.get(chapter, 0) + count
    return [[chapter, counts[chapter]] for chapter in sorted(counts)]


def _in_order(cites: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    unique = {cite["start"]: cite for cite in cites}
    return [unique[start] for start in sorted(unique)][:FACTS_MOST]


def _split(reading: Reading, decision: Decision, text: str) -> bool:
    people = list(reading["people"])
    at = meant(people, decision.who)
    if at is None:
        return False
    person = people[at]
    moved = [alias for alias in person["aliases"] if alias["name"] in decision.names]
    stays = [alias for alias in person["aliases"] if alias["name"] not in decision.names]
    if not moved or not stays:
        return False
    spots = Spots(text, [alias["name"] for alias in moved], [alias["name"] for alias in stays])
    key = f"{person['key']}/{len(people)}"
    mine = {quote["start"] for quote in reading["quotes"] if quote["speaker"] == person["key"] and spots.says(quote)}
    part = _parted(person, moved, spots, mine, key)
    rest = {
        **person,
        "name": person["name"] if person["name"] not in decision.names else _most(stays),
        "aliases": stays,
        "by_chapter": _less(person["by_chapter"], part["by_chapter"]),
        "mentions": max(0, person["mentions"] - part["mentions"]),
        **{f: [c for c in person[f] if not _moves(c, f, spots, mine)] for f in FACTS},
    }
    rest["first_chapter"] = min((chapter for chapter, _ in rest["by_chapter"]), default=person["first_chapter"])
    people[at] = rest
    weight = part["mentions"] + 2 * len(mine)
    below = [
        n for n, other in enumerate(people) if n != at and other["mentions"] + 2 * other["style"]["lines"] < weight
    ]
    people.insert(max(at + 1, min(below, default=len(people))), part)
    if part["mentions"] >= SUPPORTING_SHARE * max(other["mentions"] for other in people):
        part["role"] = "supporting"
    reading["people"] = people
    _divide(reading, person["key"], key, spots, mine)
    return True


def _parted(
    person: Mapping[str, Any], moved: list[Mapping[str, Any]], spots: Spots, mine: set[int], key: str
) -> dict[str, Any]:
    by_chapter = spots.by_chapter(person["by_chapter"], moved)
    first = min(moved, key=lambda alias: alias["first_start"])
    return {
        **person,
        "key": key,
        "name": _most(moved),
        "aliases": [{**alias, "group": 0, "linked": None} for alias in moved],
        "gender": "unknown",
        "gender_chapter": 0,
        "role": "minor",
        "mentions": sum(count for _, count in by_chapter),
        "by_chapter": by_chapter,
        "hostile": [],
        "first_chapter": first["first_chapter"],
        "first": {"start": first["first_start"], "end": first["first_start"] + len(first["name"]), "chapter": 0},
        "narrator": False,
        "style": {**person["style"], "lines": len(mine), "favourites": []},
        **{field: [c for c in person[field] if _moves(c, field, spots, mine)] for field in FACTS},
    }


def _moves(cite: Mapping[str, Any], field: str, spots: Spots, mine: set[int]) -> bool:
    return cite["start"] in mine if field == "typical" else spots.about(cite)


def _most(aliases: Sequence[Mapping[str, Any]]) -> str:
    return str(max(aliases, key=lambda alias: (alias["mentions"], -alias["first_start"]))["name"])


def _less(counts: Iterable[Sequence[int]], taken: Iterable[Sequence[int]]) -> list[list[int]]:
    away = {int(chapter): int(count) for chapter, count in map(tuple, taken)}
    return [[chapter, count - away.get(chapter, 0)] for chapter, count in counts if count > away.get(chapter, 0)]


def _divide(reading: Reading, old: str, new: str, spots: Spots, mine: set[int]) -> None:
    """What the book says of `old` goes to `new` where its sentences name only the moved names."""
    quotes = []
    for quote in reading["quotes"]:
        if quote["start"] in mine:
            quote = {**quote, **{f: new for f in ("speaker", "voice") if quote.get(f) == old}}
        if quote["addressee"] == old and spots.says(quote):
            quote = {**quote, "addressee": new}
        quotes.append(quote)
    reading["quotes"] = quotes
    for field in WORLD:
        if field in reading:
            reading[field] = [
                _exchanged(fact, {old: new}) if any(spots.about(cite) for cite in fact.get("evidence", ())) else fact
                for fact in reading[field]
            ]
    _tidy(reading)


WORLD = ("relationships", "events", "deaths", "factions", "things", "threads", "nodes", "arcs")
ONE = ("source", "target", "person", "owner")
MANY = ("actors", "targets", "members", "people")


def _replace(reading: Reading, keys: Mapping[str, str]) -> None:
    """Whoever was one of `keys` is from now on what it maps to."""
    reading["quotes"] = [
        {**quote, **{f: keys[quote[f]] for f in ("speaker", "addressee", "voice") if quote.get(f) in keys}}
        for quote in reading["quotes"]
    ]
    for field in WORLD:
        if field in reading:
            reading[field] = [_exchanged(fact, keys) for fact in reading[field]]
    _tidy(reading)


def _exchanged(fact: Mapping[str, Any], keys: Mapping[str, str]) -> dict[str, Any]:
    fact = {**fact, **{f: keys[fact[f]] for f in ONE if fact.get(f) in keys}}
    for field in MANY:
        if field in fact:
            fact[field] = list(dict.fromkeys(keys.get(one, one) for one in fact[field]))
    return fact


def _tidy(reading: Reading) -> None:
    """Nobody is anything to themselves, and nothing is said of the same two people twice."""
    seen: set[tuple[str, ...]] = set()
    kept = []
    for bond in reading.get("relationships", ()):
        between = (bond["source"], bond["target"], bond["kind"], bond["label"])
        if bond["source"] != bond["target"] and between not in seen:
            seen.add(between)
            kept.append(bond)
    if "relationships" in reading:
        reading["relationships"] = kept


_CARRY_OUT = {"merge": _merge, "split": _split, "rename": _rename}
