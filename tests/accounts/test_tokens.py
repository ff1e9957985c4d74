"""Tokens: what a signature proves, when it stops proving it, and that a refresh token is spent once."""

from __future__ import annotations

import asyncio
import base64
import json
from datetime import UTC, datetime
from typing import Any

import jwt
import pytest
from sqlalchemy import select

from fabula.accounts import people
from fabula.accounts.tokens import (
    SESSIONS_MAX,
    access_token,
    issue_refresh,
    local_token,
    read_access_token,
    spend_refresh,
)
from fabula.clock import ManualClock
from fabula.errors import Unauthorized
from fabula.store.contract import Store
from fabula.store.tables import refresh_tokens

SECRET = "a secret that is only used by the tests, and long enough for any HMAC"
NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


def test_a_token_says_who_it_was_made_for() -> None:
    token = access_token(SECRET, person_id="person_1", role="user", now=NOW, seconds=60)
    claims = read_access_token(SECRET, token, now=NOW)
    assert (claims.subject, claims.role, claims.is_local) == ("person_1", "user", False)
    said = jwt.decode(token, options={"verify_signature": False})
    assert said == {"sub": "person_1", "role": "user", "iat": int(NOW.timestamp()), "exp": int(NOW.timestamp()) + 60}


def test_it_ends_at_its_second_and_not_before() -> None:
    token = access_token(SECRET, person_id="person_1", role="user", now=NOW, seconds=60)
    assert read_access_token(SECRET, token, now=NOW.replace(second=59))
    with pytest.raises(Unauthorized):
        read_access_token(SECRET, token, now=NOW.replace(minute=1))


def test_the_local_token_says_so() -> None:
    assert read_access_token(SECRET, local_token(SECRET, now=NOW), now=NOW).is_local
    named = read_access_token(SECRET, local_token(SECRET, now=NOW, email="ann@example.org"), now=NOW)
    assert named.email == "ann@example.org"


def _signed(claims: dict[str, Any], *, key: str = SECRET, algorithm: str = "HS256") -> str:
    return jwt.encode(claims, key, algorithm=algorithm)


def _unsigned(claims: dict[str, Any]) -> str:
    parts = [json.dumps(part).encode() for part in ({"alg": "none", "typ": "JWT"}, claims)]
    return ".".join(base64.urlsafe_b64encode(part).rstrip(b"=").decode() for part in parts) + "."


LATER = int(NOW.timestamp()) + 60
CLAIMS = {"sub": "person_1", "role": "user", "iat": int(NOW.timestamp()), "exp": LATER}


@pytest.mark.parametrize(
    "token",
    [
        "",
        "garbage",
        "a.b.c",
        "x" * 5_000,
        "读者",
        _signed(CLAIMS, key="another secret, also thirty-two chars"),
        _signed(CLAIMS, algorithm="HS512"),
        _unsigned(CLAIMS),
        _signed({**CLAIMS, "exp": True}),
        _signed({**CLAIMS, "exp": float(LATER)}),
        _signed({key: value for key, value in CLAIMS.items() if key != "exp"}),
        _signed({key: value for key, value in CLAIMS.items() if key != "sub"}),
        _signed({key: value for key, value in CLAIMS.items() if key != "role"}),
        _signed({**CLAIMS, "role": ["admin"]}),
        _signed({**CLAIMS, "sub": "local", "email": 5}),
    ],
)
def test_anything_else_is_refused(token: str) -> None:
    assert read_access_token(SECRET, _signed(CLAIMS), now=NOW)
    with pytest.raises(Unauthorized):
        read_access_token(SECRET, token, now=NOW)


def test_a_short_secret_is_not_accepted_for_signing() -> None:
    with pytest.raises(jwt.InvalidKeyError):
        access_token("too short", person_id="person_1", role="user", now=NOW, seconds=60)


async def _person(store: Store, name: str = "ann") -> str:
    add = {"email": f"{name}@example.org", "password_hash": "!", "role": "user"}
    return (await store.write(lambda tx: people.add(tx, **add))).id


async def test_a_refresh_token_is_spent_once(clocked_store: Store) -> None:
    ann = await _person(clocked_store)
    token = await clocked_store.write(lambda tx: issue_refresh(tx, ann, 60))
    assert len(token) == 64
    assert int(token, 16)
    assert await clocked_store.write(lambda tx: spend_refresh(tx, token)) == ann
    assert await clocked_store.write(lambda tx: spend_refresh(tx, token)) is None


async def test_of_many_who_spend_it_at_once_one_succeeds(clocked_store: Store) -> None:
    ann = await _person(clocked_store)
    token = await clocked_store.write(lambda tx: issue_refresh(tx, ann, 60))
    spent = await asyncio.gather(*(clocked_store.write(lambda tx: spend_refresh(tx, token)) for _ in range(8)))
    assert sorted(spent, key=str) == [None] * 7 + [ann]


async def test_only_its_hash_is_stored(clocked_store: Store) -> None:
    ann = await _person(clocked_store)
    token = await clocked_store.write(lambda tx: issue_refresh(tx, ann, 60))
    rows = await clocked_store.read(lambda tx: tx.all(select(refresh_tokens)))
    assert len(rows) == 1
    assert token not in str(rows)


async def test_an_expired_token_is_refused_and_deleted(clocked_store: Store, clock: ManualClock) -> None:
    ann = await _person(clocked_store)
    token = await clocked_store.write(lambda tx: issue_refresh(tx, ann, 60))
    clock.advance(60)
    assert await clocked_store.write(lambda tx: spend_refresh(tx, token)) is None
    assert await clocked_store.read(lambda tx: tx.all(select(refresh_tokens))) == []


async def test_a_person_holds_a_bounded_number_of_sessions(clocked_store: Store, clock: ManualClock) -> None:
    ann, ben = await _person(clocked_store), await _person(clocked_store, "ben")
    of_ben = await clocked_store.write(lambda tx: issue_refresh(tx, ben, 9_999))
    tokens = []
    for _ in range(SESSIONS_MAX + 2):
        tokens.append(await clocked_store.write(lambda tx: issue_refresh(tx, ann, 9_999)))
        clock.advance(1)
    assert len(await clocked_store.read(lambda tx: tx.all(select(refresh_tokens)))) == SESSIONS_MAX + 1
    for token, whose in ((tokens[0], None), (tokens[1], None), (tokens[2], ann), (tokens[-1], ann), (of_ben, ben)):
        assert await clocked_store.write(lambda tx, token=token: spend_refresh(tx, token)) == whose
