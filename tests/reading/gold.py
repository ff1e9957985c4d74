"""Annotated novels: their people and quotations, and how much of them a reading finds.

The novels lie outside the project; see desk.CORPUS. Scores are simple on purpose: a quotation is found if it begins
where the annotation says, a speaker is right if most mentions of the predicted person are aliases of the annotated one.
"""

from __future__ import annotations

import ast
import csv
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from fabula.reading.read import read_book
from fabula.reading.shapes import Reading
from tests.reading.desk import CORPUS, Section

HEADING = re.compile(
    r"^[ \t]*(?:CHAPTER [IVXLC\d]+.*|Chapter [IVXLC\d]+.*|PART [IVX]+\s*|[IVXLC]+\.?[ \t]*)$", re.MULTILINE
)
UNNAMED = {"_group", "_unknowable", "_unknown", "_narr", "_narrator", "Unknowable"}


@dataclass(frozen=True)
class Scores:
    """Counts for one novel."""

    quotes: int
    found: int
    right: int
    genders: int
    genders_right: int


def names(cell: str) -> set[str]:
    """The names in a list field."""
    return {str(n) for n in ast.literal_eval(cell)}


def plain(name: str) -> str:
    """A name for comparison: lower case, no dots, no article."""
    return " ".join(name.lower().replace(".", " ").split()).removeprefix("the ")


def gold_names(folder: Path) -> dict[str, tuple[str, str]]:
    """Plain alias -> (main name, gender)."""
    out: dict[str, tuple[str, str]] = {}
    with (folder / "character_info.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            for alias in sorted(names(row["Aliases"]) | {row["Main Name"]}):
                out.setdefault(plain(alias), (row["Main Name"], row["Gender"]))
    return out


def cut(text: str) -> list[Section]:
    """Chapters by heading lines; what stands before the first is front matter."""
    starts = [m.start() for m in HEADING.finditer(text)]
    bounds = [*starts, len(text)]
    front = [Section(None, 0, starts[0])] if starts[0] else []
    return front + [Section(i + 1, bounds[i], bounds[i + 1]) for i in range(len(starts))]


def meanings(reading: Reading, gold: dict[str, tuple[str, str]]) -> dict[str, str]:
    """Person key -> the annotated person most of whose aliases' mentions it holds."""
    meant: dict[str, str] = {}
    for person in reading.people:
        votes: Counter[str] = Counter()
        for alias in person.aliases:
            if plain(alias.name) in gold:
                votes[gold[plain(alias.name)][0]] += alias.mentions
        if votes:
            meant[person.key] = min(votes.items(), key=lambda v: (-v[1], v[0]))[0]
    return meant


def score(novel: str) -> Scores:
    """Read one novel and compare."""
    folder = CORPUS / "en" / novel
    with (folder / "novel_text.txt").open(encoding="utf-8", newline="") as file:
        text = file.read()
    gold = gold_names(folder)
    reading = read_book(text, cut(text), "en")
    meant = meanings(reading, gold)
    at = {q.start: q for q in reading.quotes if q.kind in {"speech", "thought"}}
    quotes = found = right = 0
    with (folder / "quotation_info.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if row["speaker"].strip() in UNNAMED:
                continue
            start = ast.literal_eval(row["quoteByteSpans"])[0][0]
            quote = next((at[start + d] for d in (0, 1, -1, 2, 3) if start + d in at), None)
            quotes += 1
            found += quote is not None
            speaker = gold.get(plain(row["speaker"]), (row["speaker"], ""))[0]
            right += quote is not None and meant.get(quote.speaker or "") == speaker
    sexes = dict(gold.values())
    wanted = {"M": "male", "F": "female"}
    told = [
        (p.gender, wanted[sexes[meant[p.key]]]) for p in reading.people if sexes.get(meant.get(p.key, "")) in wanted
    ]
    return Scores(quotes, found, right, len(told), sum(a == b for a, b in told))
