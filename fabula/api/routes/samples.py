"""The sample books over HTTP."""

from __future__ import annotations

from fastapi import Response

from fabula.actions import samples
from fabula.api.auth import At, Me
from fabula.api.openapi import fails
from fabula.api.routes.novels import accepted
from fabula.api.shapes_books import AcceptedOut, SamplesOut
from fabula.api.strict import new_router

router = new_router("/api/samples", "samples")


@router.get("")
async def list_samples(at: At, me: Me) -> SamplesOut:
    """The books that come with Fabula."""
    return SamplesOut.model_validate({"samples": await samples.listed(at, me)})


@router.post(
    "/{name}", status_code=202, responses={200: {"model": AcceptedOut}, **fails("not_found", "capacity_unavailable")}
)
async def take_sample(at: At, me: Me, name: str, response: Response) -> AcceptedOut:
    """Put a sample on the shelf."""
    return accepted(response, await samples.put(at, me, name))
