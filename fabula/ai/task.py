"""What a question to the storyteller is: typed input, typed output, a prompt, an offline answer, and one check.

A task is one file under `tasks/`. It knows the world of its question and nothing of providers, streams or retries;
those belong to the engine. Whatever answers, the same check must pass before anything is believed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, Protocol, TypeVar

Ask = TypeVar("Ask", contravariant=True)
Said = TypeVar("Said")


@dataclass(frozen=True)
class Message:
    """One message of a prompt, in the words of the chat protocols."""

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True)
class Prompt:
    """Messages in order, the stable ones first, with the bounds of the answer (`max_tokens` tokens)."""

    messages: tuple[Message, ...]
    max_tokens: int
    temperature: float

    @property
    def size(self) -> int:
        """Characters over all messages."""
        return sum(len(message.content) for message in self.messages)


class Task(Protocol[Ask, Said]):
    """One question. `Said` is what the rest of Fabula receives, whoever answered."""

    name: str

    def prompt(self, ask: Ask) -> Prompt:
        """Render the question for a model; raises `Invalid` when it cannot be kept within its budget."""

    def offline(self, ask: Ask) -> Said:
        """Answer from the rows and the text alone: deterministic, with evidence, blocking."""

    def told(self, ask: Ask, text: str) -> Said:
        """Shape what a model wrote."""

    def check(self, ask: Ask, said: Said) -> str | None:
        """The complaint about an answer, or None when it may be believed."""

    def pieces(self, said: Said) -> Iterator[str]:
        """The answer in the chunks in which it is handed to the person; joined they are the whole text."""
