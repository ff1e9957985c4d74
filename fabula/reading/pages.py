"""The book laid out: paragraphs, the chapter of every offset, sentences.

Owns layout questions about one text. Knows nothing of names or speech. Promise: paragraphs are ordered, do not overlap,
never cross a chapter boundary, leave out chapter headings and front matter, and finding them is linear in the text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from copy import copy

from fabula.reading.pace import Pace
from fabula.reading.shapes import Evidence, SectionLike
from fabula.reading.words.english import DOTTED

_BLANK = re.compile(r"\n[^\S\n]*\n\s*")
_LINE = re.compile(r"[^\n]+")
_INDENT = re.compile(r"\n(?=(?:[^\S\n]{2,}|\t|\u3000)\S)")
_HEADING = re.compile(
    r"\W{0,4}(?:(?:chapter|book|volume|part|letter|stave|canto|act|scene|section|prologue|epilogue|vol\b|chapitre|"
    r"kapitel|cap[ií]tulo|глава|часть)\b.{0,100}|[ivxlc]+\W{0,3}|\d{1,4}\W{0,3}(?:[^\n]{0,60})|"
    r"第[零〇一二三四五六七八九十百千两\d]{1,8}[章回节卷部集].{0,60}|楔子.{0,30}|尾声.{0,30}|番外.{0,30}|序章?.{0,30})\s*",
    re.IGNORECASE | re.DOTALL,
)
_STOPS_LATIN = re.compile(r"[.!?…]+[\"'”’»)\]_]*(?=\s+[\"'“‘«„(\[_¿¡—–-]*[^\W\da-z_]|\s*$)")
_STOPS_CJK = re.compile(r"[。！？!?…]+[”’」』）)\"]*")
_LAST_WORD = re.compile(r"([^\W\d_]+)$")

_SENTENCE, _LONG_SENTENCE = 400, 2000
"""How far around an offset its sentence is looked for, first and at most."""

_LONGEST_PARAGRAPH = 50_000
"""A longer paragraph is cut (at a space if there is one), so that work per paragraph stays bounded."""


class Pages:
    """One text with its paragraphs `starts`/`ends` (parallel lists) and chapter numbers."""

    def __init__(self, text: str, sections: Sequence[SectionLike], language: str, pace: Pace) -> None:
        self.text = text
        self.language = language[:2].lower()
        self.cjk = language[:2].lower() in {"zh", "ja"}
        self.starts: list[int] = []
        self.ends: list[int] = []
        spans = _chapters(text, sections)
        self._chapter_starts = [start for start, _, _ in spans]
        self._chapter_numbers = [number for _, _, number in spans]
        by_line = self.cjk or _one_line_each(text)
        for start, end, _ in spans:
            self._lay_out(start, end, by_line, pace)

    def _lay_out(self, start: int, end: int, by_line: bool, pace: Pace) -> None:
        first = len(self.starts)
        for left, right in _blocks(self.text, start, end, by_line):
            if len(self.starts) - first < 1 and right - left < 160 and _HEADING.fullmatch(self.text, left, right):
                continue
            pace.at(left)
            while right - left > _LONGEST_PARAGRAPH:
                cut = self.text.rfind(" ", left + _LONGEST_PARAGRAPH // 2, left + _LONGEST_PARAGRAPH)
                cut = cut if cut > 0 else left + _LONGEST_PARAGRAPH
                self._add(left, cut)
                left = cut
            self._add(left, right)

    def _add(self, start: int, end: int) -> None:
        text = self.text
        while start < end and text[start].isspace():
            start += 1
        while end > start and text[end - 1].isspace():
            end -= 1
        if end > start:
            self.starts.append(start)
            self.ends.append(end)

    def respelt(self, text: str) -> Pages:
        """The same pages over a text that only spells some characters otherwise, so that all offsets hold."""
        other = copy(self)
        other.text = text
        return other

    def chapter(self, offset: int) -> int:
        """The number of the chapter that holds `offset`."""
        return self._chapter_numbers[max(0, bisect_right(self._chapter_starts, offset) - 1)]

    @property
    def chapters(self) -> list[int]:
        """Chapter numbers in reading order."""
        return list(self._chapter_numbers)

    def paragraph(self, offset: int) -> int:
        """The index of the last paragraph that starts at or before `offset` (0 if none does)."""
        return max(0, bisect_right(self.starts, offset) - 1)

    def inside(self, offset: int) -> bool:
        """Whether `offset` lies in a paragraph, not in a heading, front matter or a gap."""
        index = self.paragraph(offset)
        return bool(self.starts) and self.starts[index] <= offset < self.ends[index]

    def sentences(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """The spans of the sentences of text[start:end], trimmed, in order."""
        text = self.text
        at = start
        for stop in (_STOPS_CJK if self.cjk else _STOPS_LATIN).finditer(text, start, end):
            if not self.cjk and text[stop.start()] == "." and _abbreviated(text, at, stop.start()):
                continue
            yield from _trimmed(text, at, stop.end())
            at = stop.end()
        yield from _trimmed(text, at, end)

    def sentence(self, offset: int) -> Evidence:
        """The sentence around `offset`."""
        index = self.paragraph(offset)
        start, end = (self.starts[index], self.ends[index]) if self.starts else (0, len(self.text))
        if not start <= offset < end:
            start, end = offset, min(len(self.text), offset + 1)
        for reach in (_SENTENCE, _LONG_SENTENCE):
            low, high = max(start, offset - reach), min(end, offset + reach)
            for left, right in self.sentences(low, high):
                if left <= offset < right and (
                    reach == _LONG_SENTENCE or self._whole(left, right, low, high, (start, end))
                ):
                    return Evidence(left, right, self.chapter(left))
        return Evidence(offset, min(high, offset + 1), self.chapter(offset))

    def _whole(self, left: int, right: int, low: int, high: int, paragraph: tuple[int, int]) -> bool:
        """Whether a sentence found in text[low:high] is not cut off by these bounds."""
        begun = left > low or low == paragraph[0]
        return begun and (right < high or high == paragraph[1])


def _chapters(text: str, sections: Sequence[SectionLike]) -> list[tuple[int, int, int]]:
    """(start, end, number) of every section that counts; the whole text as chapter 1 if none is numbered."""
    spans = [(s.start, min(s.end, len(text)), s.number) for s in sections if s.number is not None and s.end > s.start]
    return sorted(spans) or [(0, len(text), 1)]


def _one_line_each(text: str) -> bool:
    """Whether the text puts a paragraph on each line instead of parting paragraphs by blank lines."""
    sample = text[:400_000]
    blocks = len(_BLANK.findall(sample)) + 1
    lines = len(_LINE.findall(sample)) or 1
    return lines >= 8 and len(sample) / blocks > 1500


def _blocks(text: str, start: int, end: int, by_line: bool) -> Iterator[tuple[int, int]]:
    if by_line:
        lines = _LINE.findall(text, start, end)
        indents = len(_INDENT.findall(text, start, end))
        average = sum(map(len, lines)) / (len(lines) or 1)
        if not (0.04 * len(lines) < indents < 0.7 * len(lines) and 30 < average < 90):
            for line in _LINE.finditer(text, start, end):
                yield line.span()
            return
    at = start
    for gap in (_INDENT if by_line else _BLANK).finditer(text, start, end):
        yield at, gap.start()
        at = gap.end()
    yield at, end


def _abbreviated(text: str, start: int, dot: int) -> bool:
    word = _LAST_WORD.search(text, max(start, dot - 12), dot)
    if word is None:
        return False
    letters = word.group(1)
    return letters.lower() in DOTTED or (len(letters) == 1 and letters.isupper() and letters != "I")


def _trimmed(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if end > start:
        yield start, end
