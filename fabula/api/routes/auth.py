"""Accounts over HTTP: coming in, going out, and one's own account."""

from __future__ import annotations

from fastapi import Request

from fabula.actions import account, sign_in
from fabula.api.auth import At, Counted, Me
from fabula.api.limits import address_key
from fabula.api.openapi import fails
from fabula.api.shapes_account import LoginIn, ProfileIn, RefreshIn, RegisterIn, SessionOut, User
from fabula.api.strict import new_router

router = new_router("/api/auth", "auth")


@router.post("/register", status_code=201, responses=fails("conflict", "setup_required", "capacity_unavailable"))
async def register(at: At, asked: RegisterIn) -> SessionOut:
    """Create an account and sign in to it."""
    return SessionOut.of(await sign_in.register(at, email=asked.email, password=asked.password, name=asked.name))


@router.post("/login", responses=fails("unauthorized", "capacity_unavailable"))
async def login(at: At, asked: LoginIn, request: Request, counted: Counted) -> SessionOut:
    """Sign in with e-mail address and password."""
    counted.take_login(address_key(request.scope), asked.email)
    return SessionOut.of(await sign_in.login(at, email=asked.email, password=asked.password))


@router.post("/refresh", responses=fails("unauthorized"))
async def refresh(at: At, asked: RefreshIn) -> SessionOut:
    """Trade a refresh token for new tokens. A refresh token works once."""
    return SessionOut.of(await sign_in.refresh(at, asked.refresh_token))


@router.post("/logout", status_code=204)
async def logout(at: At, asked: RefreshIn) -> None:
    """End the session of a refresh token, whether or not the access token is still valid."""
    await sign_in.logout(at, asked.refresh_token)


@router.get("/me")
async def read_me(at: At, me: Me) -> User:
    """One's own account."""
    return User.of(await account.profile(at, me))


@router.patch("/me")
async def update_me(at: At, me: Me, asked: ProfileIn) -> User:
    """Change name or language; null clears them, leaving a field out keeps it."""
    return User.of(await account.change(at, me, asked.model_dump(exclude_unset=True)))


@router.delete("/me", status_code=204, responses=fails("last_administrator"))
async def delete_me(at: At, me: Me) -> None:
    """Delete one's own account and everything that belongs to it, for good."""
    await account.delete(at, me)
