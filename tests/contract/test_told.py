"""What a reading found is kept and told alike on every backend: ids, decisions, places of a reader, passages."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select

from fabula.errors import Conflict, Forbidden, Invalid, NotFound
from fabula.recall.lore import Chapter
from fabula.recall.search import SCORE_MIN, search
from fabula.store.contract import Store, Tx
from fabula.store.tables import (
    book_chapters,
    books,
    branches,
    canon_models,
    characters,
    mentions,
    messages,
    people,
    quotes,
    stories,
    turns,
)
from fabula.story import canon, corrections, source_bonds, told
from fabula.story import people as cast
from fabula.story.corrections import Reader
from fabula.story.door import entry, person_met
from tests.lantern import CHAPTERS, TEXT
from tests.told import told as telling

ANN, BEN = Reader("ann", False), Reader("ben", True)


def shelve(tx: Tx) -> None:
    """Ann brings the Lantern and has read all of it; Ben has taken it and is in its first chapter."""
    for name in ("ann", "ben"):
        tx.insert(people, {"id": name, "email": name, "email_key": name, "password_hash": "x"})
    made = {"id": "book", "uploader_id": "ann", "title": "The Lantern", "language": "en", "format": "txt"}
    tx.insert(books, {**made, "source_hash": "x", "status": "ready", "total_chapters": 4})
    start = 0
    for number, text in enumerate(CHAPTERS, start=1):
        content = text + ("\n" if number < len(CHAPTERS) else "")
        row = {"id": f"c{number}", "book_id": "book", "number": number, "kind": "chapter", "title": f"Chapter {number}"}
        tx.insert(book_chapters, {**row, "start": start, "content": content, "words": 1, "chars": len(content)})
        start += len(content)
    for name, chapter in (("ann", 4), ("ben", 1)):
        tx.insert(
            stories, {"id": f"{name}s", "person_id": name, "book_id": "book", "title": "t", "current_chapter": chapter}
        )
        tx.insert(branches, {"id": f"{name}b", "story_id": f"{name}s", "name": "main"})
    read(tx)


def read(tx: Tx) -> None:
    """The reading is kept, once more each time."""
    rows = tx.all(select(book_chapters).where(book_chapters.c.book_id == "book").order_by(book_chapters.c.start))
    assert "".join(row["content"] for row in rows) == TEXT
    canon.save(tx, "book", rows, telling())


def met(tx: Tx, reader: str = "ann") -> dict[str, dict[str, Any]]:
    shelf = entry(tx, reader, "book")
    return {one["name"]: one for one in cast.met(tx, shelf.book, shelf.through)}


def derived(tx: Tx) -> list[Any]:
    """Everything that follows from a reading and the decisions about it."""
    shelf = entry(tx, "ann", "book")
    bonds = [{**one, "id": ""} for one in told.bonds(tx, shelf.book, 4)]
    said = [tuple(row.values()) for row in tx.all(select(quotes).order_by(quotes.c.seq))]
    counts = tx.all(select(mentions).order_by(mentions.c.character_id, mentions.c.chapter_number))
    return [met(tx), bonds, [line[:9] for line in said], [tuple(row.values()) for row in counts]]


async def test_a_book_read_again_is_the_same_to_everybody(store: Store) -> None:
    await store.write(shelve)
    before = await store.read(derived)
    await store.write(read)
    assert await store.read(derived) == before
    models = await store.read(lambda tx: tx.all(select(canon_models)))
    assert [row["model_version"] for row in models] == [1]


async def test_decisions_hold_when_the_book_is_read_again_and_can_all_be_undone(store: Store) -> None:
    await store.write(shelve)
    before = await store.read(derived)
    names = await store.read(met)
    ada, bruno, vane = names["Ada"]["id"], names["Bruno"]["id"], names["Edmund Vane"]["id"]

    def decide(tx: Tx) -> list[str]:
        shelf = entry(tx, "ann", "book")
        merged = corrections.correct(tx, shelf, ANN, "merge", ada, bruno, [])
        split = corrections.correct(tx, shelf, ANN, "split", vane, None, ["the Pilgrim"])
        return [merged, split]

    made = await store.write(decide)
    after = await store.read(derived)
    assert set(after[0]) == {"Ada", "Edmund Vane", "the Pilgrim", "Cora"}
    assert after[0]["Ada"]["id"] == ada
    assert after[0]["Edmund Vane"]["id"] == vane
    assert "Bruno" in after[0]["Ada"]["aliases"]
    await store.write(read)
    assert await store.read(derived) == after
    # Whoever asks for the one who is part of the other meets the other.
    assert (await store.read(lambda tx: person_met(tx, "ann", bruno)))[1]["id"] == ada
    for one in made:
        await store.write(lambda tx, it=one: corrections.undo(tx, entry(tx, "ann", "book"), ANN, it))  # type: ignore[misc]
    assert await store.read(derived) == before


async def test_a_conversation_with_somebody_survives_that_they_are_somebody_else(store: Store) -> None:
    await store.write(shelve)
    names = await store.read(met)
    ada, bruno = names["Ada"]["id"], names["Bruno"]["id"]

    def talk(tx: Tx) -> None:
        turn = {"key": "k", "kind": "chat", "lane": "l", "person_id": "ann", "book_id": "book", "branch_id": "annb"}
        tx.insert(turns, {**turn, "character_id": bruno, "fingerprint": "f", "snapshot": {}, "status": "pending"})
        said = {"id": "m", "turn_key": "k", "role": "user", "seq": 1, "content": "hello"}
        tx.insert(messages, {**said, "branch_id": "annb", "character_id": bruno})

    await store.write(talk)
    made = await store.write(lambda tx: corrections.correct(tx, entry(tx, "ann", "book"), ANN, "merge", ada, bruno, []))
    await store.write(lambda tx: corrections.undo(tx, entry(tx, "ann", "book"), ANN, made))
    assert (await store.read(met))["Bruno"]["id"] == bruno
    assert await store.read(lambda tx: tx.value(select(messages.c.character_id))) == bruno


async def test_only_who_brought_a_book_corrects_it_and_only_what_they_know(store: Store) -> None:
    await store.write(shelve)
    names = await store.read(met)
    ada, bruno, vane = names["Ada"]["id"], names["Bruno"]["id"], names["Edmund Vane"]["id"]

    async def refused(reader: Reader, fault: type[Exception], *asked: Any) -> None:
        before = await store.read(derived)
        with pytest.raises(fault):
            await store.write(lambda tx: corrections.correct(tx, entry(tx, reader.id, "book"), reader, *asked))
        assert await store.read(derived) == before

    await refused(BEN, Forbidden, "merge", ada, bruno, [])
    await refused(ANN, Invalid, "merge", ada, ada, [])
    await refused(ANN, Invalid, "merge", ada, None, [])
    await refused(ANN, NotFound, "merge", ada, "char_none", [])
    await refused(ANN, Invalid, "split", vane, None, ["Ada"])
    await refused(ANN, Invalid, "split", vane, None, ["the Pilgrim", "Edmund Vane"])
    await refused(ANN, Invalid, "rename", vane, None, [])
    await store.write(lambda tx: tx.run(stories.update().where(stories.c.id == "anns").values(current_chapter=2)))
    await refused(ANN, Invalid, "split", vane, None, ["Edmund Vane"])
    await refused(ANN, NotFound, "merge", ada, (names["Cora"]["id"]), [])
    await store.write(lambda tx: tx.run(books.update().values(status="parsing")))
    await refused(ANN, Conflict, "merge", ada, bruno, [])
    # A book nobody brought any more is an administrator's to correct.
    await store.write(lambda tx: tx.run(books.update().values(status="ready", uploader_id=None)))
    assert await store.read(lambda tx: corrections.may_correct(entry(tx, "ben", "book"), BEN))
    assert not await store.read(lambda tx: corrections.may_correct(entry(tx, "ann", "book"), ANN))


async def test_relationships_of_the_canon_are_whole_proven_and_unlocked(store: Store) -> None:
    await store.write(shelve)
    full = await store.read(lambda tx: source_bonds.source_v1(tx, entry(tx, "ann", "book")))
    assert [bond["id"] for bond in full["relationships"]] == ["relationship-1", "relationship-2", "relationship-3"]
    assert (full["model_version"], full["checkpoint_chapter"]) == (1, 4)
    assert {one["name"] for one in full["characters"]} == {"Ada", "Edmund Vane", "Bruno", "Cora"}
    assert set(full["relationships"][0]["source_citations"][0]) == {"chapter_number", "excerpt"}
    early = await store.read(lambda tx: source_bonds.source_v1(tx, entry(tx, "ben", "book")))
    assert [bond["id"] for bond in early["relationships"]] == ["relationship-1"]
    assert {one["name"] for one in early["characters"]} == {"Ada", "the Pilgrim"}
    await store.write(lambda tx: tx.run(canon_models.delete()))
    with pytest.raises(Conflict):
        await store.read(lambda tx: source_bonds.source_v1(tx, entry(tx, "ann", "book")))


async def test_passages_are_the_same_wherever_the_text_is_kept(store: Store) -> None:
    await store.write(shelve)

    def look(tx: Tx) -> list[Any]:
        rows = tx.all(select(book_chapters).where(book_chapters.c.book_id == "book").order_by(book_chapters.c.number))
        chapters = [Chapter(row["number"], row["title"], row["content"]) for row in rows]
        found = search(chapters, "who kept the lamp until the morning", 5)
        return [(one.chapter, one.start, one.end, one.score) for one in found]

    found = await store.read(look)
    assert [one[0] for one in found] == EXPECTED
    assert all(score >= SCORE_MIN for _, _, _, score in found)


EXPECTED = [1, 4, 3, 2]
"""Chapters by likeness to that question."""


async def test_the_rows_of_people_stay_when_a_reading_finds_fewer(store: Store) -> None:
    await store.write(shelve)
    ids = await store.read(lambda tx: {row["id"] for row in tx.all(select(characters.c.id))})

    def less(tx: Tx) -> None:
        rows = tx.all(select(book_chapters).order_by(book_chapters.c.start))
        found = telling()
        canon.save(tx, "book", rows, {**found, "people": found["people"][:2], "relationships": []})

    await store.write(less)
    assert set(await store.read(met)) == {"Ada", "Edmund Vane"}
    await store.write(read)
    assert await store.read(lambda tx: {row["id"] for row in tx.all(select(characters.c.id))}) == ids
    assert {one["id"] for one in (await store.read(met)).values()} == ids
