"""Killed at any moment, a server has every change of a story that it acknowledged, none twice and none by half.

Two hundred lives of a server on one data folder, each ended by SIGKILL at a random moment while a story is told on two
of its branches at once. After every death rows and log must agree, and each branch must be what its teller knew of it,
with or without the one change that was under way.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.e2e.test_kill import Nursery

SEEDS = (1, 2)
LIVES = 100
LIFE_S = (0.0, 0.12)
LONG = 40

Item = tuple[str, str]
"""One change: what was done, and the text or the name it was done with."""


@pytest.fixture
def nursery(tmp_path: Path) -> Iterator[Nursery]:
    one = Nursery(tmp_path)
    yield one
    one.close()


@dataclass
class Known:
    """What is known of a branch: every change that stands, oldest first, and what can be done again."""

    done: list[Item]
    undone: list[Item] = field(default_factory=list)

    def shown(self) -> tuple[list[str], list[str]]:
        """The texts in order, and the names of the people that are there."""
        people: set[str] = set()
        for what, name in self.done:
            if what == "make":
                people.add(name)
            elif what == "drop":
                people.discard(name)
        return [text for what, text in self.done if what == "say"], sorted(people)


@dataclass
class Teller:
    """Somebody who tells on one branch, one change after the other."""

    home: str
    seed: str
    known: Known = field(default_factory=lambda: Known([]))
    wish: Known | None = None
    """What is known if the change under way was made."""
    version: int = 0
    number: int = 0
    acknowledged: int = 0
    found: int = 0
    """How often a change that nobody acknowledged was there after all."""
    ids: dict[str, str] = field(default_factory=dict)

    async def look(self, http: httpx.AsyncClient) -> None:
        """After a death: the branch is what was known, or that and the change under way; nothing else."""
        assert (await http.get(f"{self.home}/verify")).json() == {"findings": []}
        page = (await http.get(f"{self.home}/entries", params={"limit": 200})).json()
        people = (await http.get(f"{self.home}/world", params={"kind": "character", "limit": 200})).json()["rows"]
        shown = [each["content"] for each in page["entries"][1:]], sorted(each["name"] for each in people)
        wished = self.wish is not None and shown == self.wish.shown()
        if self.wish is not None and wished and shown != self.known.shown():
            self.known = self.wish
            self.found += 1
        assert shown == self.known.shown()
        self.wish, self.version = None, page["version"]
        self.ids |= {each["content"]: each["id"] for each in page["entries"]}
        self.ids |= {each["name"]: each["id"] for each in people}

    async def tell(self, http: httpx.AsyncClient, r: random.Random) -> None:
        """One change after the other, until the server dies."""
        while True:
            known, (texts, people) = self.known, self.known.shown()
            self.number += 1
            text = f"{self.seed}, the {self.number}th"
            chance = r.random()
            if chance < 0.15 and known.done:
                self.wish = Known(known.done[:-1], [*known.undone, known.done[-1]])
                answer = await self._send(http, "POST", "/undo")
            elif chance < 0.25 and known.undone:
                self.wish = Known([*known.done, known.undone[-1]], known.undone[:-1])
                answer = await self._send(http, "POST", "/redo")
            elif len(texts) > LONG or (chance < 0.28 and texts):
                first = texts[len(texts) // 2]
                self.wish = Known(known.done[: known.done.index(("say", first))])
                answer = await self._send(http, "POST", "/rollback", entry_id=self.ids[first])
            elif chance < 0.36 and people:
                self.wish = Known([*known.done, ("drop", people[0])])
                path = f"{self.home}/world/{self.ids[people[0]]}"
                answer = await http.delete(path, params={"kind": "character", "version": self.version})
            elif chance < 0.6:
                self.wish = Known([*known.done, ("make", text)])
                answer = await self._send(http, "POST", "/world", kind="character", values={"name": text})
            else:
                self.wish = Known([*known.done, ("say", text)])
                answer = await self._send(http, "POST", "/entries", content=text)
            assert answer.status_code in (200, 201), answer.text
            done = answer.json()
            self.known, self.wish, self.version = self.wish, None, done["version"]
            self.acknowledged += 1
            for made in (done.get("entry"), done.get("row")):
                if made is not None:
                    self.ids[made.get("content") or made["name"]] = made["id"]

    async def _send(self, http: httpx.AsyncClient, method: str, path: str, **body: Any) -> httpx.Response:
        return await http.request(method, self.home + path, json={**body, "version": self.version})


async def begin(nursery: Nursery, seed: int) -> list[Teller]:
    """A story with two branches, and a teller for each."""
    pid = await nursery.born()
    async with httpx.AsyncClient(base_url=nursery.address, timeout=10) as http:
        whole = (await http.post("/api/stories", json={"title": "T", "opening": "Once."})).json()
        home = f"/api/stories/{whole['story']['id']}"
        entry = (await http.get(f"{home}/branches/current/entries")).json()["entries"][0]["id"]
        asked = {"entry_id": entry, "name": "side", "version": whole["branch"]["version"]}
        side = (await http.post(f"{home}/fork", json=asked)).json()["branch"]["id"]
    await nursery.kill(pid)
    names = (whole["branch"]["id"], side)
    return [Teller(f"{home}/branches/{name}", f"{seed}{letter}") for name, letter in zip(names, "ab", strict=True)]


async def one_life(nursery: Nursery, tellers: list[Teller], chance: random.Random) -> None:
    pid = await nursery.born()
    async with httpx.AsyncClient(base_url=nursery.address, timeout=10) as http:
        for teller in tellers:
            await teller.look(http)
        work = [asyncio.create_task(teller.tell(http, random.Random(chance.random()))) for teller in tellers]
        await asyncio.sleep(chance.uniform(*LIFE_S))
        await nursery.kill(pid)
        for task in work:
            task.cancel()
        ended = await asyncio.gather(*work, return_exceptions=True)
    for fault in ended:
        if not isinstance(fault, httpx.TransportError | asyncio.CancelledError):
            raise AssertionError("a teller failed otherwise than by the kill") from fault


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("seed", SEEDS)
async def test_a_story_killed_at_a_hundred_moments(nursery: Nursery, seed: int) -> None:
    chance = random.Random(f"story {seed}")
    tellers = await begin(nursery, seed)
    for _ in range(LIVES):
        await one_life(nursery, tellers, chance)
    pid = await nursery.born()
    async with httpx.AsyncClient(base_url=nursery.address, timeout=30) as http:
        for teller in tellers:
            await teller.look(http)
        assert (await http.get("/api/doctor")).json()["findings"] == []
    await nursery.kill(pid)
    print(*((teller.acknowledged, teller.found, len(teller.known.done)) for teller in tellers))
    # For the test to mean anything, kills must have fallen between changes and into them.
    assert sum(teller.acknowledged for teller in tellers) > LIVES // 2
    assert sum(teller.found for teller in tellers) > 0
