"""Log lines: one JSON object each, on standard output, from every library alike.

Owns their fields (service specification 14.1: timestamp, level, service, message, trace_id) and what is kept out.
Promise: an exception is logged as its type and the places it passed, never with its own words, because those may quote
what a person wrote.
"""

from __future__ import annotations

import logging
import sys
import traceback
from collections.abc import Mapping
from pathlib import PurePath
from typing import Any, TextIO

import structlog
from structlog.types import EventDict, Processor, WrappedLogger

SERVICE = "fabula"
FIELD_CHARS_MAX = 500
FIELDS_MAX = 24
FRAMES_MAX = 20

_LEVELS = {"debug": logging.DEBUG, "info": logging.INFO, "warn": logging.WARNING, "error": logging.ERROR}
_NAMES = {"warning": "warn", "critical": "error", "exception": "error", "notset": "debug"}
# These log addresses, statements or requests at their lower levels.
_QUIET = ("httpx", "httpcore", "openai", "sqlalchemy", "alembic", "urllib3", "asyncio", "uvicorn.access")


def configure(level: str, *, stream: TextIO | None = None) -> None:
    """Send every log line of this process, at `level` (debug, info, warn, error) and above, to `stream` (stdout)."""
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _places,
    ]
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=shared,
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            _shape,
            # Escaped to ASCII: no terminal can fail to print it, and no line separator can split it.
            structlog.processors.JSONRenderer(),
        ],
    )
    output = logging.StreamHandler(stream) if stream is not None else _StandardOutput()
    output.setFormatter(formatter)
    root = logging.getLogger()
    root.handlers[:] = [output]
    root.setLevel(_LEVELS[level])
    for name in _QUIET:
        logging.getLogger(name).setLevel(max(logging.WARNING, _LEVELS[level]))
    # uvicorn brings its own outputs when it is configured by itself; here its lines go where all lines go.
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logging.getLogger(name).handlers.clear()
        logging.getLogger(name).propagate = True
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.make_filtering_bound_logger(_LEVELS[level]),
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=False,
    )


class _StandardOutput(logging.StreamHandler[TextIO]):
    """Writes to what standard output is at that moment; whoever replaces it has replaced it for the log too."""

    def __init__(self) -> None:
        logging.Handler.__init__(self)

    @property
    def stream(self) -> TextIO:  # type: ignore[override]
        return sys.stdout


def ensure() -> None:
    """Configure at `info` if nobody has: structlog's own default would print local variables with a traceback."""
    if not structlog.is_configured():
        configure("info")


def places(fault: BaseException) -> dict[str, Any]:
    """What may be logged of an exception: its type, its causes' types, and the innermost frames' places."""
    chain: list[str] = []
    cause: BaseException | None = fault
    while cause is not None and len(chain) < 8:
        chain.append(type(cause).__name__)
        cause = cause.__cause__ or (None if cause.__suppress_context__ else cause.__context__)
    frames = traceback.extract_tb(fault.__traceback__)[-FRAMES_MAX:]
    where = [f"{'/'.join(PurePath(frame.filename).parts[-3:])}:{frame.lineno} {frame.name}" for frame in frames]
    return {"error": chain[0], "causes": chain[1:], "frames": where}


def _places(logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
    given = event.pop("exc_info", None)
    if given is True:
        given = sys.exc_info()
    fault = given[1] if isinstance(given, tuple) else given
    record = event.get("_record")
    if fault is None and isinstance(record, logging.LogRecord) and record.exc_info:
        fault = record.exc_info[1]
    if isinstance(fault, BaseException):
        event.update(places(fault))
    return event


def _shape(logger: WrappedLogger, method: str, event: EventDict) -> Mapping[str, Any]:
    level = str(event.pop("level", method))
    line: dict[str, Any] = {
        "timestamp": event.pop("timestamp", None),
        "level": _NAMES.get(level, level),
        "service": SERVICE,
        "message": _short(str(event.pop("event", ""))),
        "trace_id": event.pop("trace_id", None),
    }
    for name, value in list(event.items())[: FIELDS_MAX - len(line)]:
        line[name] = _bounded(value)
    return line


def _bounded(value: Any) -> Any:
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, list | tuple):
        return [_short(str(item)) for item in value[:FRAMES_MAX]]
    return _short(str(value))


def _short(text: str) -> str:
    return text if len(text) <= FIELD_CHARS_MAX else text[: FIELD_CHARS_MAX - 1] + "…"
