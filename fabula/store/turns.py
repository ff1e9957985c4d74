"""One claim protocol for every slow thing: chat turns, imports, and whatever is slow tomorrow.

Owns who may work on a turn and whose result counts. It knows nothing of what the work is. The promise: at most one
claim is in progress in a lane; whoever lost a claim cannot write under it; a completed result never changes and is
replayed to the same key; attempts only grow (service specification, 4.1.6 and 6.5).

These are synchronous functions for use inside units, so that the rows of the work and the state of the claim are
committed together. Leases are judged by `tx.now`, the database's time. `claims` has what the holder of a claim may do
and `hold` keeps one alive; both are at hand here under their own names.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from sqlalchemy import and_, or_, select, update

from fabula import errors
from fabula.store.claims import (
    CANCELLED,
    EXHAUSTED,
    LEASE_S,
    RETRY,
    SUPERSEDED,
    Claim,
    advance,
    fail,
    fence,
    finish,
    renew,
)
from fabula.store.contract import Row, Tx
from fabula.store.hold import HEARTBEAT_S, Held, holding
from fabula.store.tables import turns

__all__ = [
    "CANCELLED",
    "EXHAUSTED",
    "HEARTBEAT_S",
    "LEASE_S",
    "RETRY",
    "SUPERSEDED",
    "Claim",
    "Held",
    "Replay",
    "accept",
    "advance",
    "begin",
    "cancel",
    "due",
    "fail",
    "fence",
    "finish",
    "holding",
    "look",
    "renew",
    "retry",
    "take",
]


@dataclass(frozen=True)
class Replay:
    """The key was completed before: the stored result, and the snapshot it was made from."""

    key: str
    result: dict[str, Any]
    snapshot: dict[str, Any]


def begin(
    tx: Tx,
    *,
    key: str,
    kind: str,
    lane: str,
    person_id: str,
    fingerprint: str,
    snapshot: Mapping[str, Any],
    book_id: str | None = None,
    branch_id: str | None = None,
    character_id: str | None = None,
    lease_s: float = LEASE_S,
    attempts_max: int | None = None,
) -> Claim | Replay:
    """Claims the turn `key`, or replays it.

    A new key is claimed with attempt 1. A known one must be the same request (person, kind, lane, fingerprint, book,
    branch, character), else errors.IdempotencyConflict; completed, it replays; failed or expired, it is claimed again
    with a higher attempt and its first snapshot; superseded, errors.IdempotencyConflict; running,
    errors.TurnInProgress with the seconds left. Another turn in the lane: running, errors.TurnInProgress; expired, it
    becomes superseded. With `attempts_max` claims used up, errors.Conflict with the code `budget_exhausted`.
    """
    scope = {
        "kind": kind,
        "lane": lane,
        "person_id": person_id,
        "fingerprint": fingerprint,
        "book_id": book_id,
        "branch_id": branch_id,
        "character_id": character_id,
    }
    row = _locked(tx, key)
    if row is None:
        _clear_lane(tx, lane, key)
        lease = tx.now + timedelta(seconds=lease_s)
        fresh = {"key": key, **scope, "snapshot": dict(snapshot), "status": "in_progress", "attempt": 1}
        tx.insert(turns, {**fresh, "lease_expires_at": lease})
        return Claim(key, kind, lane, person_id, 1, dict(snapshot), book_id, branch_id, character_id, lease_s)
    if any(row[name] != value for name, value in scope.items()):
        raise errors.IdempotencyConflict("This key was used for a different request; make a new one.")
    if row["status"] == "completed":
        return Replay(key, row["result"], row["snapshot"])
    if _running(tx, row):
        raise _in_progress(tx, row)
    if row["failure_code"] == SUPERSEDED:
        raise errors.IdempotencyConflict("A newer request took this one's place; make a new key.")
    if row["failure_code"] == EXHAUSTED or (attempts_max is not None and row["attempt"] >= attempts_max):
        raise _exhausted()
    _clear_lane(tx, lane, key)
    return _claim(tx, row, lease_s)


def accept(
    tx: Tx,
    *,
    key: str,
    kind: str,
    lane: str,
    person_id: str,
    fingerprint: str,
    snapshot: Mapping[str, Any],
    book_id: str | None = None,
    branch_id: str | None = None,
    character_id: str | None = None,
    stage: str | None = None,
) -> None:
    """Records a turn to be worked on later; `due` will name it and `take` claim it.

    A key that exists already is refused by its primary key (faults.Duplicate).
    """
    row = {
        "key": key,
        "kind": kind,
        "lane": lane,
        "person_id": person_id,
        "fingerprint": fingerprint,
        "snapshot": dict(snapshot),
        "book_id": book_id,
        "branch_id": branch_id,
        "character_id": character_id,
        "stage": stage,
        "status": "pending",
    }
    tx.insert(turns, row)


def due(tx: Tx, kind: str, limit: int) -> list[str]:
    """Keys of this kind that wait for a worker: pending, asked for again, or expired; the oldest first."""
    waiting = or_(
        turns.c.status == "pending",
        and_(turns.c.status == "in_progress", turns.c.lease_expires_at <= tx.now),
        and_(turns.c.status == "failed", turns.c.failure_code == RETRY),
    )
    wanted = select(turns.c.key).where(turns.c.kind == kind, waiting)
    return [row["key"] for row in tx.all(wanted.order_by(turns.c.created_at, turns.c.key).limit(limit))]


def take(tx: Tx, key: str, *, attempts_max: int, lease_s: float = LEASE_S) -> Claim | None:
    """Claims a turn that `due` named; None when it is not to be had (any more), or its lane is busy.

    Not to be had are running, completed, cancelled and unknown turns, and failed ones nobody asked for again. With
    `attempts_max` claims used up the turn becomes failed with the code `budget_exhausted` and the answer is None;
    `look` tells the cases apart inside the same unit.
    """
    row = _locked(tx, key)
    if row is None or row["status"] == "completed" or _running(tx, row):
        return None
    if row["status"] == "failed" and row["failure_code"] != RETRY:
        return None
    if row["attempt"] >= attempts_max:
        _end(tx, row, EXHAUSTED, "This was tried too often without success.")
        return None
    other = _in_lane(tx, row["lane"], key)
    if other is not None and _running(tx, other):
        return None
    _clear_lane(tx, row["lane"], key)
    return _claim(tx, row, lease_s)


def retry(tx: Tx, key: str, person_id: str, *, attempts_max: int | None = None) -> Row:
    """Asks for a failed turn again: `due` names it from now on, also after a crash. Returns the turn.

    A stranger's or unknown key is errors.NotFound. A turn that has not failed or was superseded is errors.Conflict;
    one without claims left is errors.Conflict with the code `budget_exhausted`.
    """
    row = _owned(tx, key, person_id)
    if row["status"] != "failed" or row["failure_code"] == SUPERSEDED:
        raise errors.Conflict("Only something that failed can be tried again.")
    if row["failure_code"] == EXHAUSTED or (attempts_max is not None and row["attempt"] >= attempts_max):
        raise _exhausted()
    _end(tx, row, RETRY, None)
    return _owned(tx, key, person_id)


def cancel(tx: Tx, key: str, person_id: str) -> bool:
    """Ends an unfinished turn as failed with the code `cancelled`; its holder loses the claim at its next write.

    False when it had already ended. A stranger's or unknown key is errors.NotFound.
    """
    row = _owned(tx, key, person_id)
    if row["status"] == "completed" or (row["status"] == "failed" and row["failure_code"] != RETRY):
        return False
    _end(tx, row, CANCELLED, None)
    return True


def look(tx: Tx, key: str) -> Row | None:
    """The turn as it is stored, or None."""
    return tx.one(select(turns).where(turns.c.key == key))


def _locked(tx: Tx, key: str) -> Row | None:
    return tx.one(select(turns).where(turns.c.key == key).with_for_update())


def _owned(tx: Tx, key: str, person_id: str) -> Row:
    row = _locked(tx, key)
    if row is None or row["person_id"] != person_id:
        raise errors.NotFound("There is no such thing in progress.")
    return row


def _running(tx: Tx, row: Row) -> bool:
    return bool(row["status"] == "in_progress" and row["lease_expires_at"] > tx.now)


def _in_lane(tx: Tx, lane: str, key: str) -> Row | None:
    others = select(turns).where(turns.c.lane == lane, turns.c.status == "in_progress", turns.c.key != key)
    return tx.one(others.with_for_update())


def _clear_lane(tx: Tx, lane: str, key: str) -> None:
    """Makes room in the lane: an expired other turn becomes superseded, a running one is errors.TurnInProgress."""
    other = _in_lane(tx, lane, key)
    if other is None:
        return
    if _running(tx, other):
        raise _in_progress(tx, other)
    _end(tx, other, SUPERSEDED, None)


def _claim(tx: Tx, row: Row, lease_s: float) -> Claim:
    attempt = row["attempt"] + 1
    tx.run(
        update(turns)
        .where(turns.c.key == row["key"])
        .values(
            status="in_progress",
            attempt=attempt,
            lease_expires_at=tx.now + timedelta(seconds=lease_s),
            failure_code=None,
            failure_message=None,
            updated_at=tx.now,
        )
    )
    return Claim(
        key=row["key"],
        kind=row["kind"],
        lane=row["lane"],
        person_id=row["person_id"],
        attempt=attempt,
        snapshot=row["snapshot"],
        book_id=row["book_id"],
        branch_id=row["branch_id"],
        character_id=row["character_id"],
        lease_s=lease_s,
        stage=row["stage"],
    )


def _end(tx: Tx, row: Row, code: str, message: str | None) -> None:
    tx.run(
        update(turns)
        .where(turns.c.key == row["key"])
        .values(
            status="failed",
            failure_code=code,
            failure_message=message,
            lease_expires_at=None,
            updated_at=tx.now,
        )
    )


def _in_progress(tx: Tx, row: Row) -> errors.TurnInProgress:
    left = (row["lease_expires_at"] - tx.now).total_seconds()
    return errors.TurnInProgress(
        "This is still being worked on; ask again with the same key.", retry_after=max(1, math.ceil(left))
    )


def _exhausted() -> errors.Conflict:
    return errors.Conflict("This was tried too often without success.", code=EXHAUSTED)
