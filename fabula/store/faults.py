"""What the database can object to, in Fabula's own words.

Owns the store's subclasses of the error tree. Drivers' exceptions are turned into these in `sqlite` and `postgres`
and nowhere else. The promise: the name of the violated rule is the same on every backend, and no message repeats the
values of a row.
"""

from __future__ import annotations

from sqlalchemy import MetaData, PrimaryKeyConstraint, Table, UniqueConstraint

from fabula import errors


class Duplicate(errors.Conflict):
    """A uniqueness rule was broken; `constraint` is its name as declared in tables (any one, of several)."""

    def __init__(self, constraint: str) -> None:
        super().__init__("This already exists; look at what is stored first.")
        self.constraint = constraint


class Dangling(errors.Conflict):
    """A row points at something that is not there, or something still points at the row that was to go."""

    def __init__(self) -> None:
        super().__init__("The thing this belongs to is gone, or something still depends on it.")


class Unfit(errors.Invalid):
    """A value breaks a rule of its column; `constraint` names the CHECK or the `table.column` that may not be null."""

    def __init__(self, constraint: str) -> None:
        super().__init__("A value does not fit where it is to be stored; check what was sent.")
        self.constraint = constraint


def unique_rule(metadata: MetaData, table_name: str, columns: tuple[str, ...]) -> str:
    """The declared name of the uniqueness rule over exactly these columns, in any order.

    SQLite reports the columns, PostgreSQL the name; this makes both say the name. A rule that is not declared (a
    table outside the metadata) is named `table.column,column`.
    """
    table = metadata.tables.get(table_name)
    if table is not None:
        wanted = frozenset(columns)
        for name, over in _unique_rules(table):
            if over == wanted:
                return name
    return f"{table_name}.{','.join(columns)}"


def _unique_rules(table: Table) -> list[tuple[str, frozenset[str]]]:
    found = [
        (str(rule.name), frozenset(column.name for column in rule.columns))
        for rule in table.constraints
        if isinstance(rule, PrimaryKeyConstraint | UniqueConstraint)
    ]
    found += [
        (str(index.name), frozenset(column.name for column in index.columns)) for index in table.indexes if index.unique
    ]
    return sorted(found, key=lambda pair: pair[0])
