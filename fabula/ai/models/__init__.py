"""Models that can be asked. Each is one file; the scripted one stands beside the real ones as their peer."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Protocol

from fabula.ai.task import Prompt


class Model(Protocol):
    """Something that writes. Its stream ends normally only on the provider's own word that the answer is complete."""

    name: str

    def write(self, prompt: Prompt) -> AsyncGenerator[str, None]:
        """Yield the answer's text as it comes; raises `ModelFailed` on any fault or early end."""

    async def close(self) -> None:
        """Give back connections."""
