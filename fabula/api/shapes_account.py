"""The JSON of first run, sign-in and account, both ways.

Owns names and bounds on the wire; what a value must mean is decided by the actions. Promise: an unknown field is an
error, and no answer has a field for a password or a stored hash.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from fabula.accounts.people import Profile
from fabula.actions.setup import SetupStatus
from fabula.actions.sign_in import Session

# Bounds of the wire, wider than the rules, so that the rule's own sentence is what a person reads.
Email = Annotated[str, Field(max_length=1_000, examples=["reader@example.org"])]
Password = Annotated[str, Field(max_length=1_000, examples=["a long and quiet evening"])]
Name = Annotated[str | None, Field(max_length=1_000, examples=["Reader"])]
Language = Literal["en", "zh-CN"]
Opaque = Annotated[str, Field(min_length=1, max_length=200, examples=["0" * 64])]


class Asked(BaseModel):
    """A request body: unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")


class SetupIn(Asked):
    """The first administrator."""

    email: Email
    password: Password
    name: Name = None
    language: Language | None = None


class RegisterIn(Asked):
    """A new account."""

    email: Email
    password: Password
    name: Name = None


class LoginIn(Asked):
    """An e-mail address and its password."""

    email: Email
    password: Password


class RefreshIn(Asked):
    """The refresh token of the session."""

    refresh_token: Opaque


class ProfileIn(Asked):
    """What a person may change about themselves; a field that is left out stays as it is."""

    name: Name = None
    language: Language | None = None


class SetupOut(BaseModel):
    """Whether the first run is over, and with what."""

    configured: bool
    admin_configured: bool
    llm_configured: bool
    contract: int = Field(examples=[3])
    profile: Literal["desktop", "server"]

    @classmethod
    def of(cls, status: SetupStatus) -> SetupOut:
        """Shape the action's answer."""
        return cls.model_validate(status, from_attributes=True)


class User(BaseModel):
    """A person's own account."""

    id: str = Field(examples=["person_3f2b8c1e-9a54-4d7e-8f10-2b6c5d4e3a21"])
    email: str = Field(examples=["reader@example.org"])
    name: str | None
    avatar_url: str | None
    role: Literal["user", "admin"]
    email_verified: bool
    language: Language | None
    created_at: datetime
    last_sign_in: datetime | None

    @classmethod
    def of(cls, profile: Profile) -> User:
        """Shape a profile."""
        return cls.model_validate(profile, from_attributes=True)


class SessionOut(BaseModel):
    """A signed-in person and fresh tokens. The refresh token works once."""

    user: User
    access_token: str
    refresh_token: str = Field(examples=["0" * 64])
    token_type: Literal["bearer"] = "bearer"
    expires_in: int = Field(examples=[3600], description="Seconds until the access token expires.")

    @classmethod
    def of(cls, session: Session) -> SessionOut:
        """Shape a session."""
        return cls(
            user=User.of(session.user),
            access_token=session.access_token,
            refresh_token=session.refresh_token,
            expires_in=session.expires_in,
        )
