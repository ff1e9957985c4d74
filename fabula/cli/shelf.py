"""Commands about books: bring, list, look into, read, put away."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from fabula.cli import show
from fabula.cli.reach import Reached
from fabula.errors import FabulaError, Invalid

POLL_S = 0.15


async def bring(
    to: Reached, files: list[Path], *, title: str | None, author: str | None, encoding: str | None, wait: bool
) -> tuple[list[dict[str, Any]], list[FabulaError]]:
    """Import files one after another, each whatever became of the others; the books, and the faults by file name."""
    done: list[dict[str, Any]] = []
    faults: list[FabulaError] = []
    for file in files:
        try:
            done.append(await _bring(to, file, title, author, encoding, wait))
        except FabulaError as refused:
            faults.append(FabulaError(f"{file.name}: {refused.message}", code=refused.code))
    return done, faults


async def _bring(
    to: Reached, file: Path, title: str | None, author: str | None, encoding: str | None, wait: bool
) -> dict[str, Any]:
    try:
        data = await asyncio.to_thread(file.read_bytes)
    except OSError as missing:
        raise Invalid(f"cannot be read: {missing.strerror}.") from missing
    words = {"title": title, "author": author, "encoding": encoding}
    taken: dict[str, Any] = await to.post(
        "/api/novels/upload", files={"file": (file.name, data)}, data={k: v for k, v in words.items() if v}
    )
    if not wait:
        return taken
    with show.bar(taken["title"]) as bar:
        while True:
            status = await to.get(f"/api/novels/{taken['novel_id']}/status")
            if status["status"] not in ("pending", "parsing"):
                break
            bar.tell(status["import"])
            await asyncio.sleep(POLL_S)
    if status["status"] == "error":
        raise FabulaError(status["error"])
    people = status["import"]["people"] if status["import"] else None
    return {**taken, "status": status["status"], "people": people}


def print_brought(books: list[dict[str, Any]]) -> None:
    """One line a book, with what was unusual about its file."""
    for book in books:
        seen = "already on the shelf" if book["duplicate"] else f"{book['total_chapters']} chapters"
        people = f", {book['people']} people" if book.get("people") is not None and not book["duplicate"] else ""
        read_as = f", read as {book['encoding']}" if book["encoding"] not in (None, "utf-8") else ""
        show.text(f"{book['title']}: {seen}{people}{read_as}  {book['novel_id']}")
        for note in book["notes"]:
            show.text(f"  {note}")


def print_books(books: list[dict[str, Any]]) -> None:
    """The shelf."""
    rows = [
        (b["id"][:13], b["title"], b["author"], b["status"], b["total_chapters"], f"{b['progress']['percent']}%")
        for b in books
    ]
    if rows:
        show.table(("id", "title", "author", "status", "chapters", "read"), rows)
    else:
        show.err.print("Nothing here yet. Bring a book with: fabula import FILE")


def print_chapters(chapters: list[dict[str, Any]]) -> None:
    """The chapter list."""
    rows = [(c["number"], c["title"] or c["kind"], c["part"], c["words"]) for c in chapters]
    show.table(("chapter", "title", "part", "words"), rows)


def print_cast(cast: dict[str, Any]) -> None:
    """The people met so far."""
    rows = [
        (c["name"], ", ".join(c["aliases"][:4]), c["role"], c["lines"], c["mentions"], c["first_appearance_chapter"])
        for c in cast["characters"]
    ]
    show.table(("name", "also called", "role", "lines", "mentions", "first in"), rows)
