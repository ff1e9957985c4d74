"""The doctor finds what is broken, and nothing in what is whole."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, insert, update

from fabula.actions import imports as importing
from fabula.store.contract import Tx
from fabula.store.tables import book_chapters, books, messages, stories, turns
from tests.api.envelope import assert_error
from tests.desk import Desk, open_desk, open_library
from tests.lantern import read_lantern


@pytest.fixture
async def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Desk]:
    monkeypatch.setattr(importing, "read_apart", read_lantern)
    async with open_desk(tmp_path) as one:
        novel = await one.bring()
        await one.say((await one.cast(novel))["Ada"]["id"], "What did you promise your father?")
        yield one


async def report(desk: Desk) -> dict[str, Any]:
    answer = await desk.client.get("/api/doctor")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def test_a_sound_installation_is_clean_and_counted(desk: Desk) -> None:
    found = await report(desk)
    assert found["findings"] == []
    assert {n: found["facts"][n] for n in ("people", "books", "stories", "branches", "messages", "turns")} == {
        "people": 1,
        "books": 1,
        "stories": 1,
        "branches": 1,
        "messages": 2,
        "turns": 2,
    }
    assert found["facts"]["answers"] == "built in"


def lose_answer(tx: Tx) -> None:
    tx.run(delete(messages).where(messages.c.role == "character"))


def unfinish_turn(tx: Tx) -> None:
    gone = {"status": "failed", "failure_code": "x", "result": None, "completed_at": None}
    tx.run(update(turns).where(turns.c.kind == "chat").values(**gone))


def leave_gap(tx: Tx) -> None:
    tx.run(update(messages).where(messages.c.seq == 2).values(seq=5))


def unfinish_book(tx: Tx) -> None:
    tx.run(update(books).values(status="error"))


def unfinish_import(tx: Tx) -> None:
    gone = {"status": "failed", "failure_code": "x", "result": None, "completed_at": None}
    tx.run(update(turns).where(turns.c.kind == "import").values(**gone))


def lose_chapter(tx: Tx) -> None:
    tx.run(delete(book_chapters).where(book_chapters.c.number == 2))


def lose_branch(tx: Tx) -> None:
    tx.run(update(stories).values(current_branch_id=None))


def leave_shelf(tx: Tx) -> None:
    row = dict(tx.all(books.select())[0])
    tx.run(insert(books).values(**{**row, "id": "book_of_nobody", "total_chapters": 0}))


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        (lose_answer, "exactly a question and an answer"),
        (unfinish_turn, "unanswered turns have messages"),
        (leave_gap, "gaps or doubles"),
        (unfinish_book, "unfinished book"),
        (unfinish_import, "no finished import"),
        (lose_chapter, "chapters they count"),
        (lose_branch, "branch of their own"),
        (leave_shelf, "nobody's shelf"),
    ],
)
async def test_each_kind_of_damage_is_found(desk: Desk, damage: Callable[[Tx], None], told: str) -> None:
    await desk.at.store.write(damage)
    findings = (await report(desk))["findings"]
    assert any(told in finding for finding in findings), findings


async def test_only_an_administrator_may_look(tmp_path: Path) -> None:
    async with open_library(tmp_path) as (ann, ben):
        assert (await ann.client.get("/api/doctor")).status_code == 200
        assert_error(await ben.client.get("/api/doctor"), "forbidden")
        del ben.client.headers["Authorization"]
        assert_error(await ben.client.get("/api/doctor"), "unauthorized")
