"""A real server as a process of its own: `python -m tests.web.server '{"data_dir", "profile", "pace_s"}'`.

Prints its address once it answers. With a pace it answers chats by a scripted model that takes that long for each word,
so that a test can stop an answer, or leave in the middle of it; without one the built-in answers are used.
"""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

from fabula.ai.models.scripted import Scripted
from fabula.ai.task import Prompt
from fabula.config import Config
from fabula.wiring import serve

WORDS = 40


def script(prompt: Prompt) -> list[str]:
    """As many words as it takes to be interrupted, counted so that a repetition shows."""
    return [f"word{i} " for i in range(WORDS)] + ["end."]


def main() -> None:
    """Serve until terminated."""
    asked = json.loads(sys.argv[1])
    config = Config.from_env(
        {},
        data_dir=Path(asked["data_dir"]),
        profile=asked["profile"],
        port=asked.get("port", 0),
        log_level="error",
        requests_per_second=10_000,
    )
    pace = asked.get("pace_s")
    model = None if pace is None else Scripted(script, pace_s=pace)
    asyncio.run(serve(config, ready=lambda address: print(address, flush=True), model=model))


if __name__ == "__main__":
    main()
