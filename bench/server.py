"""A server in a process of its own for benches, answering chats by a scripted model at a human pace."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from fabula.ai.models.scripted import Scripted
from fabula.config import Config
from fabula.wiring import serve


@contextmanager
def running(folder: Path, *, pieces: int = 0, pace_s: float = 0.0) -> Iterator[str]:
    """A server on a free loopback port; with `pieces`, a scripted model writes as many at `pace_s`."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "bench.server", str(folder), str(port), str(pieces), str(pace_s)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(400):
            try:
                httpx.get(f"{address}/live")
                break
            except httpx.TransportError:
                time.sleep(0.05)
        yield address
    finally:
        process.terminate()
        process.wait(30)


def main(folder: str, port: str, pieces: str, pace_s: str) -> None:
    """Be the server."""
    config = Config.from_env({}, data_dir=Path(folder), port=int(port), log_level="error", requests_per_second=10_000)
    written = [f"word {i} " for i in range(int(pieces))]
    model = Scripted(lambda prompt: written, pace_s=float(pace_s)) if written else None
    asyncio.run(serve(config, model=model))


if __name__ == "__main__":
    main(*sys.argv[1:])
