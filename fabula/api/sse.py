"""Event streams: frames as the chat contract has them, with a comment now and then to keep the line open.

Owns the encoding of server-sent events. A listener that goes away ends only the listening.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from datetime import datetime
from typing import Any

from starlette.responses import StreamingResponse

from fabula.chat.producer import IDLE, Event

PING = b": ping\n\n"
BREAKS = {ord(c): f"\\u{ord(c):04x}" for c in "\x85\u2028\u2029"}
HEADERS = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}


def stream(events: AsyncIterator[Event]) -> StreamingResponse:
    """A response that sends each event as it comes."""
    return StreamingResponse(_frames(events), media_type="text/event-stream", headers=HEADERS)


async def _frames(events: AsyncIterator[Event]) -> AsyncIterator[bytes]:
    async for event in events:
        yield PING if event is IDLE else frame(event)


def frame(event: Event) -> bytes:
    """One event as bytes; every line break is escaped, Unicode's own too, so data is always one line for everybody."""
    data = json.dumps(event.data, ensure_ascii=False, default=_plain, separators=(",", ":"))
    data = data.translate(BREAKS)
    return f"event: {event.name}\ndata: {data}\n\n".encode()


def _plain(value: Any) -> str:
    if isinstance(value, datetime):
        return value.isoformat().replace("+00:00", "Z")
    raise TypeError(f"{type(value).__name__} has no place in an event")
