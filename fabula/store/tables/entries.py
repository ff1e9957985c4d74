"""The text of a story: its entries, the chapters they are gathered into, eras, pictures, translations.

Owns what is read on a branch. It knows nothing of the world behind the text. The promise: positions are unique within
a branch, the opening is the first, and an id names the same row on every branch that a fork made.
"""

from __future__ import annotations

from sqlalchemy import CheckConstraint, Column, Index, UniqueConstraint

from fabula.store.columns import Flag, Instant, Whole, Words
from fabula.store.tables.making import (
    at,
    branch_table,
    key,
    link,
    mention,
    one_of,
    prose,
    ref,
    ref_by,
    shaped,
    stale,
    stamp,
    table,
    words,
)

story_entries = branch_table(
    "story_entries",
    Column("position", Whole, nullable=False),
    Column("kind", Words, nullable=False),
    Column("content", Words, nullable=False),
    mention("chapter_id"),
    shaped("metadata", "entry_metadata"),
    stamp("created_at"),
    UniqueConstraint("branch_id", "position"),
    one_of("kind", "user_action", "ai_reply", "system", "opening"),
    CheckConstraint("position >= 1 AND (kind <> 'opening' OR position = 1)", name="position"),
)

chapters = branch_table(
    "chapters",
    Column("sequence_number", Whole, nullable=False),
    Column("title", Words, nullable=False),
    prose("summary"),
    prose("theme"),
    words("keywords"),
    mention("start_entry_id"),
    mention("end_entry_id"),
    Column("token_count", Whole, nullable=False, default=0),
    Column("closed_at", Instant, nullable=False),
    stale(),
    stamp("created_at"),
    stamp("updated_at"),
    UniqueConstraint("branch_id", "sequence_number"),
    CheckConstraint("sequence_number >= 1 AND token_count >= 0", name="sizes"),
    CheckConstraint("start_entry_id IS NOT NULL AND end_entry_id IS NOT NULL", name="closed"),
)

branch_era_flips = branch_table(
    "branch_era_flips",
    Column("at_worldtime", Whole, nullable=False),
    Column("era_name", Words, nullable=False),
    stamp("created_at"),
    UniqueConstraint("branch_id", "at_worldtime"),
    CheckConstraint("at_worldtime >= 0", name="at_worldtime"),
)

assets = table(
    "assets",
    key(),
    Column("kind", Words, nullable=False),
    Column("mime_type", Words, nullable=False),
    Column("file_path", Words, nullable=False),
    Column("size_bytes", Whole, nullable=False),
    Column("content_hash", Words, nullable=False),
    at("created_at"),
    at("pending_delete_at", needed=False),
    UniqueConstraint("content_hash"),
    one_of("kind", "image", "audio", "file"),
    CheckConstraint("size_bytes >= 0", name="size_bytes"),
    Index(None, "pending_delete_at"),
)

entry_assets = branch_table(
    "entry_assets",
    ref("entry_id", "story_entries"),
    link("asset_id", "assets.id"),
    Column("role", Words, nullable=False),
    Column("position", Whole, nullable=False, default=1),
    Index(None, "branch_id", "entry_id"),
    Index(None, "asset_id"),
    CheckConstraint("position >= 1", name="position"),
)

TRANSLATED = {
    "entity": "entities",
    "lore": "lore",
    "thread": "threads",
    "happening": "happenings",
    "story_entry": "story_entries",
    "character_relationship": "character_relationships",
    "chapter": "chapters",
}
"""What can be translated, and where it is."""

translations = branch_table(
    "translations",
    Column("target_kind", Words, nullable=False),
    ref_by("target_id", "target_kind", TRANSLATED),
    Column("field", Words, nullable=False),
    Column("language", Words, nullable=False),
    Column("translated_text", Words, nullable=False),
    stamp("created_at"),
    stamp("updated_at"),
    UniqueConstraint("branch_id", "target_kind", "target_id", "field", "language"),
    one_of("target_kind", *TRANSLATED),
    Index(None, "branch_id", "target_id"),
)

vault_calendars = table(
    "vault_calendars",
    key(),
    link("person_id", "people.id"),
    Column("name", Words, nullable=False),
    shaped("definition", "calendar"),
    Column("favorite", Flag, nullable=False, default=False),
    at("created_at"),
    at("updated_at"),
    Index(None, "person_id"),
)
