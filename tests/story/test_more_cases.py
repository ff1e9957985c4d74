"""Cases beyond the worked ones: rivals, hand-overs, homes for links, banners, windows, forks, columns together."""

from __future__ import annotations

import pytest

from fabula import errors
from fabula.store.contract import Store, Tx
from fabula.story.log import find_branch
from fabula.story.rejected import Rejected, Stale
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
    pair,
    person,
    put,
    translated,
)

REL = "character_relationships"
OPENING = entry("e1", 1, "opening")


async def test_a_rival_of_a_restored_pair_makes_way(store: Store) -> None:
    """The person deletes a pair; a lagging pass makes it anew about an older entry; the rollback wants the old one."""

    def case(tx: Tx) -> None:
        scene = Scene(tx, OPENING, *cast("kael", "mira"), pair("old", "kael", "mira", "ally", None))
        scene.turn("A", "e2", "e3", 2)
        scene.turn("B", "e4", "e5", 4)
        scene.log("U", UE, drop(REL, "old"))
        scene.log("P", PC, pair("new", "kael", "mira", "rival", None, "e3"))
        scene.log("T", AI, translated("t", "character_relationship", "new"))
        assert scene.rollback("e4").counts["rival"] == 1
        assert scene.views("old") == ("ally", None)
        assert scene.there() == {"e1", "e2", "e3", "kael", "mira", "old"}
        assert scene.positions() == [1, 2]
        scene.sound()

    await store.write(case)


async def test_a_rival_that_an_undo_displaced_comes_back_with_redo(store: Store) -> None:
    def case(tx: Tx) -> None:
        beginning = [happening("hap"), *cast("kael"), knows("old", "hap", "kael")]
        scene = Scene(tx, OPENING, *beginning, entry("e3", 2))
        scene.log("U", UE, drop("happening_awareness", "old"))
        scene.log("P", PC, knows("new", "hap", "kael", "e3"))
        before = scene.deltas()
        assert scene.undo().counts["rival"] == 1
        assert scene.there() == {"e1", "e3", "hap", "kael", "old"}
        scene.redo()
        assert scene.there() == {"e1", "e3", "hap", "kael", "new"}
        assert scene.deltas() == before
        scene.sound()

    await store.write(case)


async def test_a_pair_from_the_beginning_makes_way_for_none(store: Store) -> None:
    """A pass deleted it, another made it anew, a person deleted that; the first is taken back, then the last."""

    def case(tx: Tx) -> None:
        scene = Scene(tx, OPENING, *cast("kael", "mira"), pair("old", "kael", "mira", "ally", None))
        scene.turn("A", "e2", "e3", 2)
        scene.log("D", PC, drop(REL, "old"))
        scene.log("P", PC, pair("new", "kael", "mira", "rival", None, "e1"))
        scene.log("U", UE, drop(REL, "new"))
        scene.abort("D")
        assert scene.undo().counts["rival"] == 1
        assert scene.views("old") == ("ally", None)
        assert scene.there() == {"e1", "e2", "e3", "kael", "mira", "old"}
        scene.sound()

    await store.write(case)


async def test_of_two_rows_restored_to_one_place_the_first_stays(store: Store) -> None:
    """The old pair was deleted, the new one went along with one of the two; the rollback would bring back both."""

    def case(tx: Tx) -> None:
        scene = Scene(tx, OPENING, *cast("kael", "mira"), pair("old", "kael", "mira", "ally", None))
        scene.turn("A", "e2", "e3", 2)
        scene.turn("B", "e4", "e5", 4)
        scene.log("U", UE, drop(REL, "old"))
        scene.log("P", PC, pair("new", "kael", "mira", "rival", None, "e3"))
        scene.log("V", UE, drop("entities", "kael"))
        assert scene.rollback("e4").counts["rival"] == 1
        assert scene.views("old") == ("ally", None)
        assert scene.there() == {"e1", "e2", "e3", "kael", "mira", "old"}
        assert scene.positions() == [1, 2]
        scene.sound()

    await store.write(case)


async def test_what_was_there_before_is_handed_on_along_the_chain(store: Store) -> None:
    """A pass writes gold, a person does too, the pass is taken back, then the person: the row is the beginning's."""

    def case(tx: Tx) -> None:
        scene = Scene(tx, person("kael", state={"stackables": {"gold": 1}}))
        scene.log("P", PC, put("entities", "kael", state={"stackables": {"gold": 2, "ale": 1}}))
        scene.log("Q", PC, put("entities", "kael", state={"stackables": {"gold": 3}}))
        scene.log("U", UE, put("entities", "kael", state={"stackables": {"gold": 9}}))
        assert scene.abort("P").counts["relinked"] == 1
        assert scene.at(2).payload == {"state": {"stackables": {"gold": 1}}}
        assert scene.row("entities", "kael")["state"]["stackables"] == {"gold": 9}
        scene.abort("Q")
        assert scene.at(3).payload == {"state": {"stackables": {"gold": 1}}}
        scene.undo()
        assert scene.row("entities", "kael")["state"]["stackables"] == {"gold": 1}
        assert scene.positions() == []
        scene.sound()

    await store.write(case)


async def test_redo_takes_a_hand_over_back(store: Store) -> None:
    def case(tx: Tx) -> None:
        scene = Scene(tx, *cast("kael"))
        scene.log("U", UE, put("entities", "kael", description="one"))
        scene.log("P", PC, put("entities", "kael", description="two"))
        before = scene.deltas()
        scene.undo()
        assert scene.row("entities", "kael")["description"] == ""
        assert scene.at(2).payload == {"description": ""}
        scene.redo()
        assert scene.deltas() == before
        assert scene.row("entities", "kael")["description"] == "two"
        scene.sound()

    await store.write(case)


async def test_a_link_whose_other_end_is_held_goes_where_it_is_held(store: Store) -> None:
    """A machine's deletion of one end is taken back while a person's deletion of the other stays (decision 4.9)."""

    def case(tx: Tx) -> None:
        beginning = [*cast("kael", "mira"), pair("rel", "kael", "mira", "ally", None)]
        scene = Scene(tx, *beginning, translated("t", "character_relationship", "rel"))
        scene.log("P", PC, drop("entities", "mira"))
        scene.log("U", UE, drop("entities", "kael"))
        assert scene.abort("P").counts["moved"] == 2
        assert scene.there() == {"mira"}
        assert [row["id"] for row in scene.at(2).payload["relationships"]] == ["rel"]
        assert [row["id"] for row in scene.at(2).payload["translations"]] == ["t"]
        scene.sound()
        scene.undo()
        assert scene.there() == {"kael", "mira", "rel", "t"}
        assert scene.positions() == []
        scene.sound()

    await store.write(case)


async def test_a_held_link_to_what_goes_goes_too(store: Store) -> None:
    """A person's own link lives in the deletion of its one end; the pass that made the other end is taken back."""

    def case(tx: Tx) -> None:
        scene = Scene(tx, *cast("mira"))
        scene.log("P", PC, person("pell"))
        scene.log("U", UE, pair("rel", "mira", "pell", "kin", None))
        scene.log("D", UE, drop("entities", "mira"))
        assert scene.abort("P").counts["held"] == 1
        assert scene.positions() == [3]
        assert scene.at(3).payload["relationships"] == []
        scene.sound()
        scene.undo()
        assert scene.there() == {"mira"}
        scene.sound()

    await store.write(case)


async def test_a_banner_neither_clears_redo_nor_stands_in_its_way(store: Store) -> None:
    def case(tx: Tx) -> None:
        scene = Scene(tx, OPENING)
        scene.turn("A", "e2", "e3", 2)
        scene.undo()
        banner(scene)
        assert scene.row("story_entries", "notice") is not None
        scene.redo()
        assert scene.row("story_entries", "notice") is None
        assert scene.there() == {"e1", "e2", "e3"}
        banner(scene)
        scene.undo()
        assert scene.row("story_entries", "notice") is None
        assert scene.there() == {"e1"}
        scene.sound()

    await store.write(case)


async def test_what_a_turn_wrote_before_its_reply_goes_with_the_reply(store: Store) -> None:
    """The window of a regenerated reply begins before it: bumps are anchored to the reply (decision 4.4)."""

    def case(tx: Tx) -> None:
        scene = Scene(tx, OPENING, happening("hap"), *cast("kael"), knows("aw", "hap", "kael"))
        scene.log("A", UE, entry("e2", 2, "user_action"))
        scene.log("A", AI, put("happening_awareness", "aw", "e3", retrieval_count=1))
        scene.log("A", AI, entry("e3", 3))
        scene.rollback("e3")
        assert scene.row("happening_awareness", "aw")["retrieval_count"] == 0
        assert scene.positions() == [1]
        assert scene.there() == {"e1", "e2", "hap", "kael", "aw"}
        scene.sound()

    await store.write(case)


async def test_entries_come_first_in_their_group(store: Store) -> None:
    def case(tx: Tx) -> None:
        scene = Scene(tx, OPENING)
        scene.log("A", AI, person("pell"), entry("e2", 2), person("oren"))
        assert [delta.target for delta in scene.deltas()] == ["e2", "pell", "oren"]
        scene.rollback("e2")
        assert scene.there() == {"e1"}

    await store.write(case)


async def test_a_fork_after_an_edited_entry_has_the_new_text_and_its_history(store: Store) -> None:
    def case(tx: Tx) -> None:
        scene = Scene(tx, OPENING)
        scene.turn("A", "e2", "e3", 2)
        scene.turn("B", "e4", "e5", 4)
        scene.edit("e3", "new")
        side = scene.fork("e3")
        assert scene.row("story_entries", "e3", side.id)["content"] == "new"
        assert scene.positions(of=side.id) == [1, 2, 5]
        other = Scene.on(tx, side.id)
        other.undo()
        assert other.row("story_entries", "e3")["content"] == "text of e3"
        assert scene.row("story_entries", "e3")["content"] == "new"
        other.sound()
        scene.sound()

    await store.write(case)


async def test_a_fork_of_a_fork_reaches_back_to_the_beginning(store: Store) -> None:
    def case(tx: Tx) -> None:
        scene = Scene(tx, OPENING, *cast("kael"))
        scene.turn("A", "e2", "e3", 2)
        scene.turn("B", "e4", "e5", 4)
        scene.log("U", UE, put("entities", "kael", description="tall"))
        side = scene.fork("e5")
        other = Scene.on(tx, side.id)
        third = other.fork("e3")
        assert scene.there(of=third.id) == {"e1", "e2", "e3", "kael"}
        assert scene.row("entities", "kael", third.id)["description"] == ""
        last = Scene.on(tx, third.id)
        last.rollback("e2")
        assert last.there() == {"e1", "kael"}
        for name in (scene.name, side.id, third.id):
            scene.sound(name)

    await store.write(case)


async def test_a_fork_hands_on_in_the_child_alone(store: Store) -> None:
    """A lagging fact about a kept entry came after an edit that the fork takes back."""

    def case(tx: Tx) -> None:
        scene = Scene(tx, OPENING, *cast("kael"))
        scene.turn("A", "e2", "e3", 2)
        scene.turn("B", "e4", "e5", 4)
        scene.log("U", UE, put("entities", "kael", description="one"))
        scene.log("P", PC, put("entities", "kael", "e3", description="two"))
        side = scene.fork("e3")
        assert [delta.payload for delta in scene.deltas(6, of=side.id)] == [{"description": ""}]
        assert scene.at(6).payload == {"description": "one"}
        scene.sound(side.id)
        scene.sound()

    await store.write(case)


async def test_columns_with_one_rule_are_not_set_against_each_other(store: Store) -> None:
    def case(tx: Tx) -> None:
        scene = Scene(tx, OPENING)
        scene.log("U0", UE, happening("hap"), happening("hap2"))
        scene.log("U0", UE, put("happenings", "hap", temporal="long ago"), put("happenings", "hap2", temporal="once"))
        scene.log("P", PC, put("happenings", "hap", temporal=None))
        scene.log("U", UE, put("happenings", "hap", occurred_at_entry_id="e1"))
        scene.abort("P")
        row = scene.row("happenings", "hap")
        assert (row["temporal"], row["occurred_at_entry_id"]) == (None, "e1")
        scene.undo()
        assert scene.row("happenings", "hap")["temporal"] == "long ago"
        scene.log("V", UE, put("happenings", "hap2", temporal=None))
        scene.log("P2", PC, put("happenings", "hap2", occurred_at_entry_id="e1"))
        scene.undo()
        row = scene.row("happenings", "hap2")
        assert (row["temporal"], row["occurred_at_entry_id"]) == ("once", None)
        scene.sound()

    await store.write(case)


async def test_anything_logged_clears_redo(store: Store) -> None:
    def case(tx: Tx) -> None:
        scene = Scene(tx, *cast("kael"))
        scene.log("U", UE, put("entities", "kael", description="one"))
        scene.log("U2", UE, put("entities", "kael", description="two"))
        scene.undo()
        scene.undo()
        scene.redo()
        scene.log("P", PC, person("pell"))
        with pytest.raises(Rejected) as refused:
            scene.redo()
        assert refused.value.code == "nothing-to-apply"
        scene.undo()
        scene.redo()
        scene.sound()

    await store.write(case)


async def test_facts_that_an_undo_sweeps_end_what_could_be_redone_before(store: Store) -> None:
    """An edit is undone below a change undone before, and takes a fact back for good that the change was undone of a
    log with. (A history found this.)"""

    def case(tx: Tx) -> None:
        scene = Scene(tx, OPENING, *cast("kael"), happening("hap"))
        scene.edit("e1", "another beginning")
        scene.log("U", UE, put("entities", "kael", status="retired"))
        scene.log("P", PC, put("entities", "kael", "e1", status="staged"))
        scene.undo()
        scene.undo()
        assert scene.positions() == []
        assert scene.branch().redoable == 1
        scene.redo()
        assert scene.positions() == [1]
        with pytest.raises(Rejected, match="nothing to redo"):
            scene.redo()
        row = scene.row("entities", "kael")
        assert row is not None
        assert row["status"] == "active"
        scene.sound()

    await store.write(case)


async def test_redo_survives_a_restart_and_nothing_else(store: Store) -> None:
    await store.write(lambda tx: Scene(tx, OPENING).turn("A", "e2", "e3", 2))

    await store.write(lambda tx: Scene.on(tx).undo())
    await store.write(lambda tx: Scene.on(tx).redo())
    await store.read(lambda tx: Scene.on(tx).sound())


async def test_a_stale_caller_and_a_stranger_are_refused(store: Store) -> None:
    def case(tx: Tx) -> None:
        scene = Scene(tx, *cast("kael"))
        seen = scene.branch().version
        scene.log("U", UE, put("entities", "kael", description="one"))
        scene.undo()
        # The log is as long as before; only the version tells that something happened.
        with pytest.raises(Stale) as refused:
            find_branch(tx, "ann", scene.name, seen=seen)
        assert refused.value.version == scene.branch().version
        with pytest.raises(errors.NotFound):
            find_branch(tx, "ben", scene.name)
        assert find_branch(tx, "ann", story_id=scene.story).id == scene.name

    await store.write(case)
