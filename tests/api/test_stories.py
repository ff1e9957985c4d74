"""Stories over HTTP: beginning, listing, branches, files. Each promise with what would break it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.api.envelope import assert_error
from tests.api.teller import OPENING, Teller, begin, open_story
from tests.desk import Desk, open_desk
from tests.lantern import ONLY_IN, REVEALED, read_lantern

NOWHERE = "story_6f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f9"


@pytest.fixture(autouse=True)
def quick_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fabula.actions.imports.read_apart", read_lantern)


async def test_a_blank_story_begins_with_its_opening(tmp_path: Path) -> None:
    async with open_story(tmp_path) as (desk, tale):
        whole = (await desk.client.get(tale.home)).json()
        assert whole["story"]["status"] == "begun"
        assert (whole["story"]["branches"], whole["story"]["entries"]) == (1, 1)
        assert whole["definition"]["mode"] == "creative"
        assert await tale.texts() == [OPENING]
        assert not whole["branch"]["can_undo"]
        assert not whole["branch"]["can_delete"]
        assert (await tale.ask("/verify")) == {"findings": []}


@pytest.mark.parametrize(
    "wish",
    [
        {},
        {"title": "A"},
        {"opening": "B"},
        {"title": " ", "opening": "B"},
        {"title": "A", "opening": " "},
        {"title": "A", "opening": "B", "definition": {"mode": "epic"}},
        {"title": "A", "opening": "B", "definition": {"colour": "red"}},
        {"title": "A", "opening": "B", "definition": {"narration": "first"}},
        {"title": "A", "opening": "B", "definition": {"leadEntityId": "char_x"}},
        {"title": "A" * 301, "opening": "B"},
    ],
)
async def test_a_beginning_that_is_none_leaves_nothing(tmp_path: Path, wish: dict[str, Any]) -> None:
    async with open_desk(tmp_path) as desk:
        before = await _kept(desk)
        assert_error(await desk.client.post("/api/stories", json=wish), "validation_error")
        assert await _kept(desk) == before


async def test_a_lead_is_somebody_of_the_story(tmp_path: Path) -> None:
    async with open_story(tmp_path, lead="Mira", definition={"mode": "adventure", "narration": "first"}) as (
        desk,
        tale,
    ):
        lead = (await desk.client.get(tale.home)).json()["definition"]["leadEntityId"]
        people = (await tale.ask("/world", kind="characters"))["rows"]
        assert [(row["id"], row["name"]) for row in people] == [(lead, "Mira")]
        assert [row["id"] for row in (await tale.ask("/present"))["rows"]] == [lead]
        refused = await tale.send("DELETE", f"/world/{lead}", kind="character")
        assert_error(refused, "rejected")
        assert refused.json()["error"]["rule"] == "lead-blocked"


async def test_a_story_in_a_book_knows_what_its_reader_knows(tmp_path: Path) -> None:
    async with open_desk(tmp_path) as desk:
        novel = await desk.bring()
        await desk.go(novel, 2)
        listed = (await desk.client.get("/api/stories")).json()["stories"]
        assert [(one["book_id"], one["status"], one["entries"]) for one in listed] == [(novel, "not_begun", 0)]
        tale = await begin(desk.client, book_id=novel)
        assert tale.id == listed[0]["id"]
        people = (await tale.ask("/world", kind="characters"))["rows"]
        assert {row["name"] for row in people} == {"Ada", "the Pilgrim", "Bruno"}
        everything = (await desk.client.get(f"{tale.home}/export")).text
        assert ONLY_IN[2] in everything
        for chapter in (3, 4):
            assert not any(word in everything for word in (ONLY_IN[chapter], *REVEALED[chapter]))
        again = await desk.client.post("/api/stories", json={"book_id": novel})
        assert_error(again, "rejected")
        assert again.json()["error"]["rule"] == "already-begun"
        assert_error(await desk.client.post("/api/stories", json={"book_id": NOWHERE}), "not_found")


async def test_a_list_is_paged_without_gaps(tmp_path: Path) -> None:
    async with open_desk(tmp_path) as desk:
        made = [(await begin(desk.client, title=f"Tale {n}")).id for n in range(5)]
        seen: list[str] = []
        cursor: dict[str, str] = {}
        while True:
            page = (await desk.client.get("/api/stories", params={"limit": 2, **cursor})).json()
            seen += [one["id"] for one in page["stories"]]
            if page["next_cursor"] is None:
                break
            cursor = {"cursor": page["next_cursor"]}
        assert sorted(seen) == sorted(made)
        assert len(seen) == 5
        assert_error(await desk.client.get("/api/stories", params={"cursor": NOWHERE}), "validation_error")
        assert_error(await desk.client.get("/api/stories", params={"limit": 201}), "validation_error")


async def test_what_was_changed_last_comes_first(tmp_path: Path) -> None:
    async with open_desk(tmp_path) as desk:
        first, second = await begin(desk.client, title="One"), await begin(desk.client, title="Two")
        assert await _titles(desk) == ["Two", "One"]
        await first.say("And then?")
        assert await _titles(desk) == ["One", "Two"]
        await second.ask("/entries")
        assert await _titles(desk) == ["One", "Two"]


async def _kept(desk: Desk) -> dict[str, int]:
    """How many rows every table has, but for the owner's own, who is made on first use."""
    return {name: count for name, count in (await desk.rows()).items() if name != "people"}


async def _titles(desk: Desk) -> list[str]:
    return [one["title"] for one in (await desk.client.get("/api/stories")).json()["stories"]]


async def test_a_story_is_named_anew_and_its_text_is_not_touched(tmp_path: Path) -> None:
    async with open_story(tmp_path) as (desk, tale):
        named = await desk.client.patch(tale.home, json={"title": "  The   Lamp "})
        assert (named.status_code, named.json()["story"]["title"]) == (200, "The Lamp")
        for wrong in (" ", "A" * 301):
            assert_error(await desk.client.patch(tale.home, json={"title": wrong}), "validation_error")
        whole = (await desk.client.get(tale.home)).json()
        assert whole["story"]["title"] == "The Lamp"
        assert whole["branch"]["version"] == tale.version
        assert await tale.texts() == [OPENING]
        assert_error(await desk.client.patch(f"/api/stories/{NOWHERE}", json={"title": "B"}), "not_found")


async def test_a_deleted_story_is_gone_with_everything(tmp_path: Path) -> None:
    async with open_story(tmp_path) as (desk, tale):
        await _lived(tale)
        assert (await _kept(desk))["deltas"] > 3
        assert (await desk.client.delete(tale.home)).status_code == 204
        assert not any((await _kept(desk)).values())
        assert_error(await desk.client.delete(tale.home), "not_found")


async def test_deleting_the_story_of_a_book_is_deleting_the_book(tmp_path: Path) -> None:
    async with open_desk(tmp_path) as desk:
        novel = await desk.bring()
        tale = await begin(desk.client, book_id=novel)
        assert (await desk.client.delete(tale.home)).status_code == 204
        assert_error(await desk.client.get(f"/api/novels/{novel}"), "not_found")
        novel = await desk.bring()
        tale = await begin(desk.client, book_id=novel)
        assert (await desk.client.delete(f"/api/novels/{novel}")).status_code == 204
        assert_error(await desk.client.get(tale.home), "not_found")


async def _lived(tale: Teller) -> tuple[str, str]:
    """Some entries, a row, and a second branch; the ids of both branches."""
    main = tale.branch
    first = await tale.say("I light the lamp.")
    await tale.say("It burns.", "story")
    await tale.make("character", "Ada")
    forked = await tale.client.post(
        f"{tale.home}/fork", json={"entry_id": first["id"], "name": "in the dark", "version": tale.version}
    )
    assert forked.status_code == 201, forked.text
    side = (await tale.refresh())["id"]
    await tale.say("It goes out.", "story")
    return main, side


async def test_a_fork_goes_its_own_way(tmp_path: Path) -> None:
    async with open_story(tmp_path) as (desk, tale):
        main, side = await _lived(tale)
        assert (await desk.client.get(tale.home)).json()["story"]["current_branch_id"] == side
        assert await tale.texts() == [OPENING, "I light the lamp.", "It goes out."]
        branches = {one["id"]: one for one in (await desk.client.get(f"{tale.home}/branches")).json()["branches"]}
        assert list(branches) == [main, side]
        assert (branches[side]["parent_id"], branches[side]["fork_position"]) == (main, 2)
        assert [branches[one]["is_current"] for one in (main, side)] == [False, True]
        assert all(one["can_delete"] for one in branches.values())
        compared = (await desk.client.get(f"{tale.home}/compare", params={"here": main, "there": side})).json()
        assert compared["common_entries"] == 2
        assert [entry["content"] for entry in compared["here"]["entries"]] == ["It burns."]
        assert [entry["content"] for entry in compared["there"]["entries"]] == ["It goes out."]
        ada = [one for one in compared["differences"] if one["name"] == "Ada"]
        assert [(one["kind"], one["there"]) for one in ada] == [("character", None)]
        same = (await desk.client.get(f"{tale.home}/compare", params={"here": side, "there": "current"})).json()
        assert (same["differences"], same["complete"]) == ([], True)


async def test_branches_are_switched_named_and_deleted(tmp_path: Path) -> None:
    async with open_story(tmp_path) as (desk, tale):
        main, side = await _lived(tale)
        switched = await desk.client.post(f"{tale.home}/switch", json={"branch_id": main})
        assert switched.json()["branch"]["is_current"]
        await tale.refresh()
        assert (await tale.texts())[-1] == "It burns."
        named = await desk.client.patch(tale.at("", side), json={"name": " the  dark "})
        assert named.json()["branch"]["name"] == "the dark"
        assert_error(await desk.client.patch(tale.at("", side), json={"name": " "}), "validation_error")
        assert (await desk.client.delete(tale.at("", main))).status_code == 204
        assert (await desk.client.get(tale.home)).json()["story"]["current_branch_id"] == side
        last = await desk.client.delete(tale.at("", side))
        assert_error(last, "rejected")
        assert last.json()["error"]["rule"] == "last-branch"
        assert_error(await desk.client.post(f"{tale.home}/switch", json={"branch_id": main}), "not_found")


async def test_a_branch_of_another_story_is_not_found(tmp_path: Path) -> None:
    async with open_story(tmp_path) as (desk, tale):
        other = await begin(desk.client, title="Another")
        for answer in (
            await desk.client.get(tale.at("/entries", other.branch)),
            await desk.client.post(f"{tale.home}/switch", json={"branch_id": other.branch}),
            await desk.client.get(f"{tale.home}/compare", params={"here": "current", "there": other.branch}),
            await desk.client.delete(tale.at("", other.branch)),
        ):
            assert_error(answer, "not_found")


async def test_a_story_comes_back_from_its_file(tmp_path: Path) -> None:
    async with open_story(tmp_path) as (desk, tale):
        main, side = await _lived(tale)
        texts = await tale.texts()
        file = await desk.client.get(f"{tale.home}/export")
        assert file.headers["content-disposition"].startswith('attachment; filename="The Lighthouse.avts"')
        rows = await _kept(desk)
        assert (await desk.client.delete(tale.home)).status_code == 204
        brought = await desk.client.post("/api/stories/import", content=file.content)
        assert brought.status_code == 201, brought.text
        assert brought.json()["story"]["id"] == tale.id
        assert {**await _kept(desk), "undone": 0} == {**rows, "undone": 0}
        assert await tale.texts() == texts
        for branch in (main, side):
            assert (await desk.client.get(tale.at("/verify", branch))).json() == {"findings": []}
        second = await desk.client.post("/api/stories/import", content=file.content)
        assert second.json()["story"]["id"] != tale.id


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"{}",
        b'{"format": "aventuras-story"}',
        b'{"format": "aventuras-story", "formatVersion": "2.0"}',
        b"\xff",
    ],
)
async def test_a_file_that_holds_no_story_is_refused(tmp_path: Path, body: bytes) -> None:
    async with open_desk(tmp_path) as desk:
        before = await _kept(desk)
        assert_error(await desk.client.post("/api/stories/import", content=body), "validation_error")
        assert await _kept(desk) == before


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("baselines", "digests"), -1),
        (("baselines", "digests"), {"a": 1}),
        (("branches", "id"), -1),
        (("branches", "parent_id"), []),
        (("branches", "version"), "one"),
        (("entities", "branch_id"), {}),
        (("entities", "state"), {}),
        (("entities", "kind"), "ghost"),
        (("story_entries", "metadata"), {}),
        (("story_entries", "content"), None),
        (("story_entries", "created_at"), "yesterday"),
        (("stories", "settings"), "plain"),
        (("stories", "settings"), {"retrievalBudgets": 5}),
        (("stories", "definition"), {"mode": "epic"}),
        (("deltas", "op"), "explode"),
        (("deltas", "target_table"), "people"),
    ],
    ids=str,
)
async def test_a_file_that_was_tampered_with_leaves_nothing(tmp_path: Path, path: tuple[str, str], value: Any) -> None:
    async with open_story(tmp_path) as (desk, tale):
        await _lived(tale)
        file = (await desk.client.get(f"{tale.home}/export")).json()
        before = await _kept(desk)
        file["story"]["tables"][path[0]][0][path[1]] = value
        assert_error(await desk.client.post("/api/stories/import", json=file), "validation_error")
        assert await _kept(desk) == before


async def test_a_file_that_contradicts_itself_leaves_nothing(tmp_path: Path) -> None:
    async with open_story(tmp_path) as (desk, tale):
        await _lived(tale)
        file = (await desk.client.get(f"{tale.home}/export")).json()
        before = await _kept(desk)
        # What a branch began with is on record; of what was written later, the log alone says what it was before.
        opening = next(row for row in file["story"]["tables"]["story_entries"] if row["kind"] == "opening")
        opening["content"] = "Something else."
        refused = await desk.client.post("/api/stories/import", json=file)
        assert "contradicts itself" in assert_error(refused, "validation_error")
        assert await _kept(desk) == before


async def test_a_story_can_be_called_and_told_otherwise(tmp_path: Path) -> None:
    async with open_story(tmp_path, lead="Mira") as (desk, tale):

        async def send(**wanted: Any) -> Any:
            return await desk.client.patch(tale.home, json=wanted)

        version = (await desk.client.get(tale.home)).json()["branch"]["version"]
        changed = await send(title=" The  Lamp ", description="A lamp.", tags=["sea", "sea"])
        assert changed.status_code == 200, changed.text
        assert (changed.json()["story"]["title"], changed.json()["story"]["description"]) == ("The Lamp", "A lamp.")
        lead = changed.json()["definition"]["leadEntityId"]
        tone = {"label": "calm", "promptBody": "Say little."}
        whole = (await send(definition={"tone": tone, "narration": "first"}, settings={"suggestionCount": 2})).json()
        assert (whole["definition"]["tone"], whole["definition"]["leadEntityId"]) == (tone, lead)
        assert (whole["settings"]["suggestionCount"], whole["settings"]["partialChapterBuffer"]) == (2, 10)
        assert whole["branch"]["version"] == version
        assert whole["branch"]["can_undo"] is False
        for wrong in (
            {},
            {"title": " "},
            {"tags": ["x" * 101]},
            {"tags": [" "]},
            {"definition": {"leadEntityId": None}},
            {"definition": {"leadEntityId": "char_nobody"}},
            {"definition": {"colour": "red"}},
            {"definition": {"tone": "calm"}},
            {"settings": {"suggestionCount": 99}},
            {"settings": {"retrievalBudgets": 5}},
            {"settings": {"colour": "red"}},
            {"owner": "me"},
        ):
            assert_error(await send(**wrong), "validation_error")
        assert (await desk.client.get(tale.home)).json() | {"story": 0} == whole | {"story": 0}


async def test_a_story_that_has_not_begun_has_no_definition_to_change(tmp_path: Path) -> None:
    async with open_desk(tmp_path) as desk:
        book = await desk.bring()
        (story,) = (await desk.client.get("/api/stories")).json()["stories"]
        path = f"/api/stories/{story['id']}"
        assert book == story["book_id"]
        assert_error(await desk.client.patch(path, json={"settings": {"suggestionCount": 2}}), "validation_error")
        assert (await desk.client.patch(path, json={"title": "Mine"})).json()["story"]["title"] == "Mine"
