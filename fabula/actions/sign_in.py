"""Coming in and going out: register, sign in, refresh, sign out, and who a request speaks for.

Owns the order of checks around passwords and tokens. Knows no HTTP. Promise: a wrong password and an unknown address
cannot be told apart, by words or by time.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from fabula.accounts import people
from fabula.accounts.emails import clean_email
from fabula.accounts.people import Person, Profile
from fabula.accounts.tokens import access_token, issue_refresh, read_access_token, spend_refresh
from fabula.errors import Forbidden, Invalid, SetupRequired, Unauthorized
from fabula.installation import Installation
from fabula.store.contract import Tx

_WRONG = "The e-mail address or the password is not right."
_ENDED = "The session has ended; sign in again."


@dataclass(frozen=True)
class Session:
    """A signed-in person with fresh tokens; `expires_in` is the access token's life in seconds."""

    user: Profile
    access_token: str = field(repr=False)
    refresh_token: str = field(repr=False)
    expires_in: int


def open_session(at: Installation, tx: Tx, person: Profile) -> Session:
    """Make both tokens for a person, inside the unit that proved who they are."""
    seconds = at.config.access_token_s
    access = access_token(at.secret, person_id=person.id, role=person.role, now=at.clock(), seconds=seconds)
    return Session(person, access, issue_refresh(tx, person.id, at.config.refresh_token_s), seconds)


async def register(at: Installation, *, email: str, password: str, name: str | None = None) -> Session:
    """Create an account (service specification 9.1). SetupRequired before the first run; Conflict on a known address.

    A desktop installation has one person and refuses others with Forbidden.
    """
    if at.config.profile == "desktop":
        raise Forbidden("This installation belongs to one person; it has no accounts to register.")
    address, shown = clean_email(email), people.clean_name(name)
    if await at.store.read(people.first_administrator) is None:
        raise SetupRequired("The administrator's account must be created first.")
    password_hash = await at.passwords.hash(password)

    def enter(tx: Tx) -> Session:
        if people.first_administrator(tx) is None:
            raise SetupRequired("The administrator's account must be created first.")
        person = people.add(tx, email=address, password_hash=password_hash, role="user", name=shown)
        return open_session(at, tx, person)

    return await at.store.write(enter)


async def login(at: Installation, *, email: str, password: str) -> Session:
    """Sign in with a password (service specification 9.2). Unauthorized, in the same words, whatever was wrong."""
    try:
        address = clean_email(email)
    except Invalid:
        # What is not an address belongs to nobody; it must not be answered any faster for that.
        address = ""
    known = await at.store.read(lambda tx: people.stored_password(tx, address))
    person_id, stored = known if known is not None else (None, None)
    if not await at.passwords.matches(password, stored) or person_id is None:
        raise Unauthorized(_WRONG)

    def enter(tx: Tx) -> Session | None:
        # The password may have been changed, or the account deleted, while the slow check ran.
        if people.stored_password(tx, address) != known:
            return None
        person = people.signed_in(tx, person_id)
        return open_session(at, tx, person) if person is not None else None

    session = await at.store.write(enter)
    if session is None:
        raise Unauthorized(_WRONG)
    return session


async def refresh(at: Installation, refresh_token: str) -> Session:
    """Trade a refresh token for new tokens. Of several callers with the same token one succeeds."""

    def rotate(tx: Tx) -> Session | None:
        person_id = spend_refresh(tx, refresh_token)
        person = people.by_id(tx, person_id) if person_id is not None else None
        return open_session(at, tx, person) if person is not None else None

    session = await at.store.write(rotate)
    if session is None:
        raise Unauthorized(_ENDED)
    return session


async def logout(at: Installation, refresh_token: str) -> None:
    """End the session the token belongs to. A token that is already gone is no error."""
    await at.store.write(lambda tx: spend_refresh(tx, refresh_token))


async def who_is(at: Installation, token: str, *, from_loopback: bool) -> Person:
    """The person an access token speaks for. Raises Unauthorized.

    The command line's token counts only when it arrives from this machine; it acts for the person it names, or else
    for the earliest administrator.
    """
    claims = read_access_token(at.secret, token, now=at.clock())
    if claims.is_local and not from_loopback:
        raise Unauthorized("This token only works on the computer that Fabula runs on.")

    def find(tx: Tx) -> Profile | None:
        if not claims.is_local:
            return people.by_id(tx, claims.subject)
        return people.by_email(tx, claims.email) if claims.email else people.first_administrator(tx)

    found = await at.store.read(find)
    if found is None:
        raise Unauthorized(_ENDED)
    return found.person
