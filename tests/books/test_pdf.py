"""PDF: paragraphs as they were set, without furniture; named refusals; a worker that can always be ended."""

from __future__ import annotations

from pathlib import Path

import pytest

from fabula.books import BookText, open_book
from fabula.books.pdf import open_pdf
from fabula.errors import TooLarge, Unreadable, UnsupportedMedia
from tests.books import pdfs, prose


def _paragraphs(seed: int, count: int = 12) -> list[str]:
    return [prose.flowing(seed + i, 1) for i in range(count)]


def _open(data: bytes) -> BookText:
    return open_book(data, "b.pdf", "application/pdf")


def _told(book: BookText) -> list[str]:
    return [f"{s.kind}: {s.title}" for s in book.sections]


CHAPTERS = [
    ("Chapter 1", "The Ferry", _paragraphs(0)),
    ("Chapter 2", "A Week of Rain", _paragraphs(1)),
    ("Chapter 3", "Down from the Hills", _paragraphs(2)),
]
WHOLE = "\n\n".join("\n\n".join([label, title, *rows]) for label, title, rows in CHAPTERS)


@pytest.mark.parametrize("outline", [False, True])
def test_a_novel_comes_back_as_it_was_written(outline: bool) -> None:
    book = _open(pdfs.novel(CHAPTERS, outline=outline))
    assert book.text == WHOLE
    assert _told(book) == ["chapter: The Ferry", "chapter: A Week of Rain", "chapter: Down from the Hills"]
    assert (book.format, book.language, book.notes) == ("pdf", "en", ())


def test_running_heads_and_page_numbers_go_but_text_stays() -> None:
    book = _open(pdfs.novel(CHAPTERS, head="The Boat   by A. Person"))
    assert "A. Person" not in book.text
    assert book.text == WHOLE
    alone = _open(pdfs.novel([("Chapter 1", None, _paragraphs(0, 2))], head="A line that stands once", numbers=False))
    assert "A line that stands once" in alone.text


def test_heads_that_repeat_the_chapter_leave_the_chapter() -> None:
    setter = pdfs.Setter(head=None)
    for n in (1, 2, 3):
        if n > 1:
            setter.turn()
        setter.heading(f"Chapter {n}")
        setter.head = f"Chapter {n}"
        for text in _paragraphs(n, 30):
            setter.paragraph(text)
        setter.head = None
    assert _told(_open(setter.done())) == ["chapter: Chapter 1", "chapter: Chapter 2", "chapter: Chapter 3"]


def test_chapter_numbers_at_the_top_of_pages_are_no_page_numbers() -> None:
    chapters = [(str(n), None, _paragraphs(n, 8)) for n in range(1, 6)]
    assert _told(_open(pdfs.novel(chapters))) == [f"chapter: {n}" for n in range(1, 6)]


def test_hyphens_of_line_ends_go_and_real_ones_stay() -> None:
    setter = pdfs.Setter(head=None, numbers=False)
    rows = ["The well-known mate went below with-", "out waiting; it was a well-",
            "known habit of his. The Anglo-",
                "Saxon word, half-", "hearted as ever, stood in the sur-",
            "veyor's book, without a doubt,"]  # fmt: skip
    for row in rows:
        setter.line(row)
    text = _open(setter.done()).text
    assert text == (
        "The well-known mate went below without waiting; it was a well-known habit of his. The Anglo-Saxon word, "
        "halfhearted as ever, stood in the surveyor's book, without a doubt,"
    )


def test_indents_part_paragraphs_and_dialogue() -> None:
    setter = pdfs.Setter(head=None, numbers=False)
    rows = ["“Who is there?” asked the mate.", "“Nobody,” said Harker.", "“Then come in.”", "He came in."]
    for row in rows:
        setter.line(row, pdfs.LEFT + 14)
    for text in _paragraphs(0, 3):
        setter.paragraph(text)
    assert _open(setter.done()).text.split("\n\n")[:4] == rows


def test_chinese_lines_join_without_spaces() -> None:
    rows = [p.strip("　") for p in prose.chinese(0, 4).split("\n")]
    book = _open(pdfs.chinese_novel([("第一章 雾里行船", rows * 4), ("第二章 茶馆闲话", rows[::-1] * 4)]))
    assert _told(book) == ["chapter: 雾里行船", "chapter: 茶馆闲话"]
    assert book.text == "\n\n".join(["第一章 雾里行船", *rows * 4, "第二章 茶馆闲话", *rows[::-1] * 4])
    assert book.language == "zh"


@pytest.mark.parametrize("interleaved", [True, False])
def test_two_columns_are_read_one_after_the_other(interleaved: bool) -> None:
    left = [f"left line number {n} of the column" for n in "abcdefghijklmnopqrst"]
    right = [f"right line number {n} of the column" for n in "abcdefghijklmnopqrst"]
    text = _open(pdfs.two_columns(left, right, interleaved=interleaved)).text
    assert text.split() == " ".join(left + right).split()


def test_a_contents_page_is_not_two_columns() -> None:
    left = [f"The chapter that is number {n}" for n in range(1, 21)]
    text = _open(pdfs.two_columns(left, [str(7 * n) for n in range(1, 21)], interleaved=True)).text
    assert "number 3 21" in text.replace("\n\n", " ")


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (pdfs.scanned(), "scanned"),
        (pdfs.blank(), "nothing readable"),
        (pdfs.novel(CHAPTERS[:1], lock="secret"), "encrypted"),
        (pdfs.novel(CHAPTERS)[:3000], "damaged"),
        (b"%PDF-1.7\n" + b"junk " * 500, "damaged"),
    ],
    ids=["scanned", "blank", "encrypted", "cut", "junk"],
)
def test_what_cannot_be_read_is_named(data: bytes, word: str) -> None:
    with pytest.raises(Unreadable, match=word):
        _open(data)


def test_a_permission_lock_is_no_password() -> None:
    assert "Chapter 1" in _open(pdfs.novel(CHAPTERS[:1], lock="")).text


@pytest.mark.parametrize(
    ("program", "word"),
    [
        ("import os; os.abort()", "gave up"),
        ("print('not json')", "gave up"),
        ("print('[1]')", "gave up"),
        ('print(\'{"pages": 1, "outline": []}\')', "gave up"),
        ("import time; time.sleep(60)", "takes longer"),
        ("import sys; sys.stdin.buffer.read()\nwhile True: print('{}')", "takes longer"),
        ('print(\'{"error": "memory"}\')', "memory"),
    ],
)
def test_a_worker_that_misbehaves(program: str, word: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    worker = tmp_path / "worker.py"
    worker.write_text(program)
    monkeypatch.setattr("fabula.books.pdf._WORKER", worker)
    with pytest.raises(Unreadable, match=word):
        open_pdf(pdfs.novel(CHAPTERS), seconds=1.5)


def test_time_is_limited() -> None:
    with pytest.raises(Unreadable, match="takes longer"):
        open_pdf(pdfs.novel(CHAPTERS), seconds=0.005)


def test_too_many_pages() -> None:
    kids = b" ".join(b"3 0 R" for _ in range(3001))
    data = pdfs.raw_pdf(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Count 3001 /Kids [" + kids + b"] >>",
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] >>",
        ]
    )
    with pytest.raises(TooLarge, match="3000 pages"):
        _open(data)


def test_text_called_pdf_and_pdf_called_text() -> None:
    with pytest.raises(UnsupportedMedia, match="not PDF"):
        open_book(b"Chapter 1\n\nOnce.", "b.pdf", None)
    with pytest.raises(UnsupportedMedia, match="PDF"):
        open_book(pdfs.blank(), "b.txt", None)
