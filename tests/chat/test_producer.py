"""Answers in the making: every listener hears of an end, whatever ends the work."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from fabula.chat import producer
from fabula.chat.producer import Event, Productions, Tell
from fabula.errors import Busy, ModelFailed, Unavailable


async def heard(productions: Productions, work: Callable[[Tell], Awaitable[None]], key: str = "k") -> list[Event]:
    return [event async for event in productions.start(key, work).listen()]


async def test_a_silent_turn_is_heard_of_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(producer, "IDLE_S", 0.01)

    async def work(tell: Tell) -> None:
        await asyncio.sleep(0.05)
        tell(Event("done", {}))

    names = [event.name for event in await heard(Productions(), work)]
    assert names[0] == "idle"
    assert names[-1] == "done"
    assert set(names[:-1]) == {"idle"}


async def test_events_come_in_order_and_end_with_done() -> None:
    async def work(tell: Tell) -> None:
        for n in range(100):
            tell(Event("delta", {"content": str(n)}))
            if n % 10 == 0:
                await asyncio.sleep(0)
        tell(Event("done", {}))

    events = await heard(Productions(), work)
    assert [e.data["content"] for e in events[:-1]] == [str(n) for n in range(100)]
    assert events[-1].name == "done"


async def test_a_known_fault_is_the_last_event() -> None:
    async def work(tell: Tell) -> None:
        tell(Event("delta", {"content": "a"}))
        raise ModelFailed("It went away.")

    events = await heard(Productions(), work, "the-key")
    assert [e.name for e in events] == ["delta", "error"]
    assert events[-1].data == {"code": "llm_error", "message": "It went away.", "turn_id": "the-key"}
    assert isinstance(events[-1].fault, ModelFailed)


async def test_a_bug_tells_its_listener_nothing_but_that_it_was_one() -> None:
    async def work(tell: Tell) -> None:
        raise KeyError("what the reader wrote")

    (event,) = await heard(Productions(), work)
    assert event.data["code"] == "internal_error"
    assert "reader wrote" not in str(event)


async def test_a_stopped_work_says_so_and_a_closed_one_says_that_the_server_closes() -> None:
    async def work(tell: Tell) -> None:
        await asyncio.sleep(60)

    productions = Productions()
    for end, code in ((lambda: productions.stop("k"), "turn_stopped"), (productions.close, "service_unavailable")):
        production = productions.start("k", work)
        await asyncio.sleep(0)
        closing = end()
        if closing is not None:
            await closing
        async with asyncio.timeout(5):
            assert [e.data["code"] async for e in production.listen()] == [code]
        assert productions._running == {}


async def test_stopping_before_the_first_step_ends_the_listening_too() -> None:
    began = []

    async def work(tell: Tell) -> None:
        began.append(1)

    productions = Productions()
    production = productions.start("k", work)
    productions.stop("k")
    async with asyncio.timeout(5):
        assert [e.data["code"] async for e in production.listen()] == ["turn_stopped"]
    assert began == []
    assert productions._running == {}


async def test_stopping_what_does_not_run_here_is_nothing() -> None:
    Productions().stop("k")


async def test_nothing_is_begun_after_closing() -> None:
    async def work(tell: Tell) -> None:
        tell(Event("done", {}))

    productions = Productions()
    await productions.close()
    with pytest.raises(Unavailable):
        productions.admit()
    async with asyncio.timeout(5):
        assert [e.name for e in await heard(productions, work)] == ["error"]


async def test_there_is_room_for_so_many_and_again_when_one_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(producer, "RUNNING_MAX", 2)
    gate = asyncio.Event()

    async def work(tell: Tell) -> None:
        await gate.wait()
        tell(Event("done", {}))

    productions = Productions()
    running = [productions.start(str(n), work) for n in range(2)]
    with pytest.raises(Busy):
        productions.admit()
    gate.set()
    for production in running:
        assert [e.name async for e in production.listen()] == ["done"]
    await asyncio.sleep(0)
    productions.admit()


async def test_the_end_of_an_old_work_does_not_forget_the_new_one_of_its_key() -> None:
    """Stopped and sent again at once: the first is still tidying up when the second begins."""
    tidied = asyncio.Event()
    gate = asyncio.Event()

    async def slow_to_end(tell: Tell) -> None:
        try:
            await asyncio.sleep(60)
        finally:
            await tidied.wait()

    async def work(tell: Tell) -> None:
        await gate.wait()
        tell(Event("done", {}))

    productions = Productions()
    first = productions.start("k", slow_to_end)
    await asyncio.sleep(0)
    productions.stop("k")
    second = productions.start("k", work)
    tidied.set()
    assert [e.data["code"] async for e in first.listen()] == ["turn_stopped"]
    await asyncio.sleep(0)
    productions.stop("k")
    async with asyncio.timeout(5):
        assert [e.data.get("code") async for e in second.listen()] == ["turn_stopped"]
