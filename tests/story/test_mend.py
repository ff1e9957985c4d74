"""Decisions about people, carried out on a reading: what moves, what stays, and what does nothing."""

from __future__ import annotations

from typing import Any

import pytest

from fabula.story.mend import Decision, mended
from fabula.story.names_in import Spots
from tests.lantern import TEXT
from tests.told import CAPTAIN, told

MERGE = Decision("merge", ("Ada",), ("Bruno",))
SPLIT = Decision("split", ("Edmund Vane", "the Pilgrim"), ("the Pilgrim",))


def people(reading: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {person["name"]: person for person in reading["people"]}


def spoken(reading: dict[str, Any], key: str) -> list[str]:
    return [TEXT[q["start"] : q["end"]] for q in reading["quotes"] if q["speaker"] == key]


def test_two_who_are_one_have_everything_of_both() -> None:
    before = people(told())
    after, done = mended(told(), [MERGE], TEXT)
    assert done == [True]
    ada = people(after)["Ada"]
    assert "Bruno" not in people(after)
    assert {alias["name"] for alias in ada["aliases"]} == {"Ada", "Bruno"}
    assert ada["mentions"] == before["Ada"]["mentions"] + before["Bruno"]["mentions"]
    assert sum(count for _, count in ada["by_chapter"]) == ada["mentions"]
    assert ada["role"] == "protagonist"
    assert ada["gender"] == "female"
    assert len(spoken(after, ada["key"])) == len(spoken(told(), "p1")) + len(spoken(told(), "p3"))
    assert not [q for q in after["quotes"] if "p3" in (q["speaker"], q["addressee"])]
    # Nobody is their own brother.
    assert [bond["key"] for bond in after["relationships"]] == ["r1", "r3", "r4"]
    assert after["factions"][0]["members"] == [ada["key"], "p4"]


def test_one_who_is_two_shares_out_what_names_whom() -> None:
    after, done = mended(told(), [SPLIT], TEXT)
    assert done == [True]
    pilgrim, vane = people(after)["the Pilgrim"], people(after)["Edmund Vane"]
    assert [alias["name"] for alias in vane["aliases"]] == ["Edmund Vane"]
    assert [alias["name"] for alias in pilgrim["aliases"]] == ["the Pilgrim"]
    assert vane["background"]
    assert not pilgrim["background"]
    assert pilgrim["description"]
    assert not vane["description"]
    assert vane["mentions"] + pilgrim["mentions"] == people(told())["Edmund Vane"]["mentions"]
    both = spoken(after, pilgrim["key"]) + spoken(after, vane["key"])
    assert sorted(both) == sorted(spoken(told(), "p2"))
    assert "I have walked from the harbour," in spoken(after, pilgrim["key"])
    bonds = {bond["key"]: bond for bond in after["relationships"]}
    assert (bonds["r1"]["target"], bonds["r3"]["source"]) == (pilgrim["key"], "p2")
    assert after["events"][0]["actors"] == [pilgrim["key"]]


def test_a_better_name_is_one_they_have() -> None:
    renamed, done = mended(told(), [Decision("rename", ("Edmund Vane",), ("the Pilgrim",))], TEXT)
    assert done == [True]
    assert "the Pilgrim" in people(renamed)
    same, done = mended(told(), [Decision("rename", ("Edmund Vane",), ("Napoleon",))], TEXT)
    assert done == [False]
    assert same == told()


@pytest.mark.parametrize(
    "decision",
    [
        Decision("merge", ("Nobody",), ("Bruno",)),
        Decision("merge", ("Ada",), ("Ada",)),
        Decision("split", ("Ada",), ("Ada",)),
        Decision("split", ("Ada",), ("Bruno",)),
        Decision("split", ("Nobody",), ("Ada",)),
    ],
)
def test_what_cannot_be_done_does_nothing(decision: Decision) -> None:
    after, done = mended(told(), [decision, MERGE], TEXT)
    assert done == [False, True]
    assert after == mended(told(), [MERGE], TEXT)[0]


def test_decisions_are_carried_out_in_their_order_and_always_alike() -> None:
    twice = [SPLIT, Decision("merge", ("Ada",), ("the Pilgrim",))]
    after, done = mended(told(), twice, TEXT)
    assert done == [True, True]
    assert {alias["name"] for alias in people(after)["Ada"]["aliases"]} == {"Ada", "the Pilgrim"}
    assert mended(told(), twice, TEXT) == (after, done)
    assert told() == told()
    assert mended(told(), [], TEXT) == (told(), [])


def test_a_longer_name_hides_a_shorter_and_words_are_whole() -> None:
    text = "Vane came. Edmund Vane sat. The weathervane turned."
    spots = Spots(text, ["Vane"], ["Edmund Vane"])
    assert spots.about({"start": 0, "end": 10})
    assert not spots.about({"start": 11, "end": 27})
    assert not spots.about({"start": 28, "end": len(text)})
    chinese = Spots("关公曰：可。张飞曰：不可。", ["张飞"], ["关公"])
    assert chinese.says({"start": 10, "end": 12})
    assert not chinese.says({"start": 4, "end": 5})
    assert CAPTAIN in TEXT
