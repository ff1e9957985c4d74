"""A new branch from any entry, with the whole history up to it.

Owns the copying. Rows and deltas that survive are copied by the database, those that do not are never copied; what has
to be rewound is worked out on the parent by the planner, as for a rollback, and written to the child. The promise: the
child is what the parent would be after a rollback to just behind the entry, the parent is not touched, and every id
stays (data model, Branch model; decisions on the delta engine, 4.2).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Table, bindparam, func, insert, literal, select, update
from sqlalchemy.sql.elements import ColumnElement

from fabula import errors
from fabula.ids import new_id
from fabula.store.columns import Name
from fabula.store.contract import Tx
from fabula.store.life import LIVES, Fork, Life
from fabula.store.many import within_named
from fabula.store.tables import branches, deltas, stories
from fabula.story import log, timeline
from fabula.story.carry import rows
from fabula.story.conversations import copy_conversations
from fabula.story.ledger import LEDGER, Ledger
from fabula.story.log import Branch
from fabula.story.plan import Plan, planned

NAME_MAX = 200
BRANCHES_MAX = 200
"""How many branches a story may have, so that all of them can be listed at once."""


def fork(
    tx: Tx,
    parent: Branch,
    entry_id: str,
    name: str,
    *,
    switch: bool = True,
    ledger: Ledger = LEDGER,
    lives: Mapping[str, Life] = LIVES,
) -> Branch:
    """A branch that begins as the story was after `entry_id`; with `switch` it becomes the story's current one."""
    at = timeline.entry(tx, parent, entry_id)
    if at["kind"] == timeline.BANNER:
        raise errors.Invalid("A branch cannot begin at a notice; choose an entry.")
    after = timeline.following(tx, parent, at["position"])
    plan = Plan()
    if after is not None:
        window = timeline.window(tx, parent, after, ledger)
        plan = planned(tx, parent, window.tail, window.seed, ledger=ledger)
    check_room(tx, parent.story_id, 1)
    child = _branch(tx, parent, at, cleaned(name))
    for table in ledger.tables.values():
        _copy(tx, table.table, parent.id, child.id, plan.gone.get(table.name, []), table.life.aside)
    rows(tx, child.id, {}, plan.changed, plan.back, ledger)
    _copy_log(tx, parent, child, plan)
    for other in _also_copied(ledger, lives):
        _copy(tx, other, parent.id, child.id)
    copy_conversations(tx, parent, child, None if after is None else after["created_at"])
    if switch:
        tx.run(update(stories).where(stories.c.id == parent.story_id).values(current_branch_id=child.id))
    return child


def check_room(tx: Tx, story_id: str, more: int = 0) -> None:
    """The story may have so many more branches; errors.Conflict."""
    if int(tx.value(select(func.count()).where(branches.c.story_id == story_id))) + more > BRANCHES_MAX:
        raise errors.Conflict(f"A story has at most {BRANCHES_MAX} branches; delete one first.")


def cleaned(name: str) -> str:
    """The name of a branch: not blank, not endless; errors.Invalid."""
    name = " ".join(name.split())
    if not name or len(name) > NAME_MAX:
        raise errors.Invalid(f"A branch has a name of at most {NAME_MAX} characters.")
    return name


def _branch(tx: Tx, parent: Branch, at: Any, name: str) -> Branch:
    through = None if parent.processed_through is None else min(parent.processed_through, at["position"])
    child = Branch(new_id("brch"), parent.story_id, parent.person_id, name, 1, 0, through, log.UNKNOWN)
    row = {"id": child.id, "story_id": child.story_id, "name": name, "parent_id": parent.id, "version": 1}
    tx.insert(branches, {**row, "fork_entry_id": at["id"], "processed_through": through})
    return child


def _copy(
    tx: Tx, table: Table, parent: str, child: str, gone: list[str] | None = None, aside: tuple[str, str] | None = None
) -> None:
    """All rows of the parent but those that are gone or stand aside, under the child's id."""
    columns = [column for column in table.columns if column.name != "branch_id"]
    kept: list[ColumnElement[bool]] = [table.c.branch_id == bindparam("parent")]
    values: dict[str, Any] = {"parent": parent}
    if gone:
        kept.append(~within_named(table.c.id, "gone"))
        values["gone"] = gone
    if aside is not None:
        kept.append(table.c[aside[0]] != aside[1])
    chosen = select(literal(child, Name), *columns).where(*kept)
    tx.run(insert(table).from_select(["branch_id", *(column.name for column in columns)], chosen), values)


def _copy_log(tx: Tx, parent: Branch, child: Branch, plan: Plan) -> None:
    columns = [column for column in deltas.columns if column.name != "branch_id"]
    kept: list[ColumnElement[bool]] = [deltas.c.branch_id == bindparam("parent")]
    values: dict[str, Any] = {"parent": parent.id}
    if plan.pruned:
        kept.append(~within_named(deltas.c.log_position, "gone", whole=True))
        values["gone"] = [delta.position for delta in plan.pruned]
    chosen = select(literal(child.id, Name), *columns).where(*kept)
    tx.run(insert(deltas).from_select(["branch_id", *(column.name for column in columns)], chosen), values)
    log.change(tx, child.id, [after for _, after in plan.edited.values()])


def _also_copied(ledger: Ledger, lives: Mapping[str, Life]) -> list[Table]:
    """Tables of a branch outside the log that a fork copies whole."""
    tables = next(iter(ledger.tables.values())).table.metadata.tables
    copied = [name for name, life in lives.items() if life.fork is Fork.COPIED and life.owner == "branch_id"]
    return [tables[name] for name in sorted(copied) if name in tables and name not in ledger.tables]
