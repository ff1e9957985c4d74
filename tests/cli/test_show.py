"""What a terminal and a pipe are given, and how a book or a person is meant by a few letters."""

from __future__ import annotations

import io

import httpx
import pytest
from rich.console import Console

from fabula.cli import show
from fabula.cli.reach import _one, fault_of
from fabula.errors import FabulaError, NotFound

HOSTILE = "a\x1b[31mred\x07\x9b2J灯\tb\nc"


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    seen = io.StringIO()
    monkeypatch.setattr(show, "out", Console(file=seen, force_terminal=True, width=100, highlight=False))
    return seen


@pytest.mark.usefixtures("terminal")
def test_a_terminal_is_given_no_control_characters_of_a_book(capsys: pytest.CaptureFixture[str]) -> None:
    show.text(HOSTILE)
    assert capsys.readouterr().out == "a\ufffd[31mred\ufffd\ufffd2J灯\tb\nc\n"


def test_a_pipe_is_given_the_text_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    show.text(HOSTILE)
    assert capsys.readouterr().out == HOSTILE + "\n"


def test_a_table_has_one_line_a_row_for_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    show.table(("a", "b"), [(1, None), ("x\ty", "p\nq"), ("\x1b[0m", "[bold]")])
    assert capsys.readouterr().out == "1\t\nx y\tp q\n\ufffd[0m\t[bold]\n"


def test_a_table_on_a_terminal_shows_brackets_as_they_are(terminal: io.StringIO) -> None:
    show.table(("title",), [("[red]The Lamp[/red]",), ("\x1b]0;owned\x07",)])
    assert "[red]The Lamp[/red]" in terminal.getvalue()
    assert "\x1b]0;" not in terminal.getvalue()


def test_a_fault_is_one_line_without_control_characters(capsys: pytest.CaptureFixture[str]) -> None:
    show.fault(FabulaError("It broke\nin \x1b[31mtwo."))
    assert capsys.readouterr().err == "fabula: It broke in \ufffd[31mtwo.\n"


THINGS = [
    {"id": "book_1111-a", "title": "The Lamp"},
    {"id": "book_1112-b", "title": "The Lamplighter"},
    {"id": "book_2222-c", "title": "Boats"},
    {"id": "book_3333-d", "title": "Boats"},
]


def meant(wanted: str) -> str:
    return str(_one(wanted, THINGS, [lambda b: [b["id"]], lambda b: [b["title"]]], "book", "title")["id"])


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ("book_1111-a", "book_1111-a"),
        ("book_1112", "book_1112-b"),
        ("the lamp", "book_1111-a"),
        (" THE LAMPL ", "book_1112-b"),
        ("book_3", "book_3333-d"),
    ],
)
def test_a_thing_is_meant_by_what_only_it_has(wanted: str, found: str) -> None:
    assert meant(wanted) == found


@pytest.mark.parametrize("wanted", ["book_111", "the", "boats", "BOAT", ""])
def test_what_could_mean_several_names_them(wanted: str) -> None:
    with pytest.raises(NotFound, match="More than one book"):
        meant(wanted)


def test_what_means_nothing_names_what_there_is() -> None:
    with pytest.raises(NotFound, match="The Lamp, The Lamplighter, Boats"):
        meant("ships")
    with pytest.raises(NotFound, match="none yet"):
        _one("ships", [], [], "book", "title")


def test_a_fault_of_the_api_keeps_its_words() -> None:
    told = fault_of(httpx.Response(404, json={"error": {"code": "not_found", "message": "Not here."}}))
    assert (told.code, told.message) == ("not_found", "Not here.")
    for odd in (httpx.Response(502, text="<html>"), httpx.Response(500, json=["x"]), httpx.Response(500, json={})):
        assert str(odd.status_code) in fault_of(odd).message
