"""A cast that is given instead of found: the names of known people looked up in the book.

Owns turning given people into names, persons and mentions. Knows nothing of who speaks. Promise: only given people are
in the cast, a spelling that two of them share is nobody's, and looking all of them up is one pass over the text.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

from fabula.reading.bind import VAGUE_NOUNS
from fabula.reading.english.cast import Cast, add_narrator, find_narrator
from fabula.reading.english.casting import Name, look_around
from fabula.reading.english.names import take_apart
from fabula.reading.english.runs import Run, opens_sentence
from fabula.reading.findings import Member, Spot
from fabula.reading.marks import Span
from fabula.reading.pages import Pages
from fabula.reading.shapes import GivenPerson
from fabula.reading.words.english import PERSON_NOUNS

_ARTICLE = re.compile(r"(?:the|a|an|my|his|her|our|their)\s+", re.IGNORECASE)
_LONGEST_ALIAS = 60


def given_names(pages: Pages, spans: Sequence[Span], cast: Sequence[GivenPerson]) -> list[Name]:
    """The spellings of `cast` as names, with every place the text uses them."""
    owners = _owners(cast)
    names = {spelling: Name(spelling, take_apart(spelling)) for spelling in sorted(owners)}
    if not names:
        return []
    text = pages.text
    pattern = _pattern(list(names))
    quotes = iter(spans)
    quote = next(quotes, None)
    found: list[tuple[Run, Name]] = []
    for left, right in zip(pages.starts, pages.ends, strict=True):
        for match in pattern.finditer(text, left, right):
            start, end = match.span()
            key = _key(match.group())
            name = names.get(key) or names.get(key.lower())
            if name is None or not (text[start].isupper() or name.name[0].islower()):
                continue
            while quote is not None and quote.end <= start:
                quote = next(quotes, None)
            quoted = quote is not None and quote.start <= start
            owns = text[end : end + 2] in {"'s", "’s", "s'", "s’"} or bool(re.match(r"['’]|\ss\s", text[end : end + 3]))
            found.append((Run(start, end, name.name, quoted, opens_sentence(text, left, start), owns), name))
    limits = [*(run.start for run, _ in found[1:]), len(text)]
    for (run, name), limit in zip(found, limits, strict=False):
        name.runs.append(run)
        look_around(text, run, name, limit)
    return [name for name in names.values() if name.runs]


def given_cast(pages: Pages, cast: Sequence[GivenPerson], names: list[Name], spans: Sequence[Span]) -> Cast:
    """The cast made of exactly the given people, numbered in their order."""
    owners = _owners(cast)
    members = [Member([], {"male": "m", "female": "f"}.get(p.gender, ""), label=p.name) for p in cast]
    for index, name in enumerate(names):
        member = members[owners[name.name]]
        member.names.append(index)
        member.spots.extend(Spot(r.start, r.end, r.quoted, r.subject, name.name) for r in name.runs)
    nouns: dict[str, list[int]] = defaultdict(list)
    for person, member in enumerate(members):
        member.spots.sort(key=lambda s: s.start)
        for index in member.names:
            noun = names[index].name
            if noun in PERSON_NOUNS and person not in nouns[noun]:
                nouns[noun].append(person)
    of_noun: dict[str, int] = {}
    for noun, people in nouns.items():
        if len(people) == 1:
            of_noun[noun] = people[0]
            members[people[0]].noun = f"{members[people[0]].noun} {noun}".strip()
    narrator = next((p for p, person in enumerate(cast) if person.narrator), -1)
    if narrator < 0:
        narrator = find_narrator(pages, members, names, spans, add=False)
    elif cast[narrator].narrator:
        add_narrator(pages, members[narrator], spans)
    return Cast(members, {i: p for p, m in enumerate(members) for i in m.names}, of_noun, narrator)


def _owners(cast: Sequence[GivenPerson]) -> dict[str, int]:
    """Which person each spelling is; descriptions ("the waiter") are keyed in lower case and without their article."""
    claims: dict[str, list[int]] = defaultdict(list)
    for person, given in enumerate(cast):
        for alias in dict.fromkeys([given.name, *given.aliases]):
            key = _key(alias)
            if key and key not in VAGUE_NOUNS and len(key) <= _LONGEST_ALIAS and person not in claims[key]:
                claims[key].append(person)
    owners = {key: people[0] for key, people in claims.items() if len(people) == 1}
    parts: dict[str, list[int]] = defaultdict(list)
    for key, person in owners.items():
        if key[0].isupper():
            for part in _parts_of(key):
                if part not in claims and person not in parts[part]:
                    parts[part].append(person)
    owners.update({part: people[0] for part, people in parts.items() if len(people) == 1})
    return owners


def _parts_of(key: str) -> list[str]:
    """The first name and the surname of a full or titled name, as they are spelt in it."""
    name = take_apart(key)
    spelt = {word.lower(): word for word in key.split()}
    return [
        spelt[p] for p in (name.first, name.last) if p and (name.first or name.titles) and p in spelt and len(p) > 2
    ]


def _key(alias: str) -> str:
    words = alias.replace(".", "").replace("’", "'").split()
    plain = " ".join(words)
    article = _ARTICLE.match(plain)
    rest = plain[article.end() :] if article else plain
    if rest and rest.split()[-1].lower() in PERSON_NOUNS and (article or rest.islower()):
        return rest.lower()
    return rest if article and article.group().strip().lower() == "the" else plain


def _pattern(spellings: list[str]) -> re.Pattern[str]:
    by_first: dict[str, list[str]] = defaultdict(list)
    for spelling in spellings:
        first, *rest = (_loose(word) if spelling[0].islower() else re.escape(word) for word in spelling.split())
        by_first[first].append("".join(rf"\.?\s{{1,3}}{word}" for word in rest))
    parts = []
    for first, rests in sorted(by_first.items()):
        parts.append(f"{first}(?:{'|'.join(sorted(rests, key=lambda r: (-len(r), r)))})")
    return re.compile(rf"(?<![\w'’])(?:{'|'.join(parts)})(?![\w])")


def _loose(word: str) -> str:
    """A word of a description, which a book may write with a capital."""
    return f"[{re.escape(word[0].upper())}{re.escape(word[0])}]{re.escape(word[1:])}"
