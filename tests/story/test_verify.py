"""`verify` finds every way in which rows and log can disagree, and nothing in a story that is sound."""

from __future__ import annotations

import pytest
from sqlalchemy import text

from fabula.store.contract import Store, Tx
from fabula.story.verify import verify
from tests.story.scene import AI, PC, UE, Scene, cast, drop, entry, happening, knows, pair, person, put


def told(tx: Tx) -> Scene:
    """A story with something of everything."""
    beginning = [*cast("kael", "mira"), pair("rel", "kael", "mira", "ally", None), happening("hap")]
    scene = Scene(tx, entry("e1", 1, "opening"), *beginning)
    scene.turn("A", "e2", "e3", 2)
    scene.log("A", AI, put("entities", "kael", "e3", state={"voice": "low", "stackables": {"gold": 2}}))
    scene.log("P", PC, knows("aw", "hap", "mira", "e3"), person("pell"))
    scene.log("U", UE, put("entities", "mira", description="tall"))
    scene.log("D", UE, drop("entities", "mira"))
    return scene


async def test_a_sound_story_has_no_findings(store: Store) -> None:
    await store.write(lambda tx: told(tx).sound())


HERE = "WHERE branch_id = 'main'"
FAULTS = {
    "a row of the beginning changed": ("UPDATE entities SET name = 'x' " + HERE + " AND id = 'kael'", "differs"),
    "a row of the beginning gone": ("DELETE FROM happenings " + HERE, "is missing"),
    "a row nobody made": (
        "INSERT INTO lore SELECT branch_id, 'l', title, '', NULL, '[]', '[]', 'auto', 5, NULL, "
        + "embedding_stale, created_at, updated_at FROM happenings",
        "is not in the beginning",
    ),
    "a made row gone": ("DELETE FROM entities " + HERE + " AND id = 'pell'", "not there"),
    "a delta gone": ("DELETE FROM deltas " + HERE + " AND op = 'update' AND target_id = 'kael'", "differs"),
    "a create gone": ("DELETE FROM deltas " + HERE + " AND target_id = 'pell'", "is not in the beginning"),
    "a deletion gone": ("DELETE FROM deltas " + HERE + " AND op = 'delete'", "not there"),
    "a payload that leads elsewhere": (
        'UPDATE deltas SET undo_payload = \'{"state":{"voice":"loud"}}\' ' + HERE + " AND target_id = 'kael'",
        "differs",
    ),
    "a payload of no column": (
        "UPDATE deltas SET undo_payload = '{\"colour\":1}' " + HERE + " AND target_id = 'kael'",
        "no column",
    ),
    "a delta about nothing": (
        "UPDATE deltas SET target_table = 'ghosts' " + HERE + " AND target_id = 'pell'",
        "nobody knows",
    ),
    "a state that is none": ("UPDATE entities SET state = '{\"traits\":7}' " + HERE + " AND id = 'kael'", "shape"),
    "a link to nowhere": ("UPDATE happening_involvements SET entity_id = 'nobody'", "lost"),
    "no beginning": ("DELETE FROM baselines", "Nobody recorded"),
}


@pytest.mark.parametrize("name", FAULTS)
async def test_what_is_wrong_is_found(store: Store, name: str) -> None:
    damage, finding = FAULTS[name]

    def case(tx: Tx) -> list[str]:
        scene = told(tx)
        if name == "a link to nowhere":
            from tests.story.scene import took_part

            scene.log("V", UE, took_part("inv", "hap", "kael"))
        tx.run(text(damage.replace(":", r"\:")))
        return verify(tx, scene.branch())

    found = await store.write(case)
    assert any(finding in each for each in found), found


async def test_a_row_that_is_there_twice_is_found(store: Store) -> None:
    def case(tx: Tx) -> list[str]:
        scene = told(tx)
        deletion = scene.deltas()[-1]
        row = dict(deletion.payload)
        del row["awareness"], row["relationships"]
        scene.tx.insert(scene.ledger["entities"].table, {"branch_id": "main", **scene.ledger["entities"].thawed(row)})
        return verify(tx, scene.branch())

    assert any("twice" in each for each in await store.write(case))


async def test_findings_are_bounded(store: Store) -> None:
    def case(tx: Tx) -> list[str]:
        scene = Scene(tx, *cast(*(f"p{n}" for n in range(150))))
        tx.run(text("UPDATE entities SET name = 'x'"))
        return verify(tx, scene.branch())

    assert len(await store.write(case)) == 100
