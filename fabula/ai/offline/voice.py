"""A character's quotable speech with its vectors, chapter by chapter and put together up to a limit.

Owns the arrays that scoring reads. Each chapter's share depends on that chapter alone and is encoded once; a `Voice`
through chapter N is made of the shares up to N. Promise: units are in reading order, row i of every array is unit i.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from fabula.ai.offline.chapter import Line, ReadChapter
from fabula.ai.offline.embed import DIMENSIONS, Embedder, Vectors
from fabula.ai.offline.forms import FORMS
from fabula.ai.offline.sentences import Span, length, squeeze, tail
from fabula.ai.offline.terms import terms
from fabula.ai.offline.units import Unit, units_of

# In a monologue the beginning of each sentence is enough to know its sense, and keeps the longest talkers quick.
SENTENCE = 140
TAIL = 120
TAIL_ZH = 50
Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Share:
    """What one chapter gives to a voice: its units, their vectors, and the contexts of the lines."""

    units: tuple[Unit, ...]
    vectors: Vectors
    contexts: tuple[str, ...]
    context_of: tuple[int, ...]
    context_vectors: Vectors


def share(chapter: ReadChapter, character: str, genders: dict[str, str], embed: Embedder) -> Share:
    """Read and encode the lines of one character in one chapter."""
    units: list[Unit] = []
    mixes: list[list[int]] = []
    texts: dict[str, int] = {}
    contexts: dict[str, int] = {}
    context_of: list[int] = []
    for line in chapter.lines:
        if line.speaker != character or not line.sure:
            continue
        parts, own = units_of(chapter, line, genders)
        context = _context(chapter, line)
        plain = [_plain(chapter, part)[:SENTENCE] for part in parts] if len(own) > 1 else []
        rows = [texts.setdefault(text, len(texts)) for text in plain]
        for unit in own:
            units.append(unit)
            alone = len(own) == 1
            mixes.append([texts.setdefault(unit.text, len(texts))] if alone else rows[unit.first : unit.last])
            has = bool(context) and unit.opening
            context_of.append(contexts.setdefault(context, len(contexts)) if has else -1)
    encoded = embed.encode(list(texts))
    weight = np.sqrt(np.array([max(length(text), 1.0) for text in texts], dtype=np.float32))
    vectors = np.zeros((len(units), DIMENSIONS), dtype=np.float32)
    for at, rows in enumerate(mixes):
        mixed = (encoded[rows] * weight[rows, None]).sum(axis=0)
        norm = float(np.linalg.norm(mixed))
        vectors[at] = mixed / norm if norm > 0 else mixed
    return Share(tuple(units), vectors, tuple(contexts), tuple(context_of), embed.encode(list(contexts)))


def _plain(chapter: ReadChapter, part: tuple[Span, ...]) -> str:
    return squeeze(" ".join(chapter.text[s:e] for s, e in part)).replace("_", "")


def _context(chapter: ReadChapter, line: Line) -> str:
    if line.answers is None:
        return ""
    return tail(chapter.lines[line.answers].text.replace("_", ""), TAIL_ZH if chapter.chinese else TAIL)


class Voice:
    """All that a character says through a chapter, ready to be scored."""

    def __init__(self, character: str, shares: Sequence[Share]) -> None:
        self.character = character
        self.units: tuple[Unit, ...] = tuple(chain.from_iterable(s.units for s in shares))
        self.vectors: Vectors = _stack([s.vectors for s in shares])
        self.contexts: tuple[str, ...] = tuple(chain.from_iterable(s.contexts for s in shares))
        self.context_vectors: Vectors = _stack([s.context_vectors for s in shares])
        offsets = np.cumsum([0, *(len(s.contexts) for s in shares)])
        rows = [c + int(o) if c >= 0 else -1 for s, o in zip(shares, offsets, strict=False) for c in s.context_of]
        self.context_of: NDArray[np.int64] = np.array(rows, dtype=np.int64)
        self.words: Floats = np.array([u.words for u in self.units], dtype=np.float32)
        self.judged: Floats = np.array([u.judged for u in self.units], dtype=np.float32)
        self.prior: Floats = np.array([u.prior for u in self.units], dtype=np.float32)
        self.flags: dict[str, NDArray[np.bool_]] = {
            form: np.array([form in u.forms for u in self.units], dtype=bool) for form in FORMS
        }
        for flag in ("me", "you", "you_are", "third", "asks", "opening"):
            self.flags[flag] = np.array([getattr(u, flag) for u in self.units], dtype=bool)
        self.postings = _postings([u.terms for u in self.units])
        self.context_postings = _postings([terms(c) for c in self.contexts])
        self.sizes: Floats = np.array([max(len(u.terms), 1) for u in self.units], dtype=np.float32)

    def __len__(self) -> int:
        return len(self.units)

    def spread(self, by_context: Floats) -> Floats:
        """Values by context made values by unit; 0 for a unit without one."""
        if not len(by_context):
            return np.zeros(len(self.units), dtype=np.float32)
        return np.where(self.context_of >= 0, by_context[self.context_of], np.float32(0)).astype(np.float32)


def _stack(blocks: list[Vectors]) -> Vectors:
    return np.concatenate(blocks) if blocks else np.zeros((0, DIMENSIONS), dtype=np.float32)


Postings = dict[str, tuple[NDArray[np.int64], Floats]]


def _postings(documents: Sequence[Sequence[str]]) -> Postings:
    raw: dict[str, dict[int, int]] = {}
    for at, document in enumerate(documents):
        for term in document:
            counts = raw.setdefault(term, {})
            counts[at] = counts.get(at, 0) + 1
    return {
        term: (np.fromiter(c, dtype=np.int64, count=len(c)), np.fromiter(c.values(), dtype=np.float32, count=len(c)))
        for term, c in raw.items()
    }
