"""Broken and malicious files, each with the answer the product owes it.

`cases()` gives them all. Data is made on demand, the same bytes every time, because some of it is large. A case's
codes are the documented error codes it may end with; "ok" means a good book (or a harmless one) must come out, and
more than one code means that either answer is right as long as it is given calmly.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Hostile:
    """A file somebody might send. `data` builds it anew each time."""

    name: str
    filename: str | None
    make: Callable[[], bytes]
    codes: frozenset[str]
    media_type: str | None = None

    @property
    def data(self) -> bytes:
        """The bytes of the file."""
        return self.make()


def hostile(
    name: str, filename: str | None, make: Callable[[], bytes] | bytes, *codes: str, media: str | None = None
) -> Hostile:
    """A case from a builder or from ready bytes."""
    builder = (lambda: make) if isinstance(make, bytes) else make
    return Hostile(name, filename, builder, frozenset(codes), media)


def cases() -> tuple[Hostile, ...]:
    """Every hostile file, names unique."""
    from tests.books import hostile_epub, hostile_pdf, hostile_txt

    return (*hostile_txt.cases(), *hostile_epub.cases(), *hostile_pdf.cases())
