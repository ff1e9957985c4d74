"""How a table is written down: the metadata, the naming of rules, and short words for columns.

Rows of a branch refer to each other by id within the branch, without foreign keys; what a column means beyond its type
(a reference, a JSON shape, a column the log does not follow) is a fact written beside it, in `Column.info`.

Owns the one MetaData object and its naming convention. It knows nothing of any particular table. The promise: every
rule has a name that is the same on every backend, every SQLite table is STRICT, and no foreign key cascades: erasure
is derived from the declared lives, and the database only checks that it was right.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import CheckConstraint, Column, ForeignKey, MetaData, Table

from fabula.store.columns import Flag, Instant, Json, Name, Words

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def table(name: str, *parts: Any, into: MetaData = metadata) -> Table:
    """A table, STRICT on SQLite."""
    return Table(name, into, *parts, sqlite_strict=True)


def key(name: str = "id") -> Column[str]:
    """The single-column primary key: an id."""
    return Column(name, Name, primary_key=True)


def link(name: str, to: str, *, needed: bool = True, part_of_key: bool = False, alter: bool = False) -> Column[str]:
    """A reference to `table.column`. `alter` marks the one link of a cycle that is added after both tables exist."""
    return Column(name, Name, ForeignKey(to, use_alter=alter), nullable=not needed, primary_key=part_of_key)


def at(name: str, *, needed: bool = True) -> Column[Any]:
    """An instant."""
    return Column(name, Instant, nullable=not needed)


def one_of(column: str, *values: str) -> CheckConstraint:
    """The column holds one of these words (or null, where the column allows it)."""
    listed = ", ".join(f"'{value}'" for value in values)
    return CheckConstraint(f"{column} IN ({listed})", name=column)


@dataclass(frozen=True)
class Ref:
    """A column holds the id of a row of `table` in the same branch; `when` = (column, value) says for which rows."""

    table: str
    when: tuple[str, str] | None = None


@dataclass(frozen=True)
class Shape:
    """A JSON column has this registered shape; `by` names the column whose value chooses among several."""

    name: str
    by: str | None = None


def branch_table(name: str, *parts: Any, into: MetaData = metadata) -> Table:
    """A table of rows that belong to a branch: keyed by (branch_id, id), so that a fork keeps every id."""
    branch = link("branch_id", "branches.id", part_of_key=True)
    return table(name, branch, Column("id", Name, primary_key=True), *parts, into=into)


def ref(name: str, to: str) -> Column[str]:
    """The id of a row of the same branch, without which this row cannot be."""
    return Column(name, Name, nullable=False, info={"refs": (Ref(to),)})


def ref_by(name: str, by: str, targets: dict[str, str]) -> Column[str]:
    """The id of a row of one of several tables: `targets` gives the table for each value of the column `by`."""
    refs = tuple(Ref(to, (by, value)) for value, to in targets.items())
    return Column(name, Name, nullable=False, info={"refs": refs})


def mention(name: str) -> Column[str]:
    """The id of a row that may be gone: it is not followed, and a reader who finds nothing there sees nothing."""
    return Column(name, Name, nullable=True, info={"weak": True})


def shaped(name: str, shape: str, *, by: str | None = None) -> Column[Any]:
    """A JSON object of a registered shape; never null, so that a change of it is always a change of its parts."""
    return Column(name, Json, nullable=False, info={"shape": Shape(shape, by)})


def words(name: str) -> Column[Any]:
    """A JSON list of words."""
    return Column(name, Json, nullable=False, default=list, info={"words": True})


def stale() -> Column[bool]:
    """Whether the embedded text has changed since its vector was made; follows the row, not the log."""
    return Column("embedding_stale", Flag, nullable=False, default=True, info={"quiet": True})


def stamp(name: str) -> Column[Any]:
    """When the row was made or changed; follows the row, not the log."""
    return Column(name, Instant, nullable=False, info={"quiet": True})


def prose(name: str) -> Column[str]:
    """Text that may be empty but is always there."""
    return Column(name, Words, nullable=False, default="")
