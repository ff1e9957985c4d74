"""The installation's health in depth, over HTTP."""

from __future__ import annotations

from pydantic import BaseModel

from fabula.actions import examine
from fabula.api.auth import At, Me
from fabula.api.strict import new_router

router = new_router("/api/doctor", "doctor")


class DoctorOut(BaseModel):
    """What there is, and what is not as it should be."""

    facts: dict[str, str | int]
    findings: list[str]


@router.get("")
async def look_over(at: At, me: Me) -> DoctorOut:
    """Look for anything that is not as it should be; administrators only."""
    return DoctorOut.model_validate(await examine.examine(at, me))
