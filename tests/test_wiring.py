"""Opening, closing and serving an installation: in order, completely, and only on this computer."""

from __future__ import annotations

import asyncio
import socket
import stat
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from fabula.accounts import people
from fabula.accounts.passwords import Passwords
from fabula.accounts.secret import secret_of
from fabula.accounts.tokens import local_token
from fabula.clock import utc_now
from fabula.config import Config
from fabula.errors import CannotStart
from fabula.installation import Installation
from fabula.wiring import open_installation, serving
from tests.desk import Words


@asynccontextmanager
async def _opened(folder: Path, **settings: Any) -> AsyncIterator[Installation]:
    config = Config.from_env({}, data_dir=folder, **settings)
    async with open_installation(config, passwords=Passwords(cost=4), embed=Words()) as at:
        yield at


async def test_a_first_start_makes_a_private_folder_with_its_own_secret(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "fabula"
    async with _opened(folder) as at:
        assert at.store.kind == "sqlite"
        assert at.secret == secret_of(folder, create=False)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {file.name for file in folder.iterdir()} >= {"fabula.db", "secret"}
    async with _opened(folder) as again:
        assert again.secret == at.secret


async def test_a_given_secret_is_used_and_nothing_is_written(tmp_path: Path) -> None:
    folder = tmp_path / "fabula"
    async with _opened(folder, secret="s" * 32, database_url="memory:") as at:
        assert at.secret == "s" * 32
        assert "s" * 32 not in repr(at)
    assert not folder.exists()


async def test_a_folder_in_use_is_reopened_once_it_is_closed(tmp_path: Path) -> None:
    async with _opened(tmp_path) as at:
        await at.store.write(lambda tx: people.add(tx, email="a@b", password_hash="!", role="admin"))
    async with _opened(tmp_path) as again:
        assert await again.store.read(people.count) == 1


async def test_a_fault_at_the_start_leaves_nothing_open(tmp_path: Path) -> None:
    (tmp_path / "fabula.db").write_bytes(b"this is no database" * 100)
    with pytest.raises(CannotStart):
        async with _opened(tmp_path):
            pass
    (tmp_path / "fabula.db").unlink()
    async with _opened(tmp_path):
        pass


async def test_a_data_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(CannotStart, match="data folder"):
        async with _opened(tmp_path / "file" / "fabula"):
            pass


async def test_a_port_that_is_taken_is_said(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(CannotStart, match=f"port {port}.*FABULA_PORT"):
            async with serving(Config.from_env({}, data_dir=tmp_path, port=port)):
                pass
    assert not (tmp_path / "fabula.db").exists()


async def test_a_server_answers_on_the_port_it_was_given_by_the_system(tmp_path: Path) -> None:
    config = Config.from_env({}, data_dir=tmp_path, port=0)
    async with serving(config) as address, httpx.AsyncClient(base_url=address, trust_env=False) as client:
        port = httpx.URL(address).port
        assert (await client.get("/api/auth/me")).json()["role"] == "admin"
        assert (await client.get("/api/auth/me", headers={"Host": f"localhost:{port}"})).status_code == 200
        for host in ("localhost", "localhost:8420", f"evil.example:{port}"):
            assert (await client.get("/api/auth/me", headers={"Host": host})).status_code == 403
        # Nobody is a trusted proxy on a desktop: a claimed origin is not believed and changes nothing.
        forwarded = {"X-Forwarded-For": "203.0.113.9", "Forwarded": "for=203.0.113.9"}
        assert (await client.get("/api/auth/me", headers=forwarded)).status_code == 200
        answer = await client.get("/live")
        assert "server" not in answer.headers
        assert answer.headers["x-trace-id"]
    with pytest.raises(httpx.TransportError):
        async with httpx.AsyncClient(base_url=address, trust_env=False) as late:
            await late.get("/live")


async def test_the_command_line_reaches_a_server_with_the_secret_in_the_folder(tmp_path: Path) -> None:
    config = Config.from_env({}, data_dir=tmp_path, port=0, profile="server")
    async with serving(config) as address, httpx.AsyncClient(base_url=address, trust_env=False) as client:
        first = {"email": "ann@example.org", "password": "correct horse battery"}
        assert (await client.post("/api/setup/init", json=first)).status_code == 201
        token = local_token(secret_of(tmp_path, create=False), now=utc_now())
        for given, status in ((token, 200), (token[:-2], 401), (local_token("x" * 64, now=utc_now()), 401)):
            answer = await client.get("/api/auth/me", headers={"Authorization": f"Bearer {given}"})
            assert answer.status_code == status


async def test_a_body_larger_than_allowed_is_refused_over_a_real_connection(tmp_path: Path) -> None:
    config = Config.from_env({}, data_dir=tmp_path, port=0)
    async with serving(config) as address, httpx.AsyncClient(base_url=address, trust_env=False) as client:
        json_type = {"Content-Type": "application/json"}

        async def endless() -> AsyncIterator[bytes]:
            for _ in range(100):
                yield b" " * 10_000
                await asyncio.sleep(0)

        try:
            answer = await client.post("/api/auth/login", content=endless(), headers=json_type)
        except httpx.WriteError:
            # The server may close before the client has sent everything; it must still be there for the next one.
            pass
        else:
            assert answer.status_code == 413
        assert (await client.get("/live")).status_code == 200
