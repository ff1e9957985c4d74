"""Events in English narration: a person at the head of a clause, a verb that tells something happens, and what it
needs.

Owns matching one clause at a time. Knows nothing of ranking or numbering. Promise: what is denied, wished, supposed
or rumoured is left out, every event has an actor who is a person of the book, and work is linear in names and
pronouns.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fabula.reading.pace import Pace
from fabula.reading.words.deed_parts import BY, PLACE, TARGET
from fabula.reading.words.deeds import ADVERBS, DENIALS, DOUBTED, FRAMES, HYPOTHESES, LEADS, OPENERS
from fabula.reading.world.places import Spotted
from fabula.reading.world.stage import NOBODY, Named, Stage

_ADVERB = "|".join(ADVERBS.split())
_VERB = re.compile(
    rf"(?:,\s[^,.;:!?\"“]{{1,60}},)?((?:\s(?:had|(?:{_ADVERB})|[a-z]+ly)){{0,3}})\s(?!had\b)([a-z]+)(?=[\s.,;:!?])"
)
_HYPOTHESES = re.compile(HYPOTHESES, re.IGNORECASE)
_DENIALS = re.compile(DENIALS)
_WHO = re.compile(r",?\swho\b")
_THEN = re.compile(
    rf"(?:,|;)?\s(?:and|then|and\sthen|but)((?:\s(?:(?:{_ADVERB})|[a-z]+ly)){{0,2}})\s([a-z]+)(?=[\s.,;:!?])"
)
_CLAUSE = re.compile(r"[,;:—]|--|\b(?:and|but)\b")
_LAST_WORD = re.compile(r"([\w’'-]+)\s*$")
_HEAD = re.compile(r"\w+")
_PRONOUN = re.compile(r"\b([Hh]e|[Ss]he)\b(?!['’])")
_HIM = re.compile(
    r"\s?(him|her|me)\b(?=\s*[.,;:!?—]|\s(?:at|in|on|to|with|and|as|for|from|by|again|when|while|that|there|home|into|"
    r"out|up|down|off|across|through|a|an|the|near|alone|one|two|[a-z]+ing)\b)"
)
_AND = re.compile(r"\s+and\s+(?:the\s|his\s|her\s)?(?:[a-z]+\s)?$")
_TIES = frozenset(
    [
        "of",
        "from",
        "to",
        "with",
        "by",
        "for",
        "about",
        "against",
        "at",
        "in",
        "on",
        "into",
        "upon",
        "than",
        "like",
        "and",
        "or",
        "without",
        "behind",
    ]
)
_THE_TIME = re.compile(r"[Tt]he\s(?:next|following|same|very|moment|instant|day|evening|morning|night|minute)\b")
_WHERE = re.compile(r"\b(?:in|at|to|into|for|near|from)\s(?:the\s)?$")
_HYPOTHETICAL_TAIL = re.compile(r"\s(?:if|unless|would|as though|in order|had he|had she)\b")
_AUXILIARIES = frozenset(
    ["was", "were", "been", "did", "could", "would", "should", "might", "must", "may", "can", "shall", "will", "be"]
)
_FACES = {"him": "m", "her": "f"}
_REACH = 130
"""How far behind its verb a deed's place may stand."""


@dataclass(slots=True)
class Deed:
    """One event before it is numbered: persons by number, the sentence, the place's index or -1."""

    kind: str
    actors: list[int]
    targets: list[int]
    place: int
    start: int
    end: int
    at: int
    sure: float = 0.9
    also: tuple[int, int] | None = None


_DEATH = re.compile(r"\b(?:death|murder|funeral|burial|grave|corpse|suicide)\b")
_HIS_DEATH = re.compile(
    r"(?:['’]s|\ss)\s(?:(?!own\b)[a-z]+\s)?(?:death|murder|funeral|burial|grave|corpse|suicide|dead\sbody)\b(?!['’-])"
)
_DEATH_OF = re.compile(
    r"\b(?:death|murder|funeral|burial|grave|corpse|suicide)\sof\s(?:the\s)?(?:poor|late|old|unfortunate|young)?\s?$"
)
_DENIALS_OF_DEATH = re.compile(
    r"\b(?:if|would|should|could|might|may|fear\w*|afraid|dream\w*|threat\w*|wish\w*|attempt\w*|plan\w*|hop\w+|not|never|"
    r"supposed|danger|possib\w+|until|till|case|will|event|suspect\w*|accus\w+|plot\w*)\b",
    re.IGNORECASE,
)
_FRAMES = {
    verb: [(kind, need, re.compile(pattern)) for kind, need, pattern in frames] for verb, frames in FRAMES.items()
}


def english_deeds(stage: Stage, places: Sequence[Spotted], pace: Pace) -> Iterator[Deed]:
    """Every event that the narration states, in text order."""
    where = [p.start for p in places]
    pronouns = [(m.start(), m.end(), "m" if m.group()[0] in "Hh" else "f") for m in _PRONOUN.finditer(stage.text)]
    heads = [p[0] for p in pronouns]
    stage.follow(pronouns)
    for start, end in stage.told:
        pace.at(start)
        subjects = [(n.start, n.end, n.person) for n in stage.within(start, end) if not n.quoted]
        at = bisect_left(heads, start)
        while at < len(heads) and heads[at] < end:
            left, right, gender = pronouns[at]
            subjects.append((left, right, -2 if gender == "m" else -3))
            at += 1
        subjects.sort()
        if _DEATH.search(stage.text, start, end):
            yield from _deaths_named(stage, (start, end))
        for index, (left, right, person) in enumerate(subjects):
            limit = subjects[index + 1][0] if index + 1 < len(subjects) else end
            yield from _deeds(stage, places, where, (start, end, limit), (left, right, person))


def _deaths_named(stage: Stage, sentence: tuple[int, int]) -> Iterator[Deed]:
    """Deaths that a sentence takes for granted: "after Ann's death", "the funeral of Mr. Dale"."""
    start, end = sentence
    for name in stage.within(start, end):
        if name.quoted or name.pronoun:
            continue
        text = stage.text
        owned = _HIS_DEATH.match(text, name.end, min(end, name.end + 40))
        of = None if owned else _DEATH_OF.search(text, max(start, name.start - 60), name.start)
        if (owned or of) and not _DENIALS_OF_DEATH.search(text, start, end):
            yield Deed("death", [name.person], [], -1, start, end, name.start, 0.8)


def _deeds(
    stage: Stage,
    places: Sequence[Spotted],
    where: list[int],
    sentence: tuple[int, int, int],
    subject: tuple[int, int, int],
) -> Iterator[Deed]:
    """What one subject does in its clause, and in those joined to it by "and" before the next subject."""
    text = stage.text
    start, end, limit = sentence
    left, right, person = subject
    who = _WHO.match(text, right, end) if person >= 0 else None
    verb = _VERB.match(text, who.end() if who else right, end)
    if verb is None or text[end - 1] == "?":
        return
    verbs = [verb] if DOUBTED.isdisjoint(verb.group(1).split()) else []
    at = verb.end()
    if verb.group(2) not in _AUXILIARIES:
        for onward in _THEN.finditer(text, at, min(limit, at + _REACH)):
            if onward.group(2) in _FRAMES and DOUBTED.isdisjoint(onward.group(1).split()):
                verbs.append(onward)
    if not any(v.group(2) in _FRAMES for v in verbs):
        return
    if not _heads_clause(stage, start, left, relative=who is not None):
        return
    if person < NOBODY:
        person = stage.sole("m" if person == -2 else "f", left)
    if person == NOBODY:
        return
    for found in verbs:
        deed = _deed(stage, places, where, (start, end), (left, person), (found.end(), found.group(2)))
        if deed is not None:
            yield deed


def _deed(
    stage: Stage,
    places: Sequence[Spotted],
    where: list[int],
    sentence: tuple[int, int],
    subject: tuple[int, int],
    verb: tuple[int, str],
) -> Deed | None:
    text = stage.text
    start, end = sentence
    left, person = subject
    behind, word = verb
    for kind, need, pattern in _FRAMES.get(word, ()):
        match = pattern.match(text, behind, end)
        if match is None:
            continue
        target, place = NOBODY, -1
        if need in {TARGET, BY}:
            target = _target(stage, match.end(), end, person, left)
            if target == NOBODY:
                continue
        elif need == PLACE:
            place = bisect_left(where, match.end())
            if place >= len(where) or where[place] != match.end() or where[place] >= end:
                continue
        if _HYPOTHETICAL_TAIL.match(text[match.end() : min(end, match.end() + 60)]):
            return None
        if place < 0:
            place = _place(text, where, behind, min(end, behind + _REACH))
        actors = [person]
        partner = _partner(stage, start, left)
        if partner not in (NOBODY, person, target):
            actors.insert(0, partner)
        targets = [target] if target != NOBODY else []
        if need == BY:
            actors, targets = targets, actors
        return Deed(kind, actors, targets, place, start, end, left)
    return None


def _heads_clause(stage: Stage, start: int, left: int, *, relative: bool = False) -> bool:
    """Whether what stands before a subject in its sentence lets it head a clause that states a fact."""
    text = stage.text
    before = text[start:left].strip(" \n\t\"“”‘'_([—-")
    if not before:
        return True
    if _HYPOTHESES.search(before[-160:]):
        return False
    clause = before
    for cut in _CLAUSE.finditer(before, max(0, len(before) - 160)):
        clause = before[cut.end() :]
    if _DENIALS.search(clause[-90:]):
        return False
    if before[-1] in ",;:—.)" or relative:
        return True
    last = _LAST_WORD.search(before)
    if last is None:
        return False
    if last.group(1).lower() in LEADS:
        return True
    if _AND.search(text, max(start, left - 30), left):
        return True
    first = _HEAD.match(before)
    brief = first is not None and first.group().lower() in OPENERS and len(before) <= 40
    if last.group(1).lower() in _TIES or (brief and before[:4].lower() == "the " and not _THE_TIME.match(before)):
        return False
    return brief and not stage.within(start, left) and "," not in before


def _target(stage: Stage, offset: int, end: int, actor: int, subject: int) -> int:
    """The person named, or meant by a pronoun, right at `offset`; not as the owner of something."""
    text = stage.text
    named = stage.at(offset)
    if named is not None and named.start < end:
        owns = text[named.end : named.end + 2] in {"'s", "’s"} or text[named.end : named.end + 1] in {"'", "’"}
        return NOBODY if owns or named.person == actor or named.quoted else named.person
    pronoun = _HIM.match(text, max(0, offset - 1), end)
    if pronoun is None:
        return NOBODY
    if pronoun.group(1) == "me":
        return stage.narrator if stage.narrator != actor else NOBODY
    return stage.sole(_FACES[pronoun.group(1)], subject, actor)


def _partner(stage: Stage, start: int, left: int) -> int:
    """Who is joined to a subject by "and": "Ann and Bob met"."""
    names = stage.within(max(start, left - 60), left)
    if not names or not _AND.fullmatch(stage.text, names[-1].end, left):
        return NOBODY
    return names[-1].person if not names[-1].quoted and _begins(stage, start, names[-1]) else NOBODY


def _begins(stage: Stage, start: int, name: Named) -> bool:
    """Whether a name stands at the head of its clause, so that "and" joins it and not an object before it."""
    before = stage.text[start : name.start].strip(" \n\t\"“”‘'_([—-")
    last = _LAST_WORD.search(before)
    return not before or before[-1] in ",;:" or (last is not None and last.group(1).lower() in LEADS)


def _place(text: str, where: list[int], low: int, high: int) -> int:
    """The first place named behind a verb with a preposition of place before it, as an index, or -1."""
    at = bisect_left(where, low)
    while at < len(where) and where[at] < high:
        if _WHERE.search(text, max(low, where[at] - 12), where[at]):
            return at
        at += 1
    return -1
