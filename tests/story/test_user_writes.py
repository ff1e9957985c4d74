"""The worked cases of precedence: a person over a machine, kept rows, held rows (W14-W29, W41, W42).

Where a case and the decisions on the delta engine differ, the decision is followed and the test says so.
"""

from __future__ import annotations

from sqlalchemy import select

from fabula.store.contract import Store, Tx
from fabula.store.tables import deltas
from tests.story.scene import PC, UE, Scene, cast, drop, entry, pair, person, put

REL = "character_relationships"


def kael(scene: Scene) -> tuple[str, str | None, str]:
    row = scene.row("entities", "kael")
    assert row is not None
    return row["status"], row["retired_reason"], row["description"]


def relation(tx: Tx, *views: tuple[str, str | None, str | None, str | None]) -> Scene:
    """A pair whose views were written one after the other: (action, source, kind, inverse) ..., the first made it."""
    scene = Scene(tx, *cast("kael", "mira"))
    for index, (action, source, kind, inverse) in enumerate(views):
        change = (
            pair("rel", "kael", "mira", kind, inverse)
            if index == 0
            else put(REL, "rel", kind=kind, inverse_kind=inverse)
        )
        scene.log(action, str(source), change)
    return scene


async def test_w14_a_persons_status_after_a_promotion(store: Store) -> None:
    """Relink adds that the person's delta now leads back to what was there before the pass (decision 4.1)."""

    def case(tx: Tx) -> None:
        scene = Scene(tx)
        scene.log("U0", UE, person("kael", status="staged"))
        scene.log("C", PC, put("entities", "kael", status="active"))
        scene.log("U", UE, put("entities", "kael", status="retired", retired_reason="exiled"))
        scene.abort("C")
        assert kael(scene) == ("retired", "exiled", "")
        assert scene.positions() == [1, 3]
        assert scene.at(3).payload == {"status": "staged", "retired_reason": None}
        scene.undo()
        assert kael(scene) == ("staged", None, "")
        scene.sound()

    await store.write(case)


async def test_w15_column_by_column(store: Store) -> None:
    def case(tx: Tx) -> None:
        scene = Scene(tx, *cast("kael"))
        scene.log("C", PC, put("entities", "kael", status="retired", retired_reason="fell"))
        scene.log("U", UE, put("entities", "kael", status="active"))
        scene.abort("C")
        assert kael(scene) == ("active", None, "")
        scene.sound()

    await store.write(case)


async def test_w16_an_unrelated_column_shields_nothing(store: Store) -> None:
    def case(tx: Tx) -> None:
        scene = Scene(tx, *cast("kael"))
        scene.log("C", PC, put("entities", "kael", status="retired", retired_reason="fell"))
        scene.log("U", UE, put("entities", "kael", description="mine"))
        scene.abort("C")
        assert kael(scene) == ("active", None, "mine")
        scene.sound()

    await store.write(case)


async def test_w17_a_persons_edit_inside_the_set_is_reversed(store: Store) -> None:
    def case(tx: Tx) -> None:
        views = [("U0", UE, "friend", "friend"), ("C", PC, "ally", "friend"), ("U", UE, "rival", "friend")]
        scene = relation(tx, *views)
        scene.reverse(2, 3)
        assert scene.views() == ("friend", "friend")
        scene.sound()

    await store.write(case)


async def test_w18_each_machine_write_is_weighed_alone(store: Store) -> None:
    def case(tx: Tx) -> None:
        scene = relation(
            tx,
            ("U0", UE, "friend", "x"),
            ("C1", PC, "ally", "x"),
            ("U", UE, "rival", "x"),
            ("C2", PC, "enemy", "x"),
        )
        scene.reverse(2, 4)
        assert scene.views() == ("rival", "x")
        assert scene.at(3).payload == {"kind": "friend"}
        scene.sound()

    await store.write(case)


async def test_w19_a_later_machine_write_holds_nothing_back(store: Store) -> None:
    def case(tx: Tx) -> None:
        scene = relation(tx, ("U0", UE, "friend", "x"), ("C1", PC, "ally", "x"), ("C2", PC, "enemy", "x"))
        scene.abort("C1")
        assert scene.views() == ("friend", "x")
        assert scene.at(3).payload == {"kind": "friend"}
        scene.abort("C2")
        assert scene.views() == ("friend", "x")
        scene.sound()

    await store.write(case)


async def test_w20_parts_of_a_state(store: Store) -> None:
    """As told; but what a person also changed stays theirs, part by part, instead of reverting (decision 4.5)."""

    def case(tx: Tx) -> None:
        scene = Scene(tx, person("kael", state={"visual": {"attire": "cloak"}}))
        scene.log("C", PC, put("entities", "kael", state={"visual": {"attire": "plate"}}))
        scene.log("U", UE, put("entities", "kael", state={"traits": ["brave"]}))
        scene.abort("C")
        state = scene.row("entities", "kael")["state"]
        assert (state["visual"], state["traits"]) == ({"attire": "cloak"}, ["brave"])
        scene.log("D", PC, put("entities", "kael", state={"visual": {"attire": "plate"}, "voice": "low"}))
        scene.log("V", UE, put("entities", "kael", state={"visual": {"attire": "silk"}}))
        scene.abort("D")
        state = scene.row("entities", "kael")["state"]
        assert state["visual"] == {"attire": "silk"}
        assert "voice" not in state
        scene.sound()

    await store.write(case)


async def test_w21_a_kept_create_changes_hands(store: Store) -> None:
    def case(tx: Tx) -> None:
        scene = relation(tx, ("C", PC, "ally", None), ("U", UE, "ally", "wary"))
        before = scene.at(2)
        assert scene.abort("C").counts["re-owned"] == 1
        assert scene.views() == (None, "wary")
        made = scene.at(1)
        assert (made.source, made.entry_id, made.action_id, made.payload) == (UE, None, "U", None)
        assert scene.at(2) == before
        scene.sound()

    await store.write(case)


async def test_w22_both_views_are_the_persons(store: Store) -> None:
    def case(tx: Tx) -> None:
        scene = relation(tx, ("C", PC, "ally", None), ("U", UE, "rival", "wary"))
        row, update = scene.row(REL, "rel"), scene.at(2)
        scene.abort("C")
        assert scene.row(REL, "rel") == row
        assert scene.at(2) == update
        assert scene.at(1).action_id == "U"
        scene.sound()

    await store.write(case)


async def test_w23_a_kept_view_that_was_cleared_keeps_nothing(store: Store) -> None:
    def case(tx: Tx) -> None:
        scene = relation(tx, ("C", PC, "ally", None), ("U1", UE, "ally", "wary"), ("U2", UE, "ally", None))
        scene.abort("C")
        assert scene.views() is None
        assert scene.positions() == []
        scene.sound()

    await store.write(case)


async def test_w23_and_can_be_redone_when_it_was_undone(store: Store) -> None:
    """The case refuses an undo (`pruned-outside-redo`); the stranded writes join what is redone instead (4.6)."""

    def case(tx: Tx) -> None:
        scene = relation(tx, ("C", PC, "ally", None), ("U1", UE, "ally", "wary"), ("U2", UE, "ally", None))
        before = (scene.row(REL, "rel"), scene.deltas())
        assert scene.undo_set(1).counts["vanished"] == 1
        assert scene.views() is None
        assert scene.positions() == []
        scene.redo()
        assert (scene.row(REL, "rel"), scene.deltas()) == before
        scene.sound()

    await store.write(case)


async def test_w24_nobody_kept_it(store: Store) -> None:
    def case(tx: Tx) -> None:
        scene = relation(tx, ("C", PC, "ally", None))
        scene.abort("C")
        assert scene.views() is None
        assert scene.positions() == []
        scene.sound()

    await store.write(case)


async def test_w25_the_oldest_keeping_write_owns(store: Store) -> None:
    """Relink adds that the later write leads back to no view at all, since the pass said it (decision 4.1)."""

    def case(tx: Tx) -> None:
        scene = relation(tx, ("C", PC, "ally", None), ("U1", UE, "ally", "wary"), ("U2", UE, "rival", "wary"))
        scene.abort("C")
        assert scene.at(1).action_id == "U1"
        assert scene.at(3).payload == {"kind": None}
        scene.undo()
        assert scene.views() == (None, "wary")
        scene.sound()

    await store.write(case)


async def test_w26_after_changing_hands_closure_still_closes(store: Store) -> None:
    def case(tx: Tx) -> None:
        scene = Scene(tx, *cast("mira"))
        scene.log("U0", UE, person("kael"))
        scene.log("C", PC, pair("rel", "kael", "mira", "ally", None))
        scene.log("U", UE, put(REL, "rel", inverse_kind="wary"))
        scene.abort("C")
        assert scene.reverse(1).deltas == 3
        assert scene.there() == {"mira"}
        assert scene.positions() == []
        scene.sound()

    await store.write(case)


async def test_w27_undoing_the_keeping_edit_takes_the_pair(store: Store) -> None:
    def case(tx: Tx) -> None:
        scene = Scene(tx, entry("e0", 1, "opening"), *cast("kael", "mira"))
        scene.turn("A", "e1", "e2", 2)
        scene.log("C", PC, pair("rel", "kael", "mira", "ally", None, "e2"))
        scene.log("U", UE, put(REL, "rel", kind="rival", inverse_kind="wary"))
        scene.edit("e1", "new")
        assert scene.views() == ("rival", "wary")
        assert scene.at(3).action_id == "U"
        scene.undo()
        assert scene.views() == ("rival", "wary")
        scene.undo()
        assert scene.views() is None
        assert scene.positions() == [1, 2]
        scene.sound()

    await store.write(case)


async def test_w28_a_reversal_that_leaves_no_view(store: Store) -> None:
    def case(tx: Tx) -> None:
        scene = relation(tx, ("U0", UE, "ally", None), ("C", PC, "ally", "wary"), ("U", UE, None, "wary"))
        assert scene.abort("C").counts["vanished"] == 1
        assert scene.views() is None
        assert scene.positions() == []
        scene.sound()

    await store.write(case)


async def test_w28_a_pair_from_the_beginning_returns_to_it(store: Store) -> None:
    """New: the log did not make this pair and cannot unmake it; it is again what it was at the beginning (4.7)."""

    def case(tx: Tx) -> None:
        scene = Scene(tx, *cast("kael", "mira"), pair("rel", "kael", "mira", "ally", None))
        scene.log("C", PC, put(REL, "rel", inverse_kind="wary"))
        scene.log("U", UE, put(REL, "rel", kind=None))
        scene.abort("C")
        assert scene.views() == ("ally", None)
        assert scene.positions() == []
        scene.sound()

    await store.write(case)


async def test_w28_a_pair_from_the_beginning_returns_to_it_past_older_writes(store: Store) -> None:
    """New: what was written to it before the reversal begins goes as well (found by a random history)."""

    def case(tx: Tx) -> None:
        scene = Scene(tx, *cast("kael", "mira"), pair("rel", "kael", "mira", "ally", None))
        scene.log("U0", UE, put(REL, "rel", kind="rival"))
        scene.log("C", PC, put(REL, "rel", inverse_kind="wary"))
        scene.log("D", PC, put(REL, "rel", kind=None))
        scene.abort("C")
        assert scene.views() == ("ally", None)
        assert scene.positions() == []
        scene.sound()

    await store.write(case)


async def test_w29_a_view_that_comes_back_in_the_same_set(store: Store) -> None:
    """Rows are judged at the end of the walk, so no tombstone is needed (decision 4.8)."""

    def case(tx: Tx) -> None:
        scene = relation(
            tx, ("U0", UE, None, "friend"), ("C", PC, "ally", "friend"), ("D", PC, "ally", None), ("E", PC, "x", None)
        )
        scene.reverse(2, 3, 4)
        assert scene.views() == (None, "friend")
        assert scene.positions() == [1]
        scene.sound()

    await store.write(case)


async def test_w41_changing_hands_on_a_held_copy(store: Store) -> None:
    def case(tx: Tx) -> None:
        scene = Scene(tx, *cast("mira"))
        scene.log("U0", UE, person("kael"))
        scene.log("P", PC, pair("rel", "kael", "mira", "rival", None))
        scene.log("U", UE, put(REL, "rel", inverse_kind="mentor"))
        scene.log("D", UE, drop("entities", "kael"))
        assert scene.abort("P").counts["held"] == 1
        held = scene.at(4).payload["relationships"][0]
        assert (held["kind"], held["inverse_kind"]) == (None, "mentor")
        assert scene.at(2).action_id == "U"
        scene.undo()
        assert scene.views() == (None, "mentor")
        scene.reverse(1)
        assert scene.there() == {"mira"}
        assert scene.positions() == []
        scene.sound()

    await store.write(case)


async def test_w42_a_machine_shields_nothing_from_a_machine(store: Store) -> None:
    def case(tx: Tx) -> None:
        scene = Scene(tx, person("kael", status="staged"))
        scene.log("C", PC, put("entities", "kael", status="active"))
        scene.log("D", PC, put("entities", "kael", status="retired"))
        scene.abort("C")
        assert kael(scene)[0] == "staged"
        scene.sound()

    await store.write(case)


async def test_what_changes_nothing_is_not_logged(store: Store) -> None:
    def case(tx: Tx) -> None:
        scene = Scene(tx, *cast("kael"))
        version = scene.branch().version
        assert scene.log("U", UE, put("entities", "kael", name="kael", state={"traits": []})).logged == 0
        assert scene.branch().version == version
        assert tx.all(select(deltas)) == []

    await store.write(case)
