"""What places obey: a tree without circles, nothing living inside what is gone, nothing hidden around the story.

Owns the rules of `parent_location_id`, of retiring and of hiding places. It writes nothing. The promise: after any
allowed change no place that is there sits inside a retired one, and the place of the story is never taken away or
hidden around it (data model, LocationState).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import bindparam, select

from fabula.store.contract import Tx
from fabula.store.tables import entities, story_entries
from fabula.story.changes import Update
from fabula.story.log import Branch
from fabula.story.rejected import Rejected

DEPTH_MAX = 100


class Places:
    """All places of a branch, and where the story is."""

    def __init__(self, tx: Tx, branch: Branch) -> None:
        query = select(
            entities.c.id, entities.c.name, entities.c.status, entities.c.injection_mode, entities.c.state
        ).where(entities.c.branch_id == bindparam("branch"), entities.c.kind == "location")
        self.rows: dict[str, Mapping[str, Any]] = {row["id"]: dict(row) for row in tx.all(query, {"branch": branch.id})}
        entry = story_entries.c
        last = select(entry.kind, entry.metadata).where(entry.branch_id == bindparam("branch"), entry.kind != "system")
        tail = tx.all(last.order_by(entry.position.desc()).limit(2), {"branch": branch.id})
        told = next((row for row in tail if row["kind"] != "user_action"), None)
        self.told_at: str | None = None if told is None else told["metadata"]["currentLocationId"]
        both = [*tail[:1], *([] if told is None else [told])]
        self.story_at = {row["metadata"]["currentLocationId"] for row in both} - {None}
        """Where the story is told to be, and where an action that stands at the end would have it."""

    def parent(self, place: str) -> str | None:
        """The place around a place; None at the root, or when it is lost."""
        parent = self.rows[place]["state"]["parent_location_id"] if place in self.rows else None
        return parent if parent in self.rows else None

    def chain(self, place: str | None) -> list[str]:
        """A place and everything around it, from the inside out; Rejected with `parent-chain-broken`."""
        found: list[str] = []
        while place is not None and place in self.rows:
            if len(found) >= DEPTH_MAX:
                raise Rejected("parent-chain-broken", "The places above this one go round in a circle; mend that.")
            found.append(place)
            place = self.parent(place)
        return found

    def inside(self, place: str) -> list[str]:
        """Everything inside a place, without it."""
        children: dict[str | None, list[str]] = {}
        for name in self.rows:
            children.setdefault(self.parent(name), []).append(name)
        found: list[str] = []
        queue = list(children.get(place, ()))
        while queue:
            name = queue.pop()
            if name not in found and name != place:
                found.append(name)
                queue += children.get(name, ())
        return sorted(found)

    def holds_story(self, place: str) -> bool:
        """Whether the story is in a place or anywhere inside it."""
        return any(place in self.chain(at) for at in self.story_at)

    def disabled(self, place: str) -> bool:
        """Whether a place stays out of prompts: its own mode, or that of one around it the story is not inside."""
        around = self.chain(self.told_at)
        return any(
            self.rows[name]["injection_mode"] == "disabled" and (name == place or name not in around)
            for name in self.chain(place)
        )

    def check_parent(self, place: str | None, parent: str | None, *, status: str = "active") -> None:
        """A place may be put into another one; Rejected with the rule it breaks."""
        if parent is None:
            return
        if parent not in self.rows:
            raise Rejected("parent-chain-broken", "The place around it must be a place of this branch.")
        chain = self.chain(parent)
        if place is not None and place in chain:
            raise Rejected("parent-cycle", "A place cannot be inside itself.")
        if self.rows[parent]["status"] == "retired" and status != "retired":
            raise Rejected("retired-parent", "The place around it is gone; choose another.")
        hidden = any(self.rows[name]["injection_mode"] == "disabled" for name in chain)
        if place is not None and hidden and self.holds_story(place):
            raise Rejected("story-inside", "The story is in there; it cannot be moved out of sight.")

    def check_status(self, place: str, status: str, parent: str | None) -> None:
        """A place may be retired or brought back."""
        if status == "retired" and self.holds_story(place):
            raise Rejected("story-inside", "The story is in there; it must leave first.")
        if status != "retired" and parent in self.rows and self.rows[str(parent)]["status"] == "retired":
            raise Rejected("retired-parent", "The place around it is gone; bring that back first.")

    def check_mode(self, place: str, mode: str) -> None:
        """A place may be hidden."""
        if mode == "disabled" and self.holds_story(place):
            raise Rejected("story-inside", "The story is in there; it cannot be put out of sight.")


def with_places(tx: Tx, branch: Branch, row: Mapping[str, Any], update: Update) -> list[Update]:
    """The changes that go along when a place changes; Rejected when it may not."""
    places = Places(tx, branch)
    row_id, state = str(row["id"]), update.patch.get("state", update.set.get("state", {}))
    parent = state.get("parent_location_id", row["state"]["parent_location_id"])
    status = update.set.get("status", row["status"])
    if "parent_location_id" in state and parent != row["state"]["parent_location_id"]:
        places.check_parent(row_id, parent, status=status)
    if status != row["status"]:
        places.check_status(row_id, status, parent)
    mode = update.set.get("injection_mode", row["injection_mode"])
    if mode != row["injection_mode"]:
        places.check_mode(row_id, mode)
    if status != "retired" or row["status"] == "retired":
        return []
    reason = update.set.get("retired_reason", row["retired_reason"])
    gone = {"status": "retired", "retired_reason": reason}
    return [
        Update("entities", name, set=gone, source=update.source)
        for name in places.inside(row_id)
        if places.rows[name]["status"] != "retired"
    ]
