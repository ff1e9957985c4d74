"""What every command takes, and how it comes to its installation."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Annotated, Any

import typer

DataDir = Annotated[
    Path | None, typer.Option("--data-dir", help="The data folder (or FABULA_DATA_DIR).", show_default=False)
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")]


def reached(data_dir: Path | None, work: Callable[[Any], Awaitable[None]]) -> None:
    """Run `work` with a connection to the installation; modules load here so that --help stays quick."""
    from fabula.cli.reach import reach
    from fabula.config import Config

    config = Config.from_env(os.environ, data_dir=data_dir)

    async def go() -> None:
        async with reach(config) as to:
            await work(to)

    asyncio.run(go())
