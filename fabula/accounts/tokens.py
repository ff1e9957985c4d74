"""Access tokens (signed, short) and refresh tokens (opaque, single use).

Owns their formats and their rows. Knows no HTTP. Promise: a refresh token is stored only as its SHA-256, is spent at
most once whoever races for it, and every check of time uses the clock it is given.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import jwt
from sqlalchemy import delete, select

from fabula.errors import Unauthorized
from fabula.store.contract import Tx
from fabula.store.tables import refresh_tokens

LOCAL_SUBJECT = "local"
LOCAL_TOKEN_S = 300
TOKEN_CHARS_MAX = 4_096
SESSIONS_MAX = 50
"""Refresh tokens one person may hold; signing in once more ends the oldest."""

_JWT = jwt.PyJWT(options={"enforce_minimum_key_length": True})
_ENDED = "The session has ended; sign in again."


@dataclass(frozen=True)
class Claims:
    """What a valid access token says. `email` is only ever present on a local token, and optional there."""

    subject: str
    role: str
    email: str | None = None

    @property
    def is_local(self) -> bool:
        """Whether this is the command line's token, made from the secret in the data folder."""
        return self.subject == LOCAL_SUBJECT


def access_token(secret: str, *, person_id: str, role: str, now: datetime, seconds: int) -> str:
    """Sign an access token (service specification 9.3: sub, role, iat, exp; HMAC-SHA256)."""
    return _sign(secret, {"sub": person_id, "role": role}, now, seconds)


def local_token(secret: str, *, now: datetime, email: str | None = None) -> str:
    """Sign the command line's token. It acts as the administrator, or as the person with that e-mail address."""
    who = {"email": email} if email is not None else {}
    return _sign(secret, {"sub": LOCAL_SUBJECT, "role": "admin"} | who, now, LOCAL_TOKEN_S)


def read_access_token(secret: str, token: str, *, now: datetime) -> Claims:
    """Verify signature, algorithm, claims and expiry. Raises Unauthorized, without saying which was wrong."""
    if len(token) > TOKEN_CHARS_MAX:
        raise Unauthorized(_ENDED)
    try:
        # Expiry is compared below, against the installation's clock instead of the machine's.
        options: Any = {"require": ["sub", "exp", "iat"], "verify_exp": False, "verify_iat": False}
        claims = _JWT.decode(token, secret, algorithms=["HS256"], options=options)
    except jwt.InvalidTokenError as fault:
        raise Unauthorized(_ENDED) from fault
    subject, role, email, expires = (claims.get(name) for name in ("sub", "role", "email", "exp"))
    well_formed = isinstance(subject, str) and isinstance(role, str) and isinstance(email, str | None)
    # bool is an int to Python; `true` is not an instant.
    if not well_formed or type(expires) is not int or expires <= now.timestamp():
        raise Unauthorized(_ENDED)
    return Claims(str(subject), str(role), email)


def issue_refresh(tx: Tx, person_id: str, seconds: int) -> str:
    """Store a new refresh token's hash and return the token: 64 hexadecimal digits, shown this once."""
    token = secrets.token_hex(32)
    mine = refresh_tokens.c.person_id == person_id
    tx.run(delete(refresh_tokens).where(mine, refresh_tokens.c.expires_at <= tx.now))
    newest_first = (refresh_tokens.c.created_at.desc(), refresh_tokens.c.token_hash)
    kept = select(refresh_tokens.c.token_hash).where(mine).order_by(*newest_first)
    surplus = [row["token_hash"] for row in tx.all(kept)][SESSIONS_MAX - 1 :]
    if surplus:
        tx.run(delete(refresh_tokens).where(refresh_tokens.c.token_hash.in_(surplus)))
    expires = tx.now + timedelta(seconds=seconds)
    tx.insert(refresh_tokens, {"token_hash": _hash(token), "person_id": person_id, "expires_at": expires})
    return token


def spend_refresh(tx: Tx, token: str) -> str | None:
    """Delete the token and return whose it was; None when it is unknown, already spent or expired.

    Of several callers with one token, the one whose delete touches the row wins. It does not raise, so that the unit
    commits and an expired row is really gone.
    """
    this = refresh_tokens.c.token_hash == _hash(token)
    row = tx.one(select(refresh_tokens.c.person_id, refresh_tokens.c.expires_at).where(this))
    if row is None or tx.run(delete(refresh_tokens).where(this)) != 1:
        return None
    return str(row["person_id"]) if row["expires_at"] > tx.now else None


def _sign(secret: str, claims: Mapping[str, str], now: datetime, seconds: int) -> str:
    issued = int(now.timestamp())
    return _JWT.encode({**claims, "iat": issued, "exp": issued + seconds}, secret, algorithm="HS256")


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()
