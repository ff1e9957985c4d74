"""Bringing a book: the file is opened and checked at once, and accepted whole or not at all.

What is accepted is durable: the book with its chapters, the shelf entry, and a pending import that reads it (service
specification, section 5.1). The file itself is not kept.
"""

from __future__ import annotations

import asyncio
import hashlib
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

from sqlalchemy import func, select, update

from fabula.accounts.people import Person
from fabula.books import BookText, Section, candidates, open_book, open_paste
from fabula.books.encodings import decide
from fabula.books.limits import AUTHOR_CHARS, MIB, TITLE_CHARS, TXT_BYTES
from fabula.books.open import kind_of
from fabula.errors import Busy, Invalid, TooLarge, Unreadable, UnsupportedMedia
from fabula.ids import new_id, new_key
from fabula.installation import Installation
from fabula.store import turns
from fabula.store.contract import Row, Tx
from fabula.store.tables import book_chapters, books, branches, covers, people, stories
from fabula.store.tables import turns as turn_rows

KIND = "import"
MODES = ("canon", "creative", "remix")
WAITING_MAX = 50
OPEN_WAIT_S = 30


@dataclass(frozen=True)
class Offer:
    """A book brought by a person, before it is opened: a file, or pasted text. Titles may be left to the file."""

    data: bytes
    filename: str | None = None
    media_type: str | None = None
    pasted: bool = False
    title: str | None = None
    author: str | None = None
    mode: str = "canon"
    encoding: str | None = None
    language: str | None = None

    @property
    def source_hash(self) -> str:
        """What makes two offers the same: the bytes, and the encoding they are to be read in."""
        return hashlib.sha256(self.data + f"\0{self.encoding or ''}".encode()).hexdigest()


@dataclass(frozen=True)
class Accepted:
    """What became of an offer; `duplicate` when this person had brought the same bytes before."""

    novel_id: str
    status: str
    duplicate: bool
    title: str
    total_chapters: int
    encoding: str | None
    notes: list[str]


async def accept(at: Installation, person: Person, offer: Offer) -> Accepted:
    """Open, check and store a book. Raises what opening raises, `Invalid` for the words about it, `Busy`."""
    title, author = _words(offer.title, TITLE_CHARS, "title"), _words(offer.author, AUTHOR_CHARS, "author")
    if offer.mode not in MODES:
        raise Invalid(f"deviation_mode must be one of {', '.join(MODES)}.")
    source_hash = offer.source_hash
    known = await at.store.read(lambda tx: _known(tx, person.id, source_hash))
    if known is not None:
        return known
    book = await _apart(at, lambda: _open(offer))
    shown = title or _words(book.title, TITLE_CHARS, "title", cut=True) or _file_title(offer.filename) or "Untitled"

    written_by = author or _words(book.author, AUTHOR_CHARS, "author", cut=True)

    def store(tx: Tx) -> Accepted:
        # Locks the person's row: of two uploads of the same file at once, the second finds the first.
        tx.run(update(people).where(people.c.id == person.id).values(updated_at=people.c.updated_at))
        again = _known(tx, person.id, source_hash)
        if again is not None:
            return again
        waiting = tx.value(
            select(func.count())
            .select_from(turn_rows)
            .where(
                turn_rows.c.person_id == person.id,
                turn_rows.c.kind == KIND,
                turn_rows.c.status.in_(("pending", "in_progress")),
            )
        )
        if waiting >= WAITING_MAX:
            raise Busy("Many books of yours are still being read. Wait for some to finish.", retry_after=30)
        return _store(tx, person.id, book, offer, source_hash, shown, written_by)

    accepted = await at.store.write(store)
    at.imports.wake()
    return accepted


def _open(offer: Offer) -> BookText:
    if offer.pasted:
        return open_paste(offer.data.decode("utf-8", "surrogatepass"))
    return open_book(offer.data, offer.filename, offer.media_type, encoding=offer.encoding)


async def _apart(at: Installation, work: Callable[[], Any]) -> Any:
    """Open files two at a time, in threads; whoever waits longer than half a minute is told to come back."""
    try:
        async with asyncio.timeout(OPEN_WAIT_S):
            await at.opening.acquire()
    except TimeoutError as late:
        raise Busy("Other files are being opened just now. Try again in a moment.", retry_after=1) from late
    try:
        return await asyncio.to_thread(work)
    finally:
        at.opening.release()


async def held(at: Installation, person: Person, offer: Offer) -> str | None:
    """The book these bytes have become on this person's shelf, if they have."""
    known = await at.store.read(lambda tx: _known(tx, person.id, offer.source_hash))
    return known.novel_id if known is not None else None


def _known(tx: Tx, person_id: str, source_hash: str) -> Accepted | None:
    row = tx.one(
        select(books)
        .join(stories, stories.c.book_id == books.c.id)
        .where(books.c.source_hash == source_hash, stories.c.person_id == person_id)
        .order_by(books.c.created_at)
    )
    if row is None:
        return None
    return Accepted(
        row["id"], row["status"], True, row["title"], row["total_chapters"], row["encoding"], list(row["notes"])
    )


def _store(
    tx: Tx, person_id: str, book: BookText, offer: Offer, source_hash: str, title: str, author: str | None
) -> Accepted:
    book_id, now = new_id("book"), tx.now
    numbered = [s for s in book.sections if s.number is not None]
    language = offer.language or book.language
    tx.insert(
        books,
        {
            "id": book_id,
            "uploader_id": person_id,
            "title": title,
            "author": author,
            "language": language,
            "format": book.format,
            "encoding": book.encoding,
            "notes": list(book.notes),
            "total_chapters": len(numbered),
            "chars": sum(s.end - s.start for s in numbered),
            "status": "pending",
            "deviation_mode": offer.mode,
            "source_hash": source_hash,
            "created_at": now,
            "updated_at": now,
        },
    )
    if book.cover is not None:
        tx.insert(covers, {"book_id": book_id, "media_type": book.cover.media_type, "bytes": book.cover.data})
    tx.insert(book_chapters, *[_chapter(book_id, book.text, s, language, now) for s in book.sections])
    shelve(tx, person_id, book_id, title, offer.mode)
    turns.accept(
        tx,
        key=new_key(),
        kind=KIND,
        lane=f"import:{book_id}",
        person_id=person_id,
        book_id=book_id,
        fingerprint=source_hash,
        snapshot={},
        stage="chapters",
    )
    return Accepted(book_id, "pending", False, title, len(numbered), book.encoding, list(book.notes))


def _chapter(book_id: str, text: str, section: Section, language: str, now: Any) -> dict[str, Any]:
    content = text[section.start : section.end]
    chars = len(content)
    return {
        "id": new_id("bchp"),
        "book_id": book_id,
        "number": section.number or 0,
        "kind": section.kind,
        "title": section.title,
        "part": section.part,
        "start": section.start,
        "content": content,
        "words": words_in(content, language),
        "chars": chars,
        "created_at": now,
    }


def words_in(text: str, language: str) -> int:
    """The length of a text in words; where words are not set apart, in characters that are not white space."""
    return sum(map(len, text.split())) if language in ("zh", "ja") else len(text.split())


def shelve(tx: Tx, person_id: str, book_id: str, title: str, mode: str) -> Row | None:
    """Put a book on a person's shelf: their story in it and its root branch. Nothing changes when it is there."""
    there = tx.one(select(stories).where(stories.c.person_id == person_id, stories.c.book_id == book_id))
    if there is not None:
        return there
    story_id, branch_id = new_id("story"), new_id("brch")
    tx.insert(
        stories,
        {
            "id": story_id,
            "person_id": person_id,
            "book_id": book_id,
            "title": title,
            "deviation_mode": mode,
            "created_at": tx.now,
            "updated_at": tx.now,
        },
    )
    tx.insert(branches, {"id": branch_id, "story_id": story_id, "name": "main", "created_at": tx.now})
    tx.run(update(stories).where(stories.c.id == story_id).values(current_branch_id=branch_id))
    return None


async def encodings(at: Installation, data: bytes, filename: str | None, media_type: str | None) -> dict[str, Any]:
    """How a text file could be read: the encoding that would be chosen, why, and a sample line in each plausible one.

    Raises `UnsupportedMedia` for what is not plain text and `TooLarge` for what is over its limit.
    """
    if kind_of(data, filename, media_type) != "txt":
        raise UnsupportedMedia("Only plain text can be read in several ways; this file says itself how it is read.")
    if len(data) > TXT_BYTES:
        raise TooLarge(f"The plain text file is larger than {TXT_BYTES // MIB} MiB. Split it.")
    found: dict[str, Any] = await _apart(at, lambda: _encodings(data))
    return found


def _encodings(data: bytes) -> dict[str, Any]:
    listed = [{"encoding": encoding, "sample": sample} for encoding, sample in candidates(data)]
    try:
        decided = decide(data)
    except Unreadable as fault:
        return {"chosen": None, "reason": fault.message, "candidates": listed}
    return {"chosen": decided.encoding, "reason": decided.reason, "candidates": listed}


def _words(text: str | None, limit: int, field: str, *, cut: bool = False) -> str | None:
    text = (text or "").strip()
    if cut:
        text = "".join(c for c in text if unicodedata.category(c) != "Cc")[:limit].strip()
    if len(text) > limit or any(unicodedata.category(c) in ("Cc", "Cs") for c in text):
        raise Invalid(f"The {field} has at most {limit} characters and no control characters.")
    return text or None


def _file_title(filename: str | None) -> str | None:
    stem = PurePath((filename or "").replace("\\", "/")).name.rsplit(".", 1)[0]
    return _words(stem.replace("_", " "), TITLE_CHARS, "title", cut=True)
