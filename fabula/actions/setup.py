"""The first run: is anybody here yet, and who becomes the administrator.

Owns the rule that exactly one person wins the first run, and the desktop's owner who needs no run at all.
"""

from __future__ import annotations

from dataclasses import dataclass

from fabula.accounts import people
from fabula.accounts.emails import clean_email
from fabula.accounts.passwords import NO_PASSWORD
from fabula.accounts.people import OWNER_EMAIL, Profile
from fabula.actions.sign_in import Session, open_session
from fabula.errors import Conflict
from fabula.installation import Installation
from fabula.store.contract import Tx

CONTRACT = 3
_TAKEN = "This installation already has its administrator; sign in instead."


@dataclass(frozen=True)
class SetupStatus:
    """What the first page needs to know before anybody has signed in."""

    configured: bool
    admin_configured: bool
    llm_configured: bool
    contract: int
    profile: str


async def status(at: Installation) -> SetupStatus:
    """Whether an administrator exists (on the desktop: always, the owner is made on first use)."""
    desktop = at.config.profile == "desktop"
    ready = desktop or await at.store.read(people.count) > 0
    return SetupStatus(ready, ready, at.config.has_model, CONTRACT, at.config.profile)


async def init(
    at: Installation, *, email: str, password: str, name: str | None = None, language: str | None = None
) -> Session:
    """Create the first administrator. Of several callers at once one wins; the others get Conflict."""
    address = clean_email(email)
    shown, spoken = people.clean_name(name), people.clean_language(language)
    if (await status(at)).admin_configured:
        raise Conflict(_TAKEN)
    password_hash = await at.passwords.hash(password)

    def first(tx: Tx) -> Session:
        if people.count(tx) > 0:
            raise Conflict(_TAKEN)
        admin = people.add(tx, email=address, password_hash=password_hash, role="admin", name=shown, language=spoken)
        return open_session(at, tx, admin)

    return await at.store.write(first)


async def owner(at: Installation) -> Profile:
    """The one person of a desktop installation, made when there is no administrator yet."""
    found = await at.store.read(people.first_administrator)
    if found is not None:
        return found

    def make(tx: Tx) -> Profile:
        other = people.first_administrator(tx)
        if other is not None:
            return other
        return people.add(tx, email=OWNER_EMAIL, password_hash=NO_PASSWORD, role="admin", signed_in=False)

    return await at.store.write(make)
