"""Writing: several changes of a branch's rows as one action, each with its delta, in one batch.

Owns the order of things: read what is there, refuse what contradicts itself, write deletions, changes and new rows, and
the log. It names no table. The promise: every change of a logged row is in the log with what it takes to undo it, an
action is written whole or not at all, and what changes nothing is not logged.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fabula import errors
from fabula.ids import new_id
from fabula.store.contract import Tx
from fabula.story import log
from fabula.story.changes import Change, Create, Delete, Done, Update
from fabula.story.digest import begin
from fabula.story.forms import check_plain
from fabula.story.group import Group, gathered
from fabula.story.ledger import LEDGER, Image, Key, Ledger, Logged
from fabula.story.log import USER, Branch, Delta
from fabula.story.partial import Parts, differences, encoded, patched
from fabula.story.rejected import Rejected
from fabula.story.shapes import check, confirm

CHANGES_MAX = 20_000
TEXT_MAX = 1_000_000


def write(
    tx: Tx,
    branch: Branch,
    changes: Sequence[Change],
    *,
    source: str = USER,
    action_id: str | None = None,
    ledger: Ledger = LEDGER,
) -> Done:
    """Carries out changes as one action; every change sees the rows as they were before it.

    With `action_id` the changes join an action that has been begun. Rejected with `group-conflict` when one part of a
    row is written twice, a row is deleted twice or written and deleted, or something is linked to what goes;
    errors.NotFound when a row to change, or one to refer to, is not there; errors.Invalid for values that do not fit.
    """
    if len(changes) > CHANGES_MAX:
        raise errors.Invalid(f"One action may make at most {CHANGES_MAX} changes.")
    group = gathered(tx, branch, changes, ledger)
    batch = _Batch(tx, branch, ledger, source, action_id or new_id("act"))
    for deletion in group.deletes.values():
        batch.delete(deletion, group.before[deletion.key], group.captured[deletion.key])
    for key, updates in group.updates.items():
        batch.update(updates, group.before[key])
    for creation in _ordered(group, ledger):
        batch.create(creation)
    return batch.commit()


def found(tx: Tx, branch: Branch, rows: Sequence[Create], ledger: Ledger = LEDGER) -> None:
    """Writes what a branch begins with: checked like anything else, and not logged, so that nobody can undo it."""
    group = gathered(tx, branch, rows, ledger)
    batch = _Batch(tx, branch, ledger, USER, "")
    for creation in _ordered(group, ledger):
        batch.create(creation)
    batch.commit(logged=False)
    begin(tx, branch.id, ledger)


def _ordered(group: Group, ledger: Ledger) -> list[Create]:
    """Entries come first in their group, and what is referred to before what refers to it (digest 2.5, W44)."""

    def rank(creation: Create) -> int:
        return -1 if ledger[creation.table].life.aside else ledger.order[creation.table]

    return sorted(group.creates.values(), key=rank)


class _Batch:
    """Everything one action writes, collected before the first statement is sent."""

    def __init__(self, tx: Tx, branch: Branch, ledger: Ledger, source: str, action_id: str) -> None:
        self._tx = tx
        self._branch = branch
        self._ledger = ledger
        self._source = source
        self._action_id = action_id
        self._gone: dict[str, list[str]] = {}
        self._set: dict[tuple[str, tuple[str, ...]], list[dict[str, Any]]] = {}
        self._new: dict[str, list[Image]] = {}
        self._deltas: list[Delta] = []

    def delete(self, deletion: Delete, row: Image, captured: dict[Key, Image]) -> None:
        """A row goes, with the rows that refer to it; they are kept in the payload."""
        logged = self._ledger[deletion.table]
        payload = logged.frozen(row)
        self._gone.setdefault(deletion.table, []).append(deletion.id)
        for (table, row_id), child in captured.items():
            self._gone.setdefault(table, []).append(row_id)
            payload.setdefault(str(self._ledger[table].life.capture), []).append(self._ledger[table].frozen(child))
        self._log(deletion, payload)

    def update(self, updates: list[Update], row: Image) -> None:
        """Parts of a row change; parts that are as wanted already do not count."""
        logged = self._ledger[updates[0].table]
        now, parts = dict(row), Parts()
        for update in updates:
            if update.set:
                for column, value in update.set.items():
                    now[column] = self._value(logged, column, value, row)
                parts.update(differences(logged, row, {column: now[column] for column in update.set}))
            for column, patch in update.patch.items():
                now[column], changed = patched(logged, now, column, patch)
                parts.update(changed)
                if changed:
                    confirm(self._model(logged, column, row), now[column])
        if not parts:
            return
        if logged.life.keeps and all(now[column] is None for column in logged.life.keeps):
            raise Rejected(
                "no-view", f"Something must be left of {' and '.join(logged.life.keeps)}; delete it instead."
            )
        changed_columns = {path[0] for path in parts}
        values = {column: now[column] for column in sorted(changed_columns)}
        if changed_columns.intersection(logged.life.embeds):
            values["embedding_stale"] = True
        if "updated_at" in logged.table.c:
            values["updated_at"] = self._tx.now
        bound = {"the_branch": self._branch.id, "the_id": row["id"]}
        bound |= {f"to_{column}": value for column, value in values.items()}
        self._set.setdefault((logged.name, tuple(values)), []).append(bound)
        also = {key: value for update in updates for key, value in update.also.items()}
        self._log(updates[0], {**encoded(logged, parts), **also})

    def create(self, creation: Create) -> None:
        """A row is made, with every column filled."""
        logged = self._ledger[creation.table]
        row: Image = {"branch_id": self._branch.id}
        unknown = creation.row.keys() - set(logged.names)
        if unknown:
            raise errors.Invalid(f"{logged.name} has no {min(unknown)}.")
        for column in logged.columns:
            if column.name in creation.row:
                row[column.name] = self._value(logged, column.name, creation.row[column.name], creation.row)
            elif column.name in ("created_at", "updated_at"):
                row[column.name] = self._tx.now
            elif column.name in logged.shapes:
                row[column.name] = check(self._model(logged, column.name, creation.row), {})
            elif column.default is not None:
                default: Any = column.default
                row[column.name] = default.arg(None) if default.is_callable else default.arg
            elif column.nullable:
                row[column.name] = None
            else:
                raise errors.Invalid(f"{logged.name}.{column.name} is needed.")
        self._new.setdefault(creation.table, []).append(row)
        self._log(creation, None)

    def commit(self, *, logged: bool = True) -> Done:
        """Deletes, changes, inserts, then the log; nothing at all when there is nothing to do."""
        tx, branch = self._tx, self._branch
        for table, ids in self._gone.items():
            tx.run(self._ledger[table].delete_ids, {"branch": branch.id, "ids": ids})
        for (table, names), rows in self._set.items():
            tx.run_each(self._ledger[table].update_row(names), rows)
        for table, rows in self._new.items():
            tx.run_each(self._ledger[table].insert_rows, rows)
        if self._deltas and logged:
            log.append(tx, branch, self._deltas)
            log.logged(tx, branch)
        made = tuple(delta.target for delta in self._deltas if delta.op == "create")
        return Done(branch.id, branch.version, self._action_id, len(self._deltas), made)

    def _log(self, change: Change, payload: dict[str, Any] | None) -> None:
        if change.anchor is not None and "\x00" in change.anchor:
            raise errors.Invalid("An id may not contain U+0000.")
        op = log_op(change)
        source = change.source or self._source
        table, target = change.key
        self._deltas.append(Delta(0, change.anchor, self._action_id, source, table, target, op, payload, self._tx.now))

    def _value(self, logged: Logged, name: str, value: Any, row: Any) -> Any:
        column = logged.table.c.get(name)
        if column is None or name == "branch_id":
            raise errors.Invalid(f"{logged.name} has no {name}.")
        if name in logged.shapes:
            return check(self._model(logged, name, row), value)
        if column.info.get("words"):
            check_plain(logged, name, value)
            return list(value)
        if isinstance(value, str) and len(value) > TEXT_MAX:
            raise errors.Invalid(f"{logged.name}.{name} may have at most {TEXT_MAX} characters.")
        if value is None and not column.nullable:
            raise errors.Invalid(f"{logged.name}.{name} may not be empty.")
        return value

    @staticmethod
    def _model(logged: Logged, name: str, row: Any) -> Any:
        model = logged.model(name, row)
        if model is None:
            raise errors.Invalid(f"{logged.name}.{name} needs a known {logged.shapes[name][0]}.")
        return model


def log_op(change: Change) -> log.Op:
    """The word for a change in the log."""
    if isinstance(change, Create):
        return "create"
    return "update" if isinstance(change, Update) else "delete"
