"""A reader's message understood: what is done with it, about whom, about what, and how its answer would begin.

Owns the order in which a message is read. It asks the view whether words are known, so that a locked name is read
exactly as a word that does not exist. Promise: bounded work whatever is sent; an empty message is refused.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from fabula.ai.offline.acts import SOCIAL, bare, empty, read_acts, to_you
from fabula.ai.offline.answer import Past
from fabula.ai.offline.lexicon_en import ASKING
from fabula.ai.offline.lexicon_zh import MODERN
from fabula.ai.offline.names import Mention
from fabula.ai.offline.rewrite import rewrite
from fabula.ai.offline.sentences import CJK, length, sentences, squeeze
from fabula.ai.offline.terms import MAX_TERMS, stem, terms, topics
from fabula.ai.offline.view import View
from fabula.ai.offline.vocabulary import word_set
from fabula.errors import Invalid

MAX_MESSAGE = 4000
FOCUS = 320
MANNERED = 9.0
# Kinds of question that a message may not also be, to count as mere manners.
_ANY = frozenset(
    {"opinion", "who-is", "advice", "why", "where", "when", "number", "event", "who", "how", "what", "yes-no"}
)
_QUESTIONS = {
    "": _ANY | {"asks"},
    "how-are-you": frozenset({"why", "where", "when", "number", "event", "advice"}),
    "who-are-you": frozenset({"why", "where", "when", "number", "event", "advice"}),
    "reader": frozenset({"why", "where", "when", "number", "event", "advice"}),
}
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffd]+")
_CAPITAL = re.compile(r"(?<![.!?] )(?<!^)\b[A-Z][a-zà-ÿ]+\b")
_PADDING = re.compile(
    r"\bwhen (?:you|i) (?:grow|grew) up\b|\bin (?:your|the) (?:whole )?(?:life|world)\b|\bright now\b|\bby the way\b"
    r"|\bthese days\b|\bat the moment\b|\bof all\b|\bat all\b",
    re.IGNORECASE,
)
_THIRD = re.compile(r"\b(?:he|him|his|she|her|hers|they|them)\b|[他她]们?", re.IGNORECASE)
_AND_NAME = re.compile(
    r"^(?:and|what about|how about|and what about|and how about|那|那么)?\s*(?P<x>.{1,60}?)\s*(?:呢)?$", re.I
)
_BUILT_IN = word_set(
    "monday tuesday wednesday thursday friday saturday sunday january february march april may june july "
    "august september october november december christmas god english i"
)


@dataclass(frozen=True)
class Asked:
    """One message, read. `named` are ids of those it is about, the character itself never among them.

    `foreign` are topics no unlocked word stands for; `stranger` says that a name or a thing is unknown to the book.
    """

    text: str
    acts: frozenset[str]
    named: tuple[str, ...]
    words: tuple[str, ...]
    topics: tuple[str, ...]
    foreign: tuple[str, ...]
    stranger: bool
    you: bool
    opening: str
    opening_to: str | None
    chinese: bool

    @property
    def social(self) -> str | None:
        """The social act, where the message is nothing else."""
        act = next((act for act in SOCIAL if act in self.acts), None)
        if act is None or self.named or length(self.text) > MANNERED:
            return None
        asking = self.acts & _QUESTIONS[act if act in _QUESTIONS else ""]
        return None if asking else act


def clean(message: str) -> str:
    """The message without control characters. Raises Invalid when it is too long or says nothing."""
    if len(message) > MAX_MESSAGE:
        raise Invalid(f"The message is longer than {MAX_MESSAGE} characters; shorten it.")
    plain = squeeze(_CONTROL.sub(" ", message))
    if empty(plain):
        raise Invalid("The message holds no words; write something to answer.")
    return plain


def read_message(message: str, past: Sequence[Past], view: View, character: str) -> Asked:
    """Read a cleaned message in the light of what was said before."""
    text = _focus(message)
    if text.isupper() and not CJK.search(text):
        text = text.capitalize()
    mentions = view.names.in_message(text, view.common)
    text, mentions = _resume(text, mentions, past, view, character)
    acts = read_acts(text)
    about = tuple(dict.fromkeys(m.character for m in mentions if m.character != character and not _called(text, m)))
    stripped = _without(text, [m for m in mentions if m.character == character or _called(text, m)])
    if not about and _THIRD.search(text):
        about = _earlier(past, view, character)
    chinese = bool(CJK.search(text))
    unnamed = _PADDING.sub(" ", _without(text, list(mentions)))
    found = tuple(topics(unnamed, named=bool(about)))
    foreign = tuple(t for t in found if not view.understood(t))
    opening = rewrite(stripped or text, chinese=chinese, classical=view.classical)
    opening_to = None
    if about and any(m.character == about[0] for m in mentions):
        spoken = text
        for m in sorted(mentions, key=lambda m: -m.start):
            if m.character == about[0]:
                spoken = spoken[: m.start] + ("汝" if chinese else "THEE") + spoken[m.end :]
        turned = rewrite(spoken, chinese=chinese, classical=view.classical)
        opening_to = turned.replace("THEE is", "you are").replace("THEE", "you")
    return Asked(
        text,
        acts,
        about,
        tuple(dict.fromkeys(terms(unnamed)))[:MAX_TERMS],
        found,
        foreign,
        _stranger(text, mentions, view),
        to_you(text),
        opening,
        opening_to,
        chinese,
    )


def _focus(message: str) -> str:
    """The sentence that wants an answer: the last question, else a short message whole, else its last sentence."""
    spans = sentences(message)
    if len(spans) <= 1:
        return message[:FOCUS]
    parts = [message[start:end] for start, end in spans]
    asked = [part for part in parts if part.rstrip().endswith(("?", "？"))]
    if asked:
        return asked[-1][-FOCUS:]
    if len(message) <= FOCUS // 2:
        return message
    return parts[-1][-FOCUS:]


def _called(text: str, mention: Mention) -> bool:
    """Whether a name at the end or the start of a message calls somebody."""
    before, after = text[: mention.start].rstrip(), text[mention.end :].strip()
    ends = before.endswith((",", "，")) and not after.strip("?!.？！。")
    starts = not before and after.startswith((",", "，"))
    return (ends or starts) and len(text) - (mention.end - mention.start) > 6


def _without(text: str, mentions: Sequence[Mention]) -> str:
    for mention in sorted(mentions, key=lambda m: -m.start):
        text = text[: mention.start] + " " + text[mention.end :]
    return re.sub(r"\s+([?!.,])", r"\1", squeeze(text)).strip(" ,，")


def _resume(
    text: str, mentions: list[Mention], past: Sequence[Past], view: View, character: str
) -> tuple[str, list[Mention]]:
    """ "And X?" asks the last question again, of X."""
    others = [m for m in mentions if m.character != character]
    found = _AND_NAME.match(bare(text))
    if len(others) != 1 or found is None:
        return text, mentions
    name = text[others[0].start : others[0].end]
    if found.group("x").strip(" ,") not in (name, f"the {name}", f"The {name}"):
        return text, mentions
    last = next((p.text for p in reversed(past) if p.role == "reader"), None)
    if last is None:
        return text, mentions
    last = _focus(last)
    before = [m for m in view.names.in_message(last, view.common) if m.character != character]
    if before:
        again = last[: before[-1].start] + name + last[before[-1].end :]
    else:
        again = f"你觉得{name}怎么样？" if CJK.search(name) else f"What do you think of {name}?"
    return again, view.names.in_message(again, view.common)


def _earlier(past: Sequence[Past], view: View, character: str) -> tuple[str, ...]:
    """Whom a pronoun means: the last person the reader named."""
    for message in [p for p in past if p.role == "reader"][-3:][::-1]:
        named = [m.character for m in view.names.in_message(message.text[:FOCUS], view.common)]
        others = [c for c in named if c != character]
        if others:
            return (others[-1],)
    return ()


def _stranger(text: str, mentions: Sequence[Mention], view: View) -> bool:
    """Whether a name, or a thing of the present day, is one that the unlocked book does not have."""
    for found in _CAPITAL.finditer(text):
        word = found.group()
        inside = any(m.start <= found.start() < m.end for m in mentions)
        low = word.lower()
        if inside or low in _BUILT_IN or low in ASKING or view.knows_word(word) or view.understood(stem(low)):
            continue
        return True
    return any(word in text and not view.occurs(word[:2]) for word in MODERN)
