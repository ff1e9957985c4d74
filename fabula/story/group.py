"""The changes of one action, sorted out: what each row was, what goes along with a deletion, what contradicts itself.

Owns the rules for changes that belong together. It writes nothing. The promise: whatever order the changes are given
in, the same group results or the same one is refused (digest 1.10, W44).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from sqlalchemy import Select, Table, bindparam, select

from fabula import errors
from fabula.store.contract import Tx
from fabula.store.many import within_named
from fabula.story.changes import Change, Create, Delete, Update
from fabula.story.ledger import Image, Key, Ledger, Reference
from fabula.story.log import Branch
from fabula.story.rejected import Rejected


@dataclass
class Group:
    """Changes by the row they are about, and the rows as they were."""

    creates: dict[Key, Create] = field(default_factory=dict)
    updates: dict[Key, list[Update]] = field(default_factory=dict)
    deletes: dict[Key, Delete] = field(default_factory=dict)
    before: dict[Key, Image] = field(default_factory=dict)
    captured: dict[Key, dict[Key, Image]] = field(default_factory=dict)
    """For each deletion, the rows that go along."""

    @property
    def going(self) -> set[Key]:
        """Every row that goes."""
        return {*self.deletes, *(key for rows in self.captured.values() for key in rows)}


def gathered(tx: Tx, branch: Branch, changes: Sequence[Change], ledger: Ledger) -> Group:
    """The group of these changes; see `write` for what is refused."""
    group = Group()
    for change in changes:
        if change.table not in ledger.tables:
            raise errors.Invalid(f"There are no rows called {change.table}.")
        if isinstance(change, Create):
            _once(group.creates, change.key, change)
        elif isinstance(change, Update):
            _check_update(change, ledger)
            group.updates.setdefault(change.key, []).append(change)
        else:
            _once(group.deletes, change.key, change)
    touched = [*group.updates, *group.deletes]
    group.before = {**images(tx, branch.id, group.deletes, ledger), **_parts(tx, branch, group, ledger)}
    for key in touched:
        if key not in group.before:
            raise errors.NotFound(f"There is no such row of {key[0]}.")
    for key in group.deletes:
        group.captured[key] = _referring(tx, branch, key, ledger)
    _check(group, ledger)
    _check_references(tx, branch, group, ledger)
    return group


def images(tx: Tx, branch_id: str, keys: Iterable[Key], ledger: Ledger) -> dict[Key, Image]:
    """The rows with these keys, as far as they are there; one statement for each table."""
    by_table: dict[str, list[str]] = {}
    for table, row_id in keys:
        by_table.setdefault(table, []).append(row_id)
    found: dict[Key, Image] = {}
    for table, ids in by_table.items():
        logged = ledger[table]
        for row in tx.rows(logged.select_ids, {"branch": branch_id, "ids": ids}):
            image = dict(zip(logged.names, row, strict=True))
            found[(table, image["id"])] = image
    return found


def _parts(tx: Tx, branch: Branch, group: Group, ledger: Ledger) -> dict[Key, Image]:
    """Of each row that changes, the columns that change and those it takes to judge that; one statement a table."""
    wanted: dict[str, tuple[list[str], set[str]]] = {}
    for (table, row_id), updates in group.updates.items():
        ids, columns = wanted.setdefault(table, ([], set(ledger[table].needed)))
        ids.append(row_id)
        for update in updates:
            columns.update(update.set, update.patch)
    found: dict[Key, Image] = {}
    for table, (ids, columns) in wanted.items():
        names = tuple(name for name in ledger[table].names if name in columns)
        for row in tx.rows(ledger[table].select_some(names), {"branch": branch.id, "ids": ids}):
            image = dict(zip(names, row, strict=True))
            found[(table, image["id"])] = image
    return found


def naming(tx: Tx, branch_id: str, table: str, ids: Sequence[str], ledger: Ledger) -> list[Key]:
    """The live rows that refer to these rows of a table."""
    found: list[Key] = []
    for reference in ledger.referrers[table]:
        query = _naming_by(ledger[reference.table].table, reference)
        found += [(reference.table, row[0]) for row in tx.rows(query, {"branch": branch_id, "ids": ids})]
    return found


@cache
def _naming_by(other: Table, reference: Reference) -> Select[Any]:
    query = select(other.c.id).where(
        other.c.branch_id == bindparam("branch"), within_named(other.c[reference.column], "ids")
    )
    if reference.when is not None:
        query = query.where(other.c[reference.when[0]] == reference.when[1])
    return query


def _referring(tx: Tx, branch: Branch, key: Key, ledger: Ledger) -> dict[Key, Image]:
    """The rows that cannot be without this row, and those that cannot be without them."""
    found: dict[Key, None] = {}
    queue = {key[0]: [key[1]]}
    while queue:
        table, ids = queue.popitem()
        for other in naming(tx, branch.id, table, ids, ledger):
            if other not in found and other != key:
                found[other] = None
                queue.setdefault(other[0], []).append(other[1])
    return dict(sorted(images(tx, branch.id, found, ledger).items()))


def _once(known: dict[Key, Change] | dict[Key, Create] | dict[Key, Delete], key: Key, change: Change) -> None:
    if key in known:
        raise Rejected("group-conflict", f"One action makes or deletes the same row of {key[0]} twice.")
    known[key] = change  # type: ignore[assignment]


def _check_update(update: Update, ledger: Ledger) -> None:
    logged = ledger[update.table]
    for column in (*update.set, *update.patch):
        if column in logged.fixed:
            raise errors.Invalid(f"{update.table}.{column} cannot be changed; make another row instead.")
        if column not in logged.table.c or (column in update.patch and column not in logged.shapes):
            raise errors.Invalid(f"{update.table} has no {column} to change in this way.")


def _check(group: Group, ledger: Ledger) -> None:
    going = group.going
    if len(going) != len(group.deletes) + sum(map(len, group.captured.values())):
        raise Rejected("group-conflict", "Two deletions of one action take the same row along.")
    for key in (*group.creates, *group.updates):
        if key in going:
            raise Rejected("group-conflict", f"One action writes a row of {key[0]} and takes it away.")
    for updates in group.updates.values():
        written = [column for update in updates for column in (*update.set, *update.patch)]
        if len(written) != len(set(written)):
            raise Rejected("group-conflict", f"One action writes the same column of a row of {updates[0].table} twice.")
    for creation in group.creates.values():
        for reference in ledger[creation.table].references:
            if _named(reference, creation) in going:
                raise Rejected("group-conflict", f"One action links a row of {creation.table} to one it takes away.")
    for table in {key[0] for key in group.creates}:
        rows = [creation.row for key, creation in group.creates.items() if key[0] == table]
        for natural in ledger[table].natural_keys:
            values = [tuple(row.get(name) for name in natural) for row in rows]
            if len(values) != len(set(values)):
                raise Rejected("group-conflict", f"One action makes two rows of {table} that may be only one.")


def _named(reference: Reference, creation: Create) -> Key | None:
    needed = {reference.column} | ({reference.when[0]} if reference.when is not None else set())
    if not needed <= creation.row.keys():
        raise errors.Invalid(f"{creation.table} needs {' and '.join(sorted(needed))}.")
    return reference.of(creation.row)


def _check_references(tx: Tx, branch: Branch, group: Group, ledger: Ledger) -> None:
    wanted: dict[str, dict[str, None]] = {}
    for creation in group.creates.values():
        for reference in ledger[creation.table].references:
            target = _named(reference, creation)
            if target is not None and target not in group.creates:
                wanted.setdefault(target[0], {})[target[1]] = None
    for table, ids in wanted.items():
        there = ledger[table].table
        query = select(there.c.id).where(there.c.branch_id == bindparam("branch"), within_named(there.c.id, "ids"))
        found = {row[0] for row in tx.rows(query, {"branch": branch.id, "ids": list(ids)})}
        if found != ids.keys():
            raise errors.NotFound(f"What is to be linked is not among the {table} of this branch.")
