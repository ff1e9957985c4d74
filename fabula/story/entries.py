"""Adding to the text of a branch, correcting what is recorded beside it, and the notice at its end.

Owns the rules of entries: where they go, what they inherit, what an opening may not do, and what a turn wrote before
its reply was there. The promise: positions follow each other, the opening is the first and stays, and a notice is never
in the log (data model, Opening entry, System entries; digest 1.6, 1.13).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import select, update

from fabula import errors
from fabula.ids import new_id
from fabula.store.contract import Tx
from fabula.store.tables import deltas, entities, story_entries
from fabula.story import timeline, travel
from fabula.story.changes import Change, Create, Done, Update
from fabula.story.forms import check_patch
from fabula.story.log import USER, Branch, moved
from fabula.story.rejected import Rejected
from fabula.story.shapes import check
from fabula.story.shapes.entry import SCENE, EntryMetadata
from fabula.story.travel import Reversed
from fabula.story.write import write

KINDS = ("user_action", "ai_reply", "opening")
CONTENT_MAX = 200_000


@dataclass(frozen=True)
class NewEntry:
    """An entry to add. What `metadata` leaves out of the scene is inherited from the entry before."""

    kind: str
    content: str
    metadata: Mapping[str, Any] = field(default_factory=dict)
    source: str | None = None


def append(
    tx: Tx,
    branch: Branch,
    entries: Sequence[NewEntry],
    changes: Sequence[Change] = (),
    *,
    source: str = USER,
    action_id: str | None = None,
) -> Done:
    """Adds entries at the end, with `changes` of the world, as one action; `action_id` continues one.

    The notice goes. What the action wrote before its reply is about the reply from now on. Rejected with
    `opening-position` for a second opening; errors.Invalid for blank or endless text.
    """
    position, before = timeline.cleared_end(tx, branch)
    scene = {} if before is None else {name: before[name] for name in SCENE}
    made: list[Create] = []
    for entry in entries:
        position += 1
        _check(entry, position)
        metadata = check(EntryMetadata, {**scene, **entry.metadata})
        check_scene(tx, branch, entry.metadata, changes)
        scene = {name: metadata[name] for name in SCENE}
        row = {"id": new_id("entry"), "position": position, "kind": entry.kind, "content": entry.content}
        made.append(Create("story_entries", {**row, "metadata": metadata}, source=entry.source))
    replies = [each.row["id"] for each in made if each.row["kind"] == "ai_reply"]
    if replies and action_id is not None:
        early = (deltas.c.branch_id == branch.id) & (deltas.c.action_id == action_id) & deltas.c.entry_id.is_(None)
        tx.run(update(deltas).where(early, deltas.c.target_table != "story_entries").values(entry_id=replies[0]))
    return write(tx, branch, [*made, *changes], source=source, action_id=action_id)


def edit_metadata(tx: Tx, branch: Branch, entry_id: str, patch: Mapping[str, Any]) -> Done:
    """Corrects scene, place, clock or anything else recorded beside an entry; what is reported stays as reported.

    Rejected with `retired-place`; errors.Invalid for a scene of anything but people and things, a place that is none.
    """
    entry = timeline.entry(tx, branch, entry_id)
    if entry["kind"] == timeline.BANNER:
        raise errors.Invalid("Nothing is recorded beside a notice.")
    if not isinstance(patch, Mapping):
        raise errors.Invalid("What is recorded beside an entry is an object.")
    if "stateReport" in patch or "systemFailure" in patch:
        raise errors.Invalid("What was reported cannot be changed; correct the scene instead.")
    check_patch(timeline.ENTRIES, dict(entry), {"metadata": patch})
    check_scene(tx, branch, patch)
    change = Update("story_entries", entry_id, patch={"metadata": patch}, anchor=entry_id)
    return write(tx, branch, [change])


def delete_from(tx: Tx, branch: Branch, entry_id: str) -> Reversed:
    """Takes an entry and all after it away; Rejected with `opening-delete-blocked`."""
    if timeline.entry(tx, branch, entry_id)["kind"] == "opening":
        raise Rejected("opening-delete-blocked", "The opening cannot be deleted; edit its text instead.")
    return travel.rollback(tx, branch, entry_id)


def notify(tx: Tx, branch: Branch, failure: Mapping[str, Any]) -> str:
    """Says at the end of the branch why a turn failed, in place of any earlier notice. It is not logged."""
    timeline.clear_banner(tx, branch)
    row_id, metadata = new_id("entry"), check(EntryMetadata, {**_inherited(tx, branch), "systemFailure": dict(failure)})
    row = {"branch_id": branch.id, "id": row_id, "position": timeline.last_position(tx, branch) + 1, "kind": "system"}
    tx.insert(story_entries, {**row, "content": str(failure.get("detail", "")), "metadata": metadata})
    moved(tx, branch)
    return row_id


def dismiss(tx: Tx, branch: Branch) -> bool:
    """Takes the notice away; False when there was none."""
    gone = timeline.clear_banner(tx, branch)
    if gone:
        moved(tx, branch)
    return gone


def _inherited(tx: Tx, branch: Branch) -> dict[str, Any]:
    before = timeline.newest(tx, branch)
    return {name: before[0]["metadata"][name] for name in SCENE} if before else {}


def _check(entry: NewEntry, position: int) -> None:
    if entry.kind not in KINDS:
        raise errors.Invalid(f"An entry is one of {', '.join(KINDS)}.")
    if position == 1 and entry.kind != "opening":
        raise Rejected("opening-position", "This story has not begun; begin it first.")
    if position > 1 and entry.kind == "opening":
        raise Rejected("opening-position", "A branch begins with its opening, and has only one.")
    if not isinstance(entry.metadata, Mapping):
        raise errors.Invalid("What is recorded beside an entry is an object.")
    if not entry.content.strip() or len(entry.content) > CONTENT_MAX:
        raise errors.Invalid(f"An entry has text, at most {CONTENT_MAX} characters of it.")


def check_scene(tx: Tx, branch: Branch, patch: Mapping[str, Any], changes: Sequence[Change] = ()) -> None:
    """The people, things and place that a scene names are there, or made by `changes` of the same action.

    Rejected with `retired-place`; errors.Invalid for anything but people, things and a place of this branch.
    """
    named = [*patch.get("sceneEntities", [])]
    place = patch.get("currentLocationId")
    wanted = [*named, place] if place is not None else named
    if not wanted:
        return
    query = select(entities.c.id, entities.c.kind, entities.c.status).where(entities.c.branch_id == branch.id)
    rows: dict[str, Mapping[str, Any]] = {row["id"]: dict(row) for row in tx.among(query, entities.c.id, wanted)}
    made = [change.row for change in changes if isinstance(change, Create) and change.table == entities.name]
    rows |= {row["id"]: {"status": "active", **row} for row in made}
    if any(name not in rows or rows[name]["kind"] not in ("character", "item") for name in named):
        raise errors.Invalid("A scene holds people and things of this branch.")
    if place is not None:
        if place not in rows or rows[place]["kind"] != "location":
            raise errors.Invalid("The place of a scene is a place of this branch.")
        if rows[place]["status"] == "retired":
            raise Rejected("retired-place", "This place is gone; nobody can be there.")
