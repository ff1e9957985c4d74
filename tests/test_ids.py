"""Ids say what they name, and tests can make them repeat."""

from __future__ import annotations

import uuid

import pytest

from fabula import ids
from fabula.store.contract import Store


def test_an_id_names_its_kind_and_is_a_version_4_uuid() -> None:
    for kind in ids.KINDS:
        made = ids.new_id(kind)
        assert ids.is_id(kind, made)
        assert uuid.UUID(made.partition("_")[2]).version == 4
        assert not any(ids.is_id(other, made) for other in ids.KINDS if other != kind)
    assert len({ids.new_id("book") for _ in range(100)}) == 100


def test_an_unknown_kind_is_a_programming_error() -> None:
    with pytest.raises(ValueError, match="novel"):
        ids.new_id("novel")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "book_",
        "book_1",
        "9b2f0f4e-58a4-4f0c-8a56-0d6b7f1f3c11",
        "BOOK_9b2f0f4e-58a4-4f0c-8a56-0d6b7f1f3c11",
        "book_9B2F0F4E-58A4-4F0C-8A56-0D6B7F1F3C11",
        "book_9b2f0f4e-58a4-1f0c-8a56-0d6b7f1f3c11",
        "book_9b2f0f4e-58a4-4f0c-ca56-0d6b7f1f3c11",
        "book_9b2f0f4e58a44f0c8a560d6b7f1f3c11",
        "book_9b2f0f4e-58a4-4f0c-8a56-0d6b7f1f3c11\n",
        "story_9b2f0f4e-58a4-4f0c-8a56-0d6b7f1f3c11",
    ],
)
def test_what_only_looks_like_an_id_is_none(text: str) -> None:
    assert not ids.is_id("book", text)


def test_keys_are_bare_version_4_uuids_in_canonical_form() -> None:
    assert ids.is_key(ids.new_key())
    key = "9b2f0f4e-58a4-4f0c-8a56-0d6b7f1f3c11"
    assert ids.is_key(key)
    for other in (
        key.upper(),
        "{" + key + "}",
        "urn:uuid:" + key,
        key.replace("-", ""),
        f" {key}",
        f"{key}\n",
        str(uuid.UUID(int=0)),
        str(uuid.uuid1()),
        f"book_{key}",
    ):
        assert not ids.is_key(other)


async def test_counted_ids_repeat_also_inside_units(memory_store: Store) -> None:
    seen = []
    for _ in range(2):
        with ids.using(ids.CountingSource()):
            first = ids.new_id("book")
            second = await memory_store.write(lambda tx: ids.new_id("book"))
        seen.append((first, second))
    assert seen[0] == seen[1]
    assert seen[0][0] != seen[0][1]
    assert ids.is_id("book", seen[0][1])
    assert ids.new_id("book") not in seen[0]
