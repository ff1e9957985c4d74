"""Passwords: what is accepted, and their slow hashing in a small bounded pool of threads.

Owns bcrypt and its limits. Knows no rows. Promise: hashing never blocks the event loop, at most a fixed number of
hashes is pending at any time, and checking a password for nobody takes as long as checking it for somebody.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import bcrypt

from fabula.errors import Busy, Invalid

T = TypeVar("T")

COST = 12
PASSWORD_CHARS_MIN = 8
PASSWORD_BYTES_MAX = 72
WORKERS = 2
PENDING_MAX = 16

NO_PASSWORD = "!"
"""Stored for a person who cannot sign in with a password. No password matches it."""


def check_new(password: str) -> None:
    """Raise Invalid when a new password is too short, or longer than bcrypt can take into account."""
    if len(password) < PASSWORD_CHARS_MIN:
        raise Invalid(f"The password is too short: use at least {PASSWORD_CHARS_MIN} characters.")
    if "\0" in password:
        raise Invalid("The password contains a null character, which cannot be used.")
    if len(_octets(password)) > PASSWORD_BYTES_MAX:
        raise Invalid(
            f"The password is too long: at most {PASSWORD_BYTES_MAX} bytes are used, and letters outside "
            "plain ASCII take two to four bytes each."
        )


class Passwords:
    """The pool. `cost` is bcrypt's work factor: the specification demands at least 12 outside of tests."""

    def __init__(self, *, cost: int = COST, workers: int = WORKERS, pending_max: int = PENDING_MAX) -> None:
        self.cost = cost
        self._pending = 0
        self._pending_max = pending_max
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="passwords")
        # A well-formed hash of no known password: checking against it costs what checking anybody's does.
        self._nobodys_hash = f"$2b${cost:02d}$abcdefghijklmnopqrstuu{'.' * 31}".encode()

    async def hash(self, password: str) -> str:
        """Check and hash a new password. Raises Invalid; Busy when too many hashes are pending."""
        check_new(password)
        return (await self._run(lambda: bcrypt.hashpw(_octets(password), bcrypt.gensalt(self.cost)))).decode()

    async def matches(self, password: str, stored: str | None) -> bool:
        """Whether the password is the stored one. With nobody's hash (None) it works as long and says no."""
        octets = _octets(password)[:PASSWORD_BYTES_MAX]
        usable = stored is not None and stored != NO_PASSWORD
        could_match = usable and "\0" not in password and octets == _octets(password)

        def check() -> bool:
            against = stored.encode() if stored is not None and usable else self._nobodys_hash
            return bcrypt.checkpw(octets.replace(b"\0", b"?"), against)

        return await self._run(check) and could_match

    def close(self) -> None:
        """Let running hashes end and take no more."""
        self._pool.shutdown(wait=True, cancel_futures=True)

    async def _run(self, work: Callable[[], T]) -> T:
        if self._pending >= self._pending_max:
            raise Busy("Too many people are signing in at this moment; try again in a second.", retry_after=1)
        self._pending += 1
        future = self._pool.submit(work)
        # Counted down when the thread is done, not when the caller gave up: a cancelled request frees no thread.
        loop = asyncio.get_running_loop()
        future.add_done_callback(lambda done: loop.call_soon_threadsafe(self._done))
        return await asyncio.wrap_future(future)

    def _done(self) -> None:
        self._pending -= 1


def _octets(password: str) -> bytes:
    # Lone surrogates cannot be encoded; they never match and never crash.
    return password.encode("utf-8", "replace")
