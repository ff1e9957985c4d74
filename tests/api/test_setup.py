"""The first run: one winner, and nothing before it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
import pytest

from fabula.installation import Installation
from fabula.wiring import build_app
from tests.api.conftest import PASSWORD, Reader, client_of
from tests.api.envelope import assert_error

ADMIN = {"email": "admin@example.org", "password": PASSWORD}


async def test_status_before_and_after_the_first_run(server_client: httpx.AsyncClient) -> None:
    before = (await server_client.get("/api/setup/status")).json()
    assert before == {
        "configured": False,
        "admin_configured": False,
        "llm_configured": False,
        "contract": 3,
        "profile": "server",
    }
    assert (await server_client.post("/api/setup/init", json=ADMIN)).status_code == 201
    after = (await server_client.get("/api/setup/status")).json()
    assert after == {**before, "configured": True, "admin_configured": True}


async def test_status_says_whether_a_model_is_configured(install: Callable[..., Awaitable[Installation]]) -> None:
    at = await install(profile="server", llm_url="https://models.example/v1", llm_model="some-model")
    async with client_of(build_app(at)) as client:
        assert (await client.get("/api/setup/status")).json()["llm_configured"] is True
        assert (await client.get("/health")).json()["model"] == {"kind": "openai_compatible"}


async def test_a_desktop_needs_no_first_run(client: httpx.AsyncClient) -> None:
    status = (await client.get("/api/setup/status")).json()
    assert (status["configured"], status["profile"]) == (True, "desktop")
    assert_error(await client.post("/api/setup/init", json=ADMIN), "conflict")


async def test_the_first_person_becomes_administrator(server_client: httpx.AsyncClient) -> None:
    asked = {**ADMIN, "name": "  Ada ", "language": "zh-CN"}
    answer = await server_client.post("/api/setup/init", json=asked)
    assert answer.status_code == 201
    session = answer.json()
    assert session["token_type"] == "bearer"
    assert session["expires_in"] == 3600
    user = session["user"]
    assert user["id"].startswith("person_")
    assert (user["role"], user["name"], user["language"]) == ("admin", "Ada", "zh-CN")
    assert user["created_at"] == user["last_sign_in"] == "2026-03-01T12:00:00Z"
    headers = {"Authorization": f"Bearer {session['access_token']}"}
    assert (await server_client.get("/api/auth/me", headers=headers)).json() == user


async def test_a_second_first_run_is_a_conflict_and_changes_nothing(server_client: httpx.AsyncClient) -> None:
    assert (await server_client.post("/api/setup/init", json=ADMIN)).status_code == 201
    other = {**ADMIN, "email": "other@example.org"}
    assert_error(await server_client.post("/api/setup/init", json=other), "conflict")
    assert_error(await server_client.post("/api/auth/login", json=other), "unauthorized")


async def test_of_several_first_runs_at_once_one_wins(server_client: httpx.AsyncClient) -> None:
    asked = [{**ADMIN, "email": f"admin{number}@example.org"} for number in range(6)]
    answers = await asyncio.gather(*(server_client.post("/api/setup/init", json=one) for one in asked))
    assert sorted(answer.status_code for answer in answers) == [201] + [409] * 5
    for answer in answers:
        if answer.status_code == 409:
            assert_error(answer, "conflict")
    signed_in = [(await server_client.post("/api/auth/login", json=one)).status_code for one in asked]
    assert sorted(signed_in) == [200] + [401] * 5


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"email": "not an address"}, "e-mail address is not valid"),
        ({"password": "short"}, "at least 8"),
        ({"password": "x" * 73}, "72 bytes"),
        ({"name": "bell\u0007"}, "control character"),
        ({"name": "x" * 201}, "longer than 200"),
        ({"language": "tlh"}, '"language" is not valid'),
        ({"email": None}, '"email" is not valid'),
        ({"email": 5}, '"email" is not valid'),
        ({"provider": "x"}, '"provider" is not a known field'),
    ],
)
async def test_what_is_not_valid_is_said_and_the_run_stays_open(
    server_client: httpx.AsyncClient, change: dict[str, Any], says: str
) -> None:
    answer = await server_client.post("/api/setup/init", json={**ADMIN, **change})
    assert says in assert_error(answer, "validation_error")
    assert (await server_client.get("/api/setup/status")).json()["configured"] is False


async def test_registering_waits_for_the_first_run(
    server_client: httpx.AsyncClient, sign_up: Callable[[str], Awaitable[Reader]]
) -> None:
    ben = {"email": "ben@example.org", "password": PASSWORD}
    assert_error(await server_client.post("/api/auth/register", json=ben), "setup_required")
    await sign_up("ann")
    assert (await server_client.post("/api/auth/register", json=ben)).status_code == 201
