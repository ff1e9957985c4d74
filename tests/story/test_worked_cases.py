"""The worked cases of reversal, by their numbers: turns, background facts, anchors, scopes, forks (W1-W13, W30-W44).

Where a case and the decisions on the delta engine differ, the decision is followed and the test says so.
"""

from __future__ import annotations

import pytest

from fabula.store.contract import Store, Tx
from fabula.story import close as closing
from fabula.story import timeline
from fabula.story.rejected import Rejected
from fabula.story.tail import Tail
from tests.story.scene import (
    AI,
    PC,
    UE,
    Scene,
    banner,
    cast,
    drop,
    entry,
    happening,
    knows,
    make,
    pair,
    person,
    put,
    took_part,
    translated,
)

OPENING = entry("e1", 1, "opening")


def three(tx: Tx) -> Scene:
    """An opening and one turn, with a fact about its reply: W1's log."""
    scene = Scene(tx, OPENING)
    scene.turn("A", "e2", "e3", 2)
    scene.log("P", PC, happening("hap1", "e3"))
    return scene


def two_turns(tx: Tx) -> Scene:
    """W2's log: both turns told, then facts about both."""
    scene = Scene(tx, OPENING, *cast("kael"))
    scene.turn("A", "e2", "e3", 2)
    scene.turn("B", "e4", "e5", 4)
    scene.log("P", PC, happening("hapA", "e3"), happening("hapB", "e5"))
    return scene


async def test_w01_undoing_a_turn_sweeps_background_facts(store: Store) -> None:
    def case(tx: Tx) -> None:
        scene = three(tx)
        scene.read_through(3)
        scene.undo()
        assert scene.positions() == []
        assert scene.there() == {"e1"}
        assert scene.through() == 1
        scene.redo()
        assert scene.there() == {"e1", "e2", "e3", "hap1"}
        assert scene.positions() == [1, 2, 3]
        assert scene.through() == 1
        scene.sound()

    await store.write(case)


async def test_w02_a_lagging_fact_survives(store: Store) -> None:
    def case(tx: Tx) -> None:
        scene = two_turns(tx)
        scene.read_through(5)
        scene.undo()
        assert scene.there() == {"e1", "e2", "e3", "hapA", "kael"}
        assert scene.positions() == [1, 2, 5]
        assert scene.through() == 3
        scene.sound()

    await store.write(case)


async def test_w03_closure_overrides_the_anchor(store: Store) -> None:
    def case(tx: Tx) -> None:
        scene = two_turns(tx)
        scene.log("P", PC, knows("aw1", "hapB", "kael", "e3"))
        scene.rollback("e4")
        assert scene.there() == {"e1", "e2", "e3", "hapA", "kael"}
        assert scene.positions() == [1, 2, 5]
        scene.sound()

    await store.write(case)


async def test_w04_undo_of_a_group_steps_over_the_background(store: Store) -> None:
    def case(tx: Tx) -> None:
        scene = Scene(tx, OPENING, *cast("kael"), entry("e3", 2))
        scene.log("U", UE, put("entities", "kael", description="tall"))
        scene.log("P", PC, happening("hap1", "e3"))
        scene.undo()
        assert scene.positions() == [2]
        assert scene.row("entities", "kael")["description"] == ""
        assert scene.row("happenings", "hap1") is not None
        scene.sound()

    await store.write(case)


async def test_w05_an_edit_of_a_surviving_entry_survives_a_rollback(store: Store) -> None:
    def case(tx: Tx) -> None:
        scene = Scene(tx, OPENING, *cast("kael"))
        scene.turn("A", "e2", "e3", 2)
        scene.turn("B", "e4", "e5", 4)
        scene.log("U1", UE, put("story_entries", "e3", "e3", metadata={"worldTime": 60}))
        scene.log("U2", UE, put("entities", "kael", description="tall"))
        scene.rollback("e4")
        assert scene.positions() == [1, 2, 5]
        assert scene.row("story_entries", "e3")["metadata"]["worldTime"] == 60
        assert scene.row("entities", "kael")["description"] == ""
        scene.sound()

    await store.write(case)


async def test_w06_the_opening_is_the_floor(store: Store) -> None:
    """`from` names the first entry that goes, so clicking entry 2 leaves the opening (decision 4.3)."""

    def case(tx: Tx) -> None:
        scene = three(tx)
        with pytest.raises(Rejected) as refused:
            scene.rollback("e1")
        assert refused.value.code == "rollback-floor"
        assert scene.positions() == [1, 2, 3]
        scene.rollback("e2")
        assert scene.there() == {"e1"}
        scene.sound()

    await store.write(case)


async def test_w07_a_character_goes_with_the_links_of_a_later_pass(store: Store) -> None:
    def case(tx: Tx) -> None:
        scene = Scene(tx, OPENING, *cast("mira"))
        scene.log("U", UE, person("nia"))
        links = [took_part("inv", "hap", "nia"), knows("aw", "hap", "nia"), pair("rel", "mira", "nia", "kin", None)]
        scene.log("P", PC, happening("hap"), *links)
        for _ in range(2):
            scene.undo()
            assert scene.there() == {"e1", "mira", "hap"}
            assert len(scene.positions()) == 1
            scene.sound()
            scene.redo()
            assert scene.there() == {"e1", "mira", "hap", "nia", "inv", "aw", "rel"}
            assert scene.positions() == [1, 2, 3, 4, 5]
            scene.sound()

    await store.write(case)


async def test_w08_a_pass_goes_with_what_a_person_linked_to_it(store: Store) -> None:
    def case(tx: Tx) -> None:
        scene = Scene(tx, *cast("mira"))
        scene.log("P", PC, person("pell"))
        scene.log("U", UE, pair("rel", "mira", "pell", "kin", None))
        scene.abort("P")
        assert scene.there() == {"mira"}
        assert scene.positions() == []
        scene.sound()

    await store.write(case)


async def test_w09_a_captured_relationship_is_stripped(store: Store) -> None:
    def case(tx: Tx) -> None:
        scene = Scene(tx, *cast("kael", "mira"))
        scene.log("P", PC, pair("rel", "kael", "mira", "ally", None))
        scene.log("U", UE, drop("entities", "mira"))
        assert [child["id"] for child in scene.at(2).payload["relationships"]] == ["rel"]
        assert scene.abort("P").counts["held"] == 1
        assert scene.positions() == [2]
        assert scene.at(2).payload["relationships"] == []
        scene.undo()
        assert scene.there() == {"kael", "mira"}
        scene.sound()

    await store.write(case)


async def test_w10_a_captured_awareness_is_stripped(store: Store) -> None:
    def case(tx: Tx) -> None:
        scene = Scene(tx, *cast("mira"))
        scene.log("U0", UE, happening("hap"))
        scene.log("P", PC, knows("aw", "hap", "mira"))
        scene.log("U", UE, drop("happenings", "hap"))
        scene.abort("P")
        assert scene.at(3).payload["awareness"] == []
        scene.undo()
        assert scene.there() == {"mira", "hap"}
        scene.sound()

    await store.write(case)


async def test_w11_deletions_of_what_the_pass_made_go_too(store: Store) -> None:
    def case(tx: Tx) -> None:
        scene = Scene(tx)
        scene.log("U0", UE, person("oren"))
        scene.log("P", PC, happening("hap"), person("pell"))
        scene.log("U1", UE, drop("happenings", "hap"))
        scene.log("U2", UE, drop("entities", "pell"))
        scene.abort("P")
        assert scene.positions() == [1]
        scene.undo()
        assert scene.there() == set()
        with pytest.raises(Rejected) as refused:
            scene.undo()
        assert refused.value.code == "nothing-to-apply"
        scene.sound()

    await store.write(case)


async def test_w12_a_captured_row_is_patched(store: Store) -> None:
    def case(tx: Tx) -> None:
        scene = Scene(tx, *cast("kael", "mira"))
        scene.log("U0", UE, pair("rel", "kael", "mira", "ally", "ally"))
        scene.log("P", PC, put("character_relationships", "rel", kind="rival", inverse_kind="rival"))
        scene.log("U1", UE, drop("entities", "mira"))
        scene.abort("P")
        held = scene.at(3).payload["relationships"][0]
        assert (held["kind"], held["inverse_kind"]) == ("ally", "ally")
        scene.undo()
        assert scene.views() == ("ally", "ally")
        scene.sound()

    await store.write(case)


async def test_w13_an_edit_sweeps_captured_facts_and_none_return(store: Store) -> None:
    def case(tx: Tx) -> None:
        scene = Scene(tx, *cast("kael", "mira"))
        scene.log("E1", UE, entry("e1", 1, "opening"))
        scene.log("E2", AI, entry("e2", 2))
        scene.read_through(2)
        scene.log("Q", PC, happening("hapOld", "e1"))
        scene.log("P", PC, pair("rel", "kael", "mira", "ally", None, "e2"))
        scene.log("P", PC, knows("aw", "hapOld", "mira", "e2"))
        scene.log("P", PC, happening("hapP", "e2"))
        scene.log("U1", UE, drop("entities", "mira"))
        scene.log("U2", UE, drop("happenings", "hapP"))
        scene.edit("e2", "new")
        assert scene.positions() == [1, 2, 3, 7, 8]
        assert scene.at(7).payload["relationships"] == scene.at(7).payload["awareness"] == []
        assert scene.through() == 1
        scene.undo()
        assert scene.row("story_entries", "e2")["content"] == "text of e2"
        assert scene.positions() == [1, 2, 3, 7]
        scene.undo()
        assert scene.there() == {"e1", "e2", "hapOld", "kael", "mira"}
        scene.redo()
        assert scene.there() == {"e1", "e2", "hapOld", "kael"}
        assert scene.positions() == [1, 2, 3, 7]
        scene.sound()

    await store.write(case)


async def test_w30_a_relationship_reached_by_reference_goes_whatever_views_it_has(store: Store) -> None:
    def case(tx: Tx) -> None:
        scene = Scene(tx, *cast("kael"))
        scene.log("P", PC, person("pell"))
        scene.log("Q", PC, pair("rel", "kael", "pell", "ally", None))
        scene.log("U", UE, put("character_relationships", "rel", kind="rival"))
        scene.reverse(1)
        assert scene.there() == {"kael"}
        assert scene.positions() == []
        scene.sound()

    await store.write(case)


async def test_w31_references_are_followed_by_kind_and_to_any_depth(store: Store) -> None:
    def case(tx: Tx) -> None:
        scene = Scene(tx, *cast("kael"))
        scene.log("U", UE, make("lore", "rel2", title="Tides"))
        scene.log("P", PC, person("pell"))
        scene.log("Q", PC, pair("rel2", "kael", "pell", "ally", None))
        scene.log("T", AI, translated("t1", "character_relationship", "rel2"), translated("t2", "lore", "rel2"))
        scene.reverse(2)
        assert scene.there() == {"kael", "rel2", "t2"}
        assert scene.row("character_relationships", "rel2") is None
        assert len(scene.positions()) == 2
        scene.sound()

    await store.write(case)


async def test_w32_another_branch_is_not_touched(store: Store) -> None:
    def case(tx: Tx) -> None:
        scene = Scene(tx, OPENING)
        scene.turn("A", "e2", "e3", 2)
        scene.log("P", PC, person("pell", anchor="e3"))
        side = scene.fork("e3")
        scene.abort("P")
        assert scene.there() == {"e1", "e2", "e3"}
        assert scene.there(of=side.id) == {"e1", "e2", "e3", "pell"}
        assert scene.positions(of=side.id) == [1, 2, 3]
        scene.sound()
        scene.sound(side.id)

    await store.write(case)


async def test_w33_what_the_log_did_not_make_cannot_be_unmade(store: Store) -> None:
    def case(tx: Tx) -> None:
        scene = Scene(tx, *cast("kael"))
        scene.log("P", PC, person("pell"))
        pairs = scene.ledger["character_relationships"].table
        views = {"a_id": "kael", "b_id": "pell", "kind": "ally"}
        tx.insert(pairs, {"branch_id": scene.name, "id": "rel", **views})
        with pytest.raises(Rejected) as refused:
            scene.reverse(1)
        assert refused.value.code == "no-create"
        assert scene.there() == {"kael", "pell", "rel"}
        assert scene.positions() == [1]

    await store.write(case)


async def test_w34_a_mate_that_would_write_the_id_back_refuses(store: Store) -> None:
    def case(tx: Tx) -> None:
        scene = Scene(tx, *cast("mira"))
        scene.log("P", PC, person("pell", kind="faction"))
        scene.log("U", UE, put("entities", "mira", state={"faction_id": "pell"}))
        scene.log("D", UE, put("entities", "mira", state={"faction_id": None}), drop("entities", "pell"))
        with pytest.raises(Rejected) as refused:
            scene.abort("P")
        assert refused.value.code == "write-back"
        assert len(scene.positions()) == 4

    await store.write(case)


async def test_w34_a_mate_that_is_stripped_by_the_same_plan_does_not(store: Store) -> None:
    def case(tx: Tx) -> None:
        scene = Scene(tx, *cast("mira"))
        scene.log("P", PC, person("pell"), pair("rel", "mira", "pell", "kin", None))
        with pytest.raises(Rejected) as refused:
            scene.log("X", UE, drop("entities", "mira"), drop("entities", "pell"))
        assert refused.value.code == "group-conflict"
        scene.log("D", UE, drop("entities", "mira"))
        scene.log("D", UE, drop("entities", "pell"))
        scene.abort("P")
        assert scene.positions() == [3]
        assert scene.at(3).payload["relationships"] == []
        scene.undo()
        assert scene.there() == {"mira"}
        scene.sound()

    await store.write(case)


async def test_w35_what_the_target_reaches_is_the_targets(store: Store) -> None:
    """Labels are what the closures of the target, and of target and sweep together, contain."""

    def case(tx: Tx) -> None:
        scene = Scene(tx, *cast("kael"))
        scene.log("U", UE, person("pell"))
        scene.log("Q", PC, happening("hap0"))
        scene.log("Q", PC, took_part("inv1", "hap0", "pell"))
        scene.log("P", PC, happening("hapS"))
        scene.log("P", PC, knows("awS", "hapS", "kael"))
        tail = Tail(tx, scene.branch(), 1, scene.ledger)
        target = closing.close(tx, scene.branch(), tail, [1], scene.ledger)
        assert {tail.at[position].target for position in target.chosen} == {"inv1", "pell"}
        both = closing.close(tx, scene.branch(), tail, target.chosen | {4}, scene.ledger)
        assert {tail.at[position].target for position in both.chosen} == {"awS", "hapS", "inv1", "pell"}

    await store.write(case)


@pytest.mark.parametrize("with_banner", [False, True])
async def test_w36_the_head_turn_is_the_scope(store: Store, with_banner: bool) -> None:
    def case(tx: Tx) -> None:
        scene = Scene(tx, OPENING)
        scene.turn("A", "e2", "e3", 2)
        scene.turn("B", "e4", "e5", 4)
        if with_banner:
            banner(scene)
        scope = {
            row_id: timeline.scope_of(tx, scene.branch(), timeline.entry(tx, scene.branch(), row_id))
            for row_id in ("e3", "e4", "e5")
        }
        assert scope["e5"] == {"entryIds": ["e5"], "editedPosition": 5}
        assert scope["e4"] == {"entryIds": ["e4", "e5"], "editedPosition": 4}
        assert scope["e3"] is None

    await store.write(case)


async def test_w37_the_recorded_scope_wins(store: Store) -> None:
    def case(tx: Tx) -> None:
        scene = two_turns(tx)
        scene.edit("e3", "new")
        scene.rollback("e4")
        scene.read_through(3)
        assert scene.there() == {"e1", "e2", "e3", "hapA", "kael"}
        scene.undo()
        assert scene.row("story_entries", "e3")["content"] == "text of e3"
        assert scene.there() == {"e1", "e2", "e3", "hapA", "kael"}
        assert scene.through() == 3
        scene.sound()

    await store.write(case)


async def test_w38_somebody_introduced_survives_the_edit(store: Store) -> None:
    def case(tx: Tx) -> None:
        scene = Scene(tx, OPENING, person("kael", status="staged"), *cast("mira"))
        scene.turn("A", "e2", "e3", 2)
        flip = put("entities", "kael", "e3", status="active")
        scene.log("C", PC, person("pell", anchor="e3"), flip, pair("rel", "kael", "mira", "ally", None, "e3"))
        scene.edit("e3", "new")
        assert scene.there() == {"e1", "e2", "e3", "kael", "mira", "pell"}
        assert scene.row("entities", "kael")["status"] == "staged"
        scene.sound()

    await store.write(case)


async def test_w39_the_watermark_is_never_raised(store: Store) -> None:
    def case(tx: Tx) -> None:
        scene = Scene(tx, OPENING)
        scene.turn("A", "e2", "e3", 2)
        scene.turn("B", "e4", "e5", 4)
        scene.read_through(2)
        scene.rollback("e5")
        assert scene.through() == 2

    await store.write(case)


async def test_w40_a_fork_keeps_what_is_about_kept_entries(store: Store) -> None:
    """As told, and every source counts, not the background's alone (decision 4.2)."""

    def case(tx: Tx) -> None:
        scene = two_turns(tx)
        scene.read_through(5)
        scene.log("P", PC, knows("aw", "hapB", "kael", "e3"))
        scene.log("U", UE, put("story_entries", "e3", "e3", metadata={"worldTime": 5}))
        side = scene.fork("e3")
        assert scene.positions(of=side.id) == [1, 2, 5, 8]
        assert scene.there(of=side.id) == {"e1", "e2", "e3", "hapA", "kael"}
        assert scene.row("story_entries", "e3", side.id)["metadata"]["worldTime"] == 5
        assert scene.through(side.id) == 3
        assert scene.positions() == [1, 2, 3, 4, 5, 6, 7, 8]
        scene.sound()
        scene.sound(side.id)

    await store.write(case)


async def test_w43_redo_of_a_deletion_takes_its_children_again(store: Store) -> None:
    def case(tx: Tx) -> None:
        scene = Scene(tx, *cast("kael", "mira"), pair("rel", "kael", "mira", "ally", None))
        scene.log("U", UE, drop("entities", "mira"))
        scene.undo()
        assert scene.there() == {"kael", "mira", "rel"}
        scene.redo()
        assert scene.there() == {"kael"}
        assert scene.positions() == [1]
        scene.undo()
        assert scene.views() == ("ally", None)
        scene.sound()

    await store.write(case)


async def test_w44_a_group_may_not_contradict_itself(store: Store) -> None:
    def case(tx: Tx) -> None:
        scene = Scene(tx, *cast("kael", "mira"))
        with pytest.raises(Rejected) as refused:
            scene.log("G", UE, drop("entities", "kael"), pair("rel", "kael", "mira", "ally", None))
        assert refused.value.code == "group-conflict"
        assert scene.positions() == []
        scene.log("H", UE, pair("rel2", "mira", "pell", "kin", None), person("pell"))
        assert scene.there() == {"kael", "mira", "pell", "rel2"}
        scene.sound()

    await store.write(case)
