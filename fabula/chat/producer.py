"""Answers in the making: one task a turn that outlives the client who asked for it.

A client listens through a queue of its own; when it goes away only the listening ends. Stopping is something else: it
ends the work, and what was not committed is gone.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from fabula.errors import Busy, FabulaError, TurnStopped, Unavailable

RUNNING_MAX = 512


@dataclass(frozen=True)
class Event:
    """One frame for the listener: delta, done or error, with its data; an error also carries the fault itself."""

    name: str
    data: dict[str, Any]
    fault: FabulaError | None = None


Tell = Callable[[Event], None]


@dataclass
class Production:
    """A running turn. `events` receives what the task tells; a done or an error ends it."""

    key: str
    events: asyncio.Queue[Event] = field(default_factory=asyncio.Queue)
    task: asyncio.Task[None] | None = None
    stopped: bool = False

    async def listen(self) -> AsyncIterator[Event]:
        """Yield events until the turn has ended."""
        while True:
            event = await self.events.get()
            yield event
            if event.name in ("done", "error"):
                return


class Productions:
    """All turns being answered by this process, bounded in number."""

    def __init__(self) -> None:
        self._running: dict[str, Production] = {}

    def admit(self) -> None:
        """Raise `Busy` when there is no room for another turn."""
        if len(self._running) >= RUNNING_MAX:
            raise Busy("Too many answers are being written just now. Try again in a moment.", retry_after=1)

    def start(self, key: str, work: Callable[[Tell], Awaitable[None]]) -> Production:
        """Run `work` for the turn `key`; a fault it raises becomes the error frame, a bug is raised to the loop."""
        production = Production(key)
        self._running[key] = production
        production.task = asyncio.create_task(self._run(production, work), name=f"turn {key}")
        return production

    async def _run(self, production: Production, work: Callable[[Tell], Awaitable[None]]) -> None:
        fault = FabulaError("Something went wrong inside Fabula. Send it again.")
        try:
            await work(production.events.put_nowait)
        except FabulaError as known:
            fault = known
        except asyncio.CancelledError:
            stopped = TurnStopped("The answer was stopped.")
            fault = stopped if production.stopped else Unavailable("The server is closing. Send it again.")
            raise
        finally:
            # After `done` nobody reads on; after a fault or a bug this is the listener's last frame.
            production.events.put_nowait(_error(production.key, fault))
            self._running.pop(production.key, None)

    def stop(self, key: str) -> None:
        """End the work on a turn of this process, if it runs here."""
        production = self._running.get(key)
        if production is not None and production.task is not None:
            production.stopped = True
            production.task.cancel()

    async def close(self) -> None:
        """End everything and wait for it; listeners get their last frame first."""
        running = [p.task for p in self._running.values() if p.task is not None]
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)


def _error(key: str, fault: FabulaError) -> Event:
    return Event("error", {"code": fault.code, "message": fault.message, "turn_id": key}, fault)
