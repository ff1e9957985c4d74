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
_NOT_TEXT = "The model's answer was not valid text. Try again."

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
        prompt = task.prompt(ask)
        if prompt.size > PROMPT_CHARS_MAX:
            raise ModelFailed("The question does not fit the model's prompt. Ask something shorter.")
        answer = _Answer()
        async with aclosing(self.model.write(prompt)) as stream:
            async for piece in stream:
                if text := answer.take(piece):
                    yield Piece(text)
        said = task.told(ask, answer.whole())
        _believe(task, ask, said)
        yield Answered(said, self.model.name)

    async def close(self) -> None:
        """Give back what the model holds."""
        if self.model is not None:
            await self.model.close()


class _Answer:
    """What a model has written so far, within bounds, as it may be shown: the pieces together are the whole, exactly.

    White space around the answer is left out, and so is U+0000, which no store keeps. A character that a provider cut
    in two halves is put together again.
    """

    def __init__(self) -> None:
        self._shown: list[str] = []
        self._held = ""
        self._chars = 0
        self._size = 0

    def take(self, piece: str) -> str:
        """The next text to show; empty when there is none yet."""
        text = self._held + piece.replace("\0", "")
        # White space is shown once something follows it, half a character once the other half is there.
        kept = text[:-1].rstrip() if "\ud800" <= text[-1:] <= "\udbff" else text.rstrip()
        self._held = text[len(kept) :]
        if not self._shown:
            kept = kept.lstrip()
        kept = _joined(kept)
        self._chars += len(kept)
        self._size += len(kept.encode())
        over = self._chars + len(self._held) > ANSWER_CHARS_MAX or self._size + len(self._held) > ANSWER_BYTES_MAX
        if over:
            raise ModelFailed("The model's answer was too long. Ask for less.")
        if kept:
            self._shown.append(kept)
        return kept

    def whole(self) -> str:
        """Everything that was shown; raises `ModelFailed` when half a character is left over."""
        if self._held.strip():
            raise ModelFailed(_NOT_TEXT)
        return "".join(self._shown)


def _joined(text: str) -> str:
    try:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le")
    except UnicodeDecodeError as fault:
        raise ModelFailed(_NOT_TEXT) from fault


def _believe(task: Task[Ask, Said], ask: Ask, said: Said) -> None:
    complaint = task.check(ask, said)
    if complaint is not None:
        raise ModelFailed(complaint)
