"""One writing statement for many rows, without what SQLAlchemy does for every row of them.

Owns the statement as the driver takes it, compiled once, and the conversion of rows by the types of its own parameters.
It knows nothing of tables. The promise: what arrives is what `Connection.execute(statement, rows)` would have sent;
what it cannot send so, a statement with defaults of its own, it leaves to that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from weakref import WeakKeyDictionary

from sqlalchemy import Connection, Executable
from sqlalchemy.engine.interfaces import Dialect

Convert = Callable[[Any], Any]


class _Ready:
    """A statement in the words of one driver: its text, and for each parameter its name and what converts it."""

    def __init__(self, statement: Any, dialect: Dialect, names: tuple[str, ...]) -> None:
        compiled: Any = statement.compile(dialect=dialect, column_keys=list(names))
        self.text = str(compiled)
        self.positional = bool(compiled.positional)
        wanted = list(compiled.positiontup) if self.positional else list(compiled.binds)
        # Defaults, constants of the statement's own, lists to be expanded, odd names: not for here.
        self.fit = set(wanted) == set(names) and not (
            compiled.insert_prefetch or compiled.update_prefetch or compiled.post_compile_params
        )
        self.fit = self.fit and not compiled.escaped_bind_names
        self.parameters: list[tuple[str, Convert | None]] = []
        if self.fit:
            for name in wanted:
                kind = compiled.binds[name].type.dialect_impl(dialect)
                self.parameters.append((name, kind.bind_processor(dialect)))

    def converted(self, rows: Sequence[Mapping[str, Any]]) -> list[Any]:
        """The rows as the driver takes them."""
        if self.positional:
            return [tuple([row[n] if c is None else c(row[n]) for n, c in self.parameters]) for row in rows]
        return [{n: row[n] if c is None else c(row[n]) for n, c in self.parameters} for row in rows]


_ready: WeakKeyDictionary[Any, dict[tuple[str, tuple[str, ...]], _Ready]] = WeakKeyDictionary()


def send(connection: Connection, statement: Executable, rows: Sequence[Mapping[str, Any]]) -> None:
    """Runs the statement once for each row; every row has the same keys. errors.Invalid for a value that cannot be
    stored."""
    dialect, names = connection.dialect, tuple(rows[0])
    known = _ready.setdefault(statement, {})
    ready = known.get((dialect.name, names))
    if ready is None:
        ready = known[(dialect.name, names)] = _Ready(statement, dialect, names)
    if ready.fit:
        connection.exec_driver_sql(ready.text, ready.converted(rows))
    else:
        connection.execute(statement, rows)
