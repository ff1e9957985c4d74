"""What is read: books, their covers and chapters, and what the reading found in them.

Owns source material and the facts drawn from it, each with its evidence. It knows nothing of any reader's progress.
The promise: chapter numbers are unique in a book, 0 is front matter, and everything below a book ends with it
(service specification, 4.1.2 to 4.1.4).
"""

from __future__ import annotations

from sqlalchemy import CheckConstraint, Column, Index, PrimaryKeyConstraint, UniqueConstraint

from fabula.store.columns import Blob, Flag, Json, Real, Whole, Words
from fabula.store.tables.making import at, key, link, one_of, table

books = table(
    "books",
    key(),
    link("uploader_id", "people.id", needed=False),
    Column("title", Words, nullable=False),
    Column("author", Words),
    Column("language", Words, nullable=False),
    Column("format", Words, nullable=False),
    Column("encoding", Words),
    Column("notes", Json, nullable=False, default=list),
    Column("description", Words),
    Column("world_summary", Json, nullable=False, default=list),
    Column("genre", Words),
    Column("total_chapters", Whole, nullable=False, default=0),
    Column("chars", Whole, nullable=False, default=0),
    Column("status", Words, nullable=False, default="pending"),
    Column("parse_error", Words),
    Column("deviation_mode", Words, nullable=False, default="canon"),
    Column("source_hash", Words, nullable=False),
    Column("gist", Json),
    Column("readings_made", Whole, nullable=False, default=0, server_default="0"),
    at("created_at"),
    at("updated_at"),
    one_of("status", "pending", "parsing", "ready", "error"),
    one_of("deviation_mode", "canon", "creative", "remix"),
    CheckConstraint("total_chapters >= 0 AND chars >= 0", name="sizes"),
    Index(None, "uploader_id"),
    Index(None, "status"),
    Index(None, "source_hash"),
)

covers = table(
    "covers",
    link("book_id", "books.id", part_of_key=True),
    Column("media_type", Words, nullable=False),
    Column("bytes", Blob, nullable=False),
)

book_chapters = table(
    "book_chapters",
    key(),
    link("book_id", "books.id"),
    Column("number", Whole, nullable=False),
    Column("kind", Words, nullable=False),
    Column("title", Words),
    Column("part", Words),
    Column("start", Whole, nullable=False),
    Column("content", Words, nullable=False),
    Column("words", Whole, nullable=False),
    Column("chars", Whole, nullable=False),
    Column("is_key_node", Flag, nullable=False, default=False),
    Column("key_node_description", Words),
    Column("summary", Words),
    at("created_at"),
    UniqueConstraint("book_id", "number"),
    one_of("kind", "front", "chapter", "prologue", "epilogue", "extra"),
    CheckConstraint("number >= 0 AND start >= 0 AND words >= 0 AND chars >= 0", name="sizes"),
)

characters = table(
    "characters",
    key(),
    link("book_id", "books.id"),
    Column("rank", Whole, nullable=False),
    Column("name", Words, nullable=False),
    Column("aliases", Json, nullable=False, default=list),
    Column("gender", Words, nullable=False, default="unknown"),
    Column("role", Words, nullable=False),
    Column("narrator", Flag, nullable=False, default=False),
    Column("mentions", Whole, nullable=False, default=0),
    Column("first_appearance_chapter", Whole),
    Column("facts", Json, nullable=False, default=dict),
    Column("style", Json, nullable=False, default=dict),
    Column("avatar_url", Words),
    Column("avatar_status", Words, nullable=False, default="pending"),
    Column("hue", Whole, nullable=False, default=1),
    link("part_of_id", "characters.id", needed=False),
    Column("gender_chapter", Whole, nullable=False, default=0, server_default="0"),
    at("created_at"),
    at("updated_at"),
    UniqueConstraint("book_id", "rank"),
    Index(None, "part_of_id"),
    one_of("gender", "female", "male", "unknown"),
    one_of("role", "protagonist", "antagonist", "supporting", "minor"),
    one_of("avatar_status", "pending", "generating", "ready", "error"),
    CheckConstraint("hue BETWEEN 1 AND 8", name="hue"),
    CheckConstraint("mentions >= 0", name="mentions"),
)

mentions = table(
    "mentions",
    link("book_id", "books.id"),
    link("character_id", "characters.id"),
    Column("chapter_number", Whole, nullable=False),
    Column("count", Whole, nullable=False),
    PrimaryKeyConstraint("book_id", "character_id", "chapter_number"),
    CheckConstraint("count >= 0", name="count"),
    Index(None, "character_id"),
)

quotes = table(
    "quotes",
    link("book_id", "books.id"),
    Column("seq", Whole, nullable=False),
    Column("chapter_number", Whole, nullable=False),
    Column("start", Whole, nullable=False),
    Column("end", Whole, nullable=False),
    Column("paragraph", Whole, nullable=False),
    Column("kind", Words, nullable=False),
    link("character_id", "characters.id", needed=False),
    link("addressee_id", "characters.id", needed=False),
    Column("confidence", Real, nullable=False),
    Column("why", Words, nullable=False),
    link("bystander_id", "bystanders.id", needed=False),
    Column("cue", Json),
    PrimaryKeyConstraint("book_id", "seq"),
    one_of("kind", "speech", "thought", "letter", "scare"),
    CheckConstraint("confidence >= 0 AND confidence <= 1", name="confidence"),
    CheckConstraint('start >= 0 AND "end" >= start', name="span"),
    Index(None, "book_id", "chapter_number"),
    Index(None, "character_id", "chapter_number"),
    Index(None, "addressee_id"),
    Index(None, "bystander_id"),
)

places = table(
    "places",
    key(),
    link("book_id", "books.id"),
    Column("name", Words, nullable=False),
    Column("mentions", Whole, nullable=False, default=0),
    Column("first_chapter", Whole, nullable=False),
    Column("cite", Json, nullable=False),
    Column("sort", Words, nullable=False, default="", server_default=""),
    link("parent_id", "places.id", needed=False),
    Column("parent_cite", Json),
    Index(None, "book_id"),
    Index(None, "parent_id"),
)
