"""What is particular to SQLite, in a file or in memory.

Owns pragmas, begin modes, the version look at a closed file, and the translation of the driver's errors. It knows
nothing of tables beyond the names of their rules. The promise: writes are serial and durable before they are
acknowledged (WAL, synchronous=FULL), reads are snapshots, and the file is readable by its owner alone.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any, Literal
from urllib.parse import quote

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import QueuePool, StaticPool

from fabula import errors
from fabula.clock import utc_now
from fabula.store.faults import Dangling, Duplicate, Unfit, unique_rule
from fabula.store.tables import metadata
from fabula.store.unit import Backend

Synchronous = Literal["FULL", "NORMAL"]
READERS = 4
_READING = {"fabula_reading": True}
"""Marks connections whose transactions only read; see `_engine`."""
BUSY_S = 10.0
"""How long to wait for a stranger's lock on the file (a shell, a backup) before giving up."""


def memory_backend() -> Backend:
    """A database in this process that ends with it: one connection, one thread, reads and writes in turn."""
    writer = _engine(lambda: _connect(":memory:"), [], pool={"poolclass": StaticPool})
    return Backend(
        kind="memory",
        where="memory",
        writer=writer,
        reader=writer.execution_options(**_READING),
        writers=1,
        readers=0,
        translate=translate,
        now=_now,
        second_look=False,
        release=lambda: None,
    )


def file_backend(path: Path, *, synchronous: Synchronous, release: Callable[[], None]) -> Backend:
    """A database in a file: one writer thread, READERS reading threads with connections of their own."""
    pragmas = ["PRAGMA journal_mode=WAL", f"PRAGMA synchronous={synchronous}", "PRAGMA journal_size_limit=67108864"]
    return Backend(
        kind="sqlite",
        where=str(path),
        writer=_engine(lambda: _connect(str(path)), pragmas, pool=_pool(1)),
        reader=_engine(lambda: _connect(str(path)), pragmas, pool=_pool(READERS)).execution_options(**_READING),
        writers=1,
        readers=READERS,
        translate=translate,
        now=_now,
        second_look=False,
        release=release,
    )


def make_folder(path: Path) -> None:
    """Creates the missing folders on the way to a file, readable by their owner alone (0700)."""
    for folder in reversed(path.parents):
        if not folder.exists():
            folder.mkdir(mode=0o700, exist_ok=True)


def make_file(path: Path) -> None:
    """Creates the file, readable by its owner alone (0600). SQLite gives -wal and -shm the file's own mode."""
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))


def look_inside(path: Path, version_table: str) -> tuple[set[str], list[str]]:
    """The names of the tables and the recorded versions, read without changing a byte of the file.

    Raises errors.CannotStart when the file is not a SQLite database or cannot be read.
    """
    try:
        connection = sqlite3.connect(f"file:{quote(str(path))}?mode=ro", uri=True, timeout=BUSY_S)
        try:
            names = {
                str(name)
                for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")
                if not str(name).startswith("sqlite_")
            }
            versions = []
            if version_table in names:
                versions = [str(row[0]) for row in connection.execute(f"SELECT * FROM {version_table}")]
            return names, versions
        finally:
            connection.close()
    except sqlite3.Error as fault:
        raise errors.CannotStart(f"The file {path} cannot be read as a Fabula database: {fault}.") from fault


def translate(fault: DBAPIError) -> Exception:
    """The driver's complaint in Fabula's words; one that nobody foresaw is given back as it is."""
    cause = fault.orig
    name = getattr(cause, "sqlite_errorname", "")
    text = str(cause)
    subject = text.partition(": ")[2]
    if name in ("SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_PRIMARYKEY", "SQLITE_CONSTRAINT_ROWID"):
        return Duplicate(_unique_name(subject))
    if name == "SQLITE_CONSTRAINT_FOREIGNKEY":
        return Dangling()
    if name in ("SQLITE_CONSTRAINT_CHECK", "SQLITE_CONSTRAINT_NOTNULL", "SQLITE_CONSTRAINT_DATATYPE"):
        return Unfit(subject)
    if name == "SQLITE_TOOBIG" or isinstance(cause, sqlite3.DataError):
        return errors.Invalid("The value is too large to be stored.")
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return errors.Busy("Another program holds the database file; close it and try again.", retry_after=1)
    if name == "SQLITE_FULL":
        return errors.Unavailable("The disk is full; make room and try again.")
    if name.startswith(("SQLITE_READONLY", "SQLITE_IOERR", "SQLITE_CANTOPEN", "SQLITE_PERM")):
        return errors.Unavailable("The database file cannot be written; check the disk and its permissions.")
    if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
        return errors.Unavailable("The database file is damaged; restore it from a backup.")
    return fault


def _unique_name(subject: str) -> str:
    pairs = [part.strip().partition(".") for part in subject.split(",")]
    return unique_rule(metadata, pairs[0][0], tuple(column for _, _, column in pairs))


def _now(_: Connection) -> datetime:
    return utc_now()


def _connect(path: str) -> sqlite3.Connection:
    # No implicit transactions: the driver's own would begin too late and lose updates. See _engine.
    return sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=BUSY_S, cached_statements=512)


def _pool(size: int) -> dict[str, Any]:
    return {"poolclass": QueuePool, "pool_size": size, "max_overflow": 0}


def _engine(connect: Callable[[], sqlite3.Connection], pragmas: list[str], *, pool: dict[str, Any]) -> Engine:
    engine = create_engine("sqlite://", creator=connect, hide_parameters=True, **pool)

    @event.listens_for(engine, "connect")
    def _prepare(connection: sqlite3.Connection, _: Any) -> None:
        # LIKE as PostgreSQL has it; foreign keys are off by default in SQLite.
        for pragma in ("PRAGMA foreign_keys=ON", "PRAGMA case_sensitive_like=ON", *pragmas):
            connection.execute(pragma)

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        # IMMEDIATE takes the write lock before anything is read, so read-modify-write cannot lose an update.
        reading = connection.get_execution_options().get("fabula_reading", False)
        if connection.info.get("query_only") is not reading:
            connection.exec_driver_sql(f"PRAGMA query_only={'ON' if reading else 'OFF'}")
            connection.info["query_only"] = reading
        connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")

    return engine
