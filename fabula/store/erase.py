"""Deleting a row and everything that is its own.

Owns one walk over the declared lives, for whatever table. It knows no table by name. The promise: what a row owns goes
with it, what merely refers to it is changed as its life says, what is shared stays while somebody keeps it, and no
reference is left that leads nowhere; the database's own foreign keys, which never cascade, are the second witness.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Column, ColumnElement, MetaData, Table, delete, select, update

from fabula.store.contract import Tx, chunks
from fabula.store.life import LIVES, Cleared, Erased, Life, Reaction, Released, reactions
from fabula.store.many import within


def erase(
    tx: Tx,
    table: Table,
    *,
    ids: Iterable[str] | None = None,
    where: ColumnElement[bool] | None = None,
    lives: Mapping[str, Life] = LIVES,
) -> dict[str, int]:
    """Deletes the rows with these ids, or that meet `where`, and all they own; rows deleted for each table.

    Exactly one of `ids` and `where` is given; unknown ids are passed over. A shared row (a book) goes when the last
    row that keeps it goes (its last story). Call it inside the unit that decided it.
    """
    if (ids is None) == (where is None):
        raise ValueError("erase needs either ids or a condition")
    if ids is not None and len(table.primary_key.columns) != 1:
        raise ValueError(f"a row of {table.name} has no single id; give a condition")
    counts: Counter[str] = Counter()
    if where is not None and not _referring(table.metadata, table, lives):
        counts[table.name] += tx.run(delete(table).where(where))
    else:
        wanted = list(ids) if ids is not None else _ids(tx, table, where)
        _erase(tx, table, wanted, lives, counts)
    return {name: count for name, count in sorted(counts.items()) if count}


@dataclass
class _Plan:
    """Ids to delete where a table's rows are referred to; conditions to delete by where nobody refers to them."""

    doomed: dict[Table, dict[str, None]] = field(default_factory=dict)
    leaves: list[tuple[Column[Any], list[str]]] = field(default_factory=list)
    loosened: list[tuple[Column[Any], Reaction, list[str]]] = field(default_factory=list)


def _erase(tx: Tx, table: Table, ids: list[str], lives: Mapping[str, Life], counts: Counter[str]) -> None:
    plan = _plan(tx, table, ids, lives)
    orphans = _maybe_orphaned(tx, plan, lives)
    order = {each: position for position, each in enumerate(table.metadata.sorted_tables)}
    for column, values in sorted(plan.leaves, key=lambda leaf: -order[leaf[0].table]):
        for part in chunks(values):
            counts[column.table.name] += tx.run(delete(column.table).where(column.in_(part)))
    for column, reaction, values in plan.loosened:
        also = dict(reaction.also) if isinstance(reaction, Cleared) else {}
        for part in chunks(values):
            tx.run(update(column.table).where(column.in_(part)).values({column.name: None, **also}))
    for each in sorted(plan.doomed, key=lambda each: -order[each]):
        for part in chunks(plan.doomed[each]):
            counts[each.name] += tx.run(delete(each).where(_key(each).in_(part)))
    for shared, candidates in orphans.items():
        unkept = _unkept(tx, shared, candidates, lives)
        trash = lives[shared.name].trash
        if unkept and trash is not None:
            tx.run(update(shared).where(within(_key(shared), unkept)).values({trash: tx.now}))
        elif unkept:
            _erase(tx, shared, unkept, lives, counts)


def _plan(tx: Tx, table: Table, ids: list[str], lives: Mapping[str, Life]) -> _Plan:
    """Walks from the rows that were named to all that must go with them, without changing anything."""
    plan = _Plan()
    queue = [(table, ids)]
    while queue:
        at, found = queue.pop()
        known = plan.doomed.setdefault(at, {})
        fresh = [each for each in dict.fromkeys(found) if each not in known]
        if not fresh:
            continue
        known.update(dict.fromkeys(fresh))
        for column, reaction in _referring(table.metadata, at, lives):
            if not isinstance(reaction, Erased):
                plan.loosened.append((column, reaction, fresh))
            elif _referring(table.metadata, column.table, lives):
                rows = tx.among(select(_key(column.table)), column, fresh)
                queue.append((column.table, [row[_key(column.table).name] for row in rows]))
            else:
                plan.leaves.append((column, fresh))
    return plan


def _maybe_orphaned(tx: Tx, plan: _Plan, lives: Mapping[str, Life]) -> dict[Table, list[str]]:
    """Shared rows that lose a keeper, or are let go, by this plan; asked before anything is deleted."""
    found: dict[Table, list[str]] = {}
    for table, doomed in plan.doomed.items():
        for shared in table.metadata.sorted_tables:
            for keeper in lives[shared.name].kept_by:
                name, _, column = keeper.partition(".")
                if name == table.name:
                    kept = table.c[column]
                    rows = tx.among(select(kept).where(kept.is_not(None)), _key(table), doomed)
                    found.setdefault(shared, []).extend(row[column] for row in rows)
    for reaching, owners in plan.leaves:
        for shared in reaching.table.metadata.sorted_tables:
            for keeper in lives[shared.name].kept_by:
                name, _, column = keeper.partition(".")
                if name == reaching.table.name:
                    kept = reaching.table.c[column]
                    rows = tx.among(select(kept).where(kept.is_not(None)).distinct(), reaching, owners)
                    found.setdefault(shared, []).extend(row[column] for row in rows)
    for reference, reaction, ids in plan.loosened:
        if isinstance(reaction, Released):
            shared = reference.table
            rows = tx.among(select(_key(shared)), reference, ids)
            found.setdefault(shared, []).extend(row[_key(shared).name] for row in rows)
    return found


def _unkept(tx: Tx, shared: Table, candidates: list[str], lives: Mapping[str, Life]) -> list[str]:
    left = dict.fromkeys(row[_key(shared).name] for row in tx.among(select(_key(shared)), _key(shared), candidates))
    for keeper in lives[shared.name].kept_by:
        name, _, column = keeper.partition(".")
        kept = shared.metadata.tables[name].c[column]
        for row in tx.among(select(kept).distinct(), kept, list(left)):
            left.pop(row[column], None)
    return list(left)


def _referring(tables: MetaData, table: Table, lives: Mapping[str, Life]) -> list[tuple[Column[Any], Reaction]]:
    """Every column, of any table, that refers to this one, with what erasing does to its rows."""
    return [
        (other.c[name], reaction)
        for other in tables.sorted_tables
        for name, reaction in reactions(other, lives).items()
        if other.c[name].references(_key(table))
    ]


def _ids(tx: Tx, table: Table, where: ColumnElement[bool] | None) -> list[str]:
    key = _key(table)
    statement = select(key) if where is None else select(key).where(where)
    return [row[key.name] for row in tx.all(statement.order_by(key))]


def _key(table: Table) -> Column[Any]:
    return next(iter(table.primary_key.columns))
