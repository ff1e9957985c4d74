"""What is worth asking a character: questions the book's own people asked it, and the people it speaks of.

Owns where suggestions come from. Each is tried through the same door as a reader's message, and kept only when a line
answers it well. Promise: only unlocked lines, at most a fixed number of trials, the same list for the same reader.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence

from fabula.ai.offline.acts import read_acts
from fabula.ai.offline.answer import Answer, Past
from fabula.ai.offline.forms import has_third
from fabula.ai.offline.lexicon_en import ASKING, KIN, STOP
from fabula.ai.offline.sentences import length, sentences
from fabula.ai.offline.terms import stem, topics
from fabula.ai.offline.view import View
from fabula.ai.offline.voice import Voice

MOST = 4
TRIALS = 14
RARE = 4.5
ENOUGH = 0.58
_NOT_ASKED = frozenset({"meta", "instruction", "obscene", "more", "why-follow", "reader"})
_OPENS = re.compile(
    r"^(?:what|why|where|who|how|when|which|do|did|are|were|have|will|would|can|could|is|shall|should|must) ", re.I
)
_UNCLEAR = re.compile(
    r"\b(?:it|that|this|these|those|them|they|there|then|so|such|here|one|sir|madam|mr|mrs|miss|ma'am)\b", re.I
)
_CUT = re.compile(r"(?:n['’]t|\b(?:do|did|is|was|have|had|will|would|can|to|of|for|not))\?$", re.I)
_CALLED = re.compile(r"^[\u4e00-\u9fff]{1,3}，(?=.{5,})")
_YOU = re.compile(r"\byou(?:r|rself)?\b", re.I)
_UNCLEAR_ZH = re.compile(r"[此其之这那他她它]|何故|否")
_THING = re.compile(r"\bthe ([a-z]{4,14})\b(?! of| that| who| which| [a-z]+(?:er|est)\b)")
_ASKS_ZH = re.compile(r"何|谁|安|岂|吗|什么|怎|如何|哪|几|多少")


def topics_for(voice: Voice, view: View, past: Sequence[Past], attempt: Callable[[str], Answer]) -> tuple[str, ...]:
    """Up to four messages, each answered by a different line."""
    asked = {p.text.strip() for p in past if p.role == "reader"}
    chosen: list[str] = []
    seen: set[tuple[int, int]] = set()
    people = _people(voice, view)
    overheard = _overheard(voice, view)
    things = _things(voice, view)
    columns = (people, overheard, things)
    turns = [c[i] for i in range(max(map(len, columns))) for c in columns if i < len(c)]
    for text in turns[:TRIALS]:
        if text in asked or text in chosen:
            continue
        answer = attempt(text)
        if answer.kind != "line" or answer.confidence < ENOUGH:
            continue
        where = (answer.citations[0].chapter, answer.citations[0].start)
        if where not in seen:
            seen.add(where)
            chosen.append(text)
        if len(chosen) == MOST:
            break
    return tuple(chosen)


def _people(voice: Voice, view: View) -> list[str]:
    counts = Counter(c for u in voice.units for c in sorted(u.named) if c != voice.character)
    found = []
    for character, count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:6]:
        name = view.called(character)
        if name and count >= 1:
            chinese = not name.isascii()
            found.append(f"你觉得{name}怎么样？" if chinese else f"What do you think of {_inside(name)}?")
    return found


def _things(voice: Voice, view: View) -> list[str]:
    """Things that a character speaks of more than once and others seldom do."""
    counts: Counter[str] = Counter()
    for unit in voice.units:
        if unit.opening:
            counts.update(dict.fromkeys(_THING.findall(unit.text), 1))
    rare = [
        (count * view.idf(stem(word)), word)
        for word, count in counts.items()
        if count >= 2 and word not in STOP and word not in ASKING and word not in KIN and view.idf(stem(word)) > RARE
    ]
    rare.sort(key=lambda item: (-round(item[0], 4), item[1]))
    return [f"Tell me about the {word}." for _, word in rare[:6]]


def _inside(name: str) -> str:
    return name[0].lower() + name[1:] if name.startswith(("The ", "A ", "An ")) else name


def _overheard(voice: Voice, view: View) -> list[str]:
    """Questions put to the character that can be understood alone, the most telling answers first."""
    found: list[tuple[float, int, str]] = []
    for at, unit in enumerate(voice.units):
        if not unit.opening or unit.line.answers is None or unit.words < 5 or unit.asks:
            continue
        answered = view.line(unit.line.chapter, unit.line.answers)
        spans = sentences(answered.text)
        if not spans or not answered.sure:
            continue
        question = _CALLED.sub("", answered.text[spans[-1][0] : spans[-1][1]].replace("_", ""))
        if _clear(question, view):
            found.append((round(-unit.prior - min(unit.words, 20) / 100, 4), at, question))
    found.sort()
    return [question for _, _, question in found][:10]


def _clear(question: str, view: View) -> bool:
    if not question.endswith(("?", "？")) or has_third(question) or read_acts(question) & _NOT_ASKED:
        return False
    words = length(question)
    if not question.isascii() and any("\u4e00" <= c <= "\u9fff" for c in question):
        return (
            3 <= words <= 10
            and "，" not in question
            and bool(_ASKS_ZH.search(question))
            and not _UNCLEAR_ZH.search(question)
        )
    if not 4 <= words <= 11 or _UNCLEAR.search(question) or _CUT.search(question):
        return False
    about = len(topics(question, named=True)) + len(view.names.in_message(question, view.common))
    return bool(_OPENS.match(question)) and (bool(_YOU.search(question)) or about >= 2)
