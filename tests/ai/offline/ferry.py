"""A tiny book with known lines, and an encoder that needs no weights."""

from __future__ import annotations

import zlib
from collections.abc import Sequence

import numpy as np

from fabula.ai.offline import ChapterText, Name, Source, SpokenLine
from fabula.ai.offline.embed import DIMENSIONS, Vectors
from fabula.ai.offline.terms import terms, tokens


class WordVectors:
    """A stand-in encoder: a text is the bag of its words, hashed; equal on every machine."""

    model = "words/1"

    def encode(self, texts: Sequence[str]) -> Vectors:
        rows = np.zeros((len(texts), DIMENSIONS), dtype=np.float32)
        for at, text in enumerate(texts):
            for word in [*(t.lower() for t in tokens(text)), *terms(text)]:
                rows[at, zlib.crc32(word.encode()) % DIMENSIONS] += 1
            norm = float(np.linalg.norm(rows[at]))
            rows[at] /= norm or 1.0
        return rows


CHAPTERS = (
    "CHAPTER I\n\nMrs. Pell kept the ferry, and Tom Marsh owed her for a crossing.\n\n"
    '"Why do you keep a ferry?" asked Tom.\n\n'
    '"I keep the ferry because my father drowned in the river," said Mrs. Pell, folding her arms.\n\n'
    '"And what do you think of the miller?"\n\n'
    '"The miller is a proud and foolish man," said Mrs. Pell. "He never paid a penny for a crossing in his life."\n\n'
    "Tom Marsh was a thin boy with a great many questions.\n",
    "CHAPTER II\n\nIt rained. Mrs. Pell wept over the broken oar, and nobody saw her.\n\n"
    '"Good morning," said Tom.\n\n"Good morning to you, Tom," said Mrs. Pell. "I am quite well, I thank you."\n\n'
    '"Are you afraid of the river?" he asked.\n\n'
    '"I fear the river as I fear God," said Mrs. Pell. "It gives and it takes."\n\n'
    '"I should like to see the sea," said Tom.\n',
    "CHAPTER III\n\nOn Monday Captain Orrin came up from the sea in a yellow boat.\n\n"
    '"What do you think of Captain Orrin?" asked Tom.\n\n'
    '"Captain Orrin is a wicked smuggler," said Mrs. Pell, "and I love him dearly."\n',
)
SPEAKERS = {"Tom": "tom", "Pell": "pell"}


def _lines() -> tuple[SpokenLine, ...]:
    found = []
    for number, text in enumerate(CHAPTERS, 1):
        at = 0
        speaker = "tom"
        for paragraph in text.split("\n\n"):
            pieces = paragraph.split('"')
            if len(pieces) > 1:
                told = "".join(pieces[::2])
                speaker = (
                    "pell" if "Pell" in told else "tom" if "Tom" in told else "tom" if speaker == "pell" else "pell"
                )
                position = at
                for index, piece in enumerate(pieces):
                    if index % 2:
                        other = "tom" if speaker == "pell" else "pell"
                        found.append(SpokenLine(number, position, position + len(piece), speaker, other))
                    position += len(piece) + 1
            at += len(paragraph) + 2
    return tuple(found)


def ferry(chapters: tuple[str, ...] = CHAPTERS, through: int | None = None) -> Source:
    """The tiny book; with `through`, what it says beyond that chapter is as given in `chapters`."""
    lines = [line for line in _lines() if through is None or line.chapter <= through]
    return Source(
        "en",
        tuple(ChapterText(n, f"Chapter {n}", text) for n, text in enumerate(chapters, 1)),
        tuple(lines),
        (
            Name("Mrs. Pell", "pell", 1),
            Name("Tom", "tom", 1),
            Name("Tom Marsh", "tom", 1),
            Name("the miller", "miller", 1),
            Name("Captain Orrin", "orrin", 3),
        ),
        {"pell": "Mrs. Pell", "tom": "Tom", "miller": "The miller", "orrin": "Captain Orrin"},
        {"pell": "female", "tom": "male", "miller": "male", "orrin": "male"},
    )
