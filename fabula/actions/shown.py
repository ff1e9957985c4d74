"""What is on a branch, in the words of the outside: entries, rows of the world, changes, branches.

Owns the words for kinds and the form of each thing. It reads and decides nothing but how a thing is called. The
promise: every kind has one word, which is understood wherever it is given.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import select

from fabula.errors import Invalid
from fabula.store.contract import Tx
from fabula.store.tables import deltas
from fabula.story.ask import Rendered
from fabula.story.begin import PREFIXES
from fabula.story.log import Branch
from fabula.story.travel import Reversed
from fabula.story.world import TABLES

TOLD = {"opening": "opening", "user_action": "reader", "ai_reply": "story", "system": "system"}
ENTRY_KINDS = {word: kind for kind, word in TOLD.items()}
"""Who speaks in an entry: our word, and the column's."""

WORLD = {
    "character": "characters",
    "place": "places",
    "item": "items",
    "faction": "factions",
    "lore": "lore",
    "thread": "threads",
    "happening": "happenings",
}
"""What the world is made of: the word for one, and for many."""

_SINGULAR = {many: one for one, many in WORLD.items()}
_OURS = {"location": "place"}
_KINDS = {word: kind for kind, word in _OURS.items()}
_BY_PREFIX = {prefix: _OURS.get(kind, kind) for kind, prefix in PREFIXES.items()}
_BY_TABLE = {**{table: kind for kind, table in TABLES.items() if kind not in PREFIXES}, "story_entries": "entry"}
RENAMED = {
    "lore": {"name": "title", "description": "body"},
    "thread": {"name": "title"},
    "happening": {"name": "title"},
}
"""Columns of kinds that are not called name and description."""


def engine_kind(word: str) -> str:
    """The engine's word for a kind, said in the singular or the plural."""
    one = _SINGULAR.get(word, word)
    return _KINDS.get(one, one)


def word_of(table: str, row_id: str) -> str:
    """What a row is called that is known by its table and id."""
    if table == "entities":
        return _BY_PREFIX.get(row_id.partition("_")[0], "entity")
    return _BY_TABLE.get(table, table)


def singular(word: str) -> str:
    """The word for one of a kind, said in the singular or the plural."""
    return _SINGULAR.get(word, word)


def word_of_row(table: str, image: Mapping[str, Any]) -> str:
    """What a row is called that is at hand."""
    return _OURS.get(image["kind"], image["kind"]) if table == "entities" else _BY_TABLE.get(table, table)


def given(word: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """Values under the columns' own names; every kind may be given a name and a description."""
    renamed = RENAMED.get(engine_kind(word), {})
    found = {renamed.get(name, name): value for name, value in values.items()}
    if len(found) != len(values):
        raise Invalid("Say name or title, and description or body; not both.")
    return found


def row(word: str, image: Mapping[str, Any]) -> dict[str, Any]:
    """A row of the world: what all kinds have under the same names, then its own columns."""
    renamed = RENAMED.get(engine_kind(word), {})
    left = {name: value for name, value in image.items() if name not in ("branch_id", "embedding_stale", "kind")}
    return {
        **left,
        "id": image["id"],
        "kind": _OURS.get(singular(word), singular(word)),
        "name": image[renamed.get("name", "name")],
        "description": image[renamed.get("description", "description")],
        "status": image.get("status"),
        "state": image.get("state") or {},
    }


def entries(tx: Tx, branch: Branch, rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Entries as they are read."""
    listed = list(rows)
    log = deltas.c
    query = select(log.target_id, log.undo_payload).where(
        log.branch_id == branch.id, log.op == "update", log.target_table == "story_entries"
    )
    changed = tx.among(query, log.target_id, [each["id"] for each in listed])
    edited = {each["target_id"] for each in changed if "content" in each["undo_payload"]}
    return [
        {
            "id": each["id"],
            "position": each["position"],
            "kind": TOLD[each["kind"]],
            "content": each["content"],
            "metadata": each["metadata"],
            "moment": each["metadata"]["worldTime"],
            "chapter_id": each["chapter_id"],
            "created_at": each["created_at"],
            "edited": each["id"] in edited,
        }
        for each in listed
    ]


def change(one: Rendered) -> dict[str, Any]:
    """A change as it is read."""
    return {
        "log_position": one.position,
        "op": one.op,
        "kind": word_of(one.kind, one.id),
        "row_id": one.id,
        "name": one.name,
        "parts": [{"path": part.path, "before": part.before, "after": part.after} for part in one.parts],
        "source": one.source,
        "action_id": one.action_id,
        "entry_id": one.entry_id,
    }


def step(deltas: Iterable[tuple[str, str, str]], name: str | None) -> dict[str, Any] | None:
    """What can be undone or redone, from (op, table, row id) of each change and the name of the first row."""
    listed = list(deltas)
    if not listed:
        return None
    op, table, row_id = listed[0]
    told = sum(1 for one, where, _ in listed if (one, where) == ("create", "story_entries"))
    kind = word_of(table, row_id)
    found = {"op": op, "kind": kind, "name": name, "changes": len(listed), "entries": told}
    return {**found, "label": _label(op, kind, name, told)}


_DONE = {"create": "New", "update": "Change of", "delete": "Deletion of"}


def _label(op: str, kind: str, name: str | None, told: int) -> str:
    if told:
        return counted(told, "entry")
    called = f" \N{LEFT DOUBLE QUOTATION MARK}{name[:40]}\N{RIGHT DOUBLE QUOTATION MARK}" if name else ""
    return f"{_DONE[op]} {kind}{called}"


def reversed_(done: Reversed, verb: str = "Took back") -> dict[str, Any]:
    """What a reversal did, counted and told."""
    parts = [
        counted(done.entries, "entry"),
        counted(done.chapters, "chapter"),
        counted(done.world, "change") + " of the world",
    ]
    counts = (done.entries, done.chapters, done.world)
    said = [part for part, count in zip(parts, counts, strict=True) if count]
    rest = done.deltas - sum(counts)
    if rest > 0:
        said.append(counted(rest, "edit"))
    told = f"{verb} {', '.join(said)}." if said else "Nothing was left to change."
    return {
        "deltas": done.deltas,
        "entries": done.entries,
        "chapters": done.chapters,
        "world": done.world,
        "counts": dict(done.counts),
        "told": told,
    }


def counted(count: int, word: str) -> str:
    """`1 entry`, `2 entries`."""
    many = word[:-1] + "ies" if word.endswith("y") else word + "s"
    return f"{count} {word if count == 1 else many}"
