"""The world behind a story: who and what is in it, what happened, who knows of it, and how people see each other.

Owns the facts of a branch. It knows nothing of prose. The promise: one row for a pair of people, one for a person and
what they know, and every value a person did not choose has a stated default (data model, diagram and decisions).
"""

from __future__ import annotations

from sqlalchemy import CheckConstraint, Column, Index, UniqueConstraint

from fabula.store.columns import Flag, Real, Whole, Words
from fabula.store.tables.making import branch_table, mention, one_of, prose, ref, shaped, stale, stamp, words

MODES = ("always", "auto", "disabled")


def _mode() -> Column[str]:
    return Column("injection_mode", Words, nullable=False, default="auto")


def _priority(default: int) -> Column[int]:
    return Column("priority", Whole, nullable=False, default=default)


entities = branch_table(
    "entities",
    Column("kind", Words, nullable=False),
    Column("name", Words, nullable=False),
    prose("description"),
    Column("status", Words, nullable=False, default="active"),
    Column("retired_reason", Words),
    words("keywords"),
    _mode(),
    _priority(50),
    Column("name_collision_flag", Flag, nullable=False, default=False),
    mention("name_collision_partner_id"),
    Column("name_collision_reason", Words),
    shaped("state", "entity_state", by="kind"),
    words("tags"),
    mention("canon_id"),
    stale(),
    stamp("created_at"),
    stamp("updated_at"),
    one_of("kind", "character", "location", "item", "faction"),
    one_of("status", "staged", "active", "retired"),
    one_of("injection_mode", *MODES),
    one_of("name_collision_reason", "alike", "ambiguous", "distinct", "in-scene", "no-signal", "same-parent"),
    CheckConstraint("priority BETWEEN 0 AND 100", name="priority"),
    Index(None, "branch_id", "kind", "name"),
)

lore = branch_table(
    "lore",
    Column("title", Words, nullable=False),
    prose("body"),
    Column("category", Words),
    words("tags"),
    words("keywords"),
    _mode(),
    _priority(50),
    mention("canon_id"),
    stale(),
    stamp("created_at"),
    stamp("updated_at"),
    one_of("injection_mode", *MODES),
    CheckConstraint("priority BETWEEN 0 AND 100", name="priority"),
)

threads = branch_table(
    "threads",
    Column("title", Words, nullable=False),
    prose("description"),
    Column("category", Words),
    Column("icon", Words),
    Column("status", Words, nullable=False, default="active"),
    _mode(),
    mention("triggered_at_entry_id"),
    mention("resolved_at_entry_id"),
    stale(),
    stamp("created_at"),
    stamp("updated_at"),
    one_of("status", "pending", "active", "resolved", "failed"),
    one_of("injection_mode", *MODES),
    CheckConstraint("triggered_at_entry_id <> '' AND resolved_at_entry_id <> ''", name="entries"),
)

happenings = branch_table(
    "happenings",
    Column("title", Words, nullable=False),
    prose("description"),
    Column("category", Words),
    Column("icon", Words),
    Column("temporal", Words),
    mention("occurred_at_entry_id"),
    Column("common_knowledge", Flag, nullable=False, default=False),
    stale(),
    stamp("created_at"),
    stamp("updated_at"),
    CheckConstraint("occurred_at_entry_id IS NULL OR temporal IS NULL", name="one_time"),
    CheckConstraint("occurred_at_entry_id <> '' AND temporal <> ''", name="no_blank_time"),
    Index(None, "branch_id", "occurred_at_entry_id"),
)

happening_involvements = branch_table(
    "happening_involvements",
    ref("happening_id", "happenings"),
    ref("entity_id", "entities"),
    Column("role", Words),
    Index(None, "branch_id", "happening_id"),
    Index(None, "branch_id", "entity_id"),
)

happening_awareness = branch_table(
    "happening_awareness",
    ref("happening_id", "happenings"),
    ref("character_id", "entities"),
    mention("learned_at_entry_id"),
    Column("decay_resistance", Real, nullable=False, default=0.0),
    Column("retrieval_count", Whole, nullable=False, default=0),
    prose("source"),
    UniqueConstraint("branch_id", "character_id", "happening_id"),
    Index(None, "branch_id", "happening_id"),
    CheckConstraint("decay_resistance >= 0 AND decay_resistance <= 1", name="decay_resistance"),
    CheckConstraint("retrieval_count >= 0", name="retrieval_count"),
    CheckConstraint("learned_at_entry_id <> ''", name="learned_at"),
)

character_relationships = branch_table(
    "character_relationships",
    ref("a_id", "entities"),
    ref("b_id", "entities"),
    Column("kind", Words),
    Column("inverse_kind", Words),
    stamp("created_at"),
    stamp("updated_at"),
    UniqueConstraint("branch_id", "a_id", "b_id"),
    Index(None, "branch_id", "b_id"),
    CheckConstraint("a_id < b_id", name="order"),
    CheckConstraint("kind IS NOT NULL OR inverse_kind IS NOT NULL", name="a_view"),
)
