"""A sentence of the narrator that answers a message, where the character's own words do not.

Owns when narration may stand in for speech. A question to "you" takes only a sentence about the character itself, so
that weeping nobody put into words can still be shown. Promise: only unlocked sentences, none that touches a quotation.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from fabula.ai.offline.chapter import Told
from fabula.ai.offline.embed import Embedder
from fabula.ai.offline.forms import dangles, forms, has_me, tells
from fabula.ai.offline.message import Asked
from fabula.ai.offline.sentences import length
from fabula.ai.offline.view import View

ENOUGH = 0.80
CANDIDATES = 6
INTRODUCES = 0.5
ENTERS = 0.3
EARLY = 40
_IS_A = re.compile(r"\b(?:is|was|had been|were) (?:not )?(?:a|an|the|one|so|very|as)\b|[乃是]|者，", re.IGNORECASE)
_OWNED = re.compile(r"['’]|的|[,、，]? (?:and|or) |[和与、]")
_ENDS = re.compile(r"[.!?…。！？][\"”’」』]?$")
_AGED = re.compile(r"(?:今年|年方|已经|不过|才|刚)?[零〇一二三四五六七八九十百\d]{1,4}(?:来|多)?岁")
LONGEST = 330
LONGEST_ZH = 90
NEVER = frozenset(
    {"advice", "greet", "bye", "thanks", "sorry", "how-are-you", "who-are-you", "reader", "insult", "praise"}
)


@dataclass(frozen=True)
class Found:
    """A sentence, how it ranks and how sure it is."""

    told: Told
    value: float
    sure: float


def best_passage(
    asked: Asked,
    character: str,
    view: View,
    embed: Embedder,
    used: Sequence[tuple[int, int, int]],
    narrator: str | None,
) -> Found | None:
    """The best sentence of the narration for a message, None when none may be used."""
    if asked.acts & NEVER or not (asked.topics or asked.named):
        return None
    candidates = [t for t in _candidates(asked, character, view) if not _overlaps(t, used)]
    if not candidates:
        return None
    name = view.called(character) or ""
    opening = asked.opening
    if asked.you and name and opening.startswith(("I ", "吾", "我")):
        opening = name + opening[1:]
    vectors = embed.encode([t.text for t in candidates])
    near = vectors @ embed.encode([asked.text, opening]).T
    sense = np.maximum(near[:, 1], np.float32(0.95) * near[:, 0])
    found = [_judge(asked, character, view, t, float(s), narrator) for t, s in zip(candidates, sense, strict=True)]
    allowed = [f for f in found if f is not None]
    return min(allowed, key=lambda f: (-f.value, f.told.chapter, f.told.start), default=None)


def introduction(character: str, view: View, embed: Embedder, used: Sequence[tuple[int, int, int]]) -> Found | None:
    """An early sentence that says who somebody is: the character its subject, and what it is, was, had or did.

    One that says what they are is preferred; where the book does not, their entrance: the first that they act in.
    """
    name = view.called(character)
    early = [t for t in view.told if any(m.character == character for m in t.named)][:EARLY]
    fitting = [
        t
        for t in early
        if t.named[0].character == character
        and t.named[0].start - t.start <= 24
        and 7 <= length(t.text) <= 60
        and _ENDS.search(t.text)
        and not _overlaps(t, used)
    ]
    if not fitting or name is None:
        return None
    chinese = not name.isascii()
    telling = [t for t in fitting if _tells_what(t, chinese)][:CANDIDATES]
    if telling:
        wanted = f"{name}是个怎样的人" if chinese else f"{name} was a person of such a character."
        near = embed.encode([t.text for t in telling]) @ embed.encode([wanted])[0]
        judged = [
            round(float(s) + 0.12 * ("judgement" in forms(t.text, chinese)), 4)
            for t, s in zip(telling, near, strict=True)
        ]
        at = max(range(len(judged)), key=lambda i: (judged[i], -i))
        if judged[at] >= INTRODUCES:
            return Found(telling[at], judged[at], judged[at])
    entrance = next((t for t in fitting if not _OWNED.match(_after_name(t))), None)
    return None if entrance is None else Found(entrance, ENTERS, ENTERS)


def _after_name(told: Told) -> str:
    return told.text[told.named[0].end - told.start :]


def _tells_what(told: Told, chinese: bool) -> bool:
    """Whether a sentence says what its subject is: a kind, or (in Chinese) an age."""
    after = _after_name(told)
    if chinese and _AGED.match(after):
        return True
    return tells(after[:40]) and bool(_IS_A.search(told.text))


def _overlaps(told: Told, used: Sequence[tuple[int, int, int]]) -> bool:
    return any(c == told.chapter and s < told.end and told.start < e for c, s, e in used)


def _candidates(asked: Asked, character: str, view: View) -> list[Told]:
    """The sentences worth encoding: by words, those about the right person first; introductions for "who is"."""
    people = set(asked.named) or ({character} if asked.you else set())
    longest = LONGEST_ZH if asked.chinese else LONGEST
    ranked: list[tuple[float, int]] = view.narration(dict.fromkeys(asked.topics, 1.0), 60)
    if asked.named and not asked.topics:
        ranked = [
            (2.0 - min(m.start - t.start for m in t.named if m.character in people) / 100, at)
            for at, t in enumerate(view.told)
            if any(m.character in people for m in t.named)
        ][:80]
    scored: list[tuple[float, int]] = []
    for value, at in ranked:
        told = view.told[at]
        if len(told.text) > longest:
            continue
        near = any(m.character in people for m in told.named)
        beside = near or bool(people and people & _paragraph_people(view, told))
        if people and asked.you and not beside:
            continue
        scored.append((value + (3.0 if near else 1.0 if beside else 0.0), at))
    scored.sort(key=lambda item: (-round(item[0], 4), item[1]))
    return [view.told[at] for _, at in scored[:CANDIDATES]]


def _paragraph_people(view: View, told: Told) -> set[str]:
    chapter = view.chapters[told.chapter]
    start, end = chapter.paragraphs[told.paragraph]
    return {m.character for m in chapter.between(start, end)}


def subject(told: Told, view: View) -> str | None:
    """Who a sentence is about: named at its start, or the last one named before its "he" or "she"."""
    if told.named and told.named[0].start - told.start <= 24:
        return told.named[0].character
    first = told.text.split(" ", 1)[0].lower()
    if first in ("he", "she") or told.text[:1] in "他她":
        chapter = view.chapters[told.chapter]
        start = chapter.paragraphs[max(told.paragraph - 1, 0)][0]
        gender = "female" if first == "she" or told.text[:1] == "她" else "male"
        before = [m.character for m in chapter.between(start, told.start)]
        fitting = [c for c in before if view.genders.get(c, gender) == gender]
        return fitting[-1] if fitting else None
    return None


def _judge(asked: Asked, character: str, view: View, told: Told, sense: float, narrator: str | None) -> Found | None:
    own = set(told.terms)
    weights = {term: view.rarity(term) for term in asked.topics}
    whole = sum(weights.values())
    hit = sum(
        max((share * min(w, view.idf(other)) for other, share in view.alternatives(t) if other in own), default=0.0)
        for t, w in weights.items()
    )
    cover = hit / whole if whole else 0.0
    people = {m.character for m in told.named}
    about = subject(told, view)
    told_by_me = narrator == character and has_me(told.text)
    me = 1.0 if character in people or about == character or told_by_me else 0.0
    if not me and character in _paragraph_people(view, told):
        me = 0.5
    named = bool(set(asked.named) & people) or about in asked.named
    if asked.you and not (me == 1.0 or named):
        return None
    if asked.you and cover < 0.45 and not named:
        return None
    if asked.named and not named:
        return None
    words = length(told.text)
    if words < 7 or (_wants_doer(asked) and (about is None or about in asked.named)):
        return None
    value = sense + 0.5 * cover + 0.25 * named + 0.12 * me * asked.you
    value -= 0.10 * (words > 60) + 0.05 * dangles(told.text)
    sure = sense + 0.6 * cover + 0.25 * named + 0.1 * me * asked.you
    shift = _fit(asked, character, told, about, people)
    if asked.foreign and asked.topics:
        shift -= 0.3 * len(asked.foreign) / len(asked.topics)
    return Found(told, round(value + shift, 4), round(sure + shift, 4))


def _wants_doer(asked: Asked) -> bool:
    """Whether the message asks who did something, which only a sentence with a person as its subject answers."""
    return "who" in asked.acts and "who-is" not in asked.acts and not asked.you


def _fit(asked: Asked, character: str, told: Told, about: str | None, people: set[str]) -> float:
    """What the kind of question wants of a sentence: a place, a person as its subject, the right one acting."""
    shift = 0.0
    if asked.acts & {"who-is", "opinion"} and asked.named:
        shift += 0.15 if about in asked.named else -0.10
    if "opinion" in asked.acts and "judgement" not in forms(told.text, asked.chinese):
        shift -= 0.20
    if asked.you and not asked.named:
        shift += 0.10 if about == character else -0.10
    if "where" in asked.acts:
        shift += 0.05 if "place" in forms(told.text, asked.chinese) else -0.25
    if "why" in asked.acts and not asked.you:
        shift += 0.05 if "reason" in forms(told.text, asked.chinese) else -0.10
    return shift
