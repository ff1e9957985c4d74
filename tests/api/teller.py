"""A story over HTTP, as somebody tells it: each word sends the version seen last and keeps what comes back."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx

from tests.desk import Desk, open_desk

OPENING = "The lamp stood on the sill, and nobody had lit it."


class Teller:
    """One story of one person, on its current branch."""

    def __init__(self, client: httpx.AsyncClient, begun: dict[str, Any]) -> None:
        self.client = client
        self.id = begun["story"]["id"]
        self.branch = begun["branch"]["id"]
        self.version = begun["branch"]["version"]

    @property
    def home(self) -> str:
        """The story's address."""
        return f"/api/stories/{self.id}"

    def at(self, path: str, branch: str = "current") -> str:
        """An address on a branch."""
        return f"{self.home}/branches/{branch}{path}"

    async def ask(self, path: str, **params: Any) -> Any:
        """A question about the current branch that must be answered."""
        answer = await self.client.get(self.at(path), params=params)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def send(self, method: str, path: str, **body: Any) -> httpx.Response:
        """A write on the current branch, with the version seen last."""
        body = {"version": self.version, **body}
        given: dict[str, Any] = {"params": body} if method == "DELETE" else {"json": body}
        answer = await self.client.request(method, self.at(path), **given)
        if answer.is_success and answer.content:
            self.version = answer.json()["version"]
        return answer

    async def done(self, method: str, path: str, **body: Any) -> Any:
        """A write that must succeed."""
        answer = await self.send(method, path, **body)
        assert answer.is_success, answer.text
        return answer.json()

    async def say(self, content: str, kind: str = "reader", **more: Any) -> dict[str, Any]:
        """One more entry."""
        found: dict[str, Any] = (await self.done("POST", "/entries", content=content, kind=kind, **more))["entry"]
        return found

    async def make(self, kind: str, name: str, **values: Any) -> dict[str, Any]:
        """One more row of the world."""
        made = await self.done("POST", "/world", kind=kind, values={"name": name, **values})
        found: dict[str, Any] = made["row"]
        return found

    async def texts(self) -> list[str]:
        """What is told."""
        return [entry["content"] for entry in (await self.ask("/entries"))["entries"]]

    async def refresh(self) -> dict[str, Any]:
        """The current branch as it is now."""
        found: dict[str, Any] = (await self.ask(""))["branch"]
        self.branch, self.version = found["id"], found["version"]
        return found


async def begin(client: httpx.AsyncClient, **wish: Any) -> Teller:
    """A story that has begun."""
    if "book_id" not in wish:
        wish = {"title": "The Lighthouse", "opening": OPENING, **wish}
    answer = await client.post("/api/stories", json=wish)
    assert answer.status_code == 201, answer.text
    return Teller(client, answer.json())


@asynccontextmanager
async def open_story(folder: Path, **wish: Any) -> AsyncIterator[tuple[Desk, Teller]]:
    """A desk with one blank story."""
    async with open_desk(folder) as desk:
        yield desk, await begin(desk.client, **wish)
