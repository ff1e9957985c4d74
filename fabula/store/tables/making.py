"""How a table is written down: the metadata, the naming of rules, and short words for columns.

Owns the one MetaData object and its naming convention. It knows nothing of any particular table. The promise: every
rule has a name that is the same on every backend, every SQLite table is STRICT, and no foreign key cascades: erasure
is derived from the declared lives, and the database only checks that it was right.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import CheckConstraint, Column, ForeignKey, MetaData, Table

from fabula.store.columns import Instant, Name

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
