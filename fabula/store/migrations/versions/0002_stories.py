"""Stories that can be written: entries, the world, the delta log, and what stories and branches need for them.

Owns the statements that bring a database of version 0001 to 0002, frozen as they were. It does not read the present
tables. The promise: rows of version 0001 stay as they are; a story that was only a place on a shelf has not begun.
"""

from __future__ import annotations

from alembic import op
from sqlalchemy import CheckConstraint, Column, ForeignKeyConstraint, PrimaryKeyConstraint, UniqueConstraint

from fabula.store.columns import Flag, Instant, Json, Name, Real, Whole, Words

revision = "0002"
down_revision = "0001"

_STORIES = (
    ("description", Words(), "NOT NULL DEFAULT ''"),
    ("tags", Json(), "NOT NULL DEFAULT '[]'"),
    ("cover_asset_id", Name(), "CONSTRAINT fk_stories_cover_asset_id REFERENCES assets (id)"),
    ("accent_color", Words(), ""),
    (
        "status",
        Words(),
        "NOT NULL DEFAULT 'active' CONSTRAINT ck_stories_status CHECK (status IN ('draft', 'active', 'archived'))",
    ),
    ("favorite", Flag(), "NOT NULL DEFAULT FALSE"),
    ("last_opened_at", Instant(), ""),
    ("definition", Json(), ""),
    ("settings", Json(), ""),
)
_BRANCHES = (
    ("fork_entry_id", Name(), ""),
    ("version", Whole(), "NOT NULL DEFAULT 0"),
    ("redoable", Whole(), "NOT NULL DEFAULT 0"),
    ("processed_through", Whole(), ""),
    ("classifier_status", Json(), "NOT NULL DEFAULT '{}'"),
)


def upgrade() -> None:
    """Creates what is new and widens what is there."""
    _above()
    dialect = op.get_bind().dialect
    for table, columns in (("stories", _STORIES), ("branches", _BRANCHES)):
        for name, kind, rest in columns:
            op.execute(f"ALTER TABLE {table} ADD COLUMN {name} {kind.compile(dialect=dialect)} {rest}".strip())
    op.create_index("ix_stories_cover_asset_id", "stories", ["cover_asset_id"])
    _entries()
    _world()
    _log()


def _above() -> None:
    op.create_table(
        "assets",
        Column("id", Name(), nullable=False),
        Column("kind", Words(), nullable=False),
        Column("mime_type", Words(), nullable=False),
        Column("file_path", Words(), nullable=False),
        Column("size_bytes", Whole(), nullable=False),
        Column("content_hash", Words(), nullable=False),
        Column("created_at", Instant(), nullable=False),
        Column("pending_delete_at", Instant(), nullable=True),
        CheckConstraint("kind IN ('image', 'audio', 'file')", name="ck_assets_kind"),
        CheckConstraint("size_bytes >= 0", name="ck_assets_size_bytes"),
        PrimaryKeyConstraint("id", name="pk_assets"),
        UniqueConstraint("content_hash", name="uq_assets_content_hash"),
        sqlite_strict=True,
    )
    op.create_index("ix_assets_pending_delete_at", "assets", ["pending_delete_at"])
    op.create_table(
        "vault_calendars",
        Column("id", Name(), nullable=False),
        Column("person_id", Name(), nullable=False),
        Column("name", Words(), nullable=False),
        Column("definition", Json(), nullable=False),
        Column("favorite", Flag(), nullable=False),
        Column("created_at", Instant(), nullable=False),
        Column("updated_at", Instant(), nullable=False),
        ForeignKeyConstraint(["person_id"], ["people.id"], name="fk_vault_calendars_person_id"),
        PrimaryKeyConstraint("id", name="pk_vault_calendars"),
        sqlite_strict=True,
    )
    op.create_index("ix_vault_calendars_person_id", "vault_calendars", ["person_id"])
    op.create_table(
        "app_settings",
        Column("person_id", Name(), nullable=False),
        Column("default_story_settings", Json(), nullable=False),
        Column("default_calendar_id", Name(), nullable=True),
        Column("default_suggestion_categories", Json(), nullable=False),
        Column("created_at", Instant(), nullable=False),
        Column("updated_at", Instant(), nullable=False),
        ForeignKeyConstraint(["person_id"], ["people.id"], name="fk_app_settings_person_id"),
        PrimaryKeyConstraint("person_id", name="pk_app_settings"),
        sqlite_strict=True,
    )


def _entries() -> None:
    op.create_table(
        "story_entries",
        Column("branch_id", Name(), nullable=False),
        Column("id", Name(), nullable=False),
        Column("position", Whole(), nullable=False),
        Column("kind", Words(), nullable=False),
        Column("content", Words(), nullable=False),
        Column("chapter_id", Name(), nullable=True),
        Column("metadata", Json(), nullable=False),
        Column("created_at", Instant(), nullable=False),
        CheckConstraint("kind IN ('user_action', 'ai_reply', 'system', 'opening')", name="ck_story_entries_kind"),
        CheckConstraint("position >= 1 AND (kind <> 'opening' OR position = 1)", name="ck_story_entries_position"),
        ForeignKeyConstraint(["branch_id"], ["branches.id"], name="fk_story_entries_branch_id"),
        PrimaryKeyConstraint("branch_id", "id", name="pk_story_entries"),
        UniqueConstraint("branch_id", "position", name="uq_story_entries_branch_id_position"),
        sqlite_strict=True,
    )
    op.create_table(
        "chapters",
        Column("branch_id", Name(), nullable=False),
        Column("id", Name(), nullable=False),
        Column("sequence_number", Whole(), nullable=False),
        Column("title", Words(), nullable=False),
        Column("summary", Words(), nullable=False),
        Column("theme", Words(), nullable=False),
        Column("keywords", Json(), nullable=False),
        Column("start_entry_id", Name(), nullable=True),
        Column("end_entry_id", Name(), nullable=True),
        Column("token_count", Whole(), nullable=False),
        Column("closed_at", Instant(), nullable=False),
        Column("embedding_stale", Flag(), nullable=False),
        Column("created_at", Instant(), nullable=False),
        Column("updated_at", Instant(), nullable=False),
        CheckConstraint("start_entry_id IS NOT NULL AND end_entry_id IS NOT NULL", name="ck_chapters_closed"),
        CheckConstraint("sequence_number >= 1 AND token_count >= 0", name="ck_chapters_sizes"),
        ForeignKeyConstraint(["branch_id"], ["branches.id"], name="fk_chapters_branch_id"),
        PrimaryKeyConstraint("branch_id", "id", name="pk_chapters"),
        UniqueConstraint("branch_id", "sequence_number", name="uq_chapters_branch_id_sequence_number"),
        sqlite_strict=True,
    )
    op.create_table(
        "branch_era_flips",
        Column("branch_id", Name(), nullable=False),
        Column("id", Name(), nullable=False),
        Column("at_worldtime", Whole(), nullable=False),
        Column("era_name", Words(), nullable=False),
        Column("created_at", Instant(), nullable=False),
        CheckConstraint("at_worldtime >= 0", name="ck_branch_era_flips_at_worldtime"),
        ForeignKeyConstraint(["branch_id"], ["branches.id"], name="fk_branch_era_flips_branch_id"),
        PrimaryKeyConstraint("branch_id", "id", name="pk_branch_era_flips"),
        UniqueConstraint("branch_id", "at_worldtime", name="uq_branch_era_flips_branch_id_at_worldtime"),
        sqlite_strict=True,
    )
    op.create_table(
        "entry_assets",
        Column("branch_id", Name(), nullable=False),
        Column("id", Name(), nullable=False),
        Column("entry_id", Name(), nullable=False),
        Column("asset_id", Name(), nullable=False),
        Column("role", Words(), nullable=False),
        Column("position", Whole(), nullable=False),
        CheckConstraint("position >= 1", name="ck_entry_assets_position"),
        ForeignKeyConstraint(["asset_id"], ["assets.id"], name="fk_entry_assets_asset_id"),
        ForeignKeyConstraint(["branch_id"], ["branches.id"], name="fk_entry_assets_branch_id"),
        PrimaryKeyConstraint("branch_id", "id", name="pk_entry_assets"),
        sqlite_strict=True,
    )
    op.create_index("ix_entry_assets_asset_id", "entry_assets", ["asset_id"])
    op.create_index("ix_entry_assets_branch_id_entry_id", "entry_assets", ["branch_id", "entry_id"])
    op.create_table(
        "translations",
        Column("branch_id", Name(), nullable=False),
        Column("id", Name(), nullable=False),
        Column("target_kind", Words(), nullable=False),
        Column("target_id", Name(), nullable=False),
        Column("field", Words(), nullable=False),
        Column("language", Words(), nullable=False),
        Column("translated_text", Words(), nullable=False),
        Column("created_at", Instant(), nullable=False),
        Column("updated_at", Instant(), nullable=False),
        CheckConstraint(
            "target_kind IN ('entity', 'lore', 'thread', 'happening', 'story_entry', "
            "'character_relationship', 'chapter')",
            name="ck_translations_target_kind",
        ),
        ForeignKeyConstraint(["branch_id"], ["branches.id"], name="fk_translations_branch_id"),
        PrimaryKeyConstraint("branch_id", "id", name="pk_translations"),
        UniqueConstraint(
            "branch_id",
            "target_kind",
            "target_id",
            "field",
            "language",
            name="uq_translations_branch_id_target_kind_target_id_field_language",
        ),
        sqlite_strict=True,
    )
    op.create_index("ix_translations_branch_id_target_id", "translations", ["branch_id", "target_id"])


def _world() -> None:
    op.create_table(
        "entities",
        Column("branch_id", Name(), nullable=False),
        Column("id", Name(), nullable=False),
        Column("kind", Words(), nullable=False),
        Column("name", Words(), nullable=False),
        Column("description", Words(), nullable=False),
        Column("status", Words(), nullable=False),
        Column("retired_reason", Words(), nullable=True),
        Column("keywords", Json(), nullable=False),
        Column("injection_mode", Words(), nullable=False),
        Column("priority", Whole(), nullable=False),
        Column("name_collision_flag", Flag(), nullable=False),
        Column("name_collision_partner_id", Name(), nullable=True),
        Column("name_collision_reason", Words(), nullable=True),
        Column("state", Json(), nullable=False),
        Column("tags", Json(), nullable=False),
        Column("canon_id", Name(), nullable=True),
        Column("embedding_stale", Flag(), nullable=False),
        Column("created_at", Instant(), nullable=False),
        Column("updated_at", Instant(), nullable=False),
        CheckConstraint("injection_mode IN ('always', 'auto', 'disabled')", name="ck_entities_injection_mode"),
        CheckConstraint("kind IN ('character', 'location', 'item', 'faction')", name="ck_entities_kind"),
        CheckConstraint(
            "name_collision_reason IN ('alike', 'ambiguous', 'distinct', 'in-scene', 'no-signal', 'same-parent')",
            name="ck_entities_name_collision_reason",
        ),
        CheckConstraint("priority BETWEEN 0 AND 100", name="ck_entities_priority"),
        CheckConstraint("status IN ('staged', 'active', 'retired')", name="ck_entities_status"),
        ForeignKeyConstraint(["branch_id"], ["branches.id"], name="fk_entities_branch_id"),
        PrimaryKeyConstraint("branch_id", "id", name="pk_entities"),
        sqlite_strict=True,
    )
    op.create_index("ix_entities_branch_id_kind_name", "entities", ["branch_id", "kind", "name"])
    op.create_table(
        "lore",
        Column("branch_id", Name(), nullable=False),
        Column("id", Name(), nullable=False),
        Column("title", Words(), nullable=False),
        Column("body", Words(), nullable=False),
        Column("category", Words(), nullable=True),
        Column("tags", Json(), nullable=False),
        Column("keywords", Json(), nullable=False),
        Column("injection_mode", Words(), nullable=False),
        Column("priority", Whole(), nullable=False),
        Column("canon_id", Name(), nullable=True),
        Column("embedding_stale", Flag(), nullable=False),
        Column("created_at", Instant(), nullable=False),
        Column("updated_at", Instant(), nullable=False),
        CheckConstraint("injection_mode IN ('always', 'auto', 'disabled')", name="ck_lore_injection_mode"),
        CheckConstraint("priority BETWEEN 0 AND 100", name="ck_lore_priority"),
        ForeignKeyConstraint(["branch_id"], ["branches.id"], name="fk_lore_branch_id"),
        PrimaryKeyConstraint("branch_id", "id", name="pk_lore"),
        sqlite_strict=True,
    )
    op.create_table(
        "threads",
        Column("branch_id", Name(), nullable=False),
        Column("id", Name(), nullable=False),
        Column("title", Words(), nullable=False),
        Column("description", Words(), nullable=False),
        Column("category", Words(), nullable=True),
        Column("icon", Words(), nullable=True),
        Column("status", Words(), nullable=False),
        Column("injection_mode", Words(), nullable=False),
        Column("triggered_at_entry_id", Name(), nullable=True),
        Column("resolved_at_entry_id", Name(), nullable=True),
        Column("embedding_stale", Flag(), nullable=False),
        Column("created_at", Instant(), nullable=False),
        Column("updated_at", Instant(), nullable=False),
        CheckConstraint("triggered_at_entry_id <> '' AND resolved_at_entry_id <> ''", name="ck_threads_entries"),
        CheckConstraint("injection_mode IN ('always', 'auto', 'disabled')", name="ck_threads_injection_mode"),
        CheckConstraint("status IN ('pending', 'active', 'resolved', 'failed')", name="ck_threads_status"),
        ForeignKeyConstraint(["branch_id"], ["branches.id"], name="fk_threads_branch_id"),
        PrimaryKeyConstraint("branch_id", "id", name="pk_threads"),
        sqlite_strict=True,
    )
    op.create_table(
        "happenings",
        Column("branch_id", Name(), nullable=False),
        Column("id", Name(), nullable=False),
        Column("title", Words(), nullable=False),
        Column("description", Words(), nullable=False),
        Column("category", Words(), nullable=True),
        Column("icon", Words(), nullable=True),
        Column("temporal", Words(), nullable=True),
        Column("occurred_at_entry_id", Name(), nullable=True),
        Column("common_knowledge", Flag(), nullable=False),
        Column("embedding_stale", Flag(), nullable=False),
        Column("created_at", Instant(), nullable=False),
        Column("updated_at", Instant(), nullable=False),
        CheckConstraint("occurred_at_entry_id <> '' AND temporal <> ''", name="ck_happenings_no_blank_time"),
        CheckConstraint("occurred_at_entry_id IS NULL OR temporal IS NULL", name="ck_happenings_one_time"),
        ForeignKeyConstraint(["branch_id"], ["branches.id"], name="fk_happenings_branch_id"),
        PrimaryKeyConstraint("branch_id", "id", name="pk_happenings"),
        sqlite_strict=True,
    )
    op.create_index("ix_happenings_branch_id_occurred_at_entry_id", "happenings", ["branch_id", "occurred_at_entry_id"])
    op.create_table(
        "happening_involvements",
        Column("branch_id", Name(), nullable=False),
        Column("id", Name(), nullable=False),
        Column("happening_id", Name(), nullable=False),
        Column("entity_id", Name(), nullable=False),
        Column("role", Words(), nullable=True),
        ForeignKeyConstraint(["branch_id"], ["branches.id"], name="fk_happening_involvements_branch_id"),
        PrimaryKeyConstraint("branch_id", "id", name="pk_happening_involvements"),
        sqlite_strict=True,
    )
    op.create_index(
        "ix_happening_involvements_branch_id_entity_id", "happening_involvements", ["branch_id", "entity_id"]
    )
    op.create_index(
        "ix_happening_involvements_branch_id_happening_id", "happening_involvements", ["branch_id", "happening_id"]
    )
    op.create_table(
        "happening_awareness",
        Column("branch_id", Name(), nullable=False),
        Column("id", Name(), nullable=False),
        Column("happening_id", Name(), nullable=False),
        Column("character_id", Name(), nullable=False),
        Column("learned_at_entry_id", Name(), nullable=True),
        Column("decay_resistance", Real(), nullable=False),
        Column("retrieval_count", Whole(), nullable=False),
        Column("source", Words(), nullable=False),
        CheckConstraint(
            "decay_resistance >= 0 AND decay_resistance <= 1", name="ck_happening_awareness_decay_resistance"
        ),
        CheckConstraint("learned_at_entry_id <> ''", name="ck_happening_awareness_learned_at"),
        CheckConstraint("retrieval_count >= 0", name="ck_happening_awareness_retrieval_count"),
        ForeignKeyConstraint(["branch_id"], ["branches.id"], name="fk_happening_awareness_branch_id"),
        PrimaryKeyConstraint("branch_id", "id", name="pk_happening_awareness"),
        UniqueConstraint(
            "branch_id",
            "character_id",
            "happening_id",
            name="uq_happening_awareness_branch_id_character_id_happening_id",
        ),
        sqlite_strict=True,
    )
    op.create_index(
        "ix_happening_awareness_branch_id_happening_id", "happening_awareness", ["branch_id", "happening_id"]
    )
    op.create_table(
        "character_relationships",
        Column("branch_id", Name(), nullable=False),
        Column("id", Name(), nullable=False),
        Column("a_id", Name(), nullable=False),
        Column("b_id", Name(), nullable=False),
        Column("kind", Words(), nullable=True),
        Column("inverse_kind", Words(), nullable=True),
        Column("created_at", Instant(), nullable=False),
        Column("updated_at", Instant(), nullable=False),
        CheckConstraint("kind IS NOT NULL OR inverse_kind IS NOT NULL", name="ck_character_relationships_a_view"),
        CheckConstraint("a_id < b_id", name="ck_character_relationships_order"),
        ForeignKeyConstraint(["branch_id"], ["branches.id"], name="fk_character_relationships_branch_id"),
        PrimaryKeyConstraint("branch_id", "id", name="pk_character_relationships"),
        UniqueConstraint("branch_id", "a_id", "b_id", name="uq_character_relationships_branch_id_a_id_b_id"),
        sqlite_strict=True,
    )
    op.create_index("ix_character_relationships_branch_id_b_id", "character_relationships", ["branch_id", "b_id"])


def _log() -> None:
    op.create_table(
        "deltas",
        Column("branch_id", Name(), nullable=False),
        Column("log_position", Whole(), nullable=False),
        Column("entry_id", Name(), nullable=True),
        Column("action_id", Name(), nullable=False),
        Column("source", Words(), nullable=False),
        Column("target_table", Words(), nullable=False),
        Column("target_id", Name(), nullable=False),
        Column("op", Words(), nullable=False),
        Column("undo_payload", Json(), nullable=True),
        Column("encoding_version", Whole(), nullable=False),
        Column("created_at", Instant(), nullable=False),
        CheckConstraint("log_position >= 1", name="ck_deltas_log_position"),
        CheckConstraint("op IN ('create', 'update', 'delete')", name="ck_deltas_op"),
        CheckConstraint("(op = 'create') = (undo_payload IS NULL)", name="ck_deltas_payload"),
        CheckConstraint(
            "source IN ('ai_classifier', 'piggyback_tagged_block', 'per_turn_classifier', "
            "'periodic_classifier', 'user_edit', 'lore_agent', 'chapter_close')",
            name="ck_deltas_source",
        ),
        ForeignKeyConstraint(["branch_id"], ["branches.id"], name="fk_deltas_branch_id"),
        PrimaryKeyConstraint("branch_id", "log_position", name="pk_deltas"),
        sqlite_strict=True,
    )
    op.create_index("ix_deltas_branch_id_action_id_log_position", "deltas", ["branch_id", "action_id", "log_position"])
    op.create_index("ix_deltas_branch_id_target_id_log_position", "deltas", ["branch_id", "target_id", "log_position"])
    op.create_table(
        "undone",
        Column("branch_id", Name(), nullable=False),
        Column("depth", Whole(), nullable=False),
        Column("step", Json(), nullable=False),
        Column("created_at", Instant(), nullable=False),
        CheckConstraint("depth >= 1", name="ck_undone_depth"),
        ForeignKeyConstraint(["branch_id"], ["branches.id"], name="fk_undone_branch_id"),
        PrimaryKeyConstraint("branch_id", "depth", name="pk_undone"),
        sqlite_strict=True,
    )
    op.create_table(
        "baselines",
        Column("branch_id", Name(), nullable=False),
        Column("digests", Json(), nullable=False),
        ForeignKeyConstraint(["branch_id"], ["branches.id"], name="fk_baselines_branch_id"),
        PrimaryKeyConstraint("branch_id", name="pk_baselines"),
        sqlite_strict=True,
    )
