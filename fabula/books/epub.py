"""An EPUB becomes text and sections.

Brings together the archive, the package, the documents in reading order and the table of contents. The one promise:
a damaged document costs that document, not the book; only when nothing is left is the book refused.
"""

from __future__ import annotations

from dataclasses import dataclass

from fabula.books import limits
from fabula.books.archive import Archive, Damaged
from fabula.books.book import BookText, Mark, Section
from fabula.books.contents import Entry, read_nav, read_ncx
from fabula.books.flow import Flow, hidden_classes
from fabula.books.language import language_of
from fabula.books.marks import split_by_marks
from fabula.books.markup import decode_markup, events
from fabula.books.package import Package, read_cover, read_package, refuse_locked
from fabula.errors import TooLarge, Unreadable


@dataclass
class _Reading:
    """What is carried from document to document."""

    archive: Archive
    flow: Flow
    notes: list[str]


def open_epub(data: bytes, headings: str = "auto") -> BookText:
    """Open an EPUB of at most 20 MiB. Raises TooLarge or Unreadable."""
    archive = Archive(data)
    refuse_locked(archive)
    try:
        package = read_package(archive)
    except Damaged as error:
        raise Unreadable(f"This EPUB cannot be read: a file it depends on {error.message}. Export it again.") from error
    notes = list(package.notes[:20])
    archive.expanded = 0
    reading = _Reading(archive, Flow(_styles(archive, package)), notes)
    for name, linear in package.spine:
        if linear:
            _document(reading, name)
    main = len(reading.flow.paragraphs)
    beside = [name for name, linear in package.spine if not linear and name != package.nav]
    asides = [(reading.flow.anchors[name, ""], name) for name in beside if _document(reading, name)]
    text, offsets = reading.flow.text()
    if not text.strip():
        raise Unreadable(
            "There is nothing readable in this EPUB: " + (notes[0] if notes else "its pages hold no text.")
        )
    if len(text.encode("utf-8")) > limits.TEXT_BYTES:
        raise TooLarge(f"The book holds more than {limits.TEXT_BYTES // limits.MIB} MiB of text. Split it.")
    entries = _entries(reading, package)
    sections, more = _sections(text, offsets, main, entries, asides, reading.flow, headings)
    title = package.title[: limits.TITLE_CHARS] if package.title else None
    author = package.author[: limits.AUTHOR_CHARS] if package.author else None
    language = language_of(text, package.language)
    cover = read_cover(archive, package.cover, notes)
    return BookText(text, tuple(sections), None, title, author, language, cover, (*notes, *more), "epub")


def _styles(archive: Archive, package: Package) -> set[str]:
    """Classes the style sheets hide. A style sheet that cannot be read hides nothing."""
    hidden: set[str] = set()
    for name in package.styles:
        try:
            css = archive.read(name, limits.EPUB_STYLE_BYTES)
        except (Damaged, TooLarge):
            continue
        hidden |= hidden_classes(css.decode("utf-8", "replace"))
    return hidden


def _document(reading: _Reading, name: str) -> bool:
    """Read one spine document into the flow; whether it held any text. Damage is noted, not raised."""
    try:
        data = reading.archive.read(name, limits.EPUB_RESOURCE_BYTES)
        if reading.archive.expanded > limits.EPUB_TOTAL_BYTES:
            raise TooLarge(f"The EPUB expands to more than {limits.EPUB_TOTAL_BYTES // limits.MIB} MiB. Split it.")
        source, complaint = decode_markup(data)
        count = reading.flow.document(name, events(source))
    except Unreadable as error:
        reason = error.message if isinstance(error, Damaged) or len(error.message) < 40 else "is in no known encoding"
        reading.notes.append(f"A part of the book was left out: {name[:80]!r} {reason}.")
        return False
    if complaint is not None:
        reading.notes.append(f"{name[:80]!r} {complaint}.")
    return count > 0


def _entries(reading: _Reading, package: Package) -> list[Entry]:
    """The table of contents: the navigation document, else the NCX, else nothing. A broken one is noted."""
    entries: list[Entry] = []
    for name, is_nav in ((package.nav, True), (package.ncx, False)):
        if name is None or len(entries) >= 2:
            continue
        try:
            data = reading.archive.read(name, limits.EPUB_TOC_BYTES)
            entries = read_nav(name, events(decode_markup(data)[0])) if is_nav else read_ncx(name, data)
        except (Unreadable, TooLarge):
            reading.notes.append("The table of contents cannot be read; chapters were found by their headings.")
    return entries


def _sections(
    text: str,
    offsets: list[int],
    main: int,
    entries: list[Entry],
    asides: list[tuple[int, str]],
    flow: Flow,
    choice: str,
) -> tuple[list[Section], list[str]]:
    """Sections of the main text by its table of contents, then one extra section for each document beside it."""
    end = offsets[main] if main < len(flow.paragraphs) else len(text)
    marks: list[Mark] = []
    for entry in entries:
        at = flow.anchors.get((entry.name, entry.fragment), flow.anchors.get((entry.name, "")))
        if at is not None and at < main:
            marks.append(Mark(offsets[at], entry.title, entry.depth))
    if len(marks) < 2:
        top = min((h.level for h in flow.headings if h.paragraph < main), default=1)
        rows = [h for h in flow.headings if h.paragraph < main and h.level <= top + 1]
        marks = [Mark(offsets[h.paragraph], h.text.replace("\n", " ")[:300], h.level - top) for h in rows]
    sections: list[Section] = []
    notes: list[str] = []
    if main:
        sections, notes = split_by_marks(text[:end], marks, choice)
    titles = {entry.name: entry.title for entry in reversed(entries)}
    number = sum(s.number is not None for s in sections)
    for index, (at, name) in enumerate(asides):
        stop = offsets[asides[index + 1][0]] if index + 1 < len(asides) else len(text)
        head = next((h.text for h in flow.headings if h.paragraph == at), None)
        title = (titles.get(name) or head or "").replace("\n", " ")[: limits.TITLE_CHARS] or None
        number += 1
        sections.append(Section(number, title, offsets[at], stop, "extra"))
    return sections, notes
