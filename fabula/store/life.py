"""What the life of every table is: who owns its rows, and what forking, undo, snapshot, export and erasure do to them.

Owns the declarations and the test of whether they are whole. It carries nothing out; `erase`, the delta log, undo,
fork and export read these and are each written once. The promise: a table without a life, or with a
reference nobody has decided about, is a finding of `faults`, and a test fails on any finding.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType
from typing import Any

from sqlalchemy import Column, MetaData, Table, UniqueConstraint

from fabula.store.tables import metadata


class Fork(Enum):
    """What a new branch gets of these rows."""

    OUTSIDE = "outside"  # they hang above the branch, so both branches see the same rows
    COPIED = "copied"  # all of them, under the same ids: a branch's rows are keyed by branch and id
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
    STORY = "story"  # what a story is; goes with the account, and into a story's own file
    NEEDED = "needed"  # shared; only the rows a story uses go into its file
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
    references (`table.column`) that keep a row alive: when the last of them goes, the row goes too, or, where `trash`
    names a column, is marked there and can come back. `secret` columns never leave the store in any export. `why` says
    in a sentence what the rows are.

    Of logged tables: `capture` is the key under which a deletion keeps these rows when it takes them along; `keeps`
    are the columns for whose sake a row a machine made stays when a person has written one of them, and without any of
    which it is no row; `aside` (column, value) marks rows outside the log; `together` are columns
    with a rule over all of them, which a reversal never sets against each other; `embeds` are the columns that have a
    vector.
    """

    owner: str | None
    why: str
    gone: Mapping[str, Reaction] = field(default_factory=lambda: MappingProxyType({}))
    kept_by: tuple[str, ...] = ()
    trash: str | None = None
    capture: str | None = None
    keeps: tuple[str, ...] = ()
    aside: tuple[str, str] | None = None
    together: tuple[str, ...] = ()
    embeds: tuple[str, ...] = ()
    fork: Fork = Fork.OUTSIDE
    undo: Undo = Undo.OUTSIDE
    snapshot: Snapshot = Snapshot.OUTSIDE
    export: Export = Export.NEVER
    secret: frozenset[str] = frozenset()


def logged(
    why: str,
    capture: str | None = None,
    *,
    gone: Mapping[str, Reaction] = MappingProxyType({}),
    keeps: tuple[str, ...] = (),
    aside: tuple[str, str] | None = None,
    together: tuple[str, ...] = (),
    embeds: tuple[str, ...] = (),
) -> Life:
    """The life of a table whose rows belong to a branch and whose every change is in its log."""
    return Life(
        owner="branch_id",
        why=why,
        gone=gone,
        capture=capture,
        keeps=keeps,
        aside=aside,
        together=together,
        embeds=embeds,
        fork=Fork.COPIED,
        undo=Undo.LOGGED,
        snapshot=Snapshot.TAKEN,
        export=Export.STORY,
    )


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
        "characters": Life(
            owner="book_id",
            why="Who the reading found in a book; a part of somebody else stays, since conversations hang on it.",
            gone={"part_of_id": Cleared()},
            export=Export.BOOK,
        ),
        "mentions": Life(
            owner="character_id",
            why="How often a character is named in each chapter.",
            gone={"book_id": Erased()},
            export=Export.BOOK,
        ),
        "quotes": Life(
            owner="book_id",
            why="What is said in a book; the words stay when their speaker is taken back.",
            gone={"character_id": Cleared(), "addressee_id": Cleared(), "bystander_id": Cleared()},
            export=Export.BOOK,
        ),
        "places": Life(owner="book_id", why="Where a book happens.", gone={"parent_id": Cleared()}, export=Export.BOOK),
        "readings": Life(owner="book_id", why="A reading as it was made, before corrections; made again at will."),
        "corrections": Life(
            owner="book_id",
            why="What whoever brought a book decided about its people; holds for later readings of it.",
            gone={"person_id": Cleared()},
            export=Export.BOOK,
        ),
        "bystanders": Life(owner="book_id", why="Who is in a book only in passing.", export=Export.BOOK),
        "relationships": Life(
            owner="book_id",
            why="What people of a book are to each other, as it says.",
            gone={"source_id": Erased(), "target_id": Erased()},
            export=Export.BOOK,
        ),
        "facts": Life(
            owner="book_id", why="What happens in a book, and what is true and open in it.", export=Export.BOOK
        ),
        "canon_models": Life(
            owner="book_id",
            why="A book's canon as one graph; never changed, only followed by another.",
            export=Export.BOOK,
        ),
        "stories": Life(
            owner="person_id",
            why="One person's play, in a book or without one.",
            gone={
                "book_id": Erased(),
                "current_branch_id": Cleared(),
                "reader_character_id": Cleared({"reader_identity_type": "self", "reader_identity": None}),
                "cover_asset_id": Cleared(),
            },
            export=Export.STORY,
        ),
        "branches": Life(
            owner="story_id",
            why="One course a story took; a branch outlives the branch it came from.",
            gone={"parent_id": Cleared()},
            export=Export.STORY,
        ),
        "assets": Life(
            owner=None,
            why="A picture, a sound or a file; shared by everything that shows it.",
            kept_by=("entry_assets.asset_id", "stories.cover_asset_id"),
            trash="pending_delete_at",
            export=Export.NEEDED,
        ),
        "story_entries": logged("What is read: openings, actions, replies.", aside=("kind", "system")),
        "entities": logged("People, places, things and factions of a branch.", embeds=("name", "description")),
        "lore": logged("What is true of a world.", embeds=("title", "body")),
        "threads": logged("What is going on and not yet settled.", embeds=("title", "description")),
        "happenings": logged(
            "What happened and can be known.",
            together=("occurred_at_entry_id", "temporal"),
            embeds=("title", "description"),
        ),
        "happening_involvements": logged("Who and what had a part in it.", "involvements"),
        "happening_awareness": logged("Who knows of it.", "awareness"),
        "character_relationships": logged(
            "How two people see each other.", "relationships", keeps=("kind", "inverse_kind")
        ),
        "chapters": logged("Closed stretches of a branch.", embeds=("summary", "theme")),
        "branch_era_flips": logged("When an era began."),
        "entry_assets": logged("What an entry shows.", "entry_assets", gone={"asset_id": Erased()}),
        "translations": logged("A text of this branch in another language.", "translations"),
        "deltas": Life(
            owner="branch_id",
            why="What was done on a branch, with what it takes to undo it.",
            fork=Fork.UP_TO_POINT,
            snapshot=Snapshot.TAKEN,
            export=Export.STORY,
        ),
        "undone": Life(owner="branch_id", why="What was undone and can be redone; worthless once anything is done."),
        "baselines": Life(
            owner="branch_id",
            why="What a branch's rows were before the first delta, as digests.",
            fork=Fork.COPIED,
            snapshot=Snapshot.TAKEN,
            export=Export.STORY,
        ),
        "vault_calendars": Life(owner="person_id", why="A person's own calendars.", export=Export.NEEDED),
        "app_settings": Life(owner="person_id", why="What a person's new stories begin with.", export=Export.ACCOUNT),
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
    if life.trash is not None and life.trash not in table.c:
        found.append(f"{table.name}.{life.trash} marks trash but is unknown.")
    if life.undo is Undo.LOGGED:
        found += _faults_of_logged(table, life, tables)
    return sorted(found)


def _faults_of_logged(table: Table, life: Life, tables: MetaData) -> list[str]:
    """What would make the log wrong: keys, references, JSON and captures that it could not follow."""
    name, found = table.name, []
    if [column.name for column in table.primary_key] != ["branch_id", "id"]:
        found.append(f"{name} is logged and must be keyed by branch_id and id.")
    for column in table.columns:
        for ref in column.info.get("refs", ()):
            if ref.table not in tables.tables:
                found.append(f"{name}.{column.name} refers to {ref.table}, which is unknown.")
            if column.nullable:
                found.append(f"{name}.{column.name} refers to a row and may not be null; else declare a mention.")
            if not _indexed(table, column.name):
                found.append(f"{name}.{column.name} refers to a row; index it after branch_id.")
        if "shape" in column.info and column.nullable:
            found.append(f"{name}.{column.name} has a shape and may not be null.")
    if life.capture is None and any("refs" in column.info for column in table.columns):
        found.append(f"{name} refers to rows; say under which key a deletion keeps it (capture).")
    taken = {column.name for other in tables.tables.values() for column in other.columns}
    if life.capture is not None and life.capture in taken:
        found.append(f"{name} is captured as {life.capture!r}, which is the name of a column.")
    for kept in life.keeps:
        if kept not in table.c or not table.c[kept].nullable:
            found.append(f"{name}.{kept} keeps the row and must be a column that may be null.")
    found += [
        f"{name}.{each} goes together with others but is unknown." for each in life.together if each not in table.c
    ]
    found += [f"{name}.{text} is embedded but unknown." for text in life.embeds if text not in table.c]
    if bool(life.embeds) != ("embedding_stale" in table.c):
        found.append(f"{name} must have embedding_stale exactly when it embeds columns.")
    return found


def _indexed(table: Table, column: str) -> bool:
    keys = [[each.name for each in index.columns] for index in table.indexes]
    keys += [[each.name for each in rule.columns] for rule in table.constraints if isinstance(rule, UniqueConstraint)]
    return any(["branch_id", column] == key[:2] for key in keys)


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
