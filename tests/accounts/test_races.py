"""Several people at once, on every backend: one winner, and never a state that one after the other could not make."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable
from pathlib import Path
from typing import Any

import pytest

from fabula.accounts import people
from fabula.accounts.passwords import Passwords
from fabula.accounts.people import OWNER_EMAIL
from fabula.actions import account, setup, sign_in
from fabula.actions.sign_in import Session
from fabula.config import Config
from fabula.errors import Conflict, Unauthorized
from fabula.installation import Installation
from fabula.store.contract import Store
from fabula.wiring import open_installation
from tests.desk import Words

PASSWORD = "correct horse battery"


@pytest.fixture
async def at(store: Store, tmp_path: Path) -> AsyncIterator[Installation]:
    config = Config.from_env({}, data_dir=tmp_path, profile="server", secret="s" * 64)
    async with open_installation(config, store=store, passwords=Passwords(cost=4, workers=4), embed=Words()) as opened:
        yield opened


async def _all(*calls: Awaitable[Any]) -> tuple[list[Any], list[BaseException]]:
    """What came back, and what was raised."""
    ended = await asyncio.gather(*calls, return_exceptions=True)
    good = [one for one in ended if not isinstance(one, BaseException)]
    return good, [one for one in ended if isinstance(one, BaseException)]


async def _first(at: Installation) -> Session:
    return await setup.init(at, email="ann@example.org", password=PASSWORD)


async def test_one_first_run_wins(at: Installation) -> None:
    calls = (setup.init(at, email=f"admin{number}@example.org", password=PASSWORD) for number in range(5))
    won, lost = await _all(*calls)
    assert len(won) == 1
    assert [type(fault) for fault in lost] == [Conflict] * 4
    assert await at.store.read(people.count) == 1
    assert (await at.store.read(people.first_administrator)).id == won[0].user.id


async def test_one_owner_is_made(at: Installation) -> None:
    made, refused = await _all(*(setup.owner(at) for _ in range(6)))
    assert refused == []
    assert {profile.email for profile in made} == {OWNER_EMAIL}
    assert len({profile.id for profile in made}) == 1
    assert await at.store.read(people.count) == 1


async def test_an_address_is_registered_once(at: Installation) -> None:
    await _first(at)
    spellings = ["ben@example.org", "Ben@example.org", "BEN@EXAMPLE.ORG", "ben@Example.org"]
    won, lost = await _all(*(sign_in.register(at, email=one, password=PASSWORD) for one in spellings))
    assert len(won) == 1
    assert all(isinstance(fault, Conflict) and fault.code == "conflict" for fault in lost)
    assert await at.store.read(people.count) == 2


async def test_a_refresh_token_is_traded_once(at: Installation) -> None:
    session = await _first(at)
    won, lost = await _all(*(sign_in.refresh(at, session.refresh_token) for _ in range(5)))
    assert len(won) == 1
    assert [type(fault) for fault in lost] == [Unauthorized] * 4
    assert (await sign_in.refresh(at, won[0].refresh_token)).user.id == session.user.id


async def test_two_administrators_cannot_both_leave_the_others_behind(at: Installation) -> None:
    ann = (await _first(at)).user
    ben = await at.store.write(lambda tx: people.add(tx, email="ben@example.org", password_hash="!", role="admin"))
    await sign_in.register(at, email="cleo@example.org", password=PASSWORD)
    left, stayed = await _all(account.delete(at, ann.person), account.delete(at, ben.person))
    assert len(left) == 1
    assert [fault.code for fault in stayed if isinstance(fault, Conflict)] == ["last_administrator"]
    assert await at.store.read(people.first_administrator) is not None
    assert await at.store.read(people.count) == 2


async def test_a_person_who_leaves_twice_at_once_is_gone_once(at: Installation) -> None:
    ann = (await _first(at)).user
    left, refused = await _all(*(account.delete(at, ann.person) for _ in range(3)))
    assert (len(left), refused) == (3, [])
    assert await at.store.read(people.count) == 0


async def test_registering_while_the_last_person_leaves_never_leaves_nobody_in_charge(at: Installation) -> None:
    ann = (await _first(at)).user
    await _all(account.delete(at, ann.person), sign_in.register(at, email="ben@example.org", password=PASSWORD))
    if await at.store.read(people.count):
        assert await at.store.read(people.first_administrator) is not None
