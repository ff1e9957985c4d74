"""People's rows: found, added, changed. Every function runs inside a unit of the store.

Owns the `people` table's queries and the rules about administrators. Knows no passwords in the clear and no HTTP.
Promise: whatever several callers do at once, an installation that has people has an administrator; it holds because
writing units behave as if they ran one after the other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, cast

from sqlalchemy import func, select, update

from fabula.accounts.emails import email_key
from fabula.errors import Conflict, Invalid
from fabula.ids import new_id
from fabula.store.contract import Row, Tx
from fabula.store.tables import people

OWNER_EMAIL = "owner@localhost"
"""The desktop owner's address. Nobody can sign in with it: the row has no password."""

NAME_CHARS_MAX = 200
LANGUAGES = ("en", "zh-CN")
Role = Literal["user", "admin"]


@dataclass(frozen=True)
class Person:
    """Who is acting, as much as the rest of Fabula needs to know."""

    id: str
    role: Role
    language: str | None


@dataclass(frozen=True)
class Profile:
    """A person's own account, as shown to that person. Instants are aware UTC."""

    id: str
    email: str
    name: str | None
    avatar_url: str | None
    role: Role
    email_verified: bool
    language: str | None
    created_at: datetime
    last_sign_in: datetime | None

    @property
    def person(self) -> Person:
        """The same person, as the rest of Fabula knows them."""
        return Person(self.id, self.role, self.language)


_SHOWN = (
    people.c.id,
    people.c.email,
    people.c.name,
    people.c.avatar_url,
    people.c.role,
    people.c.email_verified,
    people.c.language,
    people.c.created_at,
    people.c.last_sign_in,
)


def clean_name(name: str | None) -> str | None:
    """A display name without surrounding space; None when empty. Raises Invalid (control characters, length)."""
    given = name or ""
    # Looked for before trimming, because Python counts some of them as space.
    if any(ord(char) < 0x20 or 0x7F <= ord(char) <= 0x9F for char in given):
        raise Invalid("The name contains a control character.")
    trimmed = given.strip()
    if len(trimmed) > NAME_CHARS_MAX:
        raise Invalid(f"The name is longer than {NAME_CHARS_MAX} characters.")
    return trimmed or None


def clean_language(language: str | None) -> str | None:
    """One of the languages the interface speaks, or None for not chosen. Raises Invalid."""
    if language is not None and language not in LANGUAGES:
        raise Invalid("The language is not available; choose en or zh-CN.")
    return language


def count(tx: Tx) -> int:
    """How many people this installation has."""
    return int(tx.value(select(func.count()).select_from(people)))


def by_id(tx: Tx, person_id: str) -> Profile | None:
    """The person with that id."""
    return _profile(tx.one(select(*_SHOWN).where(people.c.id == person_id)))


def by_email(tx: Tx, email: str) -> Profile | None:
    """The person with that address, in whatever case it is spelled."""
    return _profile(tx.one(select(*_SHOWN).where(people.c.email_key == email_key(email))))


def first_administrator(tx: Tx) -> Profile | None:
    """The administrator who has been here longest."""
    oldest = select(*_SHOWN).where(people.c.role == "admin").order_by(people.c.created_at, people.c.id).limit(1)
    return _profile(tx.one(oldest))


def stored_password(tx: Tx, email: str) -> tuple[str, str] | None:
    """The id and the password hash of the person with that address."""
    row = tx.one(select(people.c.id, people.c.password_hash).where(people.c.email_key == email_key(email)))
    return (str(row["id"]), str(row["password_hash"])) if row else None


def add(
    tx: Tx,
    *,
    email: str,
    password_hash: str,
    role: Role,
    name: str | None = None,
    language: str | None = None,
    signed_in: bool = True,
) -> Profile:
    """Insert a person whose address is free. Raises Conflict when it is taken."""
    if by_email(tx, email) is not None:
        raise Conflict("There is already an account with this e-mail address; sign in instead.")
    person_id = new_id("person")
    row: Mapping[str, Any] = {
        "id": person_id,
        "email": email,
        "email_key": email_key(email),
        "password_hash": password_hash,
        "name": name,
        "avatar_url": None,
        "role": role,
        "email_verified": False,
        "language": language,
        "last_sign_in": tx.now if signed_in else None,
    }
    tx.insert(people, row)
    return cast(Profile, by_id(tx, person_id))


def change(tx: Tx, person_id: str, **values: Any) -> Profile | None:
    """Set columns of one person; None when there is no such person."""
    tx.run(update(people).where(people.c.id == person_id).values(updated_at=tx.now, **values))
    return by_id(tx, person_id)


def signed_in(tx: Tx, person_id: str) -> Profile | None:
    """Record a sign-in now; None when there is no such person."""
    tx.run(update(people).where(people.c.id == person_id).values(last_sign_in=tx.now))
    return by_id(tx, person_id)


def refuse_last_administrator(tx: Tx, person: Profile) -> None:
    """Raise Conflict (last_administrator) when others would be left behind without an administrator."""
    if person.role != "admin" or count(tx) == 1:
        return
    admins = tx.value(select(func.count()).select_from(people).where(people.c.role == "admin"))
    if int(admins) == 1:
        raise Conflict(
            "You are the last administrator while other people still have accounts here; they must be deleted first.",
            code="last_administrator",
        )


def _profile(row: Row | None) -> Profile | None:
    return Profile(**row) if row is not None else None
