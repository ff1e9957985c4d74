"""What was done to a branch, and what was taken back: the delta log, the undone steps, the rows it began with.

Owns the history of record. It knows rows only by the name of their table and their id. The promise: a delta is
committed with the row it changed, positions order the deltas of a branch and are never given twice, and what was
undone can be redone until something else is done.
"""

from __future__ import annotations

from sqlalchemy import CheckConstraint, Column, Index, PrimaryKeyConstraint

from fabula.store.columns import Json, Name, Whole, Words
from fabula.store.tables.making import at, link, one_of, shaped, table

SOURCES = (
    "ai_classifier",
    "piggyback_tagged_block",
    "per_turn_classifier",
    "periodic_classifier",
    "user_edit",
    "lore_agent",
    "chapter_close",
)
"""Who can have written a delta (data model, deltas.source)."""

deltas = table(
    "deltas",
    link("branch_id", "branches.id"),
    Column("log_position", Whole, nullable=False),
    Column("entry_id", Name, info={"weak": True}),
    Column("action_id", Name, nullable=False),
    Column("source", Words, nullable=False),
    Column("target_table", Words, nullable=False),
    Column("target_id", Name, nullable=False),
    Column("op", Words, nullable=False),
    Column("undo_payload", Json),
    Column("encoding_version", Whole, nullable=False, default=1),
    at("created_at"),
    # Keyed by position, without an id of its own: a random key would make every delta dirty a page of its own.
    PrimaryKeyConstraint("branch_id", "log_position"),
    Index(None, "branch_id", "action_id", "log_position"),
    Index(None, "branch_id", "target_id", "log_position"),
    one_of("source", *SOURCES),
    one_of("op", "create", "update", "delete"),
    CheckConstraint("(op = 'create') = (undo_payload IS NULL)", name="payload"),
    CheckConstraint("log_position >= 1", name="log_position"),
)

undone = table(
    "undone",
    link("branch_id", "branches.id"),
    Column("depth", Whole, nullable=False),
    Column("step", Json, nullable=False),
    at("created_at"),
    PrimaryKeyConstraint("branch_id", "depth"),
    CheckConstraint("depth >= 1", name="depth"),
)

baselines = table(
    "baselines",
    link("branch_id", "branches.id", part_of_key=True),
    Column("digests", Json, nullable=False),
)

app_settings = table(
    "app_settings",
    link("person_id", "people.id", part_of_key=True),
    shaped("default_story_settings", "partial_story_settings"),
    Column("default_calendar_id", Name, info={"weak": True}),
    shaped("default_suggestion_categories", "suggestion_palettes"),
    at("created_at"),
    at("updated_at"),
)
