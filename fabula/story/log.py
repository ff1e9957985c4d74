"""The delta log of a branch, and the branch as it is found at the start of a unit.

Owns reading and writing of deltas, log positions and versions. It does not know what a delta means for its row. The
promise: positions only ever grow past what is there, a change of the log and the version of its branch go together,
and who names a version that is gone is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, Literal

from sqlalchemy import bindparam, delete, func, insert, select, update
from sqlalchemy import column as untyped_column
from sqlalchemy import table as untyped
from sqlalchemy.sql.selectable import Select

from fabula import errors
from fabula.store.columns import Instant, plain_json
from fabula.store.contract import Row, Tx
from fabula.store.many import within_named
from fabula.store.tables import branches, deltas, stories
from fabula.story.ledger import Key
from fabula.story.rejected import Stale

Op = Literal["create", "update", "delete"]
USER = "user_edit"
BACKGROUND = "periodic_classifier"
NO_BRANCH = "There is no such story or branch."
VERSION = 1


@dataclass
class Branch:
    """A branch as this unit knows it; its counters move along with what the unit writes."""

    id: str
    story_id: str
    person_id: str
    name: str
    version: int
    redoable: int
    processed_through: int | None
    last: int
    """The highest log position, 0 for an empty log."""


@dataclass(slots=True)
class Delta:
    """One change of one row, with what it takes to undo it."""

    position: int
    entry_id: str | None
    action_id: str
    source: str
    table: str
    target: str
    op: Op
    payload: dict[str, Any] | None
    created_at: datetime
    encoding: int = VERSION

    @property
    def key(self) -> Key:
        """The row it changed."""
        return (self.table, self.target)

    @property
    def machine(self) -> bool:
        """Whether no person wrote it."""
        return self.source != USER

    def values(self, branch_id: str) -> dict[str, Any]:
        """As a row of `deltas`."""
        return {
            "branch_id": branch_id,
            "log_position": self.position,
            "entry_id": self.entry_id,
            "action_id": self.action_id,
            "source": self.source,
            "target_table": self.table,
            "target_id": self.target,
            "op": self.op,
            "undo_payload": self.payload,
            "encoding_version": self.encoding,
            "created_at": self.created_at,
        }


COLUMNS = (
    deltas.c.log_position,
    deltas.c.entry_id,
    deltas.c.action_id,
    deltas.c.source,
    deltas.c.target_table,
    deltas.c.target_id,
    deltas.c.op,
    deltas.c.undo_payload,
    deltas.c.created_at,
    deltas.c.encoding_version,
)
_HERE = deltas.c.branch_id == bindparam("branch")


def find_branch(
    tx: Tx, person_id: str, branch_id: str | None = None, *, story_id: str | None = None, seen: int | None = None
) -> Branch:
    """A person's branch, or the current one of their story; locked for writing when the unit writes.

    A stranger's is errors.NotFound. `seen` is the version the caller looked at; rejected.Stale when it has moved on.
    """
    if branch_id is None and story_id is None:
        raise errors.Invalid("Name a branch or a story.")
    chosen: dict[str, Any] = {"person": person_id}
    query = _branch_query(branch_id is None, story_id is not None, tx.writable)
    chosen |= {"branch": branch_id} if branch_id is not None else {}
    chosen |= {"story": story_id} if story_id is not None else {}
    found = tx.rows(query, chosen)
    if not found:
        raise errors.NotFound(NO_BRANCH)
    branch = Branch(*found[0])
    if seen is not None and seen != branch.version:
        raise Stale(branch.version)
    return branch


@cache
def _branch_query(current: bool, of_story: bool, locking: bool) -> Select[Any]:
    newest = select(func.max(deltas.c.log_position)).where(deltas.c.branch_id == branches.c.id).scalar_subquery()
    query = (
        select(
            branches.c.id,
            branches.c.story_id,
            stories.c.person_id,
            branches.c.name,
            branches.c.version,
            branches.c.redoable,
            branches.c.processed_through,
            func.coalesce(newest, 0).label("last"),
        )
        .join(stories, stories.c.id == branches.c.story_id)
        .where(stories.c.person_id == bindparam("person"))
    )
    if of_story:
        query = query.where(stories.c.id == bindparam("story"))
    query = query.where(branches.c.id == (stories.c.current_branch_id if current else bindparam("branch")))
    return query.with_for_update(of=branches) if locking else query


def append(tx: Tx, branch: Branch, made: Sequence[Delta]) -> None:
    """Writes deltas at the head, in order, and gives them their positions."""
    for delta in made:
        branch.last += 1
        delta.position = branch.last
    restore(tx, branch, made)


def restore(tx: Tx, branch: Branch, kept: Sequence[Delta]) -> None:
    """Writes deltas at the positions they have."""
    dialect, stamps = tx.connection.dialect, dict[datetime, Any]()
    rows = [delta.values(branch.id) for delta in kept]
    for row in rows:
        at = row["created_at"]
        if at not in stamps:
            stamps[at] = _INSTANT.process_bind_param(at, dialect)
        row["created_at"] = stamps[at]
        if row["undo_payload"] is not None:
            row["undo_payload"] = plain_json(row["undo_payload"])
    tx.run_each(_INSERT, rows)


_INSTANT = Instant()
# Untyped: a turn writes a dozen deltas, and what is in them has been through the types of its own columns already.
_INSERT = insert(untyped(deltas.name, *(untyped_column(column.name) for column in deltas.columns)))
_PRUNE = delete(deltas).where(_HERE, within_named(deltas.c.log_position, "positions", whole=True))
_SET = (
    update(deltas)
    .where(deltas.c.branch_id == bindparam("the_branch"), deltas.c.log_position == bindparam("the_position"))
    .values(
        undo_payload=bindparam("payload"),
        source=bindparam("by"),
        entry_id=bindparam("entry"),
        action_id=bindparam("action"),
    )
)


def prune(tx: Tx, branch: Branch, positions: Iterable[int]) -> None:
    """Takes deltas out of the log; the gaps stay."""
    listed = sorted(positions)
    if listed:
        tx.run(_PRUNE, {"branch": branch.id, "positions": listed})


def change(tx: Tx, branch_id: str, changed: Iterable[Delta]) -> None:
    """Writes payloads and owners of deltas that stay. Only a reversal does this."""
    rows = [
        {
            "the_branch": branch_id,
            "the_position": delta.position,
            "payload": delta.payload,
            "by": delta.source,
            "entry": delta.entry_id,
            "action": delta.action_id,
        }
        for delta in changed
    ]
    tx.run_each(_SET, rows)


def measure(tx: Tx, branch: Branch) -> None:
    """Looks again where the log ends."""
    branch.last = int(tx.value(_LAST, {"branch": branch.id}))


_LAST = select(func.coalesce(func.max(deltas.c.log_position), 0)).where(_HERE)


def moved(tx: Tx, branch: Branch, **also: Any) -> None:
    """The branch has changed: its version grows. `also` sets more of its columns."""
    branch.version += 1
    for name, value in also.items():
        setattr(branch, name, value)
    tx.run(update(branches).where(branches.c.id == branch.id).values(version=branch.version, **also))


_LOGGED = update(branches).where(branches.c.id == bindparam("the_branch")).values(version=bindparam("to"), redoable=0)


def logged(tx: Tx, branch: Branch) -> None:
    """Something new was logged: the version grows, and nothing can be redone any more."""
    branch.version, branch.redoable = branch.version + 1, 0
    tx.run(_LOGGED, {"the_branch": branch.id, "to": branch.version})


def read(tx: Tx, branch_id: str, start: int, before: int | None = None) -> list[Delta]:
    """The deltas from a position on (and before another one), oldest first."""
    query, values = _FROM, {"branch": branch_id, "start": start}
    if before is not None:
        query = query.where(deltas.c.log_position < before)
    return sorted((Delta(*row) for row in tx.rows(query, values)), key=lambda delta: delta.position)


# Sorted here rather than there: SQLite would otherwise prefer an index that sorts to one that selects.
_FROM = select(*COLUMNS).where(_HERE, deltas.c.log_position >= bindparam("start"))


def of_action(tx: Tx, branch_id: str, action_id: str) -> list[Delta]:
    """The deltas of one action, oldest first."""
    query = select(*COLUMNS).where(_HERE, deltas.c.action_id == bindparam("action"))
    found = (Delta(*row) for row in tx.rows(query, {"branch": branch_id, "action": action_id}))
    return sorted(found, key=lambda delta: delta.position)


def creates(tx: Tx, branch_id: str, ids: Iterable[str]) -> Mapping[Key, int]:
    """Where in the log these rows were made; rows it did not make are missing."""
    query = select(deltas.c.target_table, deltas.c.target_id, deltas.c.log_position).where(
        _HERE, within_named(deltas.c.target_id, "ids"), deltas.c.op == "create"
    )
    return {(row[0], row[1]): row[2] for row in tx.rows(query, {"branch": branch_id, "ids": list(ids)})}


def newest_undoable(tx: Tx, branch_id: str) -> Row | None:
    """The newest delta that somebody could mean by "undo": background passes are stepped over."""
    query = select(deltas.c.log_position, deltas.c.action_id).where(_HERE, deltas.c.source != BACKGROUND)
    return tx.one(query.order_by(deltas.c.log_position.desc()).limit(1), {"branch": branch_id})
