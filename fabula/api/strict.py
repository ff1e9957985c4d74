"""JSON bodies read strictly, and the router every routes file starts from.

Owns what counts as JSON on the wire. Promise: a body that reaches an action holds no NaN, no half surrogate pair, no
repeated key, and nothing nested deeper than a fixed bound.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Coroutine
from typing import Any, NoReturn

from fastapi import APIRouter, Request
from fastapi.routing import APIRoute
from starlette.responses import Response

from fabula.errors import Invalid

DEPTH_MAX = 32
_NOT_JSON = "The body is not valid JSON."


def read_json(body: bytes) -> Any:
    """Parse a JSON body in UTF-8. Raises Invalid; the message never repeats the input."""
    try:
        value = json.loads(body.decode("utf-8"), parse_constant=_refuse_constant, object_pairs_hook=_object)
    except RecursionError as fault:
        raise Invalid("The JSON body is nested too deeply.") from fault
    except ValueError as fault:
        raise Invalid(_NOT_JSON) from fault
    _check(value)
    return value


def _refuse_constant(name: str) -> NoReturn:
    raise Invalid("The JSON body contains a number that is not finite.")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise Invalid("The JSON body gives the same field twice.")
    return found


def _check(value: Any) -> None:
    """Walk without recursion: depth, half surrogates in text and in keys, and numbers too large to be finite."""
    level: list[Any] = [value]
    for _ in range(DEPTH_MAX):
        below: list[Any] = []
        for item in level:
            if isinstance(item, str):
                _check_text(item)
            elif isinstance(item, float) and item in (float("inf"), float("-inf")):
                raise Invalid("The JSON body contains a number that is not finite.")
            elif isinstance(item, dict):
                for key in item:
                    _check_text(key)
                below.extend(item.values())
            elif isinstance(item, list):
                below.extend(item)
        if not below:
            return
        level = below
    raise Invalid("The JSON body is nested too deeply.")


def _check_text(text: str) -> None:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as fault:
        raise Invalid("The JSON body contains half of a surrogate pair; send valid Unicode.") from fault


class StrictRequest(Request):
    """A request whose JSON is read by `read_json`."""

    async def json(self) -> Any:
        """The body as strict JSON."""
        return read_json(await self.body())


class StrictRoute(APIRoute):
    """A route that reads its body strictly."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Wrap the framework's own, giving it a strict request."""
        handle = super().get_route_handler()

        async def strictly(request: Request) -> Response:
            return await handle(StrictRequest(request.scope, request.receive))

        return strictly


def new_router(prefix: str, tag: str) -> APIRouter:
    """The router of one routes file; `prefix` is the whole beginning of its addresses."""
    return APIRouter(prefix=prefix, tags=[tag], route_class=StrictRoute)
