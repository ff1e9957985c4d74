"""The same question has the same answer on every backend: order, search, many values."""

from __future__ import annotations

from sqlalchemy import func, select

from fabula.store.contract import CHUNK, Store, chunks
from tests.contract.conftest import toys

WORDS = [
    "",
    " ",
    "A",
    "B",
    "Z",
    "_",
    "a",
    "ab",
    "b",
    "z",
    "É",
    "é",
    "ß",
    "中",
    "国",
    "文",
    "\uffff",
    "𠮷",
    "🧚",
    "e\u0301",
]


async def test_text_is_ordered_by_its_bytes(toybox: Store) -> None:
    await toybox.write(lambda tx: tx.insert(toys, *({"id": str(n), "words": word} for n, word in enumerate(WORDS))))
    rows = await toybox.read(lambda tx: tx.all(select(toys.c.words).order_by(toys.c.words)))
    assert [row["words"] for row in rows] == sorted(WORDS, key=lambda word: word.encode())
    rows = await toybox.read(lambda tx: tx.all(select(toys.c.words).order_by(toys.c.words.desc())))
    assert [row["words"] for row in rows] == sorted(WORDS, key=lambda word: word.encode(), reverse=True)
    after = select(func.count()).select_from(toys).where(toys.c.words > "b")
    assert await toybox.read(lambda tx: tx.value(after)) == sum(word.encode() > b"b" for word in WORDS)


async def test_ids_are_ordered_by_their_bytes_and_break_ties(toybox: Store) -> None:
    ids = ["b_1", "B_1", "a-1", "a_1", "a1", "中", "a"]
    await toybox.write(lambda tx: tx.insert(toys, *({"id": each, "whole": 1} for each in ids)))
    first = select(toys.c.id).order_by(toys.c.whole, toys.c.id).limit(4)
    rows = await toybox.read(lambda tx: tx.all(first))
    assert [row["id"] for row in rows] == sorted(ids, key=lambda each: each.encode())[:4]


async def test_equality_of_text_is_exact(toybox: Store) -> None:
    await toybox.write(lambda tx: tx.insert(toys, *({"id": str(n), "words": word} for n, word in enumerate(WORDS))))
    for word in WORDS:
        matching = select(toys.c.words).where(toys.c.words == word)
        assert [row["words"] for row in await toybox.read(lambda tx, it=matching: tx.all(it))] == [word]  # type: ignore[misc]


async def test_containment_is_literal_and_minds_case(toybox: Store) -> None:
    words = ["100%", "1000", "under_score", "underscore", "back\\slash", "Alice", "alice", "ALICE", "贾宝玉"]
    await toybox.write(lambda tx: tx.insert(toys, *({"id": word, "words": word} for word in words)))
    for part, expected in {
        "0%": ["100%"],
        "r_s": ["under_score"],
        "\\": ["back\\slash"],
        "alice": ["alice"],
        "宝": ["贾宝玉"],
        "lic": ["Alice", "alice"],
    }.items():
        matching = select(toys.c.words).where(toys.c.words.contains(part, autoescape=True)).order_by(toys.c.id)
        assert [row["words"] for row in await toybox.read(lambda tx, it=matching: tx.all(it))] == expected  # type: ignore[misc]
    folded = select(func.count()).select_from(toys).where(func.lower(toys.c.words) == "alice")
    assert await toybox.read(lambda tx: tx.value(folded)) == 3


async def test_lower_case_is_ascii_only(toybox: Store) -> None:
    await toybox.write(lambda tx: tx.insert(toys, {"id": "a", "words": "ÄÖÜ ABC"}))
    assert await toybox.read(lambda tx: tx.value(select(func.lower(toys.c.words)))) == "ÄÖÜ abc"


async def test_length_counts_characters(toybox: Store) -> None:
    await toybox.write(lambda tx: tx.insert(toys, {"id": "a", "words": "文🧚e\u0301"}))
    assert await toybox.read(lambda tx: tx.value(select(func.length(toys.c.words)))) == 4


async def test_five_thousand_ids_at_once(toybox: Store) -> None:
    ids = [f"toy_{n:05}" for n in range(5000)]
    await toybox.write(lambda tx: tx.insert(toys, *({"id": each} for each in ids)))
    asked = [*ids[1000:], "toy_absent", *ids[:1000], ids[0]]
    rows = await toybox.read(lambda tx: tx.among(select(toys.c.id), toys.c.id, asked))
    assert sorted(row["id"] for row in rows) == ids


async def test_no_ids_are_no_rows(toybox: Store) -> None:
    await toybox.write(lambda tx: tx.insert(toys, {"id": "a"}))
    assert await toybox.read(lambda tx: tx.among(select(toys), toys.c.id, [])) == []


def test_chunks_keep_order_and_lose_nothing() -> None:
    for size in (0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK):
        parts = list(chunks(range(size)))
        assert [each for part in parts for each in part] == list(range(size))
        assert all(0 < len(part) <= CHUNK for part in parts)


async def test_a_row_that_is_not_there_is_none(toybox: Store) -> None:
    assert await toybox.read(lambda tx: tx.one(select(toys))) is None
    assert await toybox.read(lambda tx: tx.value(select(toys.c.id))) is None
    assert await toybox.read(lambda tx: tx.all(select(toys))) == []
