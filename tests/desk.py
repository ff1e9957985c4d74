"""An installation with quick parts and a client for it: no weights, no child process, no network.

`open_desk` is the desktop's owner with an empty shelf. Its words say what a reader does; what comes back over HTTP is
handed on as it is, so that tests assert it.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import uuid
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import numpy as np
from fastapi import FastAPI
from numpy.typing import NDArray

from fabula.accounts.passwords import Passwords
from fabula.ai.models import Model
from fabula.clock import Clock
from fabula.config import Config
from fabula.installation import Installation
from fabula.store.contract import Tx
from fabula.store.tables import metadata
from fabula.wiring import build_app, open_installation
from tests.lantern import TEXT

HERE = "http://localhost:8420"
SECRET = "a secret that is only used by the tests"


class Words:
    """An embedder that counts words: texts with words in common are near to each other."""

    model = "words"

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Unit rows of 512."""
        rows = np.zeros((len(texts), 512), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            for word in text.lower().split():
                row[hashlib.sha256(word.strip(".,?!\"'").encode()).digest()[0]] += 1.0
            norm = float(np.linalg.norm(row))
            if norm:
                row /= norm
        return rows


def key() -> str:
    """A fresh idempotency key."""
    return str(uuid.uuid4())


@dataclass
class Desk:
    """An opened installation, its application and its owner's client."""

    at: Installation
    app: FastAPI
    client: httpx.AsyncClient

    async def bring(self, text: str = TEXT, title: str = "The Lantern") -> str:
        """Paste a book and wait until it has been read; its id."""
        answer = await self.client.post("/api/novels", json={"title": title, "content": text})
        assert answer.status_code in (200, 202), answer.text
        await self.settled(answer.json()["novel_id"])
        return str(answer.json()["novel_id"])

    async def status(self, novel: str) -> dict[str, Any]:
        """What the status address says."""
        answer = await self.client.get(f"/api/novels/{novel}/status")
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    async def settled(self, novel: str) -> dict[str, Any]:
        """Wait until an import has ended, well or badly."""
        async with asyncio.timeout(20):
            while (found := await self.status(novel))["status"] in ("pending", "parsing"):
                await asyncio.sleep(0.01)
        return found

    async def go(self, novel: str, chapter: int) -> None:
        """Read on, or back, to a chapter."""
        answer = await self.client.put(f"/api/progress/{novel}", json={"current_chapter": chapter})
        assert answer.status_code == 204, answer.text

    async def cast(self, novel: str) -> dict[str, dict[str, Any]]:
        """The people met so far by the names they have by now."""
        answer = await self.client.get(f"/api/novels/{novel}/characters")
        assert answer.status_code == 200, answer.text
        return {person["name"]: person for person in answer.json()["characters"]}

    async def say(self, character: str, message: str, turn: str | None = None) -> httpx.Response:
        """Say something and wait for the whole answer as JSON."""
        return await self.client.post(
            f"/api/chat/{character}", json={"message": message}, headers={"Idempotency-Key": turn or key()}
        )

    async def history(self, character: str) -> list[dict[str, Any]]:
        """The conversation."""
        answer = await self.client.get(f"/api/chat/{character}/history")
        assert answer.status_code == 200, answer.text
        found: list[dict[str, Any]] = answer.json()["messages"]
        return found

    async def rows(self) -> dict[str, int]:
        """How many rows every table has."""
        return await count_rows(self.at)


async def count_rows(at: Installation) -> dict[str, int]:
    """How many rows every table has."""

    def count(tx: Tx) -> dict[str, int]:
        return {table.name: len(tx.all(table.select())) for table in metadata.sorted_tables}

    return await at.store.read(count)


@asynccontextmanager
async def open_desk(
    folder: Path,
    *,
    model: Model | None = None,
    clock: Clock | None = None,
    database: str = "memory:",
    profile: str = "desktop",
) -> AsyncIterator[Desk]:
    """Open an installation in this folder; no task of it may end with a fault that nobody looks at."""
    loud: list[str] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, what: loud.append(str(what)))
    config = Config.from_env(
        {}, data_dir=folder, database_url=database, secret=SECRET, profile=profile, requests_per_second=10_000
    )
    opened = open_installation(config, clock=clock, passwords=Passwords(cost=4), model=model, embed=Words())
    async with opened as at:
        app = build_app(at)
        transport = httpx.ASGITransport(app, client=("127.0.0.1", 50_000), raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url=HERE) as client:
            yield Desk(at, app, client)
    assert loud == [], "a task ended with a fault that nobody looked at"


@asynccontextmanager
async def open_library(folder: Path, *, model: Model | None = None) -> AsyncIterator[tuple[Desk, Desk]]:
    """A server with two people, Ann, who administers it, and Ben."""
    async with open_desk(folder, profile="server", model=model) as ann:
        transport = httpx.ASGITransport(ann.app, client=("198.51.100.7", 50_000), raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url=HERE) as client:
            ben = Desk(ann.at, ann.app, client)
            for desk, name, path in ((ann, "Ann", "/api/setup/init"), (ben, "Ben", "/api/auth/register")):
                asked = {"email": f"{name}@example.org", "password": "correct horse battery", "name": name}
                made = await desk.client.post(path, json=asked)
                assert made.status_code == 201, made.text
                desk.client.headers["Authorization"] = f"Bearer {made.json()['access_token']}"
            yield ann, ben


class Listener:
    """A request whose answer is received frame by frame, by somebody who may go away at any moment."""

    def __init__(self, app: FastAPI, path: str, body: Any, headers: dict[str, str]) -> None:
        self._app = app
        self._sent = json.dumps(body).encode()
        self._left = asyncio.Event()
        self._chunks: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._started = asyncio.Event()
        self.status = 0
        self.headers: dict[str, str] = {}
        self._scope = {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "method": "POST",
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "root_path": "",
            "headers": [
                (b"host", b"localhost:8420"),
                (b"content-type", b"application/json"),
                *[(name.lower().encode(), value.encode()) for name, value in headers.items()],
            ],
            "client": ("127.0.0.1", 50_000),
            "server": ("localhost", 8420),
        }
        self._task: asyncio.Task[None] | None = None
        self._asked = False

    async def __aenter__(self) -> Listener:
        self._task = asyncio.create_task(self._run())
        async with asyncio.timeout(10):
            await self._started.wait()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.leave()

    async def leave(self) -> None:
        """Close the connection and wait until the server has noticed."""
        self._left.set()
        if self._task is not None:
            async with asyncio.timeout(10):
                await asyncio.wait({self._task})

    async def frames(self) -> AsyncIterator[tuple[str, Any]]:
        """Events as (name, data); a comment is (":", text)."""
        while (chunk := await self.chunk()) is not None:
            yield parse_frame(chunk)

    async def chunk(self) -> bytes | None:
        """The next piece as it was sent; None at the end."""
        async with asyncio.timeout(10):
            return await self._chunks.get()

    async def _run(self) -> None:
        try:
            await self._app(self._scope, self._receive, self._send)
        finally:
            self._started.set()
            self._chunks.put_nowait(None)

    async def _receive(self) -> dict[str, Any]:
        if not self._asked:
            self._asked = True
            return {"type": "http.request", "body": self._sent, "more_body": False}
        await self._left.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        if self._left.is_set():
            raise OSError("the client has gone")
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = {name.decode(): value.decode() for name, value in message["headers"]}
            self._started.set()
        elif message.get("body"):
            self._chunks.put_nowait(message["body"])


def parse_frame(chunk: bytes) -> tuple[str, Any]:
    """One frame, which must be exactly one event or one comment."""
    text = chunk.decode()
    assert text.endswith("\n\n")
    lines = text[:-2].split("\n")
    if lines[0].startswith(":"):
        assert len(lines) == 1
        return ":", lines[0][1:].strip()
    assert len(lines) == 2, text
    assert lines[0].startswith("event: ")
    assert lines[1].startswith("data: ")
    return lines[0][7:], json.loads(lines[1][6:])


def listen(desk: Desk, character: str, message: str, turn: str) -> Listener:
    """Say something and receive the answer as a stream."""
    return Listener(desk.app, f"/api/chat/{character}/stream", {"message": message}, {"Idempotency-Key": turn})


async def until(true: Callable[[], bool]) -> None:
    """Wait for something that is about to happen."""
    async with asyncio.timeout(10):
        while not true():
            await asyncio.sleep(0.005)
