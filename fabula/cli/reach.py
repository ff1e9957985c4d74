"""How the command line reaches an installation: through the server that holds it, or through one of its own.

There is one way to do things, the HTTP API. When a server holds the data folder its lock file says where it answers;
otherwise a private server runs on a free loopback port for as long as the command does.
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx

from fabula.accounts.secret import secret_of
from fabula.accounts.tokens import local_token
from fabula.clock import utc_now
from fabula.config import Config
from fabula.errors import CannotStart, FabulaError, NotFound, Unavailable
from fabula.store.locks import read_lock
from fabula.store.urls import read_url

TIMEOUT_S = 120.0


class Reached:
    """A connection to an installation's API, signed in as its owner."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self.http = http

    async def get(self, path: str, **params: Any) -> Any:
        """The JSON behind an address; raises the fault that the API names."""
        return await self.send("GET", path, params=params)

    async def post(self, path: str, **options: Any) -> Any:
        """Send and return the JSON answer."""
        return await self.send("POST", path, **options)

    async def send(self, method: str, path: str, **options: Any) -> Any:
        """One request; None when there is no body."""
        try:
            answer = await self.http.request(method, path, **options)
        except httpx.HTTPError as fault:
            raise Unavailable(f"The Fabula server does not answer: {str(fault).rstrip('.')}.") from fault
        if answer.is_error:
            raise fault_of(answer)
        return answer.json() if answer.content else None

    async def books(self) -> list[dict[str, Any]]:
        """Every book of the shelf."""
        found: list[dict[str, Any]] = []
        cursor: str | None = None
        while True:
            page = await self.get("/api/novels", limit=200, **({"cursor": cursor} if cursor else {}))
            found += page["novels"]
            cursor = page["next_cursor"]
            if cursor is None:
                return found

    async def book(self, wanted: str) -> dict[str, Any]:
        """The book meant by an id or a title, whole, begun, or (if only one has it) a part; raises `NotFound`."""
        books = await self.books()
        return _one(wanted, books, [lambda b: [b["id"]], lambda b: [b["title"]]], "book", "title")

    async def stories(self) -> list[dict[str, Any]]:
        """Every story, the one changed last first."""
        found: list[dict[str, Any]] = []
        cursor: str | None = None
        while True:
            page = await self.get("/api/stories", limit=200, **({"cursor": cursor} if cursor else {}))
            found += page["stories"]
            cursor = page["next_cursor"]
            if cursor is None:
                return found

    async def story(self, wanted: str) -> dict[str, Any]:
        """The story meant by an id or a title, whole, begun, or (if only one has it) a part; raises `NotFound`."""
        return _one(wanted, await self.stories(), [lambda s: [s["id"]], lambda s: [s["title"]]], "story", "title")

    async def branch(self, story: dict[str, Any], wanted: str | None) -> dict[str, Any]:
        """The branch meant by an id or a name; without one, the branch the story is on."""
        if wanted is None:
            found: dict[str, Any] = (await self.get(f"/api/stories/{story['id']}"))["branch"]
            return found
        listed = (await self.get(f"/api/stories/{story['id']}/branches"))["branches"]
        return _one(wanted, listed, [lambda b: [b["id"]], lambda b: [b["name"]]], "branch", "name")

    async def character(self, book: dict[str, Any], wanted: str) -> dict[str, Any]:
        """The person meant by an id, a name or an alias, whole or begun."""
        people = (await self.get(f"/api/novels/{book['id']}/characters"))["characters"]
        return _one(wanted, people, [lambda c: [c["id"]], lambda c: [c["name"], *c["aliases"]]], "person", "name")


def _one(wanted: str, things: list[dict[str, Any]], keys: list[Any], kind: str, shown: str) -> dict[str, Any]:
    folded = wanted.casefold().strip()
    for match in (str.__eq__, str.startswith, str.__contains__):
        for key in keys:
            found = [t for t in things if any(match(name.casefold(), folded) for name in key(t))]
            if len(found) == 1:
                return found[0]
            if found:
                told = ", ".join(f"{t[shown]} ({t['id'][:13]})" for t in found[:8])
                raise NotFound(f"More than one {kind} is meant by {wanted!r}: {told}. Say more of the name or the id.")
    told = ", ".join(str(t[shown]) for t in things[:12]) or "none yet"
    raise NotFound(f"There is no {kind} {wanted!r}. There are: {told}.")


def fault_of(answer: httpx.Response) -> FabulaError:
    """The fault an error answer tells of."""
    try:
        told = answer.json()["error"]
        return FabulaError(str(told["message"]), code=str(told["code"]))
    except (ValueError, KeyError, TypeError):
        return Unavailable(f"The server answered {answer.status_code} without saying why.")


@asynccontextmanager
async def reach(config: Config) -> AsyncIterator[Reached]:
    """Reach the installation that the settings name."""
    address = _running(config)
    if address is not None:
        async with _client(config, address) as http:
            yield Reached(http)
        return
    # Loaded only where it is needed: a client of a running server starts in half the time.
    from fabula.wiring import serving

    quiet = Config.from_env(os.environ, **{**_kept(config), "port": 0, "log_level": "error"})
    async with serving(quiet) as own, _client(quiet, own) as http:
        yield Reached(http)


def _kept(config: Config) -> dict[str, Any]:
    return {"data_dir": config.data_dir, "database_url": config.database_url, "profile": config.profile}


def _running(config: Config) -> str | None:
    place = read_url(config.database_url, config.data_dir)
    lock = read_lock(place.file) if place.file is not None else None
    if lock is None:
        return None
    if lock.address is None:
        raise CannotStart(f"Process {lock.pid} is using {place.file} without serving it. Wait until it has ended.")
    return lock.address


def _client(config: Config, address: str) -> httpx.AsyncClient:
    token = local_token(config.secret or secret_of(config.data_dir), now=utc_now())
    return httpx.AsyncClient(
        base_url=address, headers={"Authorization": f"Bearer {token}"}, timeout=TIMEOUT_S, trust_env=False
    )
