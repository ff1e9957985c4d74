"""A small world of rows: three people, two books, stories, conversations. Every table has at least one row."""

from __future__ import annotations

from typing import Any

from sqlalchemy import func, select, update

from fabula.store.contract import Tx
from fabula.store.tables import (
    book_chapters,
    books,
    branches,
    characters,
    covers,
    mentions,
    messages,
    metadata,
    people,
    places,
    quotes,
    refresh_tokens,
    stories,
    turns,
)


def populate(tx: Tx) -> None:
    """Ann and Ben share the book `shared` (Ann brought it); `anns` only Ann reads; Cid reads `orphan`, Ann's too."""
    for name in ("ann", "ben", "cid"):
        tx.insert(people, {"id": name, "email": name, "email_key": name, "password_hash": "x"})
        tx.insert(refresh_tokens, {"token_hash": f"t-{name}", "person_id": name, "expires_at": tx.now})
    for name in ("shared", "anns", "orphan"):
        book(tx, name, "ann")
    for person, name in (("ann", "shared"), ("ben", "shared"), ("ann", "anns"), ("cid", "orphan")):
        story(tx, person, name)
    story(tx, "ann", None)


def book(tx: Tx, name: str, uploader: str | None) -> None:
    """A book with one of everything that belongs to a book."""
    tx.insert(
        books,
        {"id": name, "uploader_id": uploader, "title": name, "language": "en", "format": "txt", "source_hash": name},
    )
    tx.insert(covers, {"book_id": name, "media_type": "image/png", "bytes": b"png"})
    chapter = {"book_id": name, "kind": "chapter", "start": 0, "content": "text", "words": 1, "chars": 4}
    tx.insert(book_chapters, *({"id": f"{name}-{n}", "number": n, **chapter} for n in (1, 2)))
    for rank, who in enumerate(("hero", "friend")):
        character = {"id": f"{name}-{who}", "book_id": name, "rank": rank, "name": who, "role": "minor"}
        tx.insert(characters, character)
        tx.insert(mentions, {"book_id": name, "character_id": f"{name}-{who}", "chapter_number": 1, "count": 2})
    quote = {"book_id": name, "chapter_number": 1, "start": 0, "end": 4, "paragraph": 0, "kind": "speech", "why": "x"}
    tx.insert(
        quotes,
        {
            **quote,
            "seq": 0,
            "character_id": f"{name}-hero",
            "addressee_id": f"{name}-friend",
            "confidence": 1.0,
            "why": "x",
        },
        {**quote, "seq": 1, "character_id": None, "confidence": 0.0, "why": "x"},
    )
    tx.insert(places, {"id": f"{name}-place", "book_id": name, "name": "place", "first_chapter": 1, "cite": {}})


def story(tx: Tx, person: str, name: str | None) -> None:
    """A story with two branches and, in a book, a conversation in the person's mask of the friend."""
    own = f"{person}-{name}"
    mask = {"reader_identity_type": "character", "reader_identity": "friend", "reader_character_id": f"{name}-friend"}
    tx.insert(stories, {"id": own, "person_id": person, "book_id": name, "title": "t", **(mask if name else {})})
    tx.insert(branches, {"id": f"{own}-main", "story_id": own, "name": "main"})
    tx.insert(branches, {"id": f"{own}-side", "story_id": own, "name": "side", "parent_id": f"{own}-main"})
    tx.run(update(stories).where(stories.c.id == own).values(current_branch_id=f"{own}-side"))
    if name is None:
        return
    turn: dict[str, Any] = {
        "person_id": person,
        "book_id": name,
        "fingerprint": "f",
        "snapshot": {},
        "status": "pending",
    }
    tx.insert(turns, {"key": f"{own}-import", "kind": "import", "lane": f"{own}-import", **turn})
    place = {"branch_id": f"{own}-side", "character_id": f"{name}-hero"}
    tx.insert(turns, {"key": f"{own}-chat", "kind": "chat", "lane": f"{own}-chat", **turn, **place})
    for seq, role in enumerate(("user", "character"), 1):
        message = {"id": f"{own}-{role}", "turn_key": f"{own}-chat", "role": role, "seq": seq, "content": "hello"}
        tx.insert(messages, {**message, **place, "reader_character_id": f"{name}-friend"})


def counts(tx: Tx) -> dict[str, int]:
    """How many rows each table has."""
    return {
        table.name: int(tx.value(select(func.count()).select_from(table)))
        for table in sorted(metadata.tables.values(), key=lambda table: table.name)
    }


def everything(tx: Tx) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of all tables."""
    return {
        table.name: [tuple(row.values()) for row in tx.all(select(table).order_by(*table.primary_key.columns))]
        for table in sorted(metadata.tables.values(), key=lambda table: table.name)
    }
