"""Where a text names one of two: whose names these are, and so whose sentence, whose line, how often.

Owns the finding of names of a person that is to become two. It knows nothing of decisions. The promise: finding is
linear in the text, a longer name hides the shorter inside it, and what names neither belongs to neither.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

NEAR_CHARS = 1_500
"""A line is whose name stands nearest to it, unless none stands within this many characters."""
AFTER_CHARS = 40
"""How much farther a name after a line counts in scripts that name the speaker first."""


class Spots:
    """All places of a text that name somebody: by one of the `moved` names, or by one that stays."""

    def __init__(self, text: str, moved: Sequence[str], stays: Sequence[str]) -> None:
        names = sorted({*moved, *stays}, key=lambda name: (-len(name), name))
        edged = "|".join(_edged(name) for name in names)
        theirs = {_begun(name) for name in moved}
        found = [(spot.start(), spot.end(), _begun(spot.group()) in theirs) for spot in re.finditer(edged, text)]
        # Where words are not spaced, whoever speaks is named before what they say.
        self._late = 0 if all(name.isascii() for name in names) else AFTER_CHARS
        self._starts = [start for start, _, _ in found]
        self._found = found

    def about(self, cite: Mapping[str, Any]) -> bool:
        """Whether a sentence names the moved one and not the other."""
        low, high = bisect_left(self._starts, cite["start"]), bisect_left(self._starts, cite["end"])
        sides = {moved for _, _, moved in self._found[low:high]}
        return sides == {True}

    def says(self, quote: Mapping[str, Any]) -> bool:
        """Whether a line belongs to the moved one: by the name that decided who speaks, else by the nearest name."""
        cue = quote.get("cue")
        if cue:
            named = self.about({"start": cue[0], "end": cue[1]} if not isinstance(cue, Mapping) else cue)
            if named:
                return True
        at = bisect_right(self._starts, quote["start"])
        near: list[tuple[int, int, bool]] = []
        for _, end, moved in self._found[max(0, at - 1) : at]:
            if end <= quote["start"]:
                near.append((quote["start"] - end, 1, moved))
        after = bisect_left(self._starts, quote["end"])
        near += [(start - quote["end"] + self._late, 0, moved) for start, _, moved in self._found[after : after + 1]]
        distance, _, moved = min(near, default=(NEAR_CHARS + 1, 0, False))
        return moved and distance <= NEAR_CHARS

    def by_chapter(self, counts: Iterable[Sequence[int]], aliases: Sequence[Mapping[str, Any]]) -> list[list[int]]:
        """How often the moved one is named in each chapter; never more than both were."""
        most = {int(chapter): int(count) for chapter, count in map(tuple, counts)}
        found: dict[int, int] = {}
        told = [tuple(pair) for alias in aliases for pair in alias.get("by_chapter", ())]
        if not told:  # a reading that does not count by name: all in the chapter where the name comes first
            told = [(alias["first_chapter"], alias["mentions"]) for alias in aliases]
        for chapter, count in told:
            found[chapter] = found.get(chapter, 0) + count
        return [[chapter, min(found[chapter], most.get(chapter, 0))] for chapter in sorted(found) if chapter in most]


def _begun(name: str) -> str:
    """A name as it stands within a sentence: "The Pilgrim" at its beginning is "the Pilgrim"."""
    return name[:1].lower() + name[1:]


def _edged(name: str) -> str:
    """A name as a pattern: between word edges, except in scripts that write no spaces."""
    left = r"(?<!\w)" if name[:1].isascii() else ""
    right = r"(?!\w)" if name[-1:].isascii() else ""
    first = name[:1]
    begun = f"[{first.lower()}{first.upper()}]" if first.isalpha() and first.isascii() else re.escape(first)
    return f"{left}{begun}{re.escape(name[1:])}{right}"
