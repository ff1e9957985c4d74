"""What a text's title page says, and what is not a title page."""

from __future__ import annotations

import pytest

from fabula.books import open_book

STORY = "\n\nChapter 1\n\nIt rained all night.\n\nChapter 2\n\nIn the morning it was dry.\n"


@pytest.mark.parametrize(
    ("front", "title", "author"),
    [
        ("THE LAMP AND THE STAIR\n\nby Ada Marsh", "The Lamp and the Stair", "Ada Marsh"),
        ("Title: A Dry Well\n\nAuthor: J. R. Holt\n\nPrinted at home.", "A Dry Well", "J. R. Holt"),
        ("The Lamp\n\nBy J. R. Holt\n\nFor my sister", "The Lamp", "J. R. Holt"),
        ("雨夜灯\n\n林半亩 著", "雨夜灯", "林半亩"),
        ("书名：雨夜灯\n作者：林半亩", "雨夜灯", "林半亩"),
        ("_The Lamp_", "The Lamp", None),
    ],
)
def test_a_title_page_is_read(front: str, title: str, author: str | None) -> None:
    book = open_book((front + STORY).encode(), "scan_0012.txt", None)
    assert (book.title, book.author) == (title, author)


@pytest.mark.parametrize(
    "front",
    [
        "",
        "PREFACE\n\nThis book was written in a hurry.",
        "It was late, and nobody came. The lamp burned on until four.",
    ],
)
def test_what_is_no_title_page_gives_nothing(front: str) -> None:
    book = open_book((front + STORY).encode(), "scan_0012.txt", None)
    assert (book.title, book.author) == (None, None)
