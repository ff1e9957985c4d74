"""What follows from the declarations of logged tables: references, natural keys, shapes, statements.

Owns the derivation, done once. It reads columns' facts and lives and nothing else, so that the machinery of the log
names no table. The promise: whatever is declared like one of these tables gets undo, redo, rollback, fork, export and
deletion without a line of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any

from pydantic import BaseModel
from sqlalchemy import Column, MetaData, Table, UniqueConstraint, bindparam, delete, insert, select, update
from sqlalchemy.sql.dml import Delete, Insert, Update
from sqlalchemy.sql.selectable import Select

from fabula.store.columns import Instant, Whole
from fabula.store.life import LIVES, Life, Undo
from fabula.store.many import within_named
from fabula.store.tables import metadata
from fabula.store.tables.making import Ref
from fabula.story.shapes import SHAPES, Shapes
from fabula.story.shapes.tree import Node, merged, tree_of

Key = tuple[str, str]
"""A row of a branch: its table and its id."""

Image = dict[str, Any]
"""A row without its branch, as Python values."""


@dataclass(frozen=True)
class Reference:
    """`table.column` names a row of another table; `when` = (column, value) limits it to some rows."""

    table: str
    column: str
    to: str
    when: tuple[str, str] | None

    def of(self, row: Mapping[str, Any]) -> Key | None:
        """The row that this row names by this reference."""
        if self.when is not None and row[self.when[0]] != self.when[1]:
            return None
        return (self.to, row[self.column])


@dataclass(frozen=True)
class Logged:
    """One logged table."""

    table: Table
    life: Life
    shapes: Mapping[str, tuple[str | None, Mapping[str | None, type[BaseModel]]]]
    trees: Mapping[str, Mapping[str, Node]]
    references: tuple[Reference, ...]
    _updates: dict[tuple[str, ...], Update] = field(default_factory=dict)
    _selects: dict[tuple[str, ...], Select[Any]] = field(default_factory=dict)

    @cached_property
    def name(self) -> str:
        """The table's name."""
        return self.table.name

    @cached_property
    def columns(self) -> tuple[Column[Any], ...]:
        """Every column but the branch."""
        return tuple(column for column in self.table.columns if column.name != "branch_id")

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Their names."""
        return tuple(column.name for column in self.columns)

    @cached_property
    def quiet(self) -> frozenset[str]:
        """Columns the log does not follow."""
        return frozenset(column.name for column in self.columns if column.info.get("quiet"))

    @cached_property
    def fixed(self) -> frozenset[str]:
        """Columns that are what they are for as long as the row is there."""
        kinds = {by for by, _ in self.shapes.values() if by is not None}
        sorts = {reference.when[0] for reference in self.references if reference.when is not None}
        return frozenset({"id", *self.quiet, *(reference.column for reference in self.references), *kinds, *sorts})

    @cached_property
    def weak(self) -> frozenset[str]:
        """Columns with an id that may lead nowhere."""
        return frozenset(column.name for column in self.columns if column.info.get("weak"))

    @cached_property
    def instants(self) -> frozenset[str]:
        """Columns with a point in time."""
        return frozenset(column.name for column in self.columns if isinstance(column.type, Instant))

    @cached_property
    def natural_keys(self) -> tuple[tuple[str, ...], ...]:
        """What no two rows of a branch may share, the column to look for first."""
        refs = {reference.column for reference in self.references}
        rules = [rule for rule in self.table.constraints if isinstance(rule, UniqueConstraint)]
        keys = [[column.name for column in rule.columns if column.name != "branch_id"] for rule in rules]
        return tuple(sorted(tuple(sorted(key, key=lambda name: name not in refs)) for key in keys))

    def model(self, column: str, row: Mapping[str, Any]) -> type[BaseModel] | None:
        """The model of the column of this row; None when the row's kind is unknown."""
        by, models = self.shapes[column]
        return models.get(None if by is None else row.get(by))

    @cached_property
    def select_ids(self) -> Select[Any]:
        """The rows of the branch `branch` whose id is one of `ids`."""
        here = self.table.c.branch_id == bindparam("branch")
        return select(*self.columns).where(here, within_named(self.table.c.id, "ids"))

    def select_some(self, names: tuple[str, ...]) -> Select[Any]:
        """The same, these columns only."""
        found = self._selects.get(names)
        if found is None:
            here = self.table.c.branch_id == bindparam("branch")
            chosen = [self.table.c[name] for name in names]
            found = self._selects[names] = select(*chosen).where(here, within_named(self.table.c.id, "ids"))
        return found

    @cached_property
    def needed(self) -> frozenset[str]:
        """Columns without which no change of a row can be judged."""
        kinds = {by for by, _ in self.shapes.values() if by is not None}
        return frozenset({"id", *self.life.keeps, *kinds})

    @cached_property
    def select_all(self) -> Select[Any]:
        """Every logged row of the branch `branch`."""
        query = select(*self.columns).where(self.table.c.branch_id == bindparam("branch"))
        if self.life.aside is not None:
            column, value = self.life.aside
            query = query.where(self.table.c[column] != value)
        return query

    @cached_property
    def told(self) -> tuple[str, ...]:
        """The columns the log follows, and the id."""
        return tuple(name for name in self.names if name not in self.quiet)

    @cached_property
    def select_told(self) -> Select[Any]:
        """The same, with the columns the log follows only."""
        return self.select_all.with_only_columns(*(self.table.c[name] for name in self.told))

    @cached_property
    def insert_rows(self) -> Insert:
        """Inserts rows of all columns."""
        return insert(self.table)

    @cached_property
    def delete_ids(self) -> Delete:
        """Deletes the rows of the branch `branch` whose id is one of `ids`."""
        here = self.table.c.branch_id == bindparam("branch")
        return delete(self.table).where(here, within_named(self.table.c.id, "ids"))

    def select_by(self, names: tuple[str, ...]) -> Select[Any]:
        """Id and these columns of the rows of the branch `branch` whose first such column is one of `values`."""
        here = self.table.c.branch_id == bindparam("branch")
        first = self.table.c[names[0]]
        listed = within_named(first, "values", whole=isinstance(first.type, Whole))
        return select(self.table.c.id, *(self.table.c[name] for name in names)).where(here, listed)

    def update_row(self, names: tuple[str, ...]) -> Update:
        """Sets columns of the row `the_id` of the branch `the_branch` to `to_NAME`."""
        found = self._updates.get(names)
        if found is None:
            found = (
                update(self.table)
                .where(self.table.c.branch_id == bindparam("the_branch"), self.table.c.id == bindparam("the_id"))
                .values({name: bindparam(f"to_{name}") for name in names})
            )
            self._updates[names] = found
        return found

    def frozen(self, row: Mapping[str, Any]) -> Image:
        """The row as JSON."""
        return {name: self.freeze(name, value) for name, value in row.items()}

    def thawed(self, row: Mapping[str, Any]) -> Image:
        """The row from JSON."""
        return {name: self.thaw(name, value) for name, value in row.items()}

    def freeze(self, name: str, value: Any) -> Any:
        """One value as JSON."""
        return value.isoformat() if name in self.instants and isinstance(value, datetime) else value

    def thaw(self, name: str, value: Any) -> Any:
        """One value from JSON."""
        return datetime.fromisoformat(value) if name in self.instants and isinstance(value, str) else value


class Ledger:
    """All logged tables, and who refers to whom."""

    def __init__(self, tables: MetaData = metadata, lives: Mapping[str, Life] = LIVES, shapes: Shapes = SHAPES) -> None:
        self.tables: dict[str, Logged] = {}
        for table in sorted(tables.tables.values(), key=lambda table: table.name):
            life = lives.get(table.name)
            if life is not None and life.undo is Undo.LOGGED:
                self.tables[table.name] = _logged(table, life, shapes)
        self.referrers: dict[str, list[Reference]] = {name: [] for name in self.tables}
        for logged in self.tables.values():
            for reference in logged.references:
                self.referrers[reference.to].append(reference)
        self.trash = [
            _trash(tables, name, life) for name, life in lives.items() if life.trash and name in tables.tables
        ]
        self.captures = {each.life.capture: each for each in self.tables.values() if each.life.capture is not None}
        self.order = self._order()

    def __getitem__(self, name: str) -> Logged:
        return self.tables[name]

    def _order(self) -> dict[str, int]:
        """A rank for each table: what is referred to comes before what refers to it."""
        ranked: dict[str, int] = {}
        left = list(self.tables)
        while left:
            ready = [n for n in left if all(ref.to in ranked or ref.to == n for ref in self.tables[n].references)]
            if not ready:
                raise TypeError(f"tables refer to each other in a circle: {', '.join(left)}")
            for name in ready:
                ranked[name] = len(ranked)
            left = [name for name in left if name not in ranked]
        return ranked


def _trash(tables: MetaData, name: str, life: Life) -> tuple[Table, str, list[Column[Any]]]:
    """A shared table, the column that marks its trash, and the columns that keep its rows."""
    keepers = [keeper.partition(".") for keeper in life.kept_by]
    return tables.tables[name], str(life.trash), [tables.tables[table].c[column] for table, _, column in keepers]


def _logged(table: Table, life: Life, shapes: Shapes) -> Logged:
    models: dict[str, tuple[str | None, Mapping[str | None, type[BaseModel]]]] = {}
    references: list[Reference] = []
    for column in table.columns:
        shape = column.info.get("shape")
        if shape is not None:
            registered = shapes[shape.name]
            by_kind: dict[str | None, type[BaseModel]] = (
                dict(registered.items()) if isinstance(registered, Mapping) else {None: registered}
            )
            models[column.name] = (shape.by, by_kind)
        refs: tuple[Ref, ...] = column.info.get("refs", ())
        references += [Reference(table.name, column.name, ref.table, ref.when) for ref in refs]
    trees = {name: merged(map(tree_of, known.values())) for name, (_, known) in models.items()}
    return Logged(table, life, models, trees, tuple(references))


LEDGER = Ledger()
"""The logged tables of Fabula."""
