"""Fixtures every room's tests may use: stores on each backend, a clock that is moved by hand, and counted ids."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import pytest_asyncio

from fabula import ids
from fabula.clock import ManualClock
from fabula.store.contract import Store
from fabula.store.open import open_store
from tests.store.server import Server, running_server


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
