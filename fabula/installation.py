"""An installation: everything an action needs, opened once and passed along.

Owns nothing but the list of parts. Knows no HTTP. Promise: an action takes its parts from here and from nowhere else,
so a test that builds one of these controls all of them.
"""

from __future__ import annotations

from asyncio import Semaphore
from dataclasses import dataclass, field

from fabula.accounts.passwords import Passwords
from fabula.actions.imports import Imports
from fabula.ai.engine import Engine
from fabula.chat.producer import Productions
from fabula.chat.voices import Bookshelf
from fabula.clock import Clock
from fabula.config import Config
from fabula.store.contract import Store


@dataclass(frozen=True, kw_only=True)
class Installation:
    """The opened parts. `secret` signs tokens and stays out of `repr`."""

    config: Config
    store: Store
    secret: str = field(repr=False)
    clock: Clock
    passwords: Passwords
    engine: Engine
    bookshelf: Bookshelf
    productions: Productions
    imports: Imports
    opening: Semaphore
    """Two files are opened at once; the others wait."""
