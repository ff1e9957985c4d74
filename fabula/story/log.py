"""The delta log of a branch, and the branch as it is found at the start of a unit.

Owns reading and writing of deltas, log positions and versions. It does not know what a delta means for its row. The
promise: positions only ever grow past what is there, a change of the log and the version of its branch go together,
and who names a version that is gone is refused.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from operator import attrgetter
from typing import Any, Literal

from sqlalchemy import Executable, bindparam, delete, func, insert, select, type_coerce, update
from sqlalchemy import column as untyped_column
from sqlalchemy import table as untyped
from sqlalchemy.sql.dml import Update
from sqlalchemy.sql.selectable import Select
from sqlalchemy.types import NullType

from fabula import errors
from fabula.store.columns import Instant, plain_json
from fabula.store.contract import Tx
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
    """The highest log position, 0 for an empty log; UNKNOWN after a reversal, until it is asked for again."""


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


COLUMNS = tuple(
    type_coerce(deltas.c[name], NullType())
    for name in (
        "log_position",
        "entry_id",
        "action_id",
        "source",
        "target_table",
        "target_id",
        "op",
        "undo_payload",
        "created_at",
        "encoding_version",
    )
)
"""What `read_as` reads: as the driver gives it, because a log is long and its moments are few."""
_HERE = deltas.c.branch_id == bindparam("branch")
UNKNOWN = -1


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
    if branch.last == UNKNOWN:
        branch.last = int(tx.value(_LAST, {"branch": branch.id}))
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


_LAST = select(func.coalesce(func.max(deltas.c.log_position), 0)).where(_HERE)


def moved(tx: Tx, branch: Branch, **also: Any) -> None:
    """The branch has changed: its version grows. `also` sets more of its columns."""
    branch.version += 1
    for name, value in also.items():
        setattr(branch, name, value)
    values = {f"to_{name}": value for name, value in also.items()}
    tx.run(_moved(tuple(also)), {"the_branch": branch.id, "to_version": branch.version, **values})


@cache
def _moved(names: tuple[str, ...]) -> Update:
    values: dict[str, Any] = {name: bindparam(f"to_{name}") for name in ("version", *names)}
    return update(branches).where(branches.c.id == bindparam("the_branch")).values(values)


_LOGGED = update(branches).where(branches.c.id == bindparam("the_branch")).values(version=bindparam("to"), redoable=0)


def logged(tx: Tx, branch: Branch) -> None:
    """Something new was logged: the version grows, and nothing can be redone any more."""
    branch.version, branch.redoable = branch.version + 1, 0
    tx.run(_LOGGED, {"the_branch": branch.id, "to": branch.version})


def read(tx: Tx, branch_id: str, start: int, before: int | None = None) -> list[Delta]:
    """The deltas from a position on (and before another one), oldest first."""
    if before is None:
        return read_as(tx, _FROM, {"branch": branch_id, "start": start})
    return read_as(tx, _BETWEEN, {"branch": branch_id, "start": start, "before": before})


# Sorted in `read_as` rather than there: SQLite would otherwise prefer an index that sorts to one that selects.
_FROM = select(*COLUMNS).where(_HERE, deltas.c.log_position >= bindparam("start"))
_BETWEEN = _FROM.where(deltas.c.log_position < bindparam("before"))


def read_as(tx: Tx, query: Executable, values: Mapping[str, Any]) -> list[Delta]:
    """The deltas that a query of COLUMNS finds, oldest first."""
    dialect, moments = tx.connection.dialect, dict[Any, Any]()
    found: list[Delta] = []
    for at, entry_id, action_id, source, table, target, op, payload, created, encoding in tx.rows(query, values):
        if created not in moments:
            moments[created] = _INSTANT.process_result_value(created, dialect)
        told = _DECODE(payload) if type(payload) is str else payload
        found.append(Delta(at, entry_id, action_id, source, table, target, op, told, moments[created], encoding))
    found.sort(key=attrgetter("position"))
    return found


_DECODE = json.JSONDecoder().decode


def of_action(tx: Tx, branch_id: str, action_id: str) -> list[Delta]:
    """The deltas of one action, oldest first."""
    return read_as(tx, _OF_ACTION, {"branch": branch_id, "action": action_id})


_OF_ACTION = select(*COLUMNS).where(_HERE, deltas.c.action_id == bindparam("action"))


def making(tx: Tx, branch_id: str, table: str, row_id: str) -> list[Delta]:
    """The deltas of the action that made a row, oldest first; none when the log did not make it."""
    return read_as(tx, _MAKING, {"branch": branch_id, "table": table, "row": row_id})


_MAKER = select(deltas.c.action_id).where(
    _HERE,
    deltas.c.target_id == bindparam("row"),
    deltas.c.target_table == bindparam("table"),
    deltas.c.op == "create",
)
_MAKING = select(*COLUMNS).where(_HERE, deltas.c.action_id == _MAKER.limit(1).scalar_subquery().correlate(None))


def creates(tx: Tx, branch_id: str, ids: Iterable[str]) -> Mapping[Key, int]:
    """Where in the log these rows were made; rows it did not make are missing."""
    return {(row[0], row[1]): row[2] for row in tx.rows(_CREATES, {"branch": branch_id, "ids": list(ids)})}


_CREATES = select(deltas.c.target_table, deltas.c.target_id, deltas.c.log_position).where(
    _HERE, within_named(deltas.c.target_id, "ids"), deltas.c.op == "create"
)


def oldest(tx: Tx, branch_id: str, ids: Iterable[str]) -> Mapping[Key, int]:
    """Where in the log these rows were made or, if they were there from the start, first written to."""
    return {(row[0], row[1]): row[2] for row in tx.rows(_OLDEST, {"branch": branch_id, "ids": list(ids)})}


_OLDEST = (
    select(deltas.c.target_table, deltas.c.target_id, func.min(deltas.c.log_position))
    .where(_HERE, within_named(deltas.c.target_id, "ids"))
    .group_by(deltas.c.target_table, deltas.c.target_id)
)


def about(tx: Tx, branch_id: str, entry_id: str, start: int) -> list[Delta]:
    """The deltas from a position on that are about an entry, oldest first."""
    return read_as(tx, _ABOUT, {"branch": branch_id, "entry": entry_id, "start": start})


_ABOUT = _FROM.where(deltas.c.entry_id == bindparam("entry"))


def of_rows(tx: Tx, branch_id: str, ids: Iterable[str], start: int) -> list[Delta]:
    """The deltas from a position on of the rows with these ids, oldest first."""
    return read_as(tx, _OF_ROWS, {"branch": branch_id, "ids": sorted(ids), "start": start})


_OF_ROWS = _FROM.where(within_named(deltas.c.target_id, "ids"))


def newest(tx: Tx, branch_id: str, limit: int, before: int) -> list[Delta]:
    """The last `limit` deltas before a position, oldest first."""
    return read_as(tx, _NEWEST_FEW, {"branch": branch_id, "before": min(before, _POSITION_MAX), "limit": limit})


_POSITION_MAX = 2**62
_NEWEST_FEW = (
    select(*COLUMNS)
    .where(_HERE, deltas.c.log_position < bindparam("before"))
    .order_by(deltas.c.log_position.desc())
    .limit(bindparam("limit"))
)


def newest_undoable(tx: Tx, branch_id: str) -> list[Delta]:
    """The deltas of the newest action that somebody could mean by "undo": background passes are stepped over."""
    return read_as(tx, _UNDOABLE, {"branch": branch_id})


_NEWEST = select(deltas.c.action_id).where(_HERE, deltas.c.source != BACKGROUND).order_by(deltas.c.log_position.desc())
_UNDOABLE = select(*COLUMNS).where(_HERE, deltas.c.action_id == _NEWEST.limit(1).scalar_subquery().correlate(None))
