"""A story's file holds all of it; what comes back is the same story, and anything else is refused whole."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import select, update

from fabula import errors
from fabula.store.contract import Store, Tx
from fabula.store.erase import erase
from fabula.store.tables import app_settings, assets, baselines, branches, deltas, people, stories, vault_calendars
from fabula.story import branches as lines
from fabula.story import digest, travel
from fabula.story.begin import EARTH
from fabula.story.bring import import_story
from fabula.story.export import export_story
from fabula.story.log import find_branch
from fabula.story.rejected import Rejected
from fabula.story.shapes.settings import settings_of
from fabula.story.verify import verify
from tests.story.scene import PC, UE, Scene, cast, drop, entry, happening, knows, make, pair, person, put

CALENDAR = {
    "name": "Own",
    "baseUnitName": "day",
    "secondsPerBaseUnit": 86400,
    "tiers": [{"name": "day", "startValue": 1, "rollover": {"kind": "constant", "value": 9}}],
    "exampleStartValue": {"day": 1},
    "displayFormat": "{{ day }}",
    "eras": None,
}


def told(tx: Tx, calendar: str = "cal_own") -> Scene:
    """A story of two branches with a picture, a calendar of its own, and something in every corner of its log."""
    beginning = [entry("e1", 1, "opening"), *cast("kael", "mira"), pair("rel", "kael", "mira", "ally", None)]
    scene = Scene(tx, *beginning)
    scene.turn("A", "e2", "e3", 2)
    scene.log("P", PC, happening("hap", "e3"), knows("aw", "hap", "mira", "e3"), person("pell", anchor="e3"))
    tx.insert(vault_calendars, {"id": "cal_own", "person_id": "ann", "name": "Own", "definition": CALENDAR})
    picture = {"kind": "image", "mime_type": "image/png", "file_path": "p", "size_bytes": 1, "content_hash": "abc"}
    tx.insert(assets, {"id": "asset_1", **picture})
    scene.log("U", UE, make("entry_assets", "shown", entry_id="e3", asset_id="asset_1", role="background"))
    scene.log("U1", UE, put("entities", "kael", state={"stackables": {"gold": 3}}))
    scene.fork("e3", "side")
    scene.log("U2", UE, drop("entities", "mira"))
    scene.undo()
    definition = {
        "mode": "creative",
        "leadEntityId": None,
        "narration": "third",
        "genre": {"label": "", "promptBody": ""},
        "tone": {"label": "", "promptBody": ""},
        "setting": "",
        **EARTH,
        "calendarSystemId": calendar,
    }
    settings = settings_of({"models": {"narrative": {"providerId": "p", "modelId": "m"}}, "embedding_model_id": "mini"})
    values = {"definition": definition, "settings": settings, "cover_asset_id": "asset_1"}
    tx.run(update(stories).where(stories.c.id == "story").values(**values))
    return scene


def everything(tx: Tx) -> dict[str, Any]:
    """All rows of all branches, their logs and beginnings."""
    found: dict[str, Any] = {}
    for row in tx.all(select(branches).order_by(branches.c.id)):
        key = row["id"]
        log = select(deltas).where(deltas.c.branch_id == key).order_by(deltas.c.log_position)
        found[key] = (
            digest.all_rows(tx, key),
            [dict(each) for each in tx.all(log)],
            tx.value(select(baselines.c.digests).where(baselines.c.branch_id == key)),
            {**row, "redoable": 0},
        )
    return found


async def test_exported_deleted_and_imported_it_is_the_same(store: Store) -> None:
    def case(tx: Tx) -> None:
        told(tx)
        before, story = everything(tx), dict(tx.one(select(stories)))
        envelope = json.loads(json.dumps(export_story(tx, "ann", "story")))
        assert (envelope["format"], envelope["formatVersion"]) == ("aventuras-story", "1.0")
        assert "person_id" not in envelope["story"]["tables"]["stories"][0]
        assert "undone" not in envelope["story"]["tables"]
        gone = erase(tx, stories, ids=["story"])
        assert (gone["branches"], gone["stories"]) == (2, 1)
        assert everything(tx) == {}
        assert tx.value(select(assets.c.pending_delete_at)) is not None
        assert import_story(tx, "ann", envelope) == "story"
        assert everything(tx) == before
        assert tx.value(select(assets.c.pending_delete_at)) is None
        after = dict(tx.one(select(stories)))
        told_on = {**story["settings"], "models": {}, "embedding_model_id": ""}
        assert after == {**story, "settings": told_on}
        for key in before:
            assert verify(tx, find_branch(tx, "ann", key)) == []
        travel.undo(tx, find_branch(tx, "ann", story_id="story"))

    await store.write(case)


async def test_a_second_copy_and_somebody_elses_get_ids_of_their_own(store: Store) -> None:
    def case(tx: Tx) -> None:
        told(tx)
        tx.insert(people, {"id": "ben", "email": "ben", "email_key": "ben", "password_hash": "x"})
        own = {"default_story_settings": {"embedding_model_id": "big"}, "default_suggestion_categories": {}}
        tx.insert(app_settings, {"person_id": "ben", **own})
        envelope = json.loads(json.dumps(export_story(tx, "ann", "story")))
        before = everything(tx)
        copy = import_story(tx, "ben", envelope)
        assert copy != "story"
        row = tx.one(select(stories).where(stories.c.id == copy))
        assert row["settings"]["embedding_model_id"] == "big"
        assert row["definition"]["calendarSystemId"] != "cal_own"
        calendar = tx.one(select(vault_calendars).where(vault_calendars.c.person_id == "ben"))
        assert calendar["name"] == "Own (story import)"
        assert tx.value(select(assets.c.id)) == "asset_1"
        after = everything(tx)
        assert {key: after[key] for key in before} == before
        assert {each["name"] for each in lines.list_branches(tx, "ben", copy)} == {"main", "side"}
        mine = find_branch(tx, "ben", story_id=copy)
        assert digest.all_rows(tx, mine.id) == digest.all_rows(tx, "main")
        with pytest.raises(errors.NotFound):
            export_story(tx, "ben", "story")

    await store.write(case)


async def test_the_same_calendar_is_used_and_not_copied(store: Store) -> None:
    def case(tx: Tx) -> None:
        told(tx)
        envelope = export_story(tx, "ann", "story")
        import_story(tx, "ann", json.loads(json.dumps(envelope)))
        assert len(tx.all(select(vault_calendars))) == 1
        changed = {**CALENDAR, "displayFormat": "{{ day }}."}
        tx.run(update(vault_calendars).values(definition=changed))
        second = import_story(tx, "ann", json.loads(json.dumps(envelope)))
        definition = tx.value(select(stories.c.definition).where(stories.c.id == second))
        assert definition["calendarSystemId"] != "cal_own"
        assert len(tx.all(select(vault_calendars))) == 2

    await store.write(case)


def _tables(envelope: Any) -> Any:
    return envelope["story"]["tables"]


def _mend(path: str, value: Any) -> Callable[[Any], None]:
    def change(envelope: Any) -> None:
        *way, last = path.split("/")
        at = envelope
        for step in way:
            at = at[int(step)] if step.isdecimal() else at[step]
        at[int(last) if last.isdecimal() else last] = value

    return change


BROKEN: dict[str, tuple[Callable[[Any], None], str]] = {
    "another format": (_mend("format", "aventuras-calendar"), "no exported story"),
    "an older version": (_mend("formatVersion", "0.9"), "older version"),
    "a newer version": (_mend("formatVersion", "2.0"), "newer version"),
    "no version": (_mend("formatVersion", "x"), "which version"),
    "no tables": (_mend("story/tables", []), "no story"),
    "no branches": (_mend("story/tables/branches", []), "at least one branch"),
    "rows that are none": (_mend("story/tables/entities", [7]), "no object"),
    "a row without what it needs": (_mend("story/tables/entities/0", {"id": "x"}), "has no"),
    "a time that is none": (_mend("story/tables/entities/0/created_at", "soon"), "no point in time"),
    "a branch that is not there": (_mend("story/tables/entities/0/branch_id", "x"), "not in it"),
    "a definition that is none": (_mend("story/tables/stories/0/definition", {"mode": "x"}), "StoryDefinition"),
    "a row the log does not know": (_mend("story/tables/entities/0/name", "else"), "contradicts itself"),
    "a state that does not fit": (_mend("story/tables/entities/0/state", {"traits": 7}), "CharacterState"),
    "no beginnings": (_mend("story/tables/baselines", []), "contradicts itself"),
}


@pytest.mark.parametrize("name", BROKEN)
async def test_anything_else_is_refused_whole(store: Store, name: str) -> None:
    change, message = BROKEN[name]
    envelope = await store.write(lambda tx: (told(tx), json.loads(json.dumps(export_story(tx, "ann", "story"))))[1])
    change(envelope)
    with pytest.raises(errors.Invalid, match=message):
        await store.write(lambda tx: import_story(tx, "ann", envelope))
    assert len(await store.read(lambda tx: tx.all(select(stories)))) == 1
    assert await store.check() == []


async def test_what_a_newer_version_added_is_passed_over(store: Store) -> None:
    def case(tx: Tx) -> None:
        told(tx)
        envelope = json.loads(json.dumps(export_story(tx, "ann", "story")))
        envelope["formatVersion"] = "1.7"
        envelope["story"]["tables"]["ghosts"] = [{"id": "g"}]
        for row in envelope["story"]["tables"]["entities"]:
            row["aura"] = "blue"
        erase(tx, stories, ids=["story"])
        import_story(tx, "ann", envelope)

    await store.write(case)


async def test_branches_are_listed_named_compared_and_deleted(store: Store) -> None:
    def case(tx: Tx) -> None:
        scene = told(tx)
        main = scene.branch()
        listed = lines.list_branches(tx, "ann", "story")
        assert [(each["name"], each["current"], each["entries"]) for each in listed] == [
            ("main", True, 3),
            ("side", False, 3),
        ]
        side = find_branch(tx, "ann", listed[1]["id"])
        lines.rename_branch(tx, side, "  what   if ")
        assert find_branch(tx, "ann", side.id).name == "what if"
        for wrong in ("", " ", "x" * 201):
            with pytest.raises(errors.Invalid):
                lines.rename_branch(tx, side, wrong)
        scene.log("X", UE, put("entities", "kael", description="tall"), person("new"))
        scene.edit("e3", "else")
        common, found = lines.compare(tx, main, side)
        assert common == 2
        said = {(each.table, each.id): each.columns for each in found}
        assert said == {
            ("story_entries", "e3"): ("content",),
            ("entities", "kael"): ("description",),
            ("entities", "new"): (),
            ("happenings", "hap"): (),
            ("happening_awareness", "aw"): (),
        }
        sides = {each.id: (each.here is None, each.there is None) for each in found if not each.columns}
        assert sides == {"new": (False, True), "hap": (True, False), "aw": (True, False)}
        lines.switch(tx, side)
        assert find_branch(tx, "ann", story_id="story").id == side.id
        lines.delete_branch(tx, find_branch(tx, "ann", side.id))
        assert find_branch(tx, "ann", story_id="story").id == "main"
        with pytest.raises(Rejected) as refused:
            lines.delete_branch(tx, scene.branch())
        assert refused.value.code == "last-branch"
        with pytest.raises(errors.NotFound):
            lines.list_branches(tx, "ben", "story")
        scene.sound()

    await store.write(case)
