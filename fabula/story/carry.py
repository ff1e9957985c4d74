"""Carrying a plan out, and remembering it so that it can be redone.

Owns the statements of a reversal, and the step that a redo replays. It decides nothing. The promise: rows go, change
and come back in that order; a step holds all that its redo needs and is dropped with the first thing that is logged;
what a row embeds is marked for embedding again (digest 2.12).
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, delete, insert, select, update

from fabula.store.contract import Tx
from fabula.store.tables import undone
from fabula.story import log
from fabula.story.ledger import LEDGER, Image, Key, Ledger
from fabula.story.log import Branch, Delta
from fabula.story.plan import Plan

STEPS_MAX = 100
"""How many undone steps can be redone; the oldest are forgotten."""


def carry_out(tx: Tx, branch: Branch, plan: Plan, ledger: Ledger = LEDGER) -> None:
    """Writes a plan's rows and log. The caller moves the branch's version."""
    rows(tx, branch.id, plan.gone, plan.changed, plan.back, ledger)
    log.prune(tx, branch, [delta.position for delta in plan.pruned])
    log.change(tx, branch.id, [after for _, after in plan.edited.values()])
    branch.last = log.UNKNOWN
    settle_trash(tx, branch, plan, ledger)


def rows(
    tx: Tx,
    branch_id: str,
    gone: dict[str, list[str]],
    changed: dict[Key, dict[str, Any]],
    back: dict[Key, Image],
    ledger: Ledger,
) -> None:
    """Deletes, changes and inserts rows of a branch; deletions first, so that what comes back finds its place free."""
    for table, ids in gone.items():
        tx.run(ledger[table].delete_ids, {"branch": branch_id, "ids": ids})
    sets: dict[tuple[str, tuple[str, ...]], list[dict[str, Any]]] = {}
    for (table, row_id), values in changed.items():
        if values.keys() & set(ledger[table].life.embeds):
            values = {**values, "embedding_stale": True}
        bound = {"the_branch": branch_id, "the_id": row_id, **{f"to_{name}": value for name, value in values.items()}}
        sets.setdefault((table, tuple(values)), []).append(bound)
    for (table, names), many in sets.items():
        tx.run_each(ledger[table].update_row(names), many)
    new: dict[str, list[Image]] = {}
    for (table, _), row in back.items():
        stale = {"embedding_stale": True} if ledger[table].life.embeds else {}
        new.setdefault(table, []).append({"branch_id": branch_id, **row, **stale})
    for table, images in new.items():
        tx.run_each(ledger[table].insert_rows, images)


def settle_trash(tx: Tx, branch: Branch, plan: Plan, ledger: Ledger) -> None:
    """Marks shared things nothing shows any more as trash, and takes back the mark of those shown again."""
    touched = {*plan.gone, *(table for table, _ in plan.back)}
    for shared, mark, keepers in ledger.trash:
        if not any(keeper.table.name in touched for keeper in keepers):
            continue
        kept = [select(keeper).where(keeper.is_not(None)) for keeper in keepers]
        held = shared.c.id.in_(kept[0].union_all(*kept[1:]))
        column = shared.c[mark]
        tx.run(update(shared).where(column.is_(None), ~held).values({mark: tx.now}))
        tx.run(update(shared).where(column.is_not(None), held).values({mark: None}))


def remember(tx: Tx, branch: Branch, plan: Plan, entries: dict[str, Any], ledger: Ledger = LEDGER) -> None:
    """Keeps what it takes to redo a plan, on top of what was undone before; `entries` is for the clamp at redo."""
    step = {
        "deltas": [_frozen(delta) for delta in plan.pruned],
        "edited": [_frozen(was) for was, _ in plan.edited.values()],
        "gone": [[table, row_id] for table, row_id in plan.back],
        "changed": [
            [*key, ledger[key[0]].frozen({name: plan.before[key][name] for name in values})]
            for key, values in plan.changed.items()
        ],
        "back": [
            [table, ledger[table].frozen(plan.before[(table, row_id)])]
            for table, ids in plan.gone.items()
            for row_id in ids
        ],
        **entries,
    }
    depth = branch.redoable + 1
    if depth == 1:
        tx.run(_FORGET, {"branch": branch.id})
    if depth > STEPS_MAX:
        tx.run(_FORGET_OLD, {"branch": branch.id, "through": depth - STEPS_MAX})
    tx.run(_REMEMBER, {"branch_id": branch.id, "depth": depth, "step": step, "created_at": tx.now})
    branch.redoable = depth


_HERE = undone.c.branch_id == bindparam("branch")
_FORGET = delete(undone).where(_HERE)
_FORGET_OLD = _FORGET.where(undone.c.depth <= bindparam("through"))
_FORGET_ONE = _FORGET.where(undone.c.depth == bindparam("depth"))
_REMEMBER = insert(undone)
_STEP = select(undone.c.step).where(_HERE, undone.c.depth == bindparam("depth"))


def next_step(tx: Tx, branch: Branch) -> dict[str, Any] | None:
    """The newest undone step, None when nothing can be redone."""
    if not branch.redoable:
        return None
    step: dict[str, Any] | None = tx.value(_STEP, {"branch": branch.id, "depth": branch.redoable})
    return step


def replay(tx: Tx, branch: Branch, step: dict[str, Any], ledger: Ledger = LEDGER) -> None:
    """Does again what a step undid: every row and every delta is what and where it was."""
    gone: dict[str, list[str]] = {}
    for table, row_id in step["gone"]:
        gone.setdefault(table, []).append(row_id)
    changed = {(table, row_id): ledger[table].thawed(values) for table, row_id, values in step["changed"]}
    back = {(table, row["id"]): ledger[table].thawed(row) for table, row in step["back"]}
    rows(tx, branch.id, gone, changed, back, ledger)
    log.restore(tx, branch, [_thawed(delta) for delta in step["deltas"]])
    log.change(tx, branch.id, [_thawed(delta) for delta in step["edited"]])
    branch.last = log.UNKNOWN
    tx.run(_FORGET_ONE, {"branch": branch.id, "depth": branch.redoable})
    settle_trash(tx, branch, Plan(gone=gone, back=back), ledger)


def _frozen(delta: Delta) -> dict[str, Any]:
    return {
        "position": delta.position,
        "entry_id": delta.entry_id,
        "action_id": delta.action_id,
        "source": delta.source,
        "table": delta.table,
        "target": delta.target,
        "op": delta.op,
        "payload": delta.payload,
        "created_at": delta.created_at.isoformat(),
        "encoding": delta.encoding,
    }


def _thawed(delta: dict[str, Any]) -> Delta:
    return Delta(**{**delta, "created_at": datetime.fromisoformat(delta["created_at"])})
