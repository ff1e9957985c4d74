"""Names, monograms and manners of speech as of a chapter."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabula.story.canon import Layout, _first_named
from fabula.story.door import is_met
from fabula.story.people import initial, known_names

names = st.lists(
    st.fixed_dictionaries(
        {"name": st.text(min_size=1, max_size=8), "mentions": st.integers(0, 9), "first_chapter": st.integers(0, 6)}
    ),
    min_size=1,
    max_size=6,
    unique_by=lambda alias: alias["name"],
)


@given(names, st.integers(0, 7), st.integers(0, 6))
def test_no_name_is_shown_before_its_chapter(aliases: list[dict[str, Any]], through: int, first: int) -> None:
    person = {"name": aliases[0]["name"], "aliases": aliases, "first_chapter": first}
    shown_from = _first_named(person)
    assert shown_from >= first
    if not is_met({"first_appearance_chapter": shown_from}, through):
        return
    shown = known_names(person, through)
    assert shown
    first_in = {alias["name"]: alias["first_chapter"] for alias in aliases}
    assert all(first_in[name] <= through for name in shown)
    assert set(shown) == {name for name, chapter in first_in.items() if chapter <= through}
    if first_in[person["name"]] <= through:
        assert shown[0] == person["name"]


def test_whom_nobody_has_proven_to_appear_is_not_met() -> None:
    assert not is_met({"first_appearance_chapter": None}, 9)
    assert not is_met({"first_appearance_chapter": -1}, 9)
    assert not is_met({"first_appearance_chapter": 3}, 2)
    assert is_met({"first_appearance_chapter": 3}, 3)
    assert is_met({"first_appearance_chapter": 0}, 1)


@pytest.mark.parametrize(
    ("name", "letter"),
    [
        ("Ada", "A"),
        ("Mr. Darcy", "D"),
        ("the Pilgrim", "P"),
        ("Dr. J. Watson", "W"),
        ("孔明", "孔"),
        ("émile", "É"),
        ("the cat", "T"),
        ("", "?"),
    ],
)
def test_a_monogram_is_of_the_name(name: str, letter: str) -> None:
    assert initial(name) == letter


def test_offsets_of_the_text_become_places_in_chapters() -> None:
    contents = ["Front.\n", "One  is\nhere. ", "Two is there."]
    starts = [0, 7, 7 + len(contents[1])]
    rows: Any = [
        {"number": n, "start": start, "content": content}
        for n, (start, content) in enumerate(zip(starts, contents, strict=True))
    ]
    layout = Layout(rows)
    assert layout.cite({"start": 7, "end": 20}) == {"chapter": 1, "start": 0, "end": 13, "text": "One is here."}
    assert layout.cite({"start": starts[2], "end": starts[2] + 3})["chapter"] == 2
    assert [layout.chapter(at)["number"] for at in (0, 6, 7, starts[2] - 1, starts[2], 10_000)] == [0, 0, 1, 1, 2, 2]
