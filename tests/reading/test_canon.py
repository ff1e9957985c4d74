"""The canon model: what is built passes, and every planted fault is seen by the rule that forbids it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, replace

import pytest

from fabula.reading.canon.build import build
from fabula.reading.canon.shapes import (
    CanonDeath,
    CanonEnding,
    CanonEvent,
    CanonRelationship,
    CanonStoryModel,
    Citation,
    Proof,
)
from fabula.reading.canon.until import as_of
from fabula.reading.canon.validate import validate
from fabula.reading.pace import Pace
from fabula.reading.pages import Pages
from fabula.reading.read import read_book
from fabula.reading.shapes import Reading
from tests.reading.desk import CORPUS, Section, shipped
from tests.reading.gold import cut

CHAPTERS = (
    "“Come in,” said Mr. Dale. “I will,” said Ann Perrin. Ann smiled. Mr. Dale bowed. “Sit down,” said Mr. "
    "Dale. “Yes,” said Ann. "
    "Ann went to Netherby. They dined in Netherby. It was the law that nobody might sell a mill. Mr. Dale "
    "proposed to Ann.\n\n",
    "Mr. Dale met Ann at Netherby. Mr. Dale married Ann in June. Ann decided to leave the valley.\n\n",
    "Ann wept for a week. Mr. Dale died in the night.\n\n",
)
TEXT = "".join(CHAPTERS)


def sections() -> list[Section]:
    ends = [len(CHAPTERS[0]), len(CHAPTERS[0]) + len(CHAPTERS[1]), len(TEXT)]
    return [Section(i + 1, ([0, *ends])[i], ends[i]) for i in range(3)]


def model() -> tuple[CanonStoryModel, dict[int, str], dict[str, int]]:
    """A model of the little book, with its chapters and where its people first appear."""
    reading = read_book(TEXT, sections(), "en")
    found = build(reading, Pages(TEXT, sections(), "en", Pace(None, len(TEXT))))
    assert found is not None
    chapters = {s.number or 0: TEXT[s.start : s.end] for s in sections()}
    return found, chapters, {p.key: p.first.chapter for p in reading.people}


def test_what_is_built_is_valid_and_tells_the_story() -> None:
    found, chapters, people = model()
    assert validate(found, chapters, people) == []
    assert len(found.arcs) >= 3
    assert [e.sequence for e in found.events] == list(range(1, len(found.events) + 1))
    wedding = next(e for e in found.events if "married" in e.summary)
    assert wedding.caused_by == (next(e.id for e in found.events if "proposed" in e.summary),)
    assert [d.description for d in found.deaths] == ["Mr. Dale died in the night."]
    assert found.ending.character_states[found.deaths[0].character_id].startswith("Dead: ")
    assert {p.name for p in found.locations} == {"Netherby"}
    assert [rule.hard for rule in found.world_rules] == [True]
    assert [goal.description for goal in found.character_goals] == ["Ann decided to leave the valley."]
    assert all(isinstance(v, list | tuple | dict) for v in asdict(found).values())


def test_a_book_in_which_nothing_happens_has_no_model() -> None:
    still = "The hill stood there. It was a hill.\n\n"
    one = [Section(1, 0, len(still))]
    reading = read_book(still, one, "en")
    assert build(reading, Pages(still, one, "en", Pace(None, len(still)))) is None


def test_people_get_the_ids_they_are_mapped_to_and_others_are_left_out() -> None:
    reading = read_book(TEXT, sections(), "en")
    pages = Pages(TEXT, sections(), "en", Pace(None, len(TEXT)))
    dale = next(p.key for p in reading.people if p.name == "Mr. Dale")
    found = build(reading, pages, {dale: "character-dale"})
    assert found is not None
    assert {c for e in found.events for c in e.character_ids} == {"character-dale"}
    assert found.relationships == ()


def first(found: CanonStoryModel, **changes: object) -> CanonStoryModel:
    """The model with its first event changed."""
    return replace(found, events=(replace(found.events[0], **changes), *found.events[1:]))  # type: ignore[arg-type]


def cited(chapter: int, excerpt: str) -> Proof:
    return Proof((Citation(chapter, excerpt),), 0.9)


Change = Callable[[CanonStoryModel], CanonStoryModel]


def ending(**changes: object) -> Change:
    return lambda m: replace(m, ending=replace(m.ending, **changes))  # type: ignore[arg-type]


FAULTS: dict[str, tuple[Change, str]] = {
    "nothing": (lambda m: replace(m, arcs=(), events=(), deaths=()), "no event"),
    "no arcs": (lambda m: replace(m, arcs=()), "no arc"),
    "an arc of nothing": (
        lambda m: replace(m, arcs=(*m.arcs, replace(m.arcs[0], id="arc-9", event_ids=()))),
        "no event",
    ),
    "an arc of unknown events": (
        lambda m: replace(m, arcs=(replace(m.arcs[0], event_ids=("event-99",)), *m.arcs[1:])),
        "unknown event",
    ),
    "an arc backwards": (
        lambda m: replace(m, arcs=(replace(m.arcs[0], event_ids=tuple(e.id for e in reversed(m.events))),)),
        "out of order",
    ),
    "an event in no arc": (lambda m: replace(m, arcs=m.arcs[1:]), "in no arc"),
    "a used id": (lambda m: first(m, id=m.events[1].id), "used twice"),
    "no id": (lambda m: first(m, id=" "), "no id"),
    "a gap": (lambda m: first(m, sequence=7), "sequence"),
    "a later cause": (lambda m: first(m, caused_by=(m.events[1].id,)), "no earlier event"),
    "its own cause": (lambda m: first(m, caused_by=(m.events[0].id,)), "no earlier event"),
    "an unknown place": (lambda m: first(m, location_ids=("location-99",)), "unknown location"),
    "an unknown group": (lambda m: first(m, faction_ids=("faction-99",)), "unknown faction"),
    "a stranger": (lambda m: first(m, character_ids=("nobody",)), "unknown character"),
    "somebody twice": (lambda m: first(m, character_ids=("p1", "p1")), "given twice"),
    "no source": (lambda m: first(m, evidence=Proof((), 0.9)), "no citation"),
    "other words": (lambda m: first(m, evidence=cited(1, "Ann went to Nether by.")), "not in chapter 1"),
    "another chapter": (lambda m: first(m, evidence=cited(2, "Come in")), "not in chapter 2"),
    "no such chapter": (lambda m: first(m, evidence=cited(9, "Come in")), "no chapter 9"),
    "an empty excerpt": (lambda m: first(m, evidence=cited(1, "")), "an excerpt of 0"),
    "too sure": (lambda m: first(m, evidence=replace(m.events[0].evidence, confidence=1.5)), "confidence"),
    "no number": (lambda m: first(m, evidence=replace(m.events[0].evidence, confidence=float("nan"))), "confidence"),
    "nothing said": (lambda m: first(m, summary="  "), "blank"),
    "too much said": (lambda m: first(m, summary="a" * 10_001), "longer"),
    "control characters": (lambda m: first(m, summary="a\0b"), "printed"),
    "told out of order": (
        lambda m: replace(m, events=(*m.events[:-1], replace(m.events[-1], evidence=cited(1, "Ann smiled.")))),
        "behind an event",
    ),
    "a place its source does not name": (
        lambda m: replace(m, locations=(replace(m.locations[0], name="Overby"),)),
        "no citation names",
    ),
    "related to oneself": (
        lambda m: replace(m, relationships=(CanonRelationship("r", "p1", "p1", "kin", "x", cited(1, "Ann")),)),
        "with itself",
    ),
    "related to a stranger": (
        lambda m: replace(m, relationships=(CanonRelationship("r", "p1", "px", "kin", "x", cited(1, "Ann")),)),
        "unknown character",
    ),
    "a death in no event": (
        lambda m: replace(m, deaths=(CanonDeath("d", "p1", "event-99", "x", cited(3, "Ann")),)),
        "unknown event",
    ),
    "a death elsewhere": (
        lambda m: replace(m, deaths=(replace(m.deaths[0], event_id=_without(m, m.deaths[0].character_id).id),)),
        "has no part",
    ),
    "dying twice": (lambda m: replace(m, deaths=(m.deaths[0], replace(m.deaths[0], id="death-9"))), "dies twice"),
    "an ending of strangers": (ending(character_states={"px": "gone"}), "unknown character"),
    "an ending nowhere": (ending(location_states={"location-99": "gone"}), "unknown location"),
    "an ending of nobody's": (ending(faction_states={"faction-99": "gone"}), "unknown faction"),
    "an unknown thread left": (ending(unresolved_thread_ids=("thread-99",)), "unknown thread"),
    "an ending without source": (ending(evidence=Proof((), 0.9)), "no citation"),
    "an ending unsaid": (ending(summary=""), "blank"),
}


def _without(found: CanonStoryModel, person: str) -> CanonEvent:
    return next(e for e in found.events if person not in e.character_ids)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_complained_of(fault: str) -> None:
    found, chapters, people = model()
    change, complaint = FAULTS[fault]
    assert any(complaint in c for c in validate(change(found), chapters, people))


def test_nobody_takes_part_before_the_book_shows_him() -> None:
    found, chapters, people = model()
    key = found.events[0].character_ids[0]
    assert any("first appears" in c for c in validate(found, chapters, {**people, key: 3}))


def test_complaints_are_bounded() -> None:
    found, chapters, people = model()
    many = replace(found, events=tuple(replace(found.events[0], id="same") for _ in range(500)))
    assert len(validate(many, chapters, people)) == 200


def test_a_model_cut_at_a_chapter_is_whole_and_tells_nothing_later() -> None:
    found, chapters, people = model()
    assert as_of(found, 3) == found
    assert as_of(found, 0) is None
    for chapter in (1, 2):
        part = as_of(found, chapter)
        assert part is not None
        read = {n: t for n, t in chapters.items() if n <= chapter}
        assert validate(part, read, {k: n for k, n in people.items() if n <= chapter}) == []
        assert "died" not in str(asdict(part))
    one = as_of(found, 1)
    assert one is not None
    assert "married" not in str(asdict(one))
    assert isinstance(one.ending, CanonEnding)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_books_that_ship_have_a_canon(language: str) -> None:
    text, parts = shipped(language)
    reading = read_book(text, parts, language)
    complete(text, parts, language, reading, fewest=(3, 10, 3, 3))


@pytest.mark.skipif(not (CORPUS / "en").is_dir(), reason="the novels are not here; set FABULA_CORPUS to their folder")
@pytest.mark.parametrize("novel", ["DaisyMiller", "TheSignOfTheFour"])
def test_short_novels_have_a_canon_of_some_size(novel: str) -> None:
    with (CORPUS / "en" / novel / "novel_text.txt").open(encoding="utf-8", newline="") as file:
        text = file.read()
    parts = cut(text)
    complete(text, parts, "en", read_book(text, parts, "en"), fewest=(3, 30, 10, 10))


def complete(
    text: str, parts: list[Section], language: str, reading: Reading, fewest: tuple[int, int, int, int]
) -> None:
    """A book's model is valid and tells at least so many arcs, events, places and relationships."""
    found = build(reading, Pages(text, parts, language, Pace(None, len(text))))
    assert found is not None
    chapters = {s.number: text[s.start : s.end] for s in parts if s.number is not None}
    assert validate(found, chapters, {p.key: p.first.chapter for p in reading.people}) == []
    told = (len(found.arcs), len(found.events), len(found.locations), len(found.relationships))
    assert all(count >= least for count, least in zip(told, fewest, strict=True)), told
