"""Every table there is, by name.

`from fabula.store.tables import books, turns` and so on. `metadata` holds them all; its twin is what the migrations
produce, and a test compares the two on every backend. Each table's life is declared in `fabula.store.life`.
"""

from fabula.store.tables.books import book_chapters, books, characters, covers, mentions, places, quotes
from fabula.store.tables.making import metadata
from fabula.store.tables.people import people, refresh_tokens
from fabula.store.tables.stories import branches, messages, stories
from fabula.store.tables.turns import turns

__all__ = [
    "book_chapters",
    "books",
    "branches",
    "characters",
    "covers",
    "mentions",
    "messages",
    "metadata",
    "people",
    "places",
    "quotes",
    "refresh_tokens",
    "stories",
    "turns",
]
