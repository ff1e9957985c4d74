"""The tiny book ready to talk, and the real books where they are wanted."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import pytest

from bench.books import load
from fabula.ai.offline import SentenceEncoder, Voices
from tests.ai.offline.ferry import WordVectors, ferry


@pytest.fixture(scope="session")
def small() -> Voices:
    return Voices(ferry(), WordVectors())


@pytest.fixture(scope="session")
def encoder() -> SentenceEncoder:
    return SentenceEncoder()


@pytest.fixture(scope="session")
def open_book(encoder: SentenceEncoder) -> Callable[[str], Voices]:
    """Voices of a real book by its name in the golden file, the last few kept."""

    @lru_cache(maxsize=3)
    def voices(book: str) -> Voices:
        return Voices(load(book), encoder)

    return voices
