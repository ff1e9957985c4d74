"""A PDF becomes text and sections; the reading itself happens in a process that can be killed.

Owns the worker's life and the meaning of its failures; layout is the business of `pages` and
`paragraphs`. The one promise: a document that hangs, crashes or eats memory ends as a clear error within the time
limit, and the process is gone.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from fabula.books import limits
from fabula.books.book import BookText, Mark
from fabula.books.chapters import split
from fabula.books.language import language_of
from fabula.books.marks import split_by_marks
from fabula.books.pages import Page, Piece, strip_edges
from fabula.books.paragraphs import Paragraph, rebuild
from fabula.errors import FabulaError, TooLarge, Unreadable

_PIECES = 250_000
_LINE_BYTES = 64 * limits.MIB
_WORKER = Path(__file__).with_name("pdf_worker.py")
_SCANNED = "This PDF is scanned: its pages are pictures without text. Run text recognition (OCR) on it first."
_CRASHED = (
    "This PDF cannot be read: the reader gave up on it. It is damaged, or made to be unreadable. Export it again."
)
_JUNK_TITLES = ("untitled", "unknown", "(anonymous)", "anonymous", "unspecified", "microsoft word - ")


@dataclass
class _Document:
    """What the worker told."""

    pages: list[Page] = field(default_factory=list)
    outline: list[tuple[str, int, int]] = field(default_factory=list)
    title: str | None = None
    author: str | None = None
    pictures: int = 0
    broken: int = 0


def open_pdf(data: bytes, headings: str = "auto", *, seconds: float = limits.PDF_SECONDS) -> BookText:
    """Open a PDF of at most 20 MiB within `seconds` of wall time. Raises TooLarge or Unreadable."""
    document = read_document(data, seconds)
    total = sum(len(p.text) for page in document.pages for p in page.pieces)
    if total < 20 * max(1, len(document.pages)) and document.pictures * 2 >= len(document.pages):
        raise Unreadable(_SCANNED)
    if not total:
        raise Unreadable("There is nothing readable in this PDF: its pages hold no text.")
    paragraphs = rebuild(strip_edges(document.pages))
    text = "\n\n".join(p.text for p in paragraphs)
    if not text.strip():
        raise Unreadable("There is nothing readable in this PDF: its pages hold no text.")
    if len(text.encode("utf-8", "replace")) > limits.TEXT_BYTES:
        raise TooLarge(f"The book holds more than {limits.TEXT_BYTES // limits.MIB} MiB of text. Split it.")
    notes: list[str] = []
    if document.broken:
        notes.append(f"{document.broken} pages could not be read and were left out.")
    if document.pictures:
        notes.append(f"{document.pictures} pages are pictures without text and were left out.")
    marks = outline_marks(document.outline, paragraphs)
    sections, more = split_by_marks(text, marks, headings) if marks else split(text, headings)
    language = language_of(text)
    return BookText(
        text, tuple(sections), None, _metadata(document.title, limits.TITLE_CHARS),
        _metadata(document.author, limits.AUTHOR_CHARS), language, None, (*notes, *more), "pdf",
    )  # fmt: skip


def _metadata(value: str | None, limit: int) -> str | None:
    clean = " ".join("".join(c for c in value or "" if c.isprintable()).split())[:limit]
    return None if not clean or clean.casefold().startswith(_JUNK_TITLES) else clean


def read_document(data: bytes, seconds: float) -> _Document:
    """Everything the worker tells about a document. Raises TooLarge or Unreadable for whatever it ends with."""
    document = _Document()
    ended = False
    with _worker(data, seconds) as (output, timed_out):
        try:
            for message in _messages(output):
                _refuse(message.get("error"))
                ended = ended or bool(message.get("end"))
                _note(document, message)
        except (ValueError, KeyError, TypeError) as error:
            raise _failure(timed_out.is_set(), seconds) from error
    if not ended:
        raise _failure(timed_out.is_set(), seconds)
    return document


def _failure(timed_out: bool, seconds: float) -> FabulaError:
    if timed_out:
        return Unreadable(f"This PDF takes longer than {seconds:.0f} seconds to read. Split it, or export it again.")
    return Unreadable(_CRASHED)


@contextmanager
def _worker(data: bytes, seconds: float) -> Iterator[tuple[IO[bytes], threading.Event]]:
    """A worker fed with the document, killed when time is up and in any case at the end."""
    numbers = (
        limits.PDF_PAGES, limits.PDF_PAGE_CHARS, limits.TEXT_BYTES, _PIECES, limits.PDF_OUTLINE,
        limits.PDF_MEMORY_BYTES,
    )  # fmt: skip
    command = [sys.executable, "-I", str(_WORKER), *map(str, numbers)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    timed_out = threading.Event()

    def end() -> None:
        timed_out.set()
        process.kill()

    timer = threading.Timer(seconds, end)
    feeder = threading.Thread(target=_feed, args=(process.stdin, data), daemon=True)
    timer.start()
    feeder.start()
    try:
        if process.stdout is None:
            raise AssertionError("the worker has no output")
        yield process.stdout, timed_out
    finally:
        timer.cancel()
        process.kill()
        process.wait()
        feeder.join()
        if process.stdout is not None:
            process.stdout.close()


def _feed(stream: IO[bytes] | None, data: bytes) -> None:
    """Write the document; a worker that is gone already does not want it, and its end is judged elsewhere."""
    if stream is None:
        return
    try:
        stream.write(data)
        stream.close()
    except (BrokenPipeError, OSError):
        return


def _messages(output: IO[bytes]) -> Iterator[dict[str, Any]]:
    while True:
        line = output.readline(_LINE_BYTES)
        if not line:
            return
        message = json.loads(line)
        if not isinstance(message, dict):
            raise TypeError("not a message")
        yield message


def _refuse(reason: str | None) -> None:
    """What the worker's own refusals mean to a reader."""
    if reason is None:
        return
    if reason == "password":
        raise Unreadable("This PDF is encrypted with a password. Save a copy without one, and send that.")
    if reason == "pages":
        raise TooLarge(f"The PDF has more than {limits.PDF_PAGES} pages. Split it.")
    if reason == "page_chars":
        raise TooLarge(f"A page of this PDF holds more than {limits.PDF_PAGE_CHARS} characters. Export it again.")
    if reason == "chars":
        raise TooLarge(
            f"The PDF holds more than {limits.TEXT_BYTES // limits.MIB} MiB of text, or too many pieces. Split it."
        )
    if reason == "memory":
        raise Unreadable("This PDF needs too much memory to read. Export it again, or split it.")
    raise Unreadable("This is not a readable PDF: it is damaged or cut off. Download or export it again.")


def _note(document: _Document, message: dict[str, Any]) -> None:
    if "pages" in message:
        document.outline = [(_metadata(str(t), 300) or "", int(p), int(d)) for t, p, d in message["outline"]]
        document.title, document.author = message.get("title"), message.get("author")
    elif "page" in message:
        pieces = [Piece(float(a), float(b), float(x), float(y), str(t)) for a, b, x, y, t in message["pieces"]]
        document.pages.append(Page(int(message["page"]), float(message["size"][0]), float(message["size"][1]), pieces))
        document.pictures += bool(message["picture"])
        document.broken += bool(message.get("broken"))


def _plain(text: str) -> str:
    return "".join(c for c in text.casefold() if c.isalnum())


def outline_marks(outline: list[tuple[str, int, int]], paragraphs: list[Paragraph]) -> list[Mark]:
    """Outline entries as marks, where their titles are found on the pages they point at; none if most are not."""
    if len(outline) < 2:
        return []
    by_page: dict[int, list[tuple[int, str]]] = {}
    position = 0
    for paragraph in paragraphs:
        by_page.setdefault(paragraph.page, []).append((position, paragraph.text))
        position += len(paragraph.text) + 2
    marks: list[Mark] = []
    matched = 0
    for title, page, depth in outline:
        wanted = _plain(title)
        rows = by_page.get(page, []) + by_page.get(page + 1, [])[:2]
        at = next((start for start, text in rows if wanted and _answers(wanted, _plain(text[:200]))), None)
        matched += at is not None
        if at is None and by_page.get(page):
            at = by_page[page][0][0]
        if at is not None and title:
            marks.append(Mark(at, title, depth))
    return marks if matched >= 0.6 * len(outline) else []


def _answers(wanted: str, found: str) -> bool:
    """A paragraph answers a title when one begins with the other ("Chapter 1" and "Chapter 1: The Ferry")."""
    return bool(found) and (found.startswith(wanted) or (len(found) >= 4 and wanted.startswith(found)))
