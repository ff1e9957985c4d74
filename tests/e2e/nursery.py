"""A process that gives birth to servers: everything is loaded once, and each server is a fork that starts at once.

Reads one JSON object a line from standard input, `{"data_dir", "port"}`, forks a server for it and prints its pid.
A server answers chats by a scripted model that takes its time, so that a kill can fall anywhere.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from pathlib import Path
from typing import Any

from fabula.ai.models.scripted import Scripted
from fabula.ai.task import Prompt
from fabula.config import Config
from fabula.wiring import serve

PIECES = 8
PACE_S = 0.004


def script(prompt: Prompt) -> list[str]:
    """An answer that repeats what was said, in pieces."""
    said = prompt.messages[-1].content
    return [f"{said} ({i}) " for i in range(PIECES)]


def live(asked: dict[str, Any]) -> None:
    """Be a server until killed."""
    config = Config.from_env(
        {}, data_dir=Path(asked["data_dir"]), port=asked["port"], log_level="error", requests_per_second=10_000
    )
    asyncio.run(serve(config, model=Scripted(script, pace_s=PACE_S)))


def main() -> None:
    """Fork a server for every line."""
    for line in sys.stdin:
        pid = os.fork()
        if pid == 0:
            sys.stdin.close()
            live(json.loads(line))
            os._exit(0)
        sys.stdout.write(f"{pid}\n")
        sys.stdout.flush()
        reap()


def reap() -> None:
    """Bury the servers that were killed."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        pass


if __name__ == "__main__":
    main()
