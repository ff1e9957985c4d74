"""Reading a file without keeping it: what is written, for whom, and what decided it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from fabula.cli.extract import extract
from fabula.errors import Invalid
from tests.lantern import ONLY_IN, TEXT


@pytest.fixture
def book(tmp_path: Path) -> Path:
    path = tmp_path / "lantern.txt"
    path.write_text(TEXT, encoding="utf-8")
    return path


def written(book: Path, **asked: Any) -> dict[str, Any]:
    out = book.with_suffix(".json")
    extract(book, str(out), encoding=None, **asked)
    found: dict[str, Any] = json.loads(out.read_text("utf-8"))
    return found


def said(document: dict[str, Any]) -> dict[str, str | None]:
    return {TEXT[quote["start"] : quote["end"]]: quote["speaker"] for quote in document["quotes"]}


def test_a_book_is_told_and_reasons_only_where_they_are_asked_for(book: Path) -> None:
    plain, explained = written(book), written(book, explain=True)
    assert set(plain) == {"encoding", "chapters", "characters", "quotes"}
    assert {name: explained[name] for name in ("chapters", "characters")} == {
        n: plain[n] for n in ("chapters", "characters")
    }
    assert said(plain)["The boat will be ready on Thursday,"] == "Bruno"
    line = next(q for q in explained["quotes"] if TEXT[q["start"] : q["end"]].startswith("The boat will be ready"))
    assert line["why"] == "explicit"
    assert line["cue"]["text"] == TEXT[line["cue"]["start"] : line["cue"]["end"]]
    assert "Bruno" in line["cue"]["text"]
    for person in explained["evidence"]:
        assert TEXT[person["first"]["start"] : person["first"]["end"]]
    assert set(explained["world"]) >= {"relationships", "events", "places", "threads", "arcs"}


@pytest.mark.parametrize("chapter", [1, 2, 3])
def test_a_reader_of_a_chapter_is_told_nothing_later(book: Path, chapter: int) -> None:
    text = json.dumps(written(book, as_of=chapter, explain=True))
    assert [word for n, word in ONLY_IN.items() if n > chapter and word in text] == []
    assert "Cora" not in text
    assert ("Edmund" in text) == (chapter >= 3)
    assert "Cora" in json.dumps(written(book, as_of=4, explain=True))


def test_what_was_written_can_be_corrected_and_given_back(book: Path, tmp_path: Path) -> None:
    cast = tmp_path / "cast.json"
    people = [{"name": "Ada"}, {"name": "Bruno"}, {"name": "Edmund Vane", "aliases": ["the Pilgrim"], "gender": "male"}]
    cast.write_text(json.dumps({"characters": people}), encoding="utf-8")
    told = written(book, cast=cast)
    assert {person["name"] for person in told["characters"]} <= {"Ada", "Bruno", "Edmund Vane"}
    assert said(told)["I have walked from the harbour,"] == "Edmund Vane"
    # Somebody nobody was told of says nothing.
    assert said(told)["Throw me the rope,"] != "Cora"


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{",
        "[]",
        "{}",
        "3",
        '[{"name": ""}]',
        '[{"name": 3}]',
        '[{"name": "A", "aliases": "B"}]',
        '[{"name": "A", "gender": "x"}]',
    ],
)
def test_a_file_that_lists_no_people_is_refused(book: Path, tmp_path: Path, content: str) -> None:
    cast = tmp_path / "cast.json"
    cast.write_text(content, encoding="utf-8")
    with pytest.raises(Invalid):
        extract(book, "-", encoding=None, cast=cast)


def test_what_cannot_be_done_is_said(book: Path, tmp_path: Path) -> None:
    cast = tmp_path / "cast.json"
    cast.write_text('[{"name": "阿满"}]', encoding="utf-8")
    for asked in ({"as_of": 0}, {"as_of": 9}, {"cast": tmp_path / "none.json"}, {"cast": cast, "language": "zh"}):
        with pytest.raises(Invalid):
            extract(book, "-", encoding=None, **asked)  # type: ignore[arg-type]
