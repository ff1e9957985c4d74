"""Floors for quality on annotated novels and on the two books that ship; a change that loses ground fails here."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from fabula.reading.read import read_book
from fabula.reading.words.first_names import FEMALE_NAMES, MALE_NAMES, SHORT_FORMS
from tests.reading import gold
from tests.reading.desk import CORPUS, ROOT, Section

NOVELS = sorted(p.name for p in (CORPUS / "en").iterdir()) if (CORPUS / "en").is_dir() else []
absent = pytest.mark.skipif(not NOVELS, reason="the annotated novels are not here; set FABULA_CORPUS to their folder")


@absent
@pytest.mark.slow
def test_english_novels_keep_their_floors() -> None:
    scores = [gold.score(novel) for novel in NOVELS]
    quotes = sum(s.quotes for s in scores)
    assert sum(s.found for s in scores) / quotes >= 0.97
    assert sum(s.right for s in scores) / quotes >= 0.77
    assert sum(s.genders_right for s in scores) / sum(s.genders for s in scores) >= 0.90


@pytest.mark.skipif(not (CORPUS / "zh" / "sanguo.txt").is_file(), reason="the Chinese novel is not here")
@pytest.mark.slow
def test_a_classical_chinese_novel_keeps_its_floors() -> None:
    text = (CORPUS / "zh" / "sanguo.txt").read_text(encoding="utf-8")
    starts = [at for at in range(len(text)) if text[at] == "第" and (at == 0 or text[at - 1] == "\n")]
    bounds = [*starts, len(text)]
    sections = [Section(i + 1, bounds[i], bounds[i + 1]) for i in range(len(starts))]
    reading = read_book(text, sections, "zh")
    speech = [q for q in reading.quotes if q.kind == "speech"]
    assert len(speech) > 8500
    assert sum(q.speaker is not None for q in speech) / len(speech) >= 0.45
    assert sum(q.why == "explicit" for q in speech) / len(speech) >= 0.4
    assert len(reading.people) == 50
    assert all(2 <= len(p.name) <= 4 for p in reading.people)
    everybody = {p.key: {p.name, *(a.name for a in p.aliases)} for p in [*reading.people, *reading.others]}
    assert any({"关公", "云长"} <= names for names in everybody.values())
    truth = json.loads((ROOT / "tests" / "golden" / "kingdoms.json").read_text(encoding="utf-8"))
    assert len(text) == truth["chars"]
    at = {q.start: q.voice for q in reading.quotes}
    right = 0
    for quote in truth["quotes"]:
        voice = at.get(quote["start"])
        said_by = everybody.get(voice or "", set())
        right += bool(said_by & set(quote["speakers"])) if quote["speakers"] else voice is None
    assert right >= 0.85 * len(truth["quotes"])


@absent
def test_word_lists_hold_no_names_of_the_annotated_novels() -> None:
    known = {word for novel in NOVELS for name in gold.gold_names(CORPUS / "en" / novel) for word in name.split()}
    assert not known & (FEMALE_NAMES | MALE_NAMES | set(SHORT_FORMS))


@pytest.mark.parametrize(("language", "floor"), [("en", 0.88), ("zh", 0.91)])
def test_the_books_that_ship_are_read_well(language: str, floor: float) -> None:
    text = (ROOT / "fabula" / "samples" / language / "book.txt").read_text(encoding="utf-8")
    truth = json.loads((ROOT / "tests" / "golden" / "samples" / f"{language}.json").read_text(encoding="utf-8"))
    heads = [text.index(f"{c['title']}\n") for c in truth["chapters"]]
    bounds = [*heads, len(text)]
    sections = [Section(None, 0, heads[0]), *(Section(i + 1, bounds[i], bounds[i + 1]) for i in range(len(heads)))]
    reading = read_book(text, sections, language)
    owner = {gold.plain(a): c["name"] for c in truth["characters"] for a in [c["name"], *c["aliases"]]}
    meant = {}
    for person in reading.people:
        votes = Counter({owner[gold.plain(a.name)]: a.mentions for a in person.aliases if gold.plain(a.name) in owner})
        if votes:
            meant[person.key] = votes.most_common(1)[0][0]
    at = {q.start: meant.get(q.speaker or "") for q in reading.quotes}
    named = [q for q in truth["quotes"] if q["speaker"] is not None]
    right = sum(q["speaker"] in {at.get(q["start"] + d) for d in (0, 1)} for q in named)
    assert sum(q["start"] in at or q["start"] + 1 in at for q in named) / len(named) >= 0.98
    assert right / len(named) >= floor
    main = {c["name"] for c in truth["characters"] if c["role"] != "minor"}
    assert len(main & set(meant.values())) >= 0.9 * len(main)
