"""The description of the API: complete, stable, and self-contained."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import httpx
from fastapi import FastAPI

from fabula.api.auth import PROBES, PUBLIC
from tests.api.conftest import Reader
from tests.api.envelope import assert_error
from tests.api.routes import described

ERROR = {"$ref": "#/components/schemas/Error"}


async def test_it_is_served_to_people_only_and_brings_no_foreign_page(
    server_client: httpx.AsyncClient, sign_up: Callable[[str], Awaitable[Reader]]
) -> None:
    assert_error(await server_client.get("/api/openapi.json"), "unauthorized")
    document = (await (await sign_up("ann")).client.get("/api/openapi.json")).json()
    assert document["openapi"].startswith("3.1")
    for path in ("/docs", "/redoc", "/openapi.json"):
        assert_error(await server_client.get(path), "not_found")


def test_operations_have_unique_stable_names_and_a_sentence(server_app: FastAPI) -> None:
    names = [said["operationId"] for _, said in described(server_app)]
    assert len(names) == len(set(names))
    assert {"setup_status", "setup_init", "register", "login", "refresh", "logout", "read_me"} <= set(names)
    for operation, said in described(server_app):
        assert said["operationId"].isidentifier(), operation
        assert said["description"].endswith("."), operation
        assert said["tags"], operation


def test_every_refusal_is_described_in_the_one_form(server_app: FastAPI) -> None:
    for operation, said in described(server_app):
        answers = said["responses"]
        assert "500" in answers, operation
        assert any(status.startswith("2") for status in answers), operation
        assert ("401" in answers and "security" in said) == (operation.path not in PUBLIC | PROBES) or (
            operation.path in PUBLIC and "security" not in said
        ), operation
        if operation.path not in PROBES:
            assert {"403", "429"} <= set(answers), operation
        if "requestBody" in said:
            assert {"413", "422"} <= set(answers), operation
        for status, answer in answers.items():
            if status[0] in "45" and not (operation.path in PROBES and status == "503"):
                assert answer["content"] == {"application/json": {"schema": ERROR}}, (operation, status)


def test_the_frameworks_own_error_is_nowhere(server_app: FastAPI) -> None:
    for _, said in described(server_app):
        assert "HTTPValidationError" not in str(said)


async def test_no_shape_has_a_place_for_a_password_in_an_answer(client: httpx.AsyncClient) -> None:
    shapes = (await client.get("/api/openapi.json")).json()["components"]["schemas"]
    asked = {"SetupIn", "RegisterIn", "LoginIn"}
    for name, shape in shapes.items():
        if name not in asked:
            assert not any("password" in field or "hash" in field for field in shape.get("properties", {})), name
        else:
            assert "password" in shape["properties"]
            assert shape["additionalProperties"] is False
