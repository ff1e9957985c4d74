"""The whole description, driven against the application: no bug, and no answer that is not described.

Requests are made from the description, valid ones and invalid ones, a bounded number for each operation and the same
ones in every run. They are sent as the desktop's owner, who has read and talked, and half of them name what is really
there.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import httpx
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from fabula.api import openapi
from fabula.clock import ManualClock
from tests.api.teller import begin
from tests.desk import Desk, key, open_desk
from tests.lantern import read_lantern

T = TypeVar("T")

EXAMPLES = 6
"""Requests for each operation and kind of request."""

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
BOUNDED = settings(
    max_examples=EXAMPLES,
    derandomize=True,
    database=None,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@contextmanager
def _loop() -> Iterator[Callable[[Awaitable[Any]], Any]]:
    """An event loop in a thread of its own; yields a function that runs something in it and waits."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, name="application")
    thread.start()

    async def finish(work: Awaitable[T]) -> T:
        return await work

    try:
        yield lambda work: asyncio.run_coroutine_threadsafe(finish(work), loop).result(60)
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def _settle(desk: Desk) -> dict[str, Any]:
    novel = await desk.bring()
    await desk.go(novel, 3)
    character = next(iter((await desk.cast(novel)).values()))["id"]
    turn = key()
    assert (await desk.say(character, "The lamp?", turn)).status_code == 200
    samples = (await desk.client.get("/api/samples")).json()["samples"]
    assert samples
    tale = await begin(desk.client)
    entry = await tale.say("I light the lamp.")
    ada, lamp = await tale.make("character", "Ada"), await tale.make("item", "Lamp")
    chapter = await tale.done("POST", "/chapters", end_entry_id=entry["id"], title="One")
    told = {"story_id": tale.id, "branch_id": tale.branch, "entry_id": entry["id"], "row_id": ada["id"]}
    told |= {"item_id": lamp["id"], "chapter_id": chapter["chapter"]["id"]}
    return {"novel_id": novel, "character_id": character, "name": samples[0]["name"], "num": 1, **told}


async def _seen(desk: Desk, ids: dict[str, Any]) -> dict[str, Any]:
    """What a request to a story names beside its address: its branches, and the version there is now."""
    answer = await desk.client.get(f"/api/stories/{ids['story_id']}/branches/{ids['branch_id']}")
    version = answer.json()["branch"]["version"] if answer.is_success else 0
    return {"here": ids["branch_id"], "there": "current", "version": version, "character_id": ids["row_id"]}


async def _send(desk: Desk, case: Case) -> httpx.Response:
    written = requests.Request(**case.as_transport_kwargs(base_url=str(desk.client.base_url))).prepare()
    # The owner of a desktop needs no token; a made-up one is refused before anything is tried.
    headers = {name: value for name, value in written.headers.items() if name != "Authorization"}
    asked = desk.client.build_request(str(written.method), str(written.url), headers=headers, content=written.body)
    return await desk.client.send(asked)


@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: str(mode.value))
def test_every_answer_is_described(mode: GenerationMode, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fabula.actions.imports.read_apart", read_lantern)
    clock = ManualClock()
    seen: dict[str, set[int]] = {}
    with _loop() as run:
        opened = open_desk(tmp_path, clock=clock)
        desk = run(opened.__aenter__())
        try:
            ids = run(_settle(desk))
            schema = schemathesis.openapi.from_dict(openapi.describe(desk.app))
            operations = [found.ok() for found in schema.get_all_operations()]
            # What deletes comes last, so that there is something to ask for until then.
            for operation in sorted(operations, key=lambda each: each.method.upper() == "DELETE"):

                @BOUNDED
                @given(case=operation.as_strategy(generation_mode=mode), known=st.booleans())
                def drive(case: Case, known: bool) -> None:
                    if known:
                        case.path_parameters = {name: ids[name] for name in case.path_parameters or {}}
                    if known and mode is GenerationMode.POSITIVE and "/api/stories/" in case.path:
                        named = {**ids, **run(_seen(desk, ids))}
                        for given_ in (case.query, case.body):
                            if isinstance(given_, dict):
                                given_.update({name: named[name] for name in given_ if name in named})
                    # Rates are tested elsewhere; here time passes between requests.
                    clock.advance(10)
                    answer = run(_send(desk, case))
                    seen.setdefault(case.operation.label, set()).add(answer.status_code)
                    case.validate_response(answer, checks=CHECKS)

                try:
                    drive()
                except Unsatisfiable:
                    # Some operations take nothing that could be wrong.
                    assert mode is GenerationMode.NEGATIVE, operation.label
        finally:
            run(opened.__aexit__(None, None, None))
    assert len(seen) == len(operations) or (mode is GenerationMode.NEGATIVE and len(seen) > 10)
    assert all(status < 500 for statuses in seen.values() for status in statuses)
    succeeded = {label for label, statuses in seen.items() if min(statuses) < 300}
    assert mode is GenerationMode.NEGATIVE or len(succeeded) > len(seen) // 2, sorted(set(seen) - succeeded)
