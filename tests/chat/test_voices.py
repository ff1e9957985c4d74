"""The voices of finished books: made once, shared, forgotten, and bounded in number."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from fabula.actions import imports as importing
from fabula.chat import voices
from fabula.chat.voices import Bookshelf
from fabula.errors import Lost
from tests.desk import Desk, Words, key, open_desk
from tests.lantern import TEXT, read_lantern


@pytest.fixture
async def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Desk]:
    monkeypatch.setattr(importing, "read_apart", read_lantern)
    async with open_desk(tmp_path) as one:
        yield one


async def test_a_book_is_opened_once_for_all_who_ask(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    novel = await desk.bring()
    made: list[str] = []
    real = Bookshelf._make

    async def counted(self: Bookshelf, book_id: str) -> Any:
        made.append(book_id)
        return await real(self, book_id)

    monkeypatch.setattr(Bookshelf, "_make", counted)
    shelf = Bookshelf(desk.at.store, Words())
    found = await asyncio.gather(*(shelf.voices(novel) for _ in range(5)))
    assert len({id(one) for one in found}) == len(made) == 1
    shelf.forget(novel)
    assert await shelf.voices(novel) is not found[0]


async def test_who_stops_waiting_does_not_end_the_making_for_others(desk: Desk) -> None:
    novel = await desk.bring()
    shelf = Bookshelf(desk.at.store, Words())
    first, second = (asyncio.create_task(shelf.voices(novel)) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    assert await second is await shelf.voices(novel)
    with pytest.raises(asyncio.CancelledError):
        await first


async def test_a_making_that_failed_is_tried_again(desk: Desk) -> None:
    shelf = Bookshelf(desk.at.store, Words())
    with pytest.raises(Lost):
        await shelf.voices("book_gone")
    novel = await desk.bring()
    assert (await shelf.voices(novel)).source.language == "en"


async def test_only_the_last_books_are_kept(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(voices, "KEPT_CHARS", 2 * len(TEXT) + 20)
    ids = [await desk.bring(TEXT + "\n" + "x\n" * n) for n in range(3)]
    shelf = Bookshelf(desk.at.store, Words())
    first = await shelf.voices(ids[0])
    for novel in ids[1:]:
        await shelf.voices(novel)
    assert len(shelf._kept) == 2
    assert await shelf.voices(ids[0]) is not first


async def test_voices_know_the_book_without_its_front_matter(desk: Desk) -> None:
    novel = await desk.bring("THE LANTERN\n\nA dedication to nobody.\n\n\n" + TEXT)
    source = (await Bookshelf(desk.at.store, Words()).voices(novel)).source
    assert [chapter.number for chapter in source.chapters] == [1, 2, 3, 4]
    assert "dedication" not in "".join(chapter.text for chapter in source.chapters)


@pytest.mark.parametrize(("language", "chinese"), [("zh-CN", True), ("en", False), (None, False)])
async def test_what_the_product_says_is_in_the_readers_language(
    desk: Desk, language: str | None, chinese: bool
) -> None:
    novel = await desk.bring()
    await desk.client.patch("/api/auth/me", json={"language": language})
    people = (await desk.client.get(f"/api/novels/{novel}/characters")).json()["characters"]
    said = await desk.client.post(
        f"/api/chat/{people[0]['id']}",
        json={"message": "What is your telephone number?"},
        headers={"Idempotency-Key": key()},
    )
    (part,) = said.json()["message"]["answer"]["parts"]
    assert part["type"] == "fixed"
    assert any("\u4e00" <= c <= "\u9fff" for c in part["text"]) is chinese
