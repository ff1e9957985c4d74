"""What time it is, told once.

Owns the process clock that SQLite and memory stores use as their database time. It knows nothing of rows or leases.
The promise: instants are aware, in UTC, with microseconds, and one clock never goes backwards, even when the machine's
wall clock is set back; a lease that was taken can therefore never become younger.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

Clock = Callable[[], datetime]


class SteadyClock:
    """The wall clock with a guard: an answer is never earlier than the one before it."""

    def __init__(self, wall: Clock | None = None) -> None:
        self._wall: Clock = wall if wall is not None else lambda: datetime.now(UTC)
        self._last: datetime | None = None
        self._guard = threading.Lock()

    def __call__(self) -> datetime:
        """The present instant, aware and in UTC."""
        with self._guard:
            now = self._wall().astimezone(UTC)
            if self._last is not None and now < self._last:
                now = self._last
            self._last = now
            return now


class ManualClock:
    """A clock that moves only when told; for tests and for replaying a recorded run."""

    def __init__(self, start: datetime | None = None) -> None:
        self._now = start if start is not None else datetime(2026, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        """The instant the clock was set to."""
        return self._now

    def advance(self, seconds: float) -> datetime:
        """Moves the clock forward by `seconds` (never back) and returns the new instant."""
        if seconds < 0:
            raise ValueError("a clock only moves forward")
        self._now += timedelta(seconds=seconds)
        return self._now


utc_now: Clock = SteadyClock()
"""The process clock."""
