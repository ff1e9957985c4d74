"""A table that is only declared has undo, redo, rollback, fork, export, import, verification and deletion."""

from __future__ import annotations

from types import MappingProxyType

import pytest
from pydantic import Field
from sqlalchemy import CheckConstraint, Column, Index, MetaData, UniqueConstraint, select
from sqlalchemy.schema import CreateIndex, CreateTable

from fabula.store.columns import Words
from fabula.store.contract import Store, Tx
from fabula.store.erase import erase
from fabula.store.life import LIVES, faults, logged
from fabula.store.tables import metadata, stories
from fabula.store.tables.making import branch_table, mention, ref, shaped, stale
from fabula.story.bring import import_story
from fabula.story.export import export_story
from fabula.story.fork import fork
from fabula.story.ledger import Ledger
from fabula.story.shapes import SHAPES
from fabula.story.shapes.states import Strict
from fabula.story.travel import redo, rollback, undo
from fabula.story.verify import verify
from tests.story.scene import PC, UE, Scene, cast, drop, entry, make, put


class Signs(Strict):
    """What an omen shows."""

    seen: dict[str, int] = Field(default_factory=dict)


def declared() -> tuple[MetaData, dict[str, object], Ledger]:
    """Everything there is, and omens."""
    tables = MetaData(naming_convention=metadata.naming_convention)
    for table in metadata.sorted_tables:
        table.to_metadata(tables)
    branch_table(
        "omens",
        ref("entity_id", "entities"),
        Column("text", Words, nullable=False),
        Column("reading", Words),
        shaped("signs", "signs"),
        mention("entry_id"),
        stale(),
        UniqueConstraint("branch_id", "entity_id", "text"),
        CheckConstraint("text <> ''", name="text"),
        Index(None, "branch_id", "text"),
        into=tables,
    )
    lives = {**LIVES, "omens": logged("What was foretold.", "omens_of", embeds=("text",))}
    return tables, lives, Ledger(tables, lives, {**SHAPES, "signs": Signs})


TABLES, OMEN_LIVES, OMENS = declared()


def omen(row_id: str, who: str, text: str, anchor: str | None = None) -> object:
    return make("omens", row_id, anchor, entity_id=who, text=text, signs={"seen": {"crow": 1}})


async def scene_of(store: Store) -> None:
    def prepare(tx: Tx) -> None:
        table = TABLES.tables["omens"]
        tx.run(CreateTable(table))
        for index in table.indexes:
            tx.run(CreateIndex(index))
        scene = Scene(tx, entry("e1", 1, "opening"), *cast("kael"), omen("o0", "kael", "old"), ledger=OMENS)
        scene.turn("A", "e2", "e3", 2)
        scene.log("P", PC, omen("o1", "kael", "new", "e3"))

    await store.write(prepare)


def test_the_declaration_is_whole() -> None:
    assert faults(TABLES, MappingProxyType(OMEN_LIVES)) == []
    # The same with one thing wrong at a time is found.
    assert any("capture" in fault for fault in faults(TABLES, {**OMEN_LIVES, "omens": logged("x", embeds=("text",))}))
    assert any("embedding_stale" in f for f in faults(TABLES, {**OMEN_LIVES, "omens": logged("x", "omens_of")}))


async def test_it_can_be_edited_undone_and_redone(store: Store) -> None:
    await scene_of(store)

    def case(tx: Tx) -> None:
        scene = Scene.on(tx, ledger=OMENS)
        scene.log("U", UE, put("omens", "o0", text="newer", signs={"seen": {"crow": None, "owl": 2}}))
        assert scene.deltas()[-1].payload == {"text": "old", "signs": {"seen": {"crow": 1, "owl": None}}}
        undo(tx, scene.branch(), OMENS)
        assert scene.row("omens", "o0")["signs"] == {"seen": {"crow": 1}}
        redo(tx, scene.branch(), OMENS)
        assert scene.row("omens", "o0")["signs"] == {"seen": {"owl": 2}}
        scene.log("D", UE, drop("entities", "kael"))
        assert [row["id"] for row in scene.deltas()[-1].payload["omens_of"]] == ["o0", "o1"]
        scene.abort("P")
        assert [row["id"] for row in scene.deltas()[-1].payload["omens_of"]] == ["o0"]
        undo(tx, scene.branch(), OMENS)
        assert scene.there() == {"e1", "e2", "e3", "kael", "o0"}
        assert verify(tx, scene.branch(), OMENS) == []

    await store.write(case)


async def test_it_is_rolled_back_and_forked(store: Store) -> None:
    await scene_of(store)

    def case(tx: Tx) -> None:
        scene = Scene.on(tx, ledger=OMENS)
        scene.turn("B", "e4", "e5", 4)
        scene.log("Q", PC, omen("o2", "kael", "latest", "e5"))
        child = fork(tx, scene.branch(), "e3", "side", ledger=OMENS, lives=OMEN_LIVES)
        assert scene.there(of=child.id) == {"e1", "e2", "e3", "kael", "o0", "o1"}
        rollback(tx, scene.branch(), "e2", OMENS)
        assert scene.there() == {"e1", "kael", "o0"}
        assert verify(tx, scene.branch(), OMENS) == verify(tx, scene.branch(child.id), OMENS) == []

    await store.write(case)


async def test_it_travels_and_goes_with_its_story(store: Store) -> None:
    await scene_of(store)

    def case(tx: Tx) -> None:
        omens = TABLES.tables["omens"]
        before = [dict(row) for row in tx.all(select(omens).order_by(omens.c.id))]
        envelope = export_story(tx, "ann", "story", tables=TABLES, lives=OMEN_LIVES)
        assert len(envelope["story"]["tables"]["omens"]) == 2
        gone = erase(tx, TABLES.tables["stories"], ids=["story"], lives=OMEN_LIVES)
        assert gone["omens"] == 2
        assert import_story(tx, "ann", envelope, tables=TABLES, lives=OMEN_LIVES, ledger=OMENS) == "story"
        assert [dict(row) for row in tx.all(select(omens).order_by(omens.c.id))] == before

    await store.write(case)


async def test_a_table_that_is_not_declared_gets_nothing(store: Store) -> None:
    await scene_of(store)
    with pytest.raises(KeyError):
        await store.write(lambda tx: Scene.on(tx).row("omens", "o0"))
    left = await store.read(lambda tx: export_story(tx, "ann", "story"))
    assert "omens" not in left["story"]["tables"]
    assert await store.read(lambda tx: tx.value(select(stories.c.id))) == "story"
