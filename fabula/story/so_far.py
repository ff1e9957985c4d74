"""The summary of the part of a book that has been read, in the book's own sentences.

Owns choosing them by the reader's chapter. The promise: no sentence of a later chapter, and at the last chapter the
reading's own summary of the whole.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fabula.reading.shapes import Evidence
from fabula.reading.summary import gist_of
from fabula.store.contract import Row

SPACE = 1_000_000
"""Farther apart than any sentence is long, so that a span says which sentence it is."""


def so_far(book: Row | Mapping[str, Any], through: int) -> list[dict[str, Any]]:
    """Citations that together tell what has happened by chapter `through`, in the order of the book."""
    whole = [cite for cite in book["world_summary"] or [] if cite["chapter"] <= through]
    if not book["gist"] or through >= book["total_chapters"]:
        return whole
    known = dict(enumerate(book["gist"]))
    spans = [Evidence(at * SPACE, at * SPACE + len(cite["text"]), cite["chapter"]) for at, cite in known.items()]
    return [known[span.start // SPACE] for span in gist_of(spans, through)]
