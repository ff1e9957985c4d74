"""Killed at any moment, a server loses nothing it acknowledged and shows nothing it had not finished.

Two hundred lives of a server on one data folder, each ended by SIGKILL at a random moment while books are being
brought and people are being talked with. The moments come from a seed.
"""

from __future__ import annotations

import asyncio
import json
import random
import socket
import subprocess
import sys
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest

ROOT = Path(__file__).parents[2]
SEEDS = (1, 2)
LIVES = 100
LIFE_S = (0.02, 0.9)
TALKERS = 4
BOOKS_MAX = 12


@dataclass
class Diary:
    """What the clients know: what they asked, and what was acknowledged."""

    character: str = ""
    turns: dict[str, str] = field(default_factory=dict)
    done: dict[str, str] = field(default_factory=dict)
    replaced: set[str] = field(default_factory=set)
    offered: list[str] = field(default_factory=list)
    accepted: dict[str, str] = field(default_factory=dict)

    @property
    def unfinished(self) -> list[str]:
        """Turns whose end is not known yet, oldest first."""
        return [key for key in self.turns if key not in self.done and key not in self.replaced]


class Nursery:
    """Starts servers on one data folder and kills them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.e2e.nursery"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def born(self) -> int:
        """A server that answers; returns its pid."""
        pid = await self._ask({"data_dir": str(self.folder), "port": self.port})
        async with httpx.AsyncClient(base_url=self.address) as http:
            for _ in range(1_000):
                try:
                    await http.get("/live")
                    return pid
                except httpx.TransportError:
                    await asyncio.sleep(0.01)
        raise AssertionError("the server did not start")

    async def kill(self, pid: int) -> None:
        """End a server at this very moment; returns when it is gone."""
        await self._ask({"kill": pid})

    async def _ask(self, asked: dict[str, Any]) -> int:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(asked) + "\n")
        self.process.stdin.flush()
        return int(await asyncio.to_thread(self.process.stdout.readline))

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(10)


@pytest.fixture
def nursery(tmp_path: Path) -> Iterator[Nursery]:
    one = Nursery(tmp_path)
    yield one
    one.close()


def a_book(number: int) -> str:
    """A small book of its own."""
    said = "\n\n".join(
        f"“The lamp in window {i} of house {number} is lit,” said Ada Marsh.\n\n“It was dark before,” said Tom Ferris."
        for i in range(30)
    )
    return f"Chapter 1\n\n{said}\n\nChapter 2\n\nAda Marsh walked home. “Good night,” said Tom Ferris.\n"


async def talk(http: httpx.AsyncClient, diary: Diary, key: str) -> None:
    """Send one turn and note whether it was acknowledged."""
    request = http.stream(
        "POST",
        f"/api/chat/{diary.character}/stream",
        json={"message": diary.turns[key]},
        headers={"Idempotency-Key": key},
    )
    async with request as answer:
        if answer.status_code == 409:
            # Busy, or a newer message took the place of this one while nobody was answering it: that is final.
            if json.loads(await answer.aread())["error"]["code"] == "idempotency_conflict":
                diary.replaced.add(key)
            await asyncio.sleep(0.005)
            return
        assert answer.status_code == 200
        name = ""
        async for line in answer.aiter_lines():
            if line.startswith("event: "):
                name = line[7:]
            elif line.startswith("data: ") and name == "done":
                data = json.loads(line[6:])
                assert data["committed"] is True
                assert data["turn_id"] == key
                diary.done[key] = data["message"]["content"]


async def keep_talking(http: httpx.AsyncClient, diary: Diary, chance: random.Random) -> None:
    while True:
        if diary.unfinished and chance.random() < 0.7:
            key = chance.choice(diary.unfinished)
        else:
            key = str(uuid.UUID(int=chance.getrandbits(128), version=4))
            diary.turns[key] = f"message {len(diary.turns)}"
        await talk(http, diary, key)


async def keep_bringing(http: httpx.AsyncClient, diary: Diary, chance: random.Random) -> None:
    while True:
        open_offers = [text for text in diary.offered if text not in diary.accepted]
        if not open_offers and len(diary.offered) >= BOOKS_MAX:
            await http.get("/api/novels")
            await asyncio.sleep(0.02)
            continue
        if open_offers:
            text = chance.choice(open_offers)
        else:
            text = a_book(len(diary.offered))
            diary.offered.append(text)
        answer = await http.post("/api/novels/upload", files={"file": ("book.txt", text.encode())})
        if answer.status_code in (200, 202):
            diary.accepted[text] = answer.json()["novel_id"]


async def one_life(nursery: Nursery, diary: Diary, chance: random.Random) -> None:
    pid = await nursery.born()
    async with httpx.AsyncClient(base_url=nursery.address, timeout=10) as http:
        work = [asyncio.create_task(keep_talking(http, diary, random.Random(chance.random()))) for _ in range(TALKERS)]
        work.append(asyncio.create_task(keep_bringing(http, diary, random.Random(chance.random()))))
        await asyncio.sleep(chance.uniform(*LIFE_S))
        await nursery.kill(pid)
        for task in work:
            task.cancel()
        ended = await asyncio.gather(*work, return_exceptions=True)
    for fault in ended:
        if not isinstance(fault, httpx.TransportError | asyncio.CancelledError):
            raise AssertionError(f"a client failed otherwise than by the kill: {fault!r}")


async def prepare(nursery: Nursery, diary: Diary) -> None:
    """A first book, read to its end, with somebody to talk to."""
    pid = await nursery.born()
    async with httpx.AsyncClient(base_url=nursery.address, timeout=10) as http:
        novel = (await http.post("/api/novels", json={"title": "First", "content": a_book(999)})).json()["novel_id"]
        while (await http.get(f"/api/novels/{novel}/status")).json()["status"] != "ready":
            await asyncio.sleep(0.05)
        people = (await http.get(f"/api/novels/{novel}/characters")).json()["characters"]
        diary.character = people[0]["id"]
    await nursery.kill(pid)


async def settle(nursery: Nursery, diary: Diary) -> None:
    """After the last kill: finish what was begun, then look at everything."""
    pid = await nursery.born()
    async with httpx.AsyncClient(base_url=nursery.address, timeout=30) as http:
        await check_turns(http, diary)
        while diary.unfinished:
            await talk(http, diary, diary.unfinished[0])
        await check_turns(http, diary, complete=True)
        await check_books(http, diary)
        report = (await http.get("/api/doctor")).json()
        assert report["findings"] == []
    await nursery.kill(pid)


async def conversation(http: httpx.AsyncClient, diary: Diary) -> list[dict[str, Any]]:
    messages: list[dict[str, Any]] = []
    before: str | None = None
    while True:
        asked = {"limit": 100} | ({"before": before} if before else {})
        page = (await http.get(f"/api/chat/{diary.character}/history", params=asked)).json()
        messages = page["messages"] + messages
        before = page["next_cursor"]
        if before is None:
            return messages


async def check_turns(http: httpx.AsyncClient, diary: Diary, *, complete: bool = False) -> None:
    """Every acknowledged turn is there exactly once and word for word; no turn is there by half."""
    stored: dict[str, list[dict[str, Any]]] = {}
    for message in await conversation(http, diary):
        stored.setdefault(message["turn_id"], []).append(message)
    for key, pair in stored.items():
        assert [m["role"] for m in pair] == ["user", "character"], key
        assert pair[0]["content"] == diary.turns[key]
    for key, answer in diary.done.items():
        assert stored[key][1]["content"] == answer
    if complete:
        assert set(stored) == set(diary.turns) - diary.replaced


async def check_books(http: httpx.AsyncClient, diary: Diary) -> None:
    """Every acknowledged book is there exactly once and gets read; nothing else is there."""
    for _ in range(600):
        novels = (await http.get("/api/novels", params={"limit": 200})).json()["novels"]
        if all(n["status"] in ("ready", "error") for n in novels):
            break
        await asyncio.sleep(0.1)
    shelf = [n["id"] for n in novels]
    assert len(shelf) == len(set(shelf))
    assert set(diary.accepted.values()) <= set(shelf)
    assert len(shelf) - 1 <= len(diary.offered)
    for novel in novels:
        # An import that was claimed three times and killed each time has used up its attempts and says so.
        assert novel["status"] == "ready" or novel["import"]["attempt"] >= 3
        chapters = (await http.get(f"/api/novels/{novel['id']}/chapters")).json()["chapters"]
        assert [c["number"] for c in chapters] == [1, 2]


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("seed", SEEDS)
async def test_killed_at_a_hundred_moments(nursery: Nursery, seed: int) -> None:
    chance = random.Random(seed)
    diary = Diary()
    await prepare(nursery, diary)
    for _ in range(LIVES):
        await one_life(nursery, diary, chance)
    await settle(nursery, diary)
    # For the test to mean anything, kills must have fallen into both kinds of work.
    assert len(diary.done) > LIVES
    assert len(diary.accepted) >= BOOKS_MAX
