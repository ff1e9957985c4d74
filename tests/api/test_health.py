"""Probes: alive is not ready, and neither says too much."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from fabula.errors import Unavailable
from fabula.installation import Installation
from fabula.ops import health
from fabula.wiring import build_app
from tests.api.conftest import client_of

Install = Callable[..., Awaitable[Installation]]


class DeadStore:
    """A store whose database went away."""

    kind = "postgresql"
    where = "db.example:5432/fabula"

    async def read(self, fn: Any) -> Any:
        raise Unavailable("The database server does not answer.")


class SlowStore(DeadStore):
    """A store that never answers."""

    async def read(self, fn: Any) -> Any:
        await asyncio.Event().wait()


async def test_health_says_what_it_runs_on(server_client: httpx.AsyncClient) -> None:
    for path in ("/health", "/ready"):
        answer = await server_client.get(path)
        assert answer.status_code == 200
        found = answer.json()
        version = found["storage"]["migrations"]["data"]
        assert isinstance(version, str)
        assert version
        assert found["storage"]["data"] == {"backend": "memory", "durability": "until_restart"}
        assert found["model"] == {"kind": "built_in"}
        assert found["status"] == "ok"
    assert (await server_client.get("/live")).json() == {"status": "ok"}


async def test_a_file_is_durable(install: Install, tmp_path: Path) -> None:
    at = await install(database_url=f"sqlite:///{tmp_path}/fabula.db")
    async with client_of(build_app(at)) as client:
        answer = await client.get("/health")
    assert answer.json()["storage"]["data"] == {"backend": "sqlite", "durability": "durable"}
    assert str(tmp_path) not in answer.text


@pytest.mark.parametrize("store", [DeadStore(), SlowStore()])
async def test_a_store_that_does_not_answer_is_unready_and_the_process_lives(
    server_at: Installation, monkeypatch: pytest.MonkeyPatch, store: DeadStore
) -> None:
    monkeypatch.setattr(health, "STORE_DEADLINE_S", 0.02)
    async with client_of(build_app(replace(server_at, store=store))) as client:
        for path in ("/health", "/ready"):
            answer = await client.get(path)
            assert answer.status_code == 503
            assert answer.json()["status"] == "unavailable"
            assert "db.example" not in answer.text
        assert (await client.get("/live")).status_code == 200


async def test_no_credential_is_in_the_answer(install: Install) -> None:
    at = await install(
        profile="server", llm_url="https://models.example/v1", llm_model="some-model", llm_api_key="a-key-to-hide"
    )
    async with client_of(build_app(at)) as client:
        answer = await client.get("/health")
    said = json.dumps(answer.json()) + str(answer.headers)
    for hidden in ("a-key-to-hide", "models.example", "some-model", at.secret):
        assert hidden not in said
