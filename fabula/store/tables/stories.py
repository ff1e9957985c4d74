"""One person's play: stories, their branches, and the conversations held on a branch.

Owns a reader's place in a book and what was said to whom. It knows nothing of how an answer came about. The promise:
one story for a person and a book, and a conversation is numbered without gaps (service specification, 4.1.7, 4.1.11).
"""

from __future__ import annotations

from sqlalchemy import CheckConstraint, Column, Index, UniqueConstraint

from fabula.store.columns import Flag, Json, Whole, Words
from fabula.store.tables.making import Shape, at, key, link, mention, one_of, table

stories = table(
    "stories",
    key(),
    link("person_id", "people.id"),
    link("book_id", "books.id", needed=False),
    Column("title", Words, nullable=False),
    link("current_branch_id", "branches.id", needed=False, alter=True),
    Column("current_chapter", Whole, nullable=False, default=1),
    Column("position", Json),
    Column("reader_identity", Words),
    Column("reader_identity_type", Words, nullable=False, default="self"),
    link("reader_character_id", "characters.id", needed=False),
    Column("deviation_mode", Words, nullable=False, default="canon"),
    at("last_read_at", needed=False),
    Column("description", Words, nullable=False, default=""),
    Column("tags", Json, nullable=False, default=list),
    link("cover_asset_id", "assets.id", needed=False),
    Column("accent_color", Words),
    Column("status", Words, nullable=False, default="active"),
    Column("favorite", Flag, nullable=False, default=False),
    at("last_opened_at", needed=False),
    # Null until the story begins: a book on a shelf is a story nobody has written in yet.
    Column("definition", Json, info={"shape": Shape("story_definition")}),
    Column("settings", Json, info={"shape": Shape("story_settings")}),
    at("created_at"),
    at("updated_at"),
    UniqueConstraint("person_id", "book_id"),
    one_of("reader_identity_type", "self", "character"),
    one_of("deviation_mode", "canon", "creative", "remix"),
    one_of("status", "draft", "active", "archived"),
    CheckConstraint("current_chapter >= 1", name="current_chapter"),
    CheckConstraint("reader_identity_type = 'character' OR reader_character_id IS NULL", name="self_has_no_character"),
    Index(None, "book_id"),
    Index(None, "reader_character_id"),
    Index(None, "current_branch_id"),
    Index(None, "cover_asset_id"),
)

branches = table(
    "branches",
    key(),
    link("story_id", "stories.id"),
    Column("name", Words, nullable=False),
    link("parent_id", "branches.id", needed=False),
    mention("fork_entry_id"),
    # Grows with every change, also when positions are used again; callers, redo and caches compare it.
    Column("version", Whole, nullable=False, default=0),
    Column("redoable", Whole, nullable=False, default=0),
    Column("processed_through", Whole),
    Column("classifier_status", Json, nullable=False, default=dict),
    at("created_at"),
    Index(None, "story_id"),
    Index(None, "parent_id"),
)

messages = table(
    "messages",
    key(),
    link("branch_id", "branches.id"),
    link("character_id", "characters.id"),
    link("turn_key", "turns.key"),
    Column("role", Words, nullable=False),
    Column("seq", Whole, nullable=False),
    Column("content", Words, nullable=False),
    Column("reader_identity", Words),
    Column("reader_identity_type", Words, nullable=False, default="self"),
    link("reader_character_id", "characters.id", needed=False),
    Column("chapter_context", Whole),
    Column("answer", Json),
    at("created_at"),
    UniqueConstraint("branch_id", "character_id", "seq"),
    UniqueConstraint("turn_key", "role"),
    one_of("role", "user", "character"),
    one_of("reader_identity_type", "self", "character"),
    CheckConstraint("seq >= 1", name="seq"),
    Index(None, "character_id"),
    Index(None, "reader_character_id"),
)
