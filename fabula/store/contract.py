"""What a store can do, and what a unit of work may ask of it.

Owns the two things every other room sees: `Tx`, the transaction a unit runs in, and `Store`, which runs units. It
knows nothing of any particular database. The promise: a unit is all or nothing, sees one snapshot, and is answered
alike by memory, SQLite and PostgreSQL; what one of them cannot do faithfully, all refuse.

A unit is a plain function of one argument. It runs in a worker thread, inside one transaction, and may be run again
from the start when PostgreSQL finds that another transaction got in between; so it must change nothing but the
database: no lists appended to, no model asked, no file written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any, Literal, Protocol, TypeVar

from sqlalchemy import Connection, Executable, RowMapping, Select, Table, insert
from sqlalchemy.exc import DBAPIError, StatementError
from sqlalchemy.sql.elements import ColumnElement

from fabula import errors
from fabula.store.each import send

Row = RowMapping
T = TypeVar("T")
Kind = Literal["memory", "sqlite", "postgresql"]
Values = Mapping[str, Any] | None
Translate = Callable[[DBAPIError], Exception]

CHUNK = 500
"""How many values one IN list holds; far below every driver's limit of parameters."""


class Tx:
    """One transaction, inside one unit; synchronous, and of no use once the unit has ended.

    After a statement has failed nothing more can be asked of it and it will not commit, even if the unit swallows the
    error: PostgreSQL would refuse and SQLite would carry on, and a backend may never answer differently.
    """

    def __init__(
        self, connection: Connection, *, translate: Translate, clock: Callable[[], datetime], writable: bool
    ) -> None:
        self._connection = connection
        self._translate = translate
        self._clock = clock
        self._writable = writable
        self._now: datetime | None = None
        self._failure: Exception | None = None

    @property
    def now(self) -> datetime:
        """The database's time of this transaction (aware, UTC), the same however often it is asked."""
        if self._now is None:
            self._now = self._guarded(self._clock)
        return self._now

    @property
    def writable(self) -> bool:
        """Whether this unit may write."""
        return self._writable

    def all(self, statement: Executable, values: Values = None) -> list[Row]:
        """Every row. Order is only what the statement asks for; `values` fill its named parameters."""
        return self._guarded(lambda: list(self._connection.execute(statement, values).mappings().all()))

    def rows(self, statement: Executable, values: Values = None) -> list[Any]:
        """As `all`, as plain tuples, for the many."""
        return self._guarded(lambda: list(self._connection.execute(statement, values).all()))

    def one(self, statement: Executable, values: Values = None) -> Row | None:
        """The first row, or None."""
        return self._guarded(lambda: self._connection.execute(statement, values).mappings().first())

    def value(self, statement: Executable, values: Values = None) -> Any:
        """The first column of the first row, or None."""
        row = self._guarded(lambda: self._connection.execute(statement, values).first())
        return None if row is None else row[0]

    def run(self, statement: Executable, values: Values = None) -> int:
        """Runs a writing statement and returns how many rows it touched (0 when the database does not count)."""
        self._must_write()
        return self._guarded(lambda: max(0, self._connection.execute(statement, values).rowcount))

    def insert(self, table: Table, *rows: Mapping[str, Any]) -> None:
        """Inserts rows in order. Columns a row leaves out take their default, or null.

        `created_at` and `updated_at`, where the table has them and the row does not say, are `now`. A column the
        table does not have is a programming error (KeyError).
        """
        self._must_write()
        filled = [self._filled(table, row) for row in rows]
        for _, alike in groupby(filled, key=list):
            self._insert(table, list(alike))

    def among(self, statement: Select[Any], column: ColumnElement[Any], values: Iterable[Any]) -> list[Row]:
        """The rows of `statement` whose `column` is one of `values`, however many values there are.

        Runs the statement once for every CHUNK distinct values; an ORDER BY holds only within a chunk, so sort the
        answer where order matters.
        """
        found: list[Row] = []
        for part in chunks(dict.fromkeys(values)):
            found += self.all(statement.where(column.in_(part)))
        return found

    def run_each(self, statement: Executable, rows: Sequence[Mapping[str, Any]]) -> None:
        """Runs a writing statement once for each row of parameters; every row has the same keys."""
        self._must_write()
        if rows:
            self._guarded(lambda: send(self._connection, statement, rows))

    @property
    def connection(self) -> Connection:
        """The connection itself, for the store's own machinery (migrations, checks)."""
        return self._connection

    def settle(self) -> None:
        """Called before commit: raises what a statement failed with, if the unit kept it to itself."""
        if self._failure is not None:
            raise self._failure

    def _insert(self, table: Table, rows: list[dict[str, Any]]) -> None:
        self._guarded(lambda: self._connection.execute(insert(table), rows))

    def _filled(self, table: Table, row: Mapping[str, Any]) -> dict[str, Any]:
        for name in row:
            if name not in table.c:
                raise KeyError(f"{table.name} has no column {name!r}")
        stamps = {name: self.now for name in ("created_at", "updated_at") if name in table.c and name not in row}
        return {**row, **stamps}

    def _must_write(self) -> None:
        if not self._writable:
            raise errors.Unavailable("A read unit cannot write; use store.write.")

    def _guarded(self, call: Callable[[], T]) -> T:
        self.settle()
        try:
            return call()
        except DBAPIError as fault:
            self._failure = self._translate(fault)
            raise self._failure from None
        except StatementError as fault:
            # A value was refused while it was being converted; SQLAlchemy wraps our own error.
            if isinstance(fault.orig, errors.FabulaError):
                self._failure = fault.orig
                raise fault.orig from None
            raise
        except errors.FabulaError as fault:
            self._failure = fault
            raise


class Store(Protocol):
    """A place where everything is kept. Made by `fabula.store.open.open_store`."""

    @property
    def kind(self) -> Kind:
        """Which backend this is."""

    @property
    def where(self) -> str:
        """The absolute file, `host:port/database`, or `memory`; never credentials."""

    async def read(self, fn: Callable[[Tx], T]) -> T:
        """Runs `fn` on a read-only snapshot."""

    async def write(self, fn: Callable[[Tx], T]) -> T:
        """Runs `fn` in a transaction and commits it; an exception from `fn` leaves nothing behind.

        Cancelling the awaiting task never interrupts a unit half-way: one that has begun is finished (and committed)
        before the cancellation is delivered; one that has not begun is dropped.
        """

    async def close(self) -> None:
        """Waits for running units, then lets go of connections and of the file lock. May be called twice."""

    async def check(self) -> list[str]:
        """What is wrong with the stored data, as sentences; an empty list means clean."""


def chunks(values: Iterable[T], size: int = CHUNK) -> Iterator[Sequence[T]]:
    """The values in order, in lists of at most `size`."""
    part: list[T] = []
    for value in values:
        part.append(value)
        if len(part) == size:
            yield part
            part = []
    if part:
        yield part
