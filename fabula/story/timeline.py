"""Which deltas somebody means who points at an entry: the one place of the engine that knows what an entry is.

Owns positions of entries, the window of a rollback, the head turn, the scope of an edit, the banner and the watermark
of the background reader. It reverses nothing. The promise: a click becomes a set of deltas and a position to clamp to,
and the same click means the same for rollback, for undo and for a fork (digest 2.3, 2.5, 2.11).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, delete, func, select

from fabula import errors
from fabula.store.contract import Row, Tx
from fabula.store.many import within_named
from fabula.store.tables import deltas, story_entries
from fabula.story import log
from fabula.story.ledger import LEDGER, Ledger
from fabula.story.log import BACKGROUND, Branch, Delta
from fabula.story.rejected import Rejected
from fabula.story.tail import Tail

ENTRIES = "story_entries"
BANNER = "system"
SCOPE = "$invalidationScope"

_E = story_entries.c
_HERE = _E.branch_id == bindparam("branch")


@dataclass(frozen=True)
class Window:
    """A tail, the deltas in it that go, and the position of the first entry that goes."""

    tail: Tail
    seed: set[int]
    first_position: int


def entry(tx: Tx, branch: Branch, entry_id: str) -> Row:
    """An entry of the branch; errors.NotFound."""
    row = tx.one(_ENTRY, _at(branch, entry=entry_id))
    if row is None:
        raise errors.NotFound("There is no such entry on this branch.")
    return row


_ENTRY = select(story_entries).where(_HERE, _E.id == bindparam("entry"))


def newest(tx: Tx, branch: Branch, count: int = 1) -> list[Row]:
    """The last entries that tell something, newest first; a banner is passed over."""
    query = select(story_entries).where(_HERE, _E.kind != BANNER).order_by(_E.position.desc()).limit(count)
    return tx.all(query, _at(branch))


_END = select(_E.position, _E.kind, _E.metadata).where(_HERE).order_by(_E.position.desc()).limit(2)


def cleared_end(tx: Tx, branch: Branch) -> tuple[int, dict[str, Any] | None]:
    """Takes the banner away; the position of the last entry that is left, and what is recorded beside it."""
    rows = tx.rows(_END, _at(branch))
    if rows and rows[0][1] == BANNER:
        tx.run(delete(story_entries).where(_HERE, _E.kind == BANNER), _at(branch))
        rows = rows[1:]
    return (rows[0][0], rows[0][2]) if rows else (0, None)


def last_position(tx: Tx, branch: Branch) -> int:
    """The highest position in use, also by a banner; 0 when there is none."""
    return int(tx.value(select(func.coalesce(func.max(_E.position), 0)).where(_HERE), _at(branch)))


def clear_banner(tx: Tx, branch: Branch) -> bool:
    """Takes the banner, always the last entry, away if there is one. It is not logged, so no log is written."""
    rows = tx.rows(_END, _at(branch))
    there = bool(rows) and rows[0][1] == BANNER
    if there:
        tx.run(delete(story_entries).where(_HERE, _E.kind == BANNER), _at(branch))
    return there


def window(tx: Tx, branch: Branch, first: Row, ledger: Ledger = LEDGER, group: Sequence[Delta] | None = None) -> Window:
    """What goes when `first` and every entry after it goes; Rejected with `rollback-floor`.

    A delta goes when it is about one of these entries, or about none and not older than the making of `first`; `group`
    is the action that made it, when that is known already.
    """
    if group is None:
        group = log.making(tx, branch.id, ENTRIES, first["id"])
    made = next((d.position for d in group if d.op == "create" and d.key == (ENTRIES, first["id"])), None)
    if first["kind"] == "opening" or made is None:
        raise Rejected("rollback-floor", "The beginning of a story cannot be rolled back; delete the story instead.")
    going = {row[0] for row in tx.rows(_SINCE, _at(branch, position=first["position"]))}
    # What a turn wrote before its reply was there is anchored to the reply, and stands before it in the log.
    early = [delta.position for delta in group if delta.entry_id in going]
    tail = Tail(tx, branch, min([made, *early]), ledger)
    seed = {
        delta.position
        for delta in tail.deltas
        if delta.entry_id in going or (delta.entry_id is None and delta.position >= made)
    }
    return Window(tail, seed, first["position"])


_SINCE = select(_E.id).where(_HERE, _E.position >= bindparam("position"))


def following(tx: Tx, branch: Branch, position: int) -> Row | None:
    """The first entry after a position that tells something."""
    query = select(story_entries).where(_HERE, _E.kind != BANNER, _E.position > bindparam("position"))
    return tx.one(query.order_by(_E.position).limit(1), _at(branch, position=position))


def clamp(branch: Branch, first_position: int) -> dict[str, Any]:
    """What the watermark of the background reader becomes when an entry goes; never higher than it is."""
    through = branch.processed_through
    lowered = through is not None and through > first_position - 1
    return {"processed_through": first_position - 1} if lowered else {}


def scope_of(tx: Tx, branch: Branch, edited: Row) -> dict[str, Any] | None:
    """Which entries' facts an edit of this text invalidates: those from it to the tail, within the head turn."""
    head = newest(tx, branch, 2)
    if head and edited["id"] == head[0]["id"]:
        return {"entryIds": [edited["id"]], "editedPosition": edited["position"]}
    pair = len(head) == 2 and head[0]["kind"] == "ai_reply" and head[1]["kind"] == "user_action"
    if pair and edited["id"] == head[1]["id"]:
        return {"entryIds": [edited["id"], head[0]["id"]], "editedPosition": edited["position"]}
    return None


def recorded_scope(delta: Delta) -> dict[str, Any] | None:
    """The scope an edit recorded; Rejected when it cannot be read."""
    payload = delta.payload or {}
    if SCOPE not in payload:
        return None
    scope: dict[str, Any] = payload[SCOPE]
    sound = isinstance(scope, dict) and isinstance(scope.get("editedPosition"), int)
    if not sound or not all(isinstance(each, str) for each in scope.get("entryIds", [0])):
        raise Rejected("log-damaged", "The log says in no readable way what an edit invalidated; verify the story.")
    return scope


def stale_facts(tx: Tx, branch: Branch, entry_ids: Sequence[str]) -> list[Delta]:
    """What the background reader took from these entries, but for the entities it introduced."""
    query = select(*log.COLUMNS).where(
        deltas.c.branch_id == bindparam("branch"),
        deltas.c.source == BACKGROUND,
        within_named(deltas.c.entry_id, "entries"),
        ~((deltas.c.op == "create") & (deltas.c.target_table == "entities")),
    )
    made = log.creates(tx, branch.id, entry_ids)
    start = min(made.values()) if len(made) == len(set(entry_ids)) else 0
    query = query.where(deltas.c.log_position >= bindparam("start"))
    return log.read_as(tx, query, _at(branch, entries=list(entry_ids), start=start))


def _at(branch: Branch, **also: Any) -> dict[str, Any]:
    return {"branch": branch.id, **also}
