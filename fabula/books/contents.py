"""The tables of contents of an EPUB: the navigation document and the older NCX.

Knows nothing of the text they point into. The one promise: a flat list of (member, fragment, title, depth) in the
order given, bounded in number and depth, and empty when there is nothing sensible.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterable
from dataclasses import dataclass

from lxml import etree

from fabula.books.archive import resolve
from fabula.books.limits import EPUB_TOC_ENTRIES
from fabula.books.markup import Event
from fabula.books.package import local, parse_xml
from fabula.errors import Unreadable

_DEPTH = 16
_TITLE_CHARS = 300


@dataclass(frozen=True)
class Entry:
    """One line of a table of contents."""

    name: str
    fragment: str
    title: str
    depth: int


def read_nav(path: str, source: Iterable[Event]) -> list[Entry]:
    """The entries of the toc list in a navigation document."""
    entries: list[Entry] = []
    folder = posixpath.dirname(path)
    inside = depth = 0
    href: str | None = None
    words: list[str] = []
    for event in source:
        if event.kind == "start" and event.value == "nav":
            toc = (
                "toc"
                in (event.attributes.get("epub:type") or event.attributes.get("role", "")).replace("-", " ").split()
            )
            inside = 1 if toc and not inside and not entries else inside
        elif event.kind == "end" and event.value == "nav":
            inside = 0
        elif inside and event.value == "ol" and event.kind != "text":
            depth += 1 if event.kind == "start" else -1
        elif inside and event.kind == "start" and event.value in {"a", "span"} and href is None:
            href, words = event.attributes.get("href", ""), []
        elif inside and event.kind == "text" and href is not None:
            words.append(event.value)
        elif inside and event.kind == "end" and event.value in {"a", "span"} and href is not None:
            _add(entries, folder, href, "".join(words), depth - 1)
            href = None
    return entries


def read_ncx(path: str, data: bytes) -> list[Entry]:
    """The entries of an NCX, depth first."""
    root = parse_xml(data, "table of contents")
    entries: list[Entry] = []
    folder = posixpath.dirname(path)
    for point in root.iter():
        if local(point) != "navpoint":
            continue
        title = href = ""
        for child in point:
            if local(child) == "navlabel":
                title = " ".join("".join(map(str, child.itertext(with_tail=False))).split())
            elif local(child) == "content":
                href = child.get("src", "")
        _add(entries, folder, href, title, _depth(point))
        if len(entries) >= EPUB_TOC_ENTRIES:
            break
    return entries


def _depth(point: etree._Element) -> int:
    depth, parent = 0, point.getparent()
    while parent is not None and depth < _DEPTH:
        depth += local(parent) == "navpoint"
        parent = parent.getparent()
    return depth


def _add(entries: list[Entry], folder: str, href: str, title: str, depth: int) -> None:
    """Keep an entry; one without a link is kept for its children, one that leads outside is not."""
    title = " ".join(title.split())[:_TITLE_CHARS]
    if not title or len(entries) >= EPUB_TOC_ENTRIES:
        return
    try:
        name, fragment = resolve(folder, href)
    except Unreadable:
        return
    entries.append(Entry(name, fragment, title, max(0, min(depth, _DEPTH))))
