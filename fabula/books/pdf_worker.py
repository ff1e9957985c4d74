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
_PASSWORD = 4


class _Stop(Exception):  # noqa: N818
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


def read_pieces(text: Any, count: int) -> list[list[Any]]:
    """Runs of characters on one line without a wide gap."""
    pieces: list[list[Any]] = []
    letters: list[str] = []
    box = c.FS_RECTF()
    reference = ctypes.byref(box)
    x0 = y0 = x1 = y1 = 0.0

    def close() -> None:
        written = "".join(letters).strip()
        if written:
            pieces.append([round(x0, 1), round(y0, 1), round(x1, 1), round(y1, 1), written])
        letters.clear()

    for i in range(count):
        code = c.FPDFText_GetUnicode(text, i)
        if code in {0x0A, 0x0D}:
            close()
            continue
        if code in _HYPHENS:
            letters.append("-")
            continue
        if code <= 0x20 or 0xD800 <= code <= 0xDFFF or code in {0xA0, 0xFFFF, 0xFEFF}:
            letters.append(" ")
            continue
        if not c.FPDFText_GetLooseCharBox(text, i, reference):
            letters.append(chr(code))
            continue
        size = max(box.top - box.bottom, 1.0)
        if letters and (abs(box.bottom - y0) > 0.5 * size or box.left > x1 + 1.6 * size or box.left < x0 - size):
            close()
        if not letters:
            x0, y0, y1 = box.left, box.bottom, box.top
            x1 = box.right
        x1 = max(x1, box.right)
        letters.append(chr(code))
    close()
    return pieces


def has_picture(page: pypdfium2.PdfPage) -> bool:
    """Whether a page without text shows a picture, as scans do."""
    return any(True for _ in page.get_objects(filter=[c.FPDF_PAGEOBJ_IMAGE], max_depth=3))


if __name__ == "__main__":
    sys.exit(main())
