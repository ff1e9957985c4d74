"""Texts made to hurt: millions of marks, capitals or characters without a break are read in linear work."""

from __future__ import annotations

import pytest

from fabula.reading.read import read_book
from tests.reading.desk import Section
from tests.reading.test_properties import check

MILLION = 1_000_000
TEXTS = {
    "straight marks": ('"' * 2 * MILLION, "en"),
    "single marks": ("'" * MILLION, "en"),
    "marks around letters": ('"a' * (MILLION // 2), "en"),
    "opening brackets": ("「" * MILLION, "zh"),
    "capitals without end": ("Aaa Bbb Ccc Ddd " * (MILLION // 16), "en"),
    "names all different": (" ".join(f"said Q{n:x}zz ate." for n in range(MILLION // 20)), "en"),
    "titles without names": ("Mr. " * (MILLION // 4), "en"),
    "one paragraph": ("Nora said nothing and “nothing” said Nora, but he was a tall man " * (MILLION // 66), "en"),
    "one word": ("a" * 2 * MILLION, "en"),
    "spaces": (" " * 2 * MILLION, "en"),
    "newlines": ("\n" * 2 * MILLION, "en"),
    "dashes": ("— a - b — c\n" * (MILLION // 12), "ru"),
    "brackets of directions": ('"' + "(turning " * (MILLION // 9), "en"),
    "full stops": ("." * MILLION, "en"),
    "one clause": ("谭" * MILLION, "zh"),
    "clauses": ("谭砚说：“" * (MILLION // 6), "zh"),
    "surnames": ("赵钱孙李周吴郑王" * (MILLION // 16), "zh"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(TEXTS))
def test_hostile_texts_are_read(name: str) -> None:
    text, language = TEXTS[name]
    sections = [Section(1, 0, len(text))]
    check(text, read_book(text, sections, language), sections)
