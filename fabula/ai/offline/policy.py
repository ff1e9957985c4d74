"""Which answer a message gets: a line, the nearest line, a passage, first words, a continuation or a fixed sentence.

Owns the bands and the order in which acts are looked at. Scores come from elsewhere, wording too. Promise: whatever
cannot be answered - unknown, locked, nonsense, orders to a machine - gets one and the same kind of fixed sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fabula.ai.offline.answer import Answer, Part, Past, quoted
from fabula.ai.offline.embed import Embedder, Vectors
from fabula.ai.offline.fixed import fill, times
from fabula.ai.offline.follow import go_on
from fabula.ai.offline.message import Asked
from fabula.ai.offline.passage import ENOUGH as PASSAGE
from fabula.ai.offline.passage import Found, best_passage, introduction
from fabula.ai.offline.score import Scores, score
from fabula.ai.offline.show import line_answer, passage_answer
from fabula.ai.offline.social import ENOUGH as SOCIAL
from fabula.ai.offline.social import Manners, rank
from fabula.ai.offline.view import View
from fabula.ai.offline.voice import Floats, Voice

LINE = 0.52
NEAREST = 0.38
NEAREST_WORDS = 4
SAME = 0.88
AGAIN = 0.15
LATELY = 12
INSTEAD = 0.25
_REFUSED = frozenset({"instruction", "obscene"})
_REMARKS = frozenset({"advice", "when", "where", "number", "greet"})
_TELLS = frozenset({"who", "where", "when", "event", "who-is"})


@dataclass(frozen=True)
class Talk:
    """One turn: everything that decides an answer."""

    asked: Asked
    past: Sequence[Past]
    voice: Voice
    view: View
    embed: Embedder
    manners: Manners
    name: str
    language: str
    narrator: str | None


def choose(talk: Talk) -> Answer:
    """The answer to one message."""
    acts = talk.asked.acts
    if acts & _REFUSED:
        return refuse(talk, "none")
    if "meta" in acts:
        return refuse(talk, "meta")
    if acts & {"more", "why-follow"} and any(p.role == "character" for p in talk.past):
        return go_on(talk.past, talk.voice.character, talk.view, talk.language) or refuse(talk, "end")
    if "bye" in acts:
        return _by_form(talk, "farewell") or refuse(talk, "bye")
    act = talk.asked.social
    if act == "greet":
        return _greet(talk)
    if act is not None:
        return _mannered(talk, act)
    return _told(talk)


def refuse(talk: Talk, key: str) -> Answer:
    """A fixed sentence; its wording depends only on how many of its set came before."""
    text = fill(key, talk.language, times(key, talk.past), name=talk.name)
    return Answer("fixed", (Part("fixed", text),), (), (), 0.0, key)


def used_spans(past: Sequence[Past]) -> list[tuple[int, int, int]]:
    """Chapter, start and end of everything already quoted in this conversation."""
    return [
        (c.chapter, c.start, c.end)
        for a in quoted(past)
        for c in a.citations
        if a.parts[c.part].type in ("quote", "passage")
    ]


def _fresh(talk: Talk) -> tuple[NDArray[np.bool_], Floats]:
    """Which units were not used and are not all but the same as one that was; and how near each is to those."""
    voice, spans = talk.voice, used_spans(talk.past)
    free = np.ones(len(voice), dtype=bool)
    near = np.zeros(len(voice), dtype=np.float32)
    if not spans or not len(voice):
        return free, near
    said: list[str] = []
    for answer in quoted(talk.past):
        said.extend(p.text for p in answer.parts if p.type in ("quote", "passage"))
    for at, unit in enumerate(voice.units):
        if any(c == unit.line.chapter and s < unit.spans[-1][1] and unit.spans[0][0] < e for c, s, e in spans):
            free[at] = False
    vectors: Vectors = talk.embed.encode(said)
    likeness = voice.vectors @ vectors.T
    free &= likeness.max(axis=1) <= SAME
    near = likeness[:, -LATELY:].max(axis=1).clip(min=0)
    return free, near.astype(np.float32)


def _best(values: Floats, free: NDArray[np.bool_]) -> int | None:
    if not free.any():
        return None
    return int(np.argmax(np.where(free, np.round(values, 4), -np.inf)))


def _greet(talk: Talk) -> Answer:
    return _by_form(talk, "greeting") or _first_words(talk) or refuse(talk, "greet")


def _by_form(talk: Talk, form: str) -> Answer | None:
    """A line that is a greeting or a farewell by its form, the nearest one to the message."""
    voice = talk.voice
    free, _ = _fresh(talk)
    fitting = free & voice.flags[form] & (voice.words <= 16) & ~voice.flags["third"] & voice.flags["opening"]
    if not fitting.any():
        return None
    near = voice.vectors @ talk.embed.encode([talk.asked.text])[0]
    at = _best((near + 0.5 * voice.prior).astype(np.float32), fitting)
    if at is None or near[at] < 0.30:
        return None
    return line_answer(talk.view, voice.units[at], "line", talk.name, talk.language, 0.6, occasion=False)


def _first_words(talk: Talk) -> Answer | None:
    voice = talk.voice
    free, _ = _fresh(talk)
    for at, unit in enumerate(voice.units):
        if free[at] and 5 <= unit.words <= 45 and unit.prior > -0.16 and unit.opening:
            if quoted(talk.past) and any(a.kind == "greeting" for a in quoted(talk.past)):
                return None
            return line_answer(talk.view, unit, "greeting", talk.name, talk.language, 0.6, occasion=False)
    return None


def _mannered(talk: Talk, act: str) -> Answer:
    free, near = _fresh(talk)
    values = rank(act, talk.asked, talk.voice, talk.manners, talk.embed) - np.float32(AGAIN) * near
    at = _best(values, free)
    if at is None or values[at] < SOCIAL:
        told = _introduced(talk) if act == "who-are-you" else None
        return told or refuse(talk, "reader" if act == "reader" else "none")
    sure = round(float(values[at]), 3)
    return line_answer(talk.view, talk.voice.units[at], "line", talk.name, talk.language, sure, occasion=False)


def _introduced(talk: Talk) -> Answer | None:
    """Who the character is, in the narrator's words."""
    found = introduction(talk.voice.character, talk.view, talk.embed, used_spans(talk.past))
    return None if found is None else passage_answer(talk.view, found.told, talk.language, found.sure)


def _outside(asked: Asked) -> bool:
    """Whether a message is about something that the unlocked book does not have."""
    if asked.stranger:
        return True
    if not (asked.topics or asked.named or asked.you or asked.acts & _REMARKS):
        return True
    if not asked.foreign or asked.named:
        return False
    return bool(asked.acts & {"opinion", "who-is"}) or len(asked.foreign) == len(asked.topics)


def _told(talk: Talk) -> Answer:
    """A question or a remark about something: the bands."""
    asked, voice = talk.asked, talk.voice
    if _outside(asked):
        return refuse(talk, "none")
    scores = score(asked, voice, talk.view, talk.embed)
    free, near = _fresh(talk)
    at = _best(scores.total - np.float32(AGAIN) * near, free)
    sure = float(scores.sure[at]) if at is not None else 0.0
    passage = _passage(talk, sure)
    if passage is not None:
        return passage_answer(talk.view, passage.told, talk.language, round(passage.sure, 3))
    if at is None or sure < NEAREST:
        return refuse(talk, "none")
    kind = "line" if sure >= LINE else "nearest"
    decided = bool(scores.context[at] >= 0.3 or scores.context_cover[at] >= 0.5)
    held = scores.cover[at] >= 0.3 or scores.entity[at] >= 0.15 or scores.context[at] >= 0.15 or decided
    if kind == "nearest" and (voice.words[at] < NEAREST_WORDS or not held):
        return refuse(talk, "none")
    return line_answer(talk.view, voice.units[at], kind, talk.name, talk.language, round(sure, 3), occasion=decided)


def _passage(talk: Talk, sure: float) -> Found | None:
    """A passage where no line is near enough, or where telling is asked for and the passage is much surer."""
    asked = talk.asked
    telling = bool(asked.acts & _TELLS) and not asked.you
    if sure >= NEAREST and not telling:
        return None
    found = best_passage(asked, talk.voice.character, talk.view, talk.embed, used_spans(talk.past), talk.narrator)
    if found is None or found.sure < PASSAGE:
        return None
    if sure >= NEAREST and found.sure < sure + INSTEAD:
        return None
    return found


def explain(talk: Talk, limit: int) -> list[tuple[float, Scores, int]]:
    """The best units with all their scores, for those who tune them."""
    scores = score(talk.asked, talk.voice, talk.view, talk.embed)
    order = np.argsort(-scores.total, kind="stable")[:limit]
    return [(float(scores.total[i]), scores, int(i)) for i in order]
