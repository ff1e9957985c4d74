"""Chapters and people as a reader gets them, each bounded by the saved chapter (service specification 10.3, 10.4)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from fabula.actions import imports as importing
from tests.api.envelope import assert_error
from tests.desk import Desk, open_desk
from tests.lantern import CHAPTERS, ONLY_IN, REVEALED, TEXT, read_lantern

FRONT = "THE LANTERN\n\nFor whoever reads this by a lamp.\n\n\n"


@pytest.fixture
async def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Desk]:
    monkeypatch.setattr(importing, "read_apart", read_lantern)
    async with open_desk(tmp_path) as one:
        yield one


async def test_the_chapter_list_is_in_reading_order_without_text(desk: Desk) -> None:
    novel = await desk.bring()
    listed = (await desk.client.get(f"/api/novels/{novel}/chapters")).json()["chapters"]
    assert [c["number"] for c in listed] == [1, 2, 3, 4]
    assert [c["title"] for c in listed] == ["The Lamp", "The Boat", "The Name", "The Storm"]
    assert {c["kind"] for c in listed} == {"chapter"}
    assert all("content" not in c for c in listed)
    assert sum(c["chars"] for c in listed) == len(TEXT)
    assert all(c["words"] > 20 for c in listed)


async def test_the_chapters_together_are_the_text(desk: Desk) -> None:
    novel = await desk.bring(FRONT + TEXT)
    listed = (await desk.client.get(f"/api/novels/{novel}/chapters")).json()["chapters"]
    assert [c["number"] for c in listed] == [0, 1, 2, 3, 4]
    assert listed[0]["kind"] == "front"
    text = ""
    for entry in listed:
        chapter = (await desk.client.get(f"/api/novels/{novel}/chapters/{entry['number']}")).json()
        text += chapter["content"]
    assert text == FRONT + TEXT


async def test_a_chapter_knows_its_neighbours_and_where_its_prose_begins(desk: Desk) -> None:
    novel = await desk.bring()
    chapters = [(await desk.client.get(f"/api/novels/{novel}/chapters/{n}")).json() for n in (1, 2, 3, 4)]
    assert [(c["previous"], c["next"], c["next_title"]) for c in chapters] == [
        (None, 2, "The Boat"),
        (1, 3, "The Name"),
        (2, 4, "The Storm"),
        (3, None, None),
    ]
    for chapter, text in zip(chapters, CHAPTERS, strict=True):
        prose = text.split("\n\n", 1)[1]
        assert chapter["content"][chapter["body_start"] :].lstrip("\n").startswith(prose[:40])
        assert chapter["language"] == "en"


@pytest.mark.parametrize("number", ["5", "99999"])
async def test_a_chapter_the_book_does_not_have_is_not_found(desk: Desk, number: str) -> None:
    novel = await desk.bring()
    assert_error(await desk.client.get(f"/api/novels/{novel}/chapters/{number}"), "not_found")


@pytest.mark.parametrize("number", ["-1", "1.5", "one", "100001", "0x1"])
async def test_what_is_no_chapter_number_is_refused(desk: Desk, number: str) -> None:
    novel = await desk.bring()
    assert_error(await desk.client.get(f"/api/novels/{novel}/chapters/{number}"), "validation_error")


async def test_a_book_without_front_matter_has_no_chapter_nought(desk: Desk) -> None:
    novel = await desk.bring()
    assert_error(await desk.client.get(f"/api/novels/{novel}/chapters/0"), "not_found")


async def test_people_are_met_as_the_reader_goes_on(desk: Desk) -> None:
    novel = await desk.bring()
    met = []
    for chapter in (1, 2, 3, 4):
        await desk.go(novel, chapter)
        answer = (await desk.client.get(f"/api/novels/{novel}/characters")).json()
        assert answer["through_chapter"] == chapter
        met.append([person["name"] for person in answer["characters"]])
    assert met == [
        ["Ada", "the Pilgrim"],
        ["Ada", "Bruno", "the Pilgrim"],
        ["Ada", "Edmund Vane", "Bruno"],
        ["Ada", "Edmund Vane", "Bruno", "Cora"],
    ]


async def test_who_will_matter_is_not_told_beforehand(desk: Desk) -> None:
    novel = await desk.bring()
    for chapter, vane in ((1, "supporting"), (2, "supporting"), (3, "protagonist"), (4, "supporting")):
        await desk.go(novel, chapter)
        cast = await desk.cast(novel)
        for person in cast.values():
            assert (await desk.client.get(f"/api/characters/{person['id']}")).json() == person
        faces = (await desk.client.get(f"/api/novels/{novel}")).json()["people"]
        assert [face["name"] for face in faces] == list(cast)
        assert cast["Edmund Vane" if chapter > 2 else "the Pilgrim"]["role"] == vane


async def test_a_name_told_later_is_no_name_yet(desk: Desk) -> None:
    novel = await desk.bring()
    pilgrim = (await desk.cast(novel))["the Pilgrim"]
    assert (pilgrim["aliases"], pilgrim["initial"]) == ([], "P")
    await desk.go(novel, 3)
    vane = (await desk.client.get(f"/api/characters/{pilgrim['id']}")).json()
    assert (vane["name"], vane["aliases"], vane["initial"]) == ("Edmund Vane", ["the Pilgrim"], "E")
    await desk.go(novel, 2)
    again = (await desk.client.get(f"/api/characters/{pilgrim['id']}")).json()
    assert (again["name"], again["aliases"]) == ("the Pilgrim", [])


async def test_somebody_not_met_yet_is_not_found(desk: Desk) -> None:
    novel = await desk.bring()
    await desk.go(novel, 4)
    cora = (await desk.cast(novel))["Cora"]["id"]
    assert (await desk.client.get(f"/api/characters/{cora}")).status_code == 200
    await desk.go(novel, 3)
    assert_error(await desk.client.get(f"/api/characters/{cora}"), "not_found")
    assert_error(await desk.client.get("/api/characters/char_nobody"), "not_found")


async def test_counts_count_what_is_unlocked(desk: Desk) -> None:
    novel = await desk.bring()
    counted = []
    for chapter in (1, 2, 3, 4):
        await desk.go(novel, chapter)
        ada = (await desk.cast(novel))["Ada"]
        text = "".join(CHAPTERS[:chapter])
        assert ada["mentions"] == text.count("Ada")
        counted.append(ada["lines"])
    assert counted == [4, 6, 8, 10]


async def test_sentences_about_people_are_cited_and_unlocked(desk: Desk) -> None:
    novel = await desk.bring()
    vane = (await desk.cast(novel))["the Pilgrim"]
    assert (vane["description"], vane["background"]) == ("The Pilgrim had lost one boot.", None)
    assert [t["excerpt"] for t in vane["typical"]] == ["I have walked from the harbour,"]
    await desk.go(novel, 4)
    vane = (await desk.cast(novel))["Edmund Vane"]
    assert vane["background"] == "Edmund Vane had been a captain once, and he had lost his ship."
    assert [t["excerpt"] for t in vane["typical"]] == ["I have walked from the harbour,", "I am Edmund Vane,"]
    for person in (await desk.cast(novel)).values():
        for cited in (*person["citations"], *person["typical"]):
            answer = await desk.client.get(f"/api/novels/{novel}/chapters/{cited['chapter_number']}")
            chapter = answer.json()
            assert chapter["content"][cited["start"] : cited["end"]] == cited["excerpt"]
            assert cited["chapter_title"] == chapter["title"]


async def test_how_somebody_speaks_is_said_once_there_are_lines_enough(desk: Desk) -> None:
    novel = await desk.bring()
    cast = await desk.cast(novel)
    assert cast["Ada"]["speaking_style"] == "Speaks in short lines."
    assert cast["the Pilgrim"]["speaking_style"] is None


@pytest.mark.parametrize("through", [1, 2, 3])
async def test_nothing_derived_speaks_of_later_chapters(desk: Desk, through: int) -> None:
    """Every answer that is drawn from the book, searched for the words that stand first in a later chapter."""
    novel = await desk.bring()
    await desk.go(novel, through)
    cast = await desk.cast(novel)
    paths = [f"/api/novels/{novel}", "/api/novels", f"/api/novels/{novel}/characters", "/api/novels/catalog"]
    paths += [f"/api/characters/{person['id']}" for person in cast.values()]
    paths += [f"/api/chat/{person['id']}/suggestions" for person in cast.values()]
    texts = [(await desk.client.get(path)).text for path in paths]
    for person in cast.values():
        for message in (
            "Who is Edmund Vane?",
            "Tell me about Cora.",
            "Who are you?",
            "Hello!",
            "What about the storm?",
        ):
            said = (await desk.say(person["id"], message)).json()["message"]
            texts.append(said["content"] + str(said["answer"]))
    for later in range(through + 1, 5):
        for word in (ONLY_IN[later], *REVEALED.get(later, ())):
            assert [text for text in texts if word in text] == [], word
    assert any(ONLY_IN[1] in text for text in texts)


async def test_world_and_people_are_there_once_unlocked(desk: Desk) -> None:
    """The other half of the test above: the words do come, in their chapter."""
    novel = await desk.bring()
    for chapter in (1, 2, 4):
        await desk.go(novel, chapter)
        shown = (await desk.client.get(f"/api/novels/{novel}")).json()
        assert ONLY_IN[chapter] in shown["world_summary"]


async def test_a_cover_that_came_with_the_book_is_served_and_no_other(desk: Desk) -> None:
    novel = await desk.bring()
    assert (await desk.client.get(f"/api/novels/{novel}")).json()["cover_url"] is None
    assert_error(await desk.client.get(f"/api/novels/{novel}/cover"), "not_found")

    def add(tx: object) -> None:
        from fabula.store.tables import covers

        tx.insert(covers, {"book_id": novel, "media_type": "image/png", "bytes": b"\x89PNG picture"})  # type: ignore[attr-defined]

    await desk.at.store.write(add)
    url = (await desk.client.get(f"/api/novels/{novel}")).json()["cover_url"]
    answer = await desk.client.get(url)
    assert (answer.content, answer.headers["content-type"]) == (b"\x89PNG picture", "image/png")
    assert answer.headers["cache-control"].startswith("private")
    assert answer.headers["x-content-type-options"] == "nosniff"
