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
BOOKS = sorted({entry["book"] for entry in GOLDEN})


def strayed(voices: Voices, entry: dict[str, Any]) -> bool:
    """Whether the answer is another one than was judged."""
    try:
        answer = voices.answer(entry["character"], entry["message"], (), entry["through"])
    except Invalid:
        return entry["kind"] != "invalid"
    if answer.kind != entry["kind"]:
        return True
    own = [c for c in answer.citations if answer.parts[c.part].type in ("quote", "passage")]
    if not own:
        return entry["verdict"] != "refused"
    chapter, start, end = own[0].chapter, min(c.start for c in own), max(c.end for c in own)
    return not any(c == chapter and s <= start and end <= e for c, s, e in entry["spans"])


@pytest.mark.parametrize("book", BOOKS)
def test_answers_stay_where_they_were_judged(book: str, open_book: Callable[[str], Voices]) -> None:
    if not book.startswith("sample-") and corpus() is None:
        pytest.skip("the corpus is absent; set FABULA_CORPUS to its folder")
    entries = sorted((e for e in GOLDEN if e["book"] == book), key=lambda e: e["character"])
    assert [e["id"] for e in entries if strayed(open_book(book), e)] == []


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
