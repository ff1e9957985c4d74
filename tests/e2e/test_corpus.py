"""Every novel of the corpus, brought over HTTP and read to its end; the chapters are those counted by eye."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from fabula.config import Config
from fabula.wiring import build_app, open_installation

ROOT = Path(__file__).parents[2]
CORPUS = Path(os.environ.get("FABULA_CORPUS", ROOT.parent / "shared" / "corpus"))
GOLDEN: dict[str, dict[str, Any]] = json.loads((ROOT / "tests/golden/chapters.json").read_text("utf-8"))

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not CORPUS.is_dir(), reason=f"no corpus of novels at {CORPUS} (set FABULA_CORPUS)"),
]


@pytest.fixture
async def client(tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    config = Config.from_env({}, data_dir=tmp_path, log_level="error")
    async with open_installation(config) as at:
        transport = httpx.ASGITransport(build_app(at), client=("127.0.0.1", 5))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost:8420", timeout=120) as one:
            yield one


async def bring(client: httpx.AsyncClient, novel: str) -> str:
    data = (CORPUS / GOLDEN[novel]["path"]).read_bytes()
    answer = await client.post("/api/novels/upload", files={"file": (f"{novel}.txt", data)})
    assert answer.status_code == 202, answer.text
    return str(answer.json()["novel_id"])


async def test_all_novels_import(client: httpx.AsyncClient) -> None:
    ids = {novel: await bring(client, novel) for novel in GOLDEN}
    for novel, book_id in ids.items():
        while (status := (await client.get(f"/api/novels/{book_id}/status")).json())["status"] in (
            "pending",
            "parsing",
        ):
            await asyncio.sleep(0.2)
        assert status["status"] == "ready", (novel, status)
        chapters = (await client.get(f"/api/novels/{book_id}/chapters")).json()["chapters"]
        told = GOLDEN[novel]
        assert sum(c["kind"] == "chapter" for c in chapters) == told["chapters"], novel
        await client.put(f"/api/progress/{book_id}", json={"current_chapter": max(c["number"] for c in chapters)})
        people = (await client.get(f"/api/novels/{book_id}/characters")).json()["characters"]
        assert len(people) >= 8, novel
        assert sum(p["lines"] for p in people) > 50, novel
    assert (await client.get("/api/doctor")).json()["findings"] == []


async def test_the_same_novel_twice_is_one(client: httpx.AsyncClient) -> None:
    novel = next(iter(GOLDEN))
    book_id = await bring(client, novel)
    data = (CORPUS / GOLDEN[novel]["path"]).read_bytes()
    again = await client.post("/api/novels/upload", files={"file": ("other name.txt", data)})
    assert again.status_code == 200
    assert again.json()["novel_id"] == book_id
