"""Word lists written as plain running text.

Owns nothing but the cut at whitespace, so that lists stay readable. Promise: order is kept and repeats are dropped.
"""

from __future__ import annotations


def listed(text: str) -> tuple[str, ...]:
    """The words of a text, in order, once each."""
    return tuple(dict.fromkeys(text.split()))


def word_set(text: str) -> frozenset[str]:
    """The words of a text."""
    return frozenset(text.split())
