"""Which deltas must be reversed together: a set closed over the rows it removes and the rows that refer to them.

Owns the fixed point. It names no table and changes nothing. The promise: after a closed set has been reversed no row,
live or held by a deletion, refers to one that exists nowhere; a set that cannot be closed is refused (digest 2.6, 2.8).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from fabula.store.contract import Tx
from fabula.story import log
from fabula.story.group import naming
from fabula.story.ledger import Key, Ledger
from fabula.story.log import USER, Branch, Delta
from fabula.story.rejected import Rejected
from fabula.story.tail import Tail

VANISHED = "vanished"
RIVAL = "rival"


@dataclass
class Closed:
    """A closed set: positions to reverse, rows that go, rows that stay for somebody's sake."""

    chosen: set[int] = field(default_factory=set)
    removed: set[Key] = field(default_factory=set)
    kept: dict[Key, list[Delta]] = field(default_factory=dict)
    """Rows a machine made and a person wrote to since, with those writes, oldest first."""


def close(
    tx: Tx, branch: Branch, tail: Tail, seed: Iterable[int], ledger: Ledger, joined: Mapping[Key, str] | None = None
) -> Closed:
    """Closes `seed`, positions in the tail, together with the rows that have `joined` it and why.

    Rejected with `no-create` when a row would have to go that the log did not make.
    """
    joined = joined or {}
    seed = set(seed)
    closed = Closed(chosen=set(seed))
    made = [tail.at[position].key for position in sorted(seed) if tail.at[position].op == "create"]
    for key in made:
        wishes = [] if key in joined else _wishes(tail, key, seed, ledger)
        if wishes:
            closed.kept[key] = wishes
        else:
            closed.removed.add(key)
    reached = dict.fromkeys(key for key in joined if key not in closed.removed)
    frontier = list(dict.fromkeys([*sorted(closed.removed), *reached]))
    done: set[Key] = set()
    while frontier:
        _find_makings(tx, branch, tail, [key for key in frontier if key in reached])
        gone = []
        for key in frontier:
            done.add(key)
            writes = tail.writes(key)
            if key in reached and not any(delta.op == "create" for delta in writes):
                if joined.get(key) != VANISHED:
                    raise Rejected("no-create", f"A row of {key[0]} that was there from the start would have to go.")
                closed.chosen.update(delta.position for delta in writes)
                continue  # it was there from the start, and goes back to what it was then
            closed.chosen.update(delta.position for delta in writes)
            closed.removed.add(key)
            closed.kept.pop(key, None)
            gone.append(key)
        frontier = _referring(tx, branch, tail, gone, ledger, done)
        reached.update(dict.fromkeys(frontier))
    return closed


def _wishes(tail: Tail, key: Key, seed: set[int], ledger: Ledger) -> list[Delta]:
    """A person's later writes, outside the set, of what keeps a row that a machine made."""
    keeps = ledger[key[0]].life.keeps
    writes = tail.writes(key)
    if not keeps or any(delta.op == "create" and not delta.machine for delta in writes):
        return []
    return [
        delta
        for delta in writes
        if delta.source == USER
        and delta.op == "update"
        and delta.position not in seed
        and any((column,) in tail.parts(delta) for column in keeps)
    ]


def _find_makings(tx: Tx, branch: Branch, tail: Tail, keys: list[Key]) -> None:
    """Reads the log further back where a row was made, or first written to, before the tail begins."""
    missing = [key for key in keys if not any(delta.op == "create" for delta in tail.writes(key))]
    if missing:
        found = log.oldest(tx, branch.id, [key[1] for key in missing])
        positions = [found[key] for key in missing if key in found]
        if positions:
            tail.extend(min(positions))


def _referring(tx: Tx, branch: Branch, tail: Tail, gone: list[Key], ledger: Ledger, done: set[Key]) -> list[Key]:
    """The rows, live or held, that refer to what goes and are not yet dealt with."""
    found: dict[Key, None] = {}
    by_table: dict[str, list[str]] = {}
    for key in gone:
        by_table.setdefault(key[0], []).append(key[1])
        found.update(dict.fromkeys(tail.naming(key)))
    for table, ids in by_table.items():
        found.update(dict.fromkeys(naming(tx, branch.id, table, ids, ledger)))
    return [key for key in found if key not in done]
