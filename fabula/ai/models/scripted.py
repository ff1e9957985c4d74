"""A model that says what it was told to say, at a given pace: for tests, benches and trying the stream by hand."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterable

from fabula.ai.task import Prompt


class Scripted:
    """Answers every prompt by `script(prompt)`; an exception among the pieces is raised when its turn comes.

    `pace_s` seconds pass before each piece. `asked` keeps the prompts in order.
    """

    name = "scripted"

    def __init__(self, script: Callable[[Prompt], Iterable[str | Exception]], *, pace_s: float = 0.0) -> None:
        self.script = script
        self.pace_s = pace_s
        self.asked: list[Prompt] = []

    async def write(self, prompt: Prompt) -> AsyncGenerator[str, None]:
        """Yield the scripted pieces."""
        self.asked.append(prompt)
        for piece in self.script(prompt):
            await asyncio.sleep(self.pace_s)
            if isinstance(piece, Exception):
                raise piece
            yield piece

    async def close(self) -> None:
        """Nothing is held."""
