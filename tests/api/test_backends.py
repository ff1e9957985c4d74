"""One journey on each backend with the same answers, and two servers on one PostgreSQL."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from fabula.actions import imports as importing
from fabula.ai.models.scripted import Scripted
from fabula.store import hold
from tests.api.envelope import assert_error
from tests.desk import Desk, key, open_desk, until
from tests.lantern import TEXT, Gate, read_lantern
from tests.store.server import Server

HELLO = "What did you promise your father about the lamp?"


@pytest.fixture(autouse=True)
def lantern(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "read_apart", read_lantern)


async def journey(desk: Desk) -> list[Any]:
    """What a reader does, and what they are answered, with ids and times made alike."""
    seen: list[Any] = []

    async def look(method: str, path: str, **more: Any) -> Any:
        answer = await desk.client.request(method, path, **more)
        text = re.sub(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "ID", answer.text)
        seen.append((method, answer.status_code, re.sub(r"\d{4}-\d\d-\d\dT[0-9:.]+Z", "TIME", text)))
        return answer

    for n in range(3):
        await desk.bring(TEXT + "\n灯\n" * n, f"Book {n}")
    novel = await desk.bring()
    for chapter in (1, 3):
        await look("PUT", f"/api/progress/{novel}", json={"current_chapter": chapter, "position": {"paragraph": 1}})
        await look("GET", f"/api/novels/{novel}/characters")
    cast = await desk.cast(novel)
    ada, vane = cast["Ada"]["id"], cast["Edmund Vane"]["id"]
    turn = key()
    for _ in range(2):
        await look("POST", f"/api/chat/{ada}", json={"message": HELLO}, headers={"Idempotency-Key": turn})
    who = {"identity_type": "character", "character_id": vane}
    await look("PUT", f"/api/progress/{novel}/identity", json=who)
    await look("POST", f"/api/chat/{ada}", json={"message": "灯还亮着吗?"}, headers={"Idempotency-Key": key()})
    await look("GET", f"/api/chat/{ada}/history")
    await look("PUT", f"/api/progress/{novel}/identity", json={"identity_type": "self"})
    await look("GET", f"/api/chat/{ada}/history", params={"limit": 1})
    await look("GET", f"/api/progress/{novel}")
    page = await look("GET", "/api/novels", params={"limit": 2})
    await look("GET", "/api/novels", params={"limit": 2, "cursor": page.json()["next_cursor"]})
    await look("GET", f"/api/novels/{novel}/chapters")
    await look("GET", "/api/novels/catalog")
    await look("POST", f"/api/novels/{novel}/retry")
    await look("DELETE", f"/api/novels/{novel}")
    await look("GET", f"/api/novels/{novel}")
    await look("GET", "/api/doctor")
    seen.append(await desk.rows())
    return seen


def alike(seen: list[Any]) -> list[Any]:
    return [
        (*entry[:2], re.sub(r'"database":"[^"]*"', "", entry[2])) if isinstance(entry, tuple) else entry
        for entry in seen
    ]


async def test_every_backend_gives_the_same_answers(tmp_path: Path, store_url: str) -> None:
    async with open_desk(tmp_path, database=store_url) as desk:
        here = alike(await journey(desk))
    async with open_desk(tmp_path / "other") as desk:
        there = alike(await journey(desk))
    assert len(here) == len(there) > 20
    for one, other in zip(here, there, strict=True):
        assert one == other


@pytest.fixture
async def two(tmp_path: Path, postgres: Server) -> AsyncIterator[tuple[Desk, Desk, Gate, Scripted]]:
    """Two servers on one database. The first one's model waits at the gate."""
    gate, url = Gate(), postgres.fresh()

    class Waiting(Scripted):
        async def write(self, prompt: Any) -> Any:
            self.asked.append(prompt)
            yield "The lamp "
            await gate.open.wait()
            yield "burns."

    model = Waiting(lambda prompt: [])
    async with (
        open_desk(tmp_path, database=url, model=model) as one,
        open_desk(tmp_path, database=url, model=Scripted(lambda prompt: ["Other words."])) as other,
    ):
        yield one, other, gate, model


async def test_a_turn_on_one_server_is_in_progress_on_the_other(two: tuple[Desk, Desk, Gate, Scripted]) -> None:
    one, other, gate, model = two
    novel = await one.bring()
    ada = (await one.cast(novel))["Ada"]["id"]
    turn = key()
    asked = asyncio.create_task(one.say(ada, HELLO, turn))
    await until(lambda: bool(model.asked))
    assert_error(await other.say(ada, HELLO, turn), "turn_in_progress")
    assert_error(await other.say(ada, "Something else.", key()), "turn_in_progress")
    gate.open.set()
    first = (await asked).json()
    again = (await other.say(ada, HELLO, turn)).json()
    assert again == {**first, "replayed": True}
    assert again["message"]["content"] == "The lamp burns."


async def test_a_turn_is_stopped_from_the_other_server(two: tuple[Desk, Desk, Gate, Scripted]) -> None:
    one, other, gate, model = two
    novel = await one.bring()
    ada = (await one.cast(novel))["Ada"]["id"]
    turn = key()
    asked = asyncio.create_task(one.say(ada, HELLO, turn))
    await until(lambda: bool(model.asked))
    stop = await other.client.post(f"/api/chat/{ada}/stop", json={"turn_id": turn})
    assert stop.json() == {"stopped": True}
    gate.open.set()
    assert_error(await asked, "turn_stopped")
    assert await one.history(ada) == []


async def test_a_heartbeat_notices_that_the_other_server_stopped_the_turn(
    two: tuple[Desk, Desk, Gate, Scripted], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other, _, model = two
    monkeypatch.setattr(hold.holding.__wrapped__, "__kwdefaults__", {"every_s": 0.02})
    novel = await one.bring()
    ada = (await one.cast(novel))["Ada"]["id"]
    turn = key()
    asked = asyncio.create_task(one.say(ada, HELLO, turn))
    await until(lambda: bool(model.asked))
    await other.client.post(f"/api/chat/{ada}/stop", json={"turn_id": turn})
    async with asyncio.timeout(10):
        assert_error(await asked, "turn_stopped")


async def test_a_book_deleted_on_the_other_server_ends_its_turn(two: tuple[Desk, Desk, Gate, Scripted]) -> None:
    one, other, gate, model = two
    novel = await one.bring()
    ada = (await one.cast(novel))["Ada"]["id"]
    asked = asyncio.create_task(one.say(ada, HELLO))
    await until(lambda: bool(model.asked))
    assert (await other.client.delete(f"/api/novels/{novel}")).status_code == 204
    gate.open.set()
    assert_error(await asked, "not_found")
    assert {t: n for t, n in (await one.rows()).items() if n and t != "people"} == {}


async def test_a_book_is_read_by_one_of_two_servers(
    two: tuple[Desk, Desk, Gate, Scripted], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other, _, _ = two
    gate = Gate()
    monkeypatch.setattr(importing, "read_apart", gate)
    answer = await one.client.post("/api/novels", json={"title": "T", "content": TEXT})
    await gate.began.wait()
    for _ in range(5):
        other.at.imports.wake()
        await asyncio.sleep(0.01)
    gate.open.set()
    done = await other.settled(answer.json()["novel_id"])
    assert (done["status"], done["import"]["attempt"], gate.calls) == ("ready", 1, 1)


async def test_the_same_file_brought_to_two_servers_at_once_is_one_book(
    two: tuple[Desk, Desk, Gate, Scripted],
) -> None:
    one, other, _, _ = two
    await one.client.get("/api/novels")
    files = {"file": ("lantern.txt", TEXT.encode())}
    answers = await asyncio.gather(
        *(desk.client.post("/api/novels/upload", files=files) for desk in (one, other, one, other))
    )
    assert sorted(a.status_code for a in answers) == [200, 200, 200, 202], [a.text for a in answers]
    assert len({a.json()["novel_id"] for a in answers}) == 1
    assert (await one.rows())["books"] == 1
