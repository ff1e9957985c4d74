"""Two rows that turn out to be one: everything said of the one is said of the other from now on.

Owns what becomes of links, names and mentions. The promise: it is one action, nothing that was known is lost, nobody
knows or sees themselves twice, and one undo has both rows back as they were.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import bindparam, or_, select

from fabula import errors
from fabula.ids import new_id
from fabula.store.contract import Row, Tx
from fabula.store.tables import character_relationships, entities, happening_awareness, happening_involvements
from fabula.story.changes import Change, Create, Delete, Done, Update
from fabula.story.group import images
from fabula.story.ledger import LEDGER, Image
from fabula.story.log import Branch
from fabula.story.places import Places
from fabula.story.rejected import Rejected
from fabula.story.world import _lead
from fabula.story.write import write


def merge(tx: Tx, branch: Branch, keep_id: str, drop_id: str) -> Done:
    """`drop_id` becomes `keep_id`. Both are of one kind; errors.Invalid otherwise; Rejected with `lead-blocked` when
    the lead would go, `parent-cycle` or `retired-parent` when places would end up wrong."""
    rows = images(tx, branch.id, [("entities", keep_id), ("entities", drop_id)], LEDGER)
    keep, drop = rows.get(("entities", keep_id)), rows.get(("entities", drop_id))
    if keep is None or drop is None:
        raise errors.NotFound("There is no such row to merge on this branch.")
    if keep_id == drop_id or keep["kind"] != drop["kind"]:
        raise errors.Invalid("Only two different rows of one kind can be merged.")
    if drop_id == _lead(tx, branch):
        raise Rejected("lead-blocked", "The lead stays; merge the other one into the lead.")
    if keep["kind"] == "location":
        _check_places(tx, branch, keep, drop)
    changes: list[Change] = [Delete("entities", drop_id), *_named(keep, drop)]
    changes += _states(tx, branch, keep, drop)
    changes += _involvements(tx, branch, keep_id, drop_id)
    changes += _awareness(tx, branch, keep_id, drop_id)
    changes += _pairs(tx, branch, keep_id, drop_id)
    return write(tx, branch, changes)


def _named(keep: Image, drop: Image) -> Iterator[Update]:
    """The one that goes is another name of the one that stays; a collision between the two is settled."""
    words = [*keep["keywords"], drop["name"], *drop["keywords"]]
    once = {word.casefold(): word for word in reversed(words) if word.casefold() != keep["name"].casefold()}
    values: dict[str, Any] = {"keywords": list(reversed(once.values()))}
    if keep["name_collision_partner_id"] == drop["id"]:
        values |= {"name_collision_flag": False, "name_collision_partner_id": None, "name_collision_reason": None}
    yield Update("entities", keep["id"], values)


def _check_places(tx: Tx, branch: Branch, keep: Image, drop: Image) -> None:
    places = Places(tx, branch)
    if drop["id"] in places.chain(keep["id"])[1:]:
        raise Rejected("parent-cycle", "A place cannot become one that is inside it.")
    living = any(places.rows[name]["status"] != "retired" for name in places.inside(drop["id"]))
    if keep["status"] == "retired" and living:
        raise Rejected("retired-parent", "Places inside are not gone; they cannot move into one that is.")


def _states(tx: Tx, branch: Branch, keep: Image, drop: Image) -> Iterator[Update]:
    """Wherever a state names the one, it names the other; lists name nobody twice."""
    query = select(entities.c.id, entities.c.state).where(entities.c.branch_id == bindparam("branch"))
    for row in tx.all(query.order_by(entities.c.id), {"branch": branch.id}):
        if row["id"] != drop["id"]:
            patch = _renamed(row["state"], drop["id"], keep["id"])
            if patch:
                yield Update("entities", row["id"], patch={"state": patch})


def _renamed(state: Mapping[str, Any], old: str, new: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in state.items():
        if value == old:
            found[name] = new
        elif isinstance(value, list) and old in value:
            found[name] = list(dict.fromkeys(new if each == old else each for each in value))
        elif name == "lastSeenAt" and value is not None and value["locationId"] == old:
            found[name] = {**value, "locationId": new}
    return found


def _involvements(tx: Tx, branch: Branch, keep: str, drop: str) -> Iterator[Create]:
    rows = _links(tx, branch, happening_involvements, "entity_id", keep, drop)
    there = {(row["happening_id"], row["role"]) for row in rows if row["entity_id"] == keep}
    for row in rows:
        if row["entity_id"] == drop and (row["happening_id"], row["role"]) not in there:
            made = {"id": new_id("hinv"), "happening_id": row["happening_id"], "entity_id": keep, "role": row["role"]}
            yield Create("happening_involvements", made)


def _awareness(tx: Tx, branch: Branch, keep: str, drop: str) -> Iterator[Change]:
    rows = _links(tx, branch, happening_awareness, "character_id", keep, drop)
    there = {row["happening_id"]: row for row in rows if row["character_id"] == keep}
    for row in rows:
        if row["character_id"] != drop:
            continue
        mine = there.get(row["happening_id"])
        firm = {"decay_resistance": row["decay_resistance"]}
        if mine is None:
            same = {name: row[name] for name in ("happening_id", "learned_at_entry_id", "retrieval_count", "source")}
            yield Create("happening_awareness", {**same, **firm, "id": new_id("haw"), "character_id": keep})
        elif row["decay_resistance"] > mine["decay_resistance"]:
            yield Update("happening_awareness", mine["id"], firm)


def _pairs(tx: Tx, branch: Branch, keep: str, drop: str) -> Iterator[Change]:
    pairs = character_relationships
    touching = or_(pairs.c.a_id.in_((keep, drop)), pairs.c.b_id.in_((keep, drop)))
    query = select(pairs).where(pairs.c.branch_id == bindparam("branch"), touching).order_by(pairs.c.id)
    rows = tx.all(query, {"branch": branch.id})
    there = {frozenset((row["a_id"], row["b_id"])): row for row in rows if keep in (row["a_id"], row["b_id"])}
    for row in rows:
        if drop not in (row["a_id"], row["b_id"]):
            continue
        other = row["b_id"] if row["a_id"] == drop else row["a_id"]
        if other == keep:
            continue
        mine, theirs = (row["kind"], row["inverse_kind"]) if row["a_id"] == drop else (row["inverse_kind"], row["kind"])
        a, b = sorted((keep, other))
        views = {"kind": mine, "inverse_kind": theirs} if a == keep else {"kind": theirs, "inverse_kind": mine}
        known = there.get(frozenset((keep, other)))
        if known is None:
            yield Create("character_relationships", {"id": new_id("rel"), "a_id": a, "b_id": b, **views})
        else:
            missing = {n: v for n, v in views.items() if known[n] is None and v is not None}
            if missing:
                yield Update("character_relationships", known["id"], missing)


def _links(tx: Tx, branch: Branch, table: Any, column: str, keep: str, drop: str) -> list[Row]:
    query = select(table).where(table.c.branch_id == bindparam("branch"), table.c[column].in_((keep, drop)))
    return tx.all(query.order_by(table.c.id), {"branch": branch.id})
