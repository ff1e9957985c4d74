"""What a stranger may send before it amounts to a request: a little, and never without end."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from fabula.api.wire import QUIET_BYTES
from fabula.config import Config
from fabula.wiring import serving

HEAD = b"POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
ENDLESS = 4_000


async def sent(address: str, begin: bytes, piece: bytes, times: int, end: bytes = b"") -> tuple[bytes, int]:
    """Send a request piece by piece; its answer, and how many pieces were taken."""
    reader, writer = await asyncio.open_connection("127.0.0.1", int(address.rpartition(":")[2]))
    taken = 0
    try:
        writer.write(begin)
        for _ in range(times):
            writer.write(piece)
            await writer.drain()
            taken += 1
        writer.write(end)
        await writer.drain()
    except ConnectionError:
        return b"", taken
    try:
        return await reader.read(12), taken
    except ConnectionError:
        return b"", taken
    finally:
        writer.close()


@pytest.mark.parametrize(
    ("begin", "piece"),
    [
        (b"GET /live HTTP/1.1\r\nHost: localhost\r\nX: ", b"a" * 16_384),
        (b"GET /", b"a" * 16_384),
        (b"GET /live HTTP/1.1\r\nHost: localhost\r\n", b"X: y\r\n" * 2_000),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\n0\r\nX: ", b"a" * 16_384),
        (b"", b"\r\n" * 8_192),
    ],
    ids=["header", "address", "headers", "trailer", "nothing"],
)
async def test_what_never_amounts_to_a_request_is_cut_off(tmp_path: Path, begin: bytes, piece: bytes) -> None:
    async with serving(Config.from_env({}, data_dir=tmp_path, port=0, log_level="error")) as address:
        _, taken = await asyncio.wait_for(sent(address, begin, piece, ENDLESS), 20)
        assert taken < ENDLESS


async def test_a_long_head_and_a_long_body_are_read(tmp_path: Path) -> None:
    async with serving(Config.from_env({}, data_dir=tmp_path, port=0, log_level="error")) as address:
        head = b"GET /live HTTP/1.1\r\nHost: %b\r\nX: " % address[7:].encode() + b"a" * (QUIET_BYTES // 2)
        answer, _ = await sent(address, head, b"", 1, b"\r\n\r\n")
        assert answer == b"HTTP/1.1 200"
        pieces, size = 40, 16_384
        head = b"POST /api/novels HTTP/1.1\r\nHost: %b\r\nContent-Type: application/json\r\n" % address[7:].encode()
        head += b"Content-Length: %d\r\n\r\n" % (pieces * size)
        answer, taken = await sent(address, head, b" " * size, pieces)
        assert (answer, taken) == (b"HTTP/1.1 422", pieces)


async def test_one_packet_too_long_is_told_so(tmp_path: Path) -> None:
    async with serving(Config.from_env({}, data_dir=tmp_path, port=0, log_level="error")) as address:
        answer, _ = await sent(address, b"GET /live HTTP/1.1\r\nX: ", b"a" * QUIET_BYTES, 1)
        assert answer == b"HTTP/1.1 431"
