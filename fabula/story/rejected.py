"""Why the story engine refuses something.

Owns the closed list of reasons. The promise: a rejection writes nothing, because its unit leaves nothing behind,
and its code says which rule it was.
"""

from __future__ import annotations

from typing import Literal, get_args

from fabula import errors

Code = Literal[
    "group-conflict",
    "opening-position",
    "opening-delete-blocked",
    "rollback-floor",
    "nothing-to-apply",
    "no-create",
    "write-back",
    "no-view",
    "parent-cycle",
    "parent-chain-broken",
    "story-inside",
    "retired-parent",
    "retired-place",
    "lead-blocked",
    "already-begun",
    "last-branch",
    "stale-version",
    "log-damaged",
]
CODES: tuple[str, ...] = get_args(Code)


class Rejected(errors.Conflict):
    """The rule named by `code` forbids it; nothing was written."""

    def __init__(self, code: Code, message: str) -> None:
        super().__init__(message, code=code)


class Stale(Rejected):
    """The branch has changed since the caller looked; `version` is what it has now."""

    def __init__(self, version: int) -> None:
        super().__init__("stale-version", f"The branch has changed (it has version {version} now); look at it again.")
        self.version = version
