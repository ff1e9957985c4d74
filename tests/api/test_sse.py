"""Event streams as bytes: every frame is one event, one line of data, whatever is in it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabula.api import sse
from fabula.chat.producer import IDLE, Event

texts = st.text(st.characters(exclude_categories=("Cs",)))
values = st.recursive(
    st.none() | st.booleans() | st.integers() | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=8,
)


@given(st.sampled_from(["delta", "done", "error", "source"]), st.dictionaries(texts, values, max_size=4))
def test_a_frame_is_one_event_with_one_line_of_data(name: str, data: dict[str, object]) -> None:
    text = sse.frame(Event(name, data)).decode()
    head, line, end = text.splitlines()
    assert text == f"{head}\n{line}\n\n"
    assert (head, end) == (f"event: {name}", "")
    assert json.loads(line.removeprefix("data: ")) == data


def test_scripts_are_written_as_they_are_and_breaks_are_escaped() -> None:
    made = sse.frame(Event("delta", {"content": "灯\r\n\u2028\x85😀"}))
    assert made == 'event: delta\ndata: {"content":"灯\\r\\n\\u2028\\u0085😀"}\n\n'.encode()


def test_instants_are_in_utc_and_nothing_else_is_guessed() -> None:
    made = sse.frame(Event("done", {"at": datetime(2026, 1, 2, 3, 4, 5, 6, tzinfo=UTC)}))
    assert b'"2026-01-02T03:04:05.000006Z"' in made
    with pytest.raises(TypeError):
        sse.frame(Event("done", {"what": object()}))


async def test_an_idle_source_is_kept_open_with_comments() -> None:
    async def source() -> AsyncIterator[Event]:
        yield Event("delta", {"content": "a"})
        yield IDLE
        yield Event("done", {})

    chunks = [chunk async for chunk in sse.stream(source()).body_iterator]
    assert [bytes(chunk)[:8] for chunk in chunks] == [b"event: d", b": ping\n\n", b"event: d"]


async def test_leaving_ends_the_waiting_and_leaves_no_task() -> None:
    left = asyncio.Event()

    async def source() -> AsyncIterator[Event]:
        try:
            yield Event("delta", {"content": "a"})
            await asyncio.sleep(60)
        finally:
            left.set()

    frames = sse._frames(source())
    assert (await anext(frames)).startswith(b"event: delta")
    waiting = asyncio.ensure_future(anext(frames))
    await asyncio.sleep(0)
    waiting.cancel()
    async with asyncio.timeout(5):
        await left.wait()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    await asyncio.sleep(0)
    assert [task for task in asyncio.all_tasks() if task is not asyncio.current_task()] == []
