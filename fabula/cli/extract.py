"""The command that reads a file without any installation and writes what it found as JSON.

Owns the document it writes and the file of people it takes; both have one form, so that what was written can be
corrected by hand and given back. Offsets count characters of the decoded text.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from fabula.books import open_book
from fabula.books.book import BookText
from fabula.errors import Invalid
from fabula.reading.pace import Pace
from fabula.reading.pages import Pages
from fabula.reading.read import read_book
from fabula.reading.shapes import MOST_PEOPLE, Evidence, GivenPerson, Quote, Reading
from fabula.reading.until import as_of as known_by

CAST_BYTES_MAX = 1_000_000
NAMES_MAX = 100
GENDERS = ("female", "male", "unknown")
WORLD = ("relationships", "events", "deaths", "factions", "things", "threads", "rules", "nodes", "arcs")
WHO = ("source", "target", "person", "owner")
WHOM = ("actors", "targets", "members", "people")


def extract(
    file: Path,
    out: str,
    *,
    encoding: str | None,
    as_of: int | None = None,
    cast: Path | None = None,
    language: str | None = None,
    explain: bool = False,
) -> None:
    """Read `file` and write to `out` ('-' is standard output).

    `as_of` keeps to what a reader knows by that chapter; `cast` is a file of people to look for instead of finding
    them; `language` overrules what the text looks like; `explain` adds the evidence of every decision.
    """
    given = None if cast is None else people_in(cast)
    book = open_book(_bytes(file), file.name, None, encoding=encoding)
    spoken = language or book.language
    if given is not None and spoken[:2].lower() in ("zh", "ja"):
        raise Invalid("--cast is for books whose words are spaced; this one is read as Chinese (see --lang).")
    found = read_book(book.text, book.sections, spoken, cast=given)
    if as_of is not None:
        numbers = [section.number for section in book.sections if section.number]
        if as_of < 1 or as_of > max(numbers, default=1):
            raise Invalid(f"The book has chapters 1 to {max(numbers, default=1)}; --as-of names one of them.")
        found = known_by(found, as_of, Pages(book.text, book.sections, spoken, Pace(None, len(book.text))))
    text = json.dumps(written(book, found, spoken, as_of, explain), ensure_ascii=False, indent=1) + "\n"
    if out == "-":
        sys.stdout.write(text)
        return
    try:
        Path(out).write_text(text, encoding="utf-8")
    except OSError as fault:
        raise Invalid(f"{out} cannot be written: {fault.strerror}.") from fault


def people_in(file: Path) -> list[GivenPerson]:
    """The people a file names: a list of {name, aliases, gender, narrator}, or an object with it as `characters`."""
    data = _bytes(file)
    if len(data) > CAST_BYTES_MAX:
        raise Invalid(f"{file} is too large for a list of people.")
    try:
        content = json.loads(data)
    except (ValueError, RecursionError) as fault:
        raise Invalid(f"{file} is not valid JSON.") from fault
    listed = content.get("characters") if isinstance(content, dict) else content
    if not isinstance(listed, list) or not listed or len(listed) > MOST_PEOPLE:
        raise Invalid(f"{file} must list 1 to {MOST_PEOPLE} people, each with a name.")
    return [_given(one, file) for one in listed]


def _given(one: Any, file: Path) -> GivenPerson:
    name = one.get("name") if isinstance(one, dict) else None
    aliases = one.get("aliases", []) if isinstance(one, dict) else None
    gender = one.get("gender", "unknown") if isinstance(one, dict) else None
    names = [name, *aliases] if isinstance(aliases, list) else [None]
    fine = (
        all(isinstance(each, str) and each.strip() and len(each) <= 200 for each in names) and len(names) <= NAMES_MAX
    )
    if not fine or gender not in GENDERS:
        raise Invalid(
            f'{file}: each of the people is like {{"name": "Ada", "aliases": ["Miss Ada"], "gender": "female"}}.'
        )
    return GivenPerson(str(name), tuple(map(str, names[1:])), str(gender), one.get("narrator") is True)


def written(book: BookText, found: Reading, language: str, as_of: int | None, explain: bool) -> dict[str, Any]:
    """The document, as docs/extract.md describes it."""
    names = {person.key: person.name for person in found.people}
    names |= {one.key: one.name for one in found.others}
    document: dict[str, Any] = {
        "encoding": book.encoding,
        **({"language": language} if explain else {}),
        **({} if as_of is None else {"as_of": as_of}),
        "chapters": [
            {"number": s.number, "title": s.title, "start": s.start, "end": s.end, "kind": s.kind}
            for s in book.sections
            if as_of is None or s.number is None or s.number <= as_of
        ],
        "characters": [
            {
                "name": person.name,
                "aliases": [alias.name for alias in person.aliases if alias.name != person.name],
                "gender": person.gender,
                "role": person.role,
                "mentions": person.mentions,
            }
            for person in found.people
        ],
        "quotes": [_quote(q, names, book.text, explain) for q in found.quotes],
    }
    if explain:
        document["evidence"] = _people(found, book.text)
        document["world"] = _world(found, names, book.text)
    return document


def _quote(quote: Quote, names: Mapping[str, str], text: str, explain: bool) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "start": quote.start,
        "end": quote.end,
        "speaker": names.get(quote.speaker or ""),
        "kind": quote.kind,
    }
    if explain:
        shown |= {
            "voice": names.get(quote.voice or ""),
            "addressee": names.get(quote.addressee or ""),
            "confidence": quote.confidence,
            "why": quote.why,
            "cue": None if quote.cue is None else _cite(quote.cue, text),
            "rival": names.get(quote.rival or ""),
            "rival_share": quote.rival_share,
        }
    return shown


def _cite(cite: Evidence, text: str) -> dict[str, Any]:
    return {**asdict(cite), "text": " ".join(text[cite.start : cite.end].split())}


def _people(found: Reading, text: str) -> list[dict[str, Any]]:
    """Why each person is one, and what is said of them."""
    return [
        {
            "name": person.name,
            "names": [
                {
                    "name": alias.name,
                    "mentions": alias.mentions,
                    "first_start": alias.first_start,
                    "first_chapter": alias.first_chapter,
                    "linked": None if alias.linked is None else _cite(alias.linked, text),
                }
                for alias in person.aliases
            ],
            "first": _cite(person.first, text),
            **{
                field: [_cite(cite, text) for cite in getattr(person, field)]
                for field in ("description", "appearance", "personality", "background", "typical")
            },
        }
        for person in found.people
    ]


def _world(found: Reading, names: Mapping[str, str], text: str) -> dict[str, Any]:
    """What the book says of its world, people by name, places by name, everything with its sentences."""
    grounds = {place.key: place.name for place in found.places if place.key}
    known = {**names, **grounds}
    world: dict[str, Any] = {"genre": found.genre, "summary": [_cite(cite, text) for cite in found.summary]}
    world["places"] = [
        {
            "name": place.name,
            "sort": place.sort,
            "parent": grounds.get(place.parent or ""),
            "mentions": place.mentions,
            "first": _cite(place.first, text),
        }
        for place in found.places
    ]
    for field in WORLD:
        world[field] = [_fact(fact, known, text) for fact in getattr(found, field)]
    return world


def _fact(fact: Any, known: Mapping[str, str], text: str) -> dict[str, Any]:
    shown: dict[str, Any] = {name: getattr(fact, name) for name in fact.__dataclass_fields__ if name != "by_chapter"}
    for field in (*WHO, "place"):
        if shown.get(field) is not None:
            shown[field] = known.get(shown[field])
    for field in WHOM:
        if field in shown:
            shown[field] = [known[one] for one in shown[field] if one in known]
    for field in ("evidence", "options"):
        if field in shown:
            shown[field] = [_cite(cite, text) for cite in shown[field]]
    if shown.get("closed") is not None:
        shown["closed"] = _cite(shown["closed"], text)
    return shown


def _bytes(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as missing:
        raise Invalid(f"{file} cannot be read: {missing.strerror}.") from missing
