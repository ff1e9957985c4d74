"""Word lists, written by hand from general knowledge of English and Chinese.

Names that belong to people of the novels this room is measured on are left out of the name lists on purpose, so that
the measurements say something about books never seen.
"""

from __future__ import annotations


def listed(text: str) -> frozenset[str]:
    """The blank-separated words of `text` as a set."""
    return frozenset(text.split())


def ordered(text: str) -> tuple[str, ...]:
    """The blank-separated words of `text` in order."""
    return tuple(text.split())
