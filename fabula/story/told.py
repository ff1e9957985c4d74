"""What a book tells beside its people, as a reader knows it by a chapter: who speaks, how people stand, what happens.

Everything is bounded: a fact is told when the last chapter of its citations is unlocked, of people who have been met.
The promise: nothing that only a later chapter says is in any answer, neither as text nor as a name nor as a number.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import func, select

from fabula.ai.offline.speak import SURE
from fabula.store.contract import Row, Tx
from fabula.store.tables import bystanders, characters, facts, places, quotes, relationships
from fabula.story.canon_world import KINDS
from fabula.story.people import chapter_titles, cited, initial, known_names

BONDS_MAX = 256
EVENTS_MAX = 500
SHAPES = {"arc": ("last",), "faction": ("sort",), "thread": ("kind",), "rule": ("hard",), "event": ("kind",)}
"""Which plain fields of a fact are told, by its kind."""


def names_met(tx: Tx, book: Row, through: int) -> dict[str, dict[str, Any]]:
    """By id, whom the reader has met by chapter `through`, with the name, colour and monogram they go by."""
    wanted = [characters.c[name] for name in ("id", "name", "aliases", "hue", "first_appearance_chapter")]
    rows = tx.all(
        select(*wanted).where(characters.c.book_id == book["id"], characters.c.first_appearance_chapter <= through)
    )
    found = {}
    for row in rows:
        name = known_names(row, through)[0]
        found[row["id"]] = {"id": row["id"], "name": name, "hue": row["hue"], "initial": initial(name)}
    return found


def lines(tx: Tx, book: Row, number: int, through: int) -> dict[str, Any]:
    """Who says what in a chapter. A chapter that is not unlocked has no lines yet."""
    if number > through:
        return {"lines": [], "people": [], "through_chapter": through}
    met = names_met(tx, book, through)
    passing = {
        row["id"]: row["name"]
        for row in tx.all(
            select(bystanders.c.id, bystanders.c.name).where(
                bystanders.c.book_id == book["id"], bystanders.c.first_chapter <= through
            )
        )
    }
    rows = tx.all(
        select(quotes)
        .where(quotes.c.book_id == book["id"], quotes.c.chapter_number == number)
        .order_by(quotes.c.start, quotes.c.seq)
    )
    told = []
    for row in rows:
        speaker = row["character_id"] if row["character_id"] in met else None
        other = passing.get(row["bystander_id"]) if speaker is None else None
        sure = speaker is not None or other is not None
        told.append(
            {
                "start": row["start"],
                "end": row["end"],
                "kind": row["kind"],
                "speaker_id": speaker,
                "speaker": met[speaker]["name"] if speaker else other,
                "addressee_id": row["addressee_id"] if row["addressee_id"] in met else None,
                "confidence": round(row["confidence"], 3) if sure else 0.0,
                "why": row["why"] if sure else "unknown",
                "cue": _span(row["cue"]) if sure and row["cue"] and row["cue"]["chapter"] == number else None,
            }
        )
    spoken = dict.fromkeys(one["speaker_id"] for one in told if one["speaker_id"] is not None)
    return {"lines": told, "people": [met[one] for one in spoken], "through_chapter": through}


def _span(cite: Mapping[str, Any]) -> dict[str, int]:
    return {"start": cite["start"], "end": cite["end"]}


def bonds(tx: Tx, book: Row, through: int) -> list[dict[str, Any]]:
    """How people met so far stand to each other, each with the sentences that say so."""
    met = names_met(tx, book, through)
    titles = chapter_titles(tx, book["id"])
    rows = tx.all(
        select(relationships)
        .where(relationships.c.book_id == book["id"], relationships.c.through <= through)
        .order_by(relationships.c.seq)
    )
    return [
        {
            "id": row["id"],
            "source_id": row["source_id"],
            "target_id": row["target_id"],
            "kind": row["kind"],
            "label": row["label"],
            "mutual": row["mutual"],
            "citations": [cited(cite, titles) for cite in row["cites"]],
        }
        for row in rows
        if row["source_id"] in met and row["target_id"] in met
    ][:BONDS_MAX]


def talks(tx: Tx, book: Row, through: int) -> list[dict[str, Any]]:
    """Who of the people met so far talks with whom, and in how many lines, most first."""
    met = names_met(tx, book, through)
    asked = (
        select(quotes.c.character_id, quotes.c.addressee_id, func.count().label("lines"))
        .where(
            quotes.c.book_id == book["id"],
            quotes.c.chapter_number <= through,
            quotes.c.kind == "speech",
            quotes.c.confidence >= SURE,
            quotes.c.character_id.is_not(None),
            quotes.c.addressee_id.is_not(None),
        )
        .group_by(quotes.c.character_id, quotes.c.addressee_id)
    )
    counts: dict[tuple[str, str], int] = {}
    for row in tx.all(asked):
        one, other = sorted((row["character_id"], row["addressee_id"]))
        if one != other and one in met and other in met:
            counts[one, other] = counts.get((one, other), 0) + int(row["lines"])
    most = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))[:BONDS_MAX]
    return [{"one_id": one, "other_id": other, "lines": lines} for (one, other), lines in most]


def world(tx: Tx, book: Row, through: int) -> dict[str, Any]:
    """What happens and what is true by chapter `through`, by kind of fact, in the order of the book."""
    met = names_met(tx, book, through)
    titles = chapter_titles(tx, book["id"])
    grounds = _places(tx, book, through, titles)
    here = {place["id"]: place["name"] for place in grounds}
    rows = tx.all(
        select(facts)
        .where(facts.c.book_id == book["id"], facts.c.through <= through)
        .order_by(facts.c.kind, facts.c.through, facts.c.seq)
    )
    ids = {row["body"].get("key"): row["id"] for row in rows if row["kind"] == "event"}
    told: dict[str, list[dict[str, Any]]] = {field: [] for _, field in KINDS}
    fields = dict(KINDS)
    for row in rows:
        view = _fact(row, met, here, ids, titles, through)
        if view is not None and len(told[fields[row["kind"]]]) < EVENTS_MAX:
            told[fields[row["kind"]]].append(view)
    return {**told, "places": grounds, "people": list(met.values()), "through_chapter": through}


def _fact(
    row: Row,
    met: Mapping[str, Any],
    here: Mapping[str, str],
    events: Mapping[str, str],
    titles: Mapping[int, str | None],
    through: int,
) -> dict[str, Any] | None:
    body, kind = row["body"], row["kind"]
    if kind == "arc" and body["last"] > through:
        return None  # how far a stretch goes is only known at its end
    view: dict[str, Any] = {"id": row["id"], "chapter": row["through"]}
    view |= {name: body[name] for name in SHAPES.get(kind, ())}
    view["citations"] = [cited(cite, titles) for cite in body["cites"]]
    if kind in ("faction", "thing"):
        view["name"] = body["name"]
        view["mentions"] = sum(count for chapter, count in body["by_chapter"] if chapter <= through)
    for field in ("actors", "targets", "members", "people"):
        if field in body:
            view[field] = [one for one in body[field] if one in met]
    for field in ("person", "owner"):
        if field in body:
            view[field] = body[field] if body[field] in met else None
    if kind == "event":
        if not view["actors"] and not view["targets"]:
            return None
        view["place"] = body["place"] if body["place"] in here else None
        view["causes"] = _known(events, body["causes"])
    if kind == "death":
        if view["person"] is None:
            return None
        view["event"] = events.get(body["event"])
    if kind == "thread":
        closed = body["closed"]
        view["closed"] = cited(closed, titles) if closed and closed["chapter"] <= through else None
    if kind == "node":
        view["options"] = [cited(cite, titles) for cite in body["options"] if cite["chapter"] <= through]
    if kind == "arc":
        view["events"] = _known(events, body["events"])
    return view


def _known(events: Mapping[str, str], keys: Iterable[str]) -> list[str]:
    return [events[key] for key in keys if key in events]


def _places(tx: Tx, book: Row, through: int, titles: Mapping[int, str | None]) -> list[dict[str, Any]]:
    rows = tx.all(
        select(places)
        .where(places.c.book_id == book["id"], places.c.first_chapter <= through)
        .order_by(places.c.first_chapter, places.c.name, places.c.id)
    )
    shown = {row["id"] for row in rows}
    found = []
    for row in rows:
        lies = row["parent_cite"]
        known = row["parent_id"] in shown and lies is not None and lies["chapter"] <= through
        found.append(
            {
                "id": row["id"],
                "name": row["name"],
                "sort": row["sort"],
                "parent": row["parent_id"] if known else None,
                "first_chapter": row["first_chapter"],
                "citations": [cited(row["cite"], titles), *([cited(lies, titles)] if known else [])],
            }
        )
    return found
