"""The world of a story as a person looks at it and changes it: its people, places, things, and what they know."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import func, select

from fabula.accounts.people import Person
from fabula.actions import shown
from fabula.actions.on_branch import Where, change, look
from fabula.actions.telling import changed
from fabula.errors import Invalid
from fabula.installation import Installation
from fabula.store.contract import Tx
from fabula.store.tables import entities, happenings, lore, threads
from fabula.story import ask, items, merge, timeline, world
from fabula.story.changes import Done
from fabula.story.log import Branch

Answer = dict[str, Any]
PAGE_MAX = ask.PAGE_MAX


async def rows(
    at: Installation,
    person: Person,
    where: Where,
    kind: str,
    *,
    status: str | None,
    containing: str | None,
    limit: int,
    after: str | None,
) -> Answer:
    """A page of rows of a kind, and how many there are of every kind."""

    def read(tx: Tx, branch: Branch) -> Answer:
        page = ask.rows(
            tx, branch, shown.engine_kind(kind), status=status, containing=containing, limit=limit, after=after
        )
        found = [shown.row(kind, each) for each in page.rows]
        return {"rows": found, "next": page.next, "counts": _counts(tx, branch), "version": branch.version}

    return await look(at, person, where, read)


async def row(at: Installation, person: Person, where: Where, kind: str, row_id: str) -> Answer:
    """One row of a kind."""

    def read(tx: Tx, branch: Branch) -> Answer:
        return {"row": _row(tx, branch, kind, row_id), "version": branch.version}

    return await look(at, person, where, read)


async def create(
    at: Installation, person: Person, where: Where, kind: str, values: Mapping[str, Any], seen: int
) -> Answer:
    """A new row of a kind."""

    def do(tx: Tx, branch: Branch) -> Answer:
        ours, told = shown.engine_kind(kind), shown.given(kind, values)
        done = world.create(tx, branch, ours, told)
        return {"row": _row(tx, branch, kind, done.made[0]), **changed(tx, branch, done)}

    return await change(at, person, where, seen, do)


async def edit(
    at: Installation,
    person: Person,
    where: Where,
    kind: str,
    row_id: str,
    values: Mapping[str, Any],
    patch: Mapping[str, Mapping[str, Any]],
    seen: int,
) -> Answer:
    """Other values for columns of a row, and for parts of its state."""

    def do(tx: Tx, branch: Branch) -> Answer:
        told = shown.given(kind, values)
        ours = shown.engine_kind(kind)
        done = world.edit(tx, branch, ours, row_id, told, patch)
        return {"row": _row(tx, branch, kind, row_id), **changed(tx, branch, done)}

    return await change(at, person, where, seen, do)


async def delete(at: Installation, person: Person, where: Where, kind: str, row_id: str, seen: int) -> Answer:
    """A row goes with everything that refers to it."""
    return await _done(at, person, where, seen, lambda tx, b: world.delete(tx, b, shown.engine_kind(kind), row_id))


async def join(at: Installation, person: Person, where: Where, keep_id: str, drop_id: str, seen: int) -> Answer:
    """Two rows turn out to be one."""
    return await _done(at, person, where, seen, lambda tx, b: merge.merge(tx, b, keep_id, drop_id))


async def place(
    at: Installation,
    person: Person,
    where: Where,
    item_id: str,
    holder_id: str | None,
    slot: items.Slot,
    location_id: str | None,
    seen: int,
) -> Answer:
    """A thing goes to somebody, to a place, or nowhere in particular."""

    def do(tx: Tx, branch: Branch) -> Done:
        return items.place(tx, branch, item_id, holder_id=holder_id, slot=slot, location_id=location_id)

    return await _done(at, person, where, seen, do)


async def present(at: Installation, person: Person, where: Where, entry_id: str | None) -> Answer:
    """Who and what is in the scene of an entry, the last one by default, and where it is."""

    def read(tx: Tx, branch: Branch) -> Answer:
        found = ask.present(tx, branch, entry_id)
        place = found["location"]
        return {
            "entry_id": found["entry_id"],
            "moment": found["world_time"],
            "place": shown.row("place", place) if place is not None else None,
            "rows": [shown.row(each["kind"], each) for each in found["entities"]],
        }

    return await look(at, person, where, read)


async def places(at: Installation, person: Person, where: Where) -> list[Answer]:
    """The places, one inside the other."""
    return await look(at, person, where, ask.place_tree)


async def knows(
    at: Installation,
    person: Person,
    where: Where,
    character_id: str | None,
    happening_id: str | None,
    limit: int,
    after: str | None,
) -> Answer:
    """What a person knows, or who knows of a happening, and since when."""

    def read(tx: Tx, branch: Branch) -> Answer:
        if (character_id is None) == (happening_id is None):
            raise Invalid("Ask about a character or about a happening.")
        if character_id is not None:
            world.row_of(tx, branch, "character", character_id)
            page = ask.known_by(tx, branch, character_id, limit=limit, after=after)
            return {"knowledge": [_known(each, each["id"], character_id) for each in page.rows], "next": page.next}
        world.row_of(tx, branch, "happening", str(happening_id))
        page = ask.who_knows(tx, branch, str(happening_id), limit=limit, after=after)
        return {
            "knowledge": [_known(each, str(happening_id), each["character_id"]) for each in page.rows],
            "next": page.next,
        }

    return await look(at, person, where, read)


async def learn(
    at: Installation,
    person: Person,
    where: Where,
    happening_id: str,
    character_id: str,
    values: Mapping[str, Any],
    seen: int,
) -> Answer:
    """Somebody knows of something from now on."""

    def do(tx: Tx, branch: Branch) -> Done:
        world.row_of(tx, branch, "happening", happening_id)
        if values.get("learned_at_entry_id") is not None:
            timeline.entry(tx, branch, values["learned_at_entry_id"])
        return world.learn(tx, branch, happening_id, character_id, values)

    return await _done(at, person, where, seen, do)


async def relationships(at: Installation, person: Person, where: Where, character_id: str) -> list[Answer]:
    """How a person sees everybody they have to do with, and is seen by them."""

    def read(tx: Tx, branch: Branch) -> list[Answer]:
        world.row_of(tx, branch, "character", character_id)
        return [
            {
                "id": each["id"],
                "character_id": each["other_id"],
                "name": each["other_name"],
                "sees": each["self_to_other"],
                "seen": each["other_to_self"],
            }
            for each in ask.relationships_of(tx, branch, character_id)
        ]

    return await look(at, person, where, read)


async def see(
    at: Installation, person: Person, where: Where, subject_id: str, object_id: str, view: str | None, seen: int
) -> Answer:
    """How one person sees another, from now on; nothing unsays it."""
    return await _done(at, person, where, seen, lambda tx, b: world.set_view(tx, b, subject_id, object_id, view))


async def as_of(
    at: Installation, person: Person, where: Where, entry_id: str, kind: str, limit: int, after: str | None
) -> Answer:
    """The rows of a kind as they were after an entry, and how many there were of every kind."""

    def read(tx: Tx, branch: Branch) -> Answer:
        state = ask.as_of(tx, branch, entry_id)
        counts = dict.fromkeys(shown.WORLD, 0)
        wanted = []
        for (table, row_id), image in sorted(state.items(), key=lambda each: each[0]):
            word = shown.word_of_row(table, image)
            if word in counts:
                counts[word] += 1
                if word == shown.singular(kind) and (after is None or row_id > after):
                    wanted.append(image)
        found = [shown.row(kind, image) for image in wanted[:limit]]
        return {"rows": found, "next": found[-1]["id"] if len(wanted) > limit else None, "counts": counts}

    return await look(at, person, where, read)


async def _done(at: Installation, person: Person, where: Where, seen: int, do: Callable[[Tx, Branch], Done]) -> Answer:
    return await change(at, person, where, seen, lambda tx, branch: changed(tx, branch, do(tx, branch)))


def _row(tx: Tx, branch: Branch, kind: str, row_id: str) -> Answer:
    return shown.row(kind, world.row_of(tx, branch, shown.engine_kind(kind), row_id))


def _counts(tx: Tx, branch: Branch) -> dict[str, int]:
    of = select(entities.c.kind, func.count().label("n")).where(entities.c.branch_id == branch.id)
    found = {row["kind"]: row["n"] for row in tx.all(of.group_by(entities.c.kind))}
    for kind, table in (("lore", lore), ("thread", threads), ("happening", happenings)):
        found[kind] = int(tx.value(select(func.count()).where(table.c.branch_id == branch.id)))
    return {word: found.get(shown.engine_kind(word), 0) for word in shown.WORLD}


def _known(row: Mapping[str, Any], happening_id: str, character_id: str) -> Answer:
    return {
        "happening_id": happening_id,
        "title": row.get("title"),
        "character_id": character_id,
        "name": row.get("name"),
        "source": row["source"],
        "common_knowledge": bool(row.get("common_knowledge")) and row.get("awareness_id", row["id"]) is None,
        "since_entry_id": row["learned_at_entry_id"],
        "since_position": row["learned_at_position"],
        "since_moment": row["learned_at_worldtime"],
    }
