"""Who is asking, and whether they may ask from there.

Owns the check of where a request comes from, the list of public addresses, and the dependencies routes take. Knows no
tokens' contents. Promise: nothing under `/api` outside the public list is reached without a person, and in the desktop
profile no page of another site can speak as the owner, whatever method or trick it uses.
"""

from __future__ import annotations

import ipaddress
from typing import Annotated

from fastapi import Depends, Request
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from fabula.accounts.people import Person
from fabula.actions import setup, sign_in
from fabula.api.limits import Rates, peer
from fabula.errors import Forbidden, NotFound, Unauthorized
from fabula.installation import Installation

PUBLIC = frozenset(
    (
        "/api/setup/status",
        "/api/setup/init",
        "/api/auth/register",
        "/api/auth/login",
        "/api/auth/refresh",
        "/api/auth/logout",
    )
)
"""Addresses answered without a person (service specification 9.4)."""

PROBES = frozenset(("/live", "/health", "/ready"))

_SIGN_IN = "Sign in first."
_ELSEWHERE = "This request does not come from Fabula's own page."


def is_api(path: str) -> bool:
    """Whether the address belongs to the API rather than to the pages."""
    return path == "/api" or path.startswith("/api/")


class Origin:
    """Refuses requests that are addressed to another host, or sent by another site."""

    def __init__(self, app: ASGIApp, *, at: Installation) -> None:
        self.app = app
        self._at = at

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Wrap one request."""
        if scope["type"] == "http":
            if "\0" in scope["path"]:
                raise NotFound("There is no such address.")
            if self._at.config.profile == "desktop":
                self._check_desktop(scope)
            elif scope["path"] not in PROBES:
                self._check_server(scope)
        await self.app(scope, receive, send)

    def _check_desktop(self, scope: Scope) -> None:
        """The Host check defeats DNS rebinding; the other two defeat requests that other pages send."""
        headers = Headers(scope=scope)
        hosts = [host.lower() for host in headers.getlist("host")]
        if not is_loopback(peer(scope)) or len(hosts) != 1 or hosts[0] not in self._own_hosts(scope):
            raise Forbidden("Fabula answers only on this computer, at localhost.")
        if not is_api(scope["path"]):
            return
        if any(origin != f"http://{hosts[0]}" for origin in headers.getlist("origin")):
            raise Forbidden(_ELSEWHERE)
        if any(site not in ("same-origin", "none") for site in headers.getlist("sec-fetch-site")):
            raise Forbidden(_ELSEWHERE)

    def _own_hosts(self, scope: Scope) -> tuple[str, ...]:
        # Port 0 means that the operating system chose one; the server then says which.
        port = self._at.config.port or (scope.get("server") or ("", None))[1]
        names = ("localhost", "127.0.0.1", "[::1]")
        return tuple(f"{name}:{port}" for name in names) + (names if port == 80 else ())

    def _check_server(self, scope: Scope) -> None:
        allowed = self._at.config.allowed_hosts
        if not allowed:
            return
        hosts = [host.lower() for host in Headers(scope=scope).getlist("host")]
        name = hosts[0].rpartition(":")[0] or hosts[0] if len(hosts) == 1 else ""
        if not any(name == one or (one.startswith("*.") and name.endswith(one[1:])) for one in allowed):
            raise Forbidden("Fabula does not answer under this host name.")


class Authenticate:
    """Finds the person before anything else is done for a request to the API."""

    def __init__(self, app: ASGIApp, *, at: Installation) -> None:
        self.app = app
        self._at = at

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Wrap one request."""
        if scope["type"] == "http" and is_api(scope["path"]) and scope["path"] not in PUBLIC:
            scope.setdefault("state", {})["person"] = await self._person(scope)
        await self.app(scope, receive, send)

    async def _person(self, scope: Scope) -> Person:
        given = Headers(scope=scope).getlist("authorization")
        if self._at.config.profile == "desktop":
            # The owner is made on first use, also when it is the command line's token that comes first.
            owner = await setup.owner(self._at)
            if not given:
                return owner.person
        scheme, _, token = given[0].partition(" ") if len(given) == 1 else ("", "", "")
        if scheme.lower() != "bearer" or not token.strip():
            raise Unauthorized(_SIGN_IN)
        return await sign_in.who_is(self._at, token.strip(), from_loopback=is_loopback(peer(scope)))


def is_loopback(host: str) -> bool:
    """Whether an address is this machine's own. A host name is not an address."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return (mapped or address).is_loopback


async def installed(request: Request) -> Installation:
    """The installation the application was made for."""
    at: Installation = request.app.state.installation
    return at


async def current_person(request: Request) -> Person:
    """The person the request speaks for; every route outside the public list has one."""
    person = getattr(request.state, "person", None)
    if not isinstance(person, Person):
        raise Unauthorized(_SIGN_IN)
    return person


async def rates(request: Request) -> Rates:
    """The application's buckets, for routes that count by something in the body."""
    found: Rates = request.app.state.rates
    return found


At = Annotated[Installation, Depends(installed)]
Me = Annotated[Person, Depends(current_person)]
Counted = Annotated[Rates, Depends(rates)]
