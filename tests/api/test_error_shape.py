"""Every way an error can arise answers with the one envelope.

    {"error": {"code": "not_found", "message": "There is no such address."}}

The ways are collected here, from the table of codes, from the framework, and from each layer a request passes.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
import pytest
from fastapi import FastAPI, UploadFile
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.exceptions import HTTPException

from fabula import errors
from fabula.api.errors import CODES, envelope, sentence
from fabula.api.openapi import fails
from fabula.story.rejected import Rejected, Stale
from tests.api.conftest import Reader, client_of
from tests.api.envelope import ALSO, assert_error

SECRET_WORDS = "what a person wrote"


def kinds_of_error() -> list[type[errors.FabulaError]]:
    """Every class of the error tree, those of other rooms included."""
    found, queue = [], [errors.FabulaError]
    while queue:
        kind = queue.pop(0)
        found.append(kind)
        queue += sorted(kind.__subclasses__(), key=lambda each: each.__name__)
    return found


def test_every_error_has_its_row_in_the_table() -> None:
    told_otherwise = {"claim_lost": "turn_outcome_unknown", "cannot_start": "service_unavailable"}
    declared = [each for _, each in inspect.getmembers(errors, inspect.isclass) if issubclass(each, errors.FabulaError)]
    assert len(declared) > 15
    for kind in declared:
        said = envelope(kind("A sentence."))["error"]["code"]
        assert said == told_otherwise.get(kind.code, kind.code)
        assert CODES[said][0] == kind.status or kind is errors.CannotStart


def test_codes_are_statuses_a_client_can_rely_on() -> None:
    for code, (status, meaning) in CODES.items():
        assert 400 <= status <= 599
        assert code == code.lower().strip()
        assert meaning.endswith(".")
    with pytest.raises(KeyError):
        fails("no_such_code")


@pytest.mark.parametrize("code", [code for code in CODES if code not in ALSO])
async def test_a_route_that_raises_any_error(app: FastAPI, code: str) -> None:
    @app.get("/api/raises")
    async def raises() -> None:
        raise errors.FabulaError("This is the sentence.", code=code, retry_after=3 if CODES[code][0] == 429 else None)

    async with client_of(app) as client:
        assert assert_error(await client.get("/api/raises"), code) == "This is the sentence."


async def test_what_stories_refuse_says_its_rule_or_its_version(app: FastAPI) -> None:
    faults = {"rejected": Rejected("lead-blocked", "The lead stays."), "stale_version": Stale(7)}

    @app.get("/api/raises/{code}")
    async def raises(code: str) -> None:
        raise faults[code]

    async with client_of(app) as client:
        told = {code: await client.get(f"/api/raises/{code}") for code in faults}
    for code, answer in told.items():
        assert_error(answer, code)
    assert told["rejected"].json()["error"]["rule"] == "lead-blocked"
    assert told["stale_version"].json()["error"]["version"] == 7


async def test_a_wait_is_whole_seconds_and_at_least_one(app: FastAPI) -> None:
    @app.get("/api/raises")
    async def raises() -> None:
        raise errors.Busy("Come back later.", retry_after=0)

    async with client_of(app) as client:
        assert (await client.get("/api/raises")).headers["retry-after"] == "1"


@pytest.mark.parametrize("fault", [RuntimeError, KeyError, ValueError, AssertionError, TimeoutError, LookupError])
async def test_a_bug_says_nothing(app: FastAPI, fault: type[Exception]) -> None:
    @app.get("/api/breaks")
    async def breaks() -> None:
        raise fault(SECRET_WORDS)

    async with client_of(app) as client:
        assert_error(await client.get("/api/breaks"), "internal_error", never=SECRET_WORDS)


async def test_a_bug_in_an_answer_says_nothing(app: FastAPI) -> None:
    @app.get("/api/breaks")
    async def breaks() -> dict[str, int]:
        return {"number": SECRET_WORDS}  # type: ignore[dict-item]

    async with client_of(app) as client:
        assert_error(await client.get("/api/breaks"), "internal_error", never=SECRET_WORDS)


@pytest.mark.parametrize(("status", "code"), [(400, "validation_error"), (404, "not_found"), (418, "internal_error")])
async def test_a_fault_of_the_framework(app: FastAPI, status: int, code: str) -> None:
    @app.get("/api/raises")
    async def raises() -> None:
        raise HTTPException(status, detail=SECRET_WORDS)

    async with client_of(app) as client:
        assert_error(await client.get("/api/raises"), code, never=SECRET_WORDS)


async def test_every_layer_refuses_in_the_same_form(
    client: httpx.AsyncClient, server_client: httpx.AsyncClient, sign_up: Callable[[str], Awaitable[Reader]]
) -> None:
    assert_error(await client.get("/api/auth/me", headers={"Host": "evil.example"}), "forbidden")
    assert_error(await client.post("/api/auth/login", content=b"x" * 70_000), "payload_too_large")
    assert_error(await server_client.get("/api/auth/me"), "unauthorized")
    assert_error(await server_client.get("/api/nope"), "unauthorized")
    assert_error(await client.get("/api/nope"), "not_found")
    assert_error(await client.get("/nope"), "not_found")
    assert_error(await client.get("/live/"), "not_found")
    wrong = await client.put("/api/auth/login")
    assert_error(wrong, "request_error")
    assert wrong.headers["allow"] == "POST"
    ann = (await sign_up("ann")).client
    for _ in range(100):
        limited = await ann.get("/api/auth/me")
    assert limited.status_code == 200
    assert_error(await ann.get("/api/auth/me"), "rate_limited")


BODIES: dict[str, Any] = {
    "nothing": {},
    "no JSON": {"content": SECRET_WORDS, "headers": {"Content-Type": "application/json"}},
    "a list": {"json": [SECRET_WORDS]},
    "a text": {"json": SECRET_WORDS},
    "null": {"json": None},
    "a missing field": {"json": {"email": SECRET_WORDS}},
    "a wrong type": {"json": {"email": [SECRET_WORDS], "password": {SECRET_WORDS: 1}}},
    "a number": {"json": {"email": 5, "password": 7.5}},
    "an unknown field": {"json": {"email": "a@b", "password": "12345678", SECRET_WORDS: SECRET_WORDS}},
    "too long a text": {"json": {"email": SECRET_WORDS * 500, "password": "12345678"}},
    "a form": {"data": {"email": SECRET_WORDS, "password": SECRET_WORDS}},
    "files": {"files": {"email": ("a.txt", SECRET_WORDS.encode())}},
}


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES.keys())
async def test_a_body_that_is_not_valid_is_not_repeated(client: httpx.AsyncClient, body: dict[str, Any]) -> None:
    assert_error(await client.post("/api/auth/login", **body), "validation_error", never=SECRET_WORDS)


@pytest.mark.parametrize(
    "content",
    [b"", b"--x\r\n", b'--x\r\nContent-Disposition: form-data; name="file"\r\n\r\nhalf', b"\xff" * 50, b"--x--\r\n"],
)
async def test_a_broken_upload(app: FastAPI, content: bytes) -> None:
    @app.post("/api/takes")
    async def takes(file: UploadFile) -> None:
        return None

    async with client_of(app) as client:
        for kind in ("multipart/form-data; boundary=x", "multipart/form-data"):
            answer = await client.post("/api/takes", content=content, headers={"Content-Type": kind})
            assert_error(answer, "validation_error")


def test_sentences_name_our_fields_and_nobody_elses() -> None:
    missing = {"type": "missing", "loc": ("body", "email"), "msg": "Field required"}
    assert sentence([missing]) == '"email" is missing.'
    assert sentence([missing, missing]) == '"email" is missing. (1 more thing is not valid.)'
    assert sentence([missing] * 3) == '"email" is missing. (2 more things are not valid.)'
    for name in ("<b>", "two words", "x" * 41, "名", SECRET_WORDS):
        said = sentence([{"type": "extra_forbidden", "loc": ("body", name), "msg": "Extra inputs are not permitted"}])
        assert said == "A field is not a known field; remove it."
    parsed = {"type": "value_error", "loc": ("query", "limit"), "msg": f"cannot read {SECRET_WORDS}"}
    assert sentence([parsed]) == '"limit" is not valid.'
    assert sentence([]) == "The request is not valid."


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(body=st.binary(max_size=300), kind=st.sampled_from(["application/json", "text/json", "application/x+json", ""]))
async def test_any_bytes_as_a_body(client: httpx.AsyncClient, body: bytes, kind: str) -> None:
    answer = await client.post("/api/setup/init", content=body, headers={"Content-Type": kind})
    assert answer.status_code in (409, 422, 429)
    assert_error(answer, answer.json()["error"]["code"])
