"""A reading as of a chapter: nothing of a later one, whatever it is asked about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

import pytest

from fabula.reading.pace import Pace
from fabula.reading.pages import Pages
from fabula.reading.read import read_book
from fabula.reading.shapes import Evidence, GivenPerson, Reading
from fabula.reading.until import as_of
from tests.reading.desk import CORPUS, Read, Section, read_chapters, shipped
from tests.reading.gold import cut


def faults(value: object, chapter: int, end: int, path: str = "") -> Iterator[str]:
    """Whatever in a reading lies behind `chapter`, which ends at `end` in the text."""
    if isinstance(value, Evidence) and (value.chapter > chapter or value.end > end):
        yield f"{path}: {value}"
    if isinstance(value, tuple):
        for item in value:
            yield from faults(item, chapter, end, path)
    elif is_dataclass(value):
        for field in fields(value):
            inner = getattr(value, field.name)
            where = f"{path}.{field.name}"
            if field.name in {"chapter", "first_chapter", "last"} and inner > chapter:
                yield f"{where}: {inner}"
            if field.name in {"start", "first_start"} and inner >= end:
                yield f"{where}: {inner}"
            if field.name in {"by_chapter", "hostile"}:
                if any(number > chapter for number, _ in inner):
                    yield f"{where}: {inner}"
            else:
                yield from faults(inner, chapter, end, where)


def whole(reading: Reading) -> None:
    """Everything that is referred to is there, and counts agree."""
    people = {p.key for p in reading.people} | {o.key for o in reading.others}
    places = {p.key for p in reading.places}
    events = {e.key for e in reading.events}
    assert {k for e in reading.events for k in (*e.actors, *e.targets)} <= people
    assert {k for r in reading.relationships for k in (r.source, r.target)} <= people
    assert {q.speaker for q in reading.quotes} | {q.addressee for q in reading.quotes} <= people | {None}
    assert {e.place for e in reading.events} | {p.parent for p in reading.places} <= places | {None}
    assert {c for e in reading.events for c in e.causes} | {k for a in reading.arcs for k in a.events} <= events
    for person in reading.people:
        assert person.mentions == sum(n for _, n in person.by_chapter) > 0
        assert person.name in {a.name for a in person.aliases} or person.narrator or "'" in person.name


@pytest.mark.parametrize("language", ["en", "zh"])
def test_nothing_later_ever_appears_in_the_books_that_ship(language: str) -> None:
    text, sections = shipped(language)
    reading = read_book(text, sections, language)
    pages = Pages(text, sections, language, Pace(None, len(text)))
    numbered = [s for s in sections if s.number is not None]
    for section in numbered:
        assert section.number is not None
        part = as_of(reading, section.number, pages)
        assert list(faults(part, section.number, section.end)) == []
        whole(part)
        known = text[: section.end]
        spelt = "".join(known.split()).casefold()
        names = [a.name for p in part.people for a in p.aliases] + [a.name for o in part.others for a in o.aliases]
        assert all("".join(n.removeprefix("the ").split()).casefold() in spelt for n in names)
    assert as_of(reading, len(numbered)) == reading
    assert as_of(reading, 0) == Reading((), (), (), (), reading.genre)


@pytest.mark.skipif(not (CORPUS / "en").is_dir(), reason="the novels are not here; set FABULA_CORPUS to their folder")
@pytest.mark.parametrize("novel", ["DaisyMiller", "TheInvisibleMan"])
def test_nothing_later_ever_appears_in_a_novel(novel: str) -> None:
    with (CORPUS / "en" / novel / "novel_text.txt").open(encoding="utf-8", newline="") as file:
        text = file.read()
    sections = cut(text)
    reading = read_book(text, sections, "en")
    assert list(faults(reading, 1, sections[1].end)), "the check must see what a whole reading tells"
    for section in [s for s in sections if s.number is not None][::5]:
        assert section.number is not None
        part = as_of(reading, section.number)
        assert list(faults(part, section.number, section.end)) == []
        whole(part)


HIDDEN = (
    "The Fox came to the inn. “Room for one,” said the Fox. “There is,” said Ann. The Fox slept.\n\n",
    "Reynolds sold horses. “A fine mare,” said Reynolds. “Too dear,” said Ann. Reynolds laughed at her.\n\n",
    "Ann pulled the mask away. The Fox was Reynolds. “You!” said Ann. “I,” said Reynolds.\n\n",
)


def hidden() -> Read:
    found = read_chapters(*HIDDEN)
    bounds = [0, len(HIDDEN[0]), len(HIDDEN[0]) + len(HIDDEN[1]), len(found.text)]
    sections = [Section(i + 1, bounds[i], bounds[i + 1]) for i in range(3)]
    cast = [GivenPerson("the Fox", ("Fox", "Reynolds"), "male"), GivenPerson("Ann", (), "female")]
    return Read(found.text, read_book(found.text, sections, "en", cast=cast))


def test_a_hidden_identity_stays_hidden_until_it_is_told() -> None:
    reading = hidden().reading
    masked = next(p for p in reading.people if "Reynolds" in {a.name for a in p.aliases})
    assert any("Fox" in a.name for a in masked.aliases)
    before = as_of(reading, 2)
    names = [{a.name for a in p.aliases} for p in before.people]
    names += [{a.name for a in o.aliases} for o in before.others]
    assert {"Reynolds"} in names
    assert not any("Reynolds" in n and len(n) > 1 for n in names)
    after = as_of(reading, 3)
    assert next(p for p in after.people if p.key == masked.key) == masked


def test_words_are_given_to_the_one_they_were_said_by_as_far_as_is_known() -> None:
    found = hidden()
    before = as_of(found.reading, 2)
    horse = next(q for q in before.quotes if found.text[q.start : q.end].startswith("A fine"))
    room = next(q for q in before.quotes if found.text[q.start : q.end].startswith("Room"))
    assert horse.speaker != room.speaker
    assert room.speaker is not None


def test_names_genders_and_parents_come_when_the_book_tells_them() -> None:
    text = (
        "Robin Carr came to Fell End. “It is cold,” said Robin Carr. “It is,” said Bob Hask. At Fell End it "
        "rained.\n\n",
        "Robin Carr took off her hat. “Cold,” said Robin Carr. Robin Carr rubbed her hands. Fell End, in Kent, "
        "is small.\n\n",
    )
    reading = read_chapters(*text).reading
    one = as_of(reading, 1)
    first = next(p for p in one.people if "Robin Carr" in {a.name for a in p.aliases})
    assert (first.name, first.gender) == ("Robin Carr", "unknown")
    both = next(p for p in reading.people if "Robin Carr" in {a.name for a in p.aliases})
    assert both.gender == "female"
    assert [p.parent for p in one.places if p.name == "Fell End"] == [None]
    assert [p.parent is None for p in reading.places if p.name == "Fell End"] == [False]


def test_a_thread_is_open_as_long_as_its_end_has_not_been_read() -> None:
    known = (
        '"Well," said Mr. Dale. "Well," said Ann. Ann smiled. Mr. Dale bowed. "Yes," said Ann. "Yes," said Mr. Dale. '
    )
    reading = read_chapters(f"{known}Mr. Dale proposed to Ann.", "The year wore on.", "Mr. Dale married Ann.").reading
    assert [t.closed is not None for t in reading.threads] == [True]
    assert [t.closed for t in as_of(reading, 2).threads] == [None]
