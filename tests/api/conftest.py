"""An application in memory for every test: a desktop one, a server one, and people who have signed up.

`client` is the desktop's owner, `server_client` is nobody yet, `sign_up("ann")` is a person with an address of her own.
Time stands still unless a test moves `clock`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from fabula.accounts.passwords import Passwords
from fabula.clock import ManualClock
from fabula.config import Config
from fabula.installation import Installation
from fabula.wiring import build_app, open_installation
from tests.desk import Words

SECRET = "a secret that is only used by the tests"
HERE = "http://localhost:8420"
PASSWORD = "correct horse battery"


def client_of(app: FastAPI, *, address: str = "127.0.0.1", base: str = HERE, **given: Any) -> httpx.AsyncClient:
    """A client whose requests come from `address`."""
    transport = httpx.ASGITransport(app, client=(address, 50_000), raise_app_exceptions=False)
    return httpx.AsyncClient(transport=transport, base_url=base, **given)


async def drive(app: FastAPI, method: str, path: str, headers: dict[str, str] | None = None) -> list[dict[str, Any]]:
    """Send one request without a body straight into the application; what it sent, as it sent it."""
    sent: list[dict[str, Any]] = []
    asked = False

    async def receive() -> dict[str, Any]:
        nonlocal asked
        if asked:
            await asyncio.Event().wait()
        asked = True
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    given = {"host": "localhost:8420", **(headers or {})}
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "scheme": "http",
        "http_version": "1.1",
        "headers": [(name.encode(), value.encode()) for name, value in given.items()],
        "client": ("127.0.0.1", 50_000),
        "server": ("localhost", 8420),
    }
    await app(scope, receive, send)
    return sent


@dataclass
class Reader:
    """A person who has signed up, and their own client."""

    id: str
    email: str
    session: dict[str, Any]
    client: httpx.AsyncClient


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(datetime(2026, 3, 1, 12, 0, tzinfo=UTC))


@pytest.fixture
async def install(tmp_path: Path, clock: ManualClock) -> AsyncIterator[Callable[..., Awaitable[Installation]]]:
    """Open an installation with these settings; it is closed after the test."""
    async with AsyncExitStack() as opened:

        async def make(**settings: Any) -> Installation:
            given = {"data_dir": tmp_path, "database_url": "memory:", "secret": SECRET} | settings
            config = Config.from_env({}, **given)
            # Cost 4 is bcrypt's least: the tests are about what is hashed and when, not about how long it takes.
            return await opened.enter_async_context(
                open_installation(config, clock=clock, passwords=Passwords(cost=4), embed=Words())
            )

        yield make


@pytest.fixture
async def at(install: Callable[..., Awaitable[Installation]]) -> Installation:
    return await install(profile="desktop")


@pytest.fixture
async def app(at: Installation) -> FastAPI:
    return build_app(at)


@pytest.fixture
async def client(app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    async with client_of(app) as one:
        yield one


@pytest.fixture
async def server_at(install: Callable[..., Awaitable[Installation]]) -> Installation:
    return await install(profile="server")


@pytest.fixture
async def server_app(server_at: Installation) -> FastAPI:
    return build_app(server_at)


@pytest.fixture
async def server_client(server_app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    async with client_of(server_app, address="198.51.100.7") as one:
        yield one


@pytest.fixture
async def sign_up(server_app: FastAPI) -> AsyncIterator[Callable[[str], Awaitable[Reader]]]:
    """Sign a person up on the server; the first one becomes its administrator."""
    async with AsyncExitStack() as opened:
        known = 0

        async def make(name: str) -> Reader:
            nonlocal known
            known += 1
            one = await opened.enter_async_context(client_of(server_app, address=f"203.0.113.{known}"))
            asked = {"email": f"{name}@example.org", "password": PASSWORD, "name": name}
            answer = await one.post("/api/setup/init" if known == 1 else "/api/auth/register", json=asked)
            assert answer.status_code == 201, answer.text
            session = answer.json()
            one.headers["Authorization"] = f"Bearer {session['access_token']}"
            return Reader(session["user"]["id"], asked["email"], session, one)

        yield make
