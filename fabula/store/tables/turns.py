"""Every slow thing that was asked for: its claim, its attempt, its lease, its result.

Owns the rows behind the claim protocol of `fabula.store.turns`. It knows nothing of what the work is. The promise: the
fields agree with the status, and one lane has at most one turn in progress; the database itself refuses anything else
(service specification, 4.1.6).
"""

from __future__ import annotations

from sqlalchemy import CheckConstraint, Column, Index, text

from fabula.store.columns import Json, Name, Whole, Words
from fabula.store.tables.making import at, link, one_of, table

STATE = """
   (status = 'pending' AND attempt = 0 AND lease_expires_at IS NULL AND failure_code IS NULL
      AND failure_message IS NULL AND completed_at IS NULL AND result IS NULL)
OR (status = 'in_progress' AND attempt >= 1 AND lease_expires_at IS NOT NULL AND failure_code IS NULL
      AND failure_message IS NULL AND completed_at IS NULL AND result IS NULL)
OR (status = 'failed' AND attempt >= 0 AND lease_expires_at IS NULL AND failure_code IS NOT NULL
      AND completed_at IS NULL AND result IS NULL)
OR (status = 'completed' AND attempt >= 1 AND lease_expires_at IS NULL AND failure_code IS NULL
      AND failure_message IS NULL AND completed_at IS NOT NULL AND result IS NOT NULL)
"""

turns = table(
    "turns",
    Column("key", Name, primary_key=True),
    Column("kind", Words, nullable=False),
    Column("lane", Words, nullable=False),
    link("person_id", "people.id"),
    link("book_id", "books.id", needed=False),
    link("branch_id", "branches.id", needed=False),
    link("character_id", "characters.id", needed=False),
    Column("fingerprint", Words, nullable=False),
    Column("snapshot", Json, nullable=False),
    Column("status", Words, nullable=False),
    Column("attempt", Whole, nullable=False, default=0),
    at("lease_expires_at", needed=False),
    Column("stage", Words),
    Column("progress", Json),
    Column("failure_code", Words),
    Column("failure_message", Words),
    Column("result", Json),
    at("created_at"),
    at("updated_at"),
    at("completed_at", needed=False),
    one_of("status", "pending", "in_progress", "completed", "failed"),
    CheckConstraint(" ".join(STATE.split()), name="state"),
    Index(
        "uq_turns_lane_in_progress",
        "lane",
        unique=True,
        sqlite_where=text("status = 'in_progress'"),
        postgresql_where=text("status = 'in_progress'"),
    ),
    Index(None, "kind", "status", "lease_expires_at", "created_at"),
    Index(None, "person_id"),
    Index(None, "book_id"),
    Index(None, "branch_id"),
    Index(None, "character_id"),
)
