"""One table of errors, one envelope, one place where exceptions become answers.

Owns the JSON shape `{"error": {"code", "message"}}` and which status belongs to which code; `rejected` also says its
`rule`, `stale_version` the `version` there is. Promise: no answer repeats what was sent, and a bug tells its caller
nothing and the log where it happened.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fabula.actions.on_branch import outside
from fabula.errors import CannotStart, FabulaError, Invalid, Lost

CODES: Mapping[str, tuple[int, str]] = {
    "unauthorized": (401, "Nobody is signed in, or the session has ended."),
    "forbidden": (403, "The person or the place the request comes from may not do this."),
    "not_found": (404, "There is no such thing for this person."),
    "request_error": (405, "The address exists, but not for this method."),
    "conflict": (409, "The request contradicts what is stored."),
    "rejected": (409, "A rule of stories forbids it; rule names it."),
    "stale_version": (409, "The branch has changed since version; look at it again."),
    "setup_required": (409, "The first administrator must be created first."),
    "last_administrator": (409, "The only administrator cannot leave other people behind."),
    "turn_in_progress": (409, "The same work is still being done; ask again later."),
    "turn_outcome_unknown": (409, "The work was taken over elsewhere; send the same key again."),
    "turn_stopped": (409, "The answer was stopped before it was complete; nothing of it is kept."),
    "idempotency_conflict": (409, "The key was used for a different request."),
    "payload_too_large": (413, "The request or the file is over its byte limit."),
    "unsupported_media_type": (415, "This kind of file cannot be read."),
    "validation_error": (422, "The request is not acceptable as it stands."),
    "parse_error": (422, "The file cannot be turned into a book."),
    "client_upgrade_required": (426, "The page is too old; reload it."),
    "rate_limited": (429, "Too many requests; wait as long as Retry-After says."),
    "internal_error": (500, "A fault in Fabula; the log has it under the trace id."),
    "llm_error": (502, "The language model gave no usable answer."),
    "capacity_unavailable": (503, "Bounded capacity is taken; retry shortly."),
    "service_unavailable": (503, "Something Fabula depends on does not answer."),
}
"""Every code an answer may carry, its status and its meaning (service specification 10.9)."""

_CODE_OF_STATUS = {status: code for code, (status, _) in reversed(list(CODES.items()))}
_PLAIN_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,39}")
# pydantic's words for these state the rule; those of a failed parse may quote the input.
_SAFE_KINDS = frozenset(
    (
        *("string_type", "string_too_short", "string_too_long", "too_short", "too_long", "literal_error", "enum"),
        *("int_type", "int_parsing", "int_from_float", "float_type", "finite_number", "bool_type", "bool_parsing"),
        *("greater_than", "greater_than_equal", "less_than", "less_than_equal", "list_type", "dict_type"),
        *("model_type", "model_attributes_type", "bytes_type"),
    )
)
_BUG = "Something went wrong inside Fabula. Try again; if it stays, look in the log for this trace id."
_log = structlog.get_logger()


def envelope(fault: FabulaError) -> dict[str, Any]:
    """The body of an error answer; also the payload of an event stream's error frame."""
    code, more = outside(fault) or (_code(fault), {})
    return {"error": {"code": code, "message": fault.message, **more}}


def refusal(fault: FabulaError) -> JSONResponse:
    """The complete answer for a fault, with Retry-After and WWW-Authenticate where they help."""
    told = envelope(fault)
    status = CODES[told["error"]["code"]][0]
    headers = {}
    if fault.retry_after is not None:
        headers["Retry-After"] = str(max(1, fault.retry_after))
    if status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    return JSONResponse(told, status, headers)


def bug() -> JSONResponse:
    """The answer for a fault that nobody foresaw."""
    return refusal(FabulaError(_BUG))


def install(app: FastAPI) -> None:
    """Register the translations that happen inside the router."""
    app.add_exception_handler(FabulaError, _on_fault)
    app.add_exception_handler(RequestValidationError, _on_invalid)
    app.add_exception_handler(HTTPException, _on_http)


class Faults:
    """The outermost catch of the ASGI application: whatever escapes becomes an envelope, or ends the stream."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Run the application; answer for it when it raises before it has answered."""
        started = False

        async def watched(message: Message) -> None:
            nonlocal started
            started = started or message["type"] == "http.response.start"
            await send(message)

        try:
            await self.app(scope, receive, watched)
        except FabulaError as fault:
            if scope["type"] != "http" or started:
                _log.error("answer broken off", code=_code(fault))
                return
            await refusal(fault)(scope, receive, send)
        except Exception as fault:  # noqa: BLE001 - this is the edge; beyond it a traceback would carry user content
            # Not raised again: the server would log the exception's own words, which may quote a person's text. An
            # answer that has begun stays incomplete, and the server closes the connection.
            _log.error("unexpected fault", exc_info=fault)
            if scope["type"] == "http" and not started:
                await bug()(scope, receive, send)


async def _on_fault(request: Request, fault: Exception) -> Response:
    if not isinstance(fault, FabulaError):
        raise fault
    return refusal(fault)


async def _on_invalid(request: Request, fault: Exception) -> Response:
    if not isinstance(fault, RequestValidationError):
        raise fault
    return refusal(Invalid(sentence(fault.errors())))


async def _on_http(request: Request, fault: Exception) -> Response:
    if not isinstance(fault, HTTPException):
        raise fault
    if isinstance(fault.__cause__, FabulaError):
        # The framework wraps whatever stops its reading of a body.
        return refusal(fault.__cause__)
    if fault.status_code == 400:
        return refusal(Invalid("The request body could not be read."))
    code = _CODE_OF_STATUS.get(fault.status_code)
    if code is None:
        _log.error("status without a code", status=fault.status_code)
        return bug()
    answer = refusal(FabulaError(CODES[code][1], code=code))
    answer.headers.update({name: value for name, value in (fault.headers or {}).items() if name.lower() == "allow"})
    return answer


def _code(fault: FabulaError) -> str:
    if isinstance(fault, Lost):
        return "turn_outcome_unknown"
    if isinstance(fault, CannotStart):
        return "service_unavailable"
    return fault.code if fault.code in CODES else "internal_error"


def sentence(faults: Sequence[Mapping[str, Any]]) -> str:
    """Say what is wrong with a request, naming fields of ours and never what was sent in them."""
    if not faults:
        return "The request is not valid."
    first, more = faults[0], len(faults) - 1
    said = _one(first)
    return said if more == 0 else f"{said} ({more} more {'thing is' if more == 1 else 'things are'} not valid.)"


def _one(fault: Mapping[str, Any]) -> str:
    kind = str(fault.get("type", ""))
    if kind == "json_invalid":
        return "The body is not valid JSON."
    where = [part for part in fault.get("loc", ()) if part not in ("body", "query", "path", "header", "cookie")]
    names = [part for part in where if isinstance(part, str) and _PLAIN_NAME.fullmatch(part)]
    if not where:
        return "The request needs a JSON body of the documented form."
    field = f'"{names[-1]}"' if names and len(names) == sum(isinstance(part, str) for part in where) else "A field"
    if kind == "missing":
        return f"{field} is missing."
    if kind == "extra_forbidden":
        return f"{field} is not a known field; remove it."
    rule = str(fault.get("msg", "")) if kind in _SAFE_KINDS else ""
    return f"{field} is not valid: {rule[:200]}." if rule else f"{field} is not valid."
