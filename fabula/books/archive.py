"""A ZIP archive that may be hostile, read member by member under limits.

Knows nothing of EPUB. The one promise: nothing is written, nothing is followed outside, and no member costs more
memory than the limit it is read under, whatever its header claims.
"""

from __future__ import annotations

import io
import posixpath
import struct
import zipfile
import zlib
from urllib.parse import unquote

from fabula.books.limits import EPUB_ENTRIES
from fabula.errors import TooLarge, Unreadable

_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    NotImplementedError,
    RuntimeError,
    struct.error,
    ValueError,
    OSError,
)


class Damaged(Unreadable):
    """One member cannot be read; the message says why in a few words."""


class Archive:
    """An opened archive. Names are as stored; lookups forgive the case of letters."""

    def __init__(self, data: bytes) -> None:
        if data.count(b"PK\x01\x02") > EPUB_ENTRIES:
            raise TooLarge(f"The EPUB holds more than {EPUB_ENTRIES} files. Export it again from its source.")
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
            infos = self._zip.infolist()
        except _BROKEN as error:
            raise Unreadable(
                "This is not a complete EPUB: its ZIP archive is damaged or cut off. Download or export it again."
            ) from error
        if len(infos) > EPUB_ENTRIES:
            raise TooLarge(f"The EPUB holds more than {EPUB_ENTRIES} files. Export it again from its source.")
        self._members: dict[str, zipfile.ZipInfo] = {}
        self._folded: dict[str, str] = {}
        self.expanded = 0
        for info in infos:
            refuse_outside(info.filename)
            self._members[info.filename] = info
            self._folded.setdefault(info.filename.casefold(), info.filename)

    def names(self) -> list[str]:
        """Every member's name, in the archive's order."""
        return list(self._members)

    def find(self, name: str) -> str | None:
        """The stored name for a name, exactly or but for the case of letters."""
        return name if name in self._members else self._folded.get(name.casefold())

    def read(self, name: str, limit: int) -> bytes:
        """The bytes of a member, at most `limit`. Raises TooLarge, or Damaged with the reason.

        The declared size is checked first, then the actual read is capped one byte above the limit.
        """
        stored = self.find(name)
        if stored is None:
            raise Damaged("is missing")
        info = self._members[stored]
        if info.file_size > limit:
            raise TooLarge(f"A file in the EPUB is too large: {stored[:80]!r} expands to more than {limit} bytes.")
        if info.flag_bits & 0x1:
            raise Damaged("is encrypted with a password")
        if info.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:
            raise Damaged("is compressed in a way EPUB does not allow")
        try:
            with self._zip.open(info) as member:
                data = member.read(limit + 1)
        except _BROKEN as error:
            raise Damaged(_reason(error)) from error
        if len(data) > limit:
            raise TooLarge(f"A file in the EPUB is too large: {stored[:80]!r} expands to more than {limit} bytes.")
        self.expanded += len(data)
        return data


def _reason(error: BaseException) -> str:
    return "is damaged (its checksum is wrong)" if "CRC" in str(error) else "is damaged"


def refuse_outside(name: str) -> None:
    """Refuse absolute names, drive letters and steps out of the archive."""
    path = name.replace("\\", "/")
    if path.startswith("/") or ":" in path.split("/")[0] or ".." in path.split("/") or "\x00" in path:
        raise Unreadable(
            f"The EPUB names a file outside itself ({name[:60]!r}); it is not safe to read. Export it again."
        )


def resolve(folder: str, reference: str) -> tuple[str, str]:
    """(member name, fragment) of a reference made in `folder`. Raises Unreadable for one that leads outside."""
    path, _, fragment = reference.partition("#")
    path = unquote(path.split("?")[0]).replace("\\", "/")
    if path.startswith("/") or ":" in path.split("/")[0] or "\x00" in path:
        raise Unreadable(f"The EPUB refers to a file outside itself ({reference[:60]!r}); it is not safe to read.")
    joined = posixpath.normpath(posixpath.join(folder, path)) if path else ""
    if joined == ".." or joined.startswith("../"):
        raise Unreadable(f"The EPUB refers to a file outside itself ({reference[:60]!r}); it is not safe to read.")
    return joined, unquote(fragment)
