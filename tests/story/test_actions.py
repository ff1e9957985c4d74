"""What people do with a story, each allowed and forbidden case: beginning, entries, rows, places, things, merging."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select, update

from fabula import errors
from fabula.ids import new_id
from fabula.store.contract import Store, Tx
from fabula.store.tables import app_settings, books, people, stories
from fabula.story import ask, begin, chapters, entries, items, merge, timeline, travel, world
from fabula.story.begin import EARTH, Draft
from fabula.story.changes import Create
from fabula.story.entries import NewEntry
from fabula.story.fork import fork
from fabula.story.log import Branch, find_branch
from fabula.story.rejected import Rejected
from fabula.story.verify import verify
from tests.store import family
from tests.story.scene import AI, PB, Scene, cast, happening, knows, person

DEFINITION: dict[str, Any] = {
    "mode": "creative",
    "leadEntityId": None,
    "narration": "third",
    "genre": {"label": "tale", "promptBody": "A tale."},
    "tone": {"label": "calm", "promptBody": ""},
    "setting": "A harbour.",
    **EARTH,
}


def blank(tx: Tx, **changes: Any) -> Branch:
    """A blank story of Ann's, with Kael, a pier, and a lamp."""
    if tx.one(select(people.c.id).where(people.c.id == "ann")) is None:
        tx.insert(people, {"id": "ann", "email": "ann", "email_key": "ann", "password_hash": "x"})
    rows = [
        person("char_kael", name="Kael"),
        person("loc_pier", kind="location", name="Pier"),
        person("item_lamp", kind="item", name="Lamp"),
    ]
    draft = Draft("The harbour", DEFINITION, "Fog.", rows=rows, **changes)
    return begin.begin_blank(tx, "ann", draft)


def refused(code: str, act: Any, *args: Any, **kw: Any) -> None:
    """The act is rejected for this reason."""
    with pytest.raises(Rejected) as fault:
        act(*args, **kw)
    assert fault.value.code == code


async def test_a_blank_story_begins_unlogged(store: Store) -> None:
    def case(tx: Tx) -> None:
        tx.insert(people, {"id": "ann", "email": "ann", "email_key": "ann", "password_hash": "x"})
        own = {"default_story_settings": {"chapterTokenThreshold": 9}, "default_suggestion_categories": {}}
        tx.insert(app_settings, {"person_id": "ann", **own})
        branch = blank(tx, settings={"suggestionCount": 5}, metadata={"sceneEntities": ["char_kael", "nobody"]})
        story = tx.one(select(stories).where(stories.c.id == branch.story_id))
        assert story["definition"] == DEFINITION
        chosen = {
            name: story["settings"][name] for name in ("chapterTokenThreshold", "suggestionCount", "protectedBuffer")
        }
        assert chosen == {"chapterTokenThreshold": 9, "suggestionCount": 5, "protectedBuffer": 10}
        page = ask.entries(tx, branch)
        assert [(row["kind"], row["content"]) for row in page.rows] == [("opening", "Fog.")]
        assert page.rows[0]["metadata"]["sceneEntities"] == ["char_kael"]
        refused("nothing-to-apply", travel.undo, tx, branch)
        refused("rollback-floor", travel.rollback, tx, branch, page.rows[0]["id"])
        assert verify(tx, branch) == []

    await store.write(case)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"narration": "second"}, "needs a lead"),
        ({"mode": "adventure"}, "needs a lead"),
        ({"leadEntityId": "char_nobody"}, "one of the people"),
        ({"mood": "x"}, "mood"),
        ({"worldTimeOrigin": {}}, "worldTimeOrigin"),
        ({"worldTimeOrigin": {"year": True}}, "worldTimeOrigin"),
    ],
)
async def test_a_definition_is_strict(memory_store: Store, wrong: dict[str, Any], message: str) -> None:
    def case(tx: Tx) -> None:
        tx.insert(people, {"id": "ann", "email": "ann", "email_key": "ann", "password_hash": "x"})
        begin.begin_blank(tx, "ann", Draft("t", {**DEFINITION, **wrong}, "Fog."))

    with pytest.raises(errors.Invalid, match=message):
        await memory_store.write(case)


async def test_a_book_gives_what_is_unlocked_and_no_more(store: Store) -> None:
    def case(tx: Tx) -> None:
        family.populate(tx)
        told = [{"chapter": 1, "text": "Salt rules.", "start": 0, "end": 1}, {"chapter": 9, "text": "LATER"}]
        tx.run(update(books).where(books.c.id == "anns").values(world_summary=told))
        characters = family.characters
        alias = [
            {"name": "hero", "first_chapter": 1, "mentions": 3},
            {"name": "LATER", "first_chapter": 9, "mentions": 1},
        ]
        met = {"first_appearance_chapter": 1, "aliases": alias}
        tx.run(update(characters).where(characters.c.id == "anns-hero").values(**met))
        late = {"first_appearance_chapter": 9, "aliases": [{"name": "LATER", "first_chapter": 9, "mentions": 1}]}
        tx.run(update(characters).where(characters.c.id == "anns-friend").values(**late))
        # The small world has rows on this branch; a story in a book begins on an empty one.
        branch_id = tx.value(select(stories.c.current_branch_id).where(stories.c.id == "ann-anns"))
        for name in sorted(t for t, life in family.LIVES.items() if life.owner == "branch_id" and t != "messages"):
            table = family.metadata.tables[name]
            tx.run(table.delete().where(table.c.branch_id == branch_id))
        branch = begin.begin_in_book(tx, "ann", "anns")
        names = [row["name"] for row in ask.rows(tx, branch, "character").rows]
        assert names == ["hero"]
        assert [row["name"] for row in ask.rows(tx, branch, "location").rows] == ["place"]
        assert [row["body"] for row in ask.rows(tx, branch, "lore").rows] == ["Salt rules."]
        assert ask.rows(tx, branch, "character").rows[0]["canon_id"] == "anns-hero"
        assert ask.entries(tx, branch).rows[0]["content"] == "text"
        refused("already-begun", begin.begin_in_book, tx, "ann", "anns")
        with pytest.raises(errors.NotFound):
            begin.begin_in_book(tx, "ben", "anns")
        assert verify(tx, branch) == []

    await store.write(case)


async def test_entries_inherit_the_scene_and_follow_each_other(store: Store) -> None:
    def case(tx: Tx) -> None:
        branch = blank(tx, metadata={"sceneEntities": ["char_kael"], "currentLocationId": "loc_pier"})
        entries.append(tx, branch, [NewEntry("user_action", "I look.")])
        told = NewEntry("ai_reply", "Fog.", {"worldTime": 60, "summary": "Nothing."}, source=AI)
        entries.append(tx, branch, [told], source=AI)
        rows = ask.entries(tx, branch).rows
        assert [row["position"] for row in rows] == [1, 2, 3]
        assert rows[2]["metadata"]["currentLocationId"] == "loc_pier"
        entries.append(tx, branch, [NewEntry("user_action", "I wait.")])
        last = ask.entries(tx, branch, limit=1).rows[0]["metadata"]
        assert (last["worldTime"], "summary" in last) == (60, False)
        refused("opening-position", entries.append, tx, branch, [NewEntry("opening", "Again.")])
        for text in ("", "  ", "x" * 200_001):
            with pytest.raises(errors.Invalid):
                entries.append(tx, branch, [NewEntry("user_action", text)])
        assert verify(tx, branch) == []

    await store.write(case)


async def test_pages_go_both_ways_over_everything_once(store: Store) -> None:
    def case(tx: Tx) -> None:
        branch = blank(tx)
        entries.append(tx, branch, [NewEntry("user_action", f"{n}") for n in range(6)])
        back: list[int] = []
        page = ask.entries(tx, branch, limit=3)
        while True:
            back = [row["position"] for row in page.rows] + back
            if page.next is None:
                break
            page = ask.entries(tx, branch, limit=3, before=int(page.next))
        assert back == [1, 2, 3, 4, 5, 6, 7]
        forth = ask.entries(tx, branch, limit=3, after=0)
        assert ([row["position"] for row in forth.rows], forth.next) == ([1, 2, 3], 3)
        assert ask.entries(tx, branch, limit=3, after=5).next is None
        with pytest.raises(errors.Invalid):
            ask.entries(tx, branch, limit=0)

    await store.write(case)


async def test_what_a_turn_logs_before_its_reply_is_about_the_reply(store: Store) -> None:
    def case(tx: Tx) -> None:
        branch = blank(tx)
        done = entries.append(tx, branch, [NewEntry("user_action", "I look.")])
        world.edit(tx, branch, "character", "char_kael", {"priority": 60}, source=AI, action_id=done.action_id)
        reply = entries.append(tx, branch, [NewEntry("ai_reply", "Fog.")], source=AI, action_id=done.action_id)
        travel.rollback(tx, branch, reply.made[0])
        assert world.row_of(tx, branch, "character", "char_kael")["priority"] == 50
        assert len(ask.entries(tx, branch).rows) == 2
        assert verify(tx, branch) == []

    await store.write(case)


async def test_a_scene_can_be_corrected_within_reason(store: Store) -> None:
    def case(tx: Tx) -> None:
        branch = blank(tx)
        entry = entries.append(tx, branch, [NewEntry("user_action", "I look.")]).made[0]
        entries.edit_metadata(tx, branch, entry, {"currentLocationId": "loc_pier", "sceneEntities": ["item_lamp"]})
        assert ask.present(tx, branch)["location"]["name"] == "Pier"
        assert [row["name"] for row in ask.present(tx, branch)["entities"]] == ["Lamp"]
        for patch in (
            {"sceneEntities": ["loc_pier"]},
            {"currentLocationId": "char_kael"},
            {"worldTime": -1},
            {"worldTime": 100_000_000_001},
            {"mood": "x"},
            {"stateReport": None},
        ):
            with pytest.raises(errors.Invalid):
                entries.edit_metadata(tx, branch, entry, patch)
        other = world.create(tx, branch, "location", {"name": "Ruin", "status": "retired"}).made[0]
        refused("retired-place", entries.edit_metadata, tx, branch, entry, {"currentLocationId": other})
        travel.undo(tx, branch)
        travel.undo(tx, branch)
        assert ask.present(tx, branch)["location"] is None

    await store.write(case)


async def test_a_notice_is_the_last_and_only_one_and_never_logged(store: Store) -> None:
    def case(tx: Tx) -> None:
        branch = blank(tx)
        entries.append(tx, branch, [NewEntry("user_action", "I look.")])
        logged = branch.last
        entries.notify(tx, branch, {"kind": "provider", "detail": "no answer"})
        notice = entries.notify(tx, branch, {"kind": "provider", "detail": "still none"})
        assert [row["kind"] for row in ask.entries(tx, branch).rows] == ["opening", "user_action", "system"]
        assert branch.last == logged
        with pytest.raises(errors.Invalid):
            travel.rollback(tx, branch, notice)
        with pytest.raises(errors.Invalid):
            travel.edit_text(tx, branch, notice, "x")
        entries.append(tx, branch, [NewEntry("user_action", "I look again.")])
        assert [row["kind"] for row in ask.entries(tx, branch).rows] == ["opening", "user_action", "user_action"]
        assert not entries.dismiss(tx, branch)
        assert verify(tx, branch) == []

    await store.write(case)


async def test_opening_can_be_edited_and_not_deleted(store: Store) -> None:
    def case(tx: Tx) -> None:
        branch = blank(tx)
        opening = ask.entries(tx, branch).rows[0]["id"]
        travel.edit_text(tx, branch, opening, "Clear sky.")
        refused("opening-delete-blocked", entries.delete_from, tx, branch, opening)
        assert travel.edit_text(tx, branch, opening, "Clear sky.").logged == 0
        travel.undo(tx, branch)
        assert ask.entries(tx, branch).rows[0]["content"] == "Fog."

    await store.write(case)


async def test_a_preview_says_what_a_rollback_takes_and_takes_nothing(store: Store) -> None:
    def case(tx: Tx) -> None:
        branch = blank(tx)
        first = entries.append(tx, branch, [NewEntry("user_action", "I look."), NewEntry("ai_reply", "Fog.")]).made[0]
        world.create(tx, branch, "lore", {"title": "Fog"})
        version = branch.version
        told = travel.preview(tx, branch, first)
        assert (told.entries, told.chapters, told.world) == (2, 0, 1)
        assert find_branch(tx, "ann", branch.id).version == version
        real = travel.rollback(tx, branch, first)
        assert (real.entries, real.chapters, real.world) == (2, 0, 1)

    await store.write(case)


def town(tx: Tx) -> tuple[Branch, dict[str, str]]:
    """Port > Square > Shop, and a Cellar in the Shop; the story is told in the Square."""
    branch, made = blank(tx), {}
    parent = None
    for name in ("Port", "Square", "Shop", "Cellar"):
        row = {"name": name, "state": {"parent_location_id": parent}}
        parent = made[name] = world.create(tx, branch, "location", row).made[0]
    entry = entries.append(tx, branch, [NewEntry("ai_reply", "Here.")]).made[0]
    entries.edit_metadata(tx, branch, entry, {"currentLocationId": made["Square"]})
    return branch, made


async def test_places_keep_their_rules(store: Store) -> None:
    def case(tx: Tx) -> None:
        branch, at = town(tx)

        def edit(name: str, values: dict[str, Any], state: dict[str, Any] | None = None) -> Any:
            return world.edit(tx, branch, "location", at[name], values, {"state": state} if state else None)

        refused("parent-cycle", edit, "Port", {}, {"parent_location_id": at["Cellar"]})
        refused("parent-cycle", edit, "Port", {}, {"parent_location_id": at["Port"]})
        refused("parent-chain-broken", edit, "Port", {}, {"parent_location_id": "char_kael"})
        refused("story-inside", edit, "Port", {"status": "retired"})
        refused("story-inside", edit, "Square", {"injection_mode": "disabled"})
        refused("story-inside", world.delete, tx, branch, "location", at["Port"])
        assert edit("Shop", {"status": "retired", "retired_reason": "burned"}).logged == 2
        rows = {name: world.row_of(tx, branch, "location", at[name]) for name in at}
        assert [rows[name]["retired_reason"] for name in ("Square", "Shop", "Cellar")] == [None, "burned", "burned"]
        refused("retired-parent", edit, "Cellar", {"status": "active"})
        state = {"parent_location_id": at["Shop"]}
        refused("retired-parent", world.create, tx, branch, "location", {"name": "Attic", "state": state})
        refused("retired-place", items.place, tx, branch, "item_lamp", location_id=at["Shop"])
        position = {"state": {"current_location_id": at["Shop"]}}
        refused("retired-place", world.edit, tx, branch, "character", "char_kael", {}, position)
        travel.undo(tx, branch)
        assert world.row_of(tx, branch, "location", at["Cellar"])["status"] == "active"
        assert verify(tx, branch) == []

    await store.write(case)


async def test_the_place_tree_says_where_the_story_is_and_what_is_hidden(store: Store) -> None:
    def case(tx: Tx) -> None:
        branch, at = town(tx)
        world.edit(tx, branch, "location", at["Shop"], {"injection_mode": "disabled"})
        tree = ask.place_tree(tx, branch)
        assert [node["name"] for node in tree] == ["Pier", "Port"]
        square = tree[1]["inside"][0]
        assert (square["name"], square["here"], square["disabled"]) == ("Square", True, False)
        shop = square["inside"][0]
        assert (shop["disabled"], shop["inside"][0]["disabled"]) == (True, True)
        hidden = world.create(tx, branch, "location", {"name": "Vault", "injection_mode": "disabled"}).made[0]
        move = {"state": {"parent_location_id": hidden}}
        refused("story-inside", world.edit, tx, branch, "location", at["Port"], {}, move)
        assert world.edit(tx, branch, "location", at["Cellar"], {}, move).logged == 1

    await store.write(case)


async def test_a_thing_is_in_one_position_at_most(store: Store) -> None:
    def case(tx: Tx) -> None:
        branch = blank(tx)
        mira = world.create(tx, branch, "character", {"name": "Mira"}).made[0]

        def held() -> tuple[Any, ...]:
            people_ = [world.row_of(tx, branch, "character", name)["state"] for name in ("char_kael", mira)]
            lamp = world.row_of(tx, branch, "item", "item_lamp")["state"]["at_location_id"]
            return (*(state["equipped_items"] + state["inventory"] for state in people_), lamp)

        items.place(tx, branch, "item_lamp", location_id="loc_pier")
        assert held() == ([], [], "loc_pier")
        items.place(tx, branch, "item_lamp", holder_id="char_kael", slot="equipped_items")
        assert held() == (["item_lamp"], [], None)
        items.place(tx, branch, "item_lamp", holder_id=mira)
        assert held() == ([], ["item_lamp"], None)
        world.edit(tx, branch, "character", "char_kael", {}, {"state": {"inventory": ["item_lamp"]}})
        assert held() == (["item_lamp"], [], None)
        world.edit(tx, branch, "item", "item_lamp", {}, {"state": {"at_location_id": "loc_pier"}})
        assert held() == ([], [], "loc_pier")
        world.edit(tx, branch, "character", mira, {}, {"state": {"equipped_items": ["item_lamp"]}})
        assert held() == ([], ["item_lamp"], None)
        items.place(tx, branch, "item_lamp")
        assert held() == ([], [], None)
        for _ in range(3):
            travel.undo(tx, branch)
        assert held() == (["item_lamp"], [], None)
        with pytest.raises(errors.Invalid):
            items.place(tx, branch, "char_kael", location_id="loc_pier")
        with pytest.raises(errors.Invalid):
            items.place(tx, branch, "item_lamp", location_id="loc_pier", holder_id=mira)
        double = {"state": {"inventory": ["item_lamp"], "equipped_items": ["item_lamp"]}}
        with pytest.raises(errors.Invalid):
            world.edit(tx, branch, "character", mira, {}, double)
        assert verify(tx, branch) == []

    await store.write(case)


async def test_views_of_each_other(store: Store) -> None:
    def case(tx: Tx) -> None:
        branch = blank(tx)
        mira = world.create(tx, branch, "character", {"name": "Mira"}).made[0]
        world.set_view(tx, branch, mira, "char_kael", "sister")
        world.set_view(tx, branch, "char_kael", mira, " brother ")
        row = ask.relationships_of(tx, branch, mira)[0]
        assert (row["other_name"], row["self_to_other"], row["other_to_self"]) == ("Kael", "sister", "brother")
        row = ask.relationships_of(tx, branch, "char_kael")[0]
        assert (row["self_to_other"], row["other_to_self"]) == ("brother", "sister")
        assert world.set_view(tx, branch, "char_kael", mira, "brother").logged == 0
        world.set_view(tx, branch, mira, "char_kael", None)
        world.set_view(tx, branch, "char_kael", mira, None)
        assert ask.relationships_of(tx, branch, mira) == []
        travel.undo(tx, branch)
        assert ask.relationships_of(tx, branch, mira)[0]["other_to_self"] == "brother"
        pair_id = ask.relationships_of(tx, branch, mira)[0]["id"]
        gone = {"kind": None, "inverse_kind": None}
        refused("no-view", world.edit, tx, branch, "relationship", pair_id, gone)
        with pytest.raises(errors.Invalid):
            world.set_view(tx, branch, mira, mira, "self")
        with pytest.raises(errors.NotFound):
            world.set_view(tx, branch, mira, "loc_pier", "home")
        assert verify(tx, branch) == []

    await store.write(case)


async def test_knowledge_is_one_row_and_answers_since_when(store: Store) -> None:
    def case(tx: Tx) -> None:
        branch = blank(tx)
        entry = entries.append(tx, branch, [NewEntry("ai_reply", "A bell.", {"worldTime": 90})]).made[0]
        bell = world.create(tx, branch, "happening", {"title": "The bell"}).made[0]
        world.create(tx, branch, "happening", {"title": "The war", "common_knowledge": True, "temporal": ""})
        how = {"learned_at_entry_id": entry, "source": "heard it"}
        world.learn(tx, branch, bell, "char_kael", how)
        assert world.learn(tx, branch, bell, "char_kael", {"decay_resistance": 1.0}).logged == 1
        known = {row["title"]: row for row in ask.known_by(tx, branch, "char_kael").rows}
        assert set(known) == {"The bell", "The war"}
        assert (known["The bell"]["source"], known["The bell"]["learned_at_worldtime"]) == ("heard it", 90)
        assert [row["name"] for row in ask.who_knows(tx, branch, bell).rows] == ["Kael"]
        with pytest.raises(errors.FabulaError):
            world.create(tx, branch, "happening", {"title": "x", "temporal": "then", "occurred_at_entry_id": entry})

    await store.write(case)


async def test_two_people_who_are_one(store: Store) -> None:
    def case(tx: Tx) -> None:
        scene = Scene(tx, *cast("kael", "mira", "twin"), happening("h1"), happening("h2"), knows("a1", "h1", "kael"))
        branch = scene.branch()
        world.learn(tx, branch, "h1", "twin", {"decay_resistance": 0.5})
        world.learn(tx, branch, "h2", "twin", {"source": "told"})
        world.set_view(tx, branch, "twin", "mira", "rival")
        world.set_view(tx, branch, "mira", "kael", "friend")
        world.create(tx, branch, "involvement", {"happening_id": "h1", "entity_id": "twin", "role": "actor"})
        before = scene.there()
        merge.merge(tx, branch, "kael", "twin")
        kept = scene.row("entities", "kael")
        assert kept["keywords"] == ["twin"]
        assert {row["id"]: row["decay_resistance"] for row in ask.known_by(tx, branch, "kael").rows} == {
            "h1": 0.5,
            "h2": 0.0,
        }
        view = ask.relationships_of(tx, branch, "kael")[0]
        assert (view["self_to_other"], view["other_to_self"]) == ("rival", "friend")
        assert scene.row("entities", "twin") is None
        travel.undo(tx, branch)
        assert scene.there() == before
        with pytest.raises(errors.Invalid):
            merge.merge(tx, branch, "kael", "kael")
        with pytest.raises(errors.NotFound):
            merge.merge(tx, branch, "kael", "nobody")
        scene.sound()

    await store.write(case)


async def test_chapters_close_in_order_and_open_again(store: Store) -> None:
    def case(tx: Tx) -> None:
        branch = blank(tx)
        made = entries.append(tx, branch, [NewEntry("user_action", f"{n}") for n in range(4)]).made
        done = chapters.close_chapter(tx, branch, made[1], "One", keywords=["fog"], source="chapter_close")
        rows = ask.entries(tx, branch).rows
        assert [row["chapter_id"] is not None for row in rows] == [True, True, True, False, False]
        with pytest.raises(errors.Invalid):
            chapters.close_chapter(tx, branch, made[0], "Again")
        second = chapters.close_chapter(tx, branch, made[3], "Two")
        assert sorted(row["sequence_number"] for row in ask.rows(tx, branch, "chapter").rows) == [1, 2]
        with pytest.raises(errors.Invalid):
            chapters.reopen_chapter(tx, branch, done.made[0])
        chapters.reopen_chapter(tx, branch, second.made[0])
        travel.undo(tx, branch)
        travel.undo(tx, branch)
        assert [row["chapter_id"] for row in ask.entries(tx, branch).rows][3:] == [None, None]
        travel.undo(tx, branch)
        assert ask.rows(tx, branch, "chapter").rows == []
        assert verify(tx, branch) == []

    await store.write(case)


async def test_an_era_begins_once_at_a_moment(store: Store) -> None:
    def case(tx: Tx) -> None:
        branch = blank(tx)
        entry = entries.append(tx, branch, [NewEntry("ai_reply", "Later.", {"worldTime": 50})]).made[0]
        assert chapters.era_at(tx, branch, 60) is None
        chapters.flip_era(tx, branch, entry, "Third")
        assert chapters.era_at(tx, branch, 60)["era_name"] == "Third"
        assert chapters.era_at(tx, branch, 49) is None
        with pytest.raises(errors.Invalid):
            chapters.flip_era(tx, branch, entry, "Fourth")
        travel.undo(tx, branch)
        assert chapters.era_at(tx, branch, 60) is None

    await store.write(case)


async def test_the_lead_stays(store: Store) -> None:
    def case(tx: Tx) -> None:
        tx.insert(people, {"id": "ann", "email": "ann", "email_key": "ann", "password_hash": "x"})
        lead = {**DEFINITION, "mode": "adventure", "leadEntityId": "char_kael"}
        draft = Draft("t", lead, "Fog.", rows=[person("char_kael", name="Kael")])
        branch = begin.begin_blank(tx, "ann", draft)
        twin = world.create(tx, branch, "character", {"name": "Kael"}).made[0]
        refused("lead-blocked", world.delete, tx, branch, "character", "char_kael")
        refused("lead-blocked", merge.merge, tx, branch, twin, "char_kael")
        merge.merge(tx, branch, "char_kael", twin)

    await store.write(case)


async def test_what_does_not_fit_is_refused(store: Store) -> None:
    def case(tx: Tx) -> None:
        branch = blank(tx)
        for kind, values in (
            ("character", {"name": ""}),
            ("character", {"name": "x", "state": {"traits": ["x"] * 51}}),
            ("character", {"name": "x", "state": {"stackables": {"gold": -1}}}),
            ("character", {"name": "x", "state": {"visual": {"hair": "x" * 501}}}),
            ("location", {"name": "x", "state": {"traits": []}}),
            ("lore", {"title": "x", "keywords": "word"}),
            ("lore", {"title": "x", "colour": "red"}),
            ("lore", {"title": "x", "id": "lore_mine"}),
            ("ghost", {"name": "x"}),
            ("translation", {"target_kind": "lore", "field": "title", "language": "de", "translated_text": "x"}),
        ):
            with pytest.raises(errors.Invalid):
                world.create(tx, branch, kind, values)
        with pytest.raises(errors.NotFound):
            world.edit(tx, branch, "location", "char_kael", {"name": "x"})
        with pytest.raises(errors.NotFound):
            world.create(tx, branch, "involvement", {"happening_id": "no", "entity_id": "char_kael"})
        with pytest.raises(errors.Invalid):
            world.edit(tx, branch, "character", "char_kael", {"kind": "item"})

    await store.write(case)


async def test_what_changed_is_told_with_names_and_values(store: Store) -> None:
    def case(tx: Tx) -> None:
        branch = blank(tx)
        entry = entries.append(tx, branch, [NewEntry("user_action", "I look.")])
        patch = {"state": {"voice": "low", "stackables": {"gold": 3}}}
        world.edit(tx, branch, "character", "char_kael", {}, patch, source=PB, action_id=entry.action_id)
        world.edit(tx, branch, "character", "char_kael", {}, {"state": {"stackables": {"gold": 4}}})
        told = ask.changes_of(tx, branch, entry_id=entry.made[0])
        assert [(row.op, row.kind, row.name) for row in told] == [
            ("create", "story_entries", "I look."),
            ("update", "entities", "Kael"),
        ]
        parts = {part.path: (part.before, part.after) for part in told[1].parts}
        assert parts == {"state.voice": (None, "low"), "state.stackables.gold": (None, 3)}
        newest = ask.history(tx, branch, limit=1)[0]
        assert [(part.before, part.after) for part in newest.parts] == [(3, 4)]
        assert len(ask.history(tx, branch, limit=50)) == 3

    await store.write(case)


async def test_an_earlier_moment_can_be_looked_at(store: Store) -> None:
    def case(tx: Tx) -> None:
        branch = blank(tx)
        first = entries.append(tx, branch, [NewEntry("user_action", "I look.")]).made[0]
        entries.append(tx, branch, [NewEntry("user_action", "I go.")])
        world.edit(tx, branch, "character", "char_kael", {"description": "gone"})
        world.delete(tx, branch, "item", "item_lamp")
        world.create(tx, branch, "lore", {"title": "Fog"})
        then = ask.as_of(tx, branch, first)
        assert then[("entities", "char_kael")]["description"] == ""
        assert ("entities", "item_lamp") in then
        assert [key for key in then if key[0] == "lore"] == []
        assert timeline.last_position(tx, branch) == 3
        assert world.row_of(tx, branch, "character", "char_kael")["description"] == "gone"

    await store.write(case)


async def test_conversations_go_along_up_to_the_fork(store: Store) -> None:
    """Undoing a turn does not unsay them."""

    def case(tx: Tx) -> None:
        family.populate(tx)
        talk, life = family.messages, family.turns
        branch = blank(tx)
        here = {"branch_id": branch.id, "character_id": "anns-hero"}
        asked = {"person_id": "ann", "book_id": "anns", "fingerprint": "f", "snapshot": {}, "kind": "chat", **here}
        first = entries.append(tx, branch, [NewEntry("user_action", "I look.")]).made[0]
        later = entries.append(tx, branch, [NewEntry("user_action", "I go.")]).made[0]
        table = family.story_entries
        at = tx.now + timedelta(hours=1)
        tx.run(update(table).where(table.c.branch_id == branch.id, table.c.id == later).values(created_at=at))
        for number, moment in enumerate((tx.now, at + timedelta(hours=1))):
            key = f"k{number}"
            tx.insert(life, {"key": key, "lane": f"chat:{branch.id}:x{key}", "status": "pending", **asked})
            for role, seq in (("user", 1), ("character", 2)):
                row = {"id": f"{key}{role}", "turn_key": key, "role": role, "content": key, "created_at": moment}
                tx.insert(talk, {**row, **here, "seq": 2 * number + seq})
        side = fork(tx, branch, first, "side")
        whole = fork(tx, branch, later, "whole")
        count = select(talk.c.content).order_by(talk.c.seq)
        assert [row["content"] for row in tx.all(count.where(talk.c.branch_id == side.id))] == ["k0", "k0"]
        assert len(tx.all(count.where(talk.c.branch_id == whole.id))) == 4
        assert tx.all(select(life.c.key).where(life.c.branch_id == side.id, life.c.lane.contains(branch.id))) == []
        travel.undo(tx, branch)
        assert len(tx.all(count.where(talk.c.branch_id == branch.id))) == 4

    await store.write(case)


async def test_rows_can_be_filtered(store: Store) -> None:
    def case(tx: Tx) -> None:
        branch = blank(tx)
        for name in ("Anna", "Anton", "Berta"):
            world.create(tx, branch, "character", {"name": name, "status": "staged"})
        page = ask.rows(tx, branch, "character", status="staged", containing="An", limit=1)
        assert len(page.rows) == 1
        assert page.next is not None
        rest = ask.rows(tx, branch, "character", status="staged", containing="An", after=str(page.next))
        assert {row["name"] for row in (*page.rows, *rest.rows)} == {"Anna", "Anton"}
        assert rest.next is None
        for wrong in ({"status": "x"}, {"containing": "x"}):
            with pytest.raises(errors.Invalid):
                ask.rows(tx, branch, "awareness", **wrong)

    await store.write(case)


def test_ids_say_what_they_are() -> None:
    assert all(new_id(prefix).startswith(f"{prefix}_") for prefix in world.IDS.values())
    assert Create("lore", {"id": "x"}).key == ("lore", "x")
