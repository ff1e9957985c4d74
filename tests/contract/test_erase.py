"""Erasing takes what is owned, keeps what is shared, and leaves no reference that leads nowhere."""

from __future__ import annotations

import pytest
import pytest_asyncio
from sqlalchemy import select

from fabula.store.contract import Store
from fabula.store.erase import erase
from fabula.store.health import dangling
from fabula.store.life import LIVES, Undo
from fabula.store.tables import (
    assets,
    books,
    branches,
    characters,
    mentions,
    messages,
    metadata,
    people,
    quotes,
    refresh_tokens,
    stories,
    turns,
)
from tests.store.family import book, counts, everything, populate


@pytest_asyncio.fixture
async def store(clocked_store: Store) -> Store:
    """A store with a small world in it."""
    await clocked_store.write(populate)
    assert await clocked_store.read(dangling) == []
    assert all((await clocked_store.read(counts)).values())
    return clocked_store


async def gone(store: Store, before: dict[str, int]) -> dict[str, int]:
    """How many rows each table lost since; nothing dangles."""
    assert await store.read(dangling) == []
    assert await store.check() == []
    after = await store.read(counts)
    return {name: before[name] - after[name] for name in after if before[name] != after[name]}


def of_branches(count: int) -> dict[str, int]:
    """The rows of so many branches of the small world: one of each kind, and two people."""
    logged = {name: count for name, life in LIVES.items() if life.undo is Undo.LOGGED}
    return {**logged, "entities": 2 * count, "deltas": count, "undone": count, "baselines": count}


async def test_a_person_goes_with_what_is_theirs_alone(store: Store) -> None:
    before = await store.read(counts)
    reported = await store.write(lambda tx: erase(tx, people, ids=["ann"]))
    assert reported == await gone(store, before)
    left = await store.read(everything)
    names = {name: [row[0] for row in rows] for name, rows in left.items()}
    assert names["people"] == ["ben", "cid"]
    assert names["refresh_tokens"] == ["t-ben", "t-cid"]
    assert names["stories"] == ["ben-shared", "cid-orphan"]
    assert names["books"] == ["orphan", "shared"]
    assert {row[1] for row in left["books"]} == {None}
    assert names["turns"] == ["ben-shared-chat", "ben-shared-import", "cid-orphan-chat", "cid-orphan-import"]
    assert not any("ann" in str(row) for rows in left.values() for row in rows)


async def test_what_others_have_is_exactly_as_before(store: Store) -> None:
    before = await store.read(everything)
    await store.write(lambda tx: erase(tx, people, ids=["cid"]))
    after = await store.read(everything)
    for name, rows in after.items():
        assert rows == [row for row in before[name] if row in rows]
        assert not any("cid" in str(row) or "orphan" in str(row) for row in rows)
        assert [row for row in before[name] if "cid" not in str(row) and "orphan" not in str(row)] == rows


async def test_a_book_goes_with_its_last_story_and_not_before(store: Store) -> None:
    first = await store.write(lambda tx: erase(tx, stories, ids=["ann-shared"]))
    assert "books" not in first
    assert await store.read(lambda tx: tx.value(select(books.c.uploader_id).where(books.c.id == "shared"))) == "ann"
    second = await store.write(lambda tx: erase(tx, stories, ids=["ben-shared"]))
    assert second["books"] == 1
    assert second["book_chapters"] == 2
    assert await store.check() == []


async def test_a_picture_nobody_shows_any_more_is_trash_and_not_gone(store: Store) -> None:
    trashed = select(assets.c.id).where(assets.c.pending_delete_at.is_not(None))
    await store.write(lambda tx: erase(tx, stories, ids=["ann-shared"]))
    assert await store.read(lambda tx: tx.all(trashed)) == []
    await store.write(lambda tx: erase(tx, stories, where=stories.c.id.is_not(None)))
    assert len(await store.read(lambda tx: tx.all(trashed))) == 1
    assert await store.check() == []


async def test_a_story_without_a_book_goes_alone(store: Store) -> None:
    before = await store.read(counts)
    reported = await store.write(lambda tx: erase(tx, stories, ids=["ann-None"]))
    assert reported == await gone(store, before)
    assert reported == {"branches": 2, "stories": 1, **of_branches(2)}


async def test_a_book_takes_everybodys_stories_in_it_along(store: Store) -> None:
    before = await store.read(counts)
    reported = await store.write(lambda tx: erase(tx, books, ids=["shared"]))
    assert reported == await gone(store, before)
    assert reported == {
        **of_branches(4),
        "book_chapters": 2,
        "books": 1,
        **dict.fromkeys(("bystanders", "canon_models", "corrections", "facts", "readings", "relationships"), 1),
        "branches": 4,
        "characters": 2,
        "covers": 1,
        "mentions": 2,
        "messages": 4,
        "places": 1,
        "quotes": 2,
        "stories": 2,
        "turns": 4,
    }


async def test_a_book_nobody_has_goes_with_the_person_who_brought_it(store: Store) -> None:
    await store.write(lambda tx: book(tx, "unread", "ben"))
    await store.write(lambda tx: book(tx, "found", None))
    reported = await store.write(lambda tx: erase(tx, people, ids=["ben"]))
    assert reported["books"] == 1
    left = await store.read(lambda tx: tx.all(select(books.c.id).order_by(books.c.id)))
    assert [row["id"] for row in left] == ["anns", "found", "orphan", "shared"]


async def test_a_character_leaves_the_words_and_takes_off_the_mask(store: Store) -> None:
    await store.write(lambda tx: erase(tx, characters, where=characters.c.book_id == "shared"))
    assert await store.read(dangling) == []
    said = await store.read(lambda tx: tx.all(select(quotes).where(quotes.c.book_id == "shared")))
    assert [(row["character_id"], row["addressee_id"]) for row in said] == [(None, None)] * 2
    story = await store.read(lambda tx: tx.one(select(stories).where(stories.c.id == "ben-shared")))
    assert story is not None
    assert (story["reader_identity_type"], story["reader_identity"], story["reader_character_id"]) == (
        "self",
        None,
        None,
    )
    other = await store.read(lambda tx: tx.one(select(stories).where(stories.c.id == "cid-orphan")))
    assert other is not None
    assert other["reader_identity"] == "friend"


async def test_a_branch_outlives_the_branch_it_came_from(store: Store) -> None:
    await store.write(lambda tx: erase(tx, branches, ids=["ben-shared-main"]))
    side = await store.read(lambda tx: tx.one(select(branches).where(branches.c.id == "ben-shared-side")))
    assert side is not None
    assert side["parent_id"] is None
    await store.write(lambda tx: erase(tx, branches, ids=["ben-shared-side"]))
    assert (
        await store.read(lambda tx: tx.value(select(stories.c.current_branch_id).where(stories.c.id == "ben-shared")))
        is None
    )
    left = await store.read(lambda tx: tx.all(select(messages).where(messages.c.branch_id == "ben-shared-side")))
    assert left == []


async def test_a_turn_takes_its_messages_along(store: Store) -> None:
    assert await store.write(lambda tx: erase(tx, turns, ids=["ben-shared-chat"])) == {"messages": 2, "turns": 1}


async def test_rows_without_an_id_of_their_own_go_by_a_condition(store: Store) -> None:
    assert await store.write(lambda tx: erase(tx, mentions, where=mentions.c.book_id == "anns")) == {"mentions": 2}
    expired = refresh_tokens.c.person_id == "ann"
    assert await store.write(lambda tx: erase(tx, refresh_tokens, where=expired)) == {"refresh_tokens": 1}
    with pytest.raises(ValueError, match="no single id"):
        await store.write(lambda tx: erase(tx, mentions, ids=["anns"]))
    with pytest.raises(ValueError, match="either"):
        await store.write(lambda tx: erase(tx, books))


async def test_unknown_ids_and_no_ids_erase_nothing(store: Store) -> None:
    before = await store.read(everything)
    assert await store.write(lambda tx: erase(tx, books, ids=["absent"])) == {}
    assert await store.write(lambda tx: erase(tx, people, ids=[])) == {}
    assert await store.read(everything) == before


async def test_everybody_can_go(store: Store) -> None:
    await store.write(lambda tx: erase(tx, people, ids=["ann", "ben", "cid"]))
    left = await store.read(counts)
    assert {name for name, count in left.items() if count} == {"assets"}


async def test_erasing_and_failing_afterwards_erases_nothing(store: Store) -> None:
    before = await store.read(everything)

    def unit(tx):  # type: ignore[no-untyped-def]
        erase(tx, people, ids=["ann"])
        raise LookupError

    with pytest.raises(LookupError):
        await store.write(unit)
    assert await store.read(everything) == before


async def test_more_rows_than_one_statement_names(store: Store) -> None:
    extra = [{"id": f"many-{n:04}", "story_id": "ben-shared", "name": "n"} for n in range(1300)]
    await store.write(lambda tx: tx.insert(branches, *extra))
    reported = await store.write(lambda tx: erase(tx, stories, ids=["ben-shared"]))
    assert reported["branches"] == 1302


def test_the_small_world_has_a_row_in_every_table() -> None:
    """The other tests prove nothing about a table without rows; the fixture asserts it, this names the tables."""
    assert {table.name for table in metadata.sorted_tables} >= {"people", "books", "stories", "turns", "messages"}
