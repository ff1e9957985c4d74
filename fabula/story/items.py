"""Where things are: with one holder, at one place, or nowhere in particular; never in two positions.

Owns the rule of one position. It decides what else changes when a thing moves and writes nothing itself but in `place`.
The promise: whoever gets a thing, everybody else loses it in the same action (data model, ItemState).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from sqlalchemy import bindparam, select

from fabula import errors
from fabula.store.contract import Tx
from fabula.store.tables import entities
from fabula.story.changes import Done, Update
from fabula.story.group import images
from fabula.story.ledger import LEDGER
from fabula.story.log import USER, Branch
from fabula.story.places import Places
from fabula.story.rejected import Rejected
from fabula.story.write import write

Slot = Literal["equipped_items", "inventory"]
SLOTS: tuple[Slot, Slot] = ("equipped_items", "inventory")


def place(
    tx: Tx,
    branch: Branch,
    item_id: str,
    *,
    holder_id: str | None = None,
    slot: Slot = "inventory",
    location_id: str | None = None,
    source: str = USER,
    action_id: str | None = None,
) -> Done:
    """Puts a thing with a holder, at a place, or (naming neither) nowhere; it leaves wherever it was.

    errors.Invalid for what is no thing, no person or no place of the branch; Rejected with `retired-place`.
    """
    if holder_id is not None and location_id is not None:
        raise errors.Invalid("A thing is with somebody or at a place, not both.")
    wanted = [each for each in (item_id, holder_id, location_id) if each is not None]
    rows = images(tx, branch.id, [("entities", each) for each in wanted], LEDGER)
    kinds = ((item_id, "item"), (holder_id, "character"), (location_id, "location"))
    for row_id, kind in kinds:
        if row_id is not None and rows.get(("entities", row_id), {}).get("kind") != kind:
            raise errors.Invalid(f"That is no {kind} of this branch.")
    if location_id is not None:
        check_place(Places(tx, branch), location_id)
    changes = moves(tx, branch, {item_id: (holder_id, slot)}, {})
    at = Update("entities", item_id, patch={"state": {"at_location_id": location_id}})
    return write(tx, branch, [at, *changes], source=source, action_id=action_id)


def check_place(places: Places, location_id: str) -> None:
    """Something may be put at a place; Rejected with `retired-place`, errors.Invalid when there is none."""
    if location_id not in places.rows:
        raise errors.Invalid("That is no place of this branch.")
    if places.rows[location_id]["status"] == "retired":
        raise Rejected("retired-place", "This place is gone; nothing can be put there.")


def moves(
    tx: Tx,
    branch: Branch,
    to: Mapping[str, tuple[str | None, Slot]],
    states: Mapping[str, Mapping[str, Any]],
) -> list[Update]:
    """The changes of everybody's lists when these things go to new holders (None: to nobody).

    `states` are states that are being written anyway; their holders are left out of the answer.
    """
    query = select(entities.c.id, entities.c.state).where(
        entities.c.branch_id == bindparam("branch"), entities.c.kind == "character"
    )
    found = []
    for row in tx.all(query.order_by(entities.c.id), {"branch": branch.id}):
        if row["id"] in states:
            continue
        lists: dict[str, list[str]] = {slot: [each for each in row["state"][slot] if each not in to] for slot in SLOTS}
        for item, (holder, slot) in to.items():
            if holder == row["id"]:
                lists[slot].append(item)
        changed: dict[str, Any] = {slot: items for slot, items in lists.items() if items != row["state"][slot]}
        if changed:
            found.append(Update("entities", row["id"], patch={"state": changed}))
    return found


def with_items(tx: Tx, branch: Branch, row: Mapping[str, Any], update: Update) -> list[Update]:
    """The changes that go along when a person's lists or a thing's place are saved."""
    state: Mapping[str, Any] = update.patch.get("state", update.set.get("state", {}))
    row_id = str(row["id"])
    if row["kind"] == "item":
        at = state.get("at_location_id")
        if at is None or at == row["state"]["at_location_id"]:
            return []
        check_place(Places(tx, branch), at)
        return moves(tx, branch, {row_id: (None, "inventory")}, {})
    slots: dict[str, list[str]] = {slot: list(state.get(slot, row["state"][slot])) for slot in SLOTS}
    listed = [item for items in slots.values() for item in items]
    if len(listed) != len(set(listed)):
        raise errors.Invalid("A thing can be worn or carried, not both, and only once.")
    held = {item for slot in SLOTS for item in row["state"][slot]}
    new = [item for item in listed if item not in held]
    if not new:
        return []
    rows = images(tx, branch.id, [("entities", item) for item in new], LEDGER)
    if any(rows.get(("entities", item), {}).get("kind") != "item" for item in new):
        raise errors.Invalid("Only things of this branch can be held.")
    to: dict[str, tuple[str | None, Slot]] = dict.fromkeys(new, (row_id, "inventory"))
    loose = [item for item in new if rows[("entities", item)]["state"]["at_location_id"] is not None]
    lifted = [Update("entities", item, patch={"state": {"at_location_id": None}}) for item in loose]
    return [*moves(tx, branch, to, {row_id: state}), *lifted]
