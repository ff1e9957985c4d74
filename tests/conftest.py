"""Fixtures every room's tests may use: stores on each backend, a clock that is moved by hand, and counted ids."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import pytest_asyncio
from sqlalchemy import Connection

from fabula import ids
from fabula.clock import ManualClock
from fabula.store import open as open_module
from fabula.store.contract import Store
from fabula.store.migrate import VERSION_TABLE
from fabula.store.open import Backend, open_store
from tests.store.server import Server, running_server


@pytest.fixture(scope="session", autouse=True)
def quick_tables() -> Iterator[None]:
    """Fresh SQLite databases get at once the tables that the migrations made for the first of them."""
    migrate, made = open_module._migrate, list[str]()

    def quick(backend: Backend) -> None:
        with backend.writer.connect() as connection, connection.begin():
            present = connection.exec_driver_sql("SELECT count(*) FROM sqlite_master").scalar_one()
            if not present and made:
                for statement in made:
                    connection.exec_driver_sql(statement)
                return
        migrate(backend)
        if not present:
            with backend.writer.connect() as connection, connection.begin():
                made[:] = _statements(connection)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(open_module, "_migrate", quick)
        yield


def _statements(connection: Connection) -> list[str]:
    """What makes a database like this one, which has no rows yet."""
    tables = connection.exec_driver_sql(
        "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid"
    )
    (version,) = connection.exec_driver_sql(f"SELECT version_num FROM {VERSION_TABLE}").scalars()
    return [*tables.scalars(), f"INSERT INTO {VERSION_TABLE} VALUES ('{version}')"]


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """One PostgreSQL server for this worker, on a unix socket, in a temporary folder."""
    with running_server() as server:
        yield server


@pytest.fixture
def clock() -> ManualClock:
    """A clock that moves only when the test says so."""
    return ManualClock()


@pytest.fixture
def counted_ids() -> Iterator[ids.CountingSource]:
    """Ids that are the same in every run."""
    source = ids.CountingSource()
    with ids.using(source):
        yield source


@pytest.fixture(params=["memory", "sqlite", "postgresql"])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of a fresh, empty database of each kind."""
    if request.param == "memory":
        yield "memory:"
    elif request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/fabula.db"
    else:
        server: Server = request.getfixturevalue("postgres")
        url = server.fresh()
        yield url
        server.drop(url)


@asynccontextmanager
async def _opened(url: str, clock: ManualClock | None = None) -> AsyncIterator[Store]:
    store = await open_store(url, clock=clock)
    try:
        yield store
    finally:
        await store.close()


@pytest_asyncio.fixture
async def store(store_url: str) -> AsyncIterator[Store]:
    """A fresh store of each kind, on the database's own time."""
    async with _opened(store_url) as opened:
        yield opened


@pytest_asyncio.fixture
async def clocked_store(store_url: str, clock: ManualClock) -> AsyncIterator[Store]:
    """A fresh store of each kind, on the `clock` fixture's time."""
    async with _opened(store_url, clock) as opened:
        yield opened


@pytest_asyncio.fixture
async def memory_store() -> AsyncIterator[Store]:
    """A fresh store in memory, for tests that do not care about the backend."""
    async with _opened("memory:") as opened:
        yield opened
