"""Texts made to hurt: very many marks, capitals or characters without a break are read in linear work."""

from __future__ import annotations

import pytest

from fabula.reading.read import read_book
from tests.reading.desk import Section
from tests.reading.test_properties import check

MANY = 400_000
"""Enough that anything but linear work would never end."""

TEXTS = {
    "straight marks": ('"' * 2 * MANY, "en"),
    "single marks": ("'" * MANY, "en"),
    "marks around letters": ('"a' * (MANY // 2), "en"),
    "opening brackets": ("「" * MANY, "zh"),
    "capitals without end": ("Aaa Bbb Ccc Ddd " * (MANY // 16), "en"),
    "names all different": (" ".join(f"said Q{n:x}zz ate." for n in range(MANY // 20)), "en"),
    "titles without names": ("Mr. " * (MANY // 4), "en"),
    "one paragraph": ("Nora said nothing and “nothing” said Nora, but he was a tall man " * (MANY // 66), "en"),
    "one word": ("a" * 2 * MANY, "en"),
    "spaces": (" " * 2 * MANY, "en"),
    "newlines": ("\n" * 2 * MANY, "en"),
    "dashes": ("— a - b — c\n" * (MANY // 12), "ru"),
    "brackets of directions": ('"' + "(turning " * (MANY // 9), "en"),
    "full stops": ("." * MANY, "en"),
    "one clause": ("谭" * MANY, "zh"),
    "clauses": ("谭砚说：“" * (MANY // 6), "zh"),
    "surnames": ("赵钱孙李周吴郑王" * (MANY // 16), "zh"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(TEXTS))
def test_hostile_texts_are_read(name: str) -> None:
    text, language = TEXTS[name]
    sections = [Section(1, 0, len(text))]
    check(text, read_book(text, sections, language), sections)
