"""How much one value may hold. Bounds against damage, far above what a story needs; taste is for prompts."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

MAX_WORLD_TIME_SECONDS = 100_000_000_000
"""A bound on what rendering a date may cost, some three thousand years (data model, In-world time tracking)."""

Id = Annotated[str, Field(min_length=1, max_length=80)]
Ids = Annotated[list[Id], Field(max_length=500)]
Line = Annotated[str, Field(max_length=500)]
Lines = Annotated[list[Line], Field(max_length=50)]
Text = Annotated[str, Field(max_length=100_000)]
WorldTime = Annotated[int, Field(ge=0, le=MAX_WORLD_TIME_SECONDS)]
