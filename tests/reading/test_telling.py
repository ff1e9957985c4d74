"""Evidence, style, summary, genre and progress: what the book says about its people, in its own sentences."""

from __future__ import annotations

import pytest

from fabula.reading.read import read_book
from fabula.reading.shapes import SUMMARY_CHARS
from tests.reading.desk import Read, Section, read, read_chapters

PLAIN = (
    "“Come in,” said Nora Halloran. Nora opened the gate.\n\n“Thank you,” said Tobias Venn. Tobias wiped his boots.\n\n"
)
BOOK = (
    PLAIN
    + "Nora Halloran was a tall woman with grey eyes and a thin scarred face.\n\n"
    + "Tobias Venn, the son of a bankrupt clockmaker, had been apprenticed to a printer years ago.\n\n"
    + "Nora was proud, quick of temper, and generous to a fault with beggars.\n\n"
    + "Nora Halloran was the ferrywoman of the lower crossing.\n\n"
    + "But this was not what Nora was thinking of when the tall man came.\n\n"
    + PLAIN
)


def told(found: Read, alias: str, kind: str) -> list[str]:
    """The sentences of one kind about a person."""
    return [found.text[e.start : e.end] for e in getattr(found.person(alias), kind)]


@pytest.mark.parametrize(
    ("alias", "kind", "sentence"),
    [
        ("Nora", "appearance", "Nora Halloran was a tall woman with grey eyes and a thin scarred face."),
        ("Nora", "personality", "Nora was proud, quick of temper, and generous to a fault with beggars."),
        ("Nora", "description", "Nora Halloran was the ferrywoman of the lower crossing."),
        (
            "Tobias Venn",
            "background",
            "Tobias Venn, the son of a bankrupt clockmaker, had been apprenticed to a printer years ago.",
        ),
    ],
)
def test_sentences_about_people_are_sorted_by_what_they_tell(alias: str, kind: str, sentence: str) -> None:
    assert sentence in told(read(BOOK), alias, kind)


def test_sentences_that_lean_on_others_are_left_out() -> None:
    found = read(BOOK)
    kinds = ("description", "appearance")
    everything = [s for p in found.reading.people for k in kinds for s in told(found, p.name, k)]
    assert not any(s.startswith("But this") for s in everything)


def test_deeds_are_no_descriptions() -> None:
    found = read(PLAIN * 4)
    assert all(not getattr(found.person("Nora"), k) for k in ("description", "appearance", "personality", "background"))


def test_style_counts_lines_words_and_marks() -> None:
    talk = (
        "“Is it you?” asked Nora.\n\n“It is I!” said Tobias.\n\n"
        "“Are you cold?” asked Nora.\n\n“No.” Tobias sneezed.\n\n"
    )
    found = read(talk)
    style = found.person("Nora").style
    assert (style.lines, style.question_share, style.exclaim_share, style.words_per_line) == (2, 1.0, 0.0, 3.0)
    assert found.person("Tobias").style.exclaim_share == 0.5


def test_favourite_words_are_the_persons_own() -> None:
    talk = "“Bless my buttons, rain,” said Nora.\n\n“Rain again, and mud,” said Tobias.\n\nThe rain fell.\n\n"
    found = read(talk * 4)
    assert "buttons" in found.person("Nora").style.favourites
    assert "rain" not in found.person("Nora").style.favourites
    assert "buttons" not in found.person("Tobias").style.favourites


def test_typical_lines_are_theirs() -> None:
    found = read(BOOK + "“The river takes what it likes, and never gives it back,” said Nora.\n")
    lines = found.person("Nora").typical
    assert "The river takes" in found.text[lines[0].start : lines[0].end]
    assert all(found.speaker(found.text[e.start : e.end]) == found.person("Nora").name for e in lines)


def test_summary_comes_from_the_first_part_in_order_and_fits() -> None:
    chapter = (
        "The village of Wexbridge lay by the river in a county of old farms and older families, and Nora knew it.\n\n"
    ) * 12 + PLAIN
    found = read_chapters(*[chapter] * 6)
    summary = found.reading.summary
    assert summary
    assert [e.start for e in summary] == sorted(e.start for e in summary)
    assert {e.chapter for e in summary} <= {1, 2}
    assert sum(e.end - e.start for e in summary) <= SUMMARY_CHARS


def test_genre_needs_evidence() -> None:
    crime = (
        "The inspector found the body. Murder, said the coroner; poison, said the detective. The alibi was a clue.\n\n"
    )
    assert read((crime + PLAIN) * 6).reading.genre == "mystery"
    assert read(PLAIN * 6).reading.genre is None


def test_progress_is_told_in_order_and_never_goes_back() -> None:
    heard: list[tuple[str, int, int]] = []
    text = BOOK * 40
    read_book(text, [Section(1, 0, len(text))], "en", lambda stage, done, total: heard.append((stage, done, total)))
    stages = list(dict.fromkeys(stage for stage, _, _ in heard))
    assert stages == ["people", "speech", "world"]
    for stage in stages:
        done = [d for s, d, _ in heard if s == stage]
        totals = {t for s, _, t in heard if s == stage}
        assert done == sorted(done)
        assert len(totals) == 1
        assert done[-1] == totals.pop()


class ChangedMindError(Exception):
    """The reader changed their mind."""


@pytest.mark.parametrize("stage", ["people", "speech", "world"])
def test_progress_may_cancel(stage: str) -> None:
    def refuse(at: str, done: int, total: int) -> None:
        if at == stage:
            raise ChangedMindError

    with pytest.raises(ChangedMindError):
        read_book(BOOK, [Section(1, 0, len(BOOK))], "en", refuse)
