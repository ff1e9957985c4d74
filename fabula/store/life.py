"""What the life of every table is: who owns its rows, and what forking, undo, snapshot, export and erasure do to them.

Owns the declarations and the test of whether they are whole. It carries nothing out; `erase`, and later the delta
log, fork, export and checkpoint, read these and are each written once. The promise: a table without a life, or with a
reference nobody has decided about, is a finding of `faults`, and a test fails on any finding.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType
from typing import Any

from sqlalchemy import Column, MetaData, Table

from fabula.store.tables import metadata


class Fork(Enum):
    """What a new branch gets of these rows."""

    OUTSIDE = "outside"  # they hang above the branch, so both branches see the same rows
    COPIED = "copied"  # all of them, under new ids
    UP_TO_POINT = "up to the point"  # those not later than the fork


class Undo(Enum):
    """Whether taking back an action takes back changes to these rows."""

    OUTSIDE = "outside"
    LOGGED = "logged"  # every change is written to the delta log, in the same transaction


class Snapshot(Enum):
    """Whether a checkpoint of a story holds these rows."""

    OUTSIDE = "outside"
    TAKEN = "taken"


class Export(Enum):
    """Which exported archive holds these rows."""

    NEVER = "never"
    ACCOUNT = "account"  # what is one person's own
    BOOK = "book"  # what a book is; goes with the account for the books on its shelf


@dataclass(frozen=True)
class Erased:
    """The row goes with the row it refers to."""


@dataclass(frozen=True)
class Cleared:
    """The reference becomes null, and the columns in `also` take the values given there."""

    also: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True)
class Released:
    """The reference becomes null; a row that then has no keeper left is erased (see `Life.kept_by`)."""


Reaction = Erased | Cleared | Released


@dataclass(frozen=True)
class Life:
    """One table's life. `owner` is the column through which a row is reached; None makes the table a root.

    `gone` says, for every other column that refers to a row, what happens when that row is erased. `kept_by` names
    references (`table.column`) that keep a row alive: when the last of them goes, the row goes too. `secret` columns
    never leave the store in any export. `why` says in a sentence what the rows are.
    """

    owner: str | None
    why: str
    gone: Mapping[str, Reaction] = field(default_factory=lambda: MappingProxyType({}))
    kept_by: tuple[str, ...] = ()
    fork: Fork = Fork.OUTSIDE
    undo: Undo = Undo.OUTSIDE
    snapshot: Snapshot = Snapshot.OUTSIDE
    export: Export = Export.NEVER
    secret: frozenset[str] = frozenset()


LIVES: Mapping[str, Life] = MappingProxyType(
    {
        "people": Life(
            owner=None,
            why="A reader's account.",
            export=Export.ACCOUNT,
            secret=frozenset({"password_hash"}),
        ),
        "refresh_tokens": Life(owner="person_id", why="A signed-in device; worthless anywhere else."),
        "books": Life(
            owner=None,
            why="A source text. It belongs to nobody; it stays while anybody has it on a shelf.",
            gone={"uploader_id": Released()},
            kept_by=("stories.book_id",),
            export=Export.BOOK,
        ),
        "covers": Life(owner="book_id", why="A book's picture.", export=Export.BOOK),
        "book_chapters": Life(owner="book_id", why="The text itself.", export=Export.BOOK),
        "characters": Life(owner="book_id", why="Who the reading found in a book.", export=Export.BOOK),
        "mentions": Life(
            owner="character_id",
            why="How often a character is named in each chapter.",
            gone={"book_id": Erased()},
            export=Export.BOOK,
        ),
        "quotes": Life(
            owner="book_id",
            why="What is said in a book; the words stay when their speaker is taken back.",
            gone={"character_id": Cleared(), "addressee_id": Cleared()},
            export=Export.BOOK,
        ),
        "places": Life(owner="book_id", why="Where a book happens.", export=Export.BOOK),
        "stories": Life(
            owner="person_id",
            why="One person's play, in a book or without one.",
            gone={
                "book_id": Erased(),
                "current_branch_id": Cleared(),
                "reader_character_id": Cleared({"reader_identity_type": "self", "reader_identity": None}),
            },
            export=Export.ACCOUNT,
        ),
        "branches": Life(
            owner="story_id",
            why="One course a story took; a branch outlives the branch it came from.",
            gone={"parent_id": Cleared()},
            export=Export.ACCOUNT,
        ),
        "messages": Life(
            owner="branch_id",
            why="What was said in a conversation. Undoing a turn of the world does not unsay it.",
            gone={"character_id": Erased(), "turn_key": Erased(), "reader_character_id": Cleared()},
            fork=Fork.UP_TO_POINT,
            snapshot=Snapshot.TAKEN,
            export=Export.ACCOUNT,
        ),
        "turns": Life(
            owner="person_id",
            why="A slow thing that was asked for, and its result.",
            gone={"book_id": Erased(), "branch_id": Erased(), "character_id": Erased()},
            export=Export.ACCOUNT,
        ),
    }
)


def path(table: Table, lives: Mapping[str, Life] = LIVES) -> list[Column[Any]]:
    """The owner columns from a table up to its root: how one of its rows is reached. Empty for a root."""
    steps: list[Column[Any]] = []
    while (owner := lives[table.name].owner) is not None:
        steps.append(table.c[owner])
        table = _referred(table.c[owner])
    return steps


def reactions(table: Table, lives: Mapping[str, Life] = LIVES) -> dict[str, Reaction]:
    """For each column that refers to another row: what erasing that row does to this table's rows."""
    life = lives[table.name]
    owned: dict[str, Reaction] = {} if life.owner is None else {life.owner: Erased()}
    return {**owned, **life.gone}


def faults(tables: MetaData = metadata, lives: Mapping[str, Life] = LIVES) -> list[str]:
    """What is missing or contradictory in the declarations, as sentences; empty when they are whole."""
    found = [f"{name} has a life but there is no such table." for name in sorted(lives.keys() - tables.tables.keys())]
    for table in sorted(tables.tables.values(), key=lambda table: table.name):
        life = lives.get(table.name)
        found += [f"{table.name} has no life."] if life is None else _faults_of(table, life, tables)
    return found or [
        f"{table.name} is owned in a circle." for table in tables.tables.values() if _circular(table, lives)
    ]


def _faults_of(table: Table, life: Life, tables: MetaData) -> list[str]:
    found = []
    references = {column.name for column in table.columns if column.foreign_keys}
    decided = set(life.gone) | ({life.owner} if life.owner is not None else set())
    found += [f"{table.name}.{name} refers to a row; say what erasing that does." for name in references - decided]
    found += [f"{table.name}.{name} is no reference." for name in decided - references]
    if life.owner is not None and life.owner in table.c and table.c[life.owner].nullable:
        found.append(f"{table.name}.{life.owner} owns the row and may not be null.")
    for name, reaction in life.gone.items():
        if not isinstance(reaction, Erased) and name in table.c and not table.c[name].nullable:
            found.append(f"{table.name}.{name} is to be cleared but may not be null.")
        if isinstance(reaction, Released) and not life.kept_by:
            found.append(f"{table.name}.{name} is released but nothing keeps the row.")
        if isinstance(reaction, Cleared):
            found += [f"{table.name}.{other} is unknown." for other in reaction.also if other not in table.c]
    for keeper in life.kept_by:
        name, _, column = keeper.partition(".")
        other = tables.tables.get(name)
        if other is None or column not in other.c or not other.c[column].references(_key_of(table)):
            found.append(f"{table.name} is kept by {keeper}, which does not refer to it.")
    found += [f"{table.name}.{name} is secret but unknown." for name in life.secret if name not in table.c]
    return sorted(found)


def _circular(table: Table, lives: Mapping[str, Life]) -> bool:
    seen = {table.name}
    while (owner := lives[table.name].owner) is not None:
        table = _referred(table.c[owner])
        if table.name in seen:
            return True
        seen.add(table.name)
    return False


def _key_of(table: Table) -> Column[Any]:
    return next(iter(table.primary_key.columns))


def _referred(column: Column[Any]) -> Table:
    return next(iter(column.foreign_keys)).column.table
