"""Many conversations at once: nothing lost, nothing doubled, and how soon the first byte comes.

Every client talks to one of many people's copies of a conversation: each stream is a conversation of its own (one
person, many characters and books), answered by a scripted model that writes for about four seconds, like a real one.
The overhead is the time from the request until the first delta, less the model's own pace. Baseline: the same server
answering /live under the same number of idle connections.
"""

from __future__ import annotations

import asyncio
import json
import tempfile
import time
import uuid
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from bench.server import running

PIECES = 40
PACE_S = 0.1
SECONDS = 30.0


def book(number: int) -> str:
    """A small book with people enough to talk to."""
    names = ["Ada Marsh", "Tom Ferris", "Bess Holt", "Ned Quill", "Ivy Lunt", "Sam Orrin", "Kit Dale", "Meg Thorne"]
    lines = [f"“I am at house {number}, room {i},” said {names[i % 8]}." for i in range(64)]
    return "Chapter 1\n\n" + "\n\n".join(lines) + "\n"


@dataclass
class Tally:
    """What came back."""

    first_s: list[float] = field(default_factory=list)
    done: set[str] = field(default_factory=set)
    refused: int = 0
    broken: int = 0


async def conversations(http: httpx.AsyncClient, wanted: int) -> list[str]:
    """Ids of as many characters, over as many books as that takes."""
    found: list[str] = []
    number = 0
    while len(found) < wanted:
        answer = await http.post("/api/novels", json={"title": f"House {number}", "content": book(number)})
        novel = answer.json()["novel_id"]
        while (await http.get(f"/api/novels/{novel}/status")).json()["status"] != "ready":
            await asyncio.sleep(0.05)
        people = (await http.get(f"/api/novels/{novel}/characters")).json()["characters"]
        found += [person["id"] for person in people]
        number += 1
    return found[:wanted]


async def talk(address: str, character: str, until: float, tally: Tally) -> None:
    """One conversation, turn after turn. Sockets are read bare, so that the client's own work is not measured."""
    host, port = address.removeprefix("http://").split(":")
    while time.perf_counter() < until:
        key = str(uuid.uuid4())
        body = json.dumps({"message": f"Tell me {key}"}).encode()
        head = (
            f"POST /api/chat/{character}/stream HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: close\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\nIdempotency-Key: {key}\r\n\r\n"
        )
        began = time.perf_counter()
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(head.encode() + body)
        heard = bytearray()
        first: float | None = None
        while piece := await reader.read(65_536):
            heard += piece
            if first is None and b"event: delta" in heard:
                first = time.perf_counter() - began - PACE_S
        writer.close()
        if not heard.startswith(b"HTTP/1.1 200"):
            tally.refused += 1
        elif first is None or b"event: done" not in heard:
            tally.broken += 1
        else:
            tally.first_s.append(first)
            tally.done.add(key)


async def check(http: httpx.AsyncClient, characters: list[str], tally: Tally) -> tuple[int, int]:
    """How many acknowledged turns are missing, and how many stand there more than once."""
    stored: dict[str, int] = {}
    for character in characters:
        page = (await http.get(f"/api/chat/{character}/history", params={"limit": 100})).json()
        for message in page["messages"]:
            if message["role"] == "character":
                stored[message["turn_id"]] = stored.get(message["turn_id"], 0) + 1
    return sum(1 for key in tally.done if key not in stored), sum(1 for count in stored.values() if count > 1)


async def load(address: str, streams: int, seconds: float) -> dict[str, Any]:
    """So many streams for so long."""
    async with httpx.AsyncClient(base_url=address, timeout=60) as http:
        characters = await conversations(http, streams)
        tally = Tally()
        until = time.perf_counter() + seconds
        # Readers do not all press the key at the same instant; they come within one answer's length.
        starts = [asyncio.sleep(i / streams * PIECES * PACE_S) for i in range(streams)]

        async def one(i: int) -> None:
            await starts[i]
            await talk(address, characters[i], until, tally)

        await asyncio.gather(*(one(i) for i in range(streams)))
        lost, doubled = await check(http, characters, tally)
        idle = []
        for _ in range(100):
            began = time.perf_counter()
            await http.get("/live")
            idle.append(time.perf_counter() - began)
    ranked = sorted(tally.first_s)
    return {
        "streams": streams,
        "seconds": seconds,
        "turns": len(tally.done),
        "lost": lost,
        "doubled": doubled,
        "refused": tally.refused,
        "broken": tally.broken,
        "first_byte_overhead_ms": {
            name: round(1000 * ranked[min(len(ranked) - 1, int(share * len(ranked)))], 1)
            for name, share in (("p50", 0.5), ("p95", 0.95), ("p99", 0.99))
        },
        "baseline_live_p95_ms": round(1000 * sorted(idle)[94], 1),
    }


def measure() -> dict[str, Any]:
    """Eight streams, then two hundred."""
    found = []
    for streams in (8, 200):
        with tempfile.TemporaryDirectory() as folder, running(Path(folder), pieces=PIECES, pace_s=PACE_S) as address:
            found.append(asyncio.run(load(address, streams, SECONDS)))
    return {"runs": found}
