"""A table of every kind of column, made anew in each test's store."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest_asyncio
from sqlalchemy import Column, MetaData, Table
from sqlalchemy.schema import CreateTable

from fabula.store.columns import Blob, Flag, Instant, Json, Name, Real, Whole, Words
from fabula.store.contract import Store

toys = Table(
    "toys",
    MetaData(),
    Column("id", Name, primary_key=True),
    Column("words", Words),
    Column("json", Json),
    Column("at", Instant),
    Column("whole", Whole),
    Column("real", Real),
    Column("flag", Flag),
    Column("blob", Blob),
    sqlite_strict=True,
)


@pytest_asyncio.fixture
async def toybox(store: Store) -> AsyncIterator[Store]:
    """A store that also has the toys table."""
    await store.write(lambda tx: tx.run(CreateTable(toys)))
    yield store
