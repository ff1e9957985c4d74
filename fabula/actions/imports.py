"""Reading accepted books: durable jobs, claimed, heartbeaten, fenced, and taken up again after a crash.

A job moves through the stages chapters, enriched and completed; whatever was committed stays (service specification,
section 5.2). The reading itself runs in a process of its own and can be stopped at any moment. Of three attempts none
is used up by closing the installation in an orderly way, only by failing, by being stopped, and by a crash.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

import structlog
from sqlalchemy import select, update

from fabula.accounts.people import Person
from fabula.errors import Busy, Conflict, FabulaError, Lost, NotFound, Unavailable
from fabula.reading.apart import Span, read_apart
from fabula.store import turns
from fabula.store.contract import Row, Store, Tx
from fabula.store.tables import book_chapters, books
from fabula.store.tables import turns as turn_rows
from fabula.story import canon
from fabula.story.door import entry
from fabula.story.shelf import attempts_left

KIND = "import"
AT_ONCE = 2
SCAN_S = 30.0
SCAN_ROWS = 100
TOLD_EVERY_S = 0.4
STOPPED = "The import was stopped. Its chapters are kept; read its people again whenever you like."
STOPPED_LAST = "The import was stopped, and was begun three times. Delete the book and bring the file again."
FAILED = "Reading this book's people failed. Its chapters are kept; try again."
CEILING = "Reading this book failed three times. Delete it and bring the file again."

log = structlog.get_logger("fabula.imports")


class Imports:
    """The importer of this process. Any number of processes may run one on a shared database."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._wake = asyncio.Event()
        self._running: dict[str, asyncio.Task[None]] = {}
        self._scanner: asyncio.Task[None] | None = None
        self._closing = False

    def start(self) -> None:
        """Begin looking for work."""
        self._scanner = asyncio.create_task(self._scan(), name="imports")
        self._scanner.add_done_callback(self._scan_ended)

    def _scan_ended(self, done: asyncio.Task[None]) -> None:
        fault = None if done.cancelled() else done.exception()
        if fault is not None:
            # A bug. Books must go on being read while somebody looks into it.
            log.error("import_scan_broken_off", exc_info=fault)
            asyncio.get_running_loop().call_later(SCAN_S, self._start_again)

    def _start_again(self) -> None:
        if not self._closing:
            self.start()

    def wake(self) -> None:
        """There may be work now."""
        self._wake.set()

    def stop(self, key: str) -> None:
        """End a job that runs here; its row has been settled by whoever asks."""
        if key in self._running:
            self._running[key].cancel()

    async def close(self) -> None:
        """Stop working. What was claimed is given back, to be taken up again by the next who opens the store."""
        self._closing = True
        tasks = [t for t in (self._scanner, *self._running.values()) if t is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _scan(self) -> None:
        while True:
            self._wake.clear()
            try:
                await self._begin_due()
            except FabulaError as fault:
                # The store is busy or out of reach; the next look may find it well.
                log.warning("import_scan_failed", code=fault.code)
            try:
                async with asyncio.timeout(SCAN_S):
                    await self._wake.wait()
            except TimeoutError:
                continue

    async def _begin_due(self) -> None:
        free = AT_ONCE - len(self._running)
        if free <= 0:
            return
        keys = await self._store.read(lambda tx: turns.due(tx, KIND, SCAN_ROWS))
        for key in [k for k in keys if k not in self._running][:free]:
            task = asyncio.create_task(self._job(key), name=f"import {key}")
            self._running[key] = task
            # Not the job itself: a task that is cancelled before it begins never runs a line of its own.
            task.add_done_callback(partial(self._ended, key))

    def _ended(self, key: str, done: asyncio.Task[None]) -> None:
        self._running.pop(key, None)
        fault = None if done.cancelled() else done.exception()
        if fault is not None:
            log.error("import_failed", exc_info=fault, apart=getattr(fault, "__notes__", []))
        if not isinstance(fault, Busy | Unavailable):
            # Otherwise the store is what failed: looking again at once would try it without a pause.
            self._wake.set()

    async def _job(self, key: str) -> None:
        claiming = asyncio.ensure_future(self._store.write(lambda tx: _claim(tx, key)))
        try:
            claim = await asyncio.shield(claiming)
            if claim is not None:
                await self._claimed(claim)
        except Lost:
            log.info("import_lost")
        except asyncio.CancelledError:
            # Stopped while the claim was being written: it must not be left to its lease.
            taken = await claiming
            if taken is not None and self._closing:
                await self._store.write(lambda tx: _give_back(tx, taken))
            raise

    async def _claimed(self, claim: turns.Claim) -> None:
        try:
            async with turns.holding(self._store, claim):
                await _read_book(self._store, claim)
        except Lost:
            raise
        except asyncio.CancelledError:
            raise
        except BaseException:
            # A fault or a bug: the job fails, the reader is told, and the next book is begun.
            await self._store.write(lambda tx: _fail(tx, claim))
            raise


def _claim(tx: Tx, key: str) -> turns.Claim | None:
    before = turns.look(tx, key)
    if before is None:
        return None
    claim = turns.take(tx, key, attempts_max=before["attempt"] + attempts_left(before))
    row = turns.look(tx, key)
    if claim is not None:
        tx.run(
            update(books)
            .where(books.c.id == claim.book_id)
            .values(status="parsing", parse_error=None, updated_at=tx.now)
        )
    elif row is not None and row["status"] == "failed":
        _mark(tx, row["book_id"], CEILING)
    return claim


def _fail(tx: Tx, claim: turns.Claim) -> None:
    turns.fail(tx, claim, "processing_failed", FAILED)
    _mark(tx, str(claim.book_id), FAILED if _left(tx, claim.key) > 0 else CEILING)


def _give_back(tx: Tx, claim: turns.Claim) -> None:
    """Queue a job again whose work was ended by closing, without counting the attempt; nothing when it is lost."""
    row = turns.look(tx, claim.key)
    if row is None or row["attempt"] != claim.attempt or row["status"] != "in_progress":
        return
    given_back = int((row["progress"] or {}).get("given_back", 0)) + 1
    turns.advance(tx, claim, progress={**(row["progress"] or {}), "given_back": given_back})
    turns.fail(tx, claim, "closed", None)
    turns.retry(tx, claim.key, claim.person_id)
    tx.run(update(books).where(books.c.id == claim.book_id).values(status="pending", updated_at=tx.now))


def _left(tx: Tx, key: str) -> int:
    row = turns.look(tx, key)
    return attempts_left(row) if row is not None else 0


def _mark(tx: Tx, book_id: str, told: str) -> None:
    tx.run(update(books).where(books.c.id == book_id).values(status="error", parse_error=told, updated_at=tx.now))


@dataclass(frozen=True)
class _Text:
    language: str
    chapters: list[Row]
    stage: str

    @property
    def whole(self) -> str:
        return "".join(chapter["content"] for chapter in self.chapters)

    @property
    def sections(self) -> list[Span]:
        return [Span(c["number"] or None, c["start"], c["start"] + len(c["content"])) for c in self.chapters]


async def _read_book(store: Store, claim: turns.Claim) -> None:
    text = await store.read(lambda tx: _text(tx, claim))
    if text.stage != "enriched":
        reading = await read_apart(text.whole, text.sections, text.language, _teller(store, claim))

        def save(tx: Tx) -> None:
            turns.fence(tx, claim)
            found = canon.save(tx, str(claim.book_id), text.chapters, reading)
            now = {"step": "saving", "done": 1, "total": 1, "people": found}
            turns.advance(tx, claim, stage="enriched", progress=_progress(tx, claim, now))

        await store.write(save)
    await store.write(lambda tx: _complete(tx, claim))


def _text(tx: Tx, claim: turns.Claim) -> _Text:
    book = tx.one(select(books).where(books.c.id == claim.book_id))
    job = turns.look(tx, claim.key)
    if book is None or job is None:
        raise Lost("The book was deleted.")
    chapters = tx.all(
        select(book_chapters).where(book_chapters.c.book_id == claim.book_id).order_by(book_chapters.c.start)
    )
    return _Text(book["language"], chapters, job["stage"])


def _teller(store: Store, claim: turns.Claim) -> Any:
    told = 0.0

    async def tell(step: str, done: int, total: int) -> None:
        nonlocal told
        if time.monotonic() - told >= TOLD_EVERY_S:
            told = time.monotonic()
            now = {"step": step, "done": done, "total": total}
            with suppress(Busy, Unavailable):  # only a report; the next one, or the result, will get through
                await store.write(lambda tx: turns.advance(tx, claim, progress=_progress(tx, claim, now)))

    return tell


def _progress(tx: Tx, claim: turns.Claim, now: dict[str, Any]) -> dict[str, Any]:
    """The progress to store: what is done now, and how many attempts were given back before."""
    row = turns.look(tx, claim.key)
    given_back = (row["progress"] or {}).get("given_back", 0) if row is not None else 0
    return {**now, "given_back": given_back} if given_back else now


def _complete(tx: Tx, claim: turns.Claim) -> None:
    """The last step: everything is there, so the book and its job become ready together."""
    job = turns.look(tx, claim.key)
    people = (job["progress"] or {}).get("people") if job is not None else None
    turns.finish(tx, claim, {"people": people}, stage="completed")
    tx.run(update(books).where(books.c.id == claim.book_id).values(status="ready", parse_error=None, updated_at=tx.now))


def job(tx: Tx, person: Person, book_id: str) -> Row:
    """The import of a book on this person's shelf that they brought themselves; raises `NotFound`."""
    entry(tx, person.id, book_id)
    row = tx.one(
        select(turn_rows).where(
            turn_rows.c.kind == KIND, turn_rows.c.book_id == book_id, turn_rows.c.person_id == person.id
        )
    )
    if row is None:
        raise NotFound("You have no import of this book.")
    return row


def again(tx: Tx, person: Person, book_id: str) -> None:
    """Queue a failed import again, from the stage it had reached; raises `Conflict` when there is nothing to retry."""
    row = job(tx, person, book_id)
    if row["status"] == "failed" and (attempts_left(row) <= 0 or row["failure_code"] == turns.EXHAUSTED):
        raise Conflict(CEILING)
    turns.retry(tx, row["key"], person.id)
    tx.run(update(books).where(books.c.id == book_id).values(status="pending", parse_error=None, updated_at=tx.now))


def cancel(tx: Tx, person: Person, book_id: str) -> str:
    """End an unfinished import and return its key; its chapters stay. Raises `Conflict` when it is finished."""
    row = job(tx, person, book_id)
    if not turns.cancel(tx, row["key"], person.id):
        raise Conflict("This import is not running; there is nothing to stop.")
    _mark(tx, book_id, STOPPED if attempts_left(row) > 0 else STOPPED_LAST)
    return str(row["key"])
