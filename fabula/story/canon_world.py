"""What a reading found beside people and their lines, as rows: passers-by, places, how people stand, what happens.

Owns how each kind of fact is laid down. It reads nothing and decides nothing. The promise: every fact carries its
citations, and `through`, the last chapter of them; a fact about somebody who is not kept is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import delete, select, update

from fabula.ids import new_id
from fabula.reading.canon.shapes import PROMPT_VERSION, SCHEMA_VERSION
from fabula.store.contract import Tx
from fabula.store.tables import book_chapters, bystanders, canon_models, facts, places, relationships

Cite = Callable[[Mapping[str, Any]], dict[str, Any]]

BYSTANDERS_MAX = 2_000
ALIASES_MAX = 12
KINDS = (
    ("event", "events"),
    ("death", "deaths"),
    ("faction", "factions"),
    ("thing", "things"),
    ("thread", "threads"),
    ("rule", "rules"),
    ("node", "nodes"),
    ("arc", "arcs"),
)
"""Kinds of fact and where a reading has them."""


def bystanders_of(tx: Tx, book_id: str, cite: Cite, reading: Mapping[str, Any]) -> dict[str, str]:
    """Write who is there only in passing; returns their ids by their keys. Old lines must be gone already."""
    tx.run(delete(bystanders).where(bystanders.c.book_id == book_id))
    ids: dict[str, str] = {}
    rows = []
    for rank, one in enumerate(list(reading.get("others", ()))[:BYSTANDERS_MAX], 1):
        ids[one["key"]] = new_id("byst")
        first = cite(one["first"])
        rows.append(
            {
                "id": ids[one["key"]],
                "book_id": book_id,
                "rank": rank,
                "name": one["name"],
                "aliases": [
                    {"name": a["name"], "mentions": a["mentions"], "first_chapter": a["first_chapter"]}
                    for a in one["aliases"][:ALIASES_MAX]
                ],
                "gender": one["gender"],
                "mentions": one["mentions"],
                "first_chapter": max(first["chapter"], min((a["first_chapter"] for a in one["aliases"]), default=0)),
                "cite": first,
            }
        )
    if rows:
        tx.insert(bystanders, *rows)
    return ids


def save(tx: Tx, book_id: str, cite: Cite, reading: Mapping[str, Any], ids: Mapping[str, str]) -> None:
    """Replace places, relationships, facts and the marks of chapters. `ids` are of the people kept, by key."""
    grounds = _places(tx, book_id, cite, reading["places"])
    tx.run(delete(relationships).where(relationships.c.book_id == book_id))
    bonds = [
        {
            "id": new_id("bond"),
            "book_id": book_id,
            "seq": seq,
            "source_id": ids[bond["source"]],
            "target_id": ids[bond["target"]],
            "kind": bond["kind"],
            "label": bond["label"],
            "mutual": bond["mutual"],
            "through": _through(bond, cite),
            "cites": [cite(e) for e in bond["evidence"]],
        }
        for seq, bond in enumerate(reading.get("relationships", ()))
        if bond["source"] in ids and bond["target"] in ids
    ]
    if bonds:
        tx.insert(relationships, *bonds)
    tx.run(delete(facts).where(facts.c.book_id == book_id))
    names = {**ids, **grounds}
    rows = [row for kind, field in KINDS for row in _facts(book_id, kind, reading.get(field, ()), cite, names)]
    if rows:
        tx.insert(facts, *rows)
    _nodes(tx, book_id, cite, reading.get("nodes", ()))


def add_model(tx: Tx, book_id: str, content: Mapping[str, Any], ids: Mapping[str, str]) -> None:
    """Add a canon model, people by their ids, after those there are; one that says the same again is not added."""
    named = _named(content, ids)
    last = tx.one(
        select(canon_models)
        .where(canon_models.c.book_id == book_id)
        .order_by(canon_models.c.model_version.desc())
        .limit(1)
    )
    if last is not None and last["content"] == named:
        return
    tx.insert(
        canon_models,
        {
            "id": new_id("canon"),
            "book_id": book_id,
            "model_version": 1 if last is None else last["model_version"] + 1,
            "schema_version": SCHEMA_VERSION,
            "prompt_version": PROMPT_VERSION,
            "content": named,
            "created_at": tx.now,
        },
    )


def _named(content: Mapping[str, Any], ids: Mapping[str, str]) -> dict[str, Any]:
    """The model with ids for keys; what is said of somebody without an id is left out."""
    named: dict[str, Any] = dict(content)
    for field, sides in (
        ("relationships", ("from_character_id", "to_character_id")),
        ("character_goals", ("character_id",)),
        ("deaths", ("character_id",)),
    ):
        named[field] = [
            {**one, **{side: ids[one[side]] for side in sides}}
            for one in content[field]
            if all(one[side] in ids for side in sides)
        ]
    named["events"] = [
        {**event, "character_ids": [ids[one] for one in event["character_ids"] if one in ids]}
        for event in content["events"]
    ]
    states = content["ending"]["character_states"]
    named["ending"] = {
        **content["ending"],
        "character_states": {ids[one]: text for one, text in states.items() if one in ids},
    }
    return named


def _through(fact: Mapping[str, Any], cite: Cite) -> int:
    return max([int(fact["chapter"]), *(int(cite(e)["chapter"]) for e in fact.get("evidence", ()))])


def _places(tx: Tx, book_id: str, cite: Cite, found: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Write the places, those known by name under their old ids; returns ids by key."""
    tx.run(update(places).where(places.c.book_id == book_id).values(parent_id=None))
    known = {row["name"]: row["id"] for row in tx.all(select(places).where(places.c.book_id == book_id))}
    ids: dict[str, str] = {}
    tx.run(delete(places).where(places.c.book_id == book_id))
    rows = []
    for place in found:
        held = known.pop(place["name"], None) or new_id("plce")
        ids[place.get("key") or held] = held
        first = cite(place["first"])
        row = {"id": held, "book_id": book_id, "name": place["name"], "mentions": place["mentions"]}
        rows.append({**row, "first_chapter": first["chapter"], "cite": first, "sort": place.get("sort", "")})
    if rows:
        tx.insert(places, *rows)
    for place in found:
        if place.get("parent") in ids and place.get("parent_evidence"):
            tx.run(
                update(places)
                .where(places.c.id == ids[place["key"]])
                .values(parent_id=ids[place["parent"]], parent_cite=cite(place["parent_evidence"]))
            )
    return ids


def _facts(
    book_id: str, kind: str, found: Sequence[Mapping[str, Any]], cite: Cite, names: Mapping[str, str]
) -> list[dict[str, Any]]:
    rows = []
    for seq, fact in enumerate(found):
        body = {name: value for name, value in fact.items() if name not in ("evidence", "options", "closed", "chapter")}
        for field in ("person", "owner", "place"):
            if body.get(field) is not None:
                body[field] = names.get(body[field])
        for field in ("actors", "targets", "members", "people"):
            if field in body:
                body[field] = [names[one] for one in body[field] if one in names]
        body["cites"] = [cite(e) for e in fact.get("evidence", ())]
        if "options" in fact:
            body["options"] = [cite(e) for e in fact["options"]]
        if "closed" in fact:
            body["closed"] = cite(fact["closed"]) if fact["closed"] else None
        if kind == "death" and body["person"] is None:
            continue
        row = {"id": new_id("said"), "book_id": book_id, "kind": kind, "seq": seq, "through": _through(fact, cite)}
        rows.append({**row, "body": body})
    return rows


def _nodes(tx: Tx, book_id: str, cite: Cite, found: Sequence[Mapping[str, Any]]) -> None:
    """Mark the chapters where a path splits, with the sentence that says so (service specification, 5.6)."""
    tx.run(
        update(book_chapters)
        .where(book_chapters.c.book_id == book_id)
        .values(is_key_node=False, key_node_description=None)
    )
    for node in found:
        told = cite(node["evidence"][0]) if node["evidence"] else None
        if told is not None:
            tx.run(
                update(book_chapters)
                .where(book_chapters.c.book_id == book_id, book_chapters.c.number == told["chapter"])
                .values(is_key_node=True, key_node_description=told["text"])
            )
