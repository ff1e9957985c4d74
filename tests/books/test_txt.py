"""Plain text and pastes: what is kept, what is normalised, what is refused, and how long it may be."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fabula.books import open_book, open_paste
from fabula.books.limits import MIB
from fabula.errors import Invalid, TooLarge, Unreadable, UnsupportedMedia
from tests.books.prose import chinese, english

BOOK = f"Chapter 1\n\n{english(0)}\n\nChapter 2\n\n{english(1)}\n"


def test_only_line_ends_marks_and_nuls_change() -> None:
    book = open_book(b"\xef\xbb\xbf  One\r\ntwo\rthree \t\n\n\n\nfo\x00ur  ", "b.txt", None)
    assert book.text == "  One\ntwo\nthree \t\n\n\n\nfour  "
    assert any("NUL" in note for note in book.notes)


def test_what_the_file_says_about_itself() -> None:
    book = open_book(BOOK.encode("utf-16"), "b.txt", "text/plain")
    assert (book.format, book.encoding, book.language, book.text) == ("txt", "utf-16-le", "en", BOOK)
    assert (book.title, book.author, book.cover) == (None, None, None)


@pytest.mark.parametrize(
    ("name", "media", "ok"),
    [
        ("b.txt", None, True),
        ("B.TXT", "application/pdf", True),
        ("b", "text/plain; charset=utf-8", True),
        (None, "text/plain", True),
        ("folder.epub/b.txt", None, True),
        ("b.docx", None, False),
        ("b.txt.exe", "text/plain", False),
        (None, None, False),
        ("b", "application/octet-stream", False),
        ("b", "image/png", False),
        ("b.epub", "text/plain", False),
        ("b.pdf", None, False),
    ],
)
def test_which_door_a_text_may_use(name: str | None, media: str | None, ok: bool) -> None:
    if ok:
        assert open_book(BOOK.encode(), name, media).text == BOOK
    else:
        with pytest.raises(UnsupportedMedia):
            open_book(BOOK.encode(), name, media)


@pytest.mark.parametrize(
    ("head", "word"),
    [
        (b"PK\x03\x04", "ZIP"),
        (b"%PDF-1.7", "PDF"),
        (b"\x7fELF\x02", "program"),
        (b"\x89PNG\r\n", "PNG"),
        (b"{\\rtf1", "RTF"),
        (b"\xd0\xcf\x11\xe0", "Word"),
    ],
)
def test_a_disguised_file_is_named(head: bytes, word: str) -> None:
    with pytest.raises(UnsupportedMedia, match=word):
        open_book(head + b" some text follows here" * 20, "b.txt", None)


def test_control_characters_in_number_are_no_text_but_a_few_are() -> None:
    with pytest.raises(Unreadable, match="control"):
        open_book(b"abc\x01\x02\x03" * 200, "b.txt", None)
    assert open_book(b"abc\x0c\n\x1a" + BOOK.encode(), "b.txt", None).text.startswith("abc\x0c\n\x1a")


@pytest.mark.parametrize(
    "data", [b"", b"   \n\n", b"\x00\x00\x00", b"\xef\xbb\xbf", b"\xff\xfe", "\u3000\u00a0".encode()]
)
def test_nothing_to_read(data: bytes) -> None:
    with pytest.raises(Unreadable):
        open_book(data, "b.txt", None)


def test_the_file_limit_is_exact() -> None:
    line = b"A line of sixteen"[:15] + b"\n"
    assert open_book(line * (10 * MIB // 16), "b.txt", None).text
    with pytest.raises(TooLarge, match="10 MiB"):
        open_book(line * (10 * MIB // 16) + b"a", "b.txt", None)


def test_the_paste_limit_counts_bytes_not_characters() -> None:
    fits = "船" * (5 * MIB // 3)
    assert open_paste(fits).text == fits
    with pytest.raises(TooLarge, match="5 MiB"):
        open_paste(fits + "船")


def test_paste_refuses_half_characters_and_blanks() -> None:
    with pytest.raises(Invalid, match="surrogate"):
        open_paste("abc \ud800 def")
    with pytest.raises(Invalid, match="no text"):
        open_paste(" \n\u3000\n")
    assert open_paste("a\r\nb\x00\U0001f600").text == "a\nb\U0001f600"


def test_too_many_chapters() -> None:
    text = "\n".join(f"第{n}章 船\n　　雾。" for n in range(1, 2050))
    with pytest.raises(TooLarge, match="2049 chapters"):
        open_paste(text)
    assert len(open_paste(text[: text.index("第2049章")]).sections) == 2048


def test_a_long_text_without_headings_is_cut_at_paragraphs() -> None:
    text = "\n\n".join(english(n) for n in range(200))
    book = open_paste(text)
    sizes = [s.end - s.start for s in book.sections]
    assert len(sizes) > 5
    assert all(s.kind == "chapter" and s.title is None for s in book.sections)
    assert all(12_000 <= size <= 20_000 for size in sizes[:-1])
    assert all(text[: s.end].endswith("\n\n") for s in book.sections[:-1])
    assert any("No chapter headings" in note for note in book.notes)


def test_a_long_text_without_any_break_is_still_cut() -> None:
    assert max(s.end - s.start for s in open_paste("船" * 100_000).sections) <= 20_000


def test_a_shorter_text_without_headings_is_one_chapter() -> None:
    assert len(open_paste(english(0, 150)[:60_000]).sections) == 1


@pytest.mark.parametrize("headings", ["none", "roman", "auto"])
def test_the_reader_may_choose_the_headings(headings: str) -> None:
    text = f"Chapter 1\n\nI\n\n{english(0)}\n\nII\n\n{english(1)}\n\nChapter 2\n\nI\n\n{english(2)}"
    book = open_paste(text, headings=headings)
    titles = [s.title for s in book.sections]
    assert (
        titles
        == {
            "none": [None],
            "roman": [None, "I", "II", "I"],
            "auto": ["Chapter 1", "Chapter 2"],
        }[headings]
    )


def test_an_unknown_heading_choice_is_refused() -> None:
    with pytest.raises(Invalid, match="heading choice"):
        open_paste(BOOK, headings="(.*)+")


_LINES = st.sampled_from(
    ["", "", "Chapter 1", "CHAPTER II", "Part One", "第一章 船", "第二卷", "楔子", "尾声", "I", "2", "目录", "Contents",
     "THE END", "The rain went on.", "　　雾散了。", "Epilogue", "## Two", "* * *", " ", "\u3000", "1. Salt", "PREFACE"]
)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(st.lists(_LINES, min_size=1, max_size=60))
def test_sections_partition_whatever_the_lines(lines: list[str]) -> None:
    text = "\n".join(lines)
    if not text.strip():
        return
    book = open_paste(text)
    assert "".join(book.text[s.start : s.end] for s in book.sections) == text
    numbers = [s.number for s in book.sections if s.kind != "front"]
    assert numbers == list(range(1, len(numbers) + 1))
    assert all(book.text[s.start : s.end].strip() for s in book.sections)
    assert [s.kind for s in book.sections].count("front") <= 1


@pytest.mark.parametrize(
    ("text", "language"),
    [(english(0), "en"), (chinese(0), "zh"), ("Il pleut. " * 3, "en")],
)
def test_language(text: str, language: str) -> None:
    assert open_paste(text).language == language
