"""Likeness of passages: the measure as it is written down, the same however it is reckoned, in every script."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fabula.recall.lore import CHUNK_CHARS, Chapter, chunks, terms
from fabula.recall.search import SCORE_MIN, search, similarity, trigrams, word_similarity
from tests.lantern import CHAPTERS, ONLY_IN

BOOK = [Chapter(n, f"Chapter {n}", text) for n, text in enumerate(CHAPTERS, start=1)]
texts = st.text(alphabet="abc lampe. 灯火\n", max_size=300)
asked = st.text(alphabet="abc lampe?灯火 ", max_size=40)


def pieces(text: str) -> list[str]:
    """The pieces of a text's words in order, written another way."""
    words = "".join(c if c.isalnum() else " " for c in text.lower()).split()
    return [f"  {word} "[i : i + 3] for word in words for i in range(len(word) + 1)]


def plainly(query: str, text: str) -> float:
    """The likeness to the likeliest stretch, by trying every stretch there is."""
    wanted, found = set(pieces(query)), pieces(text)
    best = 0.0
    for start in range(len(found)):
        for stop in range(start + 1, len(found) + 1):
            stretch = set(found[start:stop])
            if wanted & stretch:
                best = max(best, len(wanted & stretch) / len(wanted | stretch))
    return best


@settings(max_examples=60)
@given(asked, texts.map(lambda text: text[:60]))
def test_the_likeliest_stretch_is_found(query: str, text: str) -> None:
    if trigrams(query):
        assert word_similarity(trigrams(query), text) == pytest.approx(plainly(query, text))


@settings(max_examples=60)
@given(asked, texts)
def test_a_stretch_is_never_less_like_than_the_whole(query: str, text: str) -> None:
    assert word_similarity(trigrams(query), text) >= similarity(trigrams(query), trigrams(text))


@settings(max_examples=60)
@given(st.lists(texts, max_size=4), asked, st.integers(-3, 20))
def test_what_is_found_is_the_best_there_is(chapters: list[str], query: str, limit: int) -> None:
    book = [Chapter(n, "The lamp" if n % 2 else None, text) for n, text in enumerate(chapters, start=1)]
    scored = []
    words = terms(query)
    for chapter in book:
        for start, end in chunks(chapter.text):
            text = chapter.text[start:end]
            held = sum(term in text.lower() for term in words) / min(max(len(words), 1), 8)
            titled = similarity(trigrams(query), trigrams(chapter.title or ""))
            score = round(max(word_similarity(trigrams(query), text), titled, min(1.0, held)), 6)
            if trigrams(query) and score >= SCORE_MIN:
                scored.append((-score, -chapter.number, start))
    best = sorted(scored)[: max(1, min(limit, 5))]
    assert [(-f.score, -f.chapter, f.start) for f in search(book, query, limit)] == best


def test_a_whole_question_finds_its_chapter_in_both_scripts() -> None:
    for number, word in ONLY_IN.items():
        assert search(BOOK, f"Where was the {word} seen?")[0].chapter == number
    chinese = [Chapter(1, "渡口", "海上的灯塔一直亮到天明。"), Chapter(2, "借船", "村里的人都睡了，没有人说话。")]
    assert [f.chapter for f in search(chinese, "灯塔为什么亮着")][:1] == [1]
    assert search(chinese, "借船")[0].chapter == 2


def test_what_is_alike_comes_later_first_and_what_is_not_is_left_out() -> None:
    book = [Chapter(n, None, "The lamp burned all night.") for n in (1, 2, 3)]
    assert [f.chapter for f in search(book, "lamp", 5)] == [3, 2, 1]
    assert [f.chapter for f in search(book, "lamp", -4)] == [3]
    assert search(book, "zzyzx") == []
    assert search(book, "?!") == []
    assert search([], "lamp") == []


def test_nothing_found_is_longer_than_a_passage() -> None:
    long = "word " * CHUNK_CHARS + "the hidden lighthouse"
    found = search([Chapter(1, None, long)], "hidden lighthouse")
    assert "hidden lighthouse" in found[0].text
    assert all(len(f.text) <= CHUNK_CHARS and long[f.start : f.end] == f.text for f in found)
