"""The reader's place and who they are in the book (service specification 4.1.11, 8.2, 10.7)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from fabula.actions import imports as importing
from tests.api.envelope import assert_error
from tests.desk import Desk, key, open_desk
from tests.lantern import TEXT, read_lantern


@pytest.fixture
async def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Desk]:
    monkeypatch.setattr(importing, "read_apart", read_lantern)
    async with open_desk(tmp_path) as one:
        yield one


async def progress(desk: Desk, novel: str) -> dict[str, Any]:
    found: dict[str, Any] = (await desk.client.get(f"/api/progress/{novel}")).json()
    return found


async def become(desk: Desk, novel: str, **who: Any) -> Any:
    return await desk.client.put(f"/api/progress/{novel}/identity", json=who)


async def test_a_new_book_is_at_its_first_chapter_and_read_as_oneself(desk: Desk) -> None:
    novel = await desk.bring()
    assert await progress(desk, novel) == {
        "novel_id": novel,
        "current_chapter": 1,
        "position": None,
        "reader_identity": None,
        "reader_identity_type": "self",
        "reader_character_id": None,
        "deviation_mode": "canon",
        "last_read_at": None,
    }


async def test_a_place_is_saved_and_going_back_is_allowed(desk: Desk) -> None:
    novel = await desk.bring()
    place = {"current_chapter": 3, "position": {"paragraph": 4, "offset": 12.5, "fraction": 0.25}}
    answer = await desk.client.put(f"/api/progress/{novel}", json=place)
    assert (answer.status_code, answer.content) == (204, b"")
    saved = await progress(desk, novel)
    assert (saved["current_chapter"], saved["position"]) == (3, place["position"])
    assert saved["last_read_at"].endswith("Z")
    await desk.go(novel, 1)
    saved = await progress(desk, novel)
    assert (saved["current_chapter"], saved["position"]) == (1, None)


@pytest.mark.parametrize(
    "place",
    [
        {},
        {"current_chapter": 5},
        {"current_chapter": -1},
        {"current_chapter": "2"},
        {"current_chapter": 2.0},
        {"current_chapter": True},
        {"current_chapter": None},
        {"current_chapter": 2, "position": {"paragraph": -1}},
        {"current_chapter": 2, "position": {"paragraph": 1, "fraction": 1.5}},
        {"current_chapter": 2, "position": {"offset": 1}},
        {"current_chapter": 2, "position": {"paragraph": 1, "page": 3}},
        {"current_chapter": 2, "user_id": "me"},
    ],
)
async def test_a_place_that_makes_no_sense_is_refused_and_nothing_moves(desk: Desk, place: dict[str, Any]) -> None:
    novel = await desk.bring()
    await desk.go(novel, 2)
    before = await progress(desk, novel)
    assert_error(await desk.client.put(f"/api/progress/{novel}", json=place), "validation_error")
    assert await progress(desk, novel) == before


async def test_front_matter_is_no_place_in_the_story(desk: Desk) -> None:
    novel = await desk.bring("THE LANTERN\n\nFor whoever reads by a lamp.\n\n\n" + TEXT)
    await desk.go(novel, 3)
    await desk.go(novel, 0)
    assert (await progress(desk, novel))["current_chapter"] == 3


async def test_the_reader_may_have_a_name_of_their_own(desk: Desk) -> None:
    novel = await desk.bring()
    assert (await become(desk, novel, identity_type="self", identity_name="  Wanderer ")).status_code == 204
    saved = await progress(desk, novel)
    assert (saved["reader_identity"], saved["reader_identity_type"]) == ("Wanderer", "self")
    await become(desk, novel, identity_type="self", identity_name=" ")
    assert (await progress(desk, novel))["reader_identity"] is None
    for bad in ("x" * 201, "a\nb", "a\x00b"):
        assert_error(await become(desk, novel, identity_type="self", identity_name=bad), "validation_error")


async def test_the_reader_may_be_a_person_they_have_met(desk: Desk) -> None:
    novel = await desk.bring()
    await desk.go(novel, 2)
    bruno = (await desk.cast(novel))["Bruno"]["id"]
    answer = await become(desk, novel, identity_type="character", character_id=bruno, identity_name="ignored")
    assert answer.status_code == 204
    saved = await progress(desk, novel)
    assert saved["reader_identity_type"] == "character"
    assert (saved["reader_identity"], saved["reader_character_id"]) == ("Bruno", bruno)
    await become(desk, novel, identity_type="self")
    saved = await progress(desk, novel)
    assert (saved["reader_identity"], saved["reader_character_id"]) == (None, None)


async def test_nobody_can_be_a_person_not_met_or_of_another_book(desk: Desk) -> None:
    novel = await desk.bring()
    await desk.go(novel, 4)
    cora = (await desk.cast(novel))["Cora"]["id"]
    await desk.go(novel, 3)
    assert_error(await become(desk, novel, identity_type="character", character_id=cora), "not_found")
    other = await desk.bring(TEXT + " ")
    await desk.go(other, 4)
    assert_error(await become(desk, other, identity_type="character", character_id=cora), "not_found")
    assert_error(await become(desk, novel, identity_type="character", character_id="char_nobody"), "not_found")
    assert (await progress(desk, novel))["reader_identity_type"] == "self"


@pytest.mark.parametrize(
    "who",
    [
        {},
        {"identity_type": "ghost"},
        {"identity_type": "character"},
        {"identity_type": "character", "character_id": None},
        {"identity_type": "self", "character_id": "char_x"},
        {"identity_type": "self", "identity_name": 3},
        {"identity_type": "self", "user_id": "me"},
    ],
)
async def test_an_identity_that_makes_no_sense_is_refused(desk: Desk, who: dict[str, Any]) -> None:
    novel = await desk.bring()
    assert_error(await become(desk, novel, **who), "validation_error")


async def test_nobody_talks_with_themselves(desk: Desk) -> None:
    novel = await desk.bring()
    cast = await desk.cast(novel)
    await become(desk, novel, identity_type="character", character_id=cast["the Pilgrim"]["id"])
    before = await desk.rows()
    assert_error(await desk.say(cast["the Pilgrim"]["id"], "Who am I?"), "validation_error")
    assert await desk.rows() == before
    assert (await desk.say(cast["Ada"]["id"], "Is there bread?")).status_code == 200


async def test_conversations_belong_to_who_the_reader_was(desk: Desk) -> None:
    novel = await desk.bring()
    await desk.go(novel, 2)
    cast = await desk.cast(novel)
    ada, bruno, pilgrim = cast["Ada"]["id"], cast["Bruno"]["id"], cast["the Pilgrim"]["id"]
    await become(desk, novel, identity_type="self", identity_name="Wanderer")
    await desk.say(ada, "I am myself.")
    await become(desk, novel, identity_type="character", character_id=bruno)
    assert await desk.history(ada) == []
    await desk.say(ada, "I am Bruno now.")
    await become(desk, novel, identity_type="character", character_id=pilgrim)
    assert await desk.history(ada) == []
    await desk.say(ada, "I am the Pilgrim now.")
    seen = await desk.history(ada)
    assert [(m["content"], m["reader_identity"]) for m in seen if m["role"] == "user"] == [
        ("I am the Pilgrim now.", "the Pilgrim")
    ]
    await become(desk, novel, identity_type="character", character_id=bruno)
    assert [m["content"] for m in await desk.history(ada) if m["role"] == "user"] == ["I am Bruno now."]
    await become(desk, novel, identity_type="self")
    seen = await desk.history(ada)
    assert [(m["content"], m["reader_identity"]) for m in seen if m["role"] == "user"] == [("I am myself.", "Wanderer")]


async def test_an_identity_from_a_later_chapter_does_not_speak_in_an_earlier_one(desk: Desk) -> None:
    novel = await desk.bring()
    await desk.go(novel, 4)
    cast = await desk.cast(novel)
    ada = cast["Ada"]["id"]
    await become(desk, novel, identity_type="character", character_id=cast["Cora"]["id"])
    await desk.go(novel, 2)
    assert_error(await desk.say(ada, "Hello Ada, it is me."), "validation_error", never="Cora")
    await become(desk, novel, identity_type="character", character_id=cast["Edmund Vane"]["id"])
    answer = await desk.say(ada, "Hello Ada, it is me.")
    assert answer.json()["message"]["reader_identity"] == "the Pilgrim"
    await desk.go(novel, 3)
    answer = await desk.say(ada, "You know me now.")
    assert answer.json()["message"]["reader_identity"] == "Edmund Vane"


async def test_going_back_hides_what_was_said_later(desk: Desk) -> None:
    novel = await desk.bring()
    ada = (await desk.cast(novel))["Ada"]["id"]
    await desk.say(ada, "We are in the first chapter.")
    await desk.go(novel, 4)
    turn = key()
    assert (await desk.say(ada, "We are in the fourth chapter.", turn)).status_code == 200
    assert [m["content"] for m in await desk.history(ada) if m["role"] == "user"] == [
        "We are in the first chapter.",
        "We are in the fourth chapter.",
    ]
    await desk.go(novel, 3)
    assert [m["content"] for m in await desk.history(ada) if m["role"] == "user"] == ["We are in the first chapter."]
    assert_error(await desk.say(ada, "We are in the fourth chapter.", turn), "not_found")
    await desk.go(novel, 4)
    assert len(await desk.history(ada)) == 4
    assert (await desk.say(ada, "We are in the fourth chapter.", turn)).json()["replayed"] is True
