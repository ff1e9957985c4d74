"""Names for rows: `kind_` followed by a UUID of version 4, and bare UUIDs for idempotency keys.

Owns the list of kinds and the one source of fresh UUIDs. It knows nothing of tables. The promise: an id says what it
names, compares by bytes, and never contains anything but a-z, 0-9, `_` and `-`; tests can replace the source.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Source = Callable[[], uuid.UUID]

KINDS = (
    *("person", "book", "bchp", "char", "plce", "story", "brch", "msg"),
    *("loc", "item", "fact", "lore", "thr", "hap", "chap", "entry", "act", "cal", "asset"),
    *("ast", "tr", "rel", "hinv", "haw", "era"),
    *("corr", "byst", "bond", "said", "canon"),
)
"""Every prefix in use: person, book, book chapter, character (of a book or a branch), place, story, branch, message;
location, item, faction, lore, thread, happening, chapter, entry, action, calendar, asset; asset of an entry,
translation, relationship, involvement, awareness, era flip; correction of a book's people, bystander, relationship of a
book, fact of a book, canon model."""

_source: ContextVar[Source | None] = ContextVar("fabula_id_source", default=None)
_ID = re.compile(r"([a-z]{2,12})_([0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})")
_KEY = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")


def _fresh() -> uuid.UUID:
    source = _source.get()
    return uuid.uuid4() if source is None else source()


def new_id(kind: str) -> str:
    """A fresh id of one of KINDS; an unknown kind is a programming error (ValueError)."""
    if kind not in KINDS:
        raise ValueError(f"unknown kind of id: {kind!r}")
    return f"{kind}_{_fresh()}"


def new_key() -> str:
    """A fresh idempotency key: a bare UUIDv4, lower case and dashed."""
    return str(_fresh())


def is_id(kind: str, text: str) -> bool:
    """Whether `text` has the form of an id of this kind. Says nothing about whether the row exists."""
    match = _ID.fullmatch(text)
    return match is not None and match.group(1) == kind


def is_key(text: str) -> bool:
    """Whether `text` is a UUIDv4 of the RFC 4122 variant in canonical lower-case dashed form."""
    return _KEY.fullmatch(text) is not None


class CountingSource:
    """UUIDs 1, 2, 3, ... dressed as version 4: the same run makes the same ids."""

    def __init__(self) -> None:
        self._next = 0

    def __call__(self) -> uuid.UUID:
        """The next UUID."""
        self._next += 1
        return uuid.UUID(int=self._next, version=4)


@contextmanager
def using(source: Source) -> Iterator[None]:
    """Within the block, in this task and in the units it starts, ids come from `source`."""
    token = _source.set(source)
    try:
        yield
    finally:
        _source.reset(token)
