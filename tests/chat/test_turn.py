"""What a message must be, and what ends a turn that nobody answers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabula.chat.turn import MESSAGE_BYTES_MAX, MESSAGE_CHARS_MAX, clean
from fabula.errors import Invalid


@given(st.text(max_size=200))
def test_a_cleaned_message_is_storable_and_says_something(message: str) -> None:
    try:
        cleaned = clean(message)
    except Invalid:
        return
    assert cleaned == cleaned.strip() != ""
    assert "\x00" not in cleaned
    assert any(c.isalnum() for c in cleaned)
    cleaned.encode()
    assert clean(cleaned) == cleaned


@given(st.text(alphabet=" \t\n.,;:!?…—-*#。，！？「」（）\u3000\u200b", max_size=50))
def test_signs_alone_are_no_message(message: str) -> None:
    with pytest.raises(Invalid):
        clean(message)


@given(st.text(alphabet="ab 灯é?", min_size=1, max_size=40))
def test_whoever_writes_a_word_is_understood(message: str) -> None:
    assert clean(f"{message}a") == f"{message}a".strip()


def test_both_bounds_count() -> None:
    assert len(clean("灯" * MESSAGE_CHARS_MAX)) == MESSAGE_CHARS_MAX
    assert len(clean("a" + "😀" * 3_999)) == MESSAGE_CHARS_MAX
    assert len(("a" + "😀" * 3_999).encode()) <= MESSAGE_BYTES_MAX
    for over in ("a" * (MESSAGE_CHARS_MAX + 1), "灯" * (MESSAGE_CHARS_MAX + 1)):
        with pytest.raises(Invalid):
            clean(over)
    assert clean(" " * 10_000 + "a" + "\n" * 10_000) == "a"


@pytest.mark.parametrize("half", ["a\ud83d", "\udc00b"])
def test_half_a_character_is_refused(half: str) -> None:
    with pytest.raises(Invalid):
        clean(half)
