"""Probes over HTTP: is the process alive, and can it do its work."""

from __future__ import annotations

from typing import Any, Literal

from fastapi import APIRouter, Response
from pydantic import BaseModel

from fabula.api.auth import At
from fabula.ops import health

router = APIRouter(tags=["health"])


class Alive(BaseModel):
    """The process can answer."""

    status: Literal["ok"] = "ok"


class DataOut(BaseModel):
    """Where rows are kept, without any address or credential."""

    backend: Literal["memory", "sqlite", "postgresql"]
    durability: Literal["durable", "until_restart"]


class MigrationsOut(BaseModel):
    """Versions of what is stored."""

    data: str


class StorageOut(BaseModel):
    """What the storage is and whether it answers."""

    data: DataOut
    migrations: MigrationsOut


class ModelOut(BaseModel):
    """What answers questions: the book alone, or a language model."""

    kind: Literal["built_in", "openai_compatible"]


class HealthOut(BaseModel):
    """Whether requests that need storage can be answered."""

    status: Literal["ok", "unavailable"]
    version: str
    storage: StorageOut
    model: ModelOut


@router.get("/live")
async def live() -> Alive:
    """Answers as long as the process can."""
    return Alive()


_UNREADY: dict[int | str, dict[str, Any]] = {503: {"description": "The storage does not answer.", "model": HealthOut}}


@router.get("/health", responses=_UNREADY)
async def health_report(at: At, response: Response) -> HealthOut:
    """What this installation runs on, and whether it can work."""
    return await _report(at, response)


@router.get("/ready", responses=_UNREADY)
async def ready(at: At, response: Response) -> HealthOut:
    """The same, for whoever decides whether to send requests here."""
    return await _report(at, response)


async def _report(at: At, response: Response) -> HealthOut:
    found = await health.check(at)
    if not found.ready:
        response.status_code = 503
    return HealthOut(
        status="ok" if found.ready else "unavailable",
        version=found.version,
        storage=StorageOut(
            data=DataOut(backend=found.backend, durability=found.durability),
            migrations=MigrationsOut(data=found.schema_version),
        ),
        model=ModelOut(kind=found.model),
    )
