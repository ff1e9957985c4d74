"""The pieces of a character's speech that may be quoted alone: short lines whole, long ones by windows of sentences.

Owns where a long speech may be cut. It knows nothing of vectors or scores. Promise: a unit begins and ends where a
sentence does (or, in a sentence of extraordinary length, a clause), and its spans are those of the chapter's text.
"""

from __future__ import annotations

from dataclasses import dataclass

from fabula.ai.offline.chapter import Line, ReadChapter
from fabula.ai.offline.forms import (
    dangles,
    forms,
    has_me,
    has_third,
    has_you,
    judgements,
    prior,
    says_you_are,
    tells,
    tells_of_third,
)
from fabula.ai.offline.names import Mention
from fabula.ai.offline.sentences import CJK, Span, clauses, length, sentences, squeeze
from fabula.ai.offline.terms import terms

WHOLE = 42.0
WINDOW = 38.0
LEAST = 5.0
# What a line loses when its speaker is not certain: 0.04 for one that is right eight times in ten.
DOUBT = 0.2
ENDLESS = 48.0


@dataclass(frozen=True)
class Unit:
    """A quotable piece: `spans` in the chapter; `sentences` are indices into the line's own list of sentences."""

    line: Line
    spans: tuple[Span, ...]
    first: int
    last: int
    text: str
    words: float
    opening: bool
    whole_end: bool
    terms: tuple[str, ...]
    named: frozenset[str]
    vocative: frozenset[str]
    about: frozenset[str]
    about_far: frozenset[str]
    judged: int
    tells: frozenset[str]
    forms: frozenset[str]
    prior: float
    me: bool
    you: bool
    you_are: bool
    third: bool
    asks: bool


def parts_of(chapter: ReadChapter, line: Line) -> list[tuple[Span, ...]]:
    """The sentences of a line, each as spans of the chapter: a sentence cut by its tag has several."""
    found: list[tuple[Span, ...]] = []
    carried: tuple[Span, ...] = ()
    for at, (start, end) in enumerate(line.pieces):
        cuts: list[Span] = []
        for span in sentences(chapter.text, start, end):
            long = length(chapter.text[span[0] : span[1]]) > ENDLESS
            cuts.extend(clauses(chapter.text, *span, WINDOW) if long else [span])
        for number, cut in enumerate(cuts):
            carried = (*carried, cut)
            open_end = number == len(cuts) - 1 and at + 1 < len(line.pieces) and _goes_on(chapter, line, at)
            if not open_end:
                found.append(carried)
                carried = ()
    if carried:
        found.append(carried)
    return found


def _goes_on(chapter: ReadChapter, line: Line, at: int) -> bool:
    """Whether the sentence at the end of a piece is finished by the next piece, after the narrator's tag."""
    last = chapter.text[line.pieces[at][1] - 1]
    following = chapter.text[line.pieces[at + 1][0]]
    if last in ".!?。！？…":
        return False
    gap = chapter.text[line.pieces[at][1] : line.pieces[at + 1][0]].rstrip("\"'“‘「『 \n")
    return following.islower() or following == "I" or CJK.match(following) is not None or not gap.endswith(".")


def units_of(chapter: ReadChapter, line: Line, genders: dict[str, str]) -> tuple[list[tuple[Span, ...]], list[Unit]]:
    """The sentences of a line and the units made of them."""
    parts = parts_of(chapter, line)
    sizes = [length(_text(chapter, part)) for part in parts]
    windows: list[tuple[int, int]] = []
    if length(line.text) <= WHOLE or len(parts) == 1:
        windows.append((0, len(parts)))
    else:
        for first in range(len(parts)):
            last, total = first + 1, sizes[first]
            while last < len(parts) and total + sizes[last] <= WINDOW:
                total += sizes[last]
                last += 1
            if total >= LEAST or first == 0:
                windows.append((first, last))
    return parts, [_unit(chapter, line, parts, first, last, genders) for first, last in windows]


def _text(chapter: ReadChapter, spans: tuple[Span, ...]) -> str:
    return squeeze(" ".join(chapter.text[s:e] for s, e in spans)).replace("_", "")


def merged(spans: list[Span] | tuple[Span, ...], line: Line) -> tuple[Span, ...]:
    """Spans joined where they lie in the same piece of a line."""
    joined: list[Span] = []
    for start, end in spans:
        piece = next((p for p in line.pieces if p[0] <= start and end <= p[1]), None)
        if joined and piece is not None and piece[0] <= joined[-1][0]:
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return tuple(joined)


def _unit(
    chapter: ReadChapter,
    line: Line,
    parts: list[tuple[Span, ...]],
    first: int,
    last: int,
    genders: dict[str, str],
) -> Unit:
    spans = merged([span for part in parts[first:last] for span in part], line)
    text = _text(chapter, spans)
    words = length(text)
    inside = [m for m in line.named if any(s <= m.start < e for s, e in spans)]
    vocative = frozenset(m.character for m in inside if _is_vocative(chapter.text, m, spans))
    named = frozenset(m.character for m in inside) - vocative
    third = has_third(text)
    near, far = _meant(chapter, line, spans[0][0], text, genders) if third and not named else (frozenset(), frozenset())
    return Unit(
        line,
        spans,
        first,
        last,
        text,
        words,
        first == 0,
        last == len(parts),
        tuple(terms(text)),
        named,
        vocative,
        near,
        far,
        judgements(text, chapter.chinese),
        _told_of(chapter, inside, spans, vocative) | (near if tells_of_third(text) else frozenset()),
        forms(text, chapter.chinese),
        prior(text, words, named=bool(named), vocative=bool(vocative))
        - DOUBT * (1 - line.confidence)
        - (0.0 if first == 0 else _lean(text)),
        has_me(text),
        has_you(text),
        says_you_are(text),
        third,
        text.rstrip("\"'”’_").endswith(("?", "？")),
    )


def _lean(text: str) -> float:
    """A window that does not open its speech and leans on what came before is worse than one that opens it."""
    return 0.04 if dangles(text) else 0.0


def _is_vocative(text: str, mention: Mention, spans: tuple[Span, ...]) -> bool:
    """Whether a name is called rather than spoken of: set off by commas, or alone."""
    start, end = next((s, e) for s, e in spans if s <= mention.start < e)
    before = text[start : mention.start].rstrip(" \n_")
    after = text[mention.end : end].lstrip(" \n_")[:1]
    for lead in ("my dearest", "my dear", "dearest", "dear", "oh", "O", "yes", "no", "my", "Oh", "Ah", "ah", "old"):
        if before.endswith((" " + lead, "\n" + lead)) or before == lead or before == lead.capitalize():
            before = before[: -len(lead)].rstrip(" \n_")
            break
    opened = not before or before[-1] in ",.!?;:-—，。！？；：、"
    closed = not after or after in ",.!?;:-—，。！？；："
    return opened and closed


def _told_of(
    chapter: ReadChapter, inside: list[Mention], spans: tuple[Span, ...], vocative: frozenset[str]
) -> frozenset[str]:
    """Those of whom something is said: the name is followed by what it is, has or does."""
    found = set()
    for mention in inside:
        end = next(e for s, e in spans if s <= mention.start < e)
        if mention.character not in vocative and tells(chapter.text[mention.end : min(end, mention.end + 40)]):
            found.add(mention.character)
    return frozenset(found)


def _meant(
    chapter: ReadChapter, line: Line, at: int, text: str, genders: dict[str, str]
) -> tuple[frozenset[str], frozenset[str]]:
    """Whom "he" or "she" in a unit may mean: named in the line it answers or earlier in the line; or just before.

    The speaker and the one spoken to are never meant. Where genders are known they must agree.
    """
    low = f" {text.lower()} "
    wanted = {
        gender
        for gender, marks in (("female", (" she", " her", "她")), ("male", (" he ", " he'", " him", " his ", "他")))
        if any(mark in low for mark in marks)
    }
    excluded = {line.speaker, line.addressee}

    def fits(character: str) -> bool:
        gender = genders.get(character)
        return character not in excluded and (gender is None or not wanted or gender in wanted)

    before = [m.character for m in line.named if m.start < at and fits(m.character)]
    answered = chapter.lines[line.answers] if line.answers is not None else None
    near = before[-1:]
    if not near and answered is not None:
        near = [m.character for m in answered.named if fits(m.character)][-1:]
    if near:
        return frozenset(near), frozenset()
    reach = max(line.start - (200 if chapter.chinese else 1200), 0)
    far = [m.character for m in chapter.between(reach, line.start) if fits(m.character)][-1:]
    return frozenset(), frozenset(far)
