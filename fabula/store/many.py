"""One statement for any number of values.

Owns the comparison of a column with a list sent as a single parameter: `json_each` on SQLite, `ANY` on PostgreSQL. It
knows nothing of tables. The promise: however many values there are, it is one statement with one parameter, and the
statement stays the same object to whatever caches it.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any

from sqlalchemy import ARRAY, BigInteger, Boolean, Dialect, Text, TypeDecorator, bindparam
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.elements import ColumnElement
from sqlalchemy.sql.functions import FunctionElement
from sqlalchemy.types import TypeEngine


class _Listed(TypeDecorator[Any]):
    """A list of ids: JSON text on SQLite, an array on PostgreSQL."""

    impl = Text
    cache_ok = True
    whole = False

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        if dialect.name == "postgresql":
            return dialect.type_descriptor(ARRAY(BigInteger() if self.whole else Text()))
        return dialect.type_descriptor(Text())

    def process_bind_param(self, value: Any, dialect: Dialect) -> Any:
        listed = list(value)
        return listed if dialect.name == "postgresql" else json.dumps(listed, ensure_ascii=False)


class _ListedWhole(_Listed):
    """A list of whole numbers."""

    cache_ok = True
    whole = True


class _Within(FunctionElement[bool]):
    type = Boolean()
    inherit_cache = True
    _is_implicitly_boolean = True  # else SQLite would be asked whether it "= 1", and could use no index
    name = "within"


@compiles(_Within, "sqlite")
def _on_sqlite(element: Any, compiler: Any, **kw: Any) -> str:
    column, values = element.clauses
    return f"({compiler.process(column, **kw)} IN (SELECT value FROM json_each({compiler.process(values, **kw)})))"


@compiles(_Within, "postgresql")
def _on_postgresql(element: Any, compiler: Any, **kw: Any) -> str:
    column, values = element.clauses
    return f"({compiler.process(column, **kw)} = ANY ({compiler.process(values, **kw)}))"


def within(column: ColumnElement[Any], values: Collection[str]) -> ColumnElement[bool]:
    """Whether the column is one of these texts."""
    return _Within(column, bindparam(None, values, type_=_Listed(), unique=True))


def within_named(column: ColumnElement[Any], name: str, *, whole: bool = False) -> ColumnElement[bool]:
    """Whether the column is one of the values (texts, or whole numbers) given as the parameter `name`."""
    return _Within(column, bindparam(name, type_=_ListedWhole() if whole else _Listed(), required=True))
