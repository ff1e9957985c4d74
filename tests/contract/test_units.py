"""A unit is whole or not at all, alone with the database, and sees one moment."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from datetime import timedelta

import pytest
from sqlalchemy import func, select, text, update

from fabula import errors
from fabula.clock import ManualClock
from fabula.store.contract import Store, Tx
from fabula.store.faults import Dangling, Duplicate, Unfit
from fabula.store.tables import books, people, refresh_tokens, turns
from tests.contract.conftest import toys

COUNT = select(func.count()).select_from(toys)


def add(name: str) -> Callable[[Tx], None]:
    return lambda tx: tx.insert(toys, {"id": name, "whole": 0})


def person(name: str) -> dict[str, str]:
    return {"id": f"person_{name}", "email": name, "email_key": name, "password_hash": "x"}


async def test_what_a_unit_returns_is_what_the_caller_gets(toybox: Store) -> None:
    assert await toybox.write(lambda tx: "answer") == "answer"
    assert await toybox.read(lambda tx: tx.value(COUNT)) == 0


async def test_an_exception_leaves_nothing_and_comes_out_as_it_is(toybox: Store) -> None:
    def broken(tx: Tx) -> None:
        tx.insert(toys, {"id": "a"}, {"id": "b"})
        raise LookupError("stop here")

    with pytest.raises(LookupError, match="stop here"):
        await toybox.write(broken)
    assert await toybox.read(lambda tx: tx.value(COUNT)) == 0
    await toybox.write(add("a"))
    assert await toybox.read(lambda tx: tx.value(COUNT)) == 1


async def test_one_bad_row_spoils_the_good_ones_before_it(toybox: Store) -> None:
    with pytest.raises(Duplicate):
        await toybox.write(lambda tx: tx.insert(toys, {"id": "a"}, {"id": "b"}, {"id": "a"}))
    assert await toybox.read(lambda tx: tx.value(COUNT)) == 0


async def test_a_swallowed_failure_still_fails_the_unit(toybox: Store) -> None:
    def stubborn(tx: Tx) -> str:
        tx.insert(toys, {"id": "a"})
        with pytest.raises(Duplicate):
            tx.insert(toys, {"id": "a"})
        return "all is well"

    with pytest.raises(Duplicate):
        await toybox.write(stubborn)
    assert await toybox.read(lambda tx: tx.value(COUNT)) == 0


async def test_after_a_failure_nothing_more_can_be_asked(toybox: Store) -> None:
    asked = []

    def stubborn(tx: Tx) -> None:
        with pytest.raises(Unfit):
            tx.insert(people, {**person("a"), "role": "king"})
        with pytest.raises(Unfit):
            asked.append(tx.value(COUNT))

    with pytest.raises(Unfit):
        await toybox.write(stubborn)
    assert asked == []


async def test_a_read_unit_cannot_write(toybox: Store) -> None:
    with pytest.raises(errors.Unavailable):
        await toybox.read(add("a"))
    with pytest.raises(errors.Unavailable):
        await toybox.read(lambda tx: tx.run(update(toys).values(whole=1)))
    with pytest.raises(errors.Unavailable):
        await toybox.read(lambda tx: tx.all(text("INSERT INTO toys (id) VALUES ('a') RETURNING id")))
    assert await toybox.read(lambda tx: tx.value(COUNT)) == 0
    await toybox.write(add("a"))


async def test_run_says_how_many_rows_it_touched(toybox: Store) -> None:
    await toybox.write(lambda tx: tx.insert(toys, {"id": "a", "whole": 1}, {"id": "b", "whole": 1}, {"id": "c"}))
    change = update(toys).where(toys.c.whole == 1).values(whole=2)
    assert await toybox.write(lambda tx: tx.run(change)) == 2
    assert await toybox.write(lambda tx: tx.run(change)) == 0


async def test_rows_may_leave_out_different_columns(toybox: Store) -> None:
    await toybox.write(lambda tx: tx.insert(toys, {"id": "a", "whole": 1}, {"words": "w", "id": "b"}, {"id": "c"}))
    rows = await toybox.read(lambda tx: tx.all(select(toys.c.id, toys.c.whole, toys.c.words).order_by(toys.c.id)))
    assert [tuple(row.values()) for row in rows] == [("a", 1, None), ("b", None, "w"), ("c", None, None)]
    await toybox.write(lambda tx: tx.insert(toys))


async def test_an_unknown_column_is_a_programming_error(toybox: Store) -> None:
    with pytest.raises(KeyError, match="colour"):
        await toybox.write(lambda tx: tx.insert(toys, {"id": "a", "colour": "red"}))


async def test_concurrent_read_then_write_loses_no_increment(toybox: Store) -> None:
    await toybox.write(add("a"))

    def increment(tx: Tx) -> None:
        seen = tx.value(select(toys.c.whole))
        tx.run(update(toys).values(whole=seen + 1))

    await asyncio.gather(*(toybox.write(increment) for _ in range(60)))
    assert await toybox.read(lambda tx: tx.value(select(toys.c.whole))) == 60


async def test_concurrent_numbering_has_no_gap_and_no_double(toybox: Store) -> None:
    def append(tx: Tx) -> int:
        number = int(tx.value(select(func.coalesce(func.max(toys.c.whole), 0)))) + 1
        tx.insert(toys, {"id": f"{number:03}", "whole": number})
        return number

    given = await asyncio.gather(*(toybox.write(append) for _ in range(40)))
    assert sorted(given) == list(range(1, 41))


async def test_of_many_that_look_first_and_then_insert_one_inserts(toybox: Store) -> None:
    def ensure(tx: Tx) -> bool:
        if tx.one(select(toys).where(toys.c.id == "only")) is not None:
            return False
        tx.insert(toys, {"id": "only"})
        return True

    made = await asyncio.gather(*(toybox.write(ensure) for _ in range(20)))
    assert sorted(made) == [False] * 19 + [True]


async def test_a_rule_over_two_rows_holds_under_concurrency(toybox: Store) -> None:
    """Write skew: each unit checks that another stays on duty before it leaves; somebody must stay."""
    await toybox.write(lambda tx: tx.insert(toys, *({"id": str(n), "whole": 1} for n in range(6))))

    def leave(name: str) -> Callable[[Tx], bool]:
        def unit(tx: Tx) -> bool:
            on_duty = tx.value(select(func.count()).select_from(toys).where(toys.c.whole == 1))
            if on_duty < 2:
                return False
            return tx.run(update(toys).where(toys.c.id == name).values(whole=0)) == 1

        return unit

    await asyncio.gather(*(toybox.write(leave(str(n))) for n in range(6)))
    assert await toybox.read(lambda tx: tx.value(select(func.sum(toys.c.whole)))) == 1


async def test_a_read_unit_sees_one_moment(toybox: Store) -> None:
    await toybox.write(add("a"))
    first_look, written = threading.Event(), threading.Event()

    def two_looks(tx: Tx) -> tuple[int, int]:
        first = tx.value(COUNT)
        first_look.set()
        written.wait(0.2)  # in memory the write waits for this unit instead
        return first, tx.value(COUNT)

    reading = asyncio.create_task(toybox.read(two_looks))
    await asyncio.to_thread(first_look.wait, 10)
    writing = asyncio.create_task(toybox.write(add("b")))
    writing.add_done_callback(lambda _: written.set())
    assert await reading == (1, 1)
    await writing
    assert await toybox.read(lambda tx: tx.value(COUNT)) == 2


async def test_cancelling_waits_for_the_commit(toybox: Store) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def slow(tx: Tx) -> None:
        tx.insert(toys, {"id": "a"})
        begun.set()
        go_on.wait(10)
        tx.insert(toys, {"id": "b"})

    task = asyncio.create_task(toybox.write(slow))
    await asyncio.to_thread(begun.wait, 10)
    task.cancel()
    await asyncio.sleep(0.02)
    task.cancel()
    await asyncio.sleep(0)
    assert not task.done()
    go_on.set()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await toybox.read(lambda tx: tx.value(COUNT)) == 2


async def test_close_waits_for_running_units_and_refuses_new_ones(toybox: Store) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def slow(tx: Tx) -> str:
        begun.set()
        go_on.wait(10)
        tx.insert(toys, {"id": "a"})
        return "finished"

    task = asyncio.create_task(toybox.write(slow))
    await asyncio.to_thread(begun.wait, 10)
    closing = asyncio.create_task(toybox.close())
    await asyncio.sleep(0.02)
    assert not closing.done()
    with pytest.raises(errors.Unavailable):
        await toybox.read(lambda tx: None)
    go_on.set()
    await closing
    assert await task == "finished"
    await toybox.close()


async def test_a_broken_uniqueness_rule_is_named_alike(store: Store) -> None:
    await store.write(lambda tx: tx.insert(people, person("a")))
    for row, rule in (
        ({**person("a"), "email_key": "z"}, "pk_people"),
        ({**person("b"), "email_key": "a"}, "uq_people_email_key"),
    ):
        with pytest.raises(Duplicate) as caught:
            await store.write(lambda tx, row=row: tx.insert(people, row))  # type: ignore[misc]
        assert isinstance(caught.value, errors.Conflict)
        assert caught.value.constraint == rule
        assert "person_a" not in str(caught.value)
        assert caught.value.__cause__ is None
        assert caught.value.__suppress_context__


async def test_a_partial_uniqueness_rule_is_named_alike(clocked_store: Store, clock: ManualClock) -> None:
    await clocked_store.write(lambda tx: tx.insert(people, person("a")))
    turn = {
        "kind": "chat",
        "lane": "one",
        "person_id": "person_a",
        "fingerprint": "f",
        "snapshot": {},
        "status": "in_progress",
        "attempt": 1,
        "lease_expires_at": clock(),
    }
    await clocked_store.write(lambda tx: tx.insert(turns, {"key": "1", **turn}, {"key": "2", **turn, "lane": "two"}))
    with pytest.raises(Duplicate) as caught:
        await clocked_store.write(lambda tx: tx.insert(turns, {"key": "3", **turn}))
    assert caught.value.constraint == "uq_turns_lane_in_progress"


async def test_checks_nulls_and_references_are_enforced(store: Store) -> None:
    await store.write(lambda tx: tx.insert(people, person("a")))
    with pytest.raises(Unfit) as caught:
        await store.write(lambda tx: tx.insert(people, {**person("b"), "role": "king"}))
    assert caught.value.constraint == "ck_people_role"
    with pytest.raises(Unfit) as caught:
        await store.write(lambda tx: tx.run(update(people).values(email=None)))
    assert caught.value.constraint == "people.email"
    with pytest.raises(Dangling):
        await store.write(
            lambda tx: tx.insert(refresh_tokens, {"token_hash": "h", "person_id": "nobody", "expires_at": tx.now})
        )
    await store.write(
        lambda tx: tx.insert(refresh_tokens, {"token_hash": "h", "person_id": "person_a", "expires_at": tx.now})
    )
    with pytest.raises(Dangling):
        await store.write(lambda tx: tx.run(people.delete()))
    assert await store.check() == []


async def test_defaults_fill_what_a_row_leaves_out(clocked_store: Store, clock: ManualClock) -> None:
    row = {"id": "book_1", "title": "t", "language": "en", "format": "txt", "source_hash": "h"}
    await clocked_store.write(lambda tx: tx.insert(books, row))
    found = await clocked_store.read(lambda tx: tx.one(select(books)))
    assert found is not None
    assert (found["status"], found["notes"], found["total_chapters"]) == ("pending", [], 0)
    assert found["created_at"] == found["updated_at"] == clock()


async def test_now_is_one_moment_in_a_unit_and_never_goes_back(store: Store) -> None:
    def twice(tx: Tx) -> bool:
        return tx.now is tx.now and tx.now.utcoffset() == timedelta(0)

    assert await store.write(twice)
    moments = [await store.write(lambda tx: tx.now) for _ in range(20)]
    assert moments == sorted(moments)


async def test_an_injected_clock_is_the_databases_time(clocked_store: Store, clock: ManualClock) -> None:
    before = await clocked_store.read(lambda tx: tx.now)
    clock.advance(90)
    assert await clocked_store.write(lambda tx: tx.now) == before + timedelta(seconds=90)
