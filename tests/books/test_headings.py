"""Chapters as they are headed in the wild: every case of the zoo, as it is, with CRLF, and as a paste."""

from __future__ import annotations

import pytest

from fabula.books import BookText, open_book, open_paste
from tests.books.zoo import CASES, Case


def _told(book: BookText) -> tuple[str, ...]:
    return tuple(f"{s.kind}: {s.title}" + (f" @ {s.part}" if s.part else "") for s in book.sections)


@pytest.mark.parametrize("case", CASES, ids=lambda c: c.name)
def test_zoo(case: Case) -> None:
    assert _told(open_paste(case.text)) == case.truth


@pytest.mark.parametrize("case", CASES, ids=lambda c: c.name)
def test_zoo_as_a_windows_file(case: Case) -> None:
    data = case.text.replace("\n", "\r\n").encode("utf-8-sig")
    assert _told(open_book(data, "book.txt", None)) == case.truth


def test_the_zoo_is_large_and_has_both_kinds() -> None:
    assert len(CASES) >= 150
    assert len({c.name for c in CASES}) == len(CASES)
    assert sum(c.truth == ("chapter: None",) for c in CASES) >= 5
