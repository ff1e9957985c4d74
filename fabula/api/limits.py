"""How much and how often: body sizes and request rates.

Owns both tables of limits. Rates live in memory, in the installation's time, and are forgotten at a restart. Promise:
a body is counted while it arrives, whatever its Content-Length claims, and the memory rates take is bounded.
"""

from __future__ import annotations

import hashlib
import ipaddress
import math
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fabula.accounts.emails import EMAIL_CHARS_MAX, email_key
from fabula.clock import Clock
from fabula.errors import RateLimited, TooLarge

KIB, MIB = 1_024, 1_024 * 1_024
UPLOAD_BYTES = 21 * MIB
PASTE_BYTES = 5 * MIB + MIB // 2
STORY_BYTES = 64 * MIB
WRITING_BYTES = MIB
CHAT_BYTES = 20 * KIB
OTHER_BYTES = 64 * KIB
KEYS_MAX = 20_000


def body_limit(method: str, path: str) -> int:
    """The most bytes a body sent to this address may have."""
    if path in ("/api/novels/upload", "/api/novels/encodings"):
        return UPLOAD_BYTES
    if path == "/api/novels" and method == "POST":
        return PASTE_BYTES
    if path == "/api/stories/import":
        return STORY_BYTES
    if path == "/api/stories" or path.startswith("/api/stories/"):
        return WRITING_BYTES
    return CHAT_BYTES if path.startswith("/api/chat/") else OTHER_BYTES


def _sized(limit: int) -> str:
    return f"{limit / MIB:g} MiB" if limit >= MIB else f"{limit // KIB} KiB"


class BodyLimit:
    """Refuses a body that is announced too large, and cuts off one that turns out to be."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Wrap one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        limit = body_limit(scope["method"], scope["path"])
        announced = Headers(scope=scope).get("content-length", "")
        if announced.isascii() and announced.isdigit() and int(announced[:12]) > limit:
            raise TooLarge(f"The request is larger than this address accepts (at most {_sized(limit)}).")
        received = 0

        async def counted() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > limit:
                # The framework lets exactly this kind of exception pass through its reading of a body.
                raise HTTPException(413)
            return message

        await self.app(scope, counted, send)


@dataclass(frozen=True)
class Rate:
    """`count` requests in `seconds`, as a bucket: all at once after a pause, then one each `seconds / count`."""

    count: int
    seconds: float = 60.0


AUTH_RATES: Mapping[str, Rate] = {
    "/api/setup/init": Rate(10),
    "/api/auth/register": Rate(10),
    "/api/auth/login": Rate(30),
    "/api/auth/refresh": Rate(60),
    "/api/auth/logout": Rate(60),
}
"""Per address, for what can be asked without being signed in and costs something."""

LOGIN_RATE = Rate(10)
"""Per address and e-mail address together."""


class Rates:
    """All buckets. A bucket is one number: the instant at which it will be full again."""

    def __init__(self, clock: Clock, *, keys_max: int = KEYS_MAX) -> None:
        self._clock = clock
        self._keys_max = keys_max
        self._full_at: OrderedDict[tuple[str, ...], float] = OrderedDict()

    def take(self, rate: Rate, *key: str) -> None:
        """Take one request from the bucket with this key. Raises RateLimited with the seconds to wait."""
        now = self._clock().timestamp()
        spacing = rate.seconds / rate.count
        full_at = max(self._full_at.get(key, now), now) + spacing
        wait = full_at - rate.seconds - now
        if wait > 1e-6:
            raise RateLimited("Too many requests; wait a little and try again.", retry_after=math.ceil(wait))
        self._full_at[key] = full_at
        self._full_at.move_to_end(key)
        # The bucket untouched for longest is nearly always full, which is the same as having none.
        while len(self._full_at) > self._keys_max:
            self._full_at.popitem(last=False)

    def take_login(self, address: str, email: str) -> None:
        """Take one attempt to sign in to this account from this address."""
        account = hashlib.sha256(email_key(email[:EMAIL_CHARS_MAX].strip()).encode("utf-8", "replace")).hexdigest()
        self.take(LOGIN_RATE, "login", address, account)


class RateLimit:
    """Counts requests to the API: by person once known, by address before. Probes and pages are free."""

    def __init__(self, app: ASGIApp, *, rates: Rates, per_second: int) -> None:
        self.app = app
        self._rates = rates
        self._general = Rate(2 * per_second, 2.0)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Wrap one request."""
        if scope["type"] == "http" and scope["path"].startswith("/api/"):
            address = address_key(scope)
            particular = AUTH_RATES.get(scope["path"])
            if particular is not None:
                self._rates.take(particular, "auth", scope["path"], address)
            person = scope.get("state", {}).get("person")
            self._rates.take(self._general, "general", person.id if person is not None else address)
        await self.app(scope, receive, send)


def address_key(scope: Scope) -> str:
    """The peer's address as a rate is counted for it: an IPv6 peer owns its whole /64 network."""
    host = peer(scope)
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is None:
        return str(ipaddress.ip_network((int(address) >> 64 << 64, 64)))
    return str(address)


def peer(scope: Scope) -> str:
    """The address the request came from, after trusted proxies; empty when there is none (a Unix socket)."""
    client = scope.get("client")
    return str(client[0]) if client else ""
