"""The description of the API, complete with every way it can refuse.

Owns the OpenAPI 3.1 document. Promise: each operation lists all statuses it can answer with, so that a client written
from the document meets no surprise; a test drives the whole document against the application.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from fabula import __version__
from fabula.api.auth import PROBES, PUBLIC
from fabula.api.errors import CODES

PATH = "/api/openapi.json"

_ERROR: Mapping[str, Any] = {
    "type": "object",
    "required": ["error"],
    "additionalProperties": False,
    "properties": {
        "error": {
            "type": "object",
            "required": ["code", "message"],
            "additionalProperties": False,
            "properties": {
                "code": {"type": "string", "enum": sorted(CODES)},
                "message": {"type": "string", "description": "A sentence for a person, saying what to do."},
                "rule": {"type": "string", "description": "With `rejected`: the rule that forbids it."},
                "version": {"type": "integer", "description": "With `stale_version`: the version there is now."},
            },
        }
    },
    "examples": [{"error": {"code": "not_found", "message": "There is no such novel."}}],
}

_FRAMEWORKS_OWN = "Validation Error"
_ANYWHERE = ("internal_error", "service_unavailable")


def fails(*codes: str) -> dict[int | str, dict[str, Any]]:
    """The `responses=` of a route: what else it can refuse with, beside what any route can. Unknown codes raise."""
    said: dict[int | str, dict[str, Any]] = {}
    for code in codes:
        status, meaning = CODES[code]
        before = said.get(status, {}).get("description", "")
        said[status] = {"description": f"{before} {code}: {meaning}".strip()}
    return said


def describe(app: FastAPI) -> dict[str, Any]:
    """Build the document once and keep it."""
    if app.openapi_schema is None:
        document = get_openapi(
            title="Fabula",
            version=__version__,
            description="Import a novel, read it, and talk to its people.",
            routes=app.routes,
            tags=app.openapi_tags,
        )
        parts = document.setdefault("components", {})
        shapes = parts.setdefault("schemas", {})
        for unused in ("HTTPValidationError", "ValidationError"):
            shapes.pop(unused, None)
        shapes["Error"] = dict(_ERROR)
        parts["securitySchemes"] = {"bearer": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"}}
        for path, operations in document["paths"].items():
            for operation in operations.values():
                _complete(path, operation)
        app.openapi_schema = document
    return app.openapi_schema


def _complete(path: str, operation: dict[str, Any]) -> None:
    """Add what every operation of its kind can answer, and give every refusal the one envelope."""
    codes: list[str] = list(_ANYWHERE)
    if path not in PROBES:
        codes += ["forbidden", "rate_limited"]
        if path not in PUBLIC:
            codes.append("unauthorized")
            operation["security"] = [{"bearer": []}]
        if "requestBody" in operation:
            codes += ["payload_too_large", "validation_error"]
        if operation.get("parameters"):
            codes.append("validation_error")
    answers = operation.setdefault("responses", {})
    if answers.get("422", {}).get("description") == _FRAMEWORKS_OWN:
        del answers["422"]
    for status, said in fails(*codes).items():
        known = answers.setdefault(str(status), said)
        if known is not said and said["description"] not in known["description"]:
            known["description"] = f"{known['description']} {said['description']}"
    for status, answer in answers.items():
        # An unready probe answers with its report, which is no error of the request.
        if status[0] in "45" and not (path in PROBES and status == "503" and "content" in answer):
            answer["content"] = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
            if status in ("429", "503"):
                answer["headers"] = {"Retry-After": {"schema": {"type": "integer"}, "description": "Seconds to wait."}}
    operation["responses"] = dict(sorted(answers.items()))
