"""A URL becomes a store.

Owns the order of opening: understand the URL, take the file lock, look at the version, migrate, hand over. It knows
nothing of what is stored. The promise: whoever gets a store has the only process on that file and the present version
of the schema; whoever is refused has changed nothing.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from fabula import errors
from fabula.store import locks, migrate, postgres, sqlite
from fabula.store.contract import Store
from fabula.store.unit import Backend, SqlStore
from fabula.store.urls import Place, read_url

_opening = threading.Lock()


def default_url(data_dir: Path) -> str:
    """The SQLite file Fabula uses when nothing else is configured."""
    return f"sqlite:///{data_dir.expanduser().resolve()}/fabula.db"


async def open_store(
    url: str,
    *,
    data_dir: Path | None = None,
    clock: Callable[[], datetime] | None = None,
    address: str | None = None,
    create: bool = True,
    synchronous: sqlite.Synchronous = "FULL",
) -> Store:
    """Opens the store a URL names, creating and migrating it as needed.

    `clock` replaces database time (tests). `address` is published in the file lock for the command line. With
    `create=False` a database that is not there yet is refused. `synchronous="NORMAL"` trades the last moments before
    a power cut for speed and is meant for benchmarks. Raises errors.CannotStart, naming the file or
    host:port/database, when the URL is not valid, the file is in use, or the database is of an unknown version.
    """
    place = read_url(url, data_dir)
    backend = await asyncio.to_thread(_open, place, address, create, synchronous)
    return SqlStore(backend, clock)


def _open(place: Place, address: str | None, create: bool, synchronous: sqlite.Synchronous) -> Backend:
    if place.kind == "memory":
        backend = sqlite.memory_backend()
        _migrate(backend)
        return backend
    if place.kind == "sqlite":
        assert place.file is not None
        return _open_file(place.file, address, create, synchronous)
    return _open_server(place, create)


def _open_file(file: Path, address: str | None, create: bool, synchronous: sqlite.Synchronous) -> Backend:
    try:
        if not create and not (file.exists() and file.stat().st_size > 0):
            raise errors.CannotStart(f"There is no Fabula database at {file}.")
        sqlite.make_folder(file)
        locks.acquire(file, address)
        try:
            return _prepare_file(file, create, synchronous)
        except BaseException:
            locks.release(file)
            raise
    except DBAPIError as fault:
        raise errors.CannotStart(f"The database file {file} cannot be opened: {fault.orig}.") from fault
    except OSError as fault:
        raise errors.CannotStart(f"The database file {file} cannot be created: {fault.strerror}.") from fault


def _prepare_file(file: Path, create: bool, synchronous: sqlite.Synchronous) -> Backend:
    # Two stores on one file in one process may start together; they share the file lock, so they take turns here.
    with _opening:
        names: set[str] = set()
        recorded: list[str] = []
        if file.exists() and file.stat().st_size > 0:
            names, recorded = sqlite.look_inside(file, migrate.VERSION_TABLE)
        state = migrate.judge(str(file), names, recorded, create=create)
        sqlite.make_file(file)
        backend = sqlite.file_backend(file, synchronous=synchronous, release=lambda: locks.release(file))
        if state != "current":
            _migrate(backend)
        return backend


def _migrate(backend: Backend) -> None:
    with backend.writer.connect() as connection, connection.begin():
        migrate.upgrade(connection)


def _open_server(place: Place, create: bool) -> Backend:
    assert place.url is not None
    engine = postgres.postgres_engine(place.url)
    startup = engine.execution_options(isolation_level="READ COMMITTED")
    try:
        with startup.connect() as connection, connection.begin():
            postgres.check_server(connection, place.where)
            # READ COMMITTED: once the lock is ours, what the process before us created must be visible.
            postgres.take_startup_lock(connection)
            names, recorded = postgres.look_inside(connection, migrate.VERSION_TABLE)
            if migrate.judge(place.where, names, recorded, create=create) != "current":
                migrate.upgrade(connection)
    except DBAPIError as fault:
        engine.dispose()
        if fault.statement is None:
            raise postgres.cannot_reach(fault, place.where) from None
        raise errors.CannotStart(f"The PostgreSQL database {place.where} cannot be prepared: {fault.orig}.") from None
    except BaseException:
        engine.dispose()
        raise
    return postgres.postgres_backend(engine, place.where)
