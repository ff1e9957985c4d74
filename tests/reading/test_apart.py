"""Reading in a process of its own: its words come through, its faults are told, and stopping it stops it."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from fabula.errors import Unreadable
from fabula.reading import apart
from fabula.reading.apart import Span, read_apart
from tests.lantern import TEXT


async def unheard(step: str, done: int, total: int) -> None:
    """Nobody listens."""


@pytest.fixture
def child(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Let the child be this Python program instead; it is started with the same arguments."""

    def become(program: str) -> None:
        place = tmp_path / "child"
        place.write_text(f"#!{sys.executable}\nimport json, os, sys, time\n{program}\n")
        place.chmod(0o755)
        monkeypatch.setattr(apart.sys, "executable", str(place))

    return become


def gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


async def test_a_book_is_read_and_the_way_there_is_told() -> None:
    steps: list[tuple[str, int, int]] = []

    async def told(step: str, done: int, total: int) -> None:
        steps.append((step, done, total))

    reading = await read_apart(TEXT, [Span(1, 0, len(TEXT))], "en", told)
    assert {"people", "quotes", "places", "summary", "genre"} <= reading.keys()
    assert "Ada" in [person["name"] for person in reading["people"]]
    for quote in reading["quotes"]:
        assert TEXT[quote["start"] - 1] == '"'
    assert list(dict.fromkeys(step for step, _, _ in steps)) == ["people", "speech", "world"]
    assert all(0 <= done <= total for _, done, total in steps)


async def test_chinese_crosses_the_pipe_both_ways() -> None:
    text = "第一回\n李明说道：“灯不可灭。”王芳笑道：“我知道。”李明道：“很好。”王芳道：“去罢。”\n" * 4
    reading = await read_apart(text, [Span(1, 0, len(text))], "zh", unheard)
    assert "灯不可灭。" in {text[q["start"] : q["end"]] for q in reading["quotes"]}


async def test_a_child_that_breaks_says_where_and_not_what(child: Callable[[str], None]) -> None:
    child(
        "sys.path.insert(0, os.getcwd())\n"
        "from fabula.reading import apart, read\n"
        "def broken(*a): raise KeyError('words of the book')\n"
        "read.read_book = broken\n"
        "apart.main()"
    )
    with pytest.raises(Unreadable) as failed:
        await read_apart(TEXT, [Span(1, 0, len(TEXT))], "en", unheard)
    (note,) = failed.value.__notes__
    assert note.startswith("KeyError at ")
    assert "words of the book" not in note + failed.value.message
    assert "\n" not in note


@pytest.mark.parametrize("program", ["", "sys.exit(3)", "os.abort()", "sys.stdin.close(); sys.stdout.close()"])
async def test_a_child_that_ends_without_a_reading_is_a_fault(child: Callable[[str], None], program: str) -> None:
    child(program)
    with pytest.raises(Unreadable):
        await read_apart("x" * 5_000_000, [Span(1, 0, 5_000_000)], "en", unheard)


async def test_stopping_kills_the_child_at_once(child: Callable[[str], None], tmp_path: Path) -> None:
    child(f"open({str(tmp_path / 'pid')!r}, 'w').write(str(os.getpid()))\ntime.sleep(600)")
    reading = asyncio.create_task(read_apart("x" * 5_000_000, [Span(1, 0, 5_000_000)], "en", unheard))
    async with asyncio.timeout(20):
        while not (tmp_path / "pid").exists() or not (tmp_path / "pid").read_text():
            await asyncio.sleep(0.01)
    pid = int((tmp_path / "pid").read_text())
    assert not gone(pid)
    reading.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reading
    assert gone(pid)
    assert [task for task in asyncio.all_tasks() if task is not asyncio.current_task()] == []


async def test_a_child_that_takes_too_long_is_ended(
    child: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(apart, "TIME_MAX_S", 0.3)
    child("time.sleep(600)")
    with pytest.raises(Unreadable, match="too long"):
        await read_apart(TEXT, [Span(1, 0, len(TEXT))], "en", unheard)


async def test_a_fault_of_the_listener_ends_the_child_too(child: Callable[[str], None], tmp_path: Path) -> None:
    child(
        f"open({str(tmp_path / 'pid')!r}, 'w').write(str(os.getpid()))\n"
        "print(json.dumps({'stage': 'people', 'done': 1, 'total': 2}), flush=True)\n"
        "time.sleep(600)"
    )

    async def deaf(step: str, done: int, total: int) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await read_apart(TEXT, [Span(1, 0, len(TEXT))], "en", deaf)
    assert gone(int((tmp_path / "pid").read_text()))
