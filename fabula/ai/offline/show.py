"""How a chosen piece of the book is shown: the words exactly, where they stand, and one thing around them.

Owns quotation, elision, the occasion, the beat and the addressee. It chooses nothing. Promise: every quoted or told
word is the book's, in its order; each citation is an exact piece of one chapter with whitespace squeezed.
"""

from __future__ import annotations

import re

from fabula.ai.offline.answer import Answer, Citation, Part
from fabula.ai.offline.chapter import Line, ReadChapter, Told
from fabula.ai.offline.fixed import fill
from fabula.ai.offline.lexicon_en import STOP
from fabula.ai.offline.names import TITLES
from fabula.ai.offline.sentences import Span, length, sentences, squeeze, tail
from fabula.ai.offline.units import Unit
from fabula.ai.offline.view import View
from fabula.ai.offline.vocabulary import word_set

OCCASION = 140
OCCASION_ZH = 60
BEAT = 18.0
_SAID = word_set(
    "said asked replied cried answered returned exclaimed observed added remarked began continued repeated inquired "
    "enquired demanded called went put interrupted spoke thought shouted whispered muttered murmured rejoined say says "
    "told"
)
_EDGE = re.compile(r"^[\s,.;:\"'“”‘’—–-]+|[\s,;:\"“”‘—–-]+$")
_EDGE_ZH = re.compile(r"^[\s，。；：“”‘’「」]+|[\s，；：“”‘’「」]+$")
_GESTURE = re.compile(r"[怒笑泣哭惊喜叹悲愕恐泪恨骂喝拜跪指摇抚颤羞愧急慌红低轻冷瞪皱点]")


def quotation(chapter: ReadChapter, unit: Unit, part: int) -> tuple[str, list[Citation]]:
    """The words of a unit and where they stand."""
    pieces = [chapter.text[s:e] for s, e in unit.spans]
    citations = [Citation(chapter.number, s, e, squeeze(chapter.text[s:e]), part) for s, e in unit.spans]
    return shown([squeeze(p) for p in pieces], chapter.chinese), citations


def shown(pieces: list[str], chinese: bool) -> str:
    """Pieces of one speech put together; a comma that only stood before the narrator's tag is dropped or closed."""
    text = ""
    for piece in (p.replace("_", "") for p in pieces):
        if not text:
            text = piece
            continue
        fresh = piece[:1].isupper() and not piece.startswith(("I ", "I'", "I’"))
        if text.endswith(",") and fresh:
            text = text[:-1] + "."
        text += piece if chinese else " " + piece
    if text[-1:] in ",;:，；：、":
        return text[:-1] + ("……" if chinese else "...")
    return text


def line_answer(view: View, unit: Unit, kind: str, name: str, language: str, sure: float, *, occasion: bool) -> Answer:
    """A line, with its introduction where the band asks for one, and at most one of occasion, beat and addressee."""
    chapter = view.chapters[unit.line.chapter]
    parts: list[Part] = []
    citations: list[Citation] = []
    intro = {"nearest": "nearest", "greeting": "first"}.get(kind)
    if intro:
        parts.append(Part("intro", fill(intro, language, name=name)))
    around, spans = (None, []) if kind == "greeting" else _around(view, chapter, unit, language, occasion)
    if around is not None and around.type != "beat":
        parts.append(around)
        citations.extend(_cited(chapter, spans, len(parts) - 1))
    text, own = quotation(chapter, unit, len(parts))
    parts.append(Part("quote", text))
    citations = own + citations
    if around is not None and around.type == "beat":
        parts.append(around)
        citations.extend(_cited(chapter, spans, len(parts) - 1))
    return Answer(kind, tuple(parts), tuple(citations), (), sure)


def passage_answer(view: View, told: Told, language: str, sure: float, *, intro: bool = True) -> Answer:
    """A sentence of the narrator, introduced as the book's."""
    chapter = view.chapters[told.chapter]
    parts = [Part("intro", fill("passage", language))] if intro else []
    text = squeeze(chapter.text[told.start : told.end]).replace("_", "")
    parts.append(Part("passage", text))
    return Answer("passage", tuple(parts), tuple(_cited(chapter, [(told.start, told.end)], len(parts) - 1)), (), sure)


def _cited(chapter: ReadChapter, spans: list[Span], part: int) -> list[Citation]:
    return [Citation(chapter.number, s, e, squeeze(chapter.text[s:e]), part) for s, e in spans]


def _around(
    view: View, chapter: ReadChapter, unit: Unit, language: str, occasion: bool
) -> tuple[Part | None, list[Span]]:
    line = unit.line
    if occasion and line.answers is not None and unit.opening:
        return occasion_part(view, chapter, chapter.lines[line.answers], language)
    beat = beat_of(chapter, unit)
    if beat is not None:
        return Part("beat", squeeze(chapter.text[beat[0] : beat[1]]).replace("_", "")), [beat]
    other = view.called(line.addressee) if line.addressee else None
    if other:
        return Part("occasion", fill("to", language, other=other)), []
    return None, []


def occasion_part(view: View, chapter: ReadChapter, answered: Line, language: str) -> tuple[Part, list[Span]]:
    """What had been said before the quotation, by whom if that is known for sure, and where it stands."""
    joined = shown([squeeze(chapter.text[s:e]) for s, e in answered.pieces], chapter.chinese)
    text = tail(joined, OCCASION_ZH if chapter.chinese else OCCASION)
    question = text.rstrip("\"'”’").endswith(("?", "？"))
    other = view.called(answered.speaker) if answered.speaker and answered.sure else None
    key = ("asked" if question else "said") if other else ("was-asked" if question else "was-said")
    spans = [answered.pieces[-1]] if len(answered.pieces) > 1 else list(answered.pieces)
    return Part("occasion", fill(key, language, other=other or "", line=text)), spans


def beat_of(chapter: ReadChapter, unit: Unit) -> Span | None:
    """The narration beside a quotation, when it is short and tells more than who spoke."""
    start, end = chapter.paragraphs[unit.line.paragraph]
    spans = unit.spans
    if spans[-1][1] not in {piece[1] for piece in unit.line.pieces}:
        return None
    if len(spans) > 1:
        gap = (spans[0][1], spans[1][0])
    elif chapter.chinese:
        lead = sentences(chapter.text, start, spans[0][0])
        gap = lead[-1] if lead and not chapter.quoted(*lead[-1]) else (start, start)
    else:
        following = [p[0] for ln in _beside(chapter, unit) for p in ln.pieces if p[0] >= spans[-1][1]]
        gap = (spans[-1][1], min([*following, end]))
        stops = sentences(chapter.text, *gap)
        gap = (gap[0], stops[0][1]) if stops else gap
    return _telling(chapter, *gap)


def _beside(chapter: ReadChapter, unit: Unit) -> list[Line]:
    index = unit.line.index
    return list(chapter.lines[index : index + 2])


def _telling(chapter: ReadChapter, start: int, end: int) -> Span | None:
    edge = _EDGE_ZH if chapter.chinese else _EDGE
    raw = chapter.text[start:end]
    lead = edge.match(raw)
    begin = start + (lead.end() if lead and lead.start() == 0 and lead.end() else 0)
    text = chapter.text[begin:end]
    trail = next((m for m in edge.finditer(text) if m.end() == len(text) and m.start() > 0), None)
    finish = begin + (trail.start() if trail else len(text))
    text = chapter.text[begin:finish]
    if not text.strip() or length(text) > BEAT or any(mark in text for mark in '"“”'):
        return None
    named = chapter.between(begin, finish)
    rest = text
    for mention in sorted(named, key=lambda m: -m.start):
        rest = rest[: mention.start - begin] + " " + rest[mention.end - begin :]
    if chapter.chinese:
        begin = max(begin, chapter.text.rfind("，", begin, finish) + 1)
        return (begin, finish) if 3 <= finish - begin <= 14 and _GESTURE.search(text[-14:]) else None
    words = [w for w in re.findall(r"\b[a-z]+", rest) if w not in STOP and w not in _SAID and w not in TITLES]
    speaks = any(w in _SAID for w in re.findall(r"[a-z]+", text.lower())[:4])
    return (begin, finish) if words and speaks and length(text) >= 3 and "\n\n" not in text else None
