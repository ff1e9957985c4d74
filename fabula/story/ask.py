"""Questions about a branch: what was told, who and what there is, who knows what, who sees whom how, what changed.

Owns bounded queries. It writes nothing. The promise: every list has a total order and a limit, references that lead
nowhere are shown as nothing, and a question about an earlier moment changes nothing now.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import and_, bindparam, or_, select
from sqlalchemy.sql.selectable import Select

from fabula import errors
from fabula.store.contract import Row, Tx
from fabula.store.tables import character_relationships, entities, happening_awareness, happenings, story_entries
from fabula.story import log, timeline
from fabula.story.digest import all_rows
from fabula.story.group import images
from fabula.story.ledger import LEDGER, Image, Key
from fabula.story.log import Branch, Delta
from fabula.story.partial import ABSENT, Parts, decoded, get
from fabula.story.places import Places
from fabula.story.plan import planned
from fabula.story.world import TABLES

PAGE_MAX = 200
SHOWN_MAX = 1_000
"""How many changes of one action are shown."""
NAMED = ("name", "title", "era_name", "content", "field")


@dataclass(frozen=True)
class Page:
    """Some rows in order, and the position or id after which the next page begins; None at the end."""

    rows: list[Mapping[str, Any]]
    next: int | str | None


@dataclass(frozen=True)
class Altered:
    """One part of a row that a change altered; None for a part that is not there."""

    path: str
    before: Any
    after: Any


@dataclass(frozen=True)
class Rendered:
    """One change as people read it: which row, by its name, and what became of it."""

    position: int
    action_id: str
    source: str
    entry_id: str | None
    op: str
    kind: str
    id: str
    name: str
    parts: list[Altered]


def entries(tx: Tx, branch: Branch, *, limit: int = 50, after: int | None = None, before: int | None = None) -> Page:
    """A page of entries: those after a position, or the last ones before it (the newest of all without either).

    Rows come oldest first either way; `next` is the position to go on from in the same direction.
    """
    limit, position = _limit(limit), story_entries.c.position
    here = story_entries.c.branch_id == bindparam("branch")
    query = select(story_entries).where(here)
    if after is not None:
        rows = tx.all(query.where(position > after).order_by(position).limit(limit + 1), {"branch": branch.id})
        shown = rows[:limit]
        return Page([dict(row) for row in shown], shown[-1]["position"] if len(rows) > limit else None)
    query = query if before is None else query.where(position < before)
    rows = tx.all(query.order_by(position.desc()).limit(limit + 1), {"branch": branch.id})
    shown = rows[:limit]
    return Page([dict(row) for row in reversed(shown)], shown[-1]["position"] if len(rows) > limit else None)


def rows(
    tx: Tx,
    branch: Branch,
    kind: str,
    *,
    status: str | None = None,
    containing: str | None = None,
    limit: int = 50,
    after: str | None = None,
) -> Page:
    """A page of rows of a kind by id, with a status, or with a text in their name or title."""
    if kind not in TABLES:
        raise errors.Invalid(f"There is nothing called {kind}.")
    limit, table = _limit(limit), LEDGER[TABLES[kind]].table
    query: Select[Any] = select(table).where(table.c.branch_id == bindparam("branch"))
    if table is entities:
        query = query.where(entities.c.kind == kind)
    if status is not None:
        if "status" not in table.c:
            raise errors.Invalid(f"A {kind} has no status.")
        query = query.where(table.c.status == status)
    if containing:
        named = next((table.c[name] for name in ("name", "title") if name in table.c), None)
        if named is None:
            raise errors.Invalid(f"A {kind} has no name to look for.")
        query = query.where(named.contains(containing, autoescape=True))
    if after is not None:
        query = query.where(table.c.id > after)
    found = tx.all(query.order_by(table.c.id).limit(limit + 1), {"branch": branch.id})
    shown = found[:limit]
    return Page([dict(row) for row in shown], shown[-1]["id"] if len(found) > limit else None)


def present(tx: Tx, branch: Branch, entry_id: str | None = None) -> dict[str, Any]:
    """Who and what is in the scene of an entry (the last one by default), and where it is."""
    last = timeline.newest(tx, branch) if entry_id is None else [timeline.entry(tx, branch, entry_id)]
    entry = last[0] if last else None
    scene = {} if entry is None else entry["metadata"]
    wanted = [*scene.get("sceneEntities", [])]
    place = scene.get("currentLocationId")
    query = select(entities).where(entities.c.branch_id == branch.id)
    found = {row["id"]: dict(row) for row in tx.among(query, entities.c.id, [*wanted, *([place] if place else [])])}
    return {
        "entry_id": None if entry is None else entry["id"],
        "world_time": scene.get("worldTime"),
        "location": found.get(place) if place else None,
        "entities": [found[row_id] for row_id in wanted if row_id in found],
    }


def known_by(tx: Tx, branch: Branch, character_id: str, *, limit: int = 50, after: str | None = None) -> Page:
    """What a person knows, with how and since which entry; what everybody knows comes along."""
    known, limit = happening_awareness, _limit(limit)
    joined = happenings.outerjoin(
        known,
        and_(
            known.c.branch_id == happenings.c.branch_id,
            known.c.happening_id == happenings.c.id,
            known.c.character_id == bindparam("who"),
        ),
    )
    columns = [known.c.source, known.c.learned_at_entry_id, known.c.decay_resistance, known.c.id.label("awareness_id")]
    query = select(happenings, *columns).select_from(joined).where(happenings.c.branch_id == bindparam("branch"))
    query = query.where(or_(known.c.id.is_not(None), happenings.c.common_knowledge.is_(True)))
    if after is not None:
        query = query.where(happenings.c.id > after)
    found = tx.all(query.order_by(happenings.c.id).limit(limit + 1), {"branch": branch.id, "who": character_id})
    return _with_learned(tx, branch, found, limit)


def who_knows(tx: Tx, branch: Branch, happening_id: str, *, limit: int = 50, after: str | None = None) -> Page:
    """Who knows of a happening, how, and since which entry and moment of the story."""
    known, limit = happening_awareness, _limit(limit)
    same = and_(entities.c.branch_id == known.c.branch_id, entities.c.id == known.c.character_id)
    query = select(known, entities.c.name).select_from(known.join(entities, same))
    query = query.where(known.c.branch_id == bindparam("branch"), known.c.happening_id == bindparam("what"))
    if after is not None:
        query = query.where(known.c.id > after)
    found = tx.all(query.order_by(known.c.id).limit(limit + 1), {"branch": branch.id, "what": happening_id})
    return _with_learned(tx, branch, found, limit)


def relationships_of(tx: Tx, branch: Branch, character_id: str) -> list[dict[str, Any]]:
    """Everybody a person has to do with: how they see them and how they are seen (None where nobody said)."""
    pairs, other = character_relationships, entities
    mine = or_(pairs.c.a_id == bindparam("who"), pairs.c.b_id == bindparam("who"))
    query = select(pairs).where(pairs.c.branch_id == bindparam("branch"), mine).order_by(pairs.c.id).limit(1000)
    found = tx.all(query, {"branch": branch.id, "who": character_id})
    ends = [row["b_id"] if row["a_id"] == character_id else row["a_id"] for row in found]
    named = tx.among(select(other.c.id, other.c.name).where(other.c.branch_id == branch.id), other.c.id, ends)
    names = {row["id"]: row["name"] for row in named}
    return [
        {
            "id": row["id"],
            "other_id": end,
            "other_name": names.get(end),
            "self_to_other": row["kind"] if row["a_id"] == character_id else row["inverse_kind"],
            "other_to_self": row["inverse_kind"] if row["a_id"] == character_id else row["kind"],
        }
        for row, end in zip(found, ends, strict=True)
    ]


def place_tree(tx: Tx, branch: Branch) -> list[dict[str, Any]]:
    """All places as a tree, children by name; each says whether the story is there and whether it is hidden."""
    places = Places(tx, branch)
    below: dict[str | None, list[str]] = {}
    for name in sorted(places.rows, key=lambda name: (places.rows[name]["name"], name)):
        below.setdefault(places.parent(name), []).append(name)

    def node(name: str, seen: frozenset[str]) -> dict[str, Any]:
        row = places.rows[name]
        inside = [each for each in below.get(name, ()) if each not in seen]
        return {
            "id": name,
            "name": row["name"],
            "status": row["status"],
            "disabled": places.disabled(name),
            "here": name == places.told_at,
            "inside": [node(each, seen | {name}) for each in inside],
        }

    return [node(name, frozenset({name})) for name in below.get(None, ())]


def changes_of(tx: Tx, branch: Branch, *, entry_id: str | None = None, action_id: str | None = None) -> list[Rendered]:
    """What an action, or the turn that made an entry, changed, and what was said about that entry since."""
    if (entry_id is None) == (action_id is None):
        raise errors.Invalid("Ask about an entry or about an action.")
    if entry_id is not None:
        group = log.making(tx, branch.id, timeline.ENTRIES, entry_id)
        if not group:
            timeline.entry(tx, branch, entry_id)
            return []
        about = log.about(tx, branch.id, entry_id, group[0].position)
        chosen = {delta.position: delta for delta in (*group, *about)}
        return rendered(tx, branch, [chosen[position] for position in sorted(chosen)])
    return rendered(tx, branch, log.of_action(tx, branch.id, str(action_id)))


def history(tx: Tx, branch: Branch, *, limit: int = 50, before: int | None = None) -> list[Rendered]:
    """The log, the newest first, as people read it; with `before`, what is older than a position."""
    found = log.newest(tx, branch.id, _limit(limit), branch.last + 1 if before is None else before)
    return list(reversed(rendered(tx, branch, found)))


def rendered(tx: Tx, branch: Branch, chosen: Sequence[Delta]) -> list[Rendered]:
    """Deltas as people read them, the oldest SHOWN_MAX of them. What a part became is what the next change of that row
    found, or what is there now."""
    chosen = chosen[:SHOWN_MAX]
    if not chosen:
        return []
    later: dict[Key, list[Delta]] = {}
    held: dict[Key, Image] = {}
    for delta in log.of_rows(tx, branch.id, {delta.target for delta in chosen}, chosen[0].position):
        later.setdefault(delta.key, []).append(delta)
        if delta.op == "delete" and delta.payload is not None:
            held[delta.key] = LEDGER[delta.table].thawed(delta.payload)
    now = images(tx, branch.id, dict.fromkeys(delta.key for delta in chosen), LEDGER)
    parts: dict[int, Parts] = {}

    def of(delta: Delta) -> Parts:
        if delta.position not in parts:
            parts[delta.position] = decoded(LEDGER[delta.table], delta.payload or {})
        return parts[delta.position]

    return [_rendered(d, later.get(d.key, []), now.get(d.key) or held.get(d.key) or {}, of) for d in chosen]


def _rendered(delta: Delta, later: list[Delta], row: Image, of: Callable[[Delta], Parts]) -> Rendered:
    parts = []
    if delta.op == "update":
        after = [each for each in later if each.position > delta.position and each.op == "update"]
        for path, was in of(delta).items():
            then = next((of(each)[path] for each in after if path in of(each)), get(row, path))
            parts.append(Altered(".".join(path), _shown(was), _shown(then)))
    name = next((str(row[column])[:80] for column in NAMED if row.get(column)), delta.target)
    return Rendered(
        delta.position,
        delta.action_id,
        delta.source,
        delta.entry_id,
        delta.op,
        delta.table,
        delta.target,
        name,
        parts,
    )


def as_of(tx: Tx, branch: Branch, entry_id: str) -> dict[Key, Image]:
    """Every logged row as it was after an entry: what a fork there would begin with. Nothing is changed."""
    entry = timeline.entry(tx, branch, entry_id)
    state = all_rows(tx, branch.id)
    after = timeline.following(tx, branch, entry["position"])
    if after is None:
        return state
    window = timeline.window(tx, branch, after)
    plan = planned(tx, branch, window.tail, window.seed)
    for table, ids in plan.gone.items():
        for row_id in ids:
            state.pop((table, row_id), None)
    for key, values in plan.changed.items():
        state[key] = {**state[key], **values}
    return {**state, **plan.back}


def _with_learned(tx: Tx, branch: Branch, found: list[Row], limit: int) -> Page:
    """The rows with the position and the moment of the entry at which each was learned."""
    shown = [dict(row) for row in found[:limit]]
    wanted = [row["learned_at_entry_id"] for row in shown if row["learned_at_entry_id"] is not None]
    query = select(story_entries.c.id, story_entries.c.position, story_entries.c.metadata)
    at = tx.among(query.where(story_entries.c.branch_id == branch.id), story_entries.c.id, wanted)
    moments = {row["id"]: (row["position"], row["metadata"]["worldTime"]) for row in at}
    for row in shown:
        row["learned_at_position"], row["learned_at_worldtime"] = moments.get(row["learned_at_entry_id"], (None, None))
    return Page(list(shown), shown[-1]["id"] if len(found) > limit else None)


def _limit(limit: int) -> int:
    if not 1 <= limit <= PAGE_MAX:
        raise errors.Invalid(f"A page has between 1 and {PAGE_MAX} rows.")
    return limit


def _shown(value: Any) -> Any:
    return None if value is ABSENT else value
