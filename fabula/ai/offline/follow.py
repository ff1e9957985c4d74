"""What comes after an answer: "tell me more", "why?", "go on" walk on through the scene.

Owns the next piece after a quotation or a passage. It ranks nothing: the book's order is the only order. Promise: the
next piece is of the same chapter, unlocked, and follows at once; where the scene ends, it says so.
"""

from __future__ import annotations

from collections.abc import Sequence

from fabula.ai.offline.answer import Answer, Citation, Part, Past, quoted
from fabula.ai.offline.chapter import Line, ReadChapter
from fabula.ai.offline.sentences import Span, length, squeeze
from fabula.ai.offline.show import occasion_part, passage_answer, shown
from fabula.ai.offline.units import merged, parts_of
from fabula.ai.offline.view import View

LONGEST = 45.0
LINES = 6
PARAGRAPHS = 6


def go_on(past: Sequence[Past], character: str, view: View, language: str) -> Answer | None:
    """The next piece after the last quoted answer; None when there is none."""
    answers = quoted(past)
    if not answers:
        return None
    last = answers[-1]
    spans = [c for c in last.citations if last.parts[c.part].type in ("quote", "passage")]
    if not spans or spans[-1].chapter not in view.chapters:
        return None
    chapter = view.chapters[spans[-1].chapter]
    at = max(c.end for c in spans)
    if last.kind == "passage":
        return _next_told(chapter, at, view, language)
    line = next((ln for ln in chapter.lines if ln.start < at <= ln.end), None)
    if line is None or line.speaker != character:
        return None
    return _rest(chapter, line, at) or _next_line(chapter, line, character, view, language)


def _next_told(chapter: ReadChapter, at: int, view: View, language: str) -> Answer | None:
    following = next((t for t in chapter.told if t.start >= at), None)
    here = chapter.paragraph_at(at - 1)
    if following is None or following.paragraph - here > PARAGRAPHS:
        return None
    return passage_answer(view, following, language, 1.0, intro=False)


def _rest(chapter: ReadChapter, line: Line, at: int) -> Answer | None:
    """The sentences of the same speech that follow position `at`, as many as fit."""
    spans = _fitting(chapter, line, at)
    return _spoken(chapter, line, spans, None, []) if spans else None


def _fitting(chapter: ReadChapter, line: Line, at: int) -> list[Span]:
    spans: list[Span] = []
    total = 0.0
    for part in parts_of(chapter, line):
        if part[0][0] < at:
            continue
        size = sum(length(chapter.text[s:e]) for s, e in part)
        if spans and total + size > LONGEST:
            break
        spans.extend(part)
        total += size
    return spans


def _next_line(chapter: ReadChapter, line: Line, character: str, view: View, language: str) -> Answer | None:
    for following in chapter.lines[line.index + 1 : line.index + 1 + LINES]:
        if following.paragraph - line.paragraph > PARAGRAPHS:
            return None
        if following.speaker != character or not following.sure:
            continue
        occasion: Part | None = None
        cited: list[Span] = []
        if following.answers is not None and following.answers > line.index:
            occasion, cited = occasion_part(view, chapter, chapter.lines[following.answers], language)
        return _spoken(chapter, following, _fitting(chapter, following, 0), occasion, cited)
    return None


def _spoken(chapter: ReadChapter, line: Line, spans: list[Span], occasion: Part | None, cited: list[Span]) -> Answer:
    whole = merged(spans, line)
    parts = [] if occasion is None else [occasion]
    own = [Citation(chapter.number, s, e, squeeze(chapter.text[s:e]), len(parts)) for s, e in whole]
    around = [Citation(chapter.number, s, e, squeeze(chapter.text[s:e]), 0) for s, e in cited]
    text = shown([squeeze(chapter.text[s:e]) for s, e in whole], chapter.chinese)
    return Answer("line", (*parts, Part("quote", text)), (*own, *around), (), 1.0)
