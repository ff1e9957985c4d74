"""Reaching a branch of a person's own story, to look at it or to change it.

Owns the two ways in. It knows nothing of what is looked at or changed. The promise: a stranger's story is not found, a
change is one transaction, and who names a version that is gone is refused before anything is written.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from sqlalchemy import update

from fabula.accounts.people import Person
from fabula.errors import FabulaError
from fabula.installation import Installation
from fabula.store.contract import Tx
from fabula.store.tables import stories
from fabula.story.log import Branch, find_branch
from fabula.story.rejected import Rejected, Stale

T = TypeVar("T")
CURRENT = "current"
"""Stands for the branch a story is on."""


@dataclass(frozen=True)
class Where:
    """A branch of a story, by ids; CURRENT for the one the story is on."""

    story_id: str
    branch_id: str = CURRENT


def branch_at(tx: Tx, person_id: str, where: Where, seen: int | None = None) -> Branch:
    """The branch; errors.NotFound, or Stale when it has changed since version `seen`."""
    named = None if where.branch_id == CURRENT else where.branch_id
    return find_branch(tx, person_id, named, story_id=where.story_id, seen=seen)


async def look(at: Installation, person: Person, where: Where, ask: Callable[[Tx, Branch], T]) -> T:
    """The answer to a question about a branch."""
    return await at.store.read(lambda tx: ask(tx, branch_at(tx, person.id, where)))


async def change(at: Installation, person: Person, where: Where, seen: int, do: Callable[[Tx, Branch], T]) -> T:
    """Does something on a branch that still has the version the caller saw."""

    def unit(tx: Tx) -> T:
        branch = branch_at(tx, person.id, where, seen)
        done = do(tx, branch)
        touch(tx, branch.story_id)
        return done

    return await at.store.write(unit)


def touch(tx: Tx, story_id: str) -> None:
    """The story was changed now; lists show it first."""
    tx.run(update(stories).where(stories.c.id == story_id).values(updated_at=tx.now))


def outside(fault: FabulaError) -> tuple[str, dict[str, str | int]] | None:
    """The code under which a refusal of the story engine is told to the outside, and what goes with it."""
    if isinstance(fault, Stale):
        return "stale_version", {"version": fault.version}
    return ("rejected", {"rule": fault.code}) if isinstance(fault, Rejected) else None
