"""Asks a task's question: to the configured model, or offline when there is none.

The engine owns what every task needs once: rendering within the budget, streaming, bounding, checking, and saying who
answered. It never stores anything; a caller commits after the last piece, before it tells anybody that it is done.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass
from typing import Generic, TypeVar

from fabula.ai.models import Model
from fabula.ai.task import Task
from fabula.errors import ModelFailed

PROMPT_CHARS_MAX = 32_000
ANSWER_CHARS_MAX = 32_000
ANSWER_BYTES_MAX = 128 * 1024

Ask = TypeVar("Ask")
Said = TypeVar("Said")


@dataclass(frozen=True)
class Piece:
    """A chunk of text to show now. Nothing is committed yet."""

    text: str


@dataclass(frozen=True)
class Answered(Generic[Said]):
    """The whole answer, checked; `model` names who wrote it, None for the built-in one."""

    said: Said
    model: str | None


class Engine:
    """One for the installation. `model` is None when nothing is configured: everything is then answered offline."""

    def __init__(self, model: Model | None = None) -> None:
        self.model = model

    async def ask(self, task: Task[Ask, Said], ask: Ask) -> AsyncGenerator[Piece | Answered[Said], None]:
        """Yield pieces, then exactly one `Answered`; raises `ModelFailed` when the answer may not be believed."""
        if self.model is None:
            said = await asyncio.to_thread(task.offline, ask)
            _believe(task, ask, said)
            for text in task.pieces(said):
                yield Piece(text)
            yield Answered(said, None)
            return
        written: list[str] = []
        chars = size = 0
        prompt = task.prompt(ask)
        if prompt.size > PROMPT_CHARS_MAX:
            raise ModelFailed("The question does not fit the model's prompt. Ask something shorter.")
        async with aclosing(self.model.write(prompt)) as stream:
            async for text in stream:
                written.append(text)
                chars += len(text)
                size += len(text.encode("utf-8", "surrogatepass"))
                if chars > ANSWER_CHARS_MAX or size > ANSWER_BYTES_MAX:
                    raise ModelFailed("The model's answer was too long. Ask for less.")
                yield Piece(text)
        said = task.told(ask, "".join(written))
        _believe(task, ask, said)
        yield Answered(said, self.model.name)

    async def close(self) -> None:
        """Give back what the model holds."""
        if self.model is not None:
            await self.model.close()


def _believe(task: Task[Ask, Said], ask: Ask, said: Said) -> None:
    complaint = task.check(ask, said)
    if complaint is not None:
        raise ModelFailed(complaint)
