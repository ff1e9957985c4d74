"""Log lines: their fields, and what never gets into one."""

from __future__ import annotations

import io
import json
import logging as stdlib_logging
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

import pytest
import structlog

from fabula.ops import logging

Lines = Callable[[], list[dict[str, Any]]]


@pytest.fixture
def lines() -> Iterator[Lines]:
    root, stream = stdlib_logging.getLogger(), io.StringIO()
    before = list(root.handlers)
    logging.configure("info", stream=stream)
    yield lambda: [json.loads(line) for line in stream.getvalue().splitlines()]
    root.handlers[:] = before
    structlog.reset_defaults()


def test_a_line_has_the_documented_fields(lines: Lines) -> None:
    structlog.get_logger().info("something happened", count=3, names=["a", "b"])
    (line,) = lines()
    moment = datetime.fromisoformat(line.pop("timestamp"))
    assert moment.utcoffset() is not None
    assert line == {
        "level": "info",
        "service": "fabula",
        "message": "something happened",
        "trace_id": None,
        "count": 3,
        "names": ["a", "b"],
    }


def test_a_trace_id_that_is_bound_is_on_every_line(lines: Lines) -> None:
    with structlog.contextvars.bound_contextvars(trace_id="t1"):
        structlog.get_logger().info("one")
        stdlib_logging.getLogger("uvicorn.error").info("two %s", "words")
    structlog.get_logger().info("three")
    assert [(line["message"], line["trace_id"]) for line in lines()] == [
        ("one", "t1"),
        ("two words", "t1"),
        ("three", None),
    ]


def test_levels_have_their_documented_names(lines: Lines) -> None:
    log = structlog.get_logger()
    log.debug("not shown")
    log.info("a")
    log.warning("b")
    log.error("c")
    log.critical("d")
    assert [(line["message"], line["level"]) for line in lines()] == [
        ("a", "info"),
        ("b", "warn"),
        ("c", "error"),
        ("d", "error"),
    ]


def test_libraries_are_quiet_below_warnings(lines: Lines) -> None:
    for name in ("httpx", "sqlalchemy.engine", "alembic.runtime", "uvicorn.access"):
        stdlib_logging.getLogger(name).info("GET https://models.example/v1?key=secret")
        stdlib_logging.getLogger(name).warning("a warning")
    assert [line["message"] for line in lines()] == ["a warning"] * 4


def test_an_exception_is_its_type_and_its_places(lines: Lines) -> None:
    def breaks() -> None:
        try:
            int("what a person wrote")
        except ValueError as fault:
            raise RuntimeError("what a person wrote") from fault

    for say in (structlog.get_logger().error, stdlib_logging.getLogger("uvicorn.error").error):
        try:
            breaks()
        except RuntimeError as fault:
            say("it broke", exc_info=fault)
    assert len(lines()) == 2
    for line in lines():
        assert (line["error"], line["causes"]) == ("RuntimeError", ["ValueError"])
        assert line["frames"][-1].split(" ")[1] == "breaks"
        assert "what a person wrote" not in json.dumps(line)


def test_lines_are_bounded(lines: Lines) -> None:
    structlog.get_logger().info(
        "x" * 10_000, long="y" * 10_000, many=list(range(1_000)), **{f"f{n}": n for n in range(99)}
    )
    (line,) = lines()
    assert len(line) == logging.FIELDS_MAX
    assert len(line["message"]) == len(line["long"]) == logging.FIELD_CHARS_MAX
    assert len(line["many"]) == logging.FRAMES_MAX


def test_one_event_is_one_line_whatever_it_contains(lines: Lines) -> None:
    structlog.get_logger().info('two\nlines "quoted"', field="读者\r\n\u2028")
    (line,) = lines()
    assert line["message"] == 'two\nlines "quoted"'
    assert line["field"] == "读者\r\n\u2028"
