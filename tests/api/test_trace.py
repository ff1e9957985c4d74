"""The trace id and the one line a request leaves in the log."""

from __future__ import annotations

import io
import json
import logging as stdlib_logging
import uuid
from collections.abc import AsyncIterator, Iterator
from typing import Any

import httpx
import pytest
import structlog
from fastapi import FastAPI
from starlette.responses import StreamingResponse

from fabula.ops import logging
from tests.api.conftest import PASSWORD, client_of, drive

FIELDS = {"timestamp", "level", "service", "message", "trace_id", "method", "route", "status", "elapsed_ms"}


@pytest.fixture
def lines() -> Iterator[Any]:
    """Configure the log into memory; calling the fixture's value returns the lines so far."""
    root, stream = stdlib_logging.getLogger(), io.StringIO()
    before = list(root.handlers)
    logging.configure("info", stream=stream)
    yield lambda: [json.loads(line) for line in stream.getvalue().splitlines()]
    root.handlers[:] = before
    structlog.reset_defaults()


@pytest.mark.parametrize("given", ["a", "A.b_c-9", "x" * 128, str(uuid.UUID(int=7))])
async def test_a_safe_id_is_echoed(client: httpx.AsyncClient, given: str) -> None:
    assert (await client.get("/live", headers={"X-Trace-Id": given})).headers["x-trace-id"] == given


@pytest.mark.parametrize("given", ["", "x" * 129, "a b", "a/b", "{}", "<script>", "é".encode(), "a,b"])
async def test_an_unsafe_id_is_replaced(client: httpx.AsyncClient, given: Any) -> None:
    made = (await client.get("/live", headers={"X-Trace-Id": given})).headers["x-trace-id"]
    assert uuid.UUID(made).version == 4


async def test_every_answer_has_one(client: httpx.AsyncClient) -> None:
    seen = set()
    for method, path in (
        ("GET", "/"),
        ("GET", "/nope"),
        ("GET", "/api/nope"),
        ("PUT", "/live"),
        ("POST", "/api/auth/login"),
    ):
        seen.add((await client.request(method, path)).headers["x-trace-id"])
    assert len(seen) == 5


async def test_the_line_has_the_template_and_nothing_a_person_sent(client: httpx.AsyncClient, lines: Any) -> None:
    secret = "a-word-nobody-may-log"
    await client.get(f"/{secret}?q={secret}", headers={"X-Trace-Id": "t1", "User-Agent": secret})
    await client.post(
        f"/api/auth/login?q={secret}",
        json={"email": f"{secret}@example.org", "password": secret},
        headers={"X-Trace-Id": "t2"},
    )
    await client.request(secret.upper(), "/live", headers={"X-Trace-Id": "t3"})
    await client.get("/api/auth/me", headers={"X-Trace-Id": "t4", "Authorization": f"Bearer {secret}"})
    assert secret not in json.dumps(lines()).lower()
    found = {line["trace_id"]: line for line in lines() if line["message"] == "request completed"}
    shown = {key: (line["method"], line["route"], line["status"], line["level"]) for key, line in found.items()}
    assert shown == {
        "t1": ("GET", "unmatched", 404, "info"),
        "t2": ("POST", "/api/auth/login", 401, "info"),
        "t3": ("other", "/live", 405, "info"),
        "t4": ("GET", "unmatched", 401, "info"),
    }
    for line in found.values():
        assert set(line) == {
            "timestamp",
            "level",
            "service",
            "message",
            "trace_id",
            "method",
            "route",
            "status",
            "elapsed_ms",
        }
        assert line["service"] == "fabula"
        assert line["elapsed_ms"] >= 0


async def test_levels_follow_the_status(app: FastAPI, lines: Any) -> None:
    @app.get("/api/breaks")
    async def breaks() -> None:
        raise RuntimeError("what a person wrote")

    async with client_of(app) as client:
        assert (await client.get("/api/breaks")).status_code == 500
        for _ in range(11):
            await client.post("/api/auth/login", json={"email": "a@b", "password": PASSWORD})
    levels = {line["status"]: line["level"] for line in lines() if line["message"] == "request completed"}
    assert levels == {500: "error", 401: "info", 429: "warn"}


async def test_a_bug_is_logged_by_its_place_and_not_by_its_words(app: FastAPI, lines: Any) -> None:
    @app.get("/api/breaks")
    async def breaks() -> None:
        try:
            raise KeyError("what a person wrote")
        except KeyError as fault:
            raise RuntimeError("what a person wrote") from fault

    async with client_of(app) as client:
        answer = await client.get("/api/breaks", headers={"X-Trace-Id": "bug-1"})
    (line,) = (line for line in lines() if line["message"] == "unexpected fault")
    assert (line["level"], line["trace_id"], line["error"], line["causes"]) == (
        "error",
        "bug-1",
        "RuntimeError",
        ["KeyError"],
    )
    assert any("test_trace.py" in frame and "breaks" in frame for frame in line["frames"])
    assert "what a person wrote" not in json.dumps(lines())
    assert "what a person wrote" not in answer.text


async def test_the_line_comes_with_the_headers_and_chunks_are_not_held_back(app: FastAPI, lines: Any) -> None:
    seen: list[int] = []

    @app.get("/api/stream")
    async def stream() -> StreamingResponse:
        async def chunks() -> AsyncIterator[str]:
            for number in range(3):
                seen.append(sum(line["message"] == "request completed" for line in lines()))
                yield f"data: {number}\n\n"

        return StreamingResponse(chunks(), media_type="text/event-stream")

    sent = await drive(app, "GET", "/api/stream")
    assert seen == [1, 1, 1]
    bodies = [message["body"] for message in sent if message["type"] == "http.response.body"]
    assert bodies == [b"data: 0\n\n", b"data: 1\n\n", b"data: 2\n\n", b""]


async def test_a_stream_that_breaks_ends_without_a_second_answer(app: FastAPI, lines: Any) -> None:
    @app.get("/api/stream")
    async def stream() -> StreamingResponse:
        async def chunks() -> AsyncIterator[str]:
            yield "data: 0\n\n"
            raise RuntimeError("what a person wrote")

        return StreamingResponse(chunks(), media_type="text/event-stream")

    sent = await drive(app, "GET", "/api/stream")
    assert [message["type"] for message in sent] == ["http.response.start", "http.response.body"]
    # The server sees that the answer is incomplete and closes the connection.
    assert sent[-1]["more_body"] is True
    assert "unexpected fault" in [line["message"] for line in lines()]
    assert "what a person wrote" not in json.dumps(lines())
