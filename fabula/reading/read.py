"""Reads a whole book: the one door of this room.

Owns choosing the reader for a language. Knows nothing of files, storage or users. Promise: `read_book` is a pure
function of its arguments, linear in the text, and never fails on any text: what it cannot tell it leaves out.
"""

from __future__ import annotations

from collections.abc import Sequence

from fabula.reading.chinese.read import read_chinese
from fabula.reading.english.read import read_english
from fabula.reading.pace import Pace, Progress
from fabula.reading.pages import Pages
from fabula.reading.shapes import GivenPerson, Reading, SectionLike
from fabula.reading.tell import tell


def read_book(
    text: str,
    sections: Sequence[SectionLike],
    language: str,
    progress: Progress | None = None,
    cast: Sequence[GivenPerson] | None = None,
) -> Reading:
    """What the book says (service specification, sections 5.4 and 5.5).

    `sections` partition `text`; those without a number (front matter) are not read. `language` is a tag such as "en"
    or "zh"; other languages lose what needs their words. `progress(stage, done, total)` is called throughout, with
    stages "people", "speech", "world" in this order, and may raise to cancel.
    """
    pace = Pace(progress, len(text))
    pace.stage("people", 5)
    pace.next_pass()
    pages = Pages(text, sections, language, pace)
    tag = language[:2].lower()
    if pages.cjk:
        found = read_chinese(pages, pace, chinese=tag == "zh")
    else:
        found = read_english(pages, pace, english=tag == "en", given=cast)
    return tell(pages, found, pace)
