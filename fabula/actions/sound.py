"""Whether JSON from outside has the shape of the column it is meant for.

Owns the check before the story engine's rules look into a value, which they take to be well formed. The promise: what
passes has the declared shape once it is laid over the row, and what does not is refused naming the part that is wrong.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fabula.errors import Invalid
from fabula.story.ledger import LEDGER, Image
from fabula.story.partial import patched
from fabula.story.shapes import check, confirm
from fabula.story.shapes.tree import RECORD, Node


def check_values(table: str, row: Mapping[str, Any], values: Mapping[str, Any]) -> None:
    """Whole values of JSON columns; `row` says its kind. errors.Invalid."""
    logged = LEDGER[table]
    for column in logged.shapes.keys() & values.keys():
        model = logged.model(column, row)
        if model is not None:
            check(model, values[column])


def check_patch(table: str, row: Image, patch: Mapping[str, Mapping[str, Any]]) -> None:
    """Parts of JSON columns of a row that is there. errors.Invalid."""
    logged = LEDGER[table]
    for column, parts in patch.items():
        model = logged.model(column, row) if column in logged.shapes else None
        if model is None:
            raise Invalid(f"There is no {column} that could be changed in parts.")
        _check_form(logged.trees[column], parts)
        confirm(model, patched(logged, row, column, parts)[0])


def _check_form(tree: Mapping[str, Node], parts: Mapping[str, Any]) -> None:
    for name, value in parts.items():
        node = tree.get(name)
        nested = isinstance(node, Mapping)
        if (nested or node == RECORD) and not isinstance(value, Mapping):
            raise Invalid(f"{name} takes an object with the parts to change.")
        if isinstance(node, Mapping):
            _check_form(node, value)
