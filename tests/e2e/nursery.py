"""A process that gives birth to servers: everything is loaded once, and each server is a fork that starts at once.

Reads one JSON object a line from standard input: `{"data_dir", "port"}` forks a server and prints its pid, `{"kill":
pid}` kills one with SIGKILL and prints its pid when it is gone.
A server answers chats by a scripted model that takes its time, so that a kill can fall anywhere.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
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
    """Do what each line says."""
    for line in sys.stdin:
        asked = json.loads(line)
        if "kill" in asked:
            pid = asked["kill"]
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
        else:
            pid = os.fork()
            if pid == 0:
                live(asked)
                os._exit(0)
        sys.stdout.write(f"{pid}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
