"""The Lantern with all that a reading can tell of it: relationships, events, and the rest, each with its sentences."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from tests.lantern import TEXT, evidence, reading

Told = Callable[[str, int, int], Awaitable[None]]

SAFFRON = "The keeper's house stood on the saffron cliff, and Ada kept the lamp in it."
BOOT = "The Pilgrim had lost one boot."
BOATS = "Bruno mended boats under the tamarisk tree."
CAPTAIN = "Edmund Vane had been a captain once, and he had lost his ship."
ROWED = "Cora rowed through the obsidian water with a rope in her teeth."


def _fact(key: str, *words: str, **more: Any) -> dict[str, Any]:
    cites = [evidence(each) for each in words]
    return {"key": key, "chapter": max(cite["chapter"] for cite in cites), "evidence": cites, **more}


def _bond(key: str, source: str, target: str, kind: str, label: str, *words: str) -> dict[str, Any]:
    return _fact(key, *words, source=source, target=target, kind=kind, label=label, mutual=False)


def _event(key: str, kind: str, actors: list[str], words: str, causes: list[str]) -> dict[str, Any]:
    return _fact(key, words, kind=kind, actors=actors, targets=[], place="l1", causes=causes, confidence=0.9)


def told() -> dict[str, Any]:
    """What `read_apart` returns for TEXT, with its world."""
    plain = reading()
    plain["places"][0] |= {"key": "l1", "sort": "house", "parent": None, "parent_evidence": None}
    ada = [[n, 1] for n in (1, 2, 3, 4)]
    return {
        **plain,
        "others": [
            {
                "key": "p5",
                "name": "the keeper",
                "aliases": [{"name": "the keeper", "mentions": 1, "first_start": 5, "first_chapter": 1}],
                "gender": "unknown",
                "mentions": 1,
                "first": evidence(SAFFRON),
            }
        ],
        "relationships": [
            _bond("r1", "p1", "p2", "friend", "host", SAFFRON, BOOT),
            _bond("r2", "p3", "p1", "kin", "brother", BOATS),
            _bond("r3", "p2", "p1", "spouse", "husband", CAPTAIN),
            _bond("r4", "p4", "p1", "servant", "maid", ROWED),
        ],
        "events": [
            _event("e1", "arrival", ["p2"], BOOT, []),
            _event("e2", "gift", ["p3"], BOATS, ["e1"]),
            _event("e3", "discovery", ["p2"], CAPTAIN, []),
            _event("e4", "journey", ["p4"], ROWED, ["e3"]),
        ],
        "deaths": [_fact("d1", ROWED, person="p2", event="e4")],
        "factions": [_fact("f1", BOATS, name="the menders", sort="company", members=["p3", "p4"], by_chapter=ada)],
        "things": [_fact("o1", SAFFRON, name="the lamp", owner="p1", mentions=4, by_chapter=ada)],
        "threads": [
            _fact("t1", BOOT, kind="question", people=["p2"], closed=evidence(CAPTAIN)),
            _fact("t2", CAPTAIN, kind="promise", people=["p2"], closed=None),
        ],
        "rules": [_fact("w1", SAFFRON, hard=True)],
        "nodes": [_fact("n1", CAPTAIN, person="p2", options=[evidence(CAPTAIN), evidence(ROWED)])],
        "arcs": [
            {"key": "a1", "people": ["p1"], "chapter": 1, "last": 2, "events": ["e1", "e2"]},
            {"key": "a2", "people": ["p4"], "chapter": 3, "last": 4, "events": ["e3", "e4"]},
        ],
        "canon": _canon(),
    }


def _proof(*words: str) -> dict[str, Any]:
    cites = [{"chapter_number": evidence(each)["chapter"], "excerpt": each} for each in words]
    return {"provenance": cites, "confidence": 0.9}


def _canon() -> dict[str, Any]:
    def bond(number: int, one: str, other: str, *words: str) -> dict[str, Any]:
        ends = {"from_character_id": one, "to_character_id": other}
        said = {"kind": "friend", "description": " ".join(words), "evidence": _proof(*words)}
        return {"id": f"relationship-{number}", **ends, **said}

    forged = bond(4, "p1", "p3", BOATS)
    forged["evidence"]["provenance"][0]["excerpt"] = "Bruno mended nothing at all."
    return {
        "arcs": [],
        "events": [
            {
                "id": "event-1",
                "sequence": 1,
                "summary": BOOT,
                "caused_by": [],
                "location_ids": [],
                "character_ids": ["p2"],
                "faction_ids": [],
                "evidence": _proof(BOOT),
            }
        ],
        "locations": [],
        "factions": [],
        "world_rules": [],
        "character_goals": [],
        "relationships": [
            bond(1, "p1", "p2", SAFFRON, BOOT),
            bond(2, "p3", "p1", BOATS),
            bond(3, "p4", "p1", BOATS, ROWED),
            forged,
        ],
        "deaths": [],
        "unresolved_threads": [],
        "ending": {
            "summary": ROWED,
            "character_states": {"p2": CAPTAIN},
            "faction_states": {},
            "location_states": {},
            "unresolved_thread_ids": [],
            "evidence": _proof(ROWED),
        },
    }


async def read_told(text: str, sections: Sequence[Any], language: str, tell: Told) -> dict[str, Any]:
    """Stands in for `fabula.reading.apart.read_apart`, with all that can be told."""
    assert text == TEXT
    return told()
