"""What a reading found in a book beyond its people: how they stand, what happens, and what people corrected.

Owns facts drawn from source text, each with its citations, the reading itself, and the decisions of whoever brought the
book. It knows nothing of any reader's progress. The promise: `through` is the last chapter a fact's citations stand in,
so a reader's place bounds it; decisions stay when a book is read again (service specification, 5.4 to 5.6 and 7.6).
"""

from __future__ import annotations

from sqlalchemy import CheckConstraint, Column, Index, UniqueConstraint

from fabula.store.columns import Blob, Flag, Json, Whole, Words
from fabula.store.tables.making import at, key, link, one_of, table

readings = table(
    "readings",
    link("book_id", "books.id", part_of_key=True),
    Column("body", Blob, nullable=False),
    at("created_at"),
)

corrections = table(
    "corrections",
    key(),
    link("book_id", "books.id"),
    link("person_id", "people.id", needed=False),
    Column("seq", Whole, nullable=False),
    Column("kind", Words, nullable=False),
    Column("who", Json, nullable=False),
    Column("names", Json, nullable=False),
    at("created_at"),
    UniqueConstraint("book_id", "seq"),
    one_of("kind", "merge", "split", "rename"),
    CheckConstraint("seq >= 1", name="seq"),
    Index(None, "person_id"),
)

bystanders = table(
    "bystanders",
    key(),
    link("book_id", "books.id"),
    Column("rank", Whole, nullable=False),
    Column("name", Words, nullable=False),
    Column("aliases", Json, nullable=False, default=list),
    Column("gender", Words, nullable=False, default="unknown"),
    Column("mentions", Whole, nullable=False, default=0),
    Column("first_chapter", Whole, nullable=False),
    Column("cite", Json, nullable=False),
    UniqueConstraint("book_id", "rank"),
    one_of("gender", "female", "male", "unknown"),
)

relationships = table(
    "relationships",
    key(),
    link("book_id", "books.id"),
    Column("seq", Whole, nullable=False),
    link("source_id", "characters.id"),
    link("target_id", "characters.id"),
    Column("kind", Words, nullable=False),
    Column("label", Words, nullable=False, default=""),
    Column("mutual", Flag, nullable=False, default=False),
    Column("through", Whole, nullable=False),
    Column("cites", Json, nullable=False),
    UniqueConstraint("book_id", "seq"),
    CheckConstraint("source_id <> target_id", name="two"),
    Index(None, "source_id"),
    Index(None, "target_id"),
)

facts = table(
    "facts",
    key(),
    link("book_id", "books.id"),
    Column("kind", Words, nullable=False),
    Column("seq", Whole, nullable=False),
    Column("through", Whole, nullable=False),
    Column("body", Json, nullable=False),
    UniqueConstraint("book_id", "kind", "seq"),
    one_of("kind", "event", "death", "faction", "thing", "thread", "rule", "node", "arc"),
)

canon_models = table(
    "canon_models",
    key(),
    link("book_id", "books.id"),
    Column("model_version", Whole, nullable=False),
    Column("schema_version", Whole, nullable=False),
    Column("prompt_version", Words, nullable=False),
    Column("content", Json, nullable=False),
    at("created_at"),
    UniqueConstraint("book_id", "model_version"),
    CheckConstraint("model_version >= 1 AND schema_version >= 1", name="versions"),
)
