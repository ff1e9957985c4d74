"""The tables as declared and the tables as migrated are the same, and `check` says so."""

from __future__ import annotations

from fabula.store import shape
from fabula.store.contract import Store
from fabula.store.tables import metadata


async def test_migrations_produce_what_tables_declare(store: Store) -> None:
    assert await store.read(lambda tx: shape.differences(tx.connection, metadata)) == []
    assert await store.check() == []
