"""What the command line prints: tables and text for people, JSON for programs, nothing lively into a pipe."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn
from rich.table import Table

from fabula.errors import FabulaError

out = Console(highlight=False, soft_wrap=True)
err = Console(stderr=True, highlight=False, soft_wrap=True)

CONTROLS = {code: 0xFFFD for code in (*range(32), *range(127, 160)) if chr(code) not in "\t\n"}

STEPS = {
    None: "waiting",
    "people": "finding its people",
    "speech": "working out who speaks",
    "world": "looking at its world",
    "saving": "writing it down",
}


def as_json(data: Any) -> None:
    """Print data as JSON."""
    sys.stdout.write(json.dumps(data, ensure_ascii=False, indent=2) + "\n")


def text(words: str) -> None:
    """Print words exactly as they are, never as markup."""
    piece(words + "\n")


def piece(words: str) -> None:
    """Print a part of a line at once. A book may hold control characters; a terminal never gets them."""
    sys.stdout.write(words.translate(CONTROLS) if out.is_terminal else words)
    sys.stdout.flush()


def fault(what: FabulaError) -> None:
    """Say on standard error, in one line, what went wrong."""
    sys.stderr.write(f"fabula: {' '.join(what.message.split())}\n".translate(CONTROLS))


def table(headings: Iterable[str], rows: Iterable[Iterable[Any]]) -> None:
    """Print a table; into a pipe, one line a row with tabs between the cells."""
    if not out.is_terminal:
        for row in rows:
            text("\t".join(_cell(cell).replace("\t", " ").replace("\n", " ") for cell in row))
        return
    shown = Table(box=None, pad_edge=False, header_style="bold")
    for heading in headings:
        shown.add_column(heading, overflow="fold")
    for row in rows:
        shown.add_row(*(_escaped(_cell(cell)) for cell in row))
    out.print(shown)


def _cell(value: Any) -> str:
    return "" if value is None else str(value).translate(CONTROLS)


def _escaped(words: str) -> str:
    return words.replace("[", "\\[")


class Bar:
    """A progress bar of one import."""

    def __init__(self, progress: Progress, task: TaskID) -> None:
        self._progress = progress
        self._task = task

    def tell(self, job: dict[str, Any] | None) -> None:
        """Show where an import stands."""
        if job is not None:
            step = STEPS.get(job["step"], "reading")
            self._progress.update(self._task, completed=job["done"], total=job["total"] or None, step=step)


@contextmanager
def bar(title: str) -> Iterator[Bar]:
    """A bar on standard error while a book is read; nothing at all when that is not a terminal."""
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[step]}"))
    with Progress(*columns, console=err, disable=not err.is_terminal, transient=True) as progress:
        yield Bar(progress, progress.add_task(_escaped(title[:40]), total=None, step="waiting"))
