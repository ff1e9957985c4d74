"""What the story engine costs beside bare SQL that writes the same rows, at the same durability, in the same run.

A turn is 2 entries and 10 changes of state, 12 deltas. The large branch has 2,000 entries, 3,000 happenings, 20,000
rows of awareness and 40,000 deltas. Bare SQL is written by hand with executemany: no rows are read, nothing is
compared, checked or encoded; it has a connection of its own, and begins and commits as the engine does. What is
compared is measured in turns, a block of the one and a block of the other, so that both meet the same machine; the
first of a block, which finds the caches of the other, does not count. FABULA_BENCH_POSTGRES names a PostgreSQL database
to measure as well.
"""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
from sqlalchemy import text, update

from fabula.ids import new_id
from fabula.store.contract import Store, Tx
from fabula.store.open import open_store
from fabula.store.sqlite import Synchronous
from fabula.store.tables import branches, deltas, people, stories
from fabula.store.unit import SqlStore
from fabula.story import ask, digest, fork, log, travel
from fabula.story.changes import Create, Update
from fabula.story.entries import NewEntry, append
from fabula.story.ledger import LEDGER
from fabula.story.verify import verify
from fabula.story.write import found

CAST = 20
TURNS = 1_000
HAPPENINGS, AWARENESS, CHANGES = 3, 20, 15
BLOCKS, IN_A_BLOCK, FORKS = 12, 10, 4


def measure() -> dict[str, Any]:
    """All figures: milliseconds, and ratios to bare SQL."""
    found_: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        for level in ("FULL", "NORMAL"):
            url = f"sqlite:///{folder}/{level}.db"
            found_[f"sqlite {level}"] = asyncio.run(_turns(url, level, Path(folder) / f"{level}.db"))
        found_["sqlite, large"] = asyncio.run(_large(f"sqlite:///{folder}/large.db"))
        found_["sqlite, long"] = asyncio.run(_long(f"sqlite:///{folder}/long.db"))
    server = os.environ.get("FABULA_BENCH_POSTGRES")
    if server:
        found_["postgresql"] = asyncio.run(_turns(server, "FULL", None))
        found_["postgresql, large"] = asyncio.run(_large(server))
    return found_


async def _turns(url: str, level: Synchronous, file: Path | None) -> dict[str, Any]:
    store = await open_store(url, synchronous=level)
    branch = await store.write(lambda tx: _begin(tx, f"turns-{level}"))
    plainly = await store.write(lambda tx: _begin(tx, f"bare-{level}"))
    numbers = iter(range(1_000_000))
    with _bare_sqlite(file, level) if file else _bare_postgres(url) as bare:
        took, plain = _blocks(
            lambda: _inside(store, lambda tx: _turn(tx, branch)),
            lambda: bare(_bare_rows(plainly, 1000 + next(numbers))),
        )
    through = await _times(60, lambda: store.write(lambda tx: _turn(tx, branch)))
    await store.close()
    return {"turn_ms": took, "through_the_loop_ms": through, "bare_ms": plain, "ratio": round(took / plain, 2)}


def _blocks(one: Callable[[], float], other: Callable[[], float]) -> tuple[float, float]:
    """Medians in milliseconds of two things done by turns."""
    took: tuple[list[float], list[float]] = ([], [])
    for _ in range(BLOCKS):
        for act, times in zip((one, other), took, strict=True):
            times += [act() for _ in range(1 + IN_A_BLOCK)][1:]
    return _ms(took[0]), _ms(took[1])


def _inside(store: Store, act: Callable[[Tx], Any]) -> float:
    """How long a unit takes in its own thread, with its commit: what bare SQL is measured as."""
    assert isinstance(store, SqlStore)
    began = time.perf_counter()
    store._unit(store._backend.writer, act, writable=True)
    return time.perf_counter() - began


def _begin(tx: Tx, name: str) -> str:
    """A story with a cast; the id of its branch, which is also the person's."""
    tx.insert(people, {"id": name, "email": name, "email_key": name, "password_hash": "x"})
    tx.insert(stories, {"id": name, "person_id": name, "title": name})
    tx.insert(branches, {"id": name, "story_id": name, "name": "main"})
    tx.run(update(stories).where(stories.c.id == name).values(current_branch_id=name))
    cast = [Create("entities", {"id": f"char_{n}", "kind": "character", "name": f"N{n}"}) for n in range(CAST)]
    opening = {"id": new_id("entry"), "position": 1, "kind": "opening", "content": "Once."}
    found(tx, log.find_branch(tx, name, name), [Create("story_entries", opening), *cast])
    return name


_count = iter(range(10_000_000))


def _turn(tx: Tx, name: str) -> None:
    branch = log.find_branch(tx, name, name)
    number = next(_count)
    changes = [
        Update(
            "entities",
            f"char_{n}",
            patch={"state": {"visual": {"attire": f"coat {number}"}, "stackables": {"gold": number}}},
            source="piggyback_tagged_block",
        )
        for n in range(10)
    ]
    asked = NewEntry("user_action", f"I do something, the {number}th time.")
    told = NewEntry("ai_reply", "What happens is told here. " * 40, {"worldTime": number}, source="ai_classifier")
    append(tx, branch, [asked, told], changes)


Bare = Callable[[tuple[list[Any], list[Any], list[Any]]], float]
_BUMP = "UPDATE branches SET version = version + 1 WHERE id = {}"


@contextmanager
def _bare_sqlite(file: Path, level: str) -> Iterator[Bare]:
    """The same rows by hand, through the driver of SQLite."""
    connection = sqlite3.connect(file, isolation_level=None)
    for pragma in ("foreign_keys=ON", f"synchronous={level}"):
        connection.execute(f"PRAGMA {pragma}")

    def turn(rows: tuple[list[Any], list[Any], list[Any]]) -> float:
        entries, states, logged = rows
        began = time.perf_counter()
        connection.execute("BEGIN IMMEDIATE")
        connection.executemany("INSERT INTO story_entries VALUES (?, ?, ?, ?, ?, ?, ?, ?)", entries)
        connection.executemany("UPDATE entities SET state = ?, updated_at = ? WHERE branch_id = ? AND id = ?", states)
        connection.executemany(f"INSERT INTO deltas VALUES ({', '.join('?' * 11)})", logged)
        connection.execute(_BUMP.format("?"), (entries[0][0],))
        connection.execute("COMMIT")
        return time.perf_counter() - began

    yield turn
    connection.close()


@contextmanager
def _bare_postgres(url: str) -> Iterator[Bare]:
    """The same by hand, through the driver of PostgreSQL."""
    with psycopg.connect(url) as connection:

        def turn(rows: tuple[list[Any], list[Any], list[Any]]) -> float:
            entries, states, logged = rows
            cursor = connection.cursor()
            began = time.perf_counter()
            cursor.executemany(f"INSERT INTO story_entries VALUES ({', '.join(['%s'] * 8)})", entries)
            cursor.executemany(
                "UPDATE entities SET state = %s, updated_at = %s WHERE branch_id = %s AND id = %s", states
            )
            cursor.executemany(f"INSERT INTO deltas VALUES ({', '.join(['%s'] * 11)})", logged)
            cursor.execute(_BUMP.format("%s"), (entries[0][0],))
            connection.commit()
            return time.perf_counter() - began

        yield turn


def _bare_rows(name: str, number: int) -> tuple[list[Any], list[Any], list[Any]]:
    now = "2026-01-01T00:00:00.000000Z"
    state = json.dumps({"visual": {"attire": "coat"}, "stackables": {"gold": number}, "traits": [], "drives": []})
    metadata = json.dumps({"sceneEntities": [], "currentLocationId": None, "worldTime": number})
    ids, base = [new_id("entry"), new_id("entry")], 100_000 + number * 20
    action = new_id("act")
    kinds = ("user_action", "ai_reply")
    told = "What happens is told here. " * 40
    entries = [(name, ids[n], 10_000 + number * 2 + n, kinds[n], told, None, metadata, now) for n in range(2)]
    states = [(state, now, name, f"char_{n}") for n in range(10)]
    payload = json.dumps({"state": {"visual": {"attire": "coat"}, "stackables": {"gold": number}}})
    logged = [
        (name, base + n, None, action, "user_edit", "story_entries", ids[n], "create", None, 1, now) for n in range(2)
    ]
    logged += [
        (name, base + 2 + n, None, action, "user_edit", "entities", f"char_{n}", "update", payload, 1, now)
        for n in range(10)
    ]
    return entries, states, logged


async def _large(url: str) -> dict[str, Any]:
    store = await open_store(url)
    name = "large"
    await store.write(lambda tx: _begin(tx, name))
    order = await store.write(lambda tx: _fill(tx, name, TURNS))
    await store.write(lambda tx: tx.run(text("ANALYZE")))
    found_: dict[str, Any] = {}
    assert await store.read(lambda tx: verify(tx, log.find_branch(tx, name, name))) == []
    found_["verify_ms"] = await _times(3, lambda: store.read(lambda tx: verify(tx, log.find_branch(tx, name, name))))
    found_ |= await _forks(store, name, order)
    await store.write(lambda tx: _turn(tx, name))
    undo_times, redo_times = [], []
    for _ in range(15):
        undo_times.append(await _time(store.write(lambda tx: travel.undo(tx, log.find_branch(tx, name, name)))))
        redo_times.append(await _time(store.write(lambda tx: travel.redo(tx, log.find_branch(tx, name, name)))))
    found_["undo_turn_ms"], found_["redo_turn_ms"] = _ms(undo_times), _ms(redo_times)
    back = order[-200]
    found_["rollback_100_turns_ms"] = await _times(
        3, lambda: _scratch(store, lambda tx: travel.rollback(tx, log.find_branch(tx, name, name), back))
    )
    await store.close()
    return found_


async def _forks(store: Store, name: str, order: list[str]) -> dict[str, Any]:
    """Forks and the bare copy by turns; whoever began a round ends the next one."""
    acts: dict[str, Callable[[Tx], Any]] = {"bare": lambda tx: _bare_fork(tx, name)}
    for label, at in (("head", -1), ("half", len(order) // 2), ("early", 100)):
        acts[label] = lambda tx, entry=order[at]: _fork(tx, name, entry)
    took: dict[str, list[float]] = {label: [] for label in acts}
    for number in range(FORKS):
        for label in [*acts][number % 4 :] + [*acts][: number % 4]:
            took[label].append(await _time(_scratch(store, acts[label])))
    ms = {label: _ms(times) for label, times in took.items()}
    found_: dict[str, Any] = {"bare_fork_ms": ms.pop("bare")}
    for label, each in ms.items():
        found_[f"fork_{label}_ms"], found_[f"fork_{label}_ratio"] = each, round(each / found_["bare_fork_ms"], 2)
    return found_


async def _long(url: str) -> dict[str, Any]:
    store = await open_store(url)
    short = await store.write(lambda tx: _begin(tx, "short"))
    await store.write(lambda tx: _fill(tx, short, 100, small=True))
    name = await store.write(lambda tx: _begin(tx, "long"))
    await store.write(lambda tx: _fill(tx, name, 10_000, small=True))
    early, late = _blocks(
        lambda: _inside(store, lambda tx: _turn(tx, short)), lambda: _inside(store, lambda tx: _turn(tx, name))
    )
    page = await _times(30, lambda: store.read(lambda tx: ask.entries(tx, log.find_branch(tx, name, name))))
    await store.close()
    return {"turn_at_100_ms": early, "turn_at_10000_ms": late, "ratio": round(late / early, 2), "first_page_ms": page}


class _Discarded(Exception):
    """Takes a scratch unit back."""


async def _scratch(store: Store, act: Callable[[Tx], Any]) -> None:
    """Runs a unit and takes it back, so that the next run finds the same."""

    def unit(tx: Tx) -> None:
        act(tx)
        raise _Discarded

    try:
        await store.write(unit)
    except _Discarded:
        return


def _fork(tx: Tx, name: str, entry: str) -> None:
    fork.fork(tx, log.find_branch(tx, name, name), entry, "side", switch=False)


def _bare_fork(tx: Tx, name: str) -> None:
    """A whole copy of the branch by INSERT ... SELECT."""
    child = new_id("brch")
    tx.insert(branches, {"id": child, "story_id": name, "name": "bare"})
    for table in (*(logged.table for logged in LEDGER.tables.values()), deltas):
        names = ", ".join(f'"{column.name}"' for column in table.columns if column.name != "branch_id")
        tx.run(
            text(
                f"INSERT INTO {table.name} (branch_id, {names}) "
                f"SELECT :child, {names} FROM {table.name} WHERE branch_id = :parent"
            ),
            {"parent": name, "child": child},
        )


def _fill(tx: Tx, name: str, turns: int, *, small: bool = False) -> list[str]:
    """A long past, written in bulk: every turn with its facts and changes, and the log that leads back to nothing."""
    rows: dict[str, list[dict[str, Any]]] = {}
    logged: list[log.Delta] = []
    order: list[str] = []
    gold = [0] * CAST

    def made(table: str, row: dict[str, Any], action: str, anchor: str | None, source: str) -> None:
        rows.setdefault(table, []).append(_whole(tx, table, {"branch_id": name, **row}))
        logged.append(log.Delta(0, anchor, action, source, table, row["id"], "create", None, tx.now))

    for turn in range(turns):
        action, facts = new_id("act"), new_id("act")
        for kind, content in (("user_action", "I go on."), ("ai_reply", "It goes on. " * 20)):
            entry = {"id": new_id("entry"), "position": 2 + len(order), "kind": kind, "content": content}
            made("story_entries", entry, action, None, "user_edit" if kind == "user_action" else "ai_classifier")
            order.append(entry["id"])
        for change in range(10 if small else CHANGES):
            who = (turn + change) % CAST
            payload = {"state": {"stackables": {"gold": gold[who] or None}}}
            gold[who] += 1
            source = "piggyback_tagged_block"
            logged.append(log.Delta(0, None, action, source, "entities", f"char_{who}", "update", payload, tx.now))
        for number in range(0 if small else HAPPENINGS):
            happening = {"id": new_id("hap"), "title": f"turn {turn}, {number}", "occurred_at_entry_id": order[-1]}
            made("happenings", happening, facts, order[-1], "periodic_classifier")
            for who in range(AWARENESS // HAPPENINGS + (number < AWARENESS % HAPPENINGS)):
                aware = {"id": new_id("haw"), "happening_id": happening["id"], "character_id": f"char_{who}"}
                made("happening_awareness", aware, facts, order[-1], "periodic_classifier")
    for table, listed in rows.items():
        tx.run_each(LEDGER[table].insert_rows, listed)
    branch = log.find_branch(tx, name, name)
    log.append(tx, branch, logged)
    states = digest.all_rows(tx, name)
    for who in range(CAST):
        state = {**states[("entities", f"char_{who}")]["state"], "stackables": {"gold": gold[who]} if gold[who] else {}}
        entities = LEDGER["entities"].table
        tx.run(update(entities).where(entities.c.branch_id == name, entities.c.id == f"char_{who}").values(state=state))
    return order


def _whole(tx: Tx, table: str, row: dict[str, Any]) -> dict[str, Any]:
    for column in LEDGER[table].table.columns:
        if column.name not in row:
            default: Any = column.default
            if column.name in ("created_at", "updated_at"):
                row[column.name] = tx.now
            elif column.name == "metadata":
                row[column.name] = {"sceneEntities": [], "currentLocationId": None, "worldTime": 0}
            else:
                row[column.name] = (
                    None if default is None else default.arg(None) if default.is_callable else default.arg
                )
    return row


async def _time(work: Awaitable[Any]) -> float:
    began = time.perf_counter()
    await work
    return time.perf_counter() - began


async def _times(count: int, work: Callable[[], Awaitable[Any]]) -> float:
    return _ms([await _time(work()) for _ in range(count)])


def _ms(times: Iterable[float]) -> float:
    return round(statistics.median(times) * 1000, 2)
