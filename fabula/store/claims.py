"""What the holder of a claim may do: prove it still holds it, prolong it, report, and end it.

Owns the claim as a value and every write that must be fenced. It knows nothing of how a claim is won. The promise:
each of these touches the turn only while it is in progress under this very attempt, and raises errors.Lost otherwise,
so that a whole unit built on a lost claim rolls back (service specification, 6.5).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from sqlalchemy import ColumnElement, and_, select, update

from fabula import errors
from fabula.store.contract import Tx
from fabula.store.tables import turns

LEASE_S = 120.0
"""How long a claim holds without being renewed, in seconds."""

SUPERSEDED = "superseded"
CANCELLED = "cancelled"
EXHAUSTED = "budget_exhausted"
RETRY = "retry"
"""Failure codes with a meaning of their own; `retry` marks a failed turn that its person has asked for again."""

CODE_CHARS = 64
MESSAGE_CHARS = 500


@dataclass(frozen=True)
class Claim:
    """The right to work on one turn. `attempt` is the fence; `snapshot` is what the first request recorded."""

    key: str
    kind: str
    lane: str
    person_id: str
    attempt: int
    snapshot: dict[str, Any]
    book_id: str | None = None
    branch_id: str | None = None
    character_id: str | None = None
    lease_s: float = LEASE_S
    stage: str | None = None


def fence(tx: Tx, claim: Claim) -> None:
    """Raises errors.Lost unless the claim is current. Nobody can take it over until this transaction ends."""
    if tx.one(select(turns.c.key).where(_current(claim)).with_for_update()) is None:
        raise _lost()


def renew(tx: Tx, claim: Claim) -> None:
    """Prolongs the lease to `lease_s` from now."""
    _change(tx, claim, lease_expires_at=tx.now + timedelta(seconds=claim.lease_s))


def advance(tx: Tx, claim: Claim, *, stage: str | None = None, progress: Mapping[str, Any] | None = None) -> None:
    """Records how far the work has come. What is not given stays as it was; a later attempt sees both."""
    given: dict[str, Any] = {}
    if stage is not None:
        given["stage"] = stage
    if progress is not None:
        given["progress"] = dict(progress)
    _change(tx, claim, **given)


def finish(tx: Tx, claim: Claim, result: Mapping[str, Any], *, stage: str | None = None) -> None:
    """Stores the result and ends the claim; from now on the key replays this result."""
    given: dict[str, Any] = {"stage": stage} if stage is not None else {}
    _change(tx, claim, status="completed", result=dict(result), completed_at=tx.now, lease_expires_at=None, **given)


def fail(tx: Tx, claim: Claim, code: str, message: str | None) -> None:
    """Ends the claim without a result. `code` is for programs (at most 64 characters), `message` for the reader.

    The same key may claim again with a higher attempt, unless the code is `superseded` or `budget_exhausted`.
    """
    if not code or len(code) > CODE_CHARS or not code.isprintable() or code == RETRY:
        raise ValueError(f"not a failure code: {code[:CODE_CHARS]!r}")
    words = message[:MESSAGE_CHARS] if message else None
    _change(tx, claim, status="failed", failure_code=code, failure_message=words, lease_expires_at=None)


def lost(tx: Tx, claim: Claim) -> bool:
    """Whether somebody else ended or took the claim; False while it is current and when its holder ended it."""
    row = tx.one(select(turns.c.attempt, turns.c.status, turns.c.failure_code).where(turns.c.key == claim.key))
    if row is None or row["attempt"] != claim.attempt:
        return True
    return row["status"] == "failed" and row["failure_code"] in (SUPERSEDED, CANCELLED)


def _current(claim: Claim) -> ColumnElement[bool]:
    return and_(turns.c.key == claim.key, turns.c.attempt == claim.attempt, turns.c.status == "in_progress")


def _change(tx: Tx, claim: Claim, **values: Any) -> None:
    if tx.run(update(turns).where(_current(claim)).values(updated_at=tx.now, **values)) != 1:
        raise _lost()


def _lost() -> errors.Lost:
    return errors.Lost("This work was taken over or ended; its result is dropped.")
