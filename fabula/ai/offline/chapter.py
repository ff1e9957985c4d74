"""One chapter read for conversation: its lines, what each answers, and its narration.

Owns the join of quoted pieces to lines, the line that a line answers, and the sentences told by the narrator. It knows
only this chapter and the names met up to it, so that nothing later can show through. Promise: linear in the text.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from fabula.ai.offline.book import ChapterText, SpokenLine
from fabula.ai.offline.names import Mention, Names
from fabula.ai.offline.sentences import Span, paragraphs, sentences, squeeze
from fabula.ai.offline.terms import terms, tokens

MAX_GAP = 700
MAX_GAP_ZH = 120
MAX_PARAGRAPHS = 2
_MARKS = '"“”„«»「」『』'


@dataclass(frozen=True)
class Line:
    """All pieces that one speaker says in one paragraph. `answers` is the index of the line it replies to."""

    index: int
    chapter: int
    pieces: tuple[Span, ...]
    speaker: str | None
    addressee: str | None
    paragraph: int
    text: str
    confidence: float
    sure: bool
    answers: int | None
    named: tuple[Mention, ...]

    @property
    def start(self) -> int:
        """Where its first piece begins in the chapter."""
        return self.pieces[0][0]

    @property
    def end(self) -> int:
        """Where its last piece ends in the chapter."""
        return self.pieces[-1][1]


@dataclass(frozen=True)
class Told:
    """A sentence of the narrator: `text[start:end]` of the chapter."""

    index: int
    chapter: int
    start: int
    end: int
    paragraph: int
    text: str
    terms: tuple[str, ...]
    named: tuple[Mention, ...]


class ReadChapter:
    """A chapter with everything about it that does not depend on other chapters."""

    def __init__(
        self, chapter: ChapterText, spoken: Iterable[SpokenLine], names: Names, sure: float, chinese: bool
    ) -> None:
        self.number = chapter.number
        self.text = chapter.text
        self.chinese = chinese
        self.paragraphs = paragraphs(chapter.text)
        self._starts = [start for start, _ in self.paragraphs]
        self.mentions = names.in_text(chapter.text)
        self._mention_starts = [m.start for m in self.mentions]
        pieces = self._pieces(spoken)
        self._spoken = [(p.start, p.end) for p in pieces]
        self._spoken_starts = [start for start, _ in self._spoken]
        self.lines = self._join(pieces, sure)
        self.told = self._narration()
        written = Counter(tokens(chapter.text))
        self.small = Counter({w: n for w, n in written.items() if w.islower()})
        self.capital = Counter({w.lower(): n for w, n in written.items() if not w.islower()})
        self.line_terms = tuple(tuple(terms(line.text)) for line in self.lines)
        self.df: Counter[str] = Counter()
        for document in (*self.line_terms, *(t.terms for t in self.told)):
            self.df.update(set(document))

    def paragraph_at(self, position: int) -> int:
        """Index of the paragraph that holds a position."""
        return max(bisect_right(self._starts, position) - 1, 0)

    def between(self, start: int, end: int) -> list[Mention]:
        """Names between two positions."""
        first = bisect_right(self._mention_starts, start - 1)
        last = bisect_right(self._mention_starts, end - 1)
        return self.mentions[first:last]

    def quoted(self, start: int, end: int) -> bool:
        """Whether any quotation touches `text[start:end]`."""
        at = bisect_right(self._spoken_starts, end - 1) - 1
        return at >= 0 and self._spoken[at][1] > start

    def _pieces(self, spoken: Iterable[SpokenLine]) -> list[SpokenLine]:
        kept: list[SpokenLine] = []
        for piece in sorted(spoken, key=lambda p: (p.start, -p.end)):
            inside = 0 <= piece.start < piece.end <= len(self.text)
            if inside and (not kept or piece.start >= kept[-1].end):
                kept.append(piece)
        return kept

    def _join(self, pieces: list[SpokenLine], sure: float) -> tuple[Line, ...]:
        lines: list[Line] = []
        run: list[SpokenLine] = []
        for piece in pieces:
            if run and not self._same_line(run[-1], piece):
                lines.append(self._line(run, lines, sure))
                run = []
            run.append(piece)
        if run:
            lines.append(self._line(run, lines, sure))
        return tuple(lines)

    def _same_line(self, one: SpokenLine, other: SpokenLine) -> bool:
        if one.speaker != other.speaker:
            return False
        if self.chinese and other.start - one.end > MAX_GAP_ZH:
            return False
        return self.paragraph_at(one.start) == self.paragraph_at(other.start)

    def _line(self, run: list[SpokenLine], before: list[Line], sure: float) -> Line:
        spans = tuple((p.start, p.end) for p in run)
        speaker = run[0].speaker
        paragraph = self.paragraph_at(spans[0][0])
        named = tuple(m for start, end in spans for m in self.between(start, end))
        text = squeeze(" ".join(self.text[start:end] for start, end in spans))
        addressee = next((p.addressee for p in run if p.addressee is not None), None)
        confidence = min(p.confidence for p in run)
        confident = speaker is not None and confidence >= sure
        answers = self._answered(spans[0][0], speaker, paragraph, before)
        return Line(
            len(before),
            self.number,
            spans,
            speaker,
            addressee,
            paragraph,
            text,
            confidence,
            confident,
            answers,
            named,
        )

    def _answered(self, start: int, speaker: str | None, paragraph: int, before: list[Line]) -> int | None:
        if not before or speaker is None:
            return None
        last = before[-1]
        gap = MAX_GAP_ZH if self.chinese else MAX_GAP
        near = start - last.end <= gap and paragraph - self.paragraph_at(last.end - 1) <= MAX_PARAGRAPHS
        if not near:
            return None
        return last.answers if last.speaker == speaker else last.index

    def _narration(self) -> tuple[Told, ...]:
        told: list[Told] = []
        least = 10 if self.chinese else 25
        for number, (begin, finish) in enumerate(self.paragraphs):
            for start, end in sentences(self.text, begin, finish):
                if end - start <= least or self.quoted(start, end):
                    continue
                raw = self.text[start:end]
                if any(mark in raw for mark in _MARKS) or raw.isupper():
                    continue
                plain = squeeze(raw)
                told.append(
                    Told(
                        len(told),
                        self.number,
                        start,
                        end,
                        number,
                        plain,
                        tuple(terms(plain)),
                        tuple(self.between(start, end)),
                    )
                )
        return tuple(told)
