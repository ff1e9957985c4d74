"""Whether the installation can do its work, and what it runs on.

Owns the deadline for an answer of the store. Promise: it says kinds and versions, never addresses or credentials.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import literal, select

from fabula import __version__
from fabula.errors import FabulaError
from fabula.installation import Installation
from fabula.store.migrate import versions

STORE_DEADLINE_S = 2.0


@dataclass(frozen=True)
class Health:
    """The findings; `ready` means that the store answered in time."""

    ready: bool
    version: str
    backend: Literal["memory", "sqlite", "postgresql"]
    durability: Literal["durable", "until_restart"]
    schema_version: str
    model: Literal["built_in", "openai_compatible"]


async def check(at: Installation) -> Health:
    """Ask the store one trivial question and report."""
    return Health(
        ready=await _answers(at),
        version=__version__,
        backend=at.store.kind,
        durability="until_restart" if at.store.kind == "memory" else "durable",
        schema_version=versions()[-1],
        model="openai_compatible" if at.config.has_model else "built_in",
    )


async def _answers(at: Installation) -> bool:
    try:
        async with asyncio.timeout(STORE_DEADLINE_S):
            return bool(await at.store.read(lambda tx: tx.value(select(literal(1))) == 1))
    except (FabulaError, TimeoutError):
        return False
