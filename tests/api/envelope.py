"""The one assertion about errors, applied wherever one can arise."""

from __future__ import annotations

import httpx

from fabula.api.errors import CODES
from fabula.api.headers import ALWAYS

ALSO = {"rejected": ("rule",), "stale_version": ("version",)}
"""What two codes say beside their message."""


def assert_error(answer: httpx.Response, code: str, *, never: str = "") -> str:
    """The answer is the canonical error with this code; returns its message.

    {"error": {"code": "not_found", "message": "There is no such address."}}

    Nothing else but what ALSO names is in the body, the status is the code's own, a person can read the message,
    nothing that was sent (`never`) is repeated, and the headers every answer has are there.
    """
    assert answer.status_code == CODES[code][0], answer.text
    assert answer.headers["content-type"] == "application/json"
    body = answer.json()
    assert list(body) == ["error"]
    assert sorted(body["error"]) == sorted(["code", "message", *ALSO.get(code, ())])
    assert body["error"]["code"] == code
    message = body["error"]["message"]
    assert isinstance(message, str)
    assert message == message.strip()
    assert len(message) > 10
    assert message[-1] in ".)"
    for leak in ("Traceback", "fabula/", "sqlalchemy", "SELECT"):
        assert leak not in message
    assert not never or never not in answer.text
    assert answer.headers["x-trace-id"]
    assert ALWAYS.items() <= {name.title(): value for name, value in answer.headers.items()}.items()
    assert ("retry-after" in answer.headers) == (answer.status_code == 429) or answer.status_code in (409, 503)
    assert (answer.headers.get("www-authenticate") == "Bearer") == (answer.status_code == 401)
    return message
