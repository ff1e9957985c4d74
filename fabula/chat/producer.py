"""Answers in the making: one task a turn that outlives the client who asked for it.

A client listens through a queue of its own; when it goes away only the listening ends. Stopping is something else: it
ends the work, and what was not committed is gone.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import structlog

from fabula.errors import Busy, FabulaError, TurnStopped, Unavailable

RUNNING_MAX = 512
CLOSING = "The server is closing. Send it again."

log = structlog.get_logger("fabula.chat")


@dataclass(frozen=True)
class Event:
    """One frame for the listener: delta, done, error or idle, with its data; an error also carries the fault itself."""

    name: str
    data: dict[str, Any]
    fault: FabulaError | None = None


IDLE = Event("idle", {})
IDLE_S = 15.0

Tell = Callable[[Event], None]


@dataclass
class Production:
    """A running turn. `events` receives what the task tells; a done or an error ends it."""

    key: str
    events: asyncio.Queue[Event] = field(default_factory=asyncio.Queue)
    task: asyncio.Task[None] | None = None
    stopped: bool = False

    async def listen(self) -> AsyncIterator[Event]:
        """Yield events until the turn has ended; `IDLE` when nothing has come for a while."""
        while True:
            try:
                # The wait is bounded here and not outside, because a cancelled generator could not be asked again.
                async with asyncio.timeout(IDLE_S):
                    event = await self.events.get()
            except TimeoutError:
                yield IDLE
                continue
            yield event
            if event.name in ("done", "error"):
                return


class Productions:
    """All turns being answered by this process, bounded in number."""

    def __init__(self) -> None:
        self._running: dict[str, Production] = {}
        self._closing = False

    def admit(self) -> None:
        """Raise `Busy` when there is no room for another turn, `Unavailable` when the installation is closing."""
        if self._closing:
            raise Unavailable(CLOSING)
        if len(self._running) >= RUNNING_MAX:
            raise Busy("Too many answers are being written just now. Try again in a moment.", retry_after=1)

    def start(self, key: str, work: Callable[[Tell], Awaitable[None]]) -> Production:
        """Run `work` for the turn `key`; whatever it ends with, the listener hears of an end."""
        production = Production(key)
        self._running[key] = production
        production.task = asyncio.create_task(_work(production, work), name=f"turn {key}")
        # Not the work itself: a task that is cancelled before it begins never runs a line of its own.
        production.task.add_done_callback(lambda done: self._ended(production, done))
        if self._closing:
            production.task.cancel()
        return production

    def _ended(self, production: Production, done: asyncio.Task[None]) -> None:
        fault: BaseException | None
        if done.cancelled():
            fault = TurnStopped("The answer was stopped.") if production.stopped else Unavailable(CLOSING)
        else:
            fault = done.exception()
        if fault is not None and not isinstance(fault, FabulaError):
            log.error("turn_broken_off", exc_info=fault)
            fault = FabulaError("Something went wrong inside Fabula. Send it again.")
        if isinstance(fault, FabulaError):
            production.events.put_nowait(_error(production.key, fault))
        if self._running.get(production.key) is production:
            del self._running[production.key]

    def stop(self, key: str) -> None:
        """End the work on a turn of this process, if it runs here."""
        production = self._running.get(key)
        if production is not None and production.task is not None:
            production.stopped = True
            production.task.cancel()

    async def close(self) -> None:
        """End everything and wait for it; listeners get their last frame first. Nothing is begun after it."""
        self._closing = True
        while running := [p.task for p in self._running.values() if p.task is not None]:
            for task in running:
                task.cancel()
            await asyncio.gather(*running, return_exceptions=True)


async def _work(production: Production, work: Callable[[Tell], Awaitable[None]]) -> None:
    await work(production.events.put_nowait)


def _error(key: str, fault: FabulaError) -> Event:
    return Event("error", {"code": fault.code, "message": fault.message, "turn_id": key}, fault)
