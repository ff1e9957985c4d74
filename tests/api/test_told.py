"""What a book tells over HTTP: whole at its end, and at every chapter nothing of what stands later."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from fabula.actions import imports as importing
from tests.api.envelope import assert_error
from tests.api.teller import begin
from tests.desk import Desk, key, open_desk, open_library
from tests.lantern import ONLY_IN, REVEALED
from tests.told import read_told


@pytest.fixture
async def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Desk]:
    monkeypatch.setattr(importing, "read_apart", read_told)
    async with open_desk(tmp_path) as one:
        yield one


async def got(desk: Desk, novel: str, path: str, **params: Any) -> Any:
    answer = await desk.client.get(f"/api/novels/{novel}/{path}", params=params)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_everything_is_told_at_the_end(desk: Desk) -> None:
    novel = await desk.bring()
    await desk.go(novel, 4)
    names = {one["id"]: one["name"] for one in (await desk.cast(novel)).values()}
    bonds = (await got(desk, novel, "relations"))["relations"]
    assert [(names[b["source_id"]], b["label"], names[b["target_id"]]) for b in bonds] == [
        ("Ada", "host", "Edmund Vane"),
        ("Bruno", "brother", "Ada"),
        ("Edmund Vane", "husband", "Ada"),
        ("Cora", "maid", "Ada"),
    ]
    assert bonds[0]["citations"][1]["excerpt"] == "The Pilgrim had lost one boot."
    world = await got(desk, novel, "world")
    assert [event["kind"] for event in world["events"]] == ["arrival", "gift", "discovery", "journey"]
    assert world["events"][1]["causes"] == [world["events"][0]["id"]]
    assert names[world["deaths"][0]["person"]] == "Edmund Vane"
    assert world["threads"][0]["closed"]["chapter_number"] == 3
    assert [len(world[field]) for field in ("factions", "things", "rules", "nodes", "arcs", "places")] == [
        1,
        1,
        1,
        1,
        2,
        1,
    ]
    assert (await desk.client.get(f"/api/novels/{novel}/relationships")).json()["relationships"] == bonds


@pytest.mark.parametrize("chapter", [1, 2, 3])
async def test_nothing_later_is_told_at_any_chapter(desk: Desk, chapter: int) -> None:
    novel = await desk.bring()
    await desk.go(novel, chapter)
    asked = [("relations", {}), ("world", {}), ("relationships/source-v1", {}), ("corrections", {}), ("characters", {})]
    # Asking for more than is read gives what is read.
    asked += [(path, {"as_of": 4}) for path in ("relations", "world", "characters")]
    asked += [(f"chapters/{number}/lines", {}) for number in (1, 2, 3, 4)]
    told = [json.dumps(await got(desk, novel, path, **params)) for path, params in asked]
    query = {"query": "Edmund Vane, Cora and the obsidian water", "max_chapter": 4, "limit": 5}
    told.append((await desk.client.post(f"/api/novels/{novel}/lore/search", json=query)).text)
    later = [word for n in range(chapter + 1, 5) for word in (ONLY_IN[n], *REVEALED.get(n, ()))]
    for text in told:
        plain = text.lower()
        assert [word for word in later if word.lower() in plain and word not in ("boat", "swim", "married")] == [], text
    assert [n for n in (1, 2, 3, 4) if (await got(desk, novel, f"chapters/{n}/lines"))["lines"]] == list(
        range(1, chapter + 1)
    )
    world = await got(desk, novel, "world")
    assert max(event["chapter"] for event in world["events"]) == chapter
    assert all(arc["last"] <= chapter for arc in world["arcs"])
    assert_error(await desk.client.get(f"/api/novels/{novel}/relationships"), "conflict")


async def test_an_earlier_chapter_can_be_asked_for(desk: Desk) -> None:
    novel = await desk.bring()
    await desk.go(novel, 4)
    early = await got(desk, novel, "characters", as_of=2)
    assert {one["name"] for one in early["characters"]} == {"Ada", "the Pilgrim", "Bruno"}
    assert early["through_chapter"] == 2
    assert [b["label"] for b in (await got(desk, novel, "relations", as_of=2))["relations"]] == ["host", "brother"]
    assert (await got(desk, novel, "world", as_of=2))["threads"][0]["closed"] is None


async def test_who_speaks_is_told_with_what_decided_it(desk: Desk) -> None:
    novel = await desk.bring()
    await desk.go(novel, 1)
    told = await got(desk, novel, "chapters/1/lines")
    text = (await desk.client.get(f"/api/novels/{novel}/chapters/1")).json()["content"]
    said = [(line["speaker"], text[line["start"] : line["end"]]) for line in told["lines"]]
    assert said[0] == ("Ada", "The lamp must burn until the morning,")
    # The one whose name is not known yet goes by the name that is.
    assert ("the Pilgrim", "I have walked from the harbour,") in said
    assert {line["why"] for line in told["lines"]} == {"explicit"}
    assert {one["name"] for one in told["people"]} == {"Ada", "the Pilgrim"}


async def test_passages_are_found_in_what_is_read(desk: Desk) -> None:
    novel = await desk.bring()
    await desk.go(novel, 2)
    path = f"/api/novels/{novel}/lore/search"
    found = (await desk.client.post(path, json={"query": "  the \n tamarisk   tree "})).json()["passages"]
    assert found[0]["chapter_number"] == 2
    text = (await desk.client.get(f"/api/novels/{novel}/chapters/2")).json()["content"]
    assert text[found[0]["start"] : found[0]["end"]] == found[0]["excerpt"]
    later = (await desk.client.post(path, json={"query": "obsidian water, Cora rowed", "limit": 5})).json()["passages"]
    assert {one["chapter_number"] for one in later} <= {1, 2}
    assert (await desk.client.post(path, json={"query": "zzyzx"})).json() == {"passages": []}
    one = {"query": "the lamp", "max_chapter": 1, "limit": 99}
    assert {f["chapter_number"] for f in (await desk.client.post(path, json=one)).json()["passages"]} == {1}
    for bad in ({"query": "   "}, {"query": "x" * 1_001}, {"query": "x", "max_chapter": 0}, {}):
        assert_error(await desk.client.post(path, json=bad), "validation_error")


async def test_people_are_corrected_talked_to_and_uncorrected(desk: Desk) -> None:
    novel = await desk.bring()
    await desk.go(novel, 4)
    before = await desk.cast(novel)
    path = f"/api/novels/{novel}/corrections"
    assert (await got(desk, novel, "corrections")) == {"corrections": [], "may_correct": True, "read_again": False}
    ada, bruno = before["Ada"]["id"], before["Bruno"]["id"]
    assert (await desk.say(bruno, "When is the boat ready?", key())).status_code == 200
    made = await desk.client.post(path, json={"kind": "merge", "character_id": ada, "other_id": bruno})
    assert made.status_code == 201
    assert set(await desk.cast(novel)) == {"Ada", "Edmund Vane", "Cora"}
    shown = (await got(desk, novel, "corrections"))["corrections"]
    assert [(one["kind"], one["who"][0], one["names"]) for one in shown] == [("merge", "Ada", ["Bruno"])]
    # The built-in voices know at once whose lines these are.
    answered = (await desk.say(ada, "When is the boat ready?", key())).json()
    assert "Thursday" in answered["message"]["content"] or "boat" in answered["message"]["content"].lower()
    assert (await desk.client.post(f"/api/novels/{novel}/read-again")).json() == {"people": 3}
    assert set(await desk.cast(novel)) == {"Ada", "Edmund Vane", "Cora"}
    assert (await desk.client.delete(f"{path}/{made.json()['id']}")).status_code == 204
    assert await desk.cast(novel) == before
    assert len(await desk.history(bruno)) == 2
    assert_error(await desk.client.delete(f"{path}/{made.json()['id']}"), "not_found")


async def test_whoever_took_a_book_sees_it_as_corrected_and_cannot_correct_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importing, "read_apart", read_told)
    async with open_library(tmp_path) as (ann, ben):
        novel = await ben.bring()
        assert (await ann.client.post(f"/api/novels/{novel}/shelf")).status_code == 204
        for desk in (ann, ben):
            await desk.go(novel, 4)
        names = await ben.cast(novel)
        asked = {"kind": "merge", "character_id": names["Ada"]["id"], "other_id": names["Bruno"]["id"]}
        assert_error(await ann.client.post(f"/api/novels/{novel}/corrections", json=asked), "forbidden")
        assert_error(await ann.client.post(f"/api/novels/{novel}/read-again"), "forbidden")
        made = (await ben.client.post(f"/api/novels/{novel}/corrections", json=asked)).json()["id"]
        assert "Bruno" not in await ann.cast(novel)
        assert await got(ann, novel, "corrections") == {"corrections": [], "may_correct": False, "read_again": False}
        assert_error(await ann.client.delete(f"/api/novels/{novel}/corrections/{made}"), "forbidden")


async def test_a_story_in_a_book_begins_with_how_its_people_stand_so_far(desk: Desk) -> None:
    novel = await desk.bring()
    await desk.go(novel, 2)
    tale = await begin(desk.client, book_id=novel)
    ids = {row["name"]: row["id"] for row in (await tale.ask("/world", kind="characters"))["rows"]}
    assert set(ids) == {"Ada", "the Pilgrim", "Bruno"}
    views = await tale.ask("/relationships", character_id=ids["Ada"])
    assert {view["name"]: (view["sees"], view["seen"]) for view in views["relationships"]} == {
        "Bruno": ("brother", None),
        "the Pilgrim": (None, "host"),
    }
    exported = (await desk.client.get(f"{tale.home}/export")).text
    assert "husband" not in exported
