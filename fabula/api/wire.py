"""The edge of the wire: how many bytes may arrive before they amount to anything.

The parser keeps a request's head, a chunk's extension or a trailer until it is complete, however long it grows, and
copies it anew for every packet; a stranger could fill the memory and the only thread with one. Promise: a connection
that has sent more than `QUIET_BYTES` without completing a head or delivering a piece of a body is answered 431 and
closed. Bodies are bounded elsewhere, by what each address accepts (`api/limits`).
"""

from __future__ import annotations

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

QUIET_BYTES = 65_536
REFUSAL = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
    b"content-type: application/json\r\n"
    b"content-length: %d\r\n"
    b"connection: close\r\n"
    b"\r\n"
    b"%b"
)
BODY = b'{"error":{"code":"request_error","message":"The address or the headers are too long; shorten them."}}'


class BoundedHttp(HttpToolsProtocol):
    """The server's HTTP/1.1 protocol, closed to those who send without end and say nothing."""

    _quiet = 0

    def data_received(self, data: bytes) -> None:
        """Read a packet; refuse the connection once too many in a row have brought nothing."""
        self._quiet += len(data)
        super().data_received(data)
        if self._quiet > QUIET_BYTES and not self.transport.is_closing():
            if self.cycle is None or self.cycle.response_complete:
                self.transport.write(REFUSAL % (len(BODY), BODY))
            self.transport.close()

    def on_headers_complete(self) -> None:
        """A request has come."""
        self._quiet = 0
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """A piece of a body has come."""
        self._quiet = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        """A request has ended."""
        self._quiet = 0
        super().on_message_complete()
