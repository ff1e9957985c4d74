"""The canon model of a book that was read, or none where nothing that holds can be said.

Owns the meeting of text, reading and validators. Knows nothing of storage. Promise: a model that is handed out passes
the validators on the text it was made from.
"""

from __future__ import annotations

from collections.abc import Sequence

from fabula.reading.canon.build import build
from fabula.reading.canon.shapes import CanonStoryModel
from fabula.reading.canon.validate import validate
from fabula.reading.pace import Pace
from fabula.reading.pages import Pages
from fabula.reading.shapes import Reading, SectionLike


def canon_of(text: str, sections: Sequence[SectionLike], language: str, reading: Reading) -> CanonStoryModel | None:
    """The validated model of a reading of `text`, with people by their keys; None where there is none that holds."""
    model = build(reading, Pages(text, sections, language, Pace(None, len(text))), None)
    if model is None:
        return None
    chapters = {s.number: text[s.start : s.end] for s in sections if s.number is not None}
    if not chapters:
        chapters = {1: text}
    return None if validate(model, chapters, {p.key: p.first.chapter for p in reading.people}) else model
