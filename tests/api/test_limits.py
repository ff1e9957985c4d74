"""Sizes and rates: what is too much, when it is enough again, and who pays for whom."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable

import httpx
import pytest
from fastapi import FastAPI
from hypothesis import given
from hypothesis import strategies as st

from fabula.api.limits import (
    CHAT_BYTES,
    MIB,
    OTHER_BYTES,
    PASTE_BYTES,
    STORY_BYTES,
    UPLOAD_BYTES,
    WRITING_BYTES,
    Rate,
    Rates,
    address_key,
    body_limit,
)
from fabula.clock import ManualClock
from fabula.errors import RateLimited
from fabula.installation import Installation
from fabula.wiring import build_app
from tests.api.conftest import PASSWORD, Reader, client_of, drive
from tests.api.envelope import assert_error

LOGIN = "/api/auth/login"
Install = Callable[..., Awaitable[Installation]]


def _login(email: str = "ann@example.org", password: str = "wrong password") -> dict[str, str]:
    return {"email": email, "password": password}


def test_each_address_has_its_limit() -> None:
    assert body_limit("POST", "/api/novels/upload") == UPLOAD_BYTES == 21 * MIB
    assert body_limit("POST", "/api/novels/encodings") == UPLOAD_BYTES
    assert body_limit("POST", "/api/novels") == PASTE_BYTES > 5 * MIB
    assert body_limit("PUT", "/api/novels") == OTHER_BYTES
    assert body_limit("POST", "/api/stories/import") == STORY_BYTES == 64 * MIB
    assert (
        body_limit("POST", "/api/stories") == body_limit("PATCH", "/api/stories/story_x/import") == WRITING_BYTES == MIB
    )
    assert body_limit("POST", "/api/storiesque") == OTHER_BYTES
    assert body_limit("POST", "/api/chat/char_x/stream") == CHAT_BYTES == 20 * 1024
    assert body_limit("POST", "/api/novels/upload/") == body_limit("POST", "/") == OTHER_BYTES == 64 * 1024


async def test_a_body_announced_too_large_is_refused_unread(server_app: FastAPI) -> None:
    for size in (OTHER_BYTES + 1, 10**40):
        # `drive` sends an empty body: had it been read, the answer would be that JSON is missing.
        sent = await drive(server_app, "POST", LOGIN, {"content-length": str(size), "content-type": "application/json"})
        assert sent[0]["status"] == 413


async def test_a_body_that_turns_out_too_large_is_cut_off(server_client: httpx.AsyncClient) -> None:
    sent = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal sent
        while sent < 10 * OTHER_BYTES:
            sent += 8_192
            yield b" " * 8_192

    json_type = {"Content-Type": "application/json"}
    assert_error(await server_client.post(LOGIN, content=endless(), headers=json_type), "payload_too_large")
    assert sent <= OTHER_BYTES + 8_192


async def test_a_body_of_just_the_limit_is_read(server_client: httpx.AsyncClient) -> None:
    body = json.dumps(_login()).encode()
    json_type = {"Content-Type": "application/json"}
    fits = body + b" " * (OTHER_BYTES - len(body))
    assert_error(await server_client.post(LOGIN, content=fits, headers=json_type), "unauthorized")
    assert_error(await server_client.post(LOGIN, content=fits + b" ", headers=json_type), "payload_too_large")


async def test_ten_attempts_at_one_account_a_minute(
    server_client: httpx.AsyncClient, sign_up: Callable[[str], Awaitable[Reader]], clock: ManualClock
) -> None:
    await sign_up("ann")
    for _ in range(10):
        assert_error(await server_client.post(LOGIN, json=_login()), "unauthorized")
    refused = await server_client.post(LOGIN, json=_login("ANN@example.org ", PASSWORD))
    assert_error(refused, "rate_limited")
    assert refused.headers["retry-after"] == "6"
    # Another account is not held up, and neither is the same account from elsewhere.
    assert_error(await server_client.post(LOGIN, json=_login("ben@example.org")), "unauthorized")
    clock.advance(5.9)
    assert_error(await server_client.post(LOGIN, json=_login()), "rate_limited")
    clock.advance(0.2)
    assert (await server_client.post(LOGIN, json=_login(password=PASSWORD))).status_code == 200


async def test_thirty_attempts_from_one_address_a_minute(server_app: FastAPI, clock: ManualClock) -> None:
    async with (
        client_of(server_app, address="2001:db8::1") as one,
        client_of(server_app, address="2001:db8::ffff") as two,
    ):
        for number in range(30):
            answer = await (one, two)[number % 2].post(LOGIN, json=_login(f"reader{number}@example.org"))
            assert_error(answer, "unauthorized")
        assert_error(await two.post(LOGIN, json=_login("new@example.org")), "rate_limited")
        async with client_of(server_app, address="2001:db8:0:1::1") as neighbour:
            assert_error(await neighbour.post(LOGIN, json=_login("new@example.org")), "unauthorized")
        clock.advance(2)
        assert_error(await two.post(LOGIN, json=_login("new@example.org")), "unauthorized")


async def test_one_person_cannot_use_up_anothers_requests(install: Install, clock: ManualClock) -> None:
    app = build_app(await install(profile="server", requests_per_second=2))
    readers = []
    for name in ("ann", "ben"):
        # Both sign in from one address: behind one router.
        one = client_of(app, address="203.0.113.5")
        path = "/api/auth/register" if readers else "/api/setup/init"
        session = (await one.post(path, json={"email": f"{name}@example.org", "password": PASSWORD})).json()
        one.headers["Authorization"] = f"Bearer {session['access_token']}"
        readers.append(one)
    ann, ben = readers
    for _ in range(4):
        assert (await ann.get("/api/auth/me")).status_code == 200
    refused = await ann.get("/api/auth/me")
    assert_error(refused, "rate_limited")
    assert refused.headers["retry-after"] == "1"
    assert (await ben.get("/api/auth/me")).status_code == 200
    clock.advance(0.5)
    assert (await ann.get("/api/auth/me")).status_code == 200
    assert_error(await ann.get("/api/auth/me"), "rate_limited")


async def test_refused_requests_probes_and_pages_cost_nothing(install: Install) -> None:
    app = build_app(await install(profile="server", requests_per_second=1))
    async with client_of(app) as client:
        for _ in range(20):
            assert_error(await client.get("/api/auth/me"), "unauthorized")
            assert (await client.get("/live")).status_code == 200
            assert (await client.get("/health")).status_code == 200
            assert (await client.get("/")).status_code == 200
        assert (await client.get("/api/setup/status")).status_code == 200
        assert (await client.get("/api/setup/status")).status_code == 200
        assert_error(await client.get("/api/setup/status"), "rate_limited")
        assert (await client.get("/ready")).status_code == 200


def test_the_memory_of_rates_is_bounded() -> None:
    rates = Rates(ManualClock(), keys_max=10)
    for number in range(1_000):
        rates.take(Rate(1), str(number))
    assert len(rates._full_at) == 10
    with pytest.raises(RateLimited):
        rates.take(Rate(1), "999")
    rates.take(Rate(1), "0")


@given(st.integers(1, 20), st.lists(st.floats(0, 30), max_size=120))
def test_no_window_ever_has_more_than_twice_the_rate(count: int, pauses: list[float]) -> None:
    clock, taken = ManualClock(), []
    rates = Rates(clock)
    for pause in pauses:
        now = clock.advance(pause).timestamp()
        try:
            rates.take(Rate(count), "key")
        except RateLimited as refused:
            # Whoever waits as told is let in.
            clock.advance(refused.retry_after or 0)
            rates.take(Rate(count), "key")
            now = clock().timestamp()
        taken.append(now)
    for start in taken:
        assert sum(start <= moment < start + 59.9 for moment in taken) <= 2 * count


def test_an_address_is_counted_for_its_network() -> None:
    def key(host: str) -> str:
        return address_key({"client": (host, 1)})

    assert key("2001:db8::1") == key("2001:db8::2") != key("2001:db8:0:1::1")
    assert key("::ffff:192.0.2.1") != key("::ffff:192.0.2.2")
    assert key("192.0.2.1") != key("192.0.2.2")
    assert address_key({"client": None}) == ""
