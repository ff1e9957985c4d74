"""The built-in voices of finished books, kept as long as they are talked with.

A finished book never changes, so what is derived from it may be kept by its id; only the books talked with last are,
up to a sum of characters, since an index holds the book's text and vectors in memory.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence

from fabula.ai.offline.answer import Past
from fabula.ai.offline.book import ChapterText, Name, Source, SpokenLine
from fabula.ai.offline.embed import Embedder
from fabula.ai.offline.speak import Voices
from fabula.chat.ground import BookRows, book_rows
from fabula.store.contract import Row, Store

KEPT_CHARS = 6_000_000
"""Characters of text over all kept books: half a dozen long novels, or hundreds of short ones."""


class Bookshelf:
    """Voices by book, made on first use; two conversations that open one book share the making."""

    def __init__(self, store: Store, embed: Embedder) -> None:
        self._store = store
        self._embed = embed
        self._kept: OrderedDict[str, asyncio.Task[Voices]] = OrderedDict()
        self._chars: dict[str, int] = {}

    async def voices(self, book_id: str) -> Voices:
        """The voices of a ready book."""
        making = self._kept.get(book_id)
        if making is None:
            making = asyncio.create_task(self._make(book_id), name=f"voices {book_id}")
            making.add_done_callback(lambda made: self._made(book_id, made))
            self._kept[book_id] = making
        self._kept.move_to_end(book_id)
        # Whoever stops waiting must not end the making for the others.
        return await asyncio.shield(making)

    async def _make(self, book_id: str) -> Voices:
        rows = await self._store.read(lambda tx: book_rows(tx, book_id))
        self._chars[book_id] = rows.book["chars"]
        self._make_room(book_id)
        return await asyncio.to_thread(lambda: Voices(source(rows), self._embed))

    def _made(self, book_id: str, made: asyncio.Task[Voices]) -> None:
        """Keep no failure: the next reader tries again. Whoever still waits is told of the fault."""
        if (made.cancelled() or made.exception() is not None) and self._kept.get(book_id) is made:
            self.forget(book_id)

    def _make_room(self, wanted: str) -> None:
        for book_id in list(self._kept):
            if sum(self._chars.values()) <= KEPT_CHARS:
                return
            if book_id != wanted:
                self.forget(book_id)

    def clear(self) -> None:
        """Drop every book: somebody's books were erased, and nothing of them may linger."""
        self._kept.clear()
        self._chars.clear()

    def forget(self, book_id: str) -> None:
        """Drop a book: it was deleted, or others need its room."""
        self._kept.pop(book_id, None)
        self._chars.pop(book_id, None)


def source(rows: BookRows) -> Source:
    """A stored book as the voices read it; front matter is no part of the story and is left out."""
    return Source(
        language=rows.book["language"],
        chapters=tuple(ChapterText(c["number"], c["title"], c["content"]) for c in rows.chapters if c["number"] > 0),
        lines=tuple(
            SpokenLine(q["chapter_number"], q["start"], q["end"], q["character_id"], q["addressee_id"], q["confidence"])
            for q in rows.quotes
            if q["kind"] == "speech" and q["chapter_number"] > 0
        ),
        names=tuple(
            Name(alias["name"], person["id"], alias["first_chapter"])
            for person in rows.people
            for alias in person["aliases"]
        ),
        display={person["id"]: person["name"] for person in rows.people},
        genders={person["id"]: person["gender"] for person in rows.people},
        narrator=next((person["id"] for person in rows.people if person["narrator"]), None),
    )


def conversation(rows: Sequence[Row]) -> list[Past]:
    """Stored messages as the voices read them."""
    return [Past("reader" if row["role"] == "user" else "character", row["content"], row["answer"]) for row in rows]
