"""The first run over HTTP."""

from __future__ import annotations

from fabula.actions import setup
from fabula.api.auth import At
from fabula.api.openapi import fails
from fabula.api.shapes_account import SessionOut, SetupIn, SetupOut
from fabula.api.strict import new_router

router = new_router("/api/setup", "setup")


@router.get("/status")
async def setup_status(at: At) -> SetupOut:
    """Whether an administrator and a language model are configured."""
    return SetupOut.of(await setup.status(at))


@router.post("/init", status_code=201, responses=fails("conflict", "capacity_unavailable"))
async def setup_init(at: At, asked: SetupIn) -> SessionOut:
    """Create the first administrator. Succeeds once in an installation's life, for one caller."""
    session = await setup.init(at, email=asked.email, password=asked.password, name=asked.name, language=asked.language)
    return SessionOut.of(session)
