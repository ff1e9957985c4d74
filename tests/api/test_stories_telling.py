"""Telling over HTTP: versions, pages, corrections, undo and redo, rollback, chapters and eras."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.api.envelope import assert_error
from tests.api.teller import OPENING, Teller, open_story


@pytest.fixture
async def tale(tmp_path: Path) -> AsyncIterator[Teller]:
    async with open_story(tmp_path) as (_, told):
        yield told


async def test_every_write_names_the_version_it_saw(tale: Teller) -> None:
    entry = await tale.say("I light the lamp.")
    ada = await tale.make("character", "Ada")
    writes = [
        ("POST", "/entries", {"content": "Again.", "kind": "reader"}),
        ("PATCH", f"/entries/{entry['id']}", {"content": "Again."}),
        ("DELETE", f"/entries/{entry['id']}", {}),
        ("POST", "/undo", {}),
        ("POST", "/redo", {}),
        ("POST", "/rollback", {"entry_id": entry["id"]}),
        ("POST", "/chapters", {"end_entry_id": entry["id"], "title": "One"}),
        ("POST", "/era", {"entry_id": entry["id"], "name": "One"}),
        ("POST", "/world", {"kind": "item", "values": {"name": "Lamp"}}),
        ("PATCH", f"/world/{ada['id']}", {"kind": "character", "values": {"name": "Eve"}}),
        ("DELETE", f"/world/{ada['id']}", {"kind": "character"}),
    ]
    now = (await tale.ask("/entries"))["version"]
    for method, path, body in writes:
        for wrong in (now - 1, now + 1):
            stale = await tale.send(method, path, **{**body, "version": wrong})
            assert_error(stale, "stale_version")
            assert stale.json()["error"]["version"] == now, path
    assert await tale.texts() == [OPENING, "I light the lamp."]
    assert (await tale.ask("/world"))["version"] == now


async def test_of_two_who_saw_the_same_only_one_writes(tale: Teller) -> None:
    seen = tale.version
    await tale.say("First.")
    assert_error(await tale.send("POST", "/entries", content="Second.", kind="reader", version=seen), "stale_version")
    assert await tale.texts() == [OPENING, "First."]


async def test_pages_lead_in_both_directions(tale: Teller) -> None:
    for n in range(2, 9):
        await tale.say(f"Line {n}.", "story" if n % 2 else "reader")
    last = await tale.ask("/entries", limit=3)
    assert [entry["position"] for entry in last["entries"]] == [6, 7, 8]
    assert (last["previous"], last["next"]) == (6, None)
    middle = await tale.ask("/entries", limit=3, before=last["previous"])
    assert [entry["position"] for entry in middle["entries"]] == [3, 4, 5]
    assert (middle["previous"], middle["next"]) == (3, 5)
    first = await tale.ask("/entries", limit=3, before=middle["previous"])
    assert [entry["kind"] for entry in first["entries"]] == ["opening", "reader"]
    assert (first["previous"], first["next"]) == (None, 2)
    forward = await tale.ask("/entries", limit=3, after=first["next"])
    assert [entry["id"] for entry in forward["entries"]] == [entry["id"] for entry in middle["entries"]]
    assert (forward["previous"], forward["next"]) == (3, 5)
    assert (await tale.ask("/entries", limit=3, after=5))["next"] is None
    both = await tale.client.get(tale.at("/entries"), params={"before": 3, "after": 1})
    assert_error(both, "validation_error")


async def test_an_entry_is_kept_as_it_was_sent(tale: Teller) -> None:
    text = "  我点亮了灯。\n\n“谁在那里？”  "
    entry = await tale.say(text, metadata={"worldTime": 60})
    assert (entry["content"], entry["kind"], entry["moment"], entry["edited"]) == (text, "reader", 60, False)
    assert (await tale.say("It burns.", "story"))["moment"] == 60
    for wrong in ("", " \n ", "x" * 200_001):
        assert_error(await tale.send("POST", "/entries", content=wrong, kind="reader"), "validation_error")
    assert_error(await tale.send("POST", "/entries", content="x", kind="opening"), "validation_error")
    assert_error(await tale.send("POST", "/entries", content="x", metadata={"mood": "dark"}), "validation_error")


@pytest.mark.parametrize(
    "metadata",
    [
        {"sceneEntities": 5},
        {"sceneEntities": ["char_nobody"]},
        {"currentLocationId": []},
        {"currentLocationId": "loc_nowhere"},
        {"worldTime": -1},
        {"worldTime": "noon"},
        {"stateReport": {"layer": "per_turn_classifier"}},
        {"tokens": "many"},
        {"mood": "dark"},
    ],
)
async def test_a_scene_that_does_not_fit_is_refused(tale: Teller, metadata: dict[str, Any]) -> None:
    entry = await tale.say("I wait.")
    assert_error(await tale.send("POST", "/entries", content="x", metadata=metadata), "validation_error")
    assert_error(await tale.send("PATCH", f"/entries/{entry['id']}", metadata=metadata), "validation_error")
    assert (await tale.ask("/entries"))["entries"][-1] == entry


async def test_an_edit_is_marked_and_told(tale: Teller) -> None:
    entry = await tale.say("I light the lamp.")
    done = await tale.done("PATCH", f"/entries/{entry['id']}", content="I light both lamps.")
    assert (done["entry"]["content"], done["entry"]["edited"]) == ("I light both lamps.", True)
    (change,) = done["changes"]
    part = {"path": "content", "before": "I light the lamp.", "after": "I light both lamps."}
    assert (change["op"], change["kind"], change["parts"]) == ("update", "entry", [part])
    moved = await tale.done("PATCH", f"/entries/{entry['id']}", metadata={"worldTime": 5})
    assert moved["entry"]["moment"] == 5
    same = await tale.done("PATCH", f"/entries/{entry['id']}", content="I light both lamps.")
    assert same["changes"] == []
    assert same["version"] == moved["version"]
    both = await tale.send("PATCH", f"/entries/{entry['id']}", content="x", metadata={"worldTime": 1})
    assert_error(both, "validation_error")
    assert_error(await tale.send("PATCH", f"/entries/{entry['id']}", content=" "), "validation_error")
    assert_error(await tale.send("PATCH", "/entries/entry_nobody", content="x"), "not_found")


async def test_undo_and_redo_go_back_and_forth(tale: Teller) -> None:
    refused = await tale.send("POST", "/undo")
    assert_error(refused, "rejected")
    assert refused.json()["error"]["rule"] == "nothing-to-apply"
    await tale.say("I light the lamp.")
    await tale.make("character", "Ada")
    branch = await tale.refresh()
    assert (branch["can_undo"], branch["can_redo"]) == (True, False)
    assert branch["undo_label"] == "New character “Ada”"
    back = await tale.done("POST", "/undo")
    assert (back["reversed"]["deltas"], back["reversed"]["told"]) == (1, "Took back 1 change of the world.")
    branch = await tale.refresh()
    assert branch["redo"] | {"label": ""} == {
        "op": "create",
        "kind": "character",
        "name": "Ada",
        "changes": 1,
        "entries": 0,
        "label": "",
    }
    assert (await tale.done("POST", "/undo"))["reversed"]["told"] == "Took back 1 entry."
    assert await tale.texts() == [OPENING]
    assert (await tale.done("POST", "/redo"))["reversed"]["told"] == "Did again 1 entry."
    await tale.done("POST", "/redo")
    assert [row["name"] for row in (await tale.ask("/world"))["rows"]] == ["Ada"]
    assert_error(await tale.send("POST", "/redo"), "rejected")
    await tale.done("POST", "/undo")
    await tale.say("Something else.")
    assert not (await tale.refresh())["can_redo"]
    assert_error(await tale.send("POST", "/redo"), "rejected")
    assert (await tale.ask("/verify"))["findings"] == []


async def test_a_rollback_does_what_its_preview_says(tale: Teller) -> None:
    await tale.say("I light the lamp.")
    second = await tale.say("It " + "burns and " * 30, "story")
    await tale.make("character", "Ada")
    await tale.make("item", "Lamp")
    await tale.say("I wait.")
    rows = await tale.ask("/world")
    preview = await tale.ask("/rollback", entry_id=second["id"])
    assert [entry["position"] for entry in preview["entries"]] == [3, 4]
    assert len(preview["entries"][0]["first_words"]) == 80
    assert preview["entries_total"] == 2
    assert preview["changes"] == {"character": 1, "item": 1}
    assert sorted(preview["names"]) == ["Ada", "Lamp"]
    assert await tale.ask("/world") == rows
    back = await tale.done("POST", "/rollback", entry_id=second["id"])
    assert (back["reversed"]["entries"], back["reversed"]["world"]) == (2, 2)
    assert await tale.texts() == [OPENING, "I light the lamp."]
    assert (await tale.ask("/world"))["counts"] == dict.fromkeys(rows["counts"], 0)
    opening = (await tale.ask("/entries"))["entries"][0]["id"]
    for refused in (
        await tale.send("POST", "/rollback", entry_id=opening),
        await tale.client.get(tale.at("/rollback"), params={"entry_id": opening}),
    ):
        assert_error(refused, "rejected")
        assert refused.json()["error"]["rule"] == "rollback-floor"
    assert_error(await tale.client.get(tale.at("/rollback"), params={"entry_id": second["id"]}), "not_found")


async def test_an_entry_is_deleted_with_what_follows(tale: Teller) -> None:
    first = await tale.say("I light the lamp.")
    await tale.say("It burns.", "story")
    assert (await tale.done("DELETE", f"/entries/{first['id']}"))["reversed"]["entries"] == 2
    opening = (await tale.ask("/entries"))["entries"][0]["id"]
    refused = await tale.send("DELETE", f"/entries/{opening}")
    assert_error(refused, "rejected")
    assert refused.json()["error"]["rule"] == "opening-delete-blocked"
    assert await tale.texts() == [OPENING]


async def test_the_log_is_read_from_its_end(tale: Teller) -> None:
    for n in range(5):
        await tale.say(f"Line {n}.")
    seen: list[str] = []
    cursor: dict[str, int] = {}
    while True:
        page = await tale.ask("/log", limit=2, **cursor)
        seen += [change["name"] for change in page["changes"]]
        if page["next"] is None:
            break
        cursor = {"before": page["next"]}
    assert seen == [f"Line {n}." for n in reversed(range(5))]
    assert len((await tale.ask("/log", before=2**53))["changes"]) == 5
    assert (await tale.ask("/log", before=0)) == {"changes": [], "next": None}


async def test_what_a_turn_changed(tale: Teller) -> None:
    entry = await tale.say("I light the lamp.")
    other = await tale.say("It burns.", "story")
    await tale.done("PATCH", f"/entries/{entry['id']}", content="I light two.")
    found = (await tale.ask("/changes", entry_id=entry["id"]))["changes"]
    assert [(change["op"], change["kind"], change["row_id"]) for change in found] == [
        ("create", "entry", entry["id"]),
        ("update", "entry", entry["id"]),
    ]
    assert len((await tale.ask("/changes", entry_id=other["id"]))["changes"]) == 1
    assert_error(await tale.client.get(tale.at("/changes"), params={"entry_id": "entry_x"}), "not_found")


async def test_chapters_and_eras(tale: Teller) -> None:
    first = await tale.say("I light the lamp.")
    second = await tale.say("It burns.", "story")
    closed = await tale.done("POST", "/chapters", end_entry_id=first["id"], title="One")
    assert closed["chapter"]["sequence_number"] == 1
    assert (await tale.ask("/entries"))["entries"][1]["chapter_id"] == closed["chapter"]["id"]
    assert_error(await tale.send("POST", "/chapters", end_entry_id=first["id"], title="Again"), "validation_error")
    two = await tale.done("POST", "/chapters", end_entry_id=second["id"], title="Two")
    assert [each["title"] for each in (await tale.ask("/chapters"))["chapters"]] == ["One", "Two"]
    assert_error(await tale.send("DELETE", f"/chapters/{closed['chapter']['id']}"), "validation_error")
    await tale.done("DELETE", f"/chapters/{two['chapter']['id']}")
    assert [each["title"] for each in (await tale.ask("/chapters"))["chapters"]] == ["One"]
    era = await tale.done("POST", "/era", entry_id=second["id"], name="Winter")
    assert [(change["op"], change["kind"], change["name"]) for change in era["changes"]] == [
        ("create", "era", "Winter")
    ]
    assert_error(await tale.send("POST", "/era", entry_id=second["id"], name="Spring"), "validation_error")
    assert (await tale.ask("/verify"))["findings"] == []
