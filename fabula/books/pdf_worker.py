"""Reads one PDF in a process of its own, which may be killed.

Run by path with the limits as arguments; the document comes in on standard input, JSON lines go out on standard
output: one for the document, one a page, one at the end. Imports nothing of Fabula, so it starts fast. The one
promise: it stops by itself at every limit it was given, and says at which.
"""

from __future__ import annotations

import ctypes
import json
import sys
from typing import Any

import pypdfium2
import pypdfium2.raw as c

_FEW = 20
_OUTLINE_TITLE = 300
_HYPHENS = frozenset({0x02, 0xFFFE, 0x2010})
_ODD = frozenset({0xA0, 0xFFFF, 0xFEFF, *_HYPHENS})
_PASSWORD = 4


class _Stop(Exception):
    """A limit was reached or the document cannot be read; the argument names which."""


def limit_memory(size: int) -> None:
    """Cap this process's address space where the system can."""
    try:
        import resource
    except ImportError:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    wanted = size if hard == resource.RLIM_INFINITY else min(size, hard)
    resource.setrlimit(resource.RLIMIT_AS, (wanted, hard))


def tell(message: dict[str, Any]) -> None:
    """Send one JSON line to the parent."""
    sys.stdout.write(json.dumps(message, ensure_ascii=True, separators=(",", ":")) + "\n")


def main() -> int:
    """Arguments: pages, characters a page, characters in all, pieces in all, outline entries, bytes of memory."""
    pages, page_chars, chars, pieces, outline, memory = (int(a) for a in sys.argv[1:7])
    limit_memory(memory)
    data = sys.stdin.buffer.read()
    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        tell({"error": "password" if getattr(error, "err_code", None) == _PASSWORD else "broken"})
        return 0
    try:
        count = len(document)
        if count > pages:
            raise _Stop("pages")
        tell({"pages": count, "outline": read_outline(document, outline), **read_metadata(document)})
        for index in range(count):
            page = read_page(document, index, page_chars)
            chars -= page.pop("chars")
            pieces -= len(page["pieces"])
            if chars < 0 or pieces < 0:
                raise _Stop("chars")
            tell(page)
        tell({"end": True})
    except _Stop as stop:
        tell({"error": str(stop)})
    except MemoryError:
        tell({"error": "memory"})
    sys.stdout.flush()
    return 0


def read_metadata(document: pypdfium2.PdfDocument) -> dict[str, str]:
    """The title and author the document declares."""
    found = document.get_metadata_dict(skip_empty=True)
    return {key.lower(): str(found[key])[:2000] for key in ("Title", "Author") if key in found}


def read_outline(document: pypdfium2.PdfDocument, limit: int) -> list[list[Any]]:
    """Bookmarks as [title, page, depth], at most `limit` of them; loops end at the limit."""
    rows: list[list[Any]] = []
    try:
        for mark in document.get_toc(max_depth=8):
            destination = mark.get_dest()
            page = destination.get_index() if destination is not None else None
            if page is not None and page >= 0:
                rows.append([mark.get_title()[:_OUTLINE_TITLE], page, mark.level])
            if len(rows) >= limit:
                break
    except (pypdfium2.PdfiumError, ValueError, RuntimeError):
        return rows
    return rows


def read_page(document: pypdfium2.PdfDocument, index: int, limit: int) -> dict[str, Any]:
    """One page: its size, its pieces of text as [x0, y0, x1, y1, text], and whether it shows pictures."""
    try:
        page = document[index]
        width, height = page.get_size()
        text = page.get_textpage()
    except pypdfium2.PdfiumError:
        return {"page": index, "size": [0, 0], "pieces": [], "chars": 0, "picture": False, "broken": True}
    count = text.count_chars()
    if count > limit:
        raise _Stop("page_chars")
    pieces = read_pieces(text.raw, count)
    picture = count < _FEW and has_picture(page)
    text.close()
    page.close()
    return {"page": index, "size": [round(width), round(height)], "pieces": pieces, "chars": count, "picture": picture}


class Pieces:
    """Gathers words into runs on one line without a wide gap."""

    def __init__(self) -> None:
        self.rows: list[list[Any]] = []
        self._words: list[str] = []
        self._x0 = self._y0 = self._x1 = self._y1 = 0.0

    def add(self, word: str, first: Any, last: Any, *, spaced: bool) -> None:
        """A word between the boxes of its first and last characters."""
        size = max(first.top - first.bottom, 1.0)
        moved = abs(first.bottom - self._y0) > 0.5 * size
        if moved or first.left > self._x1 + 1.6 * size or first.left < self._x0 - size:
            self.close()
        if not self._words:
            self._x0, self._y0, self._y1, self._x1 = first.left, first.bottom, first.top, last.right
        elif spaced:
            self._words.append(" ")
        self._x1 = max(self._x1, last.right)
        self._words.append(word)

    def close(self) -> None:
        """End the run."""
        if self._words:
            box = [round(v, 1) for v in (self._x0, self._y0, self._x1, self._y1)]
            self.rows.append([*box, "".join(self._words)])
            self._words.clear()


def read_pieces(text: Any, count: int) -> list[list[Any]]:
    """Runs of characters on one line without a wide gap. Only words' ends are measured; that is most of the time."""
    pieces = Pieces()
    letters: list[str] = []
    first, last = c.FS_RECTF(), c.FS_RECTF()
    start, spaced = 0, False

    def finish(end: int) -> None:
        if letters and c.FPDFText_GetLooseCharBox(text, start, ctypes.byref(first)):
            c.FPDFText_GetLooseCharBox(text, end, ctypes.byref(last))
            pieces.add("".join(letters), first, last, spaced=spaced)
        letters.clear()

    for i in range(count):
        code = c.FPDFText_GetUnicode(text, i)
        if code > 0x20 and code not in _ODD and not 0xD800 <= code <= 0xDFFF:
            if not letters:
                start = i
            letters.append(chr(code))
            continue
        if code in _HYPHENS:
            letters.append("-")
        finish(i - 1)
        spaced = code not in _HYPHENS
        if code in {0x0A, 0x0D}:
            pieces.close()
    finish(count - 1)
    pieces.close()
    return pieces.rows


def has_picture(page: pypdfium2.PdfPage) -> bool:
    """Whether a page without text shows a picture, as scans do."""
    return any(True for _ in page.get_objects(filter=[c.FPDF_PAGEOBJ_IMAGE], max_depth=3))


if __name__ == "__main__":
    sys.exit(main())
