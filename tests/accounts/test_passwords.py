"""Passwords: what is accepted, what matches, and what a full pool says."""

from __future__ import annotations

import asyncio
import inspect
import threading
from collections.abc import Iterator

import bcrypt
import pytest

from fabula.accounts import passwords as module
from fabula.accounts.passwords import NO_PASSWORD, Passwords, check_new
from fabula.errors import Busy, Invalid


@pytest.fixture
def pool() -> Iterator[Passwords]:
    made = Passwords(cost=4)
    yield made
    made.close()


def test_the_work_factor_is_the_one_the_specification_demands() -> None:
    assert inspect.signature(Passwords).parameters["cost"].default >= 12


@pytest.mark.parametrize("password", ["12345678", "x" * 72, "密" * 24, "八个汉字就够了吧"])
def test_accepts(password: str) -> None:
    check_new(password)


@pytest.mark.parametrize(
    ("password", "why"),
    [
        ("1234567", "at least 8"),
        ("", "at least 8"),
        ("x" * 73, "at most 72 bytes"),
        ("密" * 25, "at most 72 bytes"),
        ("null\0inside", "null character"),
    ],
)
def test_refuses(password: str, why: str) -> None:
    with pytest.raises(Invalid, match=why):
        check_new(password)


async def test_a_password_matches_its_hash_and_no_other(pool: Passwords) -> None:
    stored = await pool.hash("a quiet evening")
    assert stored.startswith("$2b$04$")
    assert await pool.matches("a quiet evening", stored)
    assert not await pool.matches("a quiet morning", stored)
    assert not await pool.matches("A quiet evening", stored)


async def test_bytes_beyond_what_bcrypt_reads_do_not_match(pool: Passwords) -> None:
    stored = await pool.hash("x" * 72)
    assert await pool.matches("x" * 72, stored)
    assert not await pool.matches("x" * 73, stored)


@pytest.mark.parametrize("password", ["", "null\0inside", "\ud800half a pair", "x" * 500])
async def test_any_password_gets_an_answer(pool: Passwords, password: str) -> None:
    assert not await pool.matches(password, await pool.hash("another password"))


async def test_nobody_is_checked_as_slowly_as_somebody(pool: Passwords, monkeypatch: pytest.MonkeyPatch) -> None:
    checked: list[bytes] = []
    check = bcrypt.checkpw
    monkeypatch.setattr(module.bcrypt, "checkpw", lambda given, stored: checked.append(stored) or check(given, stored))
    assert not await pool.matches("a quiet evening", None)
    assert not await pool.matches("a quiet evening", NO_PASSWORD)
    assert [stored[:7] for stored in checked] == [b"$2b$04$"] * 2
    assert {len(stored) for stored in checked} == {len(await pool.hash("a quiet evening"))}


async def test_a_full_pool_says_when_to_come_back_and_recovers(monkeypatch: pytest.MonkeyPatch) -> None:
    gate, gensalt = threading.Event(), bcrypt.gensalt
    monkeypatch.setattr(module.bcrypt, "gensalt", lambda cost: gate.wait(10) and gensalt(cost))
    pool = Passwords(cost=4, workers=1, pending_max=2)
    running = [asyncio.create_task(pool.hash(f"password {number}")) for number in range(2)]
    await asyncio.sleep(0)
    with pytest.raises(Busy) as refused:
        await pool.hash("one too many")
    assert refused.value.retry_after == 1
    gate.set()
    assert len(await asyncio.gather(*running)) == 2
    assert await pool.hash("welcome again")
    pool.close()


async def test_a_caller_who_gives_up_frees_no_thread_early(monkeypatch: pytest.MonkeyPatch) -> None:
    gate, gensalt = threading.Event(), bcrypt.gensalt
    monkeypatch.setattr(module.bcrypt, "gensalt", lambda cost: gate.wait(10) and gensalt(cost))
    pool = Passwords(cost=4, workers=1, pending_max=1)
    running = asyncio.create_task(pool.hash("password one"))
    await asyncio.sleep(0)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    with pytest.raises(Busy):
        await pool.hash("password two")
    gate.set()
    pool.close()
