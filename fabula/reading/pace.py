"""Progress: tells the caller how far a reading has come, often enough to be cancelled.

Owns the arithmetic of passes over one text. Knows nothing of clocks or of what a pass does. Promise: within a stage the
reported numbers never go backwards, and an error raised by the caller's callback ends the reading at once.
"""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[str, int, int], None]

_STEP = 20_000
"""Report after this many characters (about 10-60 ms of work)."""


class Pace:
    """Counts passes over a text of `length` characters and reports them to `progress`."""

    def __init__(self, progress: Progress | None, length: int) -> None:
        self._progress = progress
        self._length = max(1, length)
        self._stage = ""
        self._total = 0
        self._base = 0
        self._told = 0

    def stage(self, name: str, passes: int) -> None:
        """Begin a stage of `passes` passes over the text."""
        self.finish()
        self._stage, self._total, self._base, self._told = name, passes * self._length, -self._length, 0
        self._tell(0)

    def next_pass(self) -> None:
        """Begin the next pass of this stage."""
        self._base = min(self._base + self._length, self._total - self._length)
        self._tell(self._base)

    def at(self, offset: int) -> None:
        """Say that the running pass has come to `offset` in the text."""
        done = self._base + offset
        if done - self._told >= _STEP:
            self._tell(done)

    def finish(self) -> None:
        """Report the running stage as complete."""
        if self._stage:
            self._tell(self._total)
            self._stage = ""

    def _tell(self, done: int) -> None:
        self._told = max(self._told, min(done, self._total))
        if self._progress is not None:
            self._progress(self._stage, self._told, self._total)
