"""The application's own list of what it answers, and a valid request for each, written from its description."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from fastapi import FastAPI
from fastapi.routing import iter_route_contexts

from fabula.api import openapi
from tests.desk import key


@dataclass(frozen=True)
class Operation:
    """One method of one address."""

    method: str
    path: str

    def __str__(self) -> str:
        return f"{self.method} {self.path}"

    @property
    def names(self) -> list[str]:
        """The parameters in the path."""
        return [part[1:-1] for part in self.path.split("/") if part.startswith("{")]


def operations(app: FastAPI) -> list[Operation]:
    """Every operation that a request can reach through the route table, in its order."""
    found = []
    for route in iter_route_contexts(app.routes):
        assert route.path is not None, "only plain routes are expected here"
        found += [Operation(method, route.path) for method in sorted((route.methods or set()) - {"HEAD"})]
    assert len(found) > 10
    return found


def described(app: FastAPI) -> Iterator[tuple[Operation, dict[str, Any]]]:
    """Every operation of the description, with what is said of it."""
    for path, methods in openapi.describe(app)["paths"].items():
        for method, said in methods.items():
            yield Operation(method.upper(), path), said


def request_for(app: FastAPI, operation: Operation, values: Mapping[str, str]) -> dict[str, Any]:
    """Arguments of a valid request; `values` fills parameters and fields of these names.

    Of the parameters in the query, those are given that are required.
    """
    said = dict(described(app))[operation]
    path = operation.path
    for name in operation.names:
        path = path.replace(f"{{{name}}}", values[name])
    request: dict[str, Any] = {"method": operation.method, "url": path}
    if any(each["name"] == "Idempotency-Key" for each in said.get("parameters", ())):
        request["headers"] = {"Idempotency-Key": key()}
    asked = [each for each in said.get("parameters", ()) if each["in"] == "query" and each.get("required")]
    shapes = openapi.describe(app)["components"]["schemas"]
    if asked:
        request["params"] = {one["name"]: _example(one["schema"], shapes, values, one["name"]) for one in asked}
    content = said.get("requestBody", {}).get("content", {})
    if "application/json" in content:
        request["json"] = _example(content["application/json"]["schema"], shapes, values, "")
    elif content:
        assert list(content) == ["multipart/form-data"], f"{operation} takes a body this test cannot write"
        request["files"] = {"file": ("a.txt", b"Chapter 1\n\nA short book.", "text/plain")}
    return request


def _example(schema: Mapping[str, Any], shapes: Mapping[str, Any], values: Mapping[str, str], name: str) -> Any:
    """The least value a schema allows: required fields only, the first of several forms."""
    if "$ref" in schema:
        return _example(shapes[schema["$ref"].rpartition("/")[2]], shapes, values, name)
    if name in values:
        return values[name]
    for known in ("examples", "enum", "anyOf", "oneOf", "allOf"):
        if schema.get(known):
            first = schema[known][0]
            return first if known in ("examples", "enum") else _example(first, shapes, values, name)
    if "const" in schema:
        return schema["const"]
    kind = schema.get("type")
    if kind == "object":
        fields = schema.get("properties", {})
        wanted = [field for field in fields if field in schema.get("required", ())]
        return {field: _example(fields[field], shapes, values, field) for field in wanted}
    plain = {"string": "words", "integer": schema.get("minimum", 1), "number": 1.0, "boolean": True, "array": []}
    assert kind in plain, f"the test cannot write a value for {schema}"
    return plain[kind]
