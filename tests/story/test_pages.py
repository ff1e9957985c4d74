"""Where a chapter's prose begins, and the sentence a reader stopped at."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabula.story.door import Entry
from fabula.story.pages import body_start
from fabula.story.shelf import LAST_LINE_CHARS, last_line


@pytest.mark.parametrize(
    ("content", "title", "part", "prose"),
    [
        ("CHAPTER I\nThe Lamp\n\nThe house stood.", "The Lamp", None, "The house stood."),
        ("CHAPTER I.\n\nThe house stood.", "CHAPTER I.", None, "The house stood."),
        ("CHAPTER I. Down the Hole\n\nAlice was tired.", "Down the Hole", None, "Alice was tired."),
        ("Chapter 12: The Lamp\n\nThe house.", "The Lamp", None, "The house."),
        ("CHAPTER ONE\nThe Lamp\nand the Sea\n\nThe house.", "The Lamp and the Sea", None, "The house."),
        ("CHAPTER I\n\nI know the lamp.", "The Lamp", None, "I know the lamp."),
        ("VOLUME II\n\nCHAPTER 3\n\nThe house.", "CHAPTER 3", "VOLUME II", "The house."),
        ("第一回 灯\n\n话说海上有灯。", "灯", None, "话说海上有灯。"),
        ("正文 第十二章 风雪\n　　雪落了。", "风雪", None, "　　雪落了。"),
        ("The house stood.\n\nCHAPTER I", None, None, "The house stood.\n\nCHAPTER I"),
        ("I\n\nI am here.", "I", None, "I am here."),
        ("CHAPTER I", "CHAPTER I", None, "CHAPTER I"),
        ("CHAPTER I\n\n", "CHAPTER I", None, "CHAPTER I\n\n"),
        ("", None, None, ""),
    ],
)
def test_headings_are_passed_and_prose_is_not(content: str, title: str | None, part: str | None, prose: str) -> None:
    assert content[body_start(content, title, part) :].removeprefix("\n") == prose


@given(st.text(alphabet="Chapter IVX.第章一\n \u3000abc", max_size=300), st.text(max_size=20) | st.none())
def test_the_prose_begins_within_the_chapter_at_the_start_of_a_line(content: str, title: str | None) -> None:
    at = body_start(content, title, None)
    assert 0 <= at <= len(content)
    assert at == 0 or content[at - 1] == "\n"
    if at:
        assert content[at:].strip()


class Page:
    """A transaction that knows one chapter."""

    def __init__(self, text: str, title: str | None) -> None:
        self.row = {"content": text, "title": title, "part": None}

    def one(self, statement: object) -> dict[str, str | None]:
        return self.row


def stopped(text: str, paragraph: int | None, title: str | None = None) -> str | None:
    position = None if paragraph is None else {"paragraph": paragraph, "offset": 0}
    story: Any = {"current_chapter": 1, "position": position}
    book: Any = {"id": "book"}
    tx: Any = Page(text, title)
    return last_line(tx, Entry(book, story))


def test_the_last_line_is_the_sentence_of_the_paragraph() -> None:
    text = "The lamp burned in the window all night. Nobody came.\n\nIn the morning the sea was as flat as a plate."
    assert stopped(text, 0) == "The lamp burned in the window all night."
    assert stopped(text, None) == "The lamp burned in the window all night."
    assert stopped(text, 1) == "In the morning the sea was as flat as a plate."
    assert stopped(text, 99) == "In the morning the sea was as flat as a plate."
    assert stopped("", 0) is None
    assert stopped("Short.", 0) is None
    assert stopped("海上的灯塔一直亮着，到天明也没有熄。次日有人来。", 0) == "海上的灯塔一直亮着，到天明也没有熄。"


def test_the_last_line_begins_after_the_heading() -> None:
    text = "第二章 灯塔\n　　海上的灯塔一直亮着。次日有人来。\n　　来的人没有说话。\n\n"
    assert stopped(text, 0, "灯塔") == "海上的灯塔一直亮着。"
    assert stopped(text, 1, "灯塔") == "来的人没有说话。"


@given(st.text(alphabet="ab .。!？\n\u3000”", max_size=600), st.integers(0, 40))
def test_a_last_line_is_one_bounded_line(text: str, paragraph: int) -> None:
    line = stopped(text, paragraph)
    assert line is None or (0 < len(line) <= LAST_LINE_CHARS and "\n" not in line)
