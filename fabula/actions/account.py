"""One's own account: look at it, change it, leave.

Owns what deleting a person means. Promise: after a deletion nothing of that person is left in the database, and an
installation that loses its last person is as on its first day.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import select

from fabula.accounts import people
from fabula.accounts.people import Person, Profile
from fabula.errors import Unauthorized
from fabula.installation import Installation
from fabula.store.contract import Tx
from fabula.store.erase import erase
from fabula.store.tables import people as people_table
from fabula.store.tables import turns

_GONE = "This account does not exist any more."


async def profile(at: Installation, me: Person) -> Profile:
    """The person's own account. Unauthorized when it was deleted meanwhile."""
    return _there(await at.store.read(lambda tx: people.by_id(tx, me.id)))


async def change(at: Installation, me: Person, fields: Mapping[str, Any]) -> Profile:
    """Change `name` or `language`; only the fields present are touched. Raises Invalid on a value that is not valid."""
    values: dict[str, Any] = {}
    if "name" in fields:
        values["name"] = people.clean_name(fields["name"])
    if "language" in fields:
        values["language"] = people.clean_language(fields["language"])
    return _there(await at.store.write(lambda tx: people.change(tx, me.id, **values)))


async def delete(at: Installation, me: Person) -> None:
    """Erase the person and all they own. Conflict (last_administrator) while others would stay without one.

    A person who is already gone is no error.
    """

    def leave(tx: Tx) -> list[str]:
        person = people.by_id(tx, me.id)
        if person is None:
            return []
        people.refuse_last_administrator(tx, person)
        keys = [row["key"] for row in tx.all(select(turns.c.key).where(turns.c.person_id == person.id))]
        erase(tx, people_table, ids=[person.id])
        return keys

    for key in await at.store.write(leave):
        at.imports.stop(key)
        at.productions.stop(key)
    at.bookshelf.clear()


def _there(found: Profile | None) -> Profile:
    if found is None:
        raise Unauthorized(_GONE)
    return found
