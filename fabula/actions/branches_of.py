"""What a person does with the branches of a story: list, fork, switch, name, delete, compare, verify."""

from __future__ import annotations

from typing import Any

from sqlalchemy import func, select

from fabula.accounts.people import Person
from fabula.actions import shown
from fabula.actions.on_branch import Where, branch_at, change, look, touch
from fabula.installation import Installation
from fabula.store.contract import Tx
from fabula.store.tables import story_entries
from fabula.story import ask, log, timeline
from fabula.story import branches as lines
from fabula.story.branches import Difference
from fabula.story.carry import next_step
from fabula.story.fork import fork as split
from fabula.story.log import Branch
from fabula.story.verify import verify as findings

COMPARED_ENTRIES = 100
DIFFERENCES_MAX = 500
SUMMARY_CHARS = 200
QUIET = ("created_at", "updated_at", "embedding_stale")


async def listed(at: Installation, person: Person, story_id: str) -> list[dict[str, Any]]:
    """Every branch of a story, the oldest first."""

    def ask_all(tx: Tx) -> list[dict[str, Any]]:
        found = lines.list_branches(tx, person.id, story_id)
        return [view(tx, branch_at(tx, person.id, Where(story_id, row["id"])), row, len(found)) for row in found]

    return await at.store.read(ask_all)


async def branch(at: Installation, person: Person, where: Where) -> dict[str, Any]:
    """One branch."""
    return await look(at, person, where, view)


def view(tx: Tx, branch: Branch, row: dict[str, Any] | None = None, count: int | None = None) -> dict[str, Any]:
    """A branch as it is read: where it began, how far it goes, what can be undone and redone."""
    if row is None:
        listed = lines.list_branches(tx, branch.person_id, branch.story_id)
        row, count = next(each for each in listed if each["id"] == branch.id), len(listed)
    entry = story_entries.c
    head = select(func.max(entry.position)).where(entry.branch_id == branch.id, entry.kind != timeline.BANNER)
    began = select(entry.position).where(entry.branch_id == branch.id, entry.id == row["fork_entry_id"])
    undo, redo = _undo(tx, branch), _redo(tx, branch)
    return {
        "id": branch.id,
        "name": branch.name,
        "parent_id": row["parent_id"],
        "fork_entry_id": row["fork_entry_id"],
        "fork_position": tx.value(began),
        "head_position": tx.value(head) or 0,
        "entries": row["entries"],
        "version": branch.version,
        "is_current": row["current"],
        "can_delete": count != 1,
        "created_at": row["created_at"],
        "can_undo": undo is not None,
        "can_redo": redo is not None,
        "undo": undo,
        "redo": redo,
        "undo_label": undo["label"] if undo else None,
        "redo_label": redo["label"] if redo else None,
    }


def _undo(tx: Tx, branch: Branch) -> dict[str, Any] | None:
    group = log.newest_undoable(tx, branch.id)
    if not group:
        return None
    changes = ask.rendered(tx, branch, group)
    return shown.step([(each.op, each.kind, each.id) for each in changes], changes[0].name if changes else None)


def _redo(tx: Tx, branch: Branch) -> dict[str, Any] | None:
    step = next_step(tx, branch)
    if step is None:
        return None
    changes = step["deltas"]
    first: dict[str, Any] = next((row for _, row in step["back"] if changes and row["id"] == changes[0]["target"]), {})
    name = next((str(first[column])[:80] for column in ask.NAMED if first.get(column)), None)
    return shown.step([(each["op"], each["table"], each["target"]) for each in changes], name)


async def fork(
    at: Installation, person: Person, where: Where, entry_id: str, name: str, seen: int, *, switch: bool = True
) -> dict[str, Any]:
    """A new branch that begins as the story was after an entry."""

    def do(tx: Tx, branch: Branch) -> dict[str, Any]:
        child = split(tx, branch, entry_id, name, switch=switch)
        return view(tx, branch_at(tx, person.id, Where(branch.story_id, child.id)))

    return await change(at, person, where, seen, do)


async def switch(at: Installation, person: Person, where: Where) -> dict[str, Any]:
    """The story goes on, on this branch."""

    def do(tx: Tx) -> dict[str, Any]:
        branch = branch_at(tx, person.id, where)
        lines.switch(tx, branch)
        return view(tx, branch)

    return await at.store.write(do)


async def rename(at: Installation, person: Person, where: Where, name: str) -> dict[str, Any]:
    """Another name for a branch."""

    def do(tx: Tx) -> dict[str, Any]:
        branch = branch_at(tx, person.id, where)
        lines.rename_branch(tx, branch, name)
        return view(tx, branch)

    return await at.store.write(do)


async def delete(at: Installation, person: Person, where: Where) -> None:
    """A branch goes with all its rows; those that began on it stay."""

    def do(tx: Tx) -> None:
        branch = branch_at(tx, person.id, where)
        lines.delete_branch(tx, branch)
        touch(tx, branch.story_id)

    await at.store.write(do)


async def compare(at: Installation, person: Person, story_id: str, here: str, there: str) -> dict[str, Any]:
    """Two branches side by side: where their texts part, how each goes on, and which rows of the world differ."""

    def do(tx: Tx) -> dict[str, Any]:
        one, other = (branch_at(tx, person.id, Where(story_id, each)) for each in (here, there))
        common, differences = lines.compare(tx, one, other, limit=DIFFERENCES_MAX + 1)
        world = [each for each in differences if each.table != lines.ENTRIES]
        return {
            "common_entries": common,
            "here": _side(tx, one, common),
            "there": _side(tx, other, common),
            "differences": [_difference(each) for each in world],
            "complete": len(differences) <= DIFFERENCES_MAX,
        }

    return await at.store.read(do)


async def verify(at: Installation, person: Person, where: Where) -> list[str]:
    """What is wrong between a branch's rows and its log, as sentences; empty when they agree."""
    return await look(at, person, where, findings)


def _side(tx: Tx, branch: Branch, common: int) -> dict[str, Any]:
    page = ask.entries(tx, branch, after=common, limit=COMPARED_ENTRIES)
    return {"branch": view(tx, branch), "entries": shown.entries(tx, branch, page.rows), "next": page.next}


def _difference(one: Difference) -> dict[str, Any]:
    here, there = one.here, one.there
    row = here or there or {}
    columns = [name for name in one.columns if name not in QUIET]
    return {
        "kind": shown.word_of(one.table, one.id),
        "id": one.id,
        "name": next((str(row[name])[:80] for name in ask.NAMED if row.get(name)), one.id),
        "here": _said(here, columns),
        "there": _said(there, columns),
        "parts": [
            {"path": name, "before": (here or {}).get(name), "after": (there or {}).get(name)} for name in columns
        ],
    }


def _said(row: Any, columns: list[str]) -> str | None:
    """One side of a difference in a line."""
    if row is None:
        return None
    if columns:
        return "; ".join(f"{name}: {row[name]}" for name in columns)[:SUMMARY_CHARS]
    told = [row.get(name) for name in ("description", "body", "summary", "kind")]
    return next((str(each)[:SUMMARY_CHARS] for each in told if each), "") or "there"
