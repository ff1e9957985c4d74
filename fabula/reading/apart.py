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
import traceback
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from fabula.errors import Unreadable
from fabula.reading.shapes import SectionLike

TIME_MAX_S = 600
LINE_BYTES_MAX = 256 * 1024 * 1024
NICENESS = 5
FAULT_BYTES_MAX = 2_000
FAULT_PLACES = 8
READING = b'{"reading":'

Told = Callable[[str, int, int], Awaitable[None]]


@dataclass(frozen=True)
class Span:
    """A section as it crosses the pipe."""

    number: int | None
    start: int
    end: int


async def read_apart(text: str, sections: Sequence[SectionLike], language: str, told: Told) -> dict[str, Any]:
    """Read a book in a child process; returns the reading as plain JSON (the shapes of `shapes.Reading`).

    Beside it stands `canon`, the book's canon model with people by their keys, or null where there is none.

    `told` hears of progress. Cancelling kills the child at once. Raises `Unreadable` when the child fails (a note on
    it says where) or takes longer than ten minutes.
    """
    child = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "fabula.reading.apart",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        limit=LINE_BYTES_MAX,
    )
    asking = asyncio.create_task(_ask(child, text, sections, language))
    try:
        async with asyncio.timeout(TIME_MAX_S):
            return await _listen(child, told)
    except TimeoutError as late:
        raise Unreadable("Reading this book took too long. Try a smaller file.") from late
    finally:
        if child.returncode is None:
            child.kill()
        await child.wait()
        asking.cancel()
        await asyncio.wait({asking})


async def _ask(child: asyncio.subprocess.Process, text: str, sections: Sequence[SectionLike], language: str) -> None:
    assert child.stdin is not None
    asked = {"language": language, "sections": [[s.number, s.start, s.end] for s in sections]}
    # The child died when the pipe is closed; the listening side says so.
    with suppress(BrokenPipeError, ConnectionResetError):
        child.stdin.write(json.dumps(asked).encode() + b"\n" + text.encode())
        await child.stdin.drain()
        child.stdin.close()


async def _listen(child: asyncio.subprocess.Process, told: Told) -> dict[str, Any]:
    assert child.stdout is not None
    async for line in child.stdout:
        if line.startswith(READING):
            reading: dict[str, Any] = (await asyncio.to_thread(json.loads, line))["reading"]
            return reading
        said = json.loads(line)
        await told(said["stage"], said["done"], said["total"])
    fault = Unreadable("This book could not be read to its end. Try the import again.")
    assert child.stderr is not None
    fault.add_note((await child.stderr.read(FAULT_BYTES_MAX)).decode("utf-8", "replace").strip())
    raise fault


def _in_brief(kind: type[BaseException], fault: BaseException, trace: TracebackType | None) -> None:
    """Say where the child broke, without the exception's own words, which may quote the book."""
    places = [f"{Path(f.filename).name}:{f.lineno}" for f in traceback.extract_tb(trace)[-FAULT_PLACES:]]
    sys.stderr.write(f"{kind.__name__} at {' '.join(places)}\n")


def main() -> None:
    """The child's side; the parent never loads what only the child needs."""
    sys.excepthook = _in_brief
    from fabula.reading.canon.of_book import canon_of
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
    model = canon_of(text, sections, asked["language"], reading)
    tell({"reading": {**asdict(reading), "canon": None if model is None else asdict(model)}})


if __name__ == "__main__":
    main()
