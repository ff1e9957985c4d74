"""The heartbeat: it keeps a claim, notices its loss, and never mistakes an ending for a loss."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any, TypeVar

import pytest
import pytest_asyncio

from fabula import errors
from fabula.clock import ManualClock
from fabula.store import turns
from fabula.store.contract import Row, Store, Tx
from fabula.store.open import open_store
from fabula.store.tables import people

T = TypeVar("T")
BEAT = 0.01


@pytest_asyncio.fixture
async def store(clock: ManualClock) -> AsyncIterator[Store]:
    """A store in memory on the clock fixture's time, with a person."""
    opened = await open_store("memory:", clock=clock)
    person = {"id": "person_a", "email": "a", "email_key": "a", "password_hash": "x"}
    await opened.write(lambda tx: tx.insert(people, person))
    yield opened
    await opened.close()


async def claimed(store: Store, **changes: Any) -> turns.Claim:
    """A claim on the turn `k`."""
    asked = {"key": "k", "kind": "chat", "lane": "l", "person_id": "person_a", "fingerprint": "f", "snapshot": {}}
    claim = await store.write(lambda tx: turns.begin(tx, **{**asked, **changes}))
    assert isinstance(claim, turns.Claim)
    return claim


async def row(store: Store) -> Row:
    """The stored turn."""
    found = await store.read(lambda tx: turns.look(tx, "k"))
    assert found is not None
    return found


async def until(condition: Callable[[], Any]) -> None:
    """Waits until something has happened, at most some seconds."""
    for _ in range(1000):
        if await condition():
            return
        await asyncio.sleep(0.005)
    raise AssertionError("it did not happen")


async def test_a_beating_heart_keeps_the_claim_and_a_silent_one_loses_it(store: Store, clock: ManualClock) -> None:
    claim = await claimed(store)
    async with turns.holding(store, claim, every_s=BEAT) as held:
        for _ in range(3):
            full = clock.advance(100) + timedelta(seconds=turns.LEASE_S)

            async def renewed(full: datetime = full) -> bool:
                return bool((await row(store))["lease_expires_at"] == full)

            await until(renewed)
        assert not held.lost.is_set()
    clock.advance(turns.LEASE_S)
    assert (await claimed(store)).attempt == 2


async def test_a_lost_claim_cancels_the_work_and_records_no_failure(store: Store, clock: ManualClock) -> None:
    claim = await claimed(store)
    reached: list[str] = []

    async def work() -> None:
        async with turns.holding(store, claim, every_s=BEAT) as held:
            clock.advance(turns.LEASE_S)
            await claimed(store)
            try:
                await asyncio.sleep(30)
                reached.append("the end")
            finally:
                assert held.lost.is_set()

    task = asyncio.create_task(work())
    with pytest.raises(errors.Lost):
        await task
    assert reached == []
    assert task.cancelling() == 0
    found = await row(store)
    assert (found["status"], found["attempt"], found["failure_code"]) == ("in_progress", 2, None)


async def test_cancelling_by_the_person_is_a_loss(store: Store) -> None:
    claim = await claimed(store)

    async def work() -> None:
        async with turns.holding(store, claim, every_s=BEAT):
            await store.write(lambda tx: turns.cancel(tx, "k", "person_a"))
            await asyncio.sleep(30)

    with pytest.raises(errors.Lost):
        await work()


@pytest.mark.parametrize("ending", ["finish", "fail", "fail and retry"])
async def test_ending_the_claim_oneself_is_no_loss(store: Store, ending: str) -> None:
    claim = await claimed(store)

    def end(tx: Tx) -> None:
        if ending == "finish":
            turns.finish(tx, claim, {"text": "done"})
        else:
            turns.fail(tx, claim, "llm_error", None)

    async with turns.holding(store, claim, every_s=BEAT) as held:
        await store.write(end)
        if ending == "fail and retry":
            await store.write(lambda tx: turns.retry(tx, "k", "person_a"))
        await asyncio.sleep(8 * BEAT)
        assert not held.lost.is_set()


async def test_the_works_own_error_comes_out_as_it_is_and_the_heart_stops(store: Store) -> None:
    claim = await claimed(store)
    tasks = asyncio.all_tasks()
    with pytest.raises(LookupError, match="the model is gone"):
        async with turns.holding(store, claim, every_s=BEAT):
            raise LookupError("the model is gone")
    assert asyncio.all_tasks() == tasks
    assert (await row(store))["status"] == "in_progress"


async def test_somebody_elses_cancellation_stays_a_cancellation(store: Store) -> None:
    claim = await claimed(store)
    inside = asyncio.Event()

    async def work() -> None:
        async with turns.holding(store, claim, every_s=BEAT):
            inside.set()
            await asyncio.sleep(30)

    task = asyncio.create_task(work())
    await inside.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert task.cancelled()


async def test_work_that_swallows_the_cancellation_still_learns_of_the_loss(store: Store, clock: ManualClock) -> None:
    claim = await claimed(store)

    async def work() -> str:
        try:
            async with turns.holding(store, claim, every_s=BEAT):
                clock.advance(turns.LEASE_S)
                await claimed(store)
                with suppress(asyncio.CancelledError):
                    await asyncio.sleep(30)
        except errors.Lost:
            await asyncio.sleep(0)  # no cancellation is left over to surface here
            task = asyncio.current_task()
            assert task is not None
            assert task.cancelling() == 0
            return "lost"
        return "kept"

    assert await asyncio.create_task(work()) == "lost"


class Faltering:
    """A store that does not answer for a while."""

    kind = "memory"
    where = "memory"

    def __init__(self, store: Store, fault: Exception, times: int) -> None:
        self.store, self.fault, self.times = store, fault, times

    async def read(self, fn: Callable[[Tx], T]) -> T:
        """Reads."""
        return await self.store.read(fn)

    async def write(self, fn: Callable[[Tx], T]) -> T:
        """Fails some times, then writes."""
        self.times -= 1
        if self.times >= 0:
            raise self.fault
        return await self.store.write(fn)

    async def close(self) -> None:
        """Nothing."""

    async def check(self) -> list[str]:
        """Nothing."""
        return []


async def test_a_short_silence_of_the_store_is_survived(store: Store, clock: ManualClock) -> None:
    claim = await claimed(store)
    faltering = Faltering(store, errors.Unavailable("away"), 3)
    before = (await row(store))["lease_expires_at"]
    clock.advance(1)

    async def renewed() -> bool:
        return bool((await row(store))["lease_expires_at"] > before)

    async with turns.holding(faltering, claim, every_s=BEAT) as held:
        await until(renewed)
        assert not held.lost.is_set()


async def test_a_silence_longer_than_the_lease_is_a_loss(store: Store) -> None:
    claim = await claimed(store, lease_s=5 * BEAT)
    with pytest.raises(errors.Lost):
        async with turns.holding(Faltering(store, errors.Busy("busy"), 10**9), claim, every_s=BEAT):
            await asyncio.sleep(30)


async def test_a_bug_in_the_store_ends_the_work_loudly(store: Store) -> None:
    claim = await claimed(store)
    with pytest.raises(ZeroDivisionError):
        async with turns.holding(Faltering(store, ZeroDivisionError(), 10**9), claim, every_s=BEAT):
            await asyncio.sleep(30)
