"""How the tables in a database differ from the tables as declared.

Owns the comparison of columns, nullability, keys, uniqueness, indexes and checks. It changes nothing. The promise: an
empty answer means that both would accept and refuse the same rows, on whatever backend was asked.
"""

from __future__ import annotations

import re
from typing import Any

from sqlalchemy import CheckConstraint, Connection, Inspector, MetaData, Table, UniqueConstraint, inspect
from sqlalchemy.types import TypeEngine


def differences(connection: Connection, metadata: MetaData) -> list[str]:
    """What is missing, extra or different, as sentences, in a fixed order."""
    inspector = inspect(connection)
    there = set(inspector.get_table_names())
    found: list[str] = []
    for table in sorted(metadata.tables.values(), key=lambda table: table.name):
        if table.name not in there:
            found.append(f"The table {table.name} is missing.")
            continue
        declared, stored = _declared(table, connection), _stored(inspector, table.name)
        found += [
            f"{table.name}: {aspect} declared {declared.get(aspect)!r}, stored {stored.get(aspect)!r}."
            for aspect in sorted(declared.keys() | stored.keys())
            if declared.get(aspect) != stored.get(aspect)
        ]
    return found


def _declared(table: Table, connection: Connection) -> dict[str, Any]:
    shape: dict[str, Any] = {
        f"column {column.name}": (_type(column.type, connection), bool(column.nullable)) for column in table.columns
    }
    shape["primary key"] = (str(table.primary_key.name), [column.name for column in table.primary_key])
    for rule in table.constraints:
        if isinstance(rule, UniqueConstraint):
            shape[f"unique {rule.name}"] = [column.name for column in rule.columns]
        elif isinstance(rule, CheckConstraint):
            shape[f"check {rule.name}"] = True
    for key in table.foreign_key_constraints:
        shape[f"reference {key.name}"] = (
            list(key.column_keys),
            key.referred_table.name,
            [element.column.name for element in key.elements],
        )
    for index in table.indexes:
        where = index.dialect_options[connection.dialect.name]["where"]
        shape[f"index {index.name}"] = (
            [column.name for column in index.columns],
            bool(index.unique),
            where is not None,
        )
    return shape


def _stored(inspector: Inspector, name: str) -> dict[str, Any]:
    connection = inspector.bind
    assert isinstance(connection, Connection)
    shape: dict[str, Any] = {
        f"column {column['name']}": (_type(column["type"], connection), bool(column["nullable"]))
        for column in inspector.get_columns(name)
    }
    primary = inspector.get_pk_constraint(name)
    shape["primary key"] = (str(primary["name"]), list(primary["constrained_columns"]))
    for rule in inspector.get_unique_constraints(name):
        shape[f"unique {rule['name']}"] = list(rule["column_names"])
    for check in inspector.get_check_constraints(name):
        shape[f"check {check['name']}"] = True
    for key in inspector.get_foreign_keys(name):
        # SQLite tells no name for a reference that was written behind its column, as ADD COLUMN has to.
        named = key["name"] or f"fk_{name}_{'_'.join(key['constrained_columns'])}"
        shape[f"reference {named}"] = (
            list(key["constrained_columns"]),
            key["referred_table"],
            list(key["referred_columns"]),
        )
    for index in inspector.get_indexes(name):
        if index.get("duplicates_constraint"):
            continue  # PostgreSQL shows the index behind a uniqueness rule as well
        options = index.get("dialect_options", {})
        partial = any(options.get(f"{dialect}_where") is not None for dialect in ("sqlite", "postgresql"))
        shape[f"index {index['name']}"] = (list(index["column_names"]), bool(index["unique"]), partial)
    return shape


def _type(kind: TypeEngine[Any], connection: Connection) -> str:
    return re.sub(r"\s+", " ", kind.compile(dialect=connection.dialect)).upper()
