"""A branch to try the engine on: one person's story whose rows and actions have short names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import delete, select, update

from fabula.store.contract import Tx
from fabula.store.tables import branches, deltas, people, stories
from fabula.story import digest, log, timeline, travel
from fabula.story.changes import Change, Create, Delete, Done, Update
from fabula.story.fork import fork
from fabula.story.ledger import LEDGER, Ledger
from fabula.story.log import Branch, Delta
from fabula.story.shapes import check
from fabula.story.travel import Reversed
from fabula.story.verify import verify
from fabula.story.write import write

UE, PC, AI, PB = "user_edit", "periodic_classifier", "ai_classifier", "piggyback_tagged_block"

PEOPLE = ("kael", "mira", "nia", "oren", "pell")


def make(table: str, row_id: str, /, anchor: str | None = None, **row: Any) -> Create:
    """Make a row; a person needs no more than a name."""
    return Create(table, {"id": row_id, **_given(table, row_id), **row}, anchor)


def put(table: str, row_id: str, /, anchor: str | None = None, **values: Any) -> Update:
    """Change columns; a dict is laid over a JSON column part by part."""
    patch = {name: value for name, value in values.items() if isinstance(value, dict)}
    return Update(table, row_id, {n: v for n, v in values.items() if n not in patch}, patch, anchor)


def drop(table: str, row_id: str, /, anchor: str | None = None) -> Delete:
    """Take a row away."""
    return Delete(table, row_id, anchor)


def person(row_id: str, /, **row: Any) -> Create:
    """Make a person."""
    return make("entities", row_id, **row)


def happening(row_id: str, /, anchor: str | None = None) -> Create:
    """Make a happening."""
    return make("happenings", row_id, anchor, title=row_id)


def knows(row_id: str, what: str, who: str, anchor: str | None = None) -> Create:
    """Somebody knows of something."""
    return make("happening_awareness", row_id, anchor, happening_id=what, character_id=who)


def took_part(row_id: str, what: str, who: str, anchor: str | None = None) -> Create:
    """Somebody had a part in something."""
    return make("happening_involvements", row_id, anchor, happening_id=what, entity_id=who)


def pair(row_id: str, one: str, other: str, kind: str | None, inverse: str | None, anchor: str | None = None) -> Create:
    """How two people see each other."""
    views = {"kind": kind, "inverse_kind": inverse}
    return make("character_relationships", row_id, anchor, a_id=one, b_id=other, **views)


def translated(row_id: str, kind: str, target: str) -> Create:
    """A translation of a row."""
    text = {"field": "name", "language": "de", "translated_text": "x"}
    return make("translations", row_id, target_kind=kind, target_id=target, **text)


def entry(row_id: str, position: int, kind: str = "ai_reply", anchor: str | None = None) -> Create:
    """An entry."""
    return make("story_entries", row_id, anchor, position=position, kind=kind, content=f"text of {row_id}")


def _given(table: str, row_id: str) -> dict[str, Any]:
    return {"kind": "character", "name": row_id} if table == "entities" else {}


class Scene:
    """A branch `main` of the story `story` of Ann, seen from inside one unit."""

    def __init__(self, tx: Tx, *beginning: Create, who: str = "ann", name: str = "", ledger: Ledger = LEDGER) -> None:
        self.tx = tx
        self.who = who
        self.story = f"story{name}"
        self.name = f"main{name}"
        self.ledger = ledger
        if tx.one(select(people.c.id).where(people.c.id == who)) is None:
            tx.insert(people, {"id": who, "email": who, "email_key": who, "password_hash": "x"})
        tx.insert(stories, {"id": self.story, "person_id": who, "title": "t"})
        tx.insert(branches, {"id": self.name, "story_id": self.story, "name": "main"})
        tx.run(update(stories).where(stories.c.id == self.story).values(current_branch_id=self.name))
        if beginning:
            # Written like anything else, then taken out of the log: nobody can undo how a story began.
            write(tx, self.branch(), beginning, ledger=ledger)
            tx.run(delete(deltas).where(deltas.c.branch_id == self.name))
        digest.begin(tx, self.name, ledger)

    @classmethod
    def on(cls, tx: Tx, name: str = "main", who: str = "ann", ledger: Ledger = LEDGER) -> Scene:
        """The same on a branch that is there already."""
        scene = cls.__new__(cls)
        scene.tx, scene.who, scene.name, scene.story, scene.ledger = tx, who, name, "story", ledger
        return scene

    def branch(self, name: str | None = None) -> Branch:
        """The branch as it is now."""
        return log.find_branch(self.tx, self.who, name or self.name)

    def log(self, action: str, source: str, *changes: Change) -> Done:
        """Several changes as (part of) one action."""
        return write(self.tx, self.branch(), changes, source=source, action_id=action, ledger=self.ledger)

    def turn(self, action: str, asked: str, told: str, position: int) -> None:
        """An action and its reply."""
        self.log(action, UE, entry(asked, position, "user_action"))
        self.log(action, AI, entry(told, position + 1))

    def read_through(self, position: int | None) -> None:
        """The background reader has read this far."""
        self.tx.run(update(branches).where(branches.c.id == self.name).values(processed_through=position))

    def through(self, name: str | None = None) -> int | None:
        """How far the background reader has read."""
        return self.branch(name).processed_through

    def undo(self) -> Reversed:
        """CTRL-Z."""
        return travel.undo(self.tx, self.branch(), self.ledger)

    def redo(self) -> Reversed:
        """CTRL-SHIFT-Z."""
        return travel.redo(self.tx, self.branch(), self.ledger)

    def rollback(self, first: str) -> Reversed:
        """This entry and all after it go."""
        return travel.rollback(self.tx, self.branch(), first, self.ledger)

    def abort(self, action: str) -> Reversed:
        """A run failed."""
        return travel.abort(self.tx, self.branch(), action, self.ledger)

    def reverse(self, *positions: int) -> Reversed:
        """Exactly these deltas, and what must go with them."""
        return travel.reverse(self.tx, self.branch(), self.deltas(*positions), self.ledger)

    def undo_set(self, *positions: int) -> Reversed:
        """The same, to be redone."""
        return travel.undo_set(self.tx, self.branch(), self.deltas(*positions), self.ledger)

    def edit(self, row_id: str, text: str) -> Done:
        """A new text for an entry."""
        return travel.edit_text(self.tx, self.branch(), row_id, text, self.ledger)

    def fork(self, row_id: str, name: str = "side") -> Branch:
        """A new branch behind an entry."""
        return fork(self.tx, self.branch(), row_id, name, switch=False, ledger=self.ledger)

    def deltas(self, *positions: int, of: str | None = None) -> list[Delta]:
        """The log, or these deltas of it."""
        found = log.read(self.tx, of or self.name, 0)
        return [delta for delta in found if not positions or delta.position in positions]

    def at(self, position: int) -> Delta:
        """One delta."""
        return self.deltas(position)[0]

    def positions(self, of: str | None = None) -> list[int]:
        """Where there are deltas."""
        return [delta.position for delta in self.deltas(of=of)]

    def row(self, table: str, row_id: str, of: str | None = None) -> dict[str, Any] | None:
        """A row as it is."""
        where = self.ledger[table].table
        found = self.tx.one(select(where).where(where.c.branch_id == (of or self.name), where.c.id == row_id))
        return None if found is None else dict(found)

    def there(self, *keys: str, of: str | None = None) -> set[str]:
        """Which of these rows, `table/id`, are there; of all tables' rows when none is named: every id."""
        rows = digest.all_rows(self.tx, of or self.name, self.ledger)
        return {row_id for _, row_id in rows if not keys or row_id in keys}

    def views(self, row_id: str = "rel") -> tuple[str | None, str | None] | None:
        """Both views of a pair."""
        row = self.row("character_relationships", row_id)
        return None if row is None else (row["kind"], row["inverse_kind"])

    def sound(self, name: str | None = None) -> None:
        """Rows and log agree."""
        assert verify(self.tx, self.branch(name), self.ledger) == []


def cast(*names: str) -> list[Create]:
    """People who were there from the start."""
    return [person(name) for name in names]


def state(**parts: Any) -> Mapping[str, Any]:
    """A person's state."""
    from fabula.story.shapes.states import CharacterState

    return check(CharacterState, parts)


def banner(scene: Scene) -> None:
    """A notice at the end of the branch, outside the log."""
    position = timeline.last_position(scene.tx, scene.branch()) + 1
    row = {"branch_id": scene.name, "id": "notice", "position": position, "kind": "system", "content": "failed"}
    scene.tx.insert(LEDGER["story_entries"].table, {**row, "metadata": {}})
