"""Which parts of a row changed, and what they were: the payload of an update.

Owns the encoding: a payload mirrors the row, column by column and, in JSON columns, part by part, and holds what was
there before. Null where a part may be absent means that it was. It knows shapes only as trees. The promise: applying
what `differences` found to the new row gives the old one, whatever lies in between has been changed (data model,
encoding rule; digest 2.2).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from fabula.story.ledger import Image, Logged
from fabula.story.shapes.tree import OPTIONAL, RECORD, Node


class _Absent:
    def __repr__(self) -> str:
        return "ABSENT"


ABSENT = _Absent()
"""The value of a part that is not there."""

Path = tuple[str, ...]
Parts = dict[Path, Any]
"""Values by path: (column,) or (column, key, ...)."""


def same(one: Any, other: Any) -> bool:
    """Whether two JSON values are the same; unlike `==`, 1, 1.0 and true are three values."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(value, other[key]) for key, value in one.items())
    if isinstance(one, list):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other)


def differences(logged: Logged, before: Image, after: Mapping[str, Any]) -> Parts:
    """The parts of `before` that `after`, some or all columns of a row, changes. Quiet columns are passed over."""
    found: Parts = {}
    for column, value in after.items():
        if column in logged.quiet or column == "id":
            continue
        if column in logged.trees:
            _object(logged.trees[column], before[column], value, (column,), found)
        elif not same(before[column], value):
            found[(column,)] = before[column]
    return found


def _object(tree: Mapping[str, Node], before: Any, after: Any, path: Path, found: Parts) -> None:
    for key, node in tree.items():
        was, now = before.get(key, ABSENT), after.get(key, ABSENT)
        if was is now:
            continue
        here = (*path, key)
        if node == RECORD:
            for name in {**was, **now}:
                _leaf(was.get(name, ABSENT), now.get(name, ABSENT), (*here, name), found)
        elif isinstance(node, Mapping):
            _object(node, was, now, here, found)
        else:
            _leaf(was, now, here, found)


def _leaf(was: Any, now: Any, path: Path, found: Parts) -> None:
    if not same(was, now):
        found[path] = was


def patched(logged: Logged, before: Image, column: str, patch: Mapping[str, Any]) -> tuple[Any, Parts]:
    """The JSON column with a nested partial laid over it, and what that changed. Null removes what may be absent.

    What does not change is shared with the column as it was.
    """
    found: Parts = {}
    return _laid(logged.trees[column], before[column], patch, (column,), found), found


def _laid(tree: Mapping[str, Node], before: Any, patch: Mapping[str, Any], path: Path, found: Parts) -> Any:
    after = before
    for key, part in patch.items():
        # A key that is unknown, or not of this kind of row, is kept, so that its shape can refuse it.
        node = tree.get(key, OPTIONAL) if key in before else OPTIONAL
        if type(node) is not str:
            now = _laid(node, before[key], part, (*path, key), found)  # type: ignore[arg-type]
        elif node == RECORD:
            now = _laid(_EVERY, before[key], part, (*path, key), found)
        else:
            now = ABSENT if part is None and node == OPTIONAL else part
            was = before.get(key, ABSENT)
            if same(was, now):
                continue
            found[(*path, key)] = was
            now = copied(now)
        if now is not before.get(key, ABSENT):
            after = dict(before) if after is before else after
            if now is ABSENT:
                del after[key]
            else:
                after[key] = now
    return after


_EVERY: Mapping[str, Node] = {}
"""The tree of a record: whatever its keys are, they may be absent."""


def _parts(tree: Mapping[str, Node], patch: Mapping[str, Any], path: Path) -> Iterator[tuple[Path, Any]]:
    for key, value in patch.items():
        node = tree.get(key, OPTIONAL)  # an unknown key is kept, so that its shape can refuse it
        here = (*path, key)
        if node == RECORD:
            for name, part in value.items():
                yield (*here, name), ABSENT if part is None else part
        elif isinstance(node, Mapping):
            yield from _parts(node, value, here)
        else:
            yield here, ABSENT if value is None and node == OPTIONAL else value


def encoded(logged: Logged, parts: Parts) -> dict[str, Any]:
    """The parts as a payload."""
    payload: dict[str, Any] = {}
    for path, value in parts.items():
        at = payload
        for key in path[:-1]:
            at = at.setdefault(key, {})
        at[path[-1]] = None if value is ABSENT else logged.freeze(path[0], value) if len(path) == 1 else value
    return payload


def decoded(logged: Logged, payload: Mapping[str, Any]) -> Parts:
    """The parts of a payload. Keys with `$` are no columns."""
    found: Parts = {}
    for column, value in payload.items():
        if column.startswith("$"):
            continue
        if column in logged.trees:
            found.update(_parts(logged.trees[column], value, (column,)))
        else:
            found[(column,)] = logged.thaw(column, value)
    return found


def get(row: Mapping[str, Any], path: Path) -> Any:
    """The part of a row at a path, ABSENT when it is not there."""
    at: Any = row
    for key in path:
        if not isinstance(at, Mapping) or key not in at:
            return ABSENT
        at = at[key]
    return at


def put(row: Image, path: Path, value: Any) -> None:
    """Sets the part of a row at a path; ABSENT removes it. The row must be one's own copy."""
    at: Any = row
    for key in path[:-1]:
        at = at[key]
    if value is ABSENT:
        at.pop(path[-1], None)
    else:
        at[path[-1]] = copied(value)


def copied(value: Any) -> Any:
    """A copy that shares nothing that can change."""
    if isinstance(value, dict):
        return {key: copied(part) for key, part in value.items()}
    if isinstance(value, list):
        return [copied(part) for part in value]
    return value
