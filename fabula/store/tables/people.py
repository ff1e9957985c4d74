"""Who reads: people and the refresh tokens that keep them signed in.

Owns accounts as rows. It knows nothing of passwords beyond their hash, nor of tokens beyond theirs. The promise: an
address belongs to one person whatever its letter case (service specification, 4.1.1).
"""

from __future__ import annotations

from sqlalchemy import Column, Index, UniqueConstraint

from fabula.store.columns import Flag, Name, Words
from fabula.store.tables.making import at, key, link, one_of, table

people = table(
    "people",
    key(),
    Column("email", Words, nullable=False),
    Column("email_key", Words, nullable=False),
    Column("password_hash", Words, nullable=False),
    Column("name", Words),
    Column("avatar_url", Words),
    Column("role", Words, nullable=False, default="user"),
    Column("email_verified", Flag, nullable=False, default=False),
    Column("language", Words),
    at("created_at"),
    at("updated_at"),
    at("last_sign_in", needed=False),
    UniqueConstraint("email_key"),
    one_of("role", "user", "admin"),
    one_of("language", "en", "zh-CN"),
)

refresh_tokens = table(
    "refresh_tokens",
    Column("token_hash", Name, primary_key=True),
    link("person_id", "people.id"),
    at("expires_at"),
    at("created_at"),
    Index(None, "person_id", "expires_at"),
)
