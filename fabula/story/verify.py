"""Whether a branch's rows and its log say the same.

Owns the walk from the rows back to the beginning, and forward again. It repairs nothing. The promise: an empty answer
means that every delta could be undone and done again, that undoing all of them gives what the branch began with, that
every row has its shape and keeps its rules, and that nothing, live or held by a deletion, refers to what is nowhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from pydantic import ValidationError

from fabula.store.contract import Tx
from fabula.story import log
from fabula.story.digest import Digests, all_rows, digests, recorded
from fabula.story.ledger import LEDGER, Image, Key, Ledger
from fabula.story.log import Branch, Delta
from fabula.story.partial import ABSENT, Parts, copied, decoded, get, put, same
from fabula.story.tail import contents

MOST = 100


def verify(tx: Tx, branch: Branch, ledger: Ledger = LEDGER, *, deep: bool = False) -> list[str]:
    """What is wrong, as sentences, at most a hundred; empty when rows and log agree.

    `deep` also asks of every state a row ever had whether it has its shape: for logs that we did not write.
    """
    live, deltas = all_rows(tx, branch.id, ledger, quiet=False), log.read(tx, branch.id, 0)
    return list(islice(findings(live, deltas, recorded(tx, branch.id), ledger, deep=deep), MOST))


def findings(
    live: dict[Key, Image], deltas: list[Delta], began: Digests | None, ledger: Ledger = LEDGER, *, deep: bool = False
) -> Iterator[str]:
    """What is wrong between rows (the columns the log follows), a log, oldest first, and what the branch began with."""
    yield from _odd_shapes(live, ledger)
    yield from _dangling(live, deltas, ledger)
    walk = _Back(live, ledger)
    for delta in reversed(deltas):
        yield from walk.undo(delta)
        if deep and delta.op == "update" and delta.key in walk.rows:
            yield from _odd_shapes({delta.key: walk.rows[delta.key]}, ledger)
    before = digests(walk.rows, ledger)
    if began is None:
        yield "Nobody recorded what the branch began with."
    else:
        for table in sorted({*before, *began}):
            then, now = began.get(table, {}), before.get(table, {})
            for row_id in sorted({*then, *now}):
                if then.get(row_id) != now.get(row_id):
                    how = "is missing at" if row_id not in now else "is not in" if row_id not in then else "differs at"
                    yield f"{table} {row_id} {how} the beginning, when the log is walked back."
    for delta in deltas:
        walk.redo(delta)
    # What no delta changed is the very same object; only the rest is compared.
    odd = [key for key in live.keys() | walk.rows.keys() if live.get(key) is not walk.rows.get(key)]
    for key in sorted(odd):
        if not _alike(live.get(key), walk.rows.get(key), ledger[key[0]].quiet):
            yield f"{key[0]} {key[1]} is not what it was when the log is walked back and forward again."


def _odd_shapes(live: dict[Key, Image], ledger: Ledger) -> Iterator[str]:
    for (table, row_id), row in live.items():
        for column in ledger[table].shapes:
            model = ledger[table].model(column, row)
            try:
                if model is None or not isinstance(row[column], dict):
                    yield f"{table} {row_id} has no readable {column}."
                else:
                    model.model_validate(row[column])
            except ValidationError:
                yield f"{table} {row_id} has a {column} that does not fit its shape."


def _dangling(live: dict[Key, Image], deltas: list[Delta], ledger: Ledger) -> Iterator[str]:
    held: dict[Key, Image] = {}
    for delta in deltas:
        if delta.op == "delete":
            for each in contents(delta, ledger):
                if each.key in held or each.key in live:
                    yield f"{each.key[0]} {each.key[1]} is there twice: a deletion at {delta.position} holds it too."
                held[each.key] = each.row
    for rows in (live, held):
        for (table, row_id), row in rows.items():
            for reference in ledger[table].references:
                target = reference.of(row)
                there = target is None or target in live or (rows is held and target in held)
                if not there:
                    yield f"{table} {row_id} refers to {target[0] if target else ''} {row[reference.column]}, lost."


class _Back:
    """Rows of a branch, walked back delta by delta, with what it takes to walk forward; copied where they change."""

    def __init__(self, live: dict[Key, Image], ledger: Ledger) -> None:
        self.rows = dict(live)
        self._ledger = ledger
        self._forward: dict[int, Any] = {}
        self._own: set[Key | tuple[Key, str]] = set()

    def undo(self, delta: Delta) -> Iterator[str]:
        """Walks back over one delta; what is wrong with it."""
        key = delta.key
        if delta.table not in self._ledger.tables:
            yield f"{_named(delta)} is about rows nobody knows."
        elif delta.op == "delete":
            held = contents(delta, self._ledger)
            self._forward[delta.position] = [each.key for each in held]
            for each in held:
                if each.key in self.rows:
                    yield f"{_named(delta)} holds {each.key[0]} {each.key[1]}, which is there."
                self._own -= {each.key, *((each.key, column) for column in self._ledger[each.key[0]].trees)}
                self.rows[each.key] = each.row
        elif key not in self.rows:
            yield f"{_named(delta)} is about a row that is not there."
        elif delta.op == "create":
            self._forward[delta.position] = self.rows.pop(key)
        else:
            yield from self._undo_update(delta, key)

    def _undo_update(self, delta: Delta, key: Key) -> Iterator[str]:
        after = Parts()
        if key not in self._own:
            self._own.add(key)
            self.rows[key] = dict(self.rows[key])
        row = self.rows[key]
        for path, was in decoded(self._ledger[delta.table], delta.payload or {}).items():
            if path[0] not in row:
                yield f"{_named(delta)} changes {path[0]}, which is no column."
                continue
            if len(path) > 1 and (key, path[0]) not in self._own:
                row[path[0]] = copied(row[path[0]])
                self._own.add((key, path[0]))
            holder = get(row, path[:-1]) if len(path) > 1 else row
            if not isinstance(holder, dict):
                yield f"{_named(delta)} changes {'.'.join(path)}, which is not there."
                continue
            after[path] = get(row, path)
            put(row, path, was)
        self._forward[delta.position] = after

    def redo(self, delta: Delta) -> None:
        ahead = self._forward.get(delta.position)
        if ahead is None:
            return
        if delta.op == "create":
            self.rows[delta.key] = ahead
        elif delta.op == "delete":
            for key in ahead:
                self.rows.pop(key, None)
        elif delta.key in self.rows:
            for path, value in ahead.items():
                put(self.rows[delta.key], path, value)


def _named(delta: Delta) -> str:
    return f"The delta at {delta.position} ({delta.op} {delta.table} {delta.target})"


def _alike(one: Image | None, other: Image | None, quiet: frozenset[str]) -> bool:
    if one is None or other is None:
        return one is other
    return all(same(one[name], other.get(name, ABSENT)) for name in one if name not in quiet)
