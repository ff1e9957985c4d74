"""Which capitalised names are people: a hand-set score over how each name is used.

Owns the score and its evidence counts. Knows nothing of aliases: "Ann Dale" and "Ann" are two names here. Promise:
places, months, peoples and interjections are refused unless the text treats them as persons.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from fabula.reading.english.names import NameParts, name_gender, same_first, take_apart, title_gender
from fabula.reading.english.runs import Run, Runs
from fabula.reading.findings import Ground
from fabula.reading.pace import Pace
from fabula.reading.words import listed
from fabula.reading.words.english import (
    ARTICLES_ABROAD,
    COMMON_VERBS,
    HE,
    KIN_TITLES,
    NOT_PEOPLE,
    PLACE_PREFIXES,
    PLACE_PREPOSITIONS,
    PLACE_SUFFIXES,
    PLACES,
    SHE,
    SPEECH_VERBS,
    TITLES,
)

_BEFORE = re.compile(r"(?:\b([^\W\d_][\w’'-]*)[^\w.]{1,3})?\b([^\W\d_][\w’'-]*)([^\w]*)$")
_AFTER = re.compile(r"(?:['’]s?)?,?\s{0,3}([^\W\d_][\w’'-]*)?")
_GENDERED = re.compile(r"\b(he|him|his|himself|she|her|hers|herself)\b", re.IGNORECASE)
_OWN = re.compile(
    r"\b(himself|herself|(?:his|her)(?= (?:own|head|hands?|eyes?|face|voice|lips|shoulders|arms?|hair|heart|mouth|"
    r"chair|hat|pockets?|feet|lap|knees|fingers?|brows?|eyebrows|mind|tears|nose|chin|cheeks?|beard|pipe|cigar|spectacles)\b))\b"
)
_NEXT_SENTENCE = re.compile(r"[.!?;][\"”’]?\s+(?:[Bb]ut |[Aa]nd |[Tt]hen )?(He|She|he|she)\b")
_MOST_NAMES = 600
_FAINT = 0.3
_MERE_ADDRESS = listed(
    "mr mister mrs miss ms sir madam lord lady monsieur madame mademoiselle herr frau signor señor don old "
    "young little big poor dear dame fr mme mlle squire"
)


@dataclass(slots=True)
class Name:
    """One spelling that may be a person, with the runs that carry it and how the text uses it."""

    name: str
    parts: NameParts
    runs: list[Run] = field(default_factory=list)
    subject: int = 0
    spoke: int = 0
    vocative: int = 0
    owns: int = 0
    company: int = 0
    placed: int = 0
    the: int = 0
    some: int = 0
    articled: int = 0
    inside: int = 0
    pronouns: int = 0
    he: int = 0
    she: int = 0
    score: float = 0.0


def cast_names(text: str, runs: Runs, pace: Pace, *, english: bool) -> tuple[list[Name], list[Name]]:
    """(people, others): names judged to be persons, most used first, and the refused names."""
    names: dict[str, Name] = {}
    limits = [*(run.start for run in runs.found[1:]), len(text)][: len(runs.found)]
    for run, limit in zip(runs.found, limits, strict=True):
        pace.at(run.start)
        name = names.get(run.name)
        if name is None:
            name = names[run.name] = Name(run.name, take_apart(run.name))
        name.runs.append(run)
        look_around(text, run, name, limit)
    people: list[Name] = []
    others: list[Name] = []
    for name in names.values():
        name.score = _score(name, runs) if english else _score_abroad(name, runs)
        wanted = 0.45 if len(name.runs) >= 4 else 0.9
        accepted = name.score >= wanted and not _family(name, names)
        (people if accepted else others).append(name)
    _admit_relatives(people, others)
    people = _cut_at_places(people, others)
    people.sort(key=lambda n: (-len(n.runs), n.name))
    return people[:_MOST_NAMES], others


def _family(name: Name, names: dict[str, Name]) -> bool:
    """Whether this is the plural of another name ("the Dales", "the Miss Dales")."""
    spelling = name.name
    if not spelling.endswith("s"):
        return False
    plural = name.the + name.some > 0.3 * len(name.runs)
    singular = names.get(spelling[:-1]) or (names.get(spelling[:-2]) if spelling.endswith("es") else None)
    if singular is not None and len(singular.runs) > len(name.runs):
        return plural or bool(name.parts.titles) or len(singular.runs) > 5 * len(name.runs)
    return plural and any(f"{title} {spelling[:-1]}" in names for title in ("Mr", "Mrs", "Miss"))


def _admit_relatives(people: list[Name], others: list[Name]) -> None:
    """Move to `people` those refused names whose parts people already carry: "Dale" beside "Mr. Dale"."""
    firsts = {n.parts.first or n.parts.single for n in people} - {""}
    lasts = {n.parts.last for n in people if n.parts.titles or n.parts.first} - {""}
    for name in list(others):
        parts = name.parts
        words = name.name.lower().split()
        known = (parts.first in firsts and parts.last not in PLACES) or (parts.first and parts.last in lasts)
        plain = parts.single in lasts or (parts.first and parts.last and known)
        place_like = name.subject + name.owns < 0.3 * len(name.runs) or name.placed > 0.1 * len(name.runs)
        refused = (words[-1] in PLACE_SUFFIXES | NOT_PEOPLE and place_like) or name.the > 0.3 * len(name.runs)
        short = parts.single and name.vocative and len(parts.single) >= 3 and _stands_for(parts.single, people)
        if (plain and not refused and name.score > -1.2) or short:
            others.remove(name)
            people.append(name)


def _stands_for(short: str, people: list[Name]) -> bool:
    """Whether a name heard only in speech is the short form of exactly one well-known first name."""
    firsts = {n.parts.first or n.parts.single for n in people if len(n.runs) >= 5} - {""}
    return short not in firsts and sum(same_first(short, f) and len(f) > len(short) for f in sorted(firsts)) == 1


def _cut_at_places(people: list[Name], others: list[Name]) -> list[Name]:
    """Undo accidents of word order: "to Ann Netherby seemed" holds the person Ann and the place Netherby."""
    single = {n.name: n for n in people if len(n.runs) >= 10 and " " not in n.name}
    refused = {n.name for n in others if len(n.runs) >= 4}
    kept: list[Name] = []
    for name in people:
        head, _, tail = name.name.partition(" ")
        if len(name.runs) <= 2 and head in single and tail in refused:
            for run in name.runs:
                run.end = run.start + len(head)
                run.name = head
            single[head].runs = sorted(single[head].runs + name.runs, key=lambda r: r.start)
        else:
            kept.append(name)
    return kept


def look_around(text: str, run: Run, name: Name, limit: int) -> None:
    """Count what stands around one run; pronouns are looked for up to the next capitalised run at `limit`."""
    before = _BEFORE.search(text[max(0, run.start - 30) : run.start])
    after = _AFTER.match(text, run.end, run.end + 30)
    previous = before.group(2).lower() if before else ""
    gap = before.group(3) if before else ""
    following = (after.group(1) or "") if after else ""
    name.inside += not run.initial
    close = gap.strip() == ""
    name.articled += close and previous in ARTICLES_ABROAD
    if close and previous == "the":
        name.the += 1
    elif close and previous in {"a", "an", "some", "any", "every", "this", "these", "those"}:
        name.some += 1
    elif close and previous in PLACE_PREPOSITIONS:
        name.placed += 1
    elif close and previous in {"with", "and", "dear", "poor", "old", "young", "little", "cried", "told"}:
        name.company += 1
    verb = (before.group(1) or "").lower() if before and previous == "the" else previous
    if verb in SPEECH_VERBS and close and not run.owns:
        name.spoke += 1
    comma = text[run.end : run.end + 1] == ","
    if run.owns:
        name.owns += 1
    elif following in SPEECH_VERBS and not run.quoted and not comma:
        name.spoke += 1
        name.subject += 1
        run.subject = True
    elif not comma and (following in COMMON_VERBS or (following.endswith("ed") and len(following) > 4)):
        name.subject += 1
        run.subject = True
    if run.quoted and not run.owns and (run.initial or gap.strip()[-1:] in {",", "!"}):
        nxt = text[run.end : run.end + 1]
        if nxt and (nxt in ",.!?;—\"'”’" or text[run.end : run.end + 2] == "--"):
            name.vocative += 1
            run.vocative = True
    if not run.quoted and len(name.runs) <= 400:
        pronoun = _GENDERED.search(text, run.end, min(limit, run.end + 80))
        if pronoun:
            word = pronoun.group(1).lower()
            name.pronouns += 1
            name.he += (3 if run.subject else 1) * (word in HE)
            name.she += (3 if run.subject else 1) * (word in SHE)
        own = _OWN.search(text, run.end, min(limit, run.end + 120)) if run.subject else None
        if own:
            name.he += 4 * (own.group(1) in {"himself", "his"})
            name.she += 4 * (own.group(1) in {"herself", "her"})
        onward = _NEXT_SENTENCE.search(text, run.end, min(limit, run.end + 200)) if run.subject else None
        if onward:
            name.he += 4 * (onward.group(1) in {"He", "he"})
            name.she += 4 * (onward.group(1) in {"She", "she"})


def _score(name: Name, runs: Runs) -> float:
    n = len(name.runs)
    parts = name.parts
    last = name.name.lower().split()[-1]
    words = name.name.lower().split()
    if not (parts.first or parts.last or parts.single):
        return _score_title(name)
    known = name_gender(parts.first or parts.single)
    use = 1.6 * name.subject + 1.5 * name.vocative + 0.5 * name.owns + 0.3 * name.company
    use += 0.6 * min(name.subject + name.owns, name.pronouns) + 1.0 * name.spoke
    alive = name.spoke >= 2 and name.spoke + name.subject >= 0.2 * n
    use -= 2.0 * name.placed + (0.2 if alive else 1.2) * name.the + 1.5 * name.some
    score = min(1.0, n / 3) * use / n
    if any(t not in {"old", "young"} for t in parts.titles):
        score += 3.0
    if known:
        score += 1.5
    if parts.first and parts.last and not any(w in NOT_PEOPLE or w in PLACES for w in words):
        score += 0.4
    personal = parts.titles and not (parts.rank and len(words) > 2)
    if last in PLACE_SUFFIXES and len(words) > 1 and not personal:
        score -= 6.0
    if last in PLACES or words[0] in PLACE_PREFIXES - TITLES:
        score -= 3.0
    if any(w in NOT_PEOPLE for w in words) and not parts.titles:
        score -= 3.0 if name.spoke < 3 else 0.5 if name.spoke < 6 else 0.0
    if len(words) == 1:
        if name.inside == 0 and name.spoke == 0:
            score -= 1.0
        small = runs.lower[last]
        if small > name.inside and name.spoke + name.subject < 0.3 * n:
            score -= 1.5
        if n >= 2 and name.vocative == n and name.subject == 0 and not known:
            score -= 0.9
    if name.placed >= max(2, 0.2 * n) and not parts.titles and not known:
        score -= 1.5
    if name.the > 0.5 * n and name.spoke < 2 and not parts.titles:
        score -= 2.0
    return score


def _score_title(name: Name) -> float:
    """A title alone ("the Queen", "the Inspector") is a person only if the book treats it as a name."""
    words = name.name.lower().split()
    n = len(name.runs)
    if len(words) > 1 or words[0] in KIN_TITLES | _MERE_ADDRESS:
        return -1.0
    return 1.0 if name.spoke >= 2 and name.the >= 0.4 * n else -1.0


def _score_abroad(name: Name, runs: Runs) -> float:
    """Other alphabets and languages: a capital inside sentences, never small, in company of no article."""
    words = name.name.lower().split()
    n = len(name.runs)
    if n < 3 or any(len(w) < 2 for w in words):
        return -1.0
    small = max(runs.lower[w] for w in words)
    if small > 0.2 * n or name.inside < max(2, 0.3 * n) or name.articled + name.the + name.some > 0.2 * n:
        return -1.0
    if words[-1] in PLACES or words[-1] in NOT_PEOPLE:
        return -1.0
    return 1.0 if title_gender(name.parts) or n >= 5 else 0.5


def faint_names(others: list[Name], runs: Runs) -> list[Name]:
    """Refused names that are people of the index all the same: used as persons are, never as places or things are."""
    found: list[Name] = []
    for name in others:
        words = name.name.lower().split()
        used = name.subject + name.vocative + name.spoke + name.owns + name.company
        thing = name.the or name.some or name.placed or any(w in NOT_PEOPLE | PLACES | PLACE_SUFFIXES for w in words)
        whole = bool(name.parts.first and name.parts.last) or (bool(name.parts.single) and len(name.runs) >= 2)
        if any(runs.lower[w] for w in words):
            continue
        if whole and used and name.inside and not thing and len(words) <= 3 and name.score >= _FAINT:
            found.append(name)
    return found


def find_grounds(others: list[Name]) -> list[Ground]:
    """The places among the refused names, most mentioned first."""
    grounds: list[Ground] = []
    for name in others:
        words = name.name.lower().split()
        n = len(name.runs)
        known = words[-1] in PLACES or (len(words) > 1 and words[-1] in PLACE_SUFFIXES)
        used = name.placed >= 2 and name.placed >= 0.2 * n
        if n < 2 or name.parts.titles or (words[-1] in NOT_PEOPLE and not known) or name.some > 0.2 * n:
            continue
        if known or used:
            grounds.append(Ground(name.name, [run.start for run in name.runs]))
    grounds.sort(key=lambda g: (-len(g.starts), g.name))
    return grounds[:40]
