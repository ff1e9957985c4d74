"""Whether values from outside have the form of the columns they are meant for.

Owns the check before any rule of the world looks into a value, and rules take values to be well formed. It knows shapes
and columns, and no rule. The promise: what passes has the declared shape once it is laid over the row, ids are texts,
and what does not pass is refused with errors.Invalid naming the part that is wrong.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import TypeDecorator
from sqlalchemy.dialects import sqlite

from fabula import errors
from fabula.store.columns import JSON_DEPTH, Words
from fabula.story.ledger import LEDGER, Image, Logged
from fabula.story.partial import patched
from fabula.story.shapes import check, confirm
from fabula.story.shapes.tree import RECORD, Node

WORDS_MAX = 1_000
"""How many words a list of words may have, and how many characters each."""


def check_values(table: str, row: Mapping[str, Any], values: Mapping[str, Any]) -> None:
    """Whole values of columns; `row` says its kind."""
    logged = LEDGER[table]
    for name, value in values.items():
        if name not in logged.table.c or name == "branch_id":
            raise errors.Invalid(f"{table} has no {str(name)[:80]}.")
        if name in logged.shapes:
            check(_model(logged, name, row), value)
        else:
            check_plain(logged, name, value)


def check_plain(logged: Logged, name: str, value: Any) -> None:
    """One value of a column that is no JSON object: a single value, or a list of words where the column is one."""
    column = logged.table.c[name]
    if column.info.get("words"):
        if not isinstance(value, list | tuple) or len(value) > WORDS_MAX:
            raise errors.Invalid(f"{logged.name}.{name} is a list of at most {WORDS_MAX} short texts.")
        if not all(isinstance(word, str) and len(word) <= WORDS_MAX for word in value):
            raise errors.Invalid(f"{logged.name}.{name} is a list of at most {WORDS_MAX} short texts.")
    elif isinstance(value, dict | list | tuple | set):
        raise errors.Invalid(f"{logged.name}.{name} takes a single value.")
    elif value is None and not column.nullable:
        raise errors.Invalid(f"{logged.name}.{name} may not be empty.")
    elif isinstance(column.type, Words) and not isinstance(value, str | None):
        raise errors.Invalid(f"{logged.name}.{name} must be text.")


def check_whole(logged: Logged, row: Mapping[str, Any], *, frozen: bool = False) -> None:
    """The JSON of a row is complete: filling in what is missing would contradict its log.

    A `frozen` row, held by a deletion, has every column.
    """
    for column in logged.shapes:
        value = row.get(column)
        check_depth(value)
        if not isinstance(value, dict) or check(_model(logged, column, row), value) != value:
            raise errors.Invalid(f"{logged.name}.{column} is not complete; export the story again.")
    if frozen:
        for name in logged.names:
            if name not in row:
                raise errors.Invalid(f"A row of {logged.name} that a deletion holds has no {name}.")
            if name not in logged.shapes:
                check_thawed(logged, name, row[name])


def check_thawed(logged: Logged, name: str, value: Any) -> None:
    """One value of a payload, for a column that is no JSON object, can be put back."""
    check_plain(logged, name, value)
    try:
        thawed = logged.thaw(name, value)
    except ValueError:
        raise errors.Invalid(f"{logged.name}.{name} is no point in time.") from None
    kind = logged.table.c[name].type
    if isinstance(kind, TypeDecorator):
        kind.process_bind_param(thawed, _ANY)


_ANY = sqlite.dialect()


def check_parts(logged: Logged, parts: Mapping[str, Any], where: str) -> None:
    """The parts of an update's payload are parts of that table's rows."""
    for name, value in parts.items():
        if name not in logged.names or name in logged.fixed:
            raise errors.Invalid(f"{where} changes {name[:80]}, which is no column that changes.")
        if name in logged.trees:
            check_depth(value)
            _check_form(logged.trees[name], value, f"{where}: {name}")
        else:
            check_thawed(logged, name, value)


def check_patch(table: str, row: Image, patch: Mapping[str, Mapping[str, Any]]) -> None:
    """Parts of JSON columns of a row that is there."""
    logged = LEDGER[table]
    if not isinstance(patch, Mapping):
        raise errors.Invalid("A patch is an object with the parts to change.")
    for column, parts in patch.items():
        if column not in logged.shapes:
            raise errors.Invalid(f"There is no {str(column)[:80]} that could be changed in parts.")
        model = _model(logged, column, row)
        check_depth(parts)
        _check_form(logged.trees[column], parts, column)
        confirm(model, patched(logged, row, column, parts)[0])


def check_depth(value: Any) -> None:
    """A JSON value that is not nested deeper than what can be stored."""
    level = [value]
    for _ in range(JSON_DEPTH + 1):
        level = [
            part
            for each in level
            if isinstance(each, dict | list)
            for part in (each.values() if isinstance(each, dict) else each)
        ]
        if not level:
            return
    raise errors.Invalid(f"The value is nested deeper than {JSON_DEPTH} levels.")


def _model(logged: Logged, column: str, row: Mapping[str, Any]) -> Any:
    by = logged.shapes[column][0]
    kind = None if by is None else row.get(by)
    model = logged.model(column, row) if isinstance(kind, str | None) else None
    if model is None:
        raise errors.Invalid(f"{logged.name}.{column} needs a known {by}.")
    return model


def _check_form(tree: Mapping[str, Node], parts: Any, where: str) -> None:
    if not isinstance(parts, Mapping):
        raise errors.Invalid(f"{where} takes an object with the parts to change.")
    for name, value in parts.items():
        if not isinstance(name, str):
            raise errors.Invalid(f"The parts of {where} have names that are texts.")
        node = tree.get(name)
        if isinstance(node, Mapping):
            _check_form(node, value, name)
        elif node == RECORD:
            _check_form({}, value, name)
