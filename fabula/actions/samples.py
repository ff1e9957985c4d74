"""The sample books that come with Fabula: one request puts one on the shelf."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from fabula.accounts.people import Person
from fabula.actions.import_book import Accepted, Offer, accept, held, words_in
from fabula.books import open_book
from fabula.errors import NotFound
from fabula.installation import Installation

FOLDERS = ("en", "zh")


@dataclass(frozen=True, eq=False)
class Sample:
    """A shipped book: its file and what is said about it."""

    data: bytes
    about: dict[str, Any]

    @property
    def offer(self) -> Offer:
        """The sample as a person would bring it."""
        return Offer(
            data=self.data,
            filename=f"{self.about['name']}.txt",
            media_type="text/plain",
            title=self.about["title"],
            author=self.about["author"],
            language=self.about["language"],
        )

    @property
    def size(self) -> dict[str, int]:
        """How many chapters and words it has, as it counts once it is on a shelf."""
        return _size(self)


@cache
def _size(sample: Sample) -> dict[str, int]:
    book = open_book(sample.data, sample.offer.filename, sample.offer.media_type)
    texts = [book.text[s.start : s.end] for s in book.sections if s.number is not None]
    return {"chapters": len(texts), "words": sum(words_in(text, sample.about["language"]) for text in texts)}


@cache
def shipped() -> dict[str, Sample]:
    """Every sample by name."""
    found = {}
    for folder in FOLDERS:
        place = resources.files("fabula") / "samples" / folder
        about = json.loads((place / "meta.json").read_text("utf-8"))
        found[about["name"]] = Sample((place / "book.txt").read_bytes(), about)
    return found


def _measured() -> list[Sample]:
    """Every sample, measured: the first time, which opens the books, takes a moment."""
    samples = list(shipped().values())
    for sample in samples:
        _size(sample)
    return samples


async def listed(at: Installation, person: Person) -> list[dict[str, Any]]:
    """The samples, each with the book it has become on this person's shelf, if it has."""
    samples = await asyncio.to_thread(_measured)
    kept = ("name", "title", "author", "language", "blurb", "try")
    return [
        {
            **{name: sample.about[name] for name in kept},
            **sample.size,
            "novel_id": await held(at, person, sample.offer),
        }
        for sample in samples
    ]


async def put(at: Installation, person: Person, name: str) -> Accepted:
    """Put a sample on the shelf; one that stands there already is found."""
    sample = shipped().get(name)
    if sample is None:
        raise NotFound(f"There is no sample of that name. There are: {', '.join(shipped())}.")
    return await accept(at, person, sample.offer)
