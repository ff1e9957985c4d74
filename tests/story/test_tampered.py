"""Story files that somebody has tampered with: refused with a reason, or as good as any other story."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from sqlalchemy import func, select

from fabula import errors
from fabula.store.contract import Store, Tx
from fabula.store.tables import metadata, people
from fabula.story import ask, branches, entries, log, travel, world
from fabula.story.begin import EARTH, Draft, begin_blank
from fabula.story.bring import import_story
from fabula.story.export import export_story
from fabula.story.fork import fork
from fabula.story.verify import verify

SEED = 31
TRIES = 120
EMPTY = {"label": "", "promptBody": ""}
PLAIN = {"mode": "creative", "leadEntityId": None, "narration": "third", "genre": EMPTY, "tone": EMPTY, "setting": ""}


def nested(depth: int) -> Any:
    """A list in a list in a list."""
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


JUNK: list[Any] = [
    *(None, True, 0, -1, 1.5, 2**70, 2**62, "", "x", "\x00", "\ud800", [], ["a"], [None], {}, {"a": 1}, nested(100)),
    *("character", "2026-01-01", "2026-01-01T00:00:00+00:00", "system", "opening", "delete", "create"),
]


def tell(tx: Tx) -> str:
    """A story with something of everything that a log can hold; its id."""
    ids = ({"id": who, "email": who, "email_key": who, "password_hash": "x"} for who in ("ann", "ben"))
    tx.insert(people, *ids)
    b = begin_blank(tx, "ann", Draft("T", {**PLAIN, **EARTH}, "Once."))

    def make(kind: str, **values: Any) -> str:
        return world.create(tx, b, kind, values).made[0]

    ada, cy, house = make("character", name="Ada"), make("character", name="Cy"), make("location", name="House")
    room = make("location", name="Room", state={"parent_location_id": house})
    storm = make("happening", title="Storm")
    world.learn(tx, b, storm, ada)
    world.set_view(tx, b, ada, cy, "friend")
    make("involvement", happening_id=storm, entity_id=cy)
    text = {"field": "name", "language": "de", "translated_text": "x"}
    make("translation", target_kind="entity", target_id=ada, **text)
    scene = {"sceneEntities": [ada], "currentLocationId": room}
    told = entries.append(
        tx, b, [entries.NewEntry("user_action", "I."), entries.NewEntry("ai_reply", "You.", scene)]
    ).made
    looks = {"state": {"visual": {"attire": "coat"}, "stackables": {"gold": 3}}}
    world.edit(tx, b, "character", ada, {"description": "d", "keywords": ["a"]}, looks)
    world.delete(tx, b, "character", cy)
    side = fork(tx, b, told[1], "side", switch=False)
    entries.append(tx, side, [entries.NewEntry("user_action", "Else.")])
    return b.story_id


def nodes(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of everything inside a JSON value."""
    for key, part in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield (*path, key)
        yield from nodes(part, (*path, key))


def at(value: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        value = value[key]
    return value


def tampered(r: Random, plain: str) -> Any:
    """The file with one to four parts lost, doubled, moved or replaced."""
    envelope = json.loads(plain)
    for _ in range(r.choice((1, 1, 1, 2, 4))):
        paths = [*nodes(envelope)]
        *above, key = r.choice(paths)
        parent, other = at(envelope, tuple(above)), json.loads(json.dumps(at(envelope, r.choice(paths))))
        what = r.randrange(5)
        if what == 0:
            del parent[key]
        elif what == 1 and isinstance(parent, list):
            parent.insert(r.randrange(len(parent) + 1), json.loads(json.dumps(parent[key])))
        elif what == 2 and isinstance(parent[key], int):
            parent[key] += r.choice((-1, 1, 1000))
        elif what == 3:
            parent[key] = other
        else:
            parent[key] = r.choice(JUNK)
    return envelope


def counted(tx: Tx) -> dict[str, int]:
    """How many rows every table has."""
    return {table.name: int(tx.value(select(func.count()).select_from(table))) for table in metadata.sorted_tables}


class Enough(Exception):
    """Takes back what was brought."""


def play(tx: Tx, story_id: str) -> None:
    """Whatever was taken can be read, told on and taken back."""
    for row in branches.list_branches(tx, "ben", story_id):
        b = log.find_branch(tx, "ben", row["id"])
        ask.history(tx, b)
        ask.place_tree(tx, b)
        ask.present(tx, b)
        page = ask.entries(tx, b)
        if page.rows:
            ask.as_of(tx, b, page.rows[0]["id"])
            ask.changes_of(tx, b, entry_id=page.rows[-1]["id"])
    export_story(tx, "ben", story_id)
    b = log.find_branch(tx, "ben", story_id=story_id)
    if ask.entries(tx, b).rows:
        entries.append(tx, b, [entries.NewEntry("ai_reply", "More.")])
        for _ in range(3):
            travel.undo(tx, b)
    assert verify(tx, b) == []


async def test_tampered_files_are_refused_or_sound(memory_store: Store) -> None:
    story_id = await memory_store.write(tell)
    plain = json.dumps(await memory_store.read(lambda tx: export_story(tx, "ann", story_id)))
    before = await memory_store.read(counted)
    taken = refused = 0
    for number in range(TRIES):
        envelope = tampered(Random(f"{SEED}/{number}"), plain)

        def unit(tx: Tx, envelope: Any = envelope) -> None:
            story = import_story(tx, "ben", envelope)
            with suppress(errors.Conflict):  # told by name, such as nothing being left to undo
                play(tx, story)
            raise Enough

        try:
            await memory_store.write(unit)
        except errors.Invalid:
            refused += 1
        except Enough:
            taken += 1
    assert await memory_store.read(counted) == before
    assert refused >= TRIES // 2
    assert taken >= 5


def _row(envelope: Any, table: str, **where: Any) -> Any:
    rows = envelope["story"]["tables"][table]
    return next(row for row in rows if all(row[name] == value for name, value in where.items()))


def _circle(envelope: Any) -> None:
    house, room = (_row(envelope, "entities", name=name) for name in ("House", "Room"))
    for row in envelope["story"]["tables"]["entities"]:
        if row["id"] == house["id"]:
            row["state"]["parent_location_id"] = room["id"]
    for digests in envelope["story"]["tables"]["baselines"]:
        digests["digests"] = {}
    envelope["story"]["tables"]["deltas"] = []


def _held(change: Callable[[Any], Any]) -> Callable[[Any], None]:
    return lambda envelope: change(_row(envelope, "deltas", op="delete")["undo_payload"])


CASES: dict[str, tuple[Callable[[Any], Any], str]] = {
    "two deltas in one position": (
        lambda e: e["story"]["tables"]["deltas"].append(e["story"]["tables"]["deltas"][0]),
        "stand in one place",
    ),
    "a row of another's branch": (
        lambda e: _row(e, "entities", name="Ada").update(branch_id="brch_of_somebody"),
        "branch that is not in it",
    ),
    "a branch for a branch id": (lambda e: _row(e, "entities", name="Ada").update(branch_id=["b"]), "must be text"),
    "a link that leads nowhere": (
        lambda e: _row(e, "happening_awareness", source="").update(happening_id="hap_x"),
        "contradicts itself",
    ),
    "a row the log does not know": (
        lambda e: e["story"]["tables"]["entities"].append({**_row(e, "entities", name="Ada"), "id": "char_x"}),
        "contradicts itself",
    ),
    "a payload for no row": (lambda e: _row(e, "deltas", op="update").update(target_table="people"), "nobody knows"),
    "a payload for no column": (
        lambda e: _row(e, "deltas", op="update")["undo_payload"].update(colour="red"),
        "no column that changes",
    ),
    "a held row of another name": (_held(lambda payload: payload.update(id="char_x")), "another row than it takes"),
    "a held row in part": (_held(lambda payload: payload.pop("keywords")), "has no keywords"),
    "a held child that is none": (_held(lambda payload: payload.update(secrets=[{}])), "no row"),
    "a position beyond counting": (
        lambda e: _row(e, "deltas", op="delete").update(log_position=2**62),
        "beyond counting",
    ),
    "a deep value": (
        lambda e: _row(e, "entities", name="Ada").update(state=nested(200)),
        "nested deeper|not complete",
    ),
    "places in a circle": (_circle, "circle|contradicts itself"),
    "a picture outside of its folder": (
        lambda e: e["story"].update(
            assets=[
                {
                    "id": "asset_1",
                    "kind": "image",
                    "mime_type": "image/png",
                    "file_path": "../../etc/passwd",
                    "size_bytes": 1,
                    "content_hash": "h",
                    "created_at": "2026-01-01T00:00:00+00:00",
                    "pending_delete_at": None,
                }
            ]
        ),
        "outside of its folder",
    ),
}


@pytest.mark.parametrize("name", CASES)
async def test_a_tampered_file_is_told_what_is_wrong(memory_store: Store, name: str) -> None:
    change, message = CASES[name]
    story_id = await memory_store.write(tell)
    envelope = json.loads(json.dumps(await memory_store.read(lambda tx: export_story(tx, "ann", story_id))))
    change(envelope)
    before = await memory_store.read(counted)
    with pytest.raises(errors.Invalid, match=message):
        await memory_store.write(lambda tx: import_story(tx, "ben", envelope))
    assert await memory_store.read(counted) == before
