"""What is read equals what was written, on every backend, or the write was refused."""

from __future__ import annotations

import math
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from sqlalchemy import func, select, update

from fabula import errors
from fabula.store.contract import Store
from tests.contract.conftest import toys


async def kept(store: Store, **values: Any) -> Any:
    """Writes one toy with one value and reads that value back."""
    ((name, value),) = values.items()
    await store.write(lambda tx: tx.insert(toys, {"id": "toy", name: value}))
    return await store.read(lambda tx: tx.value(select(toys.c[name])))


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \t\r\n",
        "0",
        "null",
        "NULL",
        "Ünïcødé",
        "黛玉葬花，紫鹃试玉。",
        "𠮷野家 𓀀 🧚‍♀️🏳️‍🌈",
        "e\u0301 is not \u00e9",
        "\ufeff\u200b\u2028\u0085\ufffd\U0010ffff",
        "back\\slash 'quote' \"double\" %s %(x)s :name ? ;--",
    ],
)
async def test_text_comes_back_as_it_was(toybox: Store, text: str) -> None:
    assert await kept(toybox, words=text) == text


async def test_null_is_not_the_empty_text(toybox: Store) -> None:
    await toybox.write(lambda tx: tx.insert(toys, {"id": "a", "words": ""}, {"id": "b", "words": None}, {"id": "c"}))
    rows = await toybox.read(lambda tx: tx.all(select(toys.c.words).order_by(toys.c.id)))
    assert [row["words"] for row in rows] == ["", None, None]


async def test_five_million_characters(toybox: Store) -> None:
    text = "風のなか、the wind 🌬 " * 350_000
    assert len(text) > 5_000_000
    assert await kept(toybox, words=text) == text


@pytest.mark.parametrize(
    "value",
    [
        {"b": 1, "a": 2, "10": 3, "9": 4, "": 5},
        [],
        {},
        "text",
        "5",
        0,
        False,
        1.5,
        [None, True, "", {"x": [[[]]]}],
        {"big": 2**80, "small": -(2**80), "tiny": 5e-324, "exact": 0.1},
        {"文": "🧚", "quote\"'\\": "\n\t"},
    ],
)
async def test_json_comes_back_as_it_was_with_its_keys_in_order(toybox: Store, value: Any) -> None:
    found = await kept(toybox, json=value)
    assert found == value
    assert type(found) is type(value)
    if isinstance(value, dict):
        assert list(found) == list(value)


async def test_no_json_is_null(toybox: Store) -> None:
    await toybox.write(lambda tx: tx.insert(toys, {"id": "a", "json": None}, {"id": "b", "json": []}))
    assert await toybox.read(lambda tx: tx.value(select(toys.c.id).where(toys.c.json.is_(None)))) == "a"


async def test_nul_is_stripped_from_text_and_from_json_at_every_depth(toybox: Store) -> None:
    nested = {"a\x00b": ["\x00", {"c": "d\x00"}], "e": 1}
    await toybox.write(lambda tx: tx.insert(toys, {"id": "toy", "words": "\x00a\x00b\x00", "json": nested}))
    row = await toybox.read(lambda tx: tx.one(select(toys)))
    assert row is not None
    assert row["words"] == "ab"
    assert row["json"] == {"ab": ["", {"c": "d"}], "e": 1}


async def test_nul_is_stripped_by_updates_and_in_conditions_too(toybox: Store) -> None:
    await toybox.write(lambda tx: tx.insert(toys, {"id": "toy", "words": "x"}))
    assert await toybox.write(lambda tx: tx.run(update(toys).where(toys.c.words == "\x00x").values(words="y\x00"))) == 1
    assert await toybox.read(lambda tx: tx.value(select(toys.c.words))) == "y"


@pytest.mark.parametrize(
    "row",
    [
        {"id": "a\x00"},
        {"id": "a", "json": {"x": 1, "x\x00": 2}},
        {"id": "a", "json": {"deep": [{"\x00": 1, "\x00\x00": 2}]}},
        {"id": "a", "json": math.nan},
        {"id": "a", "json": {"x": [math.inf]}},
        {"id": "a", "json": {1: "number as key"}},
        {"id": "a", "json": {"x": {1, 2}}},
        {"id": "a", "json": {"x": b"bytes"}},
        {"id": "a", "json": "\ud800"},
        {"id": "a", "words": "half \udc00 pair"},
        {"id": "a", "words": 5},
        {"id": "a", "whole": "5"},
        {"id": "a", "whole": 1.0},
        {"id": "a", "whole": True},
        {"id": "a", "whole": 2**63},
        {"id": "a", "whole": -(2**63) - 1},
        {"id": "a", "real": math.nan},
        {"id": "a", "real": -math.inf},
        {"id": "a", "real": "1.5"},
        {"id": "a", "flag": 1},
        {"id": "a", "blob": "text"},
        {"id": "a", "at": datetime(2026, 1, 1)},
        {"id": "a", "at": "2026-01-01T00:00:00Z"},
    ],
    ids=repr,
)
async def test_what_one_backend_could_not_keep_all_refuse(toybox: Store, row: dict[str, Any]) -> None:
    with pytest.raises(errors.Invalid):
        await toybox.write(lambda tx: tx.insert(toys, row))
    assert await toybox.read(lambda tx: tx.value(select(func.count()).select_from(toys))) == 0


async def test_json_that_is_too_deep_is_refused(toybox: Store) -> None:
    deep: Any = []
    for _ in range(200):
        deep = [deep]
    with pytest.raises(errors.Invalid):
        await kept(toybox, json=deep)


@pytest.mark.parametrize(
    "moment",
    [
        datetime(2026, 11, 30, 20, 15, 1, 123456, tzinfo=UTC),
        datetime(1, 1, 1, tzinfo=UTC),
        datetime(9999, 12, 31, 23, 59, 59, 999999, tzinfo=UTC),
        datetime(1969, 12, 31, 23, 59, 59, 1, tzinfo=UTC),
        datetime(2026, 3, 29, 2, 30, tzinfo=timezone(timedelta(hours=5, minutes=45))),
    ],
)
async def test_instants_keep_their_microseconds_and_come_back_in_utc(toybox: Store, moment: datetime) -> None:
    found = await kept(toybox, at=moment)
    assert found == moment
    assert found.utcoffset() == timedelta(0)


async def test_instants_sort_as_time_goes_by(toybox: Store) -> None:
    moments = [datetime(y, 1, 1, tzinfo=UTC) + timedelta(microseconds=m) for y in (1, 999, 2026) for m in (0, 1, 10**6)]
    rows = [{"id": f"{(7 * n) % 9}", "at": moments[(7 * n) % 9]} for n in range(9)]
    await toybox.write(lambda tx: tx.insert(toys, *rows))
    found = await toybox.read(lambda tx: tx.all(select(toys.c.at).order_by(toys.c.at)))
    assert [row["at"] for row in found] == moments
    late = select(func.count()).select_from(toys).where(toys.c.at > moments[3])
    assert await toybox.read(lambda tx: tx.value(late)) == 5
    assert await toybox.read(lambda tx: tx.value(select(func.max(toys.c.at)))) == moments[-1]


@pytest.mark.parametrize("number", [0, -1, 2**31, 2**53 + 1, 2**63 - 1, -(2**63)])
async def test_whole_numbers_of_64_bits(toybox: Store, number: int) -> None:
    assert await kept(toybox, whole=number) == number


@pytest.mark.parametrize("number", [0.0, 0.1, -1.5, 1e308, 5e-324, 3, 2**53])
async def test_real_numbers_are_exact(toybox: Store, number: float) -> None:
    found = await kept(toybox, real=number)
    assert found == number
    assert isinstance(found, float)


async def test_flags_are_booleans_also_in_conditions(toybox: Store) -> None:
    rows = [{"id": "a", "flag": True}, {"id": "b", "flag": False}, {"id": "c", "flag": None}]
    await toybox.write(lambda tx: tx.insert(toys, *rows))
    found = await toybox.read(lambda tx: tx.all(select(toys.c.flag).order_by(toys.c.id)))
    assert [row["flag"] for row in found] == [True, False, None]
    assert all(row["flag"] is None or isinstance(row["flag"], bool) for row in found)
    for wanted, ids in ((True, ["a"]), (False, ["b"]), (None, ["c"])):
        matching = select(toys.c.id).where(toys.c.flag.is_(wanted))
        assert [row["id"] for row in await toybox.read(lambda tx, it=matching: tx.all(it))] == ids  # type: ignore[misc]


async def test_bytes_come_back_as_they_were(toybox: Store) -> None:
    value = bytes(range(256)) * 1000
    assert await kept(toybox, blob=value) == value
