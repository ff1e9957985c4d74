"""Passages that bear on a question: exact, bounded, in a fixed order, in every script."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fabula.recall.lore import CHUNK_CHARS, OVERLAP_CHARS, Chapter, find
from tests.lantern import CHAPTERS, ONLY_IN

BOOK = [Chapter(n, f"Chapter {n}", text) for n, text in enumerate(CHAPTERS, start=1)]
texts = st.text(alphabet="abc lamp. 灯火\n", max_size=4_000)


@pytest.mark.parametrize("chapter", [1, 2, 3, 4])
def test_a_word_of_one_chapter_finds_that_chapter(chapter: int) -> None:
    assert find(BOOK, f"Was it {ONLY_IN[chapter]}?")[0].chapter == chapter


def test_nothing_is_found_for_nothing() -> None:
    for query in ("", "   ", "?!", "a", "zzyzx quux"):
        assert find(BOOK, query) == []
    assert find([], "lamp") == []


@settings(max_examples=60)
@given(st.lists(texts, max_size=4), st.text(max_size=60), st.integers(-3, 20))
def test_what_is_found_is_the_text_itself(chapters: list[str], query: str, limit: int) -> None:
    book = [Chapter(n, None, text) for n, text in enumerate(chapters, start=1)]
    found = find(book, query + " lamp 灯火", limit)
    assert len(found) <= max(1, min(limit, 5))
    for one in found:
        assert chapters[one.chapter - 1][one.start : one.end] == one.text == one.text.strip() != ""
        assert len(one.text) <= CHUNK_CHARS
        assert 0 < one.score <= 1
    assert found == sorted(found, key=lambda f: (-f.score, -f.chapter, f.start))
    assert found == find(book, query + " lamp 灯火", limit)


def test_later_chapters_come_first_among_equals() -> None:
    book = [Chapter(n, None, "the lamp burned") for n in (1, 2, 3)]
    assert [f.chapter for f in find(book, "lamp", 5)] == [3, 2, 1]


def test_chinese_is_found_without_spaces() -> None:
    book = [Chapter(1, None, "海上的灯塔一直亮到天明。"), Chapter(2, None, "村里的人都睡了。")]
    assert [f.chapter for f in find(book, "灯塔为什么亮着")] == [1]


def test_what_stands_across_two_chunks_is_not_lost() -> None:
    text = "x " * (CHUNK_CHARS // 2 - 5) + "the hidden lighthouse" + " y" * CHUNK_CHARS
    found = find([Chapter(1, None, text)], "hidden lighthouse")
    assert "hidden lighthouse" in found[0].text
    assert len("hidden lighthouse") < OVERLAP_CHARS


def test_a_very_long_question_is_bounded() -> None:
    assert find(BOOK, "word " * 100_000 + ONLY_IN[1]) == []
    many = " ".join(f"w{n:03}" for n in range(200))
    assert find([Chapter(1, None, "w031 w032")], many)[0].score == pytest.approx(1 / 8)


def test_a_word_is_found_by_its_beginning_and_not_by_its_middle() -> None:
    book = [Chapter(1, None, "The lamplight fell."), Chapter(2, None, "A clamp was lost.")]
    assert [f.chapter for f in find(book, "lamp", 5)] == [1]
