"""Markup events become paragraphs, with the places that links and headings point at.

Owns what elements mean for reading: blocks, breaks, lists, tables, ruby, what is hidden. Knows nothing of archives
or chapters. The one promise: a paragraph is never re-wrapped, and what a reading system would not show is not there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from fabula.books.limits import EPUB_DEPTH, EPUB_TAGS, TEXT_BYTES
from fabula.books.markup import Event
from fabula.errors import TooLarge, Unreadable

_BLOCK_NAMES = """
address article aside blockquote body caption center dd details div dl dt fieldset figcaption figure footer form
h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main nav ol optgroup p pre section summary table tbody tfoot thead
tr ul
"""
_HIDDEN_NAMES = "head script style template title rt rp rtc audio video svg map select object iframe noframes"
_BLOCKS = frozenset(_BLOCK_NAMES.split())
_HIDDEN = frozenset(_HIDDEN_NAMES.split())
_RUBY = frozenset({"rt", "rp", "rtc", "rb"})
_HEADINGS = {f"h{n}": n for n in range(1, 7)}
_NO_DISPLAY = re.compile(r"(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse))", re.IGNORECASE)
_BLANKS = re.compile(r"[ \t\r\n\f]+")
_EAST = "\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uffef\u3000-\u30ff\u2018-\u201d\u2026\u2014"
_EAST_BREAK = re.compile(rf"(?<=[{_EAST}])[ \t\f]*\r?\n[ \t\r\n\f]*(?=[{_EAST}])")
_INVISIBLE = dict.fromkeys([0xAD, 0x200B, 0xFEFF, 0x2060, *range(9), 0x0B, *range(0x0E, 0x20), 0x7F])
_CSS_CLASS = re.compile(r"[a-z0-9]*\.([A-Za-z_][\w-]*)", re.IGNORECASE)


@dataclass(frozen=True)
class Heading:
    """A heading element: the index of its paragraph, its level from 1, its text."""

    paragraph: int
    level: int
    text: str


def hidden_classes(css: str) -> set[str]:
    """Classes that a style sheet plainly takes off the page (`.x { display: none }`)."""
    found: set[str] = set()
    for block in css.split("}"):
        selectors, _, body = block.rpartition("{")
        if len(selectors) < 2000 and _NO_DISPLAY.search(body):
            for selector in selectors.split(","):
                name = _CSS_CLASS.fullmatch(selector.strip())
                if name is not None:
                    found.add(name[1])
    return found


class Flow:
    """Collects paragraphs over the documents of a book, one after another."""

    def __init__(self, hidden: set[str] | None = None) -> None:
        self.paragraphs: list[str] = []
        self.anchors: dict[tuple[str, str], int] = {}
        self.headings: list[Heading] = []
        self._unseen = hidden or set()
        self._tags = 0
        self._chars = 0
        self._fresh("")

    def _fresh(self, path: str) -> None:
        self._path = path
        self._pieces: list[str] = []
        self._depth = self._pre = self._nav = self._hiding = 0
        self._hider = self._prefix = ""
        self._level = 0
        self._lists: list[int | None] = []

    def document(self, path: str, source: Iterable[Event]) -> int:
        """Add one document; the number of paragraphs it gave. Raises TooLarge, or Unreadable when nested too deeply.

        A document that fails half-way leaves nothing behind.
        """
        before, heads = len(self.paragraphs), len(self.headings)
        self._fresh(path)
        self.anchors.setdefault((path, ""), before)
        try:
            for event in source:
                self._take(event)
            self._flush()
        except Unreadable:
            del self.paragraphs[before:]
            del self.headings[heads:]
            raise
        return len(self.paragraphs) - before

    def text(self) -> tuple[str, list[int]]:
        """The paragraphs joined by blank lines, and the offset of each (one more for the end)."""
        offsets, position = [], 0
        for paragraph in self.paragraphs:
            offsets.append(position)
            position += len(paragraph) + 2
        whole = "\n\n".join(self.paragraphs)
        return whole, [*offsets, len(whole)]

    def _take(self, event: Event) -> None:
        if event.kind == "text":
            if not self._hiding and event.value:
                self._pieces.append(event.value)
            return
        self._tags += 1
        if self._tags > EPUB_TAGS:
            raise TooLarge("The book holds more markup than any novel needs. Export it again from its source.")
        if event.kind == "start":
            self._start(event.value, event.attributes)
        else:
            self._end(event.value)

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > EPUB_DEPTH:
            raise Unreadable("nested too deeply")
        for name in (attributes.get("id"), attributes.get("xml:id"), attributes.get("name") if tag == "a" else None):
            if name:
                self.anchors.setdefault((self._path, name), len(self.paragraphs))
        if self._hiding and not self._ends_hiding(tag):
            self._hiding += tag == self._hider
            return
        if tag in _BLOCKS:
            self._flush()
        if tag in _HIDDEN or self._is_hidden(attributes):
            self._hider, self._hiding = tag, 1
            return
        if tag == "br":
            self._pieces.append("\v")
        elif tag == "hr":
            self._add("* * *")
        elif tag in {"td", "th"} and "".join(self._pieces).strip():
            self._pieces.append(" | ")
        elif tag == "img" and 0 < len(attributes.get("alt", "").strip()) <= 2:
            self._pieces.append(attributes["alt"].strip())
        elif tag == "li" and not self._nav:
            self._prefix = self._bullet()
        elif tag in {"ul", "ol"}:
            self._lists.append(0 if tag == "ol" else None)
        self._pre += tag == "pre"
        self._nav += tag == "nav"
        self._level = _HEADINGS.get(tag, self._level)

    def _ends_hiding(self, tag: str) -> bool:
        """Elements whose end tag may be missing: a new ruby part or a new block ends them."""
        ruby = self._hider in _RUBY and tag in _RUBY and self._hider != "rtc"
        if ruby or (self._hider == "p" and tag in _BLOCKS):
            self._hiding = 0
        return not self._hiding

    def _is_hidden(self, attributes: dict[str, str]) -> bool:
        if not attributes:
            return False
        if "hidden" in attributes or _NO_DISPLAY.search(attributes.get("style", "")):
            return True
        if "pagebreak" in attributes.get("epub:type", "") or attributes.get("role") == "doc-pagebreak":
            return True
        return bool(self._unseen) and not self._unseen.isdisjoint(attributes.get("class", "").split())

    def _bullet(self) -> str:
        if not self._lists or self._lists[-1] is None:
            return "- "
        self._lists[-1] += 1
        return f"{self._lists[-1]}. "

    def _end(self, tag: str) -> None:
        self._depth = max(0, self._depth - 1)
        if self._hiding:
            if tag == self._hider:
                self._hiding -= 1
            elif (tag == "ruby" and self._hider in _RUBY) or tag in {"body", "html"}:
                self._hiding = 0
            return
        if tag in _BLOCKS:
            self._flush()
        if tag in _HEADINGS:
            self._level = 0
        elif tag in {"ul", "ol"} and self._lists:
            self._lists.pop()
        self._pre -= tag == "pre" and self._pre > 0
        self._nav -= tag == "nav" and self._nav > 0

    def _flush(self) -> None:
        """End the paragraph being gathered."""
        if not self._pieces:
            return
        raw = "".join(self._pieces).translate(_INVISIBLE if "\v" not in self._pieces else _KEEP_BREAKS)
        self._pieces = []
        if self._pre:
            lines = raw.replace("\r", "").replace("\v", "\n").split("\n")
            self._add("\n".join(line.rstrip() for line in lines).strip("\n"))
            return
        raw = _BLANKS.sub(" ", _EAST_BREAK.sub("", raw))
        for block in raw.split("\v \v") if "\v \v" in raw else re.split(r"\v{2,}", raw):
            lines = [line.strip() for line in block.split("\v")]
            self._add("\n".join(line for line in lines if line))

    def _add(self, paragraph: str) -> None:
        if not paragraph.strip():
            return
        if self._prefix:
            paragraph, self._prefix = self._prefix + paragraph, ""
        self._chars += len(paragraph) + 2
        if self._chars > TEXT_BYTES:
            raise TooLarge(f"The book holds more than {TEXT_BYTES // 1048576} MiB of text. Split it.")
        if self._level:
            self.headings.append(Heading(len(self.paragraphs), self._level, paragraph))
        self.paragraphs.append(paragraph)


_KEEP_BREAKS = {code: None for code in _INVISIBLE if code != 0x0B}
