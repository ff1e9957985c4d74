"""The end of a branch's log, from the oldest delta that may have to be reversed: everything a reversal can need.

Owns the reading of it, and who wrote what, what deletions hold, and who is named in there. A row is deleted after it
was written, and a link is written with or after what it links, so whatever bears on a reversed delta is newer than it.
The promise: the log is read once; what lies further back is fetched only when a row's making must be found.
"""

from __future__ import annotations

from dataclasses import dataclass

from fabula.store.contract import Tx
from fabula.story import log
from fabula.story.ledger import Image, Key, Ledger
from fabula.story.log import Branch, Delta
from fabula.story.partial import Parts, decoded


@dataclass
class Held:
    """A row that lives in the payload of a deletion: as what was deleted, or under a key as what went along."""

    by: Delta
    key: Key
    row: Image
    capture: str | None


class Tail:
    """The deltas of a branch from a position on."""

    def __init__(self, tx: Tx, branch: Branch, start: int, ledger: Ledger) -> None:
        self._tx = tx
        self._branch = branch
        self._ledger = ledger
        self.start = start
        self._take(log.read(tx, branch.id, start))

    def extend(self, start: int) -> None:
        """Reads further back."""
        if start < self.start:
            older = log.read(self._tx, self._branch.id, start, self.start)
            self.start = start
            self._take([*older, *self.deltas])

    def _take(self, deltas: list[Delta]) -> None:
        self.deltas = deltas
        self.at = {delta.position: delta for delta in deltas}
        self.of: dict[Key, list[Delta]] = {}
        self.held: dict[Key, Held] = {}
        self.held_by: dict[int, list[Held]] = {}
        self._names: dict[Key, list[Key]] = {}
        self._parts: dict[int, Parts] = {}
        for delta in deltas:
            self.of.setdefault(delta.key, []).append(delta)
            if delta.op == "delete":
                for held in contents(delta, self._ledger):
                    self.held[held.key] = held
                    self.held_by.setdefault(delta.position, []).append(held)
                    for reference in self._ledger[held.key[0]].references:
                        target = reference.of(held.row)
                        if target is not None:
                            self._names.setdefault(target, []).append(held.key)

    def parts(self, delta: Delta) -> Parts:
        """What an update changed, by path."""
        found = self._parts.get(delta.position)
        if found is None:
            found = decoded(self._ledger[delta.table], delta.payload or {})
            self._parts[delta.position] = found
        return found

    def naming(self, key: Key) -> list[Key]:
        """The held rows that refer to a row."""
        return self._names.get(key, [])

    def writes(self, key: Key) -> list[Delta]:
        """What made and changed a row, oldest first."""
        return [delta for delta in self.of.get(key, ()) if delta.op != "delete"]


def contents(delta: Delta, ledger: Ledger) -> list[Held]:
    """The rows that the payload of a deletion holds, what was deleted first."""
    payload = delta.payload or {}
    logged = ledger[delta.table]
    own = {name: value for name, value in payload.items() if name in logged.table.c}
    found = [Held(delta, delta.key, logged.thawed(own), None)]
    for capture, rows in payload.items():
        child = ledger.captures.get(capture)
        if child is not None and capture not in own:
            found += [Held(delta, (child.name, row["id"]), child.thawed(row), capture) for row in rows]
    return found
