"""What a reading finds beyond people and places, and what people correct in it.

Owns the statements that bring a database of version 0002 to 0003, frozen as they were. It does not read the present
tables. The promise: rows of version 0002 stay as they are; a book read before has nothing of the new until it is read
again.
"""

from __future__ import annotations

from alembic import op
from sqlalchemy import CheckConstraint, Column, ForeignKeyConstraint, PrimaryKeyConstraint, UniqueConstraint

from fabula.store.columns import Blob, Flag, Instant, Json, Name, Whole, Words

revision = "0003"
down_revision = "0002"

_ADDED = (
    ("books", "gist", Json(), ""),
    ("books", "readings_made", Whole(), "NOT NULL DEFAULT 0"),
    ("characters", "part_of_id", Name(), "CONSTRAINT fk_characters_part_of_id REFERENCES characters (id)"),
    ("characters", "gender_chapter", Whole(), "NOT NULL DEFAULT 0"),
    ("quotes", "bystander_id", Name(), "CONSTRAINT fk_quotes_bystander_id REFERENCES bystanders (id)"),
    ("quotes", "cue", Json(), ""),
    ("places", "sort", Words(), "NOT NULL DEFAULT ''"),
    ("places", "parent_id", Name(), "CONSTRAINT fk_places_parent_id REFERENCES places (id)"),
    ("places", "parent_cite", Json(), ""),
)


def upgrade() -> None:
    """Creates what is new and widens what is there."""
    _kept()
    _people()
    _world()
    dialect = op.get_bind().dialect
    for table, name, kind, rest in _ADDED:
        op.execute(f"ALTER TABLE {table} ADD COLUMN {name} {kind.compile(dialect=dialect)} {rest}".strip())
    op.create_index("ix_characters_part_of_id", "characters", ["part_of_id"])
    op.create_index("ix_quotes_bystander_id", "quotes", ["bystander_id"])
    op.create_index("ix_places_parent_id", "places", ["parent_id"])


def _kept() -> None:
    op.create_table(
        "readings",
        Column("book_id", Name(), nullable=False),
        Column("body", Blob(), nullable=False),
        Column("created_at", Instant(), nullable=False),
        ForeignKeyConstraint(["book_id"], ["books.id"], name="fk_readings_book_id"),
        PrimaryKeyConstraint("book_id", name="pk_readings"),
        sqlite_strict=True,
    )
    op.create_table(
        "corrections",
        Column("id", Name(), nullable=False),
        Column("book_id", Name(), nullable=False),
        Column("person_id", Name()),
        Column("seq", Whole(), nullable=False),
        Column("kind", Words(), nullable=False),
        Column("who", Json(), nullable=False),
        Column("names", Json(), nullable=False),
        Column("created_at", Instant(), nullable=False),
        CheckConstraint("kind IN ('merge', 'split', 'rename')", name="ck_corrections_kind"),
        CheckConstraint("seq >= 1", name="ck_corrections_seq"),
        ForeignKeyConstraint(["book_id"], ["books.id"], name="fk_corrections_book_id"),
        ForeignKeyConstraint(["person_id"], ["people.id"], name="fk_corrections_person_id"),
        PrimaryKeyConstraint("id", name="pk_corrections"),
        UniqueConstraint("book_id", "seq", name="uq_corrections_book_id_seq"),
        sqlite_strict=True,
    )
    op.create_index("ix_corrections_person_id", "corrections", ["person_id"])


def _people() -> None:
    op.create_table(
        "bystanders",
        Column("id", Name(), nullable=False),
        Column("book_id", Name(), nullable=False),
        Column("rank", Whole(), nullable=False),
        Column("name", Words(), nullable=False),
        Column("aliases", Json(), nullable=False),
        Column("gender", Words(), nullable=False),
        Column("mentions", Whole(), nullable=False),
        Column("first_chapter", Whole(), nullable=False),
        Column("cite", Json(), nullable=False),
        CheckConstraint("gender IN ('female', 'male', 'unknown')", name="ck_bystanders_gender"),
        ForeignKeyConstraint(["book_id"], ["books.id"], name="fk_bystanders_book_id"),
        PrimaryKeyConstraint("id", name="pk_bystanders"),
        UniqueConstraint("book_id", "rank", name="uq_bystanders_book_id_rank"),
        sqlite_strict=True,
    )
    op.create_table(
        "relationships",
        Column("id", Name(), nullable=False),
        Column("book_id", Name(), nullable=False),
        Column("seq", Whole(), nullable=False),
        Column("source_id", Name(), nullable=False),
        Column("target_id", Name(), nullable=False),
        Column("kind", Words(), nullable=False),
        Column("label", Words(), nullable=False),
        Column("mutual", Flag(), nullable=False),
        Column("through", Whole(), nullable=False),
        Column("cites", Json(), nullable=False),
        CheckConstraint("source_id <> target_id", name="ck_relationships_two"),
        ForeignKeyConstraint(["book_id"], ["books.id"], name="fk_relationships_book_id"),
        ForeignKeyConstraint(["source_id"], ["characters.id"], name="fk_relationships_source_id"),
        ForeignKeyConstraint(["target_id"], ["characters.id"], name="fk_relationships_target_id"),
        PrimaryKeyConstraint("id", name="pk_relationships"),
        UniqueConstraint("book_id", "seq", name="uq_relationships_book_id_seq"),
        sqlite_strict=True,
    )
    op.create_index("ix_relationships_source_id", "relationships", ["source_id"])
    op.create_index("ix_relationships_target_id", "relationships", ["target_id"])


def _world() -> None:
    op.create_table(
        "facts",
        Column("id", Name(), nullable=False),
        Column("book_id", Name(), nullable=False),
        Column("kind", Words(), nullable=False),
        Column("seq", Whole(), nullable=False),
        Column("through", Whole(), nullable=False),
        Column("body", Json(), nullable=False),
        CheckConstraint(
            "kind IN ('event', 'death', 'faction', 'thing', 'thread', 'rule', 'node', 'arc')", name="ck_facts_kind"
        ),
        ForeignKeyConstraint(["book_id"], ["books.id"], name="fk_facts_book_id"),
        PrimaryKeyConstraint("id", name="pk_facts"),
        UniqueConstraint("book_id", "kind", "seq", name="uq_facts_book_id_kind_seq"),
        sqlite_strict=True,
    )
    op.create_table(
        "canon_models",
        Column("id", Name(), nullable=False),
        Column("book_id", Name(), nullable=False),
        Column("model_version", Whole(), nullable=False),
        Column("schema_version", Whole(), nullable=False),
        Column("prompt_version", Words(), nullable=False),
        Column("content", Json(), nullable=False),
        Column("created_at", Instant(), nullable=False),
        CheckConstraint("model_version >= 1 AND schema_version >= 1", name="ck_canon_models_versions"),
        ForeignKeyConstraint(["book_id"], ["books.id"], name="fk_canon_models_book_id"),
        PrimaryKeyConstraint("id", name="pk_canon_models"),
        UniqueConstraint("book_id", "model_version", name="uq_canon_models_book_id_model_version"),
        sqlite_strict=True,
    )
