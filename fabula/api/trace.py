"""A trace id for every request, and one log line for every answer.

Owns the X-Trace-Id header and the completion line. Promise: the line has the route's template and never the path, the
query, a header or a body; it is written when the headers go out, so a stream that lasts is not a request that is slow.
"""

from __future__ import annotations

import re
import time
import uuid

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADER = "X-Trace-Id"
ROUTE_KEY = "fabula.route"
"""Where an application without route objects may say what it matched."""

CLOSED_BY_CLIENT = 499
_ACCEPTED = re.compile(r"[A-Za-z0-9._-]{1,128}")
_log = structlog.get_logger()


class Trace:
    """Accept or make the id, bind it to everything logged meanwhile, echo it, and log the answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Wrap one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        given = Headers(scope=scope).get(HEADER, "")
        trace_id = given if _ACCEPTED.fullmatch(given) else str(uuid.uuid4())
        began = time.perf_counter()
        answered = False

        async def traced(message: Message) -> None:
            nonlocal answered
            if message["type"] == "http.response.start":
                answered = True
                MutableHeaders(scope=message)[HEADER] = trace_id
                _completed(scope, message["status"], began)
            await send(message)

        with structlog.contextvars.bound_contextvars(trace_id=trace_id):
            try:
                await self.app(scope, receive, traced)
            finally:
                if not answered:
                    _completed(scope, CLOSED_BY_CLIENT, began)


def _completed(scope: Scope, status: int, began: float) -> None:
    route = getattr(scope.get("route"), "path", None) or scope.get(ROUTE_KEY) or "unmatched"
    level = "error" if status >= 500 else "warning" if status == 429 else "info"
    elapsed = round((time.perf_counter() - began) * 1_000, 1)
    method = scope["method"] if scope["method"] in _METHODS else "other"
    getattr(_log, level)("request completed", method=method, route=route, status=status, elapsed_ms=elapsed)


_METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
