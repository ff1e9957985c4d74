"""Answers a person has read and judged: each must stay where it was judged, or be judged anew."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bench.books import corpus
from fabula.ai.offline import Voices
from fabula.errors import Invalid

GOLDEN = json.loads((Path(__file__).parents[2] / "golden" / "talk.json").read_text(encoding="utf-8"))
BY_BOOK = sorted(GOLDEN, key=lambda entry: (entry["book"], entry["character"]))


@pytest.mark.parametrize("entry", BY_BOOK, ids=lambda entry: entry["id"])
def test_an_answer_stays_where_it_was_judged(entry: dict[str, Any], open_book: Callable[[str], Voices]) -> None:
    if not entry["book"].startswith("sample-") and corpus() is None:
        pytest.skip("the corpus is absent; set FABULA_CORPUS to its folder")
    try:
        answer = open_book(entry["book"]).answer(entry["character"], entry["message"], (), entry["through"])
    except Invalid:
        assert entry["kind"] == "invalid"
        return
    assert answer.kind == entry["kind"], answer.text
    own = [c for c in answer.citations if answer.parts[c.part].type in ("quote", "passage")]
    if not own:
        assert entry["verdict"] == "refused", answer.text
        return
    chapter, start, end = own[0].chapter, min(c.start for c in own), max(c.end for c in own)
    assert any(c == chapter and s <= start and end <= e for c, s, e in entry["spans"]), answer.text


def test_the_judgements_reach_what_was_promised() -> None:
    assert len(GOLDEN) == 90
    counts = Counter((e["set"], e["verdict"]) for e in GOLDEN if e["expect"] == "answer")
    for wanted in ("seen", "unseen"):
        fit = counts[wanted, "apt"] + counts[wanted, "acceptable"]
        answered = fit + counts[wanted, "odd"]
        assert fit / answered >= 0.8
        assert answered / (answered + counts[wanted, "refused"]) >= 0.6
    refused = [e for e in GOLDEN if e["expect"] == "refuse"]
    assert len(refused) >= 14
    assert all(e["verdict"] == "refused" and not e["spans"] for e in refused)
