"""Whether JSON from outside has the shape of the column it is meant for.

Owns the check before the story engine's rules look into a value, which they take to be well formed. The promise: what
passes has the declared shape once it is laid over the row, and what does not is refused naming the part that is wrong.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fabula.errors import Invalid
from fabula.store.columns import Words
from fabula.store.tables import baselines, metadata, stories
from fabula.story.ledger import LEDGER, Image
from fabula.story.partial import patched
from fabula.story.shapes import check, confirm
from fabula.story.shapes.settings import StorySettings
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


def check_file(content: Mapping[str, Any]) -> None:
    """Rows of a story file hold text where text belongs, and digests where a beginning is recorded. errors.Invalid.

    `content` is what `story.bring.opened` returns.
    """
    for name, rows in content["tables"].items():
        table = metadata.tables.get(name)
        if table is None:
            continue  # of a newer version; passed over
        texts = [column.name for column in table.columns if isinstance(column.type, Words)]
        for row in rows:
            if not isinstance(row, Mapping):
                raise Invalid(f"A row of {name} is no object.")
            for column in texts:
                if not isinstance(row.get(column, ""), str | None):
                    raise Invalid(f"{name}.{column} must be text.")
            if name in LEDGER.tables:
                _check_whole(name, row)
    for row in content["tables"].get(baselines.name, []):
        digests = row.get("digests")
        if not isinstance(digests, Mapping) or not all(isinstance(each, Mapping) for each in digests.values()):
            raise Invalid("The file does not say in a readable way how its story began.")
    for row in content["tables"].get(stories.name, []):
        if row.get("settings") is not None:
            check(StorySettings, dict(_object(row["settings"])))


def _check_whole(name: str, row: Mapping[str, Any]) -> None:
    """JSON of a row that is brought is complete: filling in what is missing would contradict its log."""
    logged = LEDGER[name]
    for column in logged.shapes:
        model = logged.model(column, row)
        if model is None or check(model, row.get(column)) != row.get(column):
            raise Invalid(f"{name}.{column} is not complete; export the story again.")


def _object(value: Any) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise Invalid("The settings of the story must be an object.")
    return value


def _check_form(tree: Mapping[str, Node], parts: Mapping[str, Any]) -> None:
    for name, value in parts.items():
        node = tree.get(name)
        nested = isinstance(node, Mapping)
        if (nested or node == RECORD) and not isinstance(value, Mapping):
            raise Invalid(f"{name} takes an object with the parts to change.")
        if isinstance(node, Mapping):
            _check_form(node, value)
