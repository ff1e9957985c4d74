"""Whole novels: the chapters of every text of the corpus, counted by eye and kept in tests/golden/chapters.json."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from fabula.books import BookText, open_book

ROOT = Path(__file__).resolve().parents[2]
CORPUS = Path(os.environ.get("FABULA_CORPUS", ROOT.parent / "shared" / "corpus"))
GOLDEN: dict[str, dict[str, Any]] = json.loads((ROOT / "tests/golden/chapters.json").read_text("utf-8"))

needs_corpus = pytest.mark.skipif(not CORPUS.is_dir(), reason=f"no corpus of novels at {CORPUS} (set FABULA_CORPUS)")


def _bytes(novel: str) -> bytes:
    return (CORPUS / GOLDEN[novel]["path"]).read_bytes()


def _summary(book: BookText) -> dict[str, Any]:
    chapters = [s for s in book.sections if s.kind == "chapter"]
    kinds = [s.kind for s in book.sections]
    return {
        "language": book.language,
        "chapters": len(chapters),
        "front": "front" in kinds,
        "prologues": kinds.count("prologue"),
        "epilogues": kinds.count("epilogue"),
        "extras": kinds.count("extra"),
        "titles_first": chapters[0].title,
        "titles_last": chapters[-1].title,
        "parts": list(dict.fromkeys(s.part for s in chapters if s.part)),
    }


@needs_corpus
@pytest.mark.parametrize("novel", GOLDEN)
def test_chapters_are_exact(novel: str) -> None:
    book = open_book(_bytes(novel), f"{novel}.txt", "text/plain")
    assert {"path": GOLDEN[novel]["path"], **_summary(book)} == GOLDEN[novel]
    assert not [note for note in book.notes if "do not run on" in note]


@needs_corpus
@pytest.mark.parametrize(("novel", "encoding"), [("sanguo", "gb18030"), ("sanguo", "utf-16-le"), ("Emma", "utf-16-be")])
def test_chapters_do_not_depend_on_the_encoding(novel: str, encoding: str) -> None:
    plain = open_book(_bytes(novel), "a.txt", None)
    other = open_book(_bytes(novel).decode("utf-8").encode(encoding), "a.txt", None)
    assert other.encoding == encoding
    assert (other.text, other.sections) == (plain.text, plain.sections)


@needs_corpus
@pytest.mark.parametrize("novel", ["TheAwakening", "HardTimes"])
def test_a_table_of_contents_in_front_changes_nothing(novel: str) -> None:
    text = _bytes(novel).decode("utf-8")
    book = open_book(text.encode(), "a.txt", None)
    heads = [book.text[s.start : s.end].strip().split("\n")[0] for s in book.sections if s.kind == "chapter"]
    again = open_book(("CONTENTS\n\n" + "\n".join(heads) + "\n\n\n" + text).encode(), "a.txt", None)
    assert [s.title for s in again.sections if s.kind != "front"] == [
        s.title for s in book.sections if s.kind != "front"
    ]
