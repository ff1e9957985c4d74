"""What can be asked of the rows of a branch: make one, change one, take one away.

Owns the three requests and the answer. It carries nothing out. The promise: a request names its row, what it says about
it, and the entry it is about.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from fabula.story.ledger import Key


@dataclass(frozen=True)
class Create:
    """Make a row; columns left out take their defaults. `anchor` is the entry it is about."""

    table: str
    row: Mapping[str, Any]
    anchor: str | None = None
    source: str | None = None

    @property
    def key(self) -> Key:
        """The row's table and id."""
        return (self.table, self.row["id"])


@dataclass(frozen=True)
class Update:
    """Change a row: `set` gives whole columns, `patch` nested parts of JSON columns (null removes an optional one).

    `also` goes into the payload under `$` keys.
    """

    table: str
    id: str
    set: Mapping[str, Any] = field(default_factory=dict)
    patch: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    anchor: str | None = None
    source: str | None = None
    also: Mapping[str, Any] = field(default_factory=dict)

    @property
    def key(self) -> Key:
        """The row's table and id."""
        return (self.table, self.id)


@dataclass(frozen=True)
class Delete:
    """Take a row away, and with it every row that refers to it."""

    table: str
    id: str
    anchor: str | None = None
    source: str | None = None

    @property
    def key(self) -> Key:
        """The row's table and id."""
        return (self.table, self.id)


Change = Create | Update | Delete


@dataclass(frozen=True)
class Done:
    """What an action did. `logged` is how many deltas it wrote: 0 when everything was as wanted already."""

    branch_id: str
    version: int
    action_id: str
    logged: int
    made: tuple[str, ...] = ()
    """Ids of the rows it made."""
