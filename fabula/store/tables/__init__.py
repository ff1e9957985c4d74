"""Every table there is, by name.

`from fabula.store.tables import books, turns` and so on. `metadata` holds them all; its twin is what the migrations
produce, and a test compares the two on every backend. Each table's life is declared in `fabula.store.life`.
"""

from fabula.store.tables.books import book_chapters, books, characters, covers, mentions, places, quotes
from fabula.store.tables.entries import (
    assets,
    branch_era_flips,
    chapters,
    entry_assets,
    story_entries,
    translations,
    vault_calendars,
)
from fabula.store.tables.found import bystanders, canon_models, corrections, facts, readings, relationships
from fabula.store.tables.log import app_settings, baselines, deltas, undone
from fabula.store.tables.making import metadata
from fabula.store.tables.people import people, refresh_tokens
from fabula.store.tables.stories import branches, messages, stories
from fabula.store.tables.turns import turns
from fabula.store.tables.world import (
    character_relationships,
    entities,
    happening_awareness,
    happening_involvements,
    happenings,
    lore,
    threads,
)

__all__ = [
    "app_settings",
    "assets",
    "baselines",
    "book_chapters",
    "books",
    "branch_era_flips",
    "branches",
    "bystanders",
    "canon_models",
    "chapters",
    "character_relationships",
    "characters",
    "corrections",
    "covers",
    "deltas",
    "entities",
    "entry_assets",
    "facts",
    "happening_awareness",
    "happening_involvements",
    "happenings",
    "lore",
    "mentions",
    "messages",
    "metadata",
    "people",
    "places",
    "quotes",
    "readings",
    "refresh_tokens",
    "relationships",
    "stories",
    "story_entries",
    "threads",
    "translations",
    "turns",
    "undone",
    "vault_calendars",
]
