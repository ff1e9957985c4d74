"""Where a request may come from: another site in the same browser gets nothing, whatever it tries."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import httpx
import pytest
from fastapi import FastAPI

from fabula.installation import Installation
from fabula.wiring import build_app
from tests.api.conftest import client_of
from tests.api.envelope import assert_error

Install = Callable[..., Awaitable[Installation]]

OWN_PAGE = [
    {},
    {"Sec-Fetch-Site": "same-origin"},
    {"Sec-Fetch-Site": "none"},
    {"Origin": "http://localhost:8420", "Sec-Fetch-Site": "same-origin"},
]

OTHER_SITES = {
    "a form or a script of another site": {"Origin": "https://evil.example"},
    "another program on this computer": {"Origin": "http://localhost:3000"},
    "the same name over https": {"Origin": "https://localhost:8420"},
    "the other name of this computer": {"Origin": "http://127.0.0.1:8420"},
    "a sandboxed frame or a file": {"Origin": "null"},
    "a picture of another site, which has no Origin": {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"},
    "another port of the same site": {"Sec-Fetch-Site": "same-site"},
    "a link on another site": {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"},
    "an unknown kind of request": {"Sec-Fetch-Site": "something new"},
}


@pytest.mark.parametrize("headers", OWN_PAGE)
@pytest.mark.parametrize("base", ["http://localhost:8420", "http://127.0.0.1:8420", "http://[::1]:8420"])
async def test_the_owners_own_page_is_answered(app: FastAPI, base: str, headers: dict[str, str]) -> None:
    given = {**headers, "Origin": base} if "Origin" in headers else headers
    async with client_of(app, base=base, headers=given) as client:
        assert (await client.get("/api/auth/me")).json()["role"] == "admin"
        assert (await client.patch("/api/auth/me", json={"name": "Owner"})).status_code == 200


@pytest.mark.parametrize("headers", OTHER_SITES.values(), ids=OTHER_SITES.keys())
@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PATCH", "DELETE", "OPTIONS"])
async def test_another_site_is_refused_with_every_method(
    client: httpx.AsyncClient, method: str, headers: dict[str, str]
) -> None:
    for path in ("/api/auth/me", "/api/setup/status", "/api/anything"):
        answer = await client.request(method, path, headers=headers)
        assert answer.status_code == 403
        if method != "HEAD":
            assert_error(answer, "forbidden")
        assert "access-control-allow-origin" not in answer.headers
    assert (await client.get("/api/auth/me")).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8420",
        "localhost",
        "localhost:80",
        "localhost:8421",
        "localhost:8420.evil.example",
        "localhost.:8420",
        "sub.localhost:8420",
        "127.0.0.2:8420",
        "127.1:8420",
        "2130706433:8420",
        "0.0.0.0:8420",
        "[::]:8420",
        "::1:8420",
        "localhost:8420,evil.example",
        "user@localhost:8420",
        "",
    ],
)
async def test_a_rebound_name_is_refused_for_api_pages_and_probes(client: httpx.AsyncClient, host: str) -> None:
    for path in ("/api/auth/me", "/", "/health"):
        assert_error(await client.get(path, headers={"Host": host}), "forbidden")


async def test_two_hosts_are_refused(client: httpx.AsyncClient) -> None:
    both = [("Host", "localhost:8420"), ("Host", "localhost:8420")]
    assert_error(await client.get("/api/auth/me", headers=both), "forbidden")


async def test_a_desktop_is_answered_to_this_computer_only(app: FastAPI) -> None:
    for address, right in (
        ("127.0.0.1", True),
        ("127.8.9.1", True),
        ("::1", True),
        ("192.168.1.7", False),
        ("", False),
    ):
        async with client_of(app, address=address) as one:
            assert (await one.get("/api/auth/me")).status_code == (200 if right else 403)


async def test_a_link_from_elsewhere_may_open_the_page_itself(client: httpx.AsyncClient) -> None:
    following = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Accept": "text/html"}
    assert (await client.get("/", headers=following)).status_code == 200


async def test_port_80_may_go_without_saying(install: Install) -> None:
    async with client_of(build_app(await install(port=80)), base="http://localhost") as client:
        assert (await client.get("/api/auth/me")).status_code == 200
        assert_error(await client.get("/api/auth/me", headers={"Host": "localhost:8420"}), "forbidden")


async def test_a_server_answers_any_name_unless_told(server_client: httpx.AsyncClient) -> None:
    for host in ("books.example", "203.0.113.1:8420"):
        assert (await server_client.get("/api/setup/status", headers={"Host": host})).status_code == 200


async def test_a_server_answers_the_names_it_was_told(install: Install) -> None:
    at = await install(profile="server", allowed_hosts=("books.example", "*.lan.example"))
    async with client_of(build_app(at)) as client:
        for host in ("books.example", "Books.Example:443", "a.lan.example", "b.a.lan.example:8420"):
            assert (await client.get("/api/setup/status", headers={"Host": host})).status_code == 200
        for host in ("evil.example", "xbooks.example", "books.example.evil.example", "lan.example", "evillan.example"):
            assert_error(await client.get("/api/setup/status", headers={"Host": host}), "forbidden")
        # A load balancer asks by address.
        assert (await client.get("/ready", headers={"Host": "10.0.0.7:8420"})).status_code == 200
