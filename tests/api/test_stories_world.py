"""The world over HTTP: rows of every kind, things and places, knowledge and views, an earlier moment."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.api.envelope import assert_error
from tests.api.teller import Teller, open_story

KINDS = ("character", "place", "item", "faction", "lore", "thread", "happening")
PLURAL = ("characters", "places", "items", "factions", "lore", "threads", "happenings")


@pytest.fixture
async def tale(tmp_path: Path) -> AsyncIterator[Teller]:
    async with open_story(tmp_path) as (_, told):
        yield told


def ruled(answer: httpx.Response, rule: str) -> None:
    """The answer is a rejection by this rule."""
    assert_error(answer, "rejected")
    assert answer.json()["error"]["rule"] == rule


@pytest.mark.parametrize(("kind", "many"), list(zip(KINDS, PLURAL, strict=True)))
async def test_a_row_of_every_kind(tale: Teller, kind: str, many: str) -> None:
    row = await tale.make(kind, "One", description="The first.")
    assert (row["kind"], row["name"], row["description"]) == (kind, "One", "The first.")
    found = await tale.ask("/world", kind=many)
    assert found["rows"] == [row]
    assert found["counts"] == {**dict.fromkeys(KINDS, 0), kind: 1}
    done = await tale.done("PATCH", f"/world/{row['id']}", kind=kind, values={"name": "Two"})
    assert done["row"]["name"] == "Two"
    assert [part["after"] for part in done["changes"][0]["parts"]] == ["Two"]
    assert done["changes"][0]["kind"] == kind
    assert (await tale.ask(f"/world/{row['id']}", kind=kind))["row"]["name"] == "Two"
    other = KINDS[KINDS.index(kind) - 1]
    assert_error(await tale.send("DELETE", f"/world/{row['id']}", kind=other), "not_found")
    gone = await tale.done("DELETE", f"/world/{row['id']}", kind=many)
    assert [(change["op"], change["name"]) for change in gone["changes"]] == [("delete", "Two")]
    assert (await tale.ask("/world", kind=kind))["rows"] == []
    await tale.done("POST", "/undo")
    assert (await tale.ask("/world", kind=kind))["rows"][0]["name"] == "Two"


@pytest.mark.parametrize(
    "values",
    [
        {},
        {"name": ""},
        {"name": 5},
        {"name": "A", "id": "char_mine"},
        {"name": "A", "branch_id": "brch_mine"},
        {"name": "A", "colour": "red"},
        {"name": "A", "priority": "high"},
        {"name": "A", "priority": 101},
        {"name": "A", "status": "asleep"},
        {"name": "A", "state": {"mood": "dark"}},
        {"name": "A", "state": "dark"},
        {"name": "A", "state": {"inventory": 5}},
        {"name": "A", "state": {"current_location_id": []}},
        {"name": "A", "kind": "item", "state": []},
        {"name": "A", "keywords": "dark"},
        {"name": "A", "keywords": [1]},
        {"name": "A", "title": "B"},
        {"name": "A", "description": None},
    ],
)
async def test_a_row_that_does_not_fit_is_refused(tale: Teller, values: dict[str, Any]) -> None:
    before = await tale.ask("/world")
    refused = await tale.send("POST", "/world", kind="character", values=values)
    assert refused.status_code == 422, refused.text
    assert_error(refused, "validation_error")
    assert await tale.ask("/world") == before


async def test_kinds_that_have_verbs_of_their_own(tale: Teller) -> None:
    for kind in ("relationship", "awareness", "chapter", "entry", "stories"):
        assert_error(await tale.send("POST", "/world", kind=kind, values={}), "validation_error")
        assert_error(await tale.client.get(tale.at("/world"), params={"kind": kind}), "validation_error")


async def test_a_part_of_a_state_changes_alone(tale: Teller) -> None:
    row = await tale.make("character", "Ada", state={"traits": ["careful"], "voice": "low"})
    path = f"/world/{row['id']}"
    done = await tale.done("PATCH", path, kind="character", patch={"state": {"voice": None}})
    assert done["row"]["state"]["traits"] == ["careful"]
    assert "voice" not in done["row"]["state"]
    both = await tale.send("PATCH", path, kind="character", patch={"state": {}}, values={"state": {}})
    assert_error(both, "validation_error")


@pytest.mark.parametrize(
    "change",
    [
        {"values": {"state": "dark"}},
        {"values": {"kind": "item"}},
        {"patch": {"state": {"visual": "tall"}}},
        {"patch": {"state": {"visual": None}}},
        {"patch": {"state": {"visual": {"eyes": 5}}}},
        {"patch": {"state": {"stackables": [1]}}},
        {"patch": {"state": {"inventory": 5}}},
        {"patch": {"state": {"inventory": [{}]}}},
        {"patch": {"state": {"current_location_id": {}}}},
        {"patch": {"state": {"mood": "dark"}}},
        {"patch": {"name": {"first": "Ada"}}},
        {"patch": {"colour": {}}},
    ],
)
async def test_a_change_that_does_not_fit_is_refused(tale: Teller, change: dict[str, Any]) -> None:
    row = await tale.make("character", "Ada")
    assert_error(await tale.send("PATCH", f"/world/{row['id']}", kind="character", **change), "validation_error")
    assert (await tale.ask(f"/world/{row['id']}", kind="character"))["row"] == row


async def test_rows_are_found_by_name_and_status_page_by_page(tale: Teller) -> None:
    for name in ("Ada", "Adam", "Bruno", "100%"):
        await tale.make("character", name, status="staged" if name == "Adam" else "active")
    assert {row["name"] for row in (await tale.ask("/world", containing="Ada"))["rows"]} == {"Ada", "Adam"}
    assert [row["name"] for row in (await tale.ask("/world", containing="%"))["rows"]] == ["100%"]
    assert [row["name"] for row in (await tale.ask("/world", status="staged"))["rows"]] == ["Adam"]
    seen: list[str] = []
    cursor: dict[str, str] = {}
    while True:
        page = await tale.ask("/world", limit=3, **cursor)
        seen += [row["name"] for row in page["rows"]]
        if page["next"] is None:
            break
        cursor = {"after": page["next"]}
    assert sorted(seen) == ["100%", "Ada", "Adam", "Bruno"]
    assert_error(await tale.client.get(tale.at("/world"), params={"kind": "lore", "status": "x"}), "validation_error")


async def test_a_thing_is_in_one_place_at_most(tale: Teller) -> None:
    lamp, ada, ben, sill = [
        await tale.make(kind, name)
        for kind, name in (("item", "Lamp"), ("character", "Ada"), ("character", "Ben"), ("place", "Sill"))
    ]
    path = f"/items/{lamp['id']}/place"

    async def held() -> list[tuple[str, list[str]]]:
        rows = (await tale.ask("/world"))["rows"]
        return sorted((row["name"], row["state"]["inventory"]) for row in rows)

    await tale.done("POST", path, holder_id=ada["id"])
    assert await held() == [("Ada", [lamp["id"]]), ("Ben", [])]
    await tale.done("POST", path, holder_id=ben["id"])
    assert await held() == [("Ada", []), ("Ben", [lamp["id"]])]
    await tale.done("POST", path, location_id=sill["id"])
    assert await held() == [("Ada", []), ("Ben", [])]
    item = (await tale.ask(f"/world/{lamp['id']}", kind="item"))["row"]
    assert item["state"]["at_location_id"] == sill["id"]
    assert_error(await tale.send("POST", path, holder_id=ada["id"], location_id=sill["id"]), "validation_error")
    assert_error(await tale.send("POST", path, holder_id=sill["id"]), "validation_error")
    await tale.done("PATCH", f"/world/{sill['id']}", kind="place", values={"status": "retired"})
    await tale.done("POST", path)
    ruled(await tale.send("POST", path, location_id=sill["id"]), "retired-place")


async def test_places_are_a_tree(tale: Teller) -> None:
    house = await tale.make("place", "House")
    room = await tale.make("place", "Room", state={"parent_location_id": house["id"]})
    (tree,) = (await tale.ask("/places"))["places"]
    assert (tree["name"], [each["name"] for each in tree["inside"]]) == ("House", ["Room"])
    inside = {"state": {"parent_location_id": room["id"]}}
    ruled(await tale.send("PATCH", f"/world/{house['id']}", kind="place", patch=inside), "parent-cycle")
    await tale.say("We go in.", metadata={"currentLocationId": room["id"]})
    assert (await tale.ask("/present"))["place"]["name"] == "Room"
    ruled(await tale.send("DELETE", f"/world/{house['id']}", kind="place"), "story-inside")


async def test_who_is_present(tale: Teller) -> None:
    ada = await tale.make("character", "Ada")
    ben = await tale.make("character", "Ben")
    entry = await tale.say("I see Ada.", metadata={"sceneEntities": [ada["id"]]})
    await tale.say("And Ben.", metadata={"sceneEntities": [ben["id"]]})
    assert [row["name"] for row in (await tale.ask("/present"))["rows"]] == ["Ben"]
    assert [row["name"] for row in (await tale.ask("/present", entry_id=entry["id"]))["rows"]] == ["Ada"]
    assert_error(await tale.client.get(tale.at("/present"), params={"entry_id": "entry_x"}), "not_found")


async def test_who_knows_what_and_since_when(tale: Teller) -> None:
    ada, ben = await tale.make("character", "Ada"), await tale.make("character", "Ben")
    theft = await tale.make("happening", "The theft")
    storm = await tale.make("happening", "The storm", common_knowledge=True)
    entry = await tale.say("Ada sees it.", metadata={"worldTime": 90})
    learned = {"source": "saw it", "learned_at_entry_id": entry["id"]}
    await tale.done("POST", "/knows", happening_id=theft["id"], character_id=ada["id"], values=learned)
    (who,) = (await tale.ask("/knows", happening_id=theft["id"]))["knowledge"]
    assert (who["name"], who["source"], who["since_position"], who["since_moment"]) == ("Ada", "saw it", 2, 90)
    adas = {each["title"]: each["common_knowledge"] for each in await _known(tale, ada)}
    assert adas == {"The theft": False, "The storm": True}
    assert [each["happening_id"] for each in await _known(tale, ben)] == [storm["id"]]
    assert_error(await tale.client.get(tale.at("/knows")), "validation_error")
    assert_error(await tale.client.get(tale.at("/knows"), params={"character_id": theft["id"]}), "not_found")
    wrong = await tale.send("POST", "/knows", happening_id=ada["id"], character_id=ada["id"])
    assert_error(wrong, "not_found")


async def _known(tale: Teller, who: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await tale.ask("/knows", character_id=who["id"]))["knowledge"]
    return found


async def test_a_view_belongs_to_the_one_who_sees(tale: Teller) -> None:
    ada, ben = await tale.make("character", "Ada"), await tale.make("character", "Ben")
    pair = {"subject_id": ada["id"], "object_id": ben["id"]}
    await tale.done("PUT", "/relationships", **pair, view="rival")
    assert await _views(tale, ada) == [("Ben", "rival", None)]
    assert await _views(tale, ben) == [("Ada", None, "rival")]
    await tale.done("PUT", "/relationships", **pair, view=None)
    assert await _views(tale, ada) == []
    alone = {"subject_id": ada["id"], "object_id": ada["id"], "view": "self"}
    assert_error(await tale.send("PUT", "/relationships", **alone), "validation_error")


async def _views(tale: Teller, who: dict[str, Any]) -> list[tuple[Any, ...]]:
    found = (await tale.ask("/relationships", character_id=who["id"]))["relationships"]
    return [(each["name"], each["sees"], each["seen"]) for each in found]


async def test_two_rows_turn_out_to_be_one(tale: Teller) -> None:
    ada, eve = await tale.make("character", "Ada"), await tale.make("character", "Eve")
    lamp = await tale.make("item", "Lamp")
    done = await tale.done("POST", "/world/merge", keep_id=ada["id"], drop_id=eve["id"])
    assert {change["op"] for change in done["changes"]} == {"delete", "update"}
    assert [(row["name"], row["keywords"]) for row in (await tale.ask("/world"))["rows"]] == [("Ada", ["Eve"])]
    assert_error(await tale.send("POST", "/world/merge", keep_id=ada["id"], drop_id=lamp["id"]), "validation_error")
    await tale.done("POST", "/undo")
    assert (await tale.ask("/world"))["counts"]["character"] == 2


async def test_an_earlier_moment_is_seen_and_nothing_changes(tale: Teller) -> None:
    first = await tale.say("I see Ada.")
    ada = await tale.make("character", "Ada")
    second = await tale.say("She is old.")
    await tale.done("PATCH", f"/world/{ada['id']}", kind="character", values={"name": "Old Ada"})
    await tale.make("character", "Ben")
    now = await tale.ask("/world")
    then = await tale.ask("/as-of", entry_id=first["id"], kind="characters")
    assert [row["name"] for row in then["rows"]] == ["Ada"]
    assert then["counts"]["character"] == 1
    latest = await tale.ask("/as-of", entry_id=second["id"])
    assert {row["name"] for row in latest["rows"]} == {"Old Ada", "Ben"}
    page = await tale.ask("/as-of", entry_id=second["id"], limit=1)
    rest = await tale.ask("/as-of", entry_id=second["id"], limit=1, after=page["next"])
    assert ({page["rows"][0]["name"], rest["rows"][0]["name"]}, rest["next"]) == ({"Old Ada", "Ben"}, None)
    assert await tale.ask("/world") == now
