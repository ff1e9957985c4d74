"""Every table has a life, and a table without one is found."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sqlalchemy import Column, ForeignKey, MetaData, Table

from fabula.store.columns import Name
from fabula.store.life import LIVES, Cleared, Erased, Life, Released, faults, path
from fabula.store.tables import covers, mentions, messages, metadata, people


def copy_of_tables() -> MetaData:
    """The tables, free to be added to."""
    copy = MetaData()
    for table in metadata.sorted_tables:
        table.to_metadata(copy)
    return copy


def toy(tables: MetaData, *columns: Column[str]) -> None:
    """Adds a table of toys."""
    Table("toys", tables, Column("id", Name, primary_key=True), *columns)


def test_every_table_has_a_whole_life() -> None:
    assert faults() == []
    assert set(LIVES) == set(metadata.tables)


def test_every_life_says_why() -> None:
    for name, life in LIVES.items():
        assert life.why.endswith("."), name


def test_a_table_without_a_life_is_found() -> None:
    tables = copy_of_tables()
    assert faults(tables) == []
    toy(tables)
    assert faults(tables) == ["toys has no life."]


def test_a_life_without_a_table_is_found() -> None:
    assert faults(lives={**LIVES, "toys": Life(None, "Toys.")}) == ["toys has a life but there is no such table."]


@pytest.mark.parametrize(
    ("life", "finding"),
    [
        (Life(None, "w."), "toys.book_id refers to a row; say what erasing that does."),
        (Life("person_id", "w."), "toys.book_id refers to a row; say what erasing that does."),
        (Life("book_id", "w.", {"person_id": Erased()}), "toys.book_id owns the row and may not be null."),
        (Life("id", "w."), "toys.id is no reference."),
        (Life("nothing", "w."), "toys.nothing is no reference."),
        (Life(None, "w.", {"person_id": Cleared()}), "toys.person_id is to be cleared but may not be null."),
        (Life(None, "w.", {"book_id": Cleared({"colour": 1})}), "toys.colour is unknown."),
        (Life(None, "w.", {"book_id": Released()}), "toys.book_id is released but nothing keeps the row."),
        (
            Life(None, "w.", {"book_id": Released()}, kept_by=("stories.book_id",)),
            "toys is kept by stories.book_id, which does not refer to it.",
        ),
        (Life(None, "w.", kept_by=("nowhere.x",)), "toys is kept by nowhere.x, which does not refer to it."),
        (Life(None, "w.", secret=frozenset({"colour"})), "toys.colour is secret but unknown."),
    ],
)
def test_what_is_wrong_with_a_life_is_found(life: Life, finding: str) -> None:
    tables = copy_of_tables()
    toy(
        tables,
        Column("person_id", Name, ForeignKey("people.id"), nullable=False),
        Column("book_id", Name, ForeignKey("books.id"), nullable=True),
    )
    assert finding in faults(tables, {**LIVES, "toys": life})
    whole = Life("person_id", "Toys.", {"book_id": Cleared()})
    assert faults(tables, {**LIVES, "toys": whole}) == []


def test_rows_that_own_each_other_in_a_circle_are_found() -> None:
    circle = {**LIVES, "branches": replace(LIVES["branches"], owner="parent_id", gone={"story_id": Erased()})}
    tables = copy_of_tables()
    tables.tables["branches"].c.parent_id.nullable = False
    below = {name for name, life in LIVES.items() if life.owner == "branch_id"}
    assert set(faults(tables, circle)) == {f"{name} is owned in a circle." for name in {"branches", *below}}


def test_a_row_is_reached_through_its_owners() -> None:
    assert [str(column) for column in path(messages)] == [
        "messages.branch_id",
        "branches.story_id",
        "stories.person_id",
    ]
    assert [str(column) for column in path(covers)] == ["covers.book_id"]
    assert [str(column) for column in path(mentions)] == ["mentions.character_id", "characters.book_id"]
    assert path(people) == []


def test_a_password_is_in_no_export() -> None:
    assert "password_hash" in LIVES["people"].secret
    assert LIVES["refresh_tokens"].export.value == "never"
