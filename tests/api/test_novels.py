"""Bringing books, the shelf, the catalog, and what an import promises (service specification 5.1, 5.2, 10.2)."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import select, update

from fabula.actions import import_book
from fabula.actions import imports as importing
from fabula.clock import ManualClock
from fabula.errors import Unreadable
from fabula.store import turns
from fabula.store.tables import book_chapters, books, stories
from fabula.store.tables import turns as turn_rows
from tests.api.envelope import assert_error
from tests.desk import Desk, count_rows, open_desk, open_library, until
from tests.lantern import CHAPTERS, TEXT, Gate, read_lantern

SMALL = "Chapter 1\n\nA short book.\n\nChapter 2\n\nIt ends here.\n"


@pytest.fixture
async def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Desk]:
    monkeypatch.setattr(importing, "read_apart", read_lantern)
    async with open_desk(tmp_path) as one:
        yield one


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Gate:
    """Readings wait until the test opens the gate. Name it before `desk`."""
    return Gate()


@pytest.fixture
async def gated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, gate: Gate) -> AsyncIterator[Desk]:
    monkeypatch.setattr(importing, "read_apart", gate)
    async with open_desk(tmp_path) as one:
        yield one


async def paste(desk: Desk, text: str = TEXT, **more: Any) -> httpx.Response:
    return await desk.client.post("/api/novels", json={"title": "The Lantern", "content": text, **more})


async def upload(desk: Desk, data: bytes, name: str = "lantern.txt", **words: str) -> httpx.Response:
    return await desk.client.post("/api/novels/upload", files={"file": (name, data)}, data=words)


# -- accepting ----------------------------------------------------------------------------------------------------


async def test_what_is_accepted_is_durable_before_it_is_answered(gated: Desk, gate: Gate) -> None:
    answer = await paste(gated, author="Nobody", deviation_mode="creative")
    assert answer.status_code == 202
    said = answer.json()
    assert {**said, "novel_id": "", "message": ""} == {
        "novel_id": "",
        "status": "pending",
        "duplicate": False,
        "title": "The Lantern",
        "total_chapters": 4,
        "encoding": None,
        "notes": said["notes"],
        "message": "",
    }
    rows = await gated.rows()
    assert {t: rows[t] for t in ("books", "book_chapters", "stories", "branches", "turns", "characters")} == {
        "books": 1,
        "book_chapters": 4,
        "stories": 1,
        "branches": 1,
        "turns": 1,
        "characters": 0,
    }
    novel = (await gated.client.get(f"/api/novels/{said['novel_id']}")).json()
    assert (novel["author"], novel["deviation_mode"], novel["format"]) == ("Nobody", "creative", "paste")
    assert novel["progress"]["current_chapter"] == 1
    assert novel["uploaded"] is True
    gate.open.set()
    assert (await gated.settled(said["novel_id"]))["status"] == "ready"


async def test_a_fault_while_storing_leaves_nothing(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    before = await desk.rows()

    def broken(*args: Any, **more: Any) -> None:
        raise RuntimeError("the job cannot be written")

    monkeypatch.setattr(import_book.turns, "accept", broken)
    answer = await paste(desk)
    assert_error(answer, "internal_error", never="job cannot")
    assert await desk.rows() == {**before, "people": 1}
    monkeypatch.undo()
    monkeypatch.setattr(importing, "read_apart", read_lantern)
    assert (await paste(desk)).status_code == 202


async def test_the_same_bytes_again_are_the_same_book(desk: Desk) -> None:
    first = await upload(desk, TEXT.encode(), title="One")
    second = await upload(desk, TEXT.encode(), "other.txt", title="Two")
    assert (first.status_code, second.status_code) == (202, 200)
    assert second.json()["novel_id"] == first.json()["novel_id"]
    assert second.json()["duplicate"] is True
    assert second.json()["title"] == "One"
    other = await upload(desk, TEXT.encode() + b"\nOne more line.\n")
    assert other.status_code == 202
    assert other.json()["novel_id"] != first.json()["novel_id"]


async def test_two_uploads_of_one_file_at_once_are_one_book(gated: Desk) -> None:
    answers = await asyncio.gather(*(upload(gated, TEXT.encode()) for _ in range(4)))
    assert sorted(a.status_code for a in answers) == [200, 200, 200, 202]
    assert len({a.json()["novel_id"] for a in answers}) == 1
    rows = await gated.rows()
    assert (rows["books"], rows["turns"], rows["stories"]) == (1, 1, 1)


@pytest.mark.parametrize(
    ("name", "data", "code"),
    [
        ("book.docx", b"PK\x03\x04 something", "unsupported_media_type"),
        ("book.epub", b"PK\x03\x04 not really", "parse_error"),
        ("book.pdf", b"just text", "unsupported_media_type"),
        ("book.txt", b"", "parse_error"),
        ("book.txt", b" \n\n \t\n", "parse_error"),
        ("book.txt", b"x" * (10 * 1024 * 1024 + 1), "payload_too_large"),
    ],
    ids=["docx", "no-epub", "no-pdf", "empty", "blank", "too-large"],
)
async def test_a_refused_upload_leaves_no_row(desk: Desk, name: str, data: bytes, code: str) -> None:
    await desk.client.get("/api/novels")
    before = await desk.rows()
    assert_error(await upload(desk, data, name), code)
    assert await desk.rows() == before


@pytest.mark.parametrize(
    "body",
    [
        {"title": "T"},
        {"title": "T", "content": ""},
        {"title": "T", "content": " \n "},
        {"title": "x" * 501, "content": SMALL},
        {"title": "a\tb", "content": SMALL},
        {"title": "T", "content": SMALL, "author": "x" * 201},
        {"title": "T", "content": SMALL, "deviation_mode": "wild"},
        {"title": "T", "content": SMALL, "colour": "red"},
        {"title": 3, "content": SMALL},
    ],
)
async def test_a_paste_that_is_not_acceptable_is_refused(desk: Desk, body: dict[str, Any]) -> None:
    await desk.client.get("/api/novels")
    before = await desk.rows()
    assert_error(await desk.client.post("/api/novels", json=body), "validation_error")
    assert await desk.rows() == before


async def test_a_paste_over_five_mebibytes_is_too_large(desk: Desk) -> None:
    line = "The lamp burned on and the sea was quiet.\n"
    text = line * (5 * 1024 * 1024 // len(line) + 1)
    assert_error(await paste(desk, text), "payload_too_large")


async def test_an_upload_needs_exactly_one_file(desk: Desk) -> None:
    none = await desk.client.post("/api/novels/upload", data={"title": "T"})
    assert_error(none, "validation_error")
    two = await desk.client.post(
        "/api/novels/upload", files=[("file", ("a.txt", SMALL.encode())), ("file", ("b.txt", TEXT.encode()))]
    )
    assert_error(two, "validation_error")
    text = await desk.client.post("/api/novels/upload", data={"file": "words, not a file"})
    assert_error(text, "validation_error")


async def test_what_is_not_said_is_taken_from_the_file(desk: Desk) -> None:
    named = await upload(desk, SMALL.encode(), "the_small_book.txt")
    assert named.json()["title"] == "the small book"
    given = await upload(desk, TEXT.encode(), "the_small_book.txt", title=" A Title ", author=" Somebody ")
    novel = (await desk.client.get(f"/api/novels/{given.json()['novel_id']}")).json()
    assert (novel["title"], novel["author"]) == ("A Title", "Somebody")


async def test_an_encoding_may_be_chosen_and_makes_another_book(desk: Desk) -> None:
    data = "Chapter 1\n\nDéjà vu à Besançon, naïve façade.\n".encode("cp1252")
    assert_error(await upload(desk, data, encoding="utf-8"), "parse_error")
    assert_error(await upload(desk, data, encoding="klingon"), "validation_error")
    west = await upload(desk, data, encoding="cp1252")
    assert (west.status_code, west.json()["encoding"]) == (202, "cp1252")
    chapter = await desk.client.get(f"/api/novels/{west.json()['novel_id']}/chapters/1")
    assert "Déjà vu à Besançon" in chapter.json()["content"]
    east = await upload(desk, data, encoding="cp1251")
    assert (east.status_code, east.json()["duplicate"]) == (202, False)


async def test_encodings_are_shown_before_a_book_is_brought(desk: Desk) -> None:
    data = "第一章 灯\n\n海上的灯亮着，一直亮到天明。\n".encode("gb18030")
    before = await desk.rows()
    answer = await desk.client.post("/api/novels/encodings", files={"file": ("book.txt", data)})
    assert answer.status_code == 200
    said = answer.json()
    assert said["chosen"] == "gb18030"
    assert said["candidates"][0]["encoding"] == "gb18030"
    assert "灯" in said["candidates"][0]["sample"]
    assert said["reason"]
    assert await desk.rows() == {**before, "people": 1}
    zipped = await desk.client.post("/api/novels/encodings", files={"file": ("book.epub", b"PK\x03\x04" + bytes(60))})
    assert_error(zipped, "unsupported_media_type")


# -- importing ----------------------------------------------------------------------------------------------------


async def test_chapters_can_be_read_while_the_book_is_being_read(gated: Desk, gate: Gate) -> None:
    novel = (await paste(gated)).json()["novel_id"]
    await gate.began.wait()
    status = await gated.status(novel)
    assert status["status"] == "parsing"
    assert status["import"]["stage"] == "chapters"
    assert (status["import"]["attempt"], status["import"]["cancellable"]) == (1, True)
    assert status["import"]["retryable"] is False
    chapter = await gated.client.get(f"/api/novels/{novel}/chapters/2")
    assert "tamarisk" in chapter.json()["content"]
    assert (await gated.client.get(f"/api/novels/{novel}/characters")).json()["characters"] == []
    gate.open.set()
    done = await gated.settled(novel)
    assert (done["status"], done["error"], done["import"]["people"]) == ("ready", None, 4)
    assert (done["import"]["stage"], done["import"]["step"]) == ("completed", None)
    assert (done["import"]["cancellable"], done["import"]["retryable"]) == (False, False)


async def test_the_status_tells_of_progress(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told, go_on = asyncio.Event(), asyncio.Event()

    async def slow(text: str, sections: Any, language: str, tell: Any) -> dict[str, Any]:
        await tell("speech", 7, 20)
        told.set()
        await go_on.wait()
        return await read_lantern(text, sections, language, tell)

    monkeypatch.setattr(importing, "read_apart", slow)
    async with open_desk(tmp_path) as desk:
        novel = (await paste(desk)).json()["novel_id"]
        await told.wait()
        job = (await desk.status(novel))["import"]
        assert (job["step"], job["done"], job["total"]) == ("speech", 7, 20)
        go_on.set()
        await desk.settled(novel)


async def test_cancelling_stops_the_reading_and_keeps_the_chapters(gated: Desk, gate: Gate) -> None:
    novel = (await paste(gated)).json()["novel_id"]
    await gate.began.wait()
    answer = await gated.client.post(f"/api/novels/{novel}/cancel")
    assert answer.status_code == 202
    assert answer.json()["status"] == "error"
    await until(lambda: gate.cancelled == 1)
    status = await gated.status(novel)
    assert status["import"]["retryable"] is True
    assert "stopped" in status["error"]
    assert len((await gated.client.get(f"/api/novels/{novel}/chapters")).json()["chapters"]) == 4
    assert (await gated.rows())["characters"] == 0
    assert_error(await gated.client.post(f"/api/novels/{novel}/cancel"), "conflict")


async def test_a_stopped_import_can_be_taken_up_again(gated: Desk, gate: Gate) -> None:
    novel = (await paste(gated)).json()["novel_id"]
    await gate.began.wait()
    await gated.client.post(f"/api/novels/{novel}/cancel")
    gate.open.set()
    answer = await gated.client.post(f"/api/novels/{novel}/retry")
    assert answer.status_code == 202
    done = await gated.settled(novel)
    assert (done["status"], done["error"], done["import"]["attempt"]) == ("ready", None, 2)
    assert_error(await gated.client.post(f"/api/novels/{novel}/retry"), "conflict")


async def test_a_waiting_import_can_be_stopped_too(gated: Desk, gate: Gate) -> None:
    ids = [(await paste(gated, TEXT + "\n" + "again\n" * n)).json()["novel_id"] for n in range(1, 4)]
    await until(lambda: gate.calls == 2)
    assert (await gated.status(ids[2]))["status"] == "pending"
    assert (await gated.client.post(f"/api/novels/{ids[2]}/cancel")).status_code == 202
    gate.open.set()
    for novel in ids[:2]:
        assert (await gated.settled(novel))["status"] == "ready"
    assert gate.calls == 2
    assert (await gated.status(ids[2]))["status"] == "error"


async def failing(*args: Any) -> dict[str, Any]:
    raise Unreadable("secret inner words about page 7")


async def broken(*args: Any) -> dict[str, Any]:
    raise KeyError("by_chapter")


@pytest.mark.parametrize("reader", [failing, broken], ids=["fault", "bug"])
async def test_three_failures_are_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reader: Any) -> None:
    monkeypatch.setattr(importing, "read_apart", reader)
    async with open_desk(tmp_path) as desk:
        novel = (await paste(desk)).json()["novel_id"]
        for attempt in (1, 2, 3):
            status = await desk.settled(novel)
            assert (status["status"], status["import"]["attempt"]) == ("error", attempt)
            assert status["import"]["retryable"] is (attempt < 3)
            assert "inner words" not in status["error"]
            assert ("bring the file again" in status["error"]) is (attempt == 3)
            answer = await desk.client.post(f"/api/novels/{novel}/retry")
            if attempt < 3:
                assert answer.status_code == 202
        assert "bring the file again" in assert_error(answer, "conflict")
        assert len((await desk.client.get(f"/api/novels/{novel}/chapters")).json()["chapters"]) == 4
        assert (await desk.client.get("/api/doctor")).json()["findings"] == []


async def test_one_bad_book_does_not_keep_the_others_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def reader(text: str, sections: Any, language: str, tell: Any) -> dict[str, Any]:
        if "BAD" in text:
            raise ZeroDivisionError
        return await read_lantern(text, sections, language, tell)

    monkeypatch.setattr(importing, "read_apart", reader)
    async with open_desk(tmp_path) as desk:
        bad = [(await paste(desk, SMALL + f"BAD {n}\n")).json()["novel_id"] for n in range(4)]
        good = (await paste(desk)).json()["novel_id"]
        assert (await desk.settled(good))["status"] == "ready"
        assert {(await desk.settled(novel))["status"] for novel in bad} == {"error"}


async def test_an_import_interrupted_by_a_crash_finishes_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gate = Gate()
    monkeypatch.setattr(importing, "read_apart", gate)
    url = f"sqlite:///{tmp_path}/fabula.db"
    async with open_desk(tmp_path, database=url) as desk:
        novel = (await paste(desk)).json()["novel_id"]
        await gate.began.wait()
        # As after a crash: the claim stays in progress, nobody renews it and nobody gives it back.
        for task in desk.at.imports._running.values():
            task.cancel()
        await until(lambda: not desk.at.imports._running)
        assert (await desk.status(novel))["status"] == "parsing"
    monkeypatch.setattr(importing, "read_apart", read_lantern)
    async with open_desk(tmp_path, database=url) as desk:
        done = await desk.settled(novel)
        assert (done["status"], done["import"]["attempt"]) == ("ready", 2)
        rows = await desk.rows()
        assert (rows["characters"], rows["book_chapters"], rows["turns"]) == (4, 4, 1)
    calls: list[str] = []

    async def counted(text: str, *more: Any) -> dict[str, Any]:
        calls.append(text)
        return await read_lantern(text, *more)

    monkeypatch.setattr(importing, "read_apart", counted)
    async with open_desk(tmp_path, database=url) as desk:
        assert (await desk.status(novel))["status"] == "ready"
        await desk.bring(SMALL)
        assert [text for text in calls if text == TEXT] == []


async def test_closing_in_order_costs_no_attempt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = f"sqlite:///{tmp_path}/fabula.db"
    novel = ""
    for _ in range(5):
        gate = Gate()
        monkeypatch.setattr(importing, "read_apart", gate)
        async with open_desk(tmp_path, database=url) as desk:
            novel = novel or (await paste(desk)).json()["novel_id"]
            await gate.began.wait()
            assert (await desk.status(novel))["import"]["attempt"] == 1
        assert gate.cancelled == 1
    monkeypatch.setattr(importing, "read_apart", failing)
    async with open_desk(tmp_path, database=url) as desk:
        assert (await desk.settled(novel))["import"]["attempt"] == 1
        assert (await desk.client.get("/api/doctor")).json()["findings"] == []
    monkeypatch.setattr(importing, "read_apart", read_lantern)
    async with open_desk(tmp_path, database=url) as desk:
        await desk.client.post(f"/api/novels/{novel}/retry")
        assert (await desk.settled(novel))["status"] == "ready"


async def test_closing_while_a_job_is_claimed_costs_no_attempt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = f"sqlite:///{tmp_path}/fabula.db"
    claiming = threading.Event()
    real = importing._claim

    def slow(*args: Any) -> Any:
        claiming.set()
        time.sleep(0.05)
        return real(*args)

    monkeypatch.setattr(importing, "_claim", slow)
    async with open_desk(tmp_path, database=url) as desk:
        novel = (await paste(desk)).json()["novel_id"]
        await until(claiming.is_set)
    monkeypatch.setattr(importing, "_claim", real)
    monkeypatch.setattr(importing, "read_apart", failing)
    async with open_desk(tmp_path, database=url) as desk:
        assert (await desk.settled(novel))["import"]["attempt"] == 1


async def test_a_crash_on_the_last_attempt_ends_with_guidance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = ManualClock()
    gate = Gate()
    monkeypatch.setattr(importing, "read_apart", gate)
    url = f"sqlite:///{tmp_path}/fabula.db"
    novel = ""
    for attempt in (1, 2, 3):
        gate.began.clear()
        async with open_desk(tmp_path, database=url, clock=clock) as desk:
            novel = novel or (await paste(desk)).json()["novel_id"]
            await gate.began.wait()
            assert (await desk.status(novel))["import"]["attempt"] == attempt
            for task in desk.at.imports._running.values():
                task.cancel()
            await until(lambda: not desk.at.imports._running)
    async with open_desk(tmp_path, database=url, clock=clock) as desk:
        done = await desk.settled(novel)
        assert done["status"] == "error"
        assert "bring the file again" in done["error"]
        assert done["import"]["retryable"] is False
        assert_error(await desk.client.post(f"/api/novels/{novel}/retry"), "conflict")
        row = await desk.at.store.read(lambda tx: tx.one(select(turn_rows)))
        assert row is not None
        assert (row["status"], row["failure_code"]) == ("failed", turns.EXHAUSTED)
    assert gate.calls == 3


async def test_an_expired_claim_is_taken_up_and_the_old_holder_cannot_write(gated: Desk, gate: Gate) -> None:
    novel = (await paste(gated)).json()["novel_id"]
    await gate.began.wait()

    def expire(tx: Any) -> None:
        tx.run(update(turn_rows).values(lease_expires_at=tx.now))

    await gated.at.store.write(expire)
    key = next(iter(gated.at.imports._running))
    claim = await gated.at.store.write(lambda tx: importing._claim(tx, key))
    assert claim is not None
    assert claim.attempt == 2
    gate.open.set()
    await until(lambda: not gated.at.imports._running)
    assert (await gated.rows())["characters"] == 0
    assert (await gated.status(novel))["status"] == "parsing"
    await gated.at.store.write(lambda tx: turns.fence(tx, claim))


async def test_an_import_goes_on_from_the_stage_it_reached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "read_apart", read_lantern)
    real = importing._complete

    def once(*args: Any) -> None:
        monkeypatch.setattr(importing, "_complete", real)
        raise Unreadable("the last step failed")

    monkeypatch.setattr(importing, "_complete", once)
    async with open_desk(tmp_path) as desk:
        novel = (await paste(desk)).json()["novel_id"]
        status = await desk.settled(novel)
        assert (status["status"], status["import"]["stage"]) == ("error", "enriched")
        people = {p["id"] for p in (await desk.cast(novel)).values()}
        assert len(people) == 2
        monkeypatch.setattr(importing, "read_apart", broken)
        await desk.client.post(f"/api/novels/{novel}/retry")
        done = await desk.settled(novel)
        assert (done["status"], done["import"]["people"]) == ("ready", 4)
        assert {p["id"] for p in (await desk.cast(novel)).values()} == people


async def test_deleting_a_book_while_it_is_read_ends_the_reading(gated: Desk, gate: Gate) -> None:
    await gated.client.get("/api/novels")
    before = await gated.rows()
    novel = (await paste(gated)).json()["novel_id"]
    await gate.began.wait()
    assert (await gated.client.delete(f"/api/novels/{novel}")).status_code == 204
    await until(lambda: gate.cancelled == 1)
    assert await gated.rows() == before
    assert_error(await gated.client.get(f"/api/novels/{novel}"), "not_found")
    gate.open.set()
    assert (await gated.settled((await paste(gated)).json()["novel_id"]))["status"] == "ready"


async def test_stopping_a_job_that_has_not_begun_leaves_its_place_free(gated: Desk, gate: Gate) -> None:
    """A task that is cancelled before its first step runs nothing, not even its own clean-up."""
    gate.open.set()

    async def never() -> None:
        await asyncio.sleep(0)

    imports = gated.at.imports
    real = imports._job
    begun: list[str] = []

    async def job(key: str) -> None:
        begun.append(key)
        await real(key)

    imports._job = job  # type: ignore[method-assign]
    original = asyncio.create_task

    def cancelled_at_once(work: Any, **more: Any) -> Any:
        task = original(work, **more)
        if str(more.get("name", "")).startswith("import ") and not begun and not stopped:
            stopped.append(task)
            task.cancel()
        return task

    stopped: list[Any] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(importing.asyncio, "create_task", cancelled_at_once)
        novel = (await paste(gated)).json()["novel_id"]
        await until(lambda: bool(stopped))
        assert (await gated.settled(novel))["status"] == "ready"
    assert len(begun) == 1


# -- deleting -----------------------------------------------------------------------------------------------------


async def test_deleting_removes_everything_the_book_owned(desk: Desk) -> None:
    await desk.client.get("/api/novels")
    before = await desk.rows()
    novel = await desk.bring()
    await desk.go(novel, 3)
    ada = (await desk.cast(novel))["Ada"]["id"]
    assert (await desk.say(ada, "What did you promise your father about the lamp?")).status_code == 200
    vane = (await desk.cast(novel))["Edmund Vane"]["id"]
    identity = {"identity_type": "character", "character_id": vane}
    assert (await desk.client.put(f"/api/progress/{novel}/identity", json=identity)).status_code == 204
    assert (await desk.say(ada, "Do you have any bread?")).status_code == 200
    grown = {t for t, n in (await desk.rows()).items() if n != before[t]}
    assert grown >= {"books", "book_chapters", "characters", "quotes", "mentions", "places", "messages", "turns"}
    assert (await desk.client.delete(f"/api/novels/{novel}")).status_code == 204
    assert await desk.rows() == before
    assert_error(await desk.client.delete(f"/api/novels/{novel}"), "not_found")


async def test_ids_of_books_that_are_not_there_are_not_found(desk: Desk) -> None:
    for path in ("", "/status", "/chapters", "/chapters/1", "/characters", "/cover"):
        assert_error(await desk.client.get(f"/api/novels/book_nobody{path}"), "not_found")
    for path in ("/retry", "/cancel"):
        assert_error(await desk.client.post(f"/api/novels/book_nobody{path}"), "not_found")
    assert_error(await desk.client.post("/api/novels/book_nobody/shelf", json={}), "not_found")
    assert_error(await desk.client.get("/api/progress/book_nobody"), "not_found")


# -- the shelf ----------------------------------------------------------------------------------------------------


async def test_the_shelf_shows_the_book_touched_last_first_in_pages(desk: Desk) -> None:
    ids = [await desk.bring(SMALL + "x\n" * n, f"Book {n}") for n in range(5)]
    await desk.go(ids[1], 2)
    seen: list[str] = []
    cursor = None
    while True:
        answer = await desk.client.get("/api/novels", params={"limit": 2, **({"cursor": cursor} if cursor else {})})
        page = answer.json()
        assert len(page["novels"]) <= 2
        seen += [novel["id"] for novel in page["novels"]]
        cursor = page["next_cursor"]
        if cursor is None:
            break
    assert seen == [ids[1], ids[4], ids[3], ids[2], ids[0]]
    assert_error(await desk.client.get("/api/novels", params={"cursor": "story_nobody"}), "validation_error")
    assert_error(await desk.client.get("/api/novels", params={"limit": 0}), "validation_error")


async def test_the_shelf_asks_the_database_as_often_for_a_hundred_books_as_for_one(desk: Desk) -> None:
    asked: list[int] = []
    real = desk.at.store.read

    async def counting(fn: Any) -> Any:
        def counted(tx: Any) -> Any:
            calls = 0
            original = tx._guarded

            def guarded(call: Any) -> Any:
                nonlocal calls
                calls += 1
                return original(call)

            tx._guarded = guarded
            found = fn(tx)
            asked.append(calls)
            return found

        return await real(counted)

    await desk.bring()
    desk.at.store.read = counting  # type: ignore[method-assign]
    await desk.client.get("/api/novels")
    one = max(asked)  # the importer asks in between as well, and less
    for n in range(20):
        desk.at.store.read = real  # type: ignore[method-assign]
        await desk.bring(TEXT + f"\nAnd {n} more.\n", f"Book {n}")
    asked.clear()
    desk.at.store.read = counting  # type: ignore[method-assign]
    shelf = (await desk.client.get("/api/novels")).json()["novels"]
    assert len(shelf) == 21
    assert max(asked) == one


async def test_a_shelf_entry_tells_how_far_the_reader_is(desk: Desk) -> None:
    novel = await desk.bring()
    shown = (await desk.client.get(f"/api/novels/{novel}")).json()
    assert shown["progress"] == {
        "current_chapter": 1,
        "chapter_title": "The Lamp",
        "percent": 0,
        "position": None,
        "last_read_at": None,
        "last_line": shown["progress"]["last_line"],
    }
    assert shown["progress"]["last_line"].startswith("The keeper's house stood")
    place = {"current_chapter": 2, "position": {"paragraph": 2, "offset": 3.5, "fraction": 0.5}}
    await desk.client.put(f"/api/progress/{novel}", json=place)
    shown = (await desk.client.get("/api/novels")).json()["novels"][0]
    read = len(CHAPTERS[0]) + 1 + len(CHAPTERS[1]) / 2
    assert shown["progress"]["percent"] == round(100 * read / shown["chars"])
    assert shown["progress"]["position"] == {"paragraph": 2, "offset": 3.5, "fraction": 0.5}
    assert [face["name"] for face in shown["people"]] == ["Ada", "Bruno", "the Pilgrim"]
    assert len({face["hue"] for face in shown["people"]}) == 3
    await desk.client.put(f"/api/progress/{novel}", json={"current_chapter": 4, "position": None})
    await desk.client.put(
        f"/api/progress/{novel}", json={"current_chapter": 4, "position": {"paragraph": 0, "fraction": 1}}
    )
    assert (await desk.client.get(f"/api/novels/{novel}")).json()["progress"]["percent"] == 100


# -- the catalog, and other people --------------------------------------------------------------------------------


@pytest.fixture
async def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[Desk, Desk]]:
    """Ann and Ben on one server; Ann is its administrator."""
    monkeypatch.setattr(importing, "read_apart", read_lantern)
    async with open_library(tmp_path) as both:
        yield both


async def test_the_catalog_shows_finished_books_and_never_who_brought_them(
    library: tuple[Desk, Desk], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = library
    novel = await ann.bring()
    gate = Gate()
    monkeypatch.setattr(importing, "read_apart", gate)
    unfinished = (await paste(ann, SMALL)).json()["novel_id"]
    await gate.began.wait()
    answer = await ben.client.get("/api/novels/catalog")
    listed = answer.json()["novels"]
    assert [entry["id"] for entry in listed] == [novel]
    assert listed[0]["on_shelf"] is False
    person = await ann.client.get("/api/auth/me")
    for private in ("ann@", "Ann", person.json()["id"], "uploader"):
        assert private not in answer.text
    assert (await ann.client.get("/api/novels/catalog")).json()["novels"][0]["on_shelf"] is True
    assert_error(await ben.client.post(f"/api/novels/{unfinished}/shelf"), "not_found")
    gate.open.set()
    await ann.settled(unfinished)
    assert len((await ben.client.get("/api/novels/catalog")).json()["novels"]) == 2


async def test_a_stranger_sees_nothing_of_a_book_until_it_is_on_their_shelf(library: tuple[Desk, Desk]) -> None:
    ann, ben = library
    novel = await ann.bring()
    ada = (await ann.cast(novel))["Ada"]["id"]
    for path in ("", "/status", "/chapters", "/chapters/1", "/characters"):
        assert_error(await ben.client.get(f"/api/novels/{novel}{path}"), "not_found")
    assert_error(await ben.client.get(f"/api/characters/{ada}"), "not_found")
    assert_error(await ben.say(ada, "Hello, who are you?"), "not_found")
    assert_error(await ben.client.get(f"/api/chat/{ada}/history"), "not_found")
    assert_error(await ben.client.delete(f"/api/novels/{novel}"), "not_found")
    for _ in range(2):
        assert (await ben.client.post(f"/api/novels/{novel}/shelf")).status_code == 204
    rows = await count_rows(ann.at)
    assert (rows["stories"], rows["branches"], rows["books"]) == (2, 2, 1)
    shown = (await ben.client.get(f"/api/novels/{novel}")).json()
    assert (shown["uploaded"], shown["progress"]["current_chapter"]) == (False, 1)
    assert (await ben.say(ada, "What did you promise your father?")).status_code == 200
    assert await ann.history(ada) == []


async def test_taking_a_book_again_changes_nothing(library: tuple[Desk, Desk]) -> None:
    ann, ben = library
    novel = await ann.bring()
    await ben.client.post(f"/api/novels/{novel}/shelf", json={"deviation_mode": "remix"})
    await ben.go(novel, 3)
    await ben.client.post(f"/api/novels/{novel}/shelf", json={"deviation_mode": "canon"})
    progress = (await ben.client.get(f"/api/progress/{novel}")).json()
    assert (progress["current_chapter"], progress["deviation_mode"]) == (3, "remix")
    assert (await ann.client.get(f"/api/progress/{novel}")).json()["current_chapter"] == 1
    bad = await ben.client.post(f"/api/novels/{novel}/shelf", json={"deviation_mode": "wild"})
    assert_error(bad, "validation_error")


async def test_two_takes_at_once_make_one_entry(library: tuple[Desk, Desk]) -> None:
    ann, ben = library
    novel = await ann.bring()
    answers = await asyncio.gather(*(ben.client.post(f"/api/novels/{novel}/shelf") for _ in range(5)))
    assert {a.status_code for a in answers} == {204}
    mine = await ben.at.store.read(lambda tx: tx.all(select(stories)))
    assert len(mine) == 2


async def test_deleting_ones_own_copy_leaves_what_another_holds(library: tuple[Desk, Desk]) -> None:
    ann, ben = library
    novel = await ann.bring()
    ada = (await ann.cast(novel))["Ada"]["id"]
    await ben.client.post(f"/api/novels/{novel}/shelf")
    await ben.say(ada, "What did you promise your father?")
    await ann.say(ada, "Is there any bread?")
    assert (await ann.client.delete(f"/api/novels/{novel}")).status_code == 204
    assert_error(await ann.client.get(f"/api/novels/{novel}"), "not_found")
    assert len(await ben.history(ada)) == 2
    assert (await ben.client.get(f"/api/novels/{novel}/chapters/1")).status_code == 200
    rows = await count_rows(ben.at)
    assert (rows["books"], rows["messages"], rows["stories"]) == (1, 2, 1)
    assert (await ann.client.get("/api/novels/catalog")).json()["novels"][0]["on_shelf"] is False
    assert (await ben.client.delete(f"/api/novels/{novel}")).status_code == 204
    rows = await count_rows(ben.at)
    kept = {t: n for t, n in rows.items() if n and t not in ("people", "refresh_tokens")}
    assert kept == {}


async def test_only_who_brought_a_book_can_retry_or_stop_it(library: tuple[Desk, Desk]) -> None:
    ann, ben = library
    novel = await ann.bring()
    await ben.client.post(f"/api/novels/{novel}/shelf")
    assert_error(await ben.client.post(f"/api/novels/{novel}/cancel"), "not_found")
    assert_error(await ben.client.post(f"/api/novels/{novel}/retry"), "not_found")
    assert_error(await ann.client.post(f"/api/novels/{novel}/cancel"), "conflict")


async def test_a_deleted_account_takes_its_books_and_stops_their_reading(
    library: tuple[Desk, Desk], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = library
    kept = await ann.bring()
    await ben.client.post(f"/api/novels/{kept}/shelf")
    gate = Gate()
    monkeypatch.setattr(importing, "read_apart", gate)
    await paste(ben, SMALL)
    await gate.began.wait()
    assert (await ben.client.delete("/api/auth/me")).status_code == 204
    await until(lambda: gate.cancelled == 1)
    rows = await count_rows(ann.at)
    assert (rows["books"], rows["stories"], rows["people"], rows["turns"]) == (1, 1, 1, 1)
    assert (await ann.client.get("/api/doctor")).json()["findings"] == []


async def test_ones_own_upload_of_the_same_bytes_is_a_book_of_ones_own(library: tuple[Desk, Desk]) -> None:
    """Whether somebody else has a text is nobody's business."""
    ann, ben = library
    first = await ann.bring()
    answer = await paste(ben)
    assert (answer.status_code, answer.json()["duplicate"]) == (202, False)
    assert answer.json()["novel_id"] != first


# -- a whole book, read for real ----------------------------------------------------------------------------------


async def test_a_book_is_read_in_a_process_of_its_own(tmp_path: Path) -> None:
    async with open_desk(tmp_path) as desk:
        novel = (await paste(desk)).json()["novel_id"]
        done = await desk.settled(novel)
        assert done["status"] == "ready"
        await desk.go(novel, 4)
        assert "Ada" in await desk.cast(novel)
        stored = await desk.at.store.read(lambda tx: tx.all(select(book_chapters).order_by(book_chapters.c.start)))
        assert "".join(row["content"] for row in stored) == TEXT
        assert await desk.at.store.read(lambda tx: tx.value(select(books.c.status))) == "ready"


# -- capacity -----------------------------------------------------------------------------------------------------


async def test_who_waits_too_long_to_have_a_file_opened_is_told_to_come_back(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_book, "OPEN_WAIT_S", 0.02)
    await desk.client.get("/api/novels")
    before = await desk.rows()
    async with desk.at.opening, desk.at.opening:
        answer = await upload(desk, TEXT.encode())
    assert_error(answer, "capacity_unavailable")
    assert answer.headers["retry-after"] == "1"
    assert await desk.rows() == before
    assert (await upload(desk, TEXT.encode())).status_code == 202


async def test_only_so_many_books_of_one_person_wait(gated: Desk, gate: Gate, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_book, "WAITING_MAX", 2)
    first = [(await paste(gated, TEXT + "\nmore\n" * n)).json()["novel_id"] for n in range(2)]
    before = await gated.rows()
    answer = await paste(gated, SMALL)
    assert_error(answer, "capacity_unavailable")
    assert int(answer.headers["retry-after"]) > 1
    assert await gated.rows() == before
    gate.open.set()
    for novel in first:
        await gated.settled(novel)
    assert (await paste(gated, SMALL)).status_code == 202


async def test_the_book_to_go_on_with_keeps_its_last_line_beside_a_newer_one(desk: Desk) -> None:
    begun = await desk.bring()
    await desk.go(begun, 2)
    other = await desk.client.post("/api/novels", json={"title": "Another", "content": "Rain fell on the quay. " * 20})
    await desk.settled(other.json()["novel_id"])
    shelf = (await desk.client.get("/api/novels")).json()["novels"]
    assert [book["id"] for book in shelf] == [other.json()["novel_id"], begun]
    assert shelf[0]["progress"]["last_line"] is None
    assert shelf[1]["progress"]["last_line"].startswith("Bruno mended boats")
