"""Opening: what is created, what is refused, and that a refused database is left as it was."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import text

from fabula.errors import CannotStart, Unavailable
from fabula.store import migrate
from fabula.store.contract import Store, Tx
from fabula.store.open import open_store
from fabula.store.tables import people
from tests.store.server import Server

PERSON = {"id": "person_1", "email": "a@b", "email_key": "a@b", "password_hash": "x"}


async def opened_and_closed(url: str, *, create: bool = True) -> None:
    store = await open_store(url, create=create)
    await store.close()


async def test_the_store_says_what_and_where_it_is(store: Store, store_url: str) -> None:
    assert store_url.startswith({"memory": "memory:", "sqlite": "sqlite:", "postgresql": "postgresql:"}[store.kind])
    assert "postgres@" not in store.where
    assert store.where.startswith(("memory", "/"))


async def test_rows_outlive_the_store(tmp_path: Path, postgres: Server) -> None:
    for url in (f"sqlite:///{tmp_path}/f.db", postgres.empty()):
        first = await open_store(url)
        await first.write(lambda tx: tx.insert(people, PERSON))
        await first.close()
        second = await open_store(url, create=False)
        assert await second.read(lambda tx: tx.value(people.select())) == "person_1"
        assert await second.check() == []
        await second.close()


async def test_the_file_and_its_folder_are_private(tmp_path: Path) -> None:
    previous = os.umask(0o022)
    try:
        store = await open_store(f"sqlite:///{tmp_path}/new/deep/f.db")
        await store.write(lambda tx: tx.insert(people, PERSON))
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "new" / "deep").iterdir()}
        assert {"f.db", "f.db-wal", "f.db.lock"} <= modes.keys()
        assert set(modes.values()) == {0o600}
        assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o700
        assert stat.S_IMODE((tmp_path / "new" / "deep").stat().st_mode) == 0o700
        await store.close()
        assert [path.name for path in (tmp_path / "new" / "deep").iterdir()] == ["f.db"]
    finally:
        os.umask(previous)


async def test_sqlite_is_as_durable_as_promised(tmp_path: Path) -> None:
    for asked, expected in (("FULL", 2), ("NORMAL", 1)):
        store = await open_store(f"sqlite:///{tmp_path}/{asked}.db", synchronous=asked)  # type: ignore[arg-type]
        assert await store.write(lambda tx: tx.value(text("PRAGMA synchronous"))) == expected
        assert await store.read(lambda tx: tx.value(text("PRAGMA journal_mode"))) == "wal"
        assert await store.read(lambda tx: tx.value(text("PRAGMA foreign_keys"))) == 1
        await store.close()


async def test_a_writing_unit_has_the_file_for_itself_before_it_reads(tmp_path: Path) -> None:
    store = await open_store(f"sqlite:///{tmp_path}/f.db")

    def unit(tx: Tx) -> None:
        tx.value(people.select())
        stranger = sqlite3.connect(tmp_path / "f.db", timeout=0)
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            stranger.execute("DELETE FROM people")
        stranger.close()

    await store.write(unit)
    await store.close()


async def test_nothing_is_created_unless_asked_to(tmp_path: Path, postgres: Server) -> None:
    with pytest.raises(CannotStart, match=r"no Fabula database at .*f\.db"):
        await open_store(f"sqlite:///{tmp_path}/sub/f.db", create=False)
    assert names(tmp_path) == []
    url = postgres.empty()
    with pytest.raises(CannotStart, match="no Fabula database at"):
        await open_store(url, create=False)
    await opened_and_closed(url)
    await opened_and_closed(url, create=False)


def foreign(path: Path, *statements: str) -> bytes:
    """Makes a database file by hand and returns its bytes."""
    connection = sqlite3.connect(path)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()
    return path.read_bytes()


def names(folder: Path) -> list[str]:
    """What is in a folder."""
    return sorted(each.name for each in folder.iterdir())


def run(script: str, path: Path) -> None:
    """Runs a script in a process of its own."""
    subprocess.run([sys.executable, "-c", script, str(path)], check=False, timeout=30)


VERSION = "CREATE TABLE fabula_version (version_num TEXT)"
REFUSED = [
    ("not Fabula's", ["CREATE TABLE invoices (id)"]),
    ("not Fabula's", ["CREATE VIEW totals AS SELECT 1"]),
    ("without a version", ["CREATE TABLE books (id TEXT)"]),
    ("'9999'", [VERSION, "INSERT INTO fabula_version VALUES ('9999')", "CREATE TABLE books (id TEXT)"]),
    ("damaged", [VERSION, "CREATE TABLE books (id TEXT)"]),
    ("damaged", [VERSION, "INSERT INTO fabula_version VALUES ('0001'), ('0001')"]),
]


@pytest.mark.parametrize(("why", "statements"), REFUSED)
async def test_a_file_that_is_not_ours_is_refused_untouched(tmp_path: Path, why: str, statements: list[str]) -> None:
    path = tmp_path / "f.db"
    before = foreign(path, *statements)
    with pytest.raises(CannotStart, match=why) as caught:
        await open_store(f"sqlite:///{path}")
    assert str(path) in str(caught.value)
    assert path.read_bytes() == before
    assert names(tmp_path) == ["f.db"]


@pytest.mark.parametrize(("why", "statements"), REFUSED)
async def test_a_server_database_that_is_not_ours_is_refused_untouched(
    postgres: Server, why: str, statements: list[str]
) -> None:
    import psycopg

    url = postgres.empty()
    census = "SELECT relname, relfilenode FROM pg_class WHERE relnamespace = 'public'::regnamespace ORDER BY 1"
    with psycopg.connect(url, autocommit=True) as connection:
        for statement in statements:
            connection.execute(statement.replace("(id)", "(id int)"))  # type: ignore[arg-type]
        before = connection.execute(census).fetchall()
        with pytest.raises(CannotStart, match=why) as caught:
            await open_store(url)
        assert connection.execute(census).fetchall() == before
    assert postgres.socket in str(caught.value)
    assert "postgres@" not in str(caught.value)


@pytest.mark.parametrize("content", [b"plain text, and plenty of it" * 100, b"SQLite format 3\x00" + b"\xff" * 4096])
async def test_a_file_that_is_no_database_is_refused_untouched(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    with pytest.raises(CannotStart, match=r"notes\.txt"):
        await open_store(f"sqlite:///{path}")
    assert path.read_bytes() == content
    assert names(tmp_path) == ["notes.txt"]


async def test_an_empty_file_is_a_new_database(tmp_path: Path) -> None:
    (tmp_path / "f.db").touch()
    await opened_and_closed(f"sqlite:///{tmp_path}/f.db")


async def test_a_newer_version_left_in_the_log_is_seen(tmp_path: Path) -> None:
    """A process that died leaves its last commits in the -wal file; the look at the version must read them."""
    path = tmp_path / "f.db"
    await opened_and_closed(f"sqlite:///{path}")
    script = (
        "import os, sqlite3, sys\n"
        "c = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
        "c.execute(\"UPDATE fabula_version SET version_num = 'from the future'\")\n"
        "os._exit(1)\n"
    )
    run(script, path)
    before = path.read_bytes()
    assert (tmp_path / "f.db-wal").stat().st_size > 0
    with pytest.raises(CannotStart, match="from the future"):
        await open_store(f"sqlite:///{path}")
    assert path.read_bytes() == before


async def test_a_server_that_cannot_be_used_is_named_without_credentials(postgres: Server, tmp_path: Path) -> None:
    for url, why in (
        (f"postgresql://zelda:secret@/tales?host={tmp_path}", "cannot be reached"),
        ("postgresql://zelda:secret@127.0.0.1:1/tales", "cannot be reached"),
        (f"postgresql://zelda:secret@/tales?host={postgres.socket}", "user name or the password"),
        (f"postgresql://postgres:secret@/tales?host={postgres.socket}", "no such database"),
    ):
        with pytest.raises(CannotStart, match=why) as caught:
            await open_store(url)
        message = str(caught.value)
        assert "tales" in message
        assert "secret" not in message
        assert "zelda" not in message
        assert caught.value.__suppress_context__


async def test_several_stores_starting_on_one_server_take_turns(postgres: Server) -> None:
    url = postgres.empty()
    stores = await asyncio.gather(*(open_store(url) for _ in range(4)))
    assert [await store.check() for store in stores] == [[]] * 4
    for store in stores:
        await store.close()


async def test_a_server_that_dies_is_unavailable_and_comes_back(postgres: Server) -> None:
    url = postgres.fresh()
    store = await open_store(url)
    await store.write(lambda tx: tx.insert(people, PERSON))
    kill = text("SELECT pg_terminate_backend(pg_backend_pid())")
    with pytest.raises(Unavailable, match="does not answer"):
        await store.write(lambda tx: tx.value(kill))
    assert await store.read(lambda tx: tx.value(people.select())) == "person_1"
    await store.close()


def test_versions_are_known_in_order() -> None:
    assert migrate.versions()[0] == "0001"
    assert len(set(migrate.versions())) == len(migrate.versions())


async def test_a_second_open_of_the_present_version_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "f.db"
    await opened_and_closed(f"sqlite:///{path}")
    before = path.read_bytes()
    await opened_and_closed(f"sqlite:///{path}")
    assert path.read_bytes() == before


async def test_check_finds_what_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "f.db"
    await opened_and_closed(f"sqlite:///{path}")
    connection = sqlite3.connect(path)
    connection.execute("INSERT INTO refresh_tokens VALUES ('h', 'nobody', '2026', '2026')")
    connection.commit()
    connection.close()
    store = await open_store(f"sqlite:///{path}")
    assert await store.check() == ["1 rows of refresh_tokens point at missing people (person_id)."]
    await store.close()
    connection = sqlite3.connect(path)
    connection.execute("DROP INDEX ix_books_status")
    connection.execute("ALTER TABLE covers ADD COLUMN extra TEXT")
    connection.commit()
    connection.close()
    store = await open_store(f"sqlite:///{path}")
    found = await store.check()
    assert any("ix_books_status" in finding for finding in found)
    assert any("covers" in finding and "extra" in finding for finding in found)
    await store.close()
