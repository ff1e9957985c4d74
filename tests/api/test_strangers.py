"""Whatever belongs to one person is simply not there for another.

The application's own route table is walked, so a new route is covered the day it is born: one whose parameter this test
does not know fails it. Two readers each bring a book, read it and talk; then every address is asked with the other's
ids, by the other, by nobody, and at last by whose they are, so that the ids are known to be right.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from fabula.api.auth import PROBES, PUBLIC
from fabula.api.openapi import PATH as DOCUMENT
from fabula.clock import ManualClock
from tests.api.conftest import Reader
from tests.api.envelope import assert_error
from tests.api.routes import Operation, described, operations, request_for
from tests.api.teller import Teller, begin
from tests.desk import key
from tests.lantern import TEXT, reading

SignUp = Callable[[str], Awaitable[Reader]]

OWNED = (
    *("novel_id", "character_id", "story_id", "branch_id", "entry_id", "row_id", "item_id", "chapter_id"),
    "correction_id",
)
"""Parameters that name something of one person's; each is filled with the other person's own."""

PLACES = {"num": "1"}
"""Parameters that say where in the thing an owned parameter names."""

SHARED = {
    "POST /api/samples/{name}": "the samples come with the program and belong to nobody",
    "POST /api/novels/{novel_id}/shelf": "a finished book may be taken from the catalog by everybody here",
}
"""Operations on what is everybody's, and why."""

ON_BRANCH = "/api/stories/{story_id}/branches/{branch_id}"
MEANT = {
    f"POST {ON_BRANCH}/world/merge": {"keep_id": "character_id", "drop_id": "other_id"},
    f"PUT {ON_BRANCH}/relationships": {"subject_id": "character_id", "object_id": "third_id"},
    f"GET {ON_BRANCH}/rollback": {"entry_id": "last_id"},
    f"POST {ON_BRANCH}/rollback": {"entry_id": "last_id"},
    f"POST {ON_BRANCH}/chapters": {"end_entry_id": "entry_id"},
}
"""What names in a request stand for, where it is not what they are called."""

CHOSEN = {
    "PATCH /api/stories/{story_id}": ("json", {"title": "Another"}),
    f"PATCH {ON_BRANCH}/entries/{{entry_id}}": ("json", {"content": "It goes out."}),
    "POST /api/novels/{novel_id}/corrections": ("json", {"other_id": "char_6f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f9"}),
    f"GET {ON_BRANCH}/knows": ("params", {"character_id": "char_6f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f9"}),
}
"""What is given where one of several things must be."""


@dataclass
class Owner:
    """A reader who has a book, has read on in it, and has talked."""

    reader: Reader
    ids: dict[str, Any]
    tale: Teller

    def values(self, operation: Operation) -> dict[str, Any]:
        """What to put into a request: in a story, a character is somebody of the story."""
        if not operation.path.startswith("/api/stories"):
            return {**self.ids, **PLACES}
        found = {**self.ids, **self.ids["told"], "kind": "character"}
        return {**found, **{name: found[meant] for name, meant in MEANT.get(str(operation), {}).items()}}

    @property
    def client(self) -> httpx.AsyncClient:
        """Their own client."""
        return self.reader.client

    def request(self, app: FastAPI, operation: Operation) -> dict[str, Any]:
        """A request that succeeds when they send it."""
        values = self.values(operation)
        request = request_for(app, operation, values)
        where, more = CHOSEN.get(str(operation), ("", {}))
        if where:
            request[where] = {**request.get(where, {}), **{n: values.get(n, v) for n, v in more.items()}}
        return request


async def _read(text: str, sections: Any, language: str, told: Any) -> dict[str, Any]:
    return reading()


@pytest.fixture
def quick_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fabula.actions.imports.read_apart", _read)


async def _settle(sign_up: SignUp, name: str) -> Owner:
    reader = await sign_up(name)
    client = reader.client
    # Nobody else has a book of these bytes.
    brought = await client.post("/api/novels", json={"title": name, "content": f"{TEXT}\n\nThe copy of {name}.\n"})
    assert brought.status_code == 202, brought.text
    novel = brought.json()["novel_id"]
    async with asyncio.timeout(20):
        while (await client.get(f"/api/novels/{novel}/status")).json()["status"] != "ready":
            await asyncio.sleep(0.01)
    assert (await client.put(f"/api/progress/{novel}", json={"current_chapter": 2})).status_code == 204
    cast = (await client.get(f"/api/novels/{novel}/characters")).json()["characters"]
    character, turn = cast[0]["id"], key()
    said = await client.post(f"/api/chat/{character}", json={"message": "The lamp?"}, headers={"Idempotency-Key": turn})
    assert said.status_code == 200, said.text
    tale = await begin(client, title=name)
    called = {"kind": "rename", "character_id": character, "names": [cast[0]["name"]]}
    corrected = await client.post(f"/api/novels/{novel}/corrections", json=called)
    assert corrected.status_code == 201, corrected.text
    more = {"correction_id": corrected.json()["id"], "other_id": cast[1]["id"]}
    ids = {
        **more,
        "novel_id": novel,
        "character_id": character,
        "turn_id": turn,
        "story_id": tale.id,
        "branch_id": tale.branch,
    }
    return Owner(reader, {**ids, "told": await _tell(tale)}, tale)


async def _tell(tale: Teller) -> dict[str, Any]:
    """A story with something behind every parameter; their values."""
    first = await tale.say("I light the lamp.")
    ada, eve, ben = [(await tale.make("character", name))["id"] for name in ("Ada", "Eve", "Ben")]
    lamp, theft = (await tale.make("item", "Lamp"))["id"], (await tale.make("happening", "The theft"))["id"]
    chapter = await tale.done("POST", "/chapters", end_entry_id=first["id"], title="One")
    second = await tale.say("It burns.", "story")
    last = await tale.say("And now?")
    # What is made before an entry stays when that entry is taken back.
    fork = {"entry_id": first["id"], "name": "side", "version": tale.version, "switch": False}
    assert (await tale.client.post(f"{tale.home}/fork", json=fork)).status_code == 201
    return {
        "entry_id": second["id"],
        "last_id": last["id"],
        "row_id": ada,
        "item_id": lamp,
        "happening_id": theft,
        "character_id": ada,
        "other_id": eve,
        "third_id": ben,
        "chapter_id": chapter["chapter"]["id"],
        "version": tale.version,
        "here": tale.branch,
        "there": "current",
    }


def test_every_route_is_public_a_probe_or_needs_a_person(server_app: FastAPI) -> None:
    for operation in operations(server_app):
        assert operation.path.startswith("/api/") or operation.path in PROBES
    paths = {operation.path for operation in operations(server_app)}
    assert paths >= PUBLIC | PROBES
    assert not any("{" in path for path in PUBLIC)


def test_every_route_is_described(server_app: FastAPI) -> None:
    found = {str(operation) for operation in operations(server_app)}
    assert found - {str(operation) for operation, _ in described(server_app)} == {f"GET {DOCUMENT}"}


def test_every_parameter_is_known_here(server_app: FastAPI) -> None:
    seen = {str(operation) for operation in operations(server_app)}
    assert set(SHARED) <= seen
    for operation in operations(server_app):
        unknown = set(operation.names) - {*OWNED, *PLACES}
        assert not unknown or str(operation) in SHARED, f"say in this test whose {unknown} of {operation} is"


def _private(app: FastAPI) -> list[Operation]:
    found = [one for one in operations(app) if set(one.names) & set(OWNED) and str(one) not in SHARED]
    assert {*MEANT, *CHOSEN} <= {str(one) for one in found}
    assert len(found) > 10
    # What deletes comes last, the smallest things first, so that the others still have something to find.
    return sorted(found, key=lambda one: -one.path.count("/") if one.method == "DELETE" else -100)


async def test_nobody_gets_anything(server_app: FastAPI, server_client: httpx.AsyncClient, clock: ManualClock) -> None:
    for operation in operations(server_app):
        if operation.path in PUBLIC | PROBES:
            continue
        values = dict.fromkeys((*operation.names, "turn_id"), "book_6f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f9") | PLACES
        clock.advance(10)
        if operation.path == DOCUMENT:
            request = {"method": "GET", "url": DOCUMENT}
        else:
            request = request_for(server_app, operation, values)
        assert_error(await server_client.request(**request), "unauthorized")


async def test_a_stranger_finds_nothing_and_the_owner_does(
    server_app: FastAPI, server_client: httpx.AsyncClient, sign_up: SignUp, quick_reading: None, clock: ManualClock
) -> None:
    ann, ben = await _settle(sign_up, "ann"), await _settle(sign_up, "ben")
    for mine, stranger in ((ben, ann), (ann, ben)):
        # The administrator is a stranger to other people's books like anybody else.
        for operation in _private(server_app):
            request = mine.request(server_app, operation)
            clock.advance(10)  # Rates are tested elsewhere.
            answer = await stranger.client.request(**request)
            assert answer.status_code == 404, f"{operation}: {answer.status_code} {answer.text}"
            assert_error(answer, "not_found")
            assert_error(await server_client.request(**request), "unauthorized")
    for operation in _private(server_app):
        if "{branch_id}" in operation.path and operation.method != "GET":
            branch = await ben.client.get(ben.tale.at("", ben.tale.branch))
            ben.ids["told"]["version"] = branch.json()["branch"]["version"]
        request = ben.request(server_app, operation)
        clock.advance(10)
        answer = await ben.client.request(**request)
        if operation.path.endswith("/cover"):
            continue  # A pasted book has none.
        assert answer.status_code in (200, 201, 202, 204, 409), f"{operation}: {answer.status_code} {answer.text}"
        assert "stale_version" not in answer.text or operation.path.endswith("/fork"), operation
        if operation.path == "/api/novels/{novel_id}" and operation.method == "DELETE":
            assert_error(await ben.client.get(f"/api/novels/{ben.ids['novel_id']}"), "not_found")
    assert (await ann.client.get(f"/api/novels/{ann.ids['novel_id']}")).json()["progress"]["current_chapter"] == 2


async def test_what_a_stranger_is_told_does_not_depend_on_whether_it_exists(
    server_app: FastAPI, sign_up: SignUp, quick_reading: None, clock: ManualClock
) -> None:
    ann, ben = await _settle(sign_up, "ann"), await _settle(sign_up, "ben")
    uuid = "6f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f9"
    kinds = ("book", "char", "story", "brch", "entry", "char", "item", "chap", "corr")
    nowhere = {name: f"{kind}_{uuid}" for name, kind in zip(OWNED, kinds, strict=True)} | {"turn_id": key()}
    for operation in _private(server_app):
        values = ben.values(operation)
        clock.advance(10)
        existing = await ann.client.request(**request_for(server_app, operation, values))
        missing = await ann.client.request(**request_for(server_app, operation, {**values, **nowhere}))
        assert (existing.status_code, existing.text) == (missing.status_code, missing.text), str(operation)


@pytest.mark.parametrize(
    "strange", ["x", "book_", "%00", "..", "%2e%2e", "'; drop table people; --", "书", "a" * 5_000]
)
async def test_an_id_of_any_form_is_not_found_or_not_valid(
    server_app: FastAPI, sign_up: SignUp, strange: str, clock: ManualClock
) -> None:
    ann = await sign_up("ann")
    for operation in _private(server_app):
        for name in set(operation.names) & set(OWNED):
            values = dict.fromkeys((*OWNED, "turn_id"), "book_6f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f9") | PLACES
            clock.advance(10)
            answer = await ann.client.request(**request_for(server_app, operation, {**values, name: strange}))
            assert answer.status_code in (404, 405, 422), f"{operation}: {answer.status_code} {answer.text}"


async def test_an_identity_is_not_a_person_of_anothers_book(sign_up: SignUp, quick_reading: None) -> None:
    ann, ben = await _settle(sign_up, "ann"), await _settle(sign_up, "ben")
    path = f"/api/progress/{ann.ids['novel_id']}/identity"
    for character, right in ((ben.ids["character_id"], False), (ann.ids["character_id"], True)):
        answer = await ann.client.put(path, json={"identity_type": "character", "character_id": character})
        assert (answer.status_code == 204) is right, answer.text
        assert answer.status_code in (204, 404, 422)


async def test_a_key_of_another_person_replays_nothing(sign_up: SignUp, quick_reading: None) -> None:
    ann, ben = await _settle(sign_up, "ann"), await _settle(sign_up, "ben")
    headers = {"Idempotency-Key": ben.ids["turn_id"]}
    path = f"/api/chat/{ann.ids['character_id']}"
    assert_error(await ann.client.post(path, json={"message": "The lamp?"}, headers=headers), "idempotency_conflict")
    stop = {"turn_id": ben.ids["turn_id"]}
    stopped = await ann.client.post(f"{path}/stop", json=stop)
    assert stopped.status_code in (200, 404)
    assert stopped.status_code == 404 or stopped.json() == {"stopped": False}
    history = (await ben.client.get(f"/api/chat/{ben.ids['character_id']}/history")).json()["messages"]
    assert len(history) == 2
