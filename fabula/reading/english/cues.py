"""Who the words around a quote say is speaking: "said X", "X said,", a pronoun, "the old man", or a gesture beside it.

Owns reading the narration that touches a quote. Knows nothing of conversations or of which names are one person. A cue
is a tag when a verb of speech ties it to the quote, a beat when only its subject stands there. Promise: each cue
is read from at most a few hundred characters beside its quote.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from fabula.reading.words import listed
from fabula.reading.words.english import (
    COMMON_VERBS,
    DETERMINERS,
    DOTTED,
    FEMALE_NOUNS,
    MALE_NOUNS,
    PERSON_NOUNS,
    RELATION_NOUNS,
    SPEECH_VERBS,
    WEAK_SPEECH,
)

_TOKEN = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*|--|[.,;:!?()…—–]")
_BREAK = frozenset(".!?;…")
_PREPOSITIONS = listed(
    "to of at with for from by on in upon after before than about into over under toward towards against "
    "behind beside between beyond like near round through without within"
)
_LINKS = listed("out up again back on off in at forth aloud then softly there")
_ADVERBS = listed("only always never also still then himself herself even just at last")
_SUBORDINATORS = listed("as when while whilst after before though although if because since until till unless once")
_OWNERS = listed("his her my our their your")
_ASIDES = _SUBORDINATORS | listed("who whose whom which in with at by on from to half quite looking")
_REACH_AFTER = 160
_REACH_BEFORE = 320


@dataclass(frozen=True, slots=True)
class Ref:
    """Something that names a speaker. `kind`: name, he, she, they, i, noun; `name` is a name's index or -1.

    `at` and `end` are where the text has it; `phrase` is the description without its article ("tall man"), `noun` its
    last word.
    """

    kind: str
    name: int
    gender: str
    noun: str
    definite: bool
    at: int
    end: int
    phrase: str = ""


@dataclass(frozen=True, slots=True)
class Cue:
    """A reference beside a quote; `tag` when a verb of speech ties it to the quote."""

    ref: Ref
    tag: bool
    after: bool


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    low: str
    at: int

    @property
    def end(self) -> int:
        """Where the word ends."""
        return self.at + len(self.text)


class CueReader:
    """Reads cues in one text, given where names stand: `names` maps a start offset to (end, name index, owns)."""

    def __init__(self, text: str, names: dict[int, tuple[int, int, bool]]) -> None:
        self._text = text
        self._names = names

    def after(self, start: int, end: int) -> Cue | None:
        """The cue in the narration text[start:end] that follows a quote."""
        words = self._words(start, min(end, start + _REACH_AFTER))
        broken = bool(words) and words[0].low in _BREAK
        while words and not words[0].low[0].isalpha():
            words = words[1:]
        if not words:
            return None
        words = _first_sentence(words)
        begin = 1 if len(words) > 1 and words[0].low.endswith("ly") else 0
        verb = words[begin].low
        if not broken and (verb in SPEECH_VERBS or verb.endswith("ed")):
            at = begin + 1
            while at < len(words) and (words[at].low in _LINKS or words[at].low.endswith("ly")):
                at += 1
            found = self._phrase(words, at) or self._behind_adjectives(words, at)
            if found and (verb in SPEECH_VERBS or found[0].kind != "noun"):
                return Cue(found[0], True, True)
        found = self._phrase(words, begin)
        if found is None:
            return None
        ref, at = found
        for word in words[at : at + 9]:
            if word.low in SPEECH_VERBS and (not broken or word.low not in WEAK_SPEECH):
                return Cue(ref, not broken, True)
            if word.low in _BREAK or (word.low in _PREPOSITIONS and word.low != "with"):
                break
        return Cue(ref, False, True)

    def before(self, start: int, end: int) -> Cue | None:
        """The cue in the narration text[start:end] that leads to a quote beginning at `end`."""
        low = max(start, end - _REACH_BEFORE)
        words = self._words(low, end)
        if not words:
            return None
        closing = words[-1].low
        sentence = _last_sentence(words)
        if not sentence:
            return None
        leads = closing in {",", ":", "—", "--", "–"} or closing[0].isalpha()
        if leads:
            for at in range(len(sentence) - 1, -1, -1):
                word = sentence[at].low
                if word in SPEECH_VERBS and not (word in WEAK_SPEECH and closing != "," and closing != ":"):
                    ref = self._subject_of(sentence, at)
                    if ref is not None:
                        return Cue(ref, True, False)
        subject = self.subject(sentence)
        return Cue(subject, leads and closing == ":", False) if subject else None

    def subject(self, words: list[_Word]) -> Ref | None:
        """The subject of a sentence given as words: its first noun phrase not behind a preposition."""
        blocked = False
        at = 0
        aside = False
        while at < len(words) and at < 24:
            low = words[at].low
            if low in _SUBORDINATORS and (at == 0 or words[at - 1].low in {",", "but", "and", "then", ";"}):
                aside = _comma_after(words, at) and not aside
            if aside:
                aside = low != ","
                at += 1
                continue
            found = self._phrase(words, at)
            if found is not None:
                if not blocked:
                    return found[0]
                at = found[1]
                blocked = False
                continue
            if low in _PREPOSITIONS:
                blocked = True
            elif low == ",":
                blocked = False
            elif low in COMMON_VERBS and low not in _ADVERBS:
                return None
            at += 1
        return None

    def _subject_of(self, words: list[_Word], verb: int) -> Ref | None:
        at = verb - 1
        while at >= 0 and (words[at].low.endswith("ly") or words[at].low in {"had", "then", "only", "would", "has"}):
            at -= 1
        joined = at >= 0 and words[at].low in {"and", "but", ","}
        last: Ref | None = None
        first: Ref | None = None
        position = 0
        reached = -1
        while position < verb:
            found = self._phrase(words, position)
            if found is None:
                position += 1
                continue
            behind = position > 0 and words[position - 1].low in _PREPOSITIONS
            if not behind:
                first = first or found[0]
                last = found[0]
                reached = found[1]
            position = max(found[1], position + 1)
        if joined and (aside := self._before_aside(words, verb)) is not None:
            return aside
        if last is not None and (reached >= at + 1 and not joined):
            return last
        if first is not None:
            return first
        following = self._phrase(words, verb + 1)
        return following[0] if following else None

    def _before_aside(self, words: list[_Word], verb: int) -> Ref | None:
        """The name before an aside between commas that ends right before the verb ("X, who had risen, said")."""
        for at in range(min(verb - 2, len(words) - 1), 0, -1):
            if (words[at].low == "," and words[at + 1].low in _ASIDES) or (
                words[at].low == "," and words[at + 1].low.endswith("ing")
            ):
                for begin in range(max(0, at - 5), at):
                    found = self._phrase(words, begin)
                    behind = begin > 0 and words[begin - 1].low in _PREPOSITIONS
                    if found is not None and found[1] == at and found[0].kind == "name" and not behind:
                        return found[0]
        return None

    def _words(self, start: int, end: int) -> list[_Word]:
        return [_Word(m.group(), m.group().lower(), m.start()) for m in _TOKEN.finditer(self._text, start, end)]

    def _phrase(self, words: list[_Word], at: int) -> tuple[Ref, int] | None:
        """The noun phrase that begins at word `at`, with the index behind it."""
        if at >= len(words):
            return None
        word = words[at]
        named = self._names.get(word.at)
        if named is not None:
            return self._named(words, at, named)
        low = word.low
        if low in {"he", "she", "they", "we"}:
            kind = low if low in {"he", "she"} else "they"
            return Ref(kind, -1, {"he": "m", "she": "f"}.get(low, ""), "", False, word.at, word.end), at + 1
        if word.text == "I":
            return Ref("i", -1, "", "", False, word.at, word.end), at + 1
        if low in DETERMINERS:
            return self._described(words, at)
        return None

    def _behind_adjectives(self, words: list[_Word], at: int) -> tuple[Ref, int] | None:
        """A name behind up to three plain words ("poor little Nora")."""
        for step in range(at, min(at + 4, len(words))):
            if self._names.get(words[step].at) is not None:
                return self._phrase(words, step)
            if not words[step].text.islower() or words[step].low in _PREPOSITIONS or words[step].low in COMMON_VERBS:
                return None
        return None

    def _named(self, words: list[_Word], at: int, named: tuple[int, int, bool]) -> tuple[Ref, int] | None:
        end, index, owns = named
        nxt = at + 1
        while nxt < len(words) and words[nxt].at < end:
            nxt += 1
        if owns:
            for step in range(nxt, min(nxt + 3, len(words))):
                low = words[step].low
                if low in PERSON_NOUNS:
                    return Ref("noun", -1, _gender(low), low, False, words[step].at, words[step].end), step + 1
            return None
        return Ref("name", index, "", "", False, words[at].at, end), nxt

    def _described(self, words: list[_Word], at: int) -> tuple[Ref, int] | None:
        definite = words[at].low in {"the", "this", "that"}
        best: tuple[Ref, int] | None = None
        for step in range(at + 1, min(at + 6, len(words))):
            named = self._names.get(words[step].at)
            if named is not None:
                found = self._named(words, step, named)
                return found if found else best
            low = words[step].low
            if not low[0].isalpha() or low in COMMON_VERBS or low in _PREPOSITIONS or low in SPEECH_VERBS:
                break
            if low in PERSON_NOUNS:
                kin = low in RELATION_NOUNS and not definite
                phrase = " ".join(word.low for word in words[at + 1 : step + 1])
                owned = words[at].low in _OWNERS
                word = words[step]
                phrase = "" if owned else phrase
                best = (Ref("noun", -1, _gender(low), low, definite and not kin, word.at, word.end, phrase), step + 1)
            elif best is not None:
                break
        return best


def _gender(noun: str) -> str:
    return "m" if noun in MALE_NOUNS else "f" if noun in FEMALE_NOUNS else ""


def _comma_after(words: list[_Word], at: int) -> bool:
    """Whether an aside that begins at `at` ends with a comma before the sentence does."""
    return any(word.low == "," for word in words[at + 1 : at + 20])


def _ends(words: list[_Word], at: int) -> bool:
    """Whether the mark at `at` ends a sentence (an abbreviation's dot does not)."""
    if words[at].low not in _BREAK or words[at].low == ";":
        return False
    if words[at].low != "." or at == 0:
        return True
    previous = words[at - 1]
    return not (previous.low in DOTTED or len(previous.text) == 1)


def _first_sentence(words: list[_Word]) -> list[_Word]:
    for at in range(len(words)):
        if _ends(words, at):
            return words[:at]
    return words


def _last_sentence(words: list[_Word]) -> list[_Word]:
    stop = len(words) - 1
    while stop >= 0 and not words[stop].low[0].isalpha():
        stop -= 1
    for at in range(stop - 1, -1, -1):
        if _ends(words, at):
            return words[at + 1 : stop + 1]
    return words[: stop + 1]
