"""Making, changing and taking away what there is in the world of a branch, as a person does it.

Owns the words for kinds of rows, and which rules a change has to pass. The promise: each is one action, and a rule that
forbids it leaves nothing written (data model, World-state storage; digest 1.10).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import bindparam, select

from fabula import errors
from fabula.ids import new_id
from fabula.store.contract import Row, Tx
from fabula.store.tables import character_relationships, happening_awareness, stories
from fabula.story.begin import PREFIXES
from fabula.story.changes import Change, Create, Delete, Done, Update
from fabula.story.forms import check_patch, check_values
from fabula.story.group import images
from fabula.story.items import check_place, with_items
from fabula.story.ledger import LEDGER, Image
from fabula.story.log import USER, Branch
from fabula.story.places import Places, with_places
from fabula.story.rejected import Rejected
from fabula.story.write import write

TABLES = {
    **dict.fromkeys(PREFIXES, "entities"),
    "lore": "lore",
    "thread": "threads",
    "happening": "happenings",
    "involvement": "happening_involvements",
    "awareness": "happening_awareness",
    "relationship": "character_relationships",
    "chapter": "chapters",
    "era": "branch_era_flips",
    "shown": "entry_assets",
    "translation": "translations",
}
"""What a person calls a kind of row, and its table."""

IDS = {
    **PREFIXES,
    "lore": "lore",
    "thread": "thr",
    "happening": "hap",
    "involvement": "hinv",
    "awareness": "haw",
    "relationship": "rel",
    "chapter": "chap",
    "era": "era",
    "shown": "ast",
    "translation": "tr",
}
BLANK_IS_NONE = ("occurred_at_entry_id", "temporal", "triggered_at_entry_id", "resolved_at_entry_id")
NAMES = ("name", "title")
NAME_MAX = 300


def create(
    tx: Tx,
    branch: Branch,
    kind: str,
    values: Mapping[str, Any],
    *,
    source: str = USER,
    anchor: str | None = None,
    action_id: str | None = None,
) -> Done:
    """Makes a row of a kind (see TABLES); its id is in `made`. Pairs and knowledge have verbs of their own."""
    if kind not in TABLES or kind in ("relationship", "awareness", "chapter"):
        raise errors.Invalid(f"{str(kind)[:80]} is nothing that can be made here.")
    cleaned = _cleaned(values)
    check_values(TABLES[kind], {"kind": kind}, cleaned)
    row = {**cleaned, "id": new_id(IDS[kind])}
    if kind in PREFIXES:
        row["kind"] = kind
        _check_new(tx, branch, row)
    _check_time(row)
    return write(tx, branch, [Create(TABLES[kind], row, anchor)], source=source, action_id=action_id)


def edit(
    tx: Tx,
    branch: Branch,
    kind: str,
    row_id: str,
    values: Mapping[str, Any],
    patch: Mapping[str, Mapping[str, Any]] | None = None,
    *,
    source: str = USER,
    anchor: str | None = None,
    action_id: str | None = None,
) -> Done:
    """Changes columns of a row, and with `patch` parts of its JSON columns; what obeys a rule takes others along."""
    before = row_of(tx, branch, kind, row_id)
    update = Update(TABLES[kind], row_id, _cleaned(values), {} if patch is None else patch, anchor)
    check_values(update.table, before, update.set)
    check_patch(update.table, before, update.patch)
    if update.set.keys() & update.patch.keys():
        raise errors.Invalid("Give a column in values or in patch, not in both.")
    _check_time({**before, **update.set})
    changes: list[Change] = [update]
    if kind == "location":
        changes += with_places(tx, branch, before, update)
    elif kind in ("item", "character"):
        changes += with_items(tx, branch, before, update)
        _check_position(tx, branch, before, update)
    return write(tx, branch, changes, source=source, action_id=action_id)


def delete(tx: Tx, branch: Branch, kind: str, row_id: str, *, source: str = USER) -> Done:
    """Takes a row away with everything that refers to it; Rejected with `lead-blocked`, `story-inside`."""
    row_of(tx, branch, kind, row_id)
    if kind == "character" and row_id == _lead(tx, branch):
        raise Rejected("lead-blocked", "The lead of the story cannot be deleted; choose another lead first.")
    if kind == "location" and Places(tx, branch).holds_story(row_id):
        raise Rejected("story-inside", "The story is in there; it must leave first.")
    changes: list[Change] = [Delete(TABLES[kind], row_id)]
    return write(tx, branch, changes, source=source)


def row_of(tx: Tx, branch: Branch, kind: str, row_id: str) -> Image:
    """A row of a kind; errors.NotFound, also when it is of another kind."""
    if kind not in TABLES:
        raise errors.Invalid(f"There is nothing called {str(kind)[:80]}.")
    key = (TABLES[kind], row_id)
    row = images(tx, branch.id, [key], LEDGER).get(key)
    if row is None or (kind in PREFIXES and row["kind"] != kind):
        raise errors.NotFound(f"There is no such {kind} on this branch.")
    return row


def set_view(
    tx: Tx,
    branch: Branch,
    subject_id: str,
    object_id: str,
    view: str | None,
    *,
    source: str = USER,
    anchor: str | None = None,
    action_id: str | None = None,
) -> Done:
    """How one person sees another, from now on; None unsays it, and nothing is left of a pair with no view."""
    if subject_id == object_id:
        raise errors.Invalid("Two people are needed.")
    _check_people(tx, branch, (subject_id, object_id))
    a, b = sorted((subject_id, object_id))
    mine, other = ("kind", "inverse_kind") if subject_id == a else ("inverse_kind", "kind")
    pairs = character_relationships.c
    query = select(character_relationships).where(
        pairs.branch_id == bindparam("branch"), pairs.a_id == bindparam("a"), pairs.b_id == bindparam("b")
    )
    row = tx.one(query, {"branch": branch.id, "a": a, "b": b})
    view = _said(view)
    if row is None:
        made = {"id": new_id("rel"), "a_id": a, "b_id": b, mine: view}
        changes: list[Change] = [Create("character_relationships", made, anchor)] if view is not None else []
    elif view is None and row[other] is None:
        changes = [Delete("character_relationships", row["id"], anchor)]
    else:
        changes = [Update("character_relationships", row["id"], {mine: view}, anchor=anchor)]
    return write(tx, branch, changes, source=source, action_id=action_id)


def learn(
    tx: Tx,
    branch: Branch,
    happening_id: str,
    character_id: str,
    values: Mapping[str, Any] | None = None,
    *,
    source: str = USER,
    anchor: str | None = None,
    action_id: str | None = None,
) -> Done:
    """Somebody knows of something, from now on with these values; there is one row for the two."""
    _check_people(tx, branch, (character_id,))
    known = happening_awareness.c
    query = select(known.id).where(
        known.branch_id == bindparam("branch"),
        known.character_id == bindparam("who"),
        known.happening_id == bindparam("what"),
    )
    row_id = tx.value(query, {"branch": branch.id, "who": character_id, "what": happening_id})
    given = dict(values or {})
    check_values("happening_awareness", {}, given)
    if row_id is not None:
        changes: list[Change] = [Update("happening_awareness", row_id, given, anchor=anchor)]
    else:
        ends = {"id": new_id("haw"), "happening_id": happening_id, "character_id": character_id}
        changes = [Create("happening_awareness", {**given, **ends}, anchor)]
    return write(tx, branch, changes, source=source, action_id=action_id)


def _cleaned(values: Mapping[str, Any]) -> dict[str, Any]:
    """Values as they are stored: no blank references, no blank names; ids and owners are not for callers to say."""
    if not isinstance(values, Mapping):
        raise errors.Invalid("The values of a row are an object.")
    cleaned = {name: None if name in BLANK_IS_NONE and value == "" else value for name, value in values.items()}
    for name in ("id", "branch_id", "created_at", "updated_at", "embedding_stale"):
        if name in cleaned:
            raise errors.Invalid(f"{name} cannot be chosen.")
    for name in NAMES:
        given = cleaned.get(name, name)
        if not isinstance(given, str) or not 0 < len(given.strip()) <= NAME_MAX:
            raise errors.Invalid(f"A {name} has between 1 and {NAME_MAX} characters.")
    return cleaned


def _check_time(row: Mapping[str, Any]) -> None:
    """A happening has a place among the entries or a time in words, not both (data model, Happenings)."""
    if row.get("occurred_at_entry_id") is not None and row.get("temporal") is not None:
        raise errors.Invalid("A happening is at an entry or at a time in words (temporal), not both; clear the other.")


def _said(view: str | None) -> str | None:
    said = "" if view is None else view.strip()
    if len(said) > NAME_MAX:
        raise errors.Invalid(f"A view has at most {NAME_MAX} characters.")
    return said or None


def _check_new(tx: Tx, branch: Branch, row: Mapping[str, Any]) -> None:
    state = row.get("state", {})
    parent, at = state.get("parent_location_id"), state.get("at_location_id") or state.get("current_location_id")
    if row["kind"] == "location" and parent is not None:
        Places(tx, branch).check_parent(None, parent, status=row.get("status", "active"))
    if at is not None:
        check_place(Places(tx, branch), at)
    if any(state.get(slot) for slot in ("equipped_items", "inventory")):
        raise errors.Invalid("Make the person first, then give them things.")


def _check_position(tx: Tx, branch: Branch, before: Mapping[str, Any], update: Update) -> None:
    state = update.patch.get("state", update.set.get("state", {}))
    at = state.get("current_location_id")
    if at is not None and at != before["state"].get("current_location_id"):
        check_place(Places(tx, branch), at)


def _check_people(tx: Tx, branch: Branch, ids: Sequence[str]) -> None:
    rows = images(tx, branch.id, [("entities", row_id) for row_id in ids], LEDGER)
    if any(rows.get(("entities", row_id), {}).get("kind") != "character" for row_id in ids):
        raise errors.NotFound("There is no such person on this branch.")


def _lead(tx: Tx, branch: Branch) -> str | None:
    row: Row | None = tx.one(select(stories.c.definition).where(stories.c.id == branch.story_id))
    definition = row["definition"] if row is not None else None
    return None if definition is None else definition.get("leadEntityId")
