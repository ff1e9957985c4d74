"""Short passages whose truth is written into them, and how much of it a reading finds.

A passage begins with `## style`; behind a quotation stands 〔who says it〕, with 〔-〕 for nobody with a name.
Quotations without it are not counted.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from fabula.reading.read import read_book
from tests.reading.desk import Section

_TRUTH = re.compile(r"〔([^〕]*)〕")


@dataclass(frozen=True)
class Passage:
    """A text without its truth, and who says the quotation that ends at each offset."""

    style: str
    text: str
    truth: dict[int, str]


@dataclass(frozen=True)
class Miss:
    """A quotation given to somebody else."""

    style: str
    words: str
    wanted: str
    got: str


def passages(path: Path) -> list[Passage]:
    """All passages of a file."""
    found: list[Passage] = []
    for part in path.read_text(encoding="utf-8").split("\n## ")[1:]:
        style, _, marked = part.partition("\n")
        text, truth, at = "", {}, 0
        for mark in _TRUTH.finditer(marked):
            text += marked[at : mark.start()]
            truth[len(text) - 1] = mark.group(1)
            at = mark.end()
        found.append(Passage(style, text + marked[at:], truth))
    return found


def misses(passage: Passage, language: str) -> list[Miss]:
    """The quotations of a passage whose speaker a reading of it alone does not find."""
    reading = read_book(passage.text, [Section(1, 0, len(passage.text))], language)
    names = {p.key: {p.name, *(a.name for a in p.aliases)} for p in [*reading.people, *reading.others]}
    names.update({p.key: names[p.key] | {"我"} for p in reading.people if p.narrator})
    voices = {q.end: q.voice for q in reading.quotes}
    wrong: list[Miss] = []
    for end, wanted in passage.truth.items():
        said_by = names.get(voices.get(end) or "", {"-"} if end in voices else {"no quotation"})
        if wanted not in said_by:
            start = passage.text.rfind("\n", 0, end)
            wrong.append(Miss(passage.style, passage.text[start + 1 : end + 12], wanted, " ".join(sorted(said_by))))
    return wrong
