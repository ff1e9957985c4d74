"""The sample books over HTTP: listed, put on a shelf with one request, found again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from fabula.actions import imports as importing
from tests.api.envelope import assert_error
from tests.desk import Desk, open_desk, open_library
from tests.lantern import read_lantern


@pytest.fixture
async def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Desk]:
    monkeypatch.setattr(importing, "read_apart", read_lantern)
    async with open_desk(tmp_path) as one:
        yield one


async def test_the_samples_say_what_they_are(desk: Desk) -> None:
    answer = await desk.client.get("/api/samples")
    assert answer.status_code == 200
    samples = answer.json()["samples"]
    assert {sample["language"] for sample in samples} == {"en", "zh"}
    for sample in samples:
        assert sample["novel_id"] is None
        assert sample["title"]
        assert sample["blurb"]
        assert sample["chapters"] >= 3
        assert sample["words"] > 1_000
        assert sample["try"]
        for question in sample["try"]:
            assert 1 <= question["chapter"] <= sample["chapters"]


async def test_a_sample_comes_to_the_shelf_and_is_found_again(desk: Desk) -> None:
    for sample in (await desk.client.get("/api/samples")).json()["samples"]:
        first = await desk.client.post(f"/api/samples/{sample['name']}")
        assert first.status_code == 202
        novel = first.json()["novel_id"]
        second = await desk.client.post(f"/api/samples/{sample['name']}")
        assert (second.status_code, second.json()["novel_id"]) == (200, novel)
        assert second.json()["duplicate"] is True
        shown = (await desk.client.get(f"/api/novels/{novel}")).json()
        for field in ("title", "author", "language"):
            assert shown[field] == sample[field]
        assert shown["total_chapters"] == sample["chapters"]
        chapters = (await desk.client.get(f"/api/novels/{novel}/chapters")).json()["chapters"]
        assert sum(c["words"] for c in chapters if c["number"]) == sample["words"]
        await desk.settled(novel)
    held = {s["name"]: s["novel_id"] for s in (await desk.client.get("/api/samples")).json()["samples"]}
    assert None not in held.values()
    for novel in held.values():
        await desk.client.delete(f"/api/novels/{novel}")
    assert {s["novel_id"] for s in (await desk.client.get("/api/samples")).json()["samples"]} == {None}


async def test_asking_twice_at_once_brings_one_book(desk: Desk) -> None:
    name = (await desk.client.get("/api/samples")).json()["samples"][0]["name"]
    answers = await asyncio.gather(*(desk.client.post(f"/api/samples/{name}") for _ in range(3)))
    assert sorted(a.status_code for a in answers) == [200, 200, 202]
    assert (await desk.rows())["books"] == 1


async def test_there_is_no_other_sample(desk: Desk) -> None:
    before = await desk.rows()
    for name in ("nothing", "..%2f..%2fetc", "the-long-pound%00"):
        answer = await desk.client.post(f"/api/samples/{name}")
        assert_error(answer, "not_found")
    assert (await desk.rows())["books"] == before["books"]


async def test_a_sample_is_everybodys_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "read_apart", read_lantern)
    async with open_library(tmp_path) as (ann, ben):
        name = (await ann.client.get("/api/samples")).json()["samples"][0]["name"]
        mine = (await ann.client.post(f"/api/samples/{name}")).json()["novel_id"]
        listed = {s["name"]: s["novel_id"] for s in (await ben.client.get("/api/samples")).json()["samples"]}
        assert listed[name] is None
        assert (await ben.client.post(f"/api/samples/{name}")).json()["novel_id"] != mine
