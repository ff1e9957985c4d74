"""A small novel whose reading is known word for word, and a reader that needs no process and no time.

Every chapter has a word that stands in no other (`ONLY_IN`), so that a test can say that nothing of a later chapter is
in some bytes. One person is known as "the Pilgrim" until chapter 3 tells his name; Bruno comes in chapter 2, Cora in 4.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

CHAPTERS = (
    """CHAPTER I
The Lamp

The keeper's house stood on the saffron cliff, and Ada kept the lamp in it. Ada was a careful woman with grey eyes.

"The lamp must burn until the morning," said Ada. "I promised my father that the lamp would never go out."

A traveller whom they called the Pilgrim came up the path. The Pilgrim had lost one boot.

"I have walked from the harbour," said the Pilgrim. "Is there bread in this house?"

"There is bread, and there is soup," said Ada. "Sit down by the stove and tell me about the road."
""",
    """CHAPTER II
The Boat

Bruno mended boats under the tamarisk tree. Bruno was a loud man and a good one.

"The boat will be ready on Thursday," said Bruno. "Nobody has paid me for the last one."

"I will pay you in oil," said Ada. "The lamp can spare a little oil."

"Oil is as good as money in winter," said Bruno.
""",
    """CHAPTER III
The Name

At night the letter was opened, sealed with vermilion wax. The Pilgrim read it aloud, and so they learned his name.

"I am Edmund Vane," said Edmund Vane. "I came to take back my father's lighthouse."

"Then you came to take my lamp," said Ada. "You ate my bread, Edmund Vane, and you never told me."

Edmund Vane had been a captain once, and he had lost his ship.
""",
    """CHAPTER IV
The Storm

Cora rowed through the obsidian water with a rope in her teeth. Cora was the youngest of them all.

"Throw me the rope," said Cora. "Edmund Vane is in the water, and Bruno cannot swim."

"Hold the light steady," said Ada. "I can see them both."

So the lamp burned until the morning, and Bruno married Cora in the spring.
""",
)
TEXT = "\n".join(CHAPTERS)
ONLY_IN = {1: "saffron", 2: "tamarisk", 3: "vermilion", 4: "obsidian"}
REVEALED = {2: ("Bruno", "boat"), 3: ("Edmund", "Vane", "captain"), 4: ("Cora", "married", "swim")}
"""Words that stand first in a chapter, beside those of ONLY_IN."""

Told = Callable[[str, int, int], Awaitable[None]]


def chapter_of(position: int) -> int:
    """The chapter that holds an offset of TEXT."""
    return max(n for n, text in enumerate(CHAPTERS, start=1) if TEXT.index(text) <= position)


def evidence(words: str) -> dict[str, Any]:
    """The one place where these words stand."""
    assert TEXT.count(words) == 1, words
    start = TEXT.index(words)
    return {"start": start, "end": start + len(words), "chapter": chapter_of(start)}


def _person(key: str, names: Sequence[str], gender: str, role: str, **facts: Sequence[str]) -> dict[str, Any]:
    spots = sorted(i for name in names for i in range(len(TEXT)) if TEXT.startswith(name, i))
    chapters = [chapter_of(i) for i in spots]
    found = {f: [evidence(words) for words in facts.get(f, ())] for f in FACTS}
    return {
        "key": key,
        "name": names[0],
        "aliases": [
            {
                "name": name,
                "mentions": TEXT.count(name),
                "first_start": TEXT.index(name),
                "first_chapter": chapter_of(TEXT.index(name)),
            }
            for name in names
        ],
        "gender": gender,
        "role": role,
        "mentions": len(spots),
        "by_chapter": [[n, chapters.count(n)] for n in sorted(set(chapters))],
        "first_chapter": chapters[0],
        "first": {"start": spots[0], "end": spots[0] + 1, "chapter": chapters[0]},
        "narrator": False,
        "style": {"lines": 0, "words_per_line": 0.0, "question_share": 0.0, "exclaim_share": 0.0, "favourites": []},
        **found,
    }


FACTS = ("description", "appearance", "personality", "background", "typical")
SPEAKERS = {"Ada": "p1", "the Pilgrim": "p2", "Edmund Vane": "p2", "Bruno": "p3", "Cora": "p4"}


def _quotes() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for line in TEXT.split("\n"):
        if not line.startswith('"'):
            continue
        at = TEXT.index(line)
        speaker = SPEAKERS[line.split('," said ', 1)[-1].split('?" said ', 1)[-1].split(".", 1)[0]]
        marks = [i for i, c in enumerate(line) if c == '"']
        for opened, closed in zip(marks[::2], marks[1::2], strict=True):
            span = {"start": at + opened + 1, "end": at + closed, "chapter": chapter_of(at)}
            more = {"speaker": speaker, "addressee": None, "kind": "speech", "confidence": 0.95, "why": "explicit"}
            found.append({**span, **more})
    return found


def reading() -> dict[str, Any]:
    """What `read_apart` returns for TEXT."""
    return {
        "people": [
            _person(
                "p1",
                ["Ada"],
                "female",
                "protagonist",
                personality=["Ada was a careful woman with grey eyes."],
                typical=["The lamp must burn until the morning,", "Hold the light steady,"],
            ),
            _person(
                "p2",
                ["Edmund Vane", "the Pilgrim"],
                "male",
                "supporting",
                background=["Edmund Vane had been a captain once, and he had lost his ship."],
                description=["The Pilgrim had lost one boot."],
                typical=["I have walked from the harbour,", "I am Edmund Vane,"],
            ),
            _person("p3", ["Bruno"], "male", "supporting", description=["Bruno was a loud man and a good one."]),
            _person("p4", ["Cora"], "female", "minor", description=["Cora was the youngest of them all."]),
        ],
        "quotes": _quotes(),
        "places": [
            {"name": "lighthouse", "mentions": 1, "first": evidence("I came to take back my father's lighthouse.")}
        ],
        "summary": [
            evidence("The keeper's house stood on the saffron cliff, and Ada kept the lamp in it."),
            evidence("Bruno mended boats under the tamarisk tree."),
            evidence("Cora rowed through the obsidian water with a rope in her teeth."),
        ],
        "genre": "adventure",
    }


async def read_lantern(text: str, sections: Sequence[Any], language: str, told: Told) -> dict[str, Any]:
    """Stands in for `fabula.reading.apart.read_apart`; any other text has nobody in it."""
    await told("people", len(text) // 2, len(text))
    if text == TEXT:
        return reading()
    return {"people": [], "quotes": [], "places": [], "summary": [], "genre": None}


class Gate:
    """A reader that waits to be let through, and remembers how often it was asked and how it ended."""

    def __init__(self) -> None:
        self.began = asyncio.Event()
        self.open = asyncio.Event()
        self.calls = 0
        self.cancelled = 0

    async def __call__(self, text: str, sections: Sequence[Any], language: str, told: Told) -> dict[str, Any]:
        """Wait at the gate, then read."""
        self.calls += 1
        self.began.set()
        try:
            await self.open.wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        return await read_lantern(text, sections, language, told)
