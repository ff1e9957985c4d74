"""Payloads of updates say what was there before, and lead back to it (digest 2.2)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import MISSING, BaseModel

from fabula.story.ledger import LEDGER
from fabula.story.partial import ABSENT, copied, decoded, differences, encoded, patched, put, same
from fabula.story.shapes import check
from fabula.story.shapes.entry import EntryMetadata
from fabula.story.shapes.states import CharacterState
from fabula.story.shapes.tree import merged, tree_of

SEEN = {"entryId": "e1", "locationId": None, "worldTime": 3}


def payload(table: str, column: str, before: Any, after: Any) -> Any:
    """What an update of one column logs; checks that applying it leads back."""
    logged = LEDGER[table]
    parts = differences(logged, {column: before}, {column: after})
    written = encoded(logged, parts)
    row = {column: copied(after)}
    for path, was in decoded(logged, written).items():
        put(row, path, was)
    assert same(row[column], before)
    return written.get(column)


def state(**parts: Any) -> dict[str, Any]:
    return check(CharacterState, parts)


def test_a_nullable_id() -> None:
    one, two = check(EntryMetadata, {"currentLocationId": "l1"}), check(EntryMetadata, {"currentLocationId": "l2"})
    assert payload("story_entries", "metadata", one, two) == {"currentLocationId": "l1"}
    none = check(EntryMetadata, {})
    assert payload("story_entries", "metadata", none, two) == {"currentLocationId": None}


def test_a_record_key_by_key() -> None:
    before, after = state(stackables={"gold": 5}), state(stackables={"gold": 7, "arrow": 3})
    assert payload("entities", "state", before, after) == {"stackables": {"gold": 5, "arrow": None}}
    assert payload("entities", "state", before, state()) == {"stackables": {"gold": 5}}


def test_a_part_that_was_absent() -> None:
    assert payload("entities", "state", state(), state(voice="low")) == {"voice": None}
    assert payload("entities", "state", state(voice="low"), state()) == {"voice": "low"}
    assert payload("entities", "state", state(visual={"hair": "red"}), state()) == {"visual": {"hair": "red"}}


def test_an_object_that_may_be_null_is_whole() -> None:
    """The seed logs parts of it while both sides are objects; whole, a payload can never be taken for a part (5)."""
    assert payload("entities", "state", state(lastSeenAt=SEEN), state()) == {"lastSeenAt": SEEN}
    assert payload("entities", "state", state(), state(lastSeenAt=SEEN)) == {"lastSeenAt": None}
    later = {**SEEN, "worldTime": 9}
    assert payload("entities", "state", state(lastSeenAt=SEEN), state(lastSeenAt=later)) == {"lastSeenAt": SEEN}


def test_lists_and_texts_are_whole() -> None:
    assert payload("entities", "tags", ["a"], ["a", "b"]) == ["a"]
    assert payload("story_entries", "content", "old", "new") == "old"


def test_what_python_takes_for_equal_is_told_apart() -> None:
    assert not same(1, True)
    assert not same(1, 1.0)
    assert not same({"a": [1]}, {"a": [True]})
    assert same({"a": [1, None]}, {"a": [1, None]})


def test_a_patch_changes_what_it_names() -> None:
    row = {"state": state(voice="low", stackables={"gold": 5})}
    value, parts = patched(LEDGER["entities"], row, "state", {"voice": None, "stackables": {"gold": None, "ale": 1}})
    assert value == state(stackables={"ale": 1})
    assert parts == {
        ("state", "voice"): "low",
        ("state", "stackables", "gold"): 5,
        ("state", "stackables", "ale"): ABSENT,
    }
    assert row == {"state": state(voice="low", stackables={"gold": 5})}


def test_keys_with_a_dollar_are_no_columns() -> None:
    assert decoded(LEDGER["story_entries"], {"$scope": 1, "content": "x"}) == {("content",): "x"}


class Both(BaseModel):
    """Optional over nullable."""

    a: int | MISSING | None = MISSING


class NullRecord(BaseModel):
    """A record whose values may be null."""

    a: dict[str, int | None] = {}


class MaybeRecord(BaseModel):
    """A record that may be absent."""

    a: dict[str, int] | MISSING = MISSING


@pytest.mark.parametrize("model", [Both, NullRecord, MaybeRecord])
def test_a_shape_whose_payloads_could_mean_two_things_is_refused(model: type[BaseModel]) -> None:
    with pytest.raises(TypeError, match=r"may be|must always"):
        tree_of(model)


def test_two_shapes_of_a_column_may_not_differ_in_how_a_key_changes() -> None:
    with pytest.raises(TypeError, match="two ways"):
        merged([{"a": "leaf"}, {"a": "record"}])


lines = st.lists(st.text(max_size=3), max_size=2)
maybe = st.dictionaries(st.sampled_from(["hair", "eyes"]), st.text(max_size=3))
states = st.fixed_dictionaries(
    {
        "visual": maybe,
        "traits": lines,
        "stackables": st.dictionaries(st.sampled_from(["gold", "ale"]), st.integers(0, 2)),
        "faction_id": st.none() | st.sampled_from(["f1", "f2"]),
        "lastSeenAt": st.none() | st.just(SEEN) | st.just({**SEEN, "worldTime": 9}),
    },
    optional={"voice": st.text(max_size=2)},
).map(lambda parts: check(CharacterState, parts))


@given(states, states)
def test_any_change_leads_back(before: dict[str, Any], after: dict[str, Any]) -> None:
    written = payload("entities", "state", before, after)
    assert (written is None) == same(before, after)
