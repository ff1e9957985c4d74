"""The queries that docs/storage.md shows work on a real file, and its tables are the tables there are."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

from fabula.store.contract import Tx
from fabula.store.open import open_store
from fabula.store.tables import metadata
from tests.store.family import populate
from tests.story.scene import PC, Scene, cast, entry, make, pair

PAGE = (Path(__file__).parents[2] / "docs" / "storage.md").read_text(encoding="utf-8")


async def test_the_queries_shown_work_and_find_something(tmp_path: Path) -> None:
    store = await open_store(f"sqlite:///{tmp_path}/f.db")
    await store.write(populate)
    block = PAGE.partition("## Looking into the file")[2].partition("```sql\n")[2].partition("```")[0]
    lines = [line for line in block.splitlines() if not line.startswith((".", "--"))]
    statements = [statement.strip() for statement in "\n".join(lines).split(";") if statement.strip()]
    assert len(statements) == 9
    connection = sqlite3.connect(f"file:{tmp_path}/f.db?mode=ro", uri=True)
    for name, value in (("book_…", "shared"), ("brch_…", "ben-shared-side"), ("char_…", "shared-hero")):
        statements = [statement.replace(name, value) for statement in statements]
    for statement in statements:
        rows = connection.execute(statement).fetchall()
        assert rows or statement.startswith("PRAGMA foreign_key_check"), statement
    connection.close()
    await store.close()


async def test_the_questions_about_a_story_work_and_find_something(tmp_path: Path) -> None:
    def told(tx: Tx) -> None:
        beginning = [entry("e1", 1, "opening"), *cast("kael", "mira"), pair("rel", "kael", "mira", "ally", "foe")]
        scene = Scene(tx, *beginning)
        scene.turn("A", "e2", "e3", 2)
        storm = make("happenings", "hap", "e3", title="The storm")
        aware = {"happening_id": "hap", "character_id": "mira", "learned_at_entry_id": "e3"}
        scene.log("P", PC, storm, make("happening_awareness", "aw", "e3", **aware))
        scene.fork("e2")

    store = await open_store(f"sqlite:///{tmp_path}/f.db")
    await store.write(told)
    block = PAGE.partition("## Stories and their log")[2].partition("```sql\n")[2].partition("```")[0]
    lines = [line for line in block.splitlines() if not line.startswith("--")]
    statements = [s.strip().replace("brch_…", "main") for s in "\n".join(lines).split(";") if s.strip()]
    assert len(statements) == 5
    connection = sqlite3.connect(f"file:{tmp_path}/f.db?mode=ro", uri=True)
    counts = [len(connection.execute(statement).fetchall()) for statement in statements]
    assert counts == [1, 2, 2, 2, 2]
    connection.close()
    await store.close()


def test_every_table_is_on_the_page() -> None:
    section = PAGE.partition("## Tables")[2].partition("### Lives")[0]
    named = set(re.findall(r"`([a-z_]+)`", section.partition("Ids are")[0]))
    assert named == set(metadata.tables)
