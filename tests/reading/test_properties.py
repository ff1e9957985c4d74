"""Whatever the text: no crash, spans inside it, order, exactness, sameness."""

from __future__ import annotations

from dataclasses import astuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fabula.reading.read import read_book
from fabula.reading.shapes import MOST_PEOPLE, SUMMARY_CHARS, Reading
from tests.reading.desk import Section

PIECES = st.sampled_from(
    [
        *[
            "“",
            "”",
            '"',
            "'",
            "‘",
            "’",
            "«",
            "»",
            "「",
            "」",
            "„",
            "— ",
            "\n",
            "\n\n",
            ". ",
            ", ",
            "! ",
            " (",
            ") ",
            " ",
        ],
        *[
            "Nora",
            "Mr. Venn",
            "Mrs. Venn",
            "Dr. Osgood",
            "said",
            " said Nora",
            "he",
            "She",
            "I ",
            "the landlord",
            "'s ",
        ],
        *[
            "谭砚秋",
            "说：",
            "曰：",
            "他",
            "秦琰",
            "，",
            "。",
            "CHAPTER I",
            "第一章",
            "My dear ",
            "London",
            "was a tall man",
        ],
    ]
)
PROSE = st.lists(PIECES | st.text(max_size=4), max_size=120).map("".join)
LANGUAGES = st.sampled_from(["en", "zh", "fr", "ru", "ja", "xx"])


def check(text: str, reading: Reading, sections: list[Section]) -> None:
    """Everything a caller may rely on."""
    numbers = {s.number for s in sections if s.number is not None} or {1}
    keys = [p.key for p in reading.people]
    assert keys == [f"p{n}" for n in range(1, len(keys) + 1)]
    assert len(keys) <= MOST_PEOPLE
    end = 0
    for quote in reading.quotes:
        assert end <= quote.start < quote.end <= len(text)
        end = quote.end
        assert quote.speaker is None or quote.speaker in keys
        assert quote.addressee is None or (quote.addressee in keys and quote.addressee != quote.speaker)
        assert quote.kind in {"speech", "thought", "letter", "scare"}
        assert quote.why in {"explicit", "anaphoric", "implicit", "continued", "unknown"}
        assert 0.0 <= quote.confidence <= 1.0
        assert quote.chapter in numbers
        assert not text[quote.start].isspace()
        assert not text[quote.end - 1].isspace()
    for person in reading.people:
        assert person.gender in {"female", "male", "unknown"}
        assert person.role in {"protagonist", "antagonist", "supporting", "minor"}
        assert person.aliases
        assert person.first_chapter == person.first.chapter
        spans = [person.first, *person.description, *person.appearance, *person.personality, *person.background]
        for evidence in [*spans, *person.typical]:
            assert 0 <= evidence.start < evidence.end <= len(text)
            assert evidence.chapter in numbers
        assert all(0 <= a.first_start < len(text) and a.first_chapter in numbers for a in person.aliases)
    assert sum(p.role == "protagonist" for p in reading.people) <= 2
    assert sum(e.end - e.start for e in reading.summary) <= SUMMARY_CHARS


@given(text=PROSE, language=LANGUAGES)
@settings(max_examples=150, deadline=None)
def test_any_prose_is_read(text: str, language: str) -> None:
    sections = [Section(1, 0, len(text))]
    check(text, read_book(text, sections, language), sections)


@given(text=st.text(max_size=300), language=LANGUAGES)
@settings(max_examples=150, deadline=None)
def test_any_text_is_read(text: str, language: str) -> None:
    sections = [Section(1, 0, len(text))]
    check(text, read_book(text, sections, language), sections)


@given(parts=st.lists(PROSE, min_size=1, max_size=4), language=LANGUAGES)
@settings(max_examples=60, deadline=None)
def test_any_sections_are_read(parts: list[str], language: str) -> None:
    text = "".join(parts)
    sections: list[Section] = []
    at = 0
    for number, part in enumerate(parts):
        sections.append(Section(number or None, at, at + len(part)))
        at += len(part)
    check(text, read_book(text, sections, language), sections)


@given(text=PROSE, language=LANGUAGES)
@settings(max_examples=40, deadline=None)
def test_reading_twice_says_the_same(text: str, language: str) -> None:
    sections = [Section(1, 0, len(text))]
    assert astuple(read_book(text, sections, language)) == astuple(read_book(text, sections, language))


@pytest.mark.parametrize("language", ["en", "zh", "ja", "de", ""])
def test_an_empty_book_says_nothing(language: str) -> None:
    reading = read_book("", [], language)
    assert (reading.people, reading.quotes, reading.places, reading.summary, reading.genre) == ((), (), (), (), None)


def test_other_alphabets_keep_names_and_quotations() -> None:
    text = "«Где ты была?» спросил Павел. Вчера Вера видела Павла. Потом Вера ушла. «Дома», сказала Вера.\n\n" * 4
    reading = read_book(text, [Section(1, 0, len(text))], "ru")
    assert "Вера" in {p.name for p in reading.people}
    assert len(reading.quotes) == 8


def test_german_nouns_are_no_people() -> None:
    text = (
        "»Komm«, rief Greta. Das Haus war alt. Im Garten stand Greta, und die Tür war zu. Dann ging Greta fort.\n\n" * 4
    )
    reading = read_book(text, [Section(1, 0, len(text))], "de")
    assert {p.name for p in reading.people} == {"Greta"}
