"""Which parts of a JSON value change on their own, read off its model.

Owns the tree of a shape: objects that are always there are walked into; everything else is a leaf that changes whole,
except that a record changes key by key. Objects that may be null or absent are leaves, so that a payload never leaves
open whether it is a part or the whole (data model, encoding rule). The promise: a shape whose payloads could be read
in two ways is refused when it is registered.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import MISSING, BaseModel

LEAF = "leaf"
OPTIONAL = "optional"
RECORD = "record"
Node = str | Mapping[str, Any]
"""LEAF, OPTIONAL (a leaf that may be absent), RECORD, or the nodes of an object by key."""


def tree_of(model: type[BaseModel]) -> dict[str, Node]:
    """The nodes of a model's fields by their JSON names; TypeError when the null rules would be ambiguous."""
    return {
        field.alias or name: _node(f"{model.__name__}.{name}", field.annotation)
        for name, field in model.model_fields.items()
    }


def merged(trees: Iterable[Mapping[str, Node]]) -> dict[str, Node]:
    """One tree for a column that has several shapes; TypeError when a key would change in two ways."""
    whole: dict[str, Node] = {}
    for tree in trees:
        for key, node in tree.items():
            if whole.setdefault(key, node) != node:
                raise TypeError(f"{key} changes in two ways in two shapes of one column")
    return whole


def _node(where: str, annotation: Any) -> Node:
    parts = [_bare(part) for part in _alternatives(_bare(annotation))]
    absent, null = MISSING in parts, NoneType in parts
    if absent and null:
        raise TypeError(f"{where} may be absent and may be null; a payload's null would mean either")
    rest = [part for part in parts if part is not MISSING and part is not NoneType]
    if any(get_origin(part) is dict for part in rest):
        _check_record(where, rest, alone=not (absent or null))
        return RECORD
    if absent:
        return OPTIONAL
    if not null and len(rest) == 1 and isinstance(rest[0], type) and issubclass(rest[0], BaseModel):
        return tree_of(rest[0])
    return LEAF


def _check_record(where: str, parts: list[Any], *, alone: bool) -> None:
    if not alone or len(parts) != 1:
        raise TypeError(f"{where} is a record and must always be there; give it an empty default")
    if NoneType in _alternatives(_bare(get_args(parts[0])[1])):
        raise TypeError(f"{where} is a record whose values may be null; a payload's null would mean either")


def _bare(annotation: Any) -> Any:
    while get_origin(annotation) is Annotated:
        annotation = get_args(annotation)[0]
    return annotation


def _alternatives(annotation: Any) -> list[Any]:
    if get_origin(annotation) in (Union, UnionType):
        return [each for part in get_args(annotation) for each in _alternatives(_bare(part))]
    return [annotation]
