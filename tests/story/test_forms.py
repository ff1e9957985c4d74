"""Values of any form are taken or refused by name, never half taken and never a surprise."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from fabula import errors
from fabula.store.contract import Store, Tx
from fabula.story import entries, log, world
from fabula.story.entries import NewEntry
from fabula.story.ledger import LEDGER
from fabula.story.rejected import Rejected
from fabula.story.verify import verify
from tests.story.scene import Scene, entry, happening, make, person

SEED = 20_260
TRIES = 400


def nested(depth: int) -> Any:
    """An object in an object in an object."""
    value: Any = 1
    for _ in range(depth):
        value = {"a": value}
    return value


ODD: list[Any] = [
    *(None, True, 0, -1, 1.5, float("nan"), float("inf"), 2**70, "", "x", "\x00", "\ud800", "x" * 1_000_001),
    *([], ["a"], [None], [["a"]], {}, {"a": 1}, {"a": {"b": []}}, {1: 2}, b"x", object(), nested(100), nested(3000)),
    *(
        "character",
        "retired",
        "disabled",
        {"visual": 5},
        {"visual": None},
        {"stackables": 3},
        {"stackables": {"g": ""}},
    ),
    *({"inventory": 5}, {"inventory": [["it"]]}, {"parent_location_id": ["loc"]}, {"current_location_id": {}}),
    *({"lastSeenAt": {"entryId": "e1"}}, {"agenda": None}, {"condition": {}}),
]
ROWS = {"character": "k1", "location": "loc", "item": "it", "happening": "h1", "lore": "l1", "thread": "t1"}


def begin(tx: Tx) -> None:
    """One of everything."""
    place, thing = make("entities", "loc", kind="location", name="L"), make("entities", "it", kind="item", name="I")
    rest = (happening("h1"), make("lore", "l1", title="t"), make("threads", "t1", title="t"))
    Scene(tx, entry("e0", 1, "opening"), person("k1"), person("k2"), place, thing, *rest)


def attempt(r: Random) -> Callable[[Tx, log.Branch], Any]:
    """Something with odd values to do on a branch."""
    kind, row = r.choice([*world.TABLES]), r.choice([*ROWS])
    columns, own = [*LEDGER[world.TABLES[kind]].names, "no_column"], [*LEDGER[world.TABLES[row]].names]
    values = {name: r.choice(ODD) for name in r.sample(columns, r.randrange(4))}
    whole = {"name" if kind in ROWS else "title": "n", **values} if r.random() < 0.9 else r.choice(ODD)
    patch = {r.choice(["state", *own]): r.choice(ODD)} if r.random() < 0.9 else r.choice(ODD)
    beside = {r.choice(["sceneEntities", "currentLocationId", "worldTime", "summary", "none"]): r.choice(ODD)}
    beside = beside if r.random() < 0.9 else r.choice(ODD)
    some = {name: r.choice(ODD) for name in r.sample(own, r.randrange(3))}
    known = {r.choice(["source", "decay_resistance", "retrieval_count", "id"]): r.choice(ODD)}
    acts: list[Callable[[Tx, log.Branch], Any]] = [
        lambda tx, b: world.create(tx, b, kind, whole),
        lambda tx, b: world.edit(tx, b, row, ROWS[row], some, patch),
        lambda tx, b: entries.edit_metadata(tx, b, "e0", beside),
        lambda tx, b: entries.append(tx, b, [NewEntry("ai_reply", "Told.", beside)]),
        lambda tx, b: world.learn(tx, b, "h1", "k1", known),
    ]
    return r.choice(acts)


async def test_any_form_is_taken_or_refused(memory_store: Store) -> None:
    await memory_store.write(begin)
    taken = refused = 0
    for number in range(TRIES):
        act = attempt(Random(f"{SEED}/{number}"))
        try:
            await memory_store.write(lambda tx, act=act: act(tx, log.find_branch(tx, "ann", "main")))
        except errors.FabulaError:
            refused += 1
        else:
            taken += 1
    assert await memory_store.read(lambda tx: verify(tx, log.find_branch(tx, "ann", "main"))) == []
    assert taken >= 10
    assert refused >= 200


async def test_the_part_that_is_wrong_is_named(memory_store: Store) -> None:
    await memory_store.write(begin)

    def told(act: Callable[[Tx, log.Branch], Any]) -> Callable[[Tx], Any]:
        return lambda tx: act(tx, log.find_branch(tx, "ann", "main"))

    for act, part in (
        (lambda tx, b: world.create(tx, b, "character", {"name": "N", "state": "asleep"}), "CharacterState"),
        (lambda tx, b: world.create(tx, b, "character", {"name": "N", "colour": "red"}), "no colour"),
        (lambda tx, b: world.create(tx, b, "involvement", {"happening_id": ["h1"], "entity_id": "k1"}), "single value"),
        (lambda tx, b: world.edit(tx, b, "location", "loc", {}, {"state": {"stackables": {"gold": 1}}}), "stackables"),
        (lambda tx, b: world.edit(tx, b, "character", "k1", {}, {"state": {"visual": 5}}), "visual"),
        (lambda tx, b: world.edit(tx, b, "character", "k1", {}, {"name": {}}), "no name"),
        (lambda tx, b: entries.edit_metadata(tx, b, "e0", {"worldTime": "noon"}), "worldTime"),
    ):
        with pytest.raises(errors.Invalid, match=part):
            await memory_store.write(told(act))
    await memory_store.write(told(lambda tx, b: world.edit(tx, b, "character", "k1", {}, {"state": {"voice": "low"}})))


async def test_a_new_entry_has_a_scene_of_its_branch(memory_store: Store) -> None:
    await memory_store.write(begin)

    def add(**scene: Any) -> Callable[[Tx], Any]:
        return lambda tx: entries.append(tx, log.find_branch(tx, "ann", "main"), [NewEntry("ai_reply", "Told.", scene)])

    for wrong in ({"sceneEntities": ["loc"]}, {"sceneEntities": ["nobody"]}, {"currentLocationId": "k1"}):
        with pytest.raises(errors.Invalid):
            await memory_store.write(add(**wrong))

    def of_a_place_made_now(tx: Tx) -> None:
        made = make("entities", "new", kind="location", name="New")
        here = [NewEntry("ai_reply", "Told.", {"currentLocationId": "new"})]
        entries.append(tx, log.find_branch(tx, "ann", "main"), here, [made])

    await memory_store.write(of_a_place_made_now)
    await memory_store.write(add(sceneEntities=["k1", "it"], currentLocationId="loc"))

    def gone(tx: Tx) -> None:
        world.edit(tx, log.find_branch(tx, "ann", "main"), "location", "new", {"status": "retired"})

    await memory_store.write(gone)
    with pytest.raises(Rejected, match="gone"):
        await memory_store.write(add(currentLocationId="new"))
