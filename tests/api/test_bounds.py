"""The sample books, really read: at no chapter does anything derived from them know more than the text up to it.

The words of every answer are looked up in the text itself, so this holds for whatever the reading finds.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from fabula.actions.samples import shipped
from tests.desk import Desk, open_desk

MESSAGES = {
    "en": ("Who are you?", "What are you afraid of?", "Tell me about the others.", "What happened in the end?"),
    "zh": ("你是谁？", "你怕什么？", "说说别人吧。", "最后怎么样了？"),
}


def squeezed(text: str) -> str:
    return " ".join(text.split())


async def texts_of(desk: Desk, novel: str) -> dict[int, str]:
    listed = (await desk.client.get(f"/api/novels/{novel}/chapters")).json()["chapters"]
    found = {}
    for entry in listed:
        answer = await desk.client.get(f"/api/novels/{novel}/chapters/{entry['number']}")
        found[entry["number"]] = str(answer.json()["content"])
    return found


def check_person(person: dict[str, Any], texts: dict[int, str], through: int) -> None:
    """Names stand in what was read; sentences are exactly where they are said to be."""
    read = squeezed(" ".join(text for number, text in texts.items() if number <= through))
    for name in (person["name"], *person["aliases"]):
        assert squeezed(name) in read, f"{name} is not known by chapter {through}"
    assert person["first_appearance_chapter"] <= through
    for cited in (*person["citations"], *person["typical"]):
        assert cited["chapter_number"] <= through
        assert squeezed(texts[cited["chapter_number"]][cited["start"] : cited["end"]]) == cited["excerpt"]


def check_answer(message: dict[str, Any], texts: dict[int, str], through: int) -> None:
    """Quoted words stand where they are cited, and nothing is cited from beyond."""
    quoted = [part for part in message["answer"]["parts"] if part["type"] in ("quote", "passage")]
    for cited in message["answer"]["citations"]:
        assert cited["chapter_number"] <= through
        assert squeezed(texts[cited["chapter_number"]][cited["start"] : cited["end"]]) == cited["excerpt"]
    assert bool(quoted) == bool(message["answer"]["citations"])


@pytest.mark.parametrize("name", sorted(shipped()))
async def test_no_chapter_tells_of_a_later_one(name: str, tmp_path: Path) -> None:
    async with open_desk(tmp_path) as desk:
        novel = (await desk.client.post(f"/api/samples/{name}")).json()["novel_id"]
        assert (await desk.settled(novel))["status"] == "ready"
        shown = (await desk.client.get(f"/api/novels/{novel}")).json()
        texts = await texts_of(desk, novel)
        counts = []
        for through in range(1, shown["total_chapters"] + 1):
            await desk.go(novel, through)
            cast = await desk.cast(novel)
            counts.append(len(cast))
            for person in cast.values():
                check_person(person, texts, through)
            shown = (await desk.client.get(f"/api/novels/{novel}")).json()
            read = squeezed(" ".join(text for number, text in texts.items() if number <= through))
            for face in shown["people"]:
                assert face["name"] in cast
            for sentence in re.findall(r"[^.。!！?？:：]{4,}", shown["world_summary"] or ""):
                assert sentence.strip() in read
            for person in list(cast.values())[:4]:
                for message in MESSAGES[shown["language"]]:
                    said = await desk.say(person["id"], message)
                    assert said.status_code == 200, said.text
                    check_answer(said.json()["message"], texts, through)
        assert counts == sorted(counts)
        assert counts[-1] >= 4
