"""How a unit of work is run: in which thread, on which connection, how often, and what cancelling does.

Owns the threads and the life of a transaction. It knows a database only as a `Backend`. The promise: a unit commits
whole or not at all, a cancelled task never leaves one half done, and `close` waits for what is running.
"""

from __future__ import annotations

import asyncio
import contextvars
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from fabula import errors
from fabula.clock import Clock
from fabula.store.contract import Kind, Tx
from fabula.store.faults import Duplicate

T = TypeVar("T")

ATTEMPTS = 12
"""How often a unit is tried when other transactions keep getting in between."""


class Moved(Exception):
    """The transaction could not be serialised with another; the unit is to be run again."""


@dataclass(frozen=True)
class Backend:
    """What differs between databases, as far as running a unit goes."""

    kind: Kind
    where: str
    writer: Engine
    reader: Engine
    writers: int
    readers: int
    """Threads for reading; 0 means that reads share the writers' threads, one after the other."""
    translate: Callable[[DBAPIError], Exception]
    now: Callable[[Connection], datetime]
    second_look: bool
    """Whether a uniqueness violation may be the shadow of a concurrent commit, so that the unit is run once more."""
    release: Callable[[], None]


class SqlStore:
    """The one implementation of `contract.Store`."""

    def __init__(self, backend: Backend, clock: Clock | None) -> None:
        self._backend = backend
        self._clock = clock
        self._writing = ThreadPoolExecutor(backend.writers, thread_name_prefix="fabula-write")
        self._reading = (
            ThreadPoolExecutor(backend.readers, thread_name_prefix="fabula-read") if backend.readers else self._writing
        )
        self._closed = False
        self._closing = threading.Lock()
        self._released = False

    @property
    def kind(self) -> Kind:
        """Which backend this is."""
        return self._backend.kind

    @property
    def where(self) -> str:
        """The absolute file, `host:port/database`, or `memory`."""
        return self._backend.where

    async def read(self, fn: Callable[[Tx], T]) -> T:
        """Runs `fn` on a read-only snapshot."""
        return await self._in_thread(self._reading, lambda: self._unit(self._backend.reader, fn, writable=False))

    async def write(self, fn: Callable[[Tx], T]) -> T:
        """Runs `fn` in a transaction and commits it."""
        return await self._in_thread(self._writing, lambda: self._unit(self._backend.writer, fn, writable=True))

    async def close(self) -> None:
        """Waits for the units that were accepted, then lets go of connections and the file lock."""
        self._closed = True
        await asyncio.to_thread(self._shut)

    async def check(self) -> list[str]:
        """What is wrong with the stored data; empty means clean."""
        from fabula.store.health import findings  # the check reads tables and migrations, which units do not need

        return await self.read(findings)

    def _shut(self) -> None:
        with self._closing:
            if self._released:
                return
            self._writing.shutdown(wait=True)
            self._reading.shutdown(wait=True)
            self._backend.reader.dispose()
            self._backend.writer.dispose()
            self._backend.release()
            self._released = True

    def _unit(self, engine: Engine, fn: Callable[[Tx], T], *, writable: bool) -> T:
        looked_twice = not self._backend.second_look
        for attempt in range(ATTEMPTS):
            if attempt:
                time.sleep(min(0.25, 0.002 * 2**attempt))
            try:
                return self._once(engine, fn, writable=writable)
            except Moved:
                continue
            except Duplicate:
                if looked_twice:
                    raise
                looked_twice = True
        raise errors.Busy("Too many changes to the same thing at once; try again.", retry_after=1)

    def _once(self, engine: Engine, fn: Callable[[Tx], T], *, writable: bool) -> T:
        backend = self._backend
        try:
            with engine.connect() as connection, connection.begin():
                tx = Tx(
                    connection,
                    translate=backend.translate,
                    clock=self._clock or (lambda: backend.now(connection)),
                    writable=writable,
                )
                result = fn(tx)
                tx.settle()
                return result
        except DBAPIError as fault:
            # BEGIN and COMMIT speak outside of Tx; statements have been translated inside it.
            raise backend.translate(fault) from None

    async def _in_thread(self, pool: ThreadPoolExecutor, call: Callable[[], T]) -> T:
        if self._closed:
            raise errors.Unavailable("The store is closed.")
        job = pool.submit(contextvars.copy_context().run, call)
        future = asyncio.wrap_future(job)
        stop: asyncio.CancelledError | None = None
        while not future.done():
            try:
                await asyncio.wait({future})
            except asyncio.CancelledError as cancelled:
                if job.cancel():
                    raise
                stop = cancelled
        if stop is not None:
            fault = None if future.cancelled() else future.exception()
            raise stop from fault
        return future.result()
