"""Reading a book in a process of its own, so that it can be stopped and never slows those who read or talk meanwhile.

`python -m fabula.reading.apart` reads a request from standard input (one JSON line, then the text in UTF-8) and writes
JSON lines: `{"stage", "done", "total"}` while it works, and `{"reading": ...}` at the end. It ends with its parent,
because writing to a closed pipe ends it.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from fabula.errors import Unreadable
from fabula.reading.shapes import SectionLike

TIME_MAX_S = 600
LINE_BYTES_MAX = 256 * 1024 * 1024
NICENESS = 5

Told = Callable[[str, int, int], Awaitable[None]]


@dataclass(frozen=True)
class Span:
    """A section as it crosses the pipe."""

    number: int | None
    start: int
    end: int


async def read_apart(text: str, sections: Sequence[SectionLike], language: str, told: Told) -> dict[str, Any]:
    """Read a book in a child process; returns the reading as plain JSON (the shapes of `shapes.Reading`).

    `told` hears of progress. Cancelling kills the child at once. Raises `Unreadable` when the child fails or takes
    longer than ten minutes.
    """
    child = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "fabula.reading.apart",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        limit=LINE_BYTES_MAX,
    )
    try:
        async with asyncio.timeout(TIME_MAX_S):
            _, reading = await asyncio.gather(_ask(child, text, sections, language), _listen(child, told))
        return reading
    except TimeoutError as late:
        raise Unreadable("Reading this book took too long. Try a smaller file.") from late
    finally:
        if child.returncode is None:
            child.kill()
        await child.wait()


async def _ask(child: asyncio.subprocess.Process, text: str, sections: Sequence[SectionLike], language: str) -> None:
    assert child.stdin is not None
    asked = {"language": language, "sections": [[s.number, s.start, s.end] for s in sections]}
    try:
        child.stdin.write(json.dumps(asked).encode() + b"\n" + text.encode())
        await child.stdin.drain()
        child.stdin.close()
    except (BrokenPipeError, ConnectionResetError):
        # The child died; the listening side says so.
        return


async def _listen(child: asyncio.subprocess.Process, told: Told) -> dict[str, Any]:
    assert child.stdout is not None
    async for line in child.stdout:
        said = json.loads(line)
        if "reading" in said:
            reading: dict[str, Any] = said["reading"]
            return reading
        await told(said["stage"], said["done"], said["total"])
    raise Unreadable("This book could not be read to its end. Try the import again.")


def main() -> None:
    """The child's side; the parent never loads what only the child needs."""
    from fabula.reading.read import read_book

    os.nice(NICENESS)
    asked = json.loads(sys.stdin.buffer.readline())
    text = sys.stdin.buffer.read().decode()
    sections = [Span(number, start, end) for number, start, end in asked["sections"]]

    def tell(said: dict[str, Any]) -> None:
        sys.stdout.buffer.write(json.dumps(said, ensure_ascii=False).encode() + b"\n")
        sys.stdout.buffer.flush()

    reading = read_book(
        text,
        sections,
        asked["language"],
        lambda stage, done, total: tell({"stage": stage, "done": done, "total": total}),
    )
    tell({"reading": asdict(reading)})


if __name__ == "__main__":
    main()
