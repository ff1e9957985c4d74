"""The first shape of the database.

Owns the statements that create every table of version 0001, frozen as they were; later shapes are later files. It does
not read the present tables, which move on. The promise: on every backend the result equals what `fabula.store.tables`
declared when this was written.
"""

from __future__ import annotations

from alembic import op
from sqlalchemy import CheckConstraint, Column, ForeignKeyConstraint, PrimaryKeyConstraint, UniqueConstraint, text

from fabula.store.columns import Blob, Flag, Instant, Json, Name, Real, Whole, Words

revision = "0001"
down_revision = None

_TURN_STATE = (
    "(status = 'pending' AND attempt = 0 AND lease_expires_at IS NULL "
    "AND failure_code IS NULL AND failure_message IS NULL AND completed_at IS NULL AND result IS NULL) "
    "OR (status = 'in_progress' AND attempt >= 1 AND lease_expires_at IS NOT NULL "
    "AND failure_code IS NULL AND failure_message IS NULL AND completed_at IS NULL AND result IS NULL) "
    "OR (status = 'failed' AND attempt >= 0 AND lease_expires_at IS NULL "
    "AND failure_code IS NOT NULL AND completed_at IS NULL AND result IS NULL) "
    "OR (status = 'completed' AND attempt >= 1 AND lease_expires_at IS NULL "
    "AND failure_code IS NULL AND failure_message IS NULL AND completed_at IS NOT NULL AND result IS NOT NULL)"
)


def upgrade() -> None:
    """Creates everything. There is no way down: an older Fabula refuses a newer database instead."""
    _people()
    _books()
    _findings()
    _stories()
    _turns()
    # The one cycle: a story names its current branch, a branch its story. SQLite has it inline, having no ALTER.
    if op.get_bind().dialect.name == "postgresql":
        op.create_foreign_key("fk_stories_current_branch_id", "stories", "branches", ["current_branch_id"], ["id"])


def _people() -> None:
    op.create_table(
        "people",
        Column("id", Name(), nullable=False),
        Column("email", Words(), nullable=False),
        Column("email_key", Words(), nullable=False),
        Column("password_hash", Words(), nullable=False),
        Column("name", Words(), nullable=True),
        Column("avatar_url", Words(), nullable=True),
        Column("role", Words(), nullable=False),
        Column("email_verified", Flag(), nullable=False),
        Column("language", Words(), nullable=True),
        Column("created_at", Instant(), nullable=False),
        Column("updated_at", Instant(), nullable=False),
        Column("last_sign_in", Instant(), nullable=True),
        CheckConstraint("language IN ('en', 'zh-CN')", name="ck_people_language"),
        CheckConstraint("role IN ('user', 'admin')", name="ck_people_role"),
        PrimaryKeyConstraint("id", name="pk_people"),
        UniqueConstraint("email_key", name="uq_people_email_key"),
        sqlite_strict=True,
    )
    op.create_table(
        "refresh_tokens",
        Column("token_hash", Name(), nullable=False),
        Column("person_id", Name(), nullable=False),
        Column("expires_at", Instant(), nullable=False),
        Column("created_at", Instant(), nullable=False),
        ForeignKeyConstraint(["person_id"], ["people.id"], name="fk_refresh_tokens_person_id"),
        PrimaryKeyConstraint("token_hash", name="pk_refresh_tokens"),
        sqlite_strict=True,
    )
    op.create_index("ix_refresh_tokens_person_id_expires_at", "refresh_tokens", ["person_id", "expires_at"])


def _books() -> None:
    op.create_table(
        "books",
        Column("id", Name(), nullable=False),
        Column("uploader_id", Name(), nullable=True),
        Column("title", Words(), nullable=False),
        Column("author", Words(), nullable=True),
        Column("language", Words(), nullable=False),
        Column("format", Words(), nullable=False),
        Column("encoding", Words(), nullable=True),
        Column("notes", Json(), nullable=False),
        Column("description", Words(), nullable=True),
        Column("world_summary", Json(), nullable=False),
        Column("genre", Words(), nullable=True),
        Column("total_chapters", Whole(), nullable=False),
        Column("chars", Whole(), nullable=False),
        Column("status", Words(), nullable=False),
        Column("parse_error", Words(), nullable=True),
        Column("deviation_mode", Words(), nullable=False),
        Column("source_hash", Words(), nullable=False),
        Column("created_at", Instant(), nullable=False),
        Column("updated_at", Instant(), nullable=False),
        CheckConstraint("deviation_mode IN ('canon', 'creative', 'remix')", name="ck_books_deviation_mode"),
        CheckConstraint("status IN ('pending', 'parsing', 'ready', 'error')", name="ck_books_status"),
        CheckConstraint("total_chapters >= 0 AND chars >= 0", name="ck_books_sizes"),
        ForeignKeyConstraint(["uploader_id"], ["people.id"], name="fk_books_uploader_id"),
        PrimaryKeyConstraint("id", name="pk_books"),
        sqlite_strict=True,
    )
    op.create_index("ix_books_source_hash", "books", ["source_hash"])
    op.create_index("ix_books_status", "books", ["status"])
    op.create_index("ix_books_uploader_id", "books", ["uploader_id"])
    op.create_table(
        "covers",
        Column("book_id", Name(), nullable=False),
        Column("media_type", Words(), nullable=False),
        Column("bytes", Blob(), nullable=False),
        ForeignKeyConstraint(["book_id"], ["books.id"], name="fk_covers_book_id"),
        PrimaryKeyConstraint("book_id", name="pk_covers"),
        sqlite_strict=True,
    )
    op.create_table(
        "book_chapters",
        Column("id", Name(), nullable=False),
        Column("book_id", Name(), nullable=False),
        Column("number", Whole(), nullable=False),
        Column("kind", Words(), nullable=False),
        Column("title", Words(), nullable=True),
        Column("part", Words(), nullable=True),
        Column("start", Whole(), nullable=False),
        Column("content", Words(), nullable=False),
        Column("words", Whole(), nullable=False),
        Column("chars", Whole(), nullable=False),
        Column("is_key_node", Flag(), nullable=False),
        Column("key_node_description", Words(), nullable=True),
        Column("summary", Words(), nullable=True),
        Column("created_at", Instant(), nullable=False),
        CheckConstraint("kind IN ('front', 'chapter', 'prologue', 'epilogue', 'extra')", name="ck_book_chapters_kind"),
        CheckConstraint("number >= 0 AND start >= 0 AND words >= 0 AND chars >= 0", name="ck_book_chapters_sizes"),
        ForeignKeyConstraint(["book_id"], ["books.id"], name="fk_book_chapters_book_id"),
        PrimaryKeyConstraint("id", name="pk_book_chapters"),
        UniqueConstraint("book_id", "number", name="uq_book_chapters_book_id_number"),
        sqlite_strict=True,
    )


def _findings() -> None:
    op.create_table(
        "characters",
        Column("id", Name(), nullable=False),
        Column("book_id", Name(), nullable=False),
        Column("rank", Whole(), nullable=False),
        Column("name", Words(), nullable=False),
        Column("aliases", Json(), nullable=False),
        Column("gender", Words(), nullable=False),
        Column("role", Words(), nullable=False),
        Column("narrator", Flag(), nullable=False),
        Column("mentions", Whole(), nullable=False),
        Column("first_appearance_chapter", Whole(), nullable=True),
        Column("facts", Json(), nullable=False),
        Column("style", Json(), nullable=False),
        Column("avatar_url", Words(), nullable=True),
        Column("avatar_status", Words(), nullable=False),
        Column("hue", Whole(), nullable=False),
        Column("created_at", Instant(), nullable=False),
        Column("updated_at", Instant(), nullable=False),
        CheckConstraint(
            "avatar_status IN ('pending', 'generating', 'ready', 'error')", name="ck_characters_avatar_status"
        ),
        CheckConstraint("gender IN ('female', 'male', 'unknown')", name="ck_characters_gender"),
        CheckConstraint("role IN ('protagonist', 'antagonist', 'supporting', 'minor')", name="ck_characters_role"),
        CheckConstraint("hue BETWEEN 1 AND 8", name="ck_characters_hue"),
        CheckConstraint("mentions >= 0", name="ck_characters_mentions"),
        ForeignKeyConstraint(["book_id"], ["books.id"], name="fk_characters_book_id"),
        PrimaryKeyConstraint("id", name="pk_characters"),
        UniqueConstraint("book_id", "rank", name="uq_characters_book_id_rank"),
        sqlite_strict=True,
    )
    op.create_table(
        "mentions",
        Column("book_id", Name(), nullable=False),
        Column("character_id", Name(), nullable=False),
        Column("chapter_number", Whole(), nullable=False),
        Column("count", Whole(), nullable=False),
        CheckConstraint("count >= 0", name="ck_mentions_count"),
        ForeignKeyConstraint(["book_id"], ["books.id"], name="fk_mentions_book_id"),
        ForeignKeyConstraint(["character_id"], ["characters.id"], name="fk_mentions_character_id"),
        PrimaryKeyConstraint("book_id", "character_id", "chapter_number", name="pk_mentions"),
        sqlite_strict=True,
    )
    op.create_index("ix_mentions_character_id", "mentions", ["character_id"])
    op.create_table(
        "quotes",
        Column("book_id", Name(), nullable=False),
        Column("seq", Whole(), nullable=False),
        Column("chapter_number", Whole(), nullable=False),
        Column("start", Whole(), nullable=False),
        Column("end", Whole(), nullable=False),
        Column("paragraph", Whole(), nullable=False),
        Column("kind", Words(), nullable=False),
        Column("character_id", Name(), nullable=True),
        Column("addressee_id", Name(), nullable=True),
        Column("confidence", Real(), nullable=False),
        Column("why", Words(), nullable=False),
        CheckConstraint("kind IN ('speech', 'thought', 'letter', 'scare')", name="ck_quotes_kind"),
        CheckConstraint("confidence >= 0 AND confidence <= 1", name="ck_quotes_confidence"),
        CheckConstraint('start >= 0 AND "end" >= start', name="ck_quotes_span"),
        ForeignKeyConstraint(["addressee_id"], ["characters.id"], name="fk_quotes_addressee_id"),
        ForeignKeyConstraint(["book_id"], ["books.id"], name="fk_quotes_book_id"),
        ForeignKeyConstraint(["character_id"], ["characters.id"], name="fk_quotes_character_id"),
        PrimaryKeyConstraint("book_id", "seq", name="pk_quotes"),
        sqlite_strict=True,
    )
    op.create_index("ix_quotes_addressee_id", "quotes", ["addressee_id"])
    op.create_index("ix_quotes_book_id_chapter_number", "quotes", ["book_id", "chapter_number"])
    op.create_index("ix_quotes_character_id_chapter_number", "quotes", ["character_id", "chapter_number"])
    op.create_table(
        "places",
        Column("id", Name(), nullable=False),
        Column("book_id", Name(), nullable=False),
        Column("name", Words(), nullable=False),
        Column("mentions", Whole(), nullable=False),
        Column("first_chapter", Whole(), nullable=False),
        Column("cite", Json(), nullable=False),
        ForeignKeyConstraint(["book_id"], ["books.id"], name="fk_places_book_id"),
        PrimaryKeyConstraint("id", name="pk_places"),
        sqlite_strict=True,
    )
    op.create_index("ix_places_book_id", "places", ["book_id"])


def _stories() -> None:
    op.create_table(
        "stories",
        Column("id", Name(), nullable=False),
        Column("person_id", Name(), nullable=False),
        Column("book_id", Name(), nullable=True),
        Column("title", Words(), nullable=False),
        Column("current_branch_id", Name(), nullable=True),
        Column("current_chapter", Whole(), nullable=False),
        Column("position", Json(), nullable=True),
        Column("reader_identity", Words(), nullable=True),
        Column("reader_identity_type", Words(), nullable=False),
        Column("reader_character_id", Name(), nullable=True),
        Column("deviation_mode", Words(), nullable=False),
        Column("last_read_at", Instant(), nullable=True),
        Column("created_at", Instant(), nullable=False),
        Column("updated_at", Instant(), nullable=False),
        CheckConstraint("deviation_mode IN ('canon', 'creative', 'remix')", name="ck_stories_deviation_mode"),
        CheckConstraint(
            "reader_identity_type = 'character' OR reader_character_id IS NULL", name="ck_stories_self_has_no_character"
        ),
        CheckConstraint("reader_identity_type IN ('self', 'character')", name="ck_stories_reader_identity_type"),
        CheckConstraint("current_chapter >= 1", name="ck_stories_current_chapter"),
        ForeignKeyConstraint(["book_id"], ["books.id"], name="fk_stories_book_id"),
        ForeignKeyConstraint(
            ["current_branch_id"], ["branches.id"], name="fk_stories_current_branch_id", use_alter=True
        ),
        ForeignKeyConstraint(["person_id"], ["people.id"], name="fk_stories_person_id"),
        ForeignKeyConstraint(["reader_character_id"], ["characters.id"], name="fk_stories_reader_character_id"),
        PrimaryKeyConstraint("id", name="pk_stories"),
        UniqueConstraint("person_id", "book_id", name="uq_stories_person_id_book_id"),
        sqlite_strict=True,
    )
    op.create_index("ix_stories_book_id", "stories", ["book_id"])
    op.create_index("ix_stories_current_branch_id", "stories", ["current_branch_id"])
    op.create_index("ix_stories_reader_character_id", "stories", ["reader_character_id"])
    op.create_table(
        "branches",
        Column("id", Name(), nullable=False),
        Column("story_id", Name(), nullable=False),
        Column("name", Words(), nullable=False),
        Column("parent_id", Name(), nullable=True),
        Column("created_at", Instant(), nullable=False),
        ForeignKeyConstraint(["parent_id"], ["branches.id"], name="fk_branches_parent_id"),
        ForeignKeyConstraint(["story_id"], ["stories.id"], name="fk_branches_story_id"),
        PrimaryKeyConstraint("id", name="pk_branches"),
        sqlite_strict=True,
    )
    op.create_index("ix_branches_parent_id", "branches", ["parent_id"])
    op.create_index("ix_branches_story_id", "branches", ["story_id"])


def _turns() -> None:
    op.create_table(
        "turns",
        Column("key", Name(), nullable=False),
        Column("kind", Words(), nullable=False),
        Column("lane", Words(), nullable=False),
        Column("person_id", Name(), nullable=False),
        Column("book_id", Name(), nullable=True),
        Column("branch_id", Name(), nullable=True),
        Column("character_id", Name(), nullable=True),
        Column("fingerprint", Words(), nullable=False),
        Column("snapshot", Json(), nullable=False),
        Column("status", Words(), nullable=False),
        Column("attempt", Whole(), nullable=False),
        Column("lease_expires_at", Instant(), nullable=True),
        Column("stage", Words(), nullable=True),
        Column("progress", Json(), nullable=True),
        Column("failure_code", Words(), nullable=True),
        Column("failure_message", Words(), nullable=True),
        Column("result", Json(), nullable=True),
        Column("created_at", Instant(), nullable=False),
        Column("updated_at", Instant(), nullable=False),
        Column("completed_at", Instant(), nullable=True),
        CheckConstraint(_TURN_STATE, name="ck_turns_state"),
        CheckConstraint("status IN ('pending', 'in_progress', 'completed', 'failed')", name="ck_turns_status"),
        ForeignKeyConstraint(["book_id"], ["books.id"], name="fk_turns_book_id"),
        ForeignKeyConstraint(["branch_id"], ["branches.id"], name="fk_turns_branch_id"),
        ForeignKeyConstraint(["character_id"], ["characters.id"], name="fk_turns_character_id"),
        ForeignKeyConstraint(["person_id"], ["people.id"], name="fk_turns_person_id"),
        PrimaryKeyConstraint("key", name="pk_turns"),
        sqlite_strict=True,
    )
    op.create_index("ix_turns_book_id", "turns", ["book_id"])
    op.create_index("ix_turns_branch_id", "turns", ["branch_id"])
    op.create_index("ix_turns_character_id", "turns", ["character_id"])
    op.create_index(
        "ix_turns_kind_status_lease_expires_at_created_at",
        "turns",
        ["kind", "status", "lease_expires_at", "created_at"],
    )
    op.create_index("ix_turns_person_id", "turns", ["person_id"])
    op.create_index(
        "uq_turns_lane_in_progress",
        "turns",
        ["lane"],
        unique=True,
        sqlite_where=text("status = 'in_progress'"),
        postgresql_where=text("status = 'in_progress'"),
    )
    op.create_table(
        "messages",
        Column("id", Name(), nullable=False),
        Column("branch_id", Name(), nullable=False),
        Column("character_id", Name(), nullable=False),
        Column("turn_key", Name(), nullable=False),
        Column("role", Words(), nullable=False),
        Column("seq", Whole(), nullable=False),
        Column("content", Words(), nullable=False),
        Column("reader_identity", Words(), nullable=True),
        Column("reader_identity_type", Words(), nullable=False),
        Column("reader_character_id", Name(), nullable=True),
        Column("chapter_context", Whole(), nullable=True),
        Column("answer", Json(), nullable=True),
        Column("created_at", Instant(), nullable=False),
        CheckConstraint("reader_identity_type IN ('self', 'character')", name="ck_messages_reader_identity_type"),
        CheckConstraint("role IN ('user', 'character')", name="ck_messages_role"),
        CheckConstraint("seq >= 1", name="ck_messages_seq"),
        ForeignKeyConstraint(["branch_id"], ["branches.id"], name="fk_messages_branch_id"),
        ForeignKeyConstraint(["character_id"], ["characters.id"], name="fk_messages_character_id"),
        ForeignKeyConstraint(["reader_character_id"], ["characters.id"], name="fk_messages_reader_character_id"),
        ForeignKeyConstraint(["turn_key"], ["turns.key"], name="fk_messages_turn_key"),
        PrimaryKeyConstraint("id", name="pk_messages"),
        UniqueConstraint("branch_id", "character_id", "seq", name="uq_messages_branch_id_character_id_seq"),
        UniqueConstraint("turn_key", "role", name="uq_messages_turn_key_role"),
        sqlite_strict=True,
    )
    op.create_index("ix_messages_character_id", "messages", ["character_id"])
    op.create_index("ix_messages_reader_character_id", "messages", ["reader_character_id"])
