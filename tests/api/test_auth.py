"""Accounts over HTTP: register, sign in, refresh, sign out, change, delete."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import func, select

from fabula.accounts.tokens import local_token
from fabula.clock import ManualClock
from fabula.installation import Installation
from fabula.store.tables import metadata
from tests.api.conftest import PASSWORD, SECRET, Reader, client_of
from tests.api.envelope import assert_error

SignUp = Callable[[str], Awaitable[Reader]]


async def test_registering_signs_in_as_a_user(sign_up: SignUp) -> None:
    await sign_up("ann")
    ben = await sign_up("ben")
    me = (await ben.client.get("/api/auth/me")).json()
    assert (me["email"], me["name"], me["role"], me["email_verified"]) == ("ben@example.org", "ben", "user", False)


async def test_an_address_belongs_to_one_person_in_any_case(server_client: httpx.AsyncClient, sign_up: SignUp) -> None:
    await sign_up("ann")
    again = {"email": "ANN@Example.ORG", "password": PASSWORD}
    assert_error(await server_client.post("/api/auth/register", json=again), "conflict")
    assert (await server_client.post("/api/auth/login", json=again)).status_code == 200


async def test_of_several_who_register_one_address_at_once_one_wins(
    server_client: httpx.AsyncClient, sign_up: SignUp
) -> None:
    await sign_up("ann")
    asked = {"email": "ben@example.org", "password": PASSWORD}
    answers = await asyncio.gather(*(server_client.post("/api/auth/register", json=asked) for _ in range(5)))
    assert sorted(answer.status_code for answer in answers) == [201] + [409] * 4


async def test_a_desktop_has_no_second_person(client: httpx.AsyncClient) -> None:
    asked = {"email": "ben@example.org", "password": PASSWORD}
    assert_error(await client.post("/api/auth/register", json=asked), "forbidden")


async def test_signing_in_is_recorded(server_client: httpx.AsyncClient, sign_up: SignUp, clock: ManualClock) -> None:
    await sign_up("ann")
    clock.advance(90)
    answer = await server_client.post("/api/auth/login", json={"email": "ann@example.org", "password": PASSWORD})
    assert answer.json()["user"]["last_sign_in"] == "2026-03-01T12:01:30Z"
    assert answer.json()["user"]["created_at"] == "2026-03-01T12:00:00Z"


async def test_wrong_password_unknown_address_and_no_address_are_answered_alike(
    server_client: httpx.AsyncClient, sign_up: SignUp
) -> None:
    await sign_up("ann")
    wrong = [("ann@example.org", "wrong password"), ("nobody@example.org", PASSWORD), ("no address", PASSWORD)]
    wrong += [("ann@example.org", PASSWORD + "x" * 80), ("ann@example.org", ""), ("ann\0@example.org", PASSWORD)]
    said = set()
    for email, password in wrong:
        answer = await server_client.post("/api/auth/login", json={"email": email, "password": password})
        said.add(assert_error(answer, "unauthorized"))
    assert len(said) == 1


async def test_the_owner_of_a_desktop_has_no_password(client: httpx.AsyncClient) -> None:
    assert (await client.get("/api/auth/me")).json()["role"] == "admin"
    for password in ("!", "", "password"):
        asked = {"email": "owner@localhost", "password": password}
        assert_error(await client.post("/api/auth/login", json=asked), "unauthorized")


async def test_a_refresh_token_works_once(server_client: httpx.AsyncClient, sign_up: SignUp) -> None:
    ann = await sign_up("ann")
    first = {"refresh_token": ann.session["refresh_token"]}
    answer = await server_client.post("/api/auth/refresh", json=first)
    assert answer.status_code == 200
    assert answer.json()["user"]["id"] == ann.id
    assert answer.json()["refresh_token"] != first["refresh_token"]
    assert_error(await server_client.post("/api/auth/refresh", json=first), "unauthorized")
    second = {"refresh_token": answer.json()["refresh_token"]}
    assert (await server_client.post("/api/auth/refresh", json=second)).status_code == 200


async def test_of_two_refreshes_at_once_one_wins(server_client: httpx.AsyncClient, sign_up: SignUp) -> None:
    token = {"refresh_token": (await sign_up("ann")).session["refresh_token"]}
    answers = await asyncio.gather(*(server_client.post("/api/auth/refresh", json=token) for _ in range(4)))
    assert sorted(answer.status_code for answer in answers) == [200, 401, 401, 401]


async def test_tokens_end_in_their_time(server_client: httpx.AsyncClient, sign_up: SignUp, clock: ManualClock) -> None:
    ann = await sign_up("ann")
    clock.advance(3_599)
    assert (await ann.client.get("/api/auth/me")).status_code == 200
    clock.advance(1)
    assert_error(await ann.client.get("/api/auth/me"), "unauthorized")
    clock.advance(604_800 - 3_600 - 1)
    token = {"refresh_token": ann.session["refresh_token"]}
    fresh = await server_client.post("/api/auth/refresh", json=token)
    assert fresh.status_code == 200
    clock.advance(604_800)
    token = {"refresh_token": fresh.json()["refresh_token"]}
    assert_error(await server_client.post("/api/auth/refresh", json=token), "unauthorized")


async def test_signing_out_needs_only_the_refresh_token(
    server_client: httpx.AsyncClient, sign_up: SignUp, clock: ManualClock
) -> None:
    ann = await sign_up("ann")
    clock.advance(3_600)
    token = {"refresh_token": ann.session["refresh_token"]}
    assert (await server_client.post("/api/auth/logout", json=token)).status_code == 204
    assert_error(await server_client.post("/api/auth/refresh", json=token), "unauthorized")
    assert (await server_client.post("/api/auth/logout", json=token)).status_code == 204


async def test_a_profile_changes_only_where_told(sign_up: SignUp) -> None:
    ann = (await sign_up("ann")).client
    assert (await ann.patch("/api/auth/me", json={"language": "zh-CN"})).json()["language"] == "zh-CN"
    changed = (await ann.patch("/api/auth/me", json={"name": "  安 "})).json()
    assert (changed["name"], changed["language"]) == ("安", "zh-CN")
    assert (await ann.patch("/api/auth/me", json={})).json()["name"] == "安"
    assert (await ann.patch("/api/auth/me", json={"name": None})).json()["name"] is None
    for wrong in ({"name": "\u0085"}, {"language": "de"}, {"role": "admin"}, {"email": "x@example.org"}):
        assert_error(await ann.patch("/api/auth/me", json=wrong), "validation_error")
    me = (await ann.get("/api/auth/me")).json()
    assert (me["role"], me["email"], me["language"]) == ("admin", "ann@example.org", "zh-CN")


async def test_a_changed_name_of_one_person_is_not_anothers(sign_up: SignUp) -> None:
    ann, ben = await sign_up("ann"), await sign_up("ben")
    await ann.client.patch("/api/auth/me", json={"name": "Anna"})
    assert (await ben.client.get("/api/auth/me")).json()["name"] == "ben"


async def _rows(at: Installation) -> dict[str, int]:
    def count(tx):
        return {name: tx.value(select(func.count()).select_from(table)) for name, table in metadata.tables.items()}

    return {name: number for name, number in (await at.store.read(count)).items() if number}


async def test_deleting_an_account_leaves_nothing_of_it(
    server_at: Installation, server_client: httpx.AsyncClient, sign_up: SignUp
) -> None:
    ann, ben = await sign_up("ann"), await sign_up("ben")
    assert (await ben.client.delete("/api/auth/me")).status_code == 204
    assert await _rows(server_at) == {"people": 1, "refresh_tokens": 1}
    assert_error(await ben.client.get("/api/auth/me"), "unauthorized")
    token = {"refresh_token": ben.session["refresh_token"]}
    assert_error(await server_client.post("/api/auth/refresh", json=token), "unauthorized")
    assert_error(
        await server_client.post("/api/auth/login", json={"email": ben.email, "password": PASSWORD}), "unauthorized"
    )
    assert (await ann.client.get("/api/auth/me")).status_code == 200


async def test_the_last_administrator_stays_while_others_are_here(server_at: Installation, sign_up: SignUp) -> None:
    ann, ben = await sign_up("ann"), await sign_up("ben")
    assert_error(await ann.client.delete("/api/auth/me"), "last_administrator")
    assert (await ann.client.get("/api/auth/me")).status_code == 200
    assert (await ben.client.delete("/api/auth/me")).status_code == 204
    assert (await ann.client.delete("/api/auth/me")).status_code == 204
    assert await _rows(server_at) == {}


async def test_after_the_last_person_comes_a_first_run(server_client: httpx.AsyncClient, sign_up: SignUp) -> None:
    ann = await sign_up("ann")
    assert (await ann.client.delete("/api/auth/me")).status_code == 204
    assert (await server_client.get("/api/setup/status")).json()["configured"] is False
    asked = {"email": "new@example.org", "password": PASSWORD}
    assert (await server_client.post("/api/setup/init", json=asked)).status_code == 201


async def test_a_deleted_desktop_begins_anew(client: httpx.AsyncClient) -> None:
    before = (await client.get("/api/auth/me")).json()
    await client.patch("/api/auth/me", json={"name": "Owner"})
    assert (await client.delete("/api/auth/me")).status_code == 204
    after = (await client.get("/api/auth/me")).json()
    assert after["id"] != before["id"]
    assert after["name"] is None


async def test_many_first_requests_make_one_owner(client: httpx.AsyncClient) -> None:
    answers = await asyncio.gather(*(client.get("/api/auth/me") for _ in range(8)))
    assert len({answer.json()["id"] for answer in answers}) == 1


@pytest.mark.parametrize(
    "given", ["", "Bearer", "Bearer ", "Basic YTpi", "Bearer garbage", "bearer a.b.c", "Bearer x y", "x" * 9_000]
)
async def test_a_wrong_authorization_is_refused_even_on_a_desktop(
    client: httpx.AsyncClient, server_client: httpx.AsyncClient, given: str
) -> None:
    for one in (client, server_client):
        assert_error(await one.get("/api/auth/me", headers={"Authorization": given}), "unauthorized")


async def test_two_authorizations_are_none(sign_up: SignUp) -> None:
    ann = await sign_up("ann")
    mine = ann.client.headers.pop("Authorization")
    doubled = [("Authorization", mine), ("Authorization", mine)]
    assert_error(await ann.client.get("/api/auth/me", headers=doubled), "unauthorized")
    assert (await ann.client.get("/api/auth/me", headers=doubled[:1])).status_code == 200


async def test_the_command_line_acts_as_the_earliest_administrator_or_as_named(
    server_app: FastAPI, sign_up: SignUp, clock: ManualClock
) -> None:
    ann, ben = await sign_up("ann"), await sign_up("ben")
    async with client_of(server_app) as local:
        for token, whose in (
            (local_token(SECRET, now=clock()), ann.id),
            (local_token(SECRET, now=clock(), email="Ben@example.org"), ben.id),
        ):
            answer = await local.get("/api/auth/me", headers={"Authorization": f"Bearer {token}"})
            assert answer.json()["id"] == whose
        unknown = local_token(SECRET, now=clock(), email="nobody@example.org")
        assert_error(await local.get("/api/auth/me", headers={"Authorization": f"Bearer {unknown}"}), "unauthorized")


async def test_the_command_lines_token_works_from_this_machine_only(
    server_app: FastAPI, sign_up: SignUp, clock: ManualClock
) -> None:
    await sign_up("ann")
    headers = {"Authorization": f"Bearer {local_token(SECRET, now=clock())}"}
    for address, right in (("::1", True), ("::ffff:127.0.0.1", True), ("203.0.113.9", False), ("testclient", False)):
        async with client_of(server_app, address=address) as one:
            answer = await one.get("/api/auth/me", headers=headers)
        if right:
            assert answer.status_code == 200
        else:
            assert_error(answer, "unauthorized")
    clock.advance(300)
    async with client_of(server_app) as late:
        assert_error(await late.get("/api/auth/me", headers=headers), "unauthorized")
