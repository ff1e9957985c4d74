"""The branches of a story: listing, naming, switching, deleting, and laying two side by side.

Owns what concerns a branch as a whole. The promise: a story always has a current branch, and a branch that goes takes
nothing of another one along.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, select, update

from fabula import errors
from fabula.store.contract import Tx
from fabula.store.erase import erase
from fabula.store.tables import branches, stories, story_entries
from fabula.story.digest import all_rows
from fabula.story.fork import cleaned
from fabula.story.ledger import LEDGER, Image, Key, Ledger
from fabula.story.log import NO_BRANCH, Branch, moved
from fabula.story.partial import same
from fabula.story.rejected import Rejected

ENTRIES = "story_entries"


@dataclass(frozen=True)
class Difference:
    """A row that is not the same on two branches; None on the side where it is not."""

    table: str
    id: str
    here: Image | None
    there: Image | None
    columns: tuple[str, ...]
    """The columns that differ, when it is on both."""


def list_branches(tx: Tx, person_id: str, story_id: str) -> list[dict[str, Any]]:
    """All branches of a story, the oldest first, with where each began, how far it goes, and which is current."""
    story = tx.one(select(stories).where(stories.c.id == story_id, stories.c.person_id == person_id))
    if story is None:
        raise errors.NotFound(NO_BRANCH)
    entry = story_entries.c
    told = select(func.count()).where(entry.branch_id == branches.c.id, entry.kind != "system").scalar_subquery()
    query = select(branches, told.label("entries")).where(branches.c.story_id == story_id)
    rows = tx.all(query.order_by(branches.c.created_at, branches.c.parent_id.is_not(None), branches.c.id))
    return [{**row, "current": row["id"] == story["current_branch_id"]} for row in rows]


def rename_branch(tx: Tx, branch: Branch, name: str) -> None:
    """Another name for a branch."""
    branch.name = cleaned(name)
    moved(tx, branch, name=branch.name)


def switch(tx: Tx, branch: Branch) -> None:
    """This branch is the story's current one."""
    values = {"current_branch_id": branch.id, "last_opened_at": tx.now}
    tx.run(update(stories).where(stories.c.id == branch.story_id).values(**values))


def delete_branch(tx: Tx, branch: Branch) -> dict[str, int]:
    """A branch goes with all its rows; branches that began on it stay. Rejected with `last-branch`."""
    query = select(branches.c.id, branches.c.parent_id).where(branches.c.story_id == branch.story_id)
    others = {row["id"]: row["parent_id"] for row in tx.all(query.order_by(branches.c.created_at, branches.c.id))}
    parent = others.pop(branch.id)
    if not others:
        raise Rejected("last-branch", "A story has at least one branch; delete the story instead.")
    current = stories.c.current_branch_id == branch.id
    heir = parent if parent in others else next(iter(others))
    tx.run(update(stories).where(stories.c.id == branch.story_id, current).values(current_branch_id=heir))
    return erase(tx, branches, ids=[branch.id])


def compare(
    tx: Tx, here: Branch, there: Branch, *, limit: int = 1000, ledger: Ledger = LEDGER
) -> tuple[int, list[Difference]]:
    """How many entries two branches of a story begin with in common, and the rows that differ, at most `limit`.

    Entries come first, in order; a row counts as different when a column that the log follows is.
    """
    if here.story_id != there.story_id:
        raise errors.Invalid("Only branches of one story can be compared.")
    mine, theirs = all_rows(tx, here.id, ledger), all_rows(tx, there.id, ledger)
    found = [difference for key in {**mine, **theirs} if (difference := _difference(key, mine, theirs, ledger))]
    found.sort(key=_order)
    texts = [_texts(rows) for rows in (mine, theirs)]
    common = 0
    for one, other in zip(*texts, strict=False):
        if one != other:
            break
        common += 1
    return common, found[:limit]


def _difference(key: Key, mine: dict[Key, Image], theirs: dict[Key, Image], ledger: Ledger) -> Difference | None:
    here, there = mine.get(key), theirs.get(key)
    if here is None or there is None:
        return Difference(*key, here, there, ())
    quiet = ledger[key[0]].quiet
    columns = tuple(name for name in here if name not in quiet and not same(here[name], there[name]))
    return Difference(*key, here, there, columns) if columns else None


def _order(difference: Difference) -> tuple[bool, int, str, str]:
    row = difference.here or difference.there or {}
    position = row["position"] if difference.table == ENTRIES else 0
    return (difference.table != ENTRIES, position, difference.table, difference.id)


def _texts(rows: dict[Key, Image]) -> list[tuple[str, str]]:
    entries = [row for (table, _), row in rows.items() if table == ENTRIES]
    return [(row["id"], row["content"]) for row in sorted(entries, key=lambda row: int(row["position"]))]
