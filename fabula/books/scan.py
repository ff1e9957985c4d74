"""Every line of a text that may be a heading, with what stands around it.

Owns the walk over lines, the blank lines beside them and titles that sit under a bare label; decides nothing about
which family of headings the book uses. The one promise: one pass, linear in the text, offsets exact.
"""

from __future__ import annotations

import re
from array import array
from dataclasses import dataclass

from fabula.books.forms import BARE, Form, plain, recognise
from fabula.books.limits import HEADING_CHARS
from fabula.books.titles import could_be_title, ends_like_prose, is_caps, is_title_case, tidy

_START = 9
# Where blanks part the paragraphs, a line this long inside one is wrapped prose.
_WRAPPED = 60
_MOST_LINES = 500_000
_MOST_FOUND = 50_000
_NEWLINE = re.compile("\n")
_LICENCE = ("*** END OF THE PROJECT GUTENBERG", "*** END OF THIS PROJECT GUTENBERG", "***END OF THE PROJECT GUTENBERG")
_NOT_TITLES = frozenset(
    {"THE END", "FINIS", "END", "FIN", "ENDE", "CONTENTS", "ILLUSTRATIONS", "LIST OF ILLUSTRATIONS"}
)


@dataclass(frozen=True)
class Found:
    """A candidate: where its line starts, where the heading ends (titles under it included), and its neighbours.

    `before` and `after` count blank lines beside the line (9 at the edges of the text); `title` is the form's own or
    the one found on the lines below.
    """

    start: int
    end: int
    form: Form
    title: str | None
    before: int
    after: int

    @property
    def apart(self) -> bool:
        """Whether a blank line (or an edge of the text) stands on at least one side."""
        return self.before > 0 or self.after > 0

    @property
    def alone(self) -> bool:
        """Whether blank lines (or edges) stand on both sides."""
        return self.before > 0 and self.after > 0


class Lines:
    """A text as lines: where each begins, which are blank. The lines themselves are cut when asked for."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.offsets = array("q", [0])
        self.offsets.extend(match.end() for match in _NEWLINE.finditer(text))
        self._end = len(text) + 1
        self.count = len(self.offsets)
        self.blank = bytearray(self.count)
        for index in range(self.count):
            row = self.row(index)
            self.blank[index] = not row or row.isspace()
        # Whether blank lines part the paragraphs of this text: several of them, and not only around a few headings.
        runs = self.blank.count(b"\x01\x00")
        self.spaced = runs >= 3 and runs > 0.06 * (self.count - sum(self.blank))

    def row(self, index: int) -> str:
        """One line, without its newline."""
        end = self.offsets[index + 1] if index + 1 < self.count else self._end
        return self._text[self.offsets[index] : end - 1]

    def blanks_before(self, index: int) -> int:
        """Blank lines directly above a line, at most 9; 9 when nothing but blanks stands above."""
        count, i = 0, index - 1
        while i >= 0 and self.blank[i] and count < _START:
            count, i = count + 1, i - 1
        return _START if i < 0 else count

    def blanks_after(self, index: int) -> int:
        """Blank lines directly below a line, at most 9; 9 when nothing but blanks stands below."""
        count, i = 0, index + 1
        while i < self.count and self.blank[i] and count < _START:
            count, i = count + 1, i + 1
        return _START if i >= self.count else count


def scan(text: str) -> tuple[list[Found], Lines]:
    """All candidates of a text in order, and the lines they were found on.

    A text of more lines or more candidates than any novel has is not searched: it has no candidates.
    """
    if text.count("\n") > _MOST_LINES:
        return [], Lines("")
    lines = Lines(text)
    found: list[Found] = []
    taken = -1
    for index in range(lines.count):
        if index <= taken or lines.blank[index]:
            continue
        row = lines.row(index)
        if len(row) > 4 * HEADING_CHARS or len(row.strip()) > HEADING_CHARS:
            continue
        before, after = lines.blanks_before(index), lines.blanks_after(index)
        if lines.spaced and not before and not after and len(row) > _WRAPPED:
            continue
        form = recognise(row) or _by_place(row, before, after)
        if form is None:
            continue
        last, title = index, form.title
        if title is None and form.tier not in {"contents"} and not form.family.startswith(("markdown", "caps", "lone")):
            last, title = _title_below(lines, index, after)
            taken = last
        elif title is not None and not after and form.strength == 2 and form.tier in {"chapter", "division"}:
            last, title = _title_goes_on(lines, index, title)
            taken = last
        end = lines.offsets[last] + len(lines.row(last))
        if len(found) >= _MOST_FOUND:
            return [], lines
        found.append(Found(lines.offsets[index], end, form, title, before, lines.blanks_after(last)))
    return found, lines


def _by_place(row: str, before: int, after: int) -> Form | None:
    """Lines that are headings only by where they stand: capitals set apart, short lines after wide gaps."""
    if not before or not after:
        return None
    text = plain(row).strip()
    if text.startswith(_LICENCE):
        return Form("special-licence", "extra", None, "Project Gutenberg licence", "Project Gutenberg licence")
    text = text.strip("*_=~ ")
    if not text or text[0] in '[("“' or text.rstrip(".").upper() in _NOT_TITLES or ends_like_prose(text):
        return None
    if len(text) <= 70 and is_caps(text) and len(text) > 2:
        return Form("caps", BARE, None, tidy(row), tidy(row))
    closed = text.endswith((".", "!", "?", "。", "！", "？", "”", '"'))
    if before >= 2 and 1 < len(text) <= 100 and not closed:
        titled = is_title_case(text) or (ord(text[0]) > 0x2E80 and len(text) <= 25)
        return Form("lone", BARE, None, tidy(row), tidy(row)) if titled else None
    return None


def _title_below(lines: Lines, index: int, after: int) -> tuple[int, str | None]:
    """(last line of the heading, its title): the short line or lines under a bare label, when they read as a title."""
    first = index + 1 + after
    if after > 3 or first >= lines.count:
        return index, None
    last = first
    if after == 0:
        while last + 1 < lines.count and not lines.blank[last + 1] and last - first < 3:
            last += 1
    if last - first > 2 or not lines.blanks_after(last):
        return index, None
    block = [lines.row(i) for i in range(first, last + 1)]
    whole = " ".join(row.strip() for row in block)
    if len(whole) > 150 or (last > first and not (is_caps(whole) or is_title_case(whole))):
        return index, None
    if any(recognised(row) for row in block):
        return index, None
    if not all(could_be_title(row, apart=after > 0) or (row is not block[0] and is_title_case(row)) for row in block):
        return index, None
    return last, tidy(whole)


def _title_goes_on(lines: Lines, index: int, title: str) -> tuple[int, str]:
    """A title that was wrapped: capitals (or a line ending in a comma) go on over the next lines up to a blank one."""
    last = index
    while last + 1 < lines.count and not lines.blank[last + 1] and last - index < 3:
        last += 1
    more = [lines.row(i).strip() for i in range(index + 1, last + 1)]
    first = title + "," if lines.row(index).rstrip().endswith(",") else title
    whole = tidy(" ".join([first, *more]))
    unbroken = last - index <= 2 and lines.blanks_after(last) and len(whole) <= 200
    if unbroken and all(map(is_caps, more)) and is_caps(title) and not any(map(recognised, more)):
        return last, whole
    return index, title


def recognised(row: str) -> bool:
    """Whether a line is a heading with a keyword of its own, so that it cannot be another heading's title."""
    form = recognise(row)
    return form is not None and (form.tier != BARE or form.title is None)
