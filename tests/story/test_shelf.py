"""The sentence at which a reader stopped, cut where it ends."""

from __future__ import annotations

import pytest

from fabula.story.shelf import first_sentence


@pytest.mark.parametrize(
    ("flat", "shown"),
    [
        (
            "Real regard brought the Westons and Mr. Knightley. He came.",
            "Real regard brought the Westons and Mr. Knightley.",
        ),
        ("It is a letter for J. B. Priestley in the hall! Open it.", "It is a letter for J. B. Priestley in the hall!"),
        ("“Is the pound wrong, then?” She did not answer.", "“Is the pound wrong, then?”"),
        ("Short. But this goes on for longer. End.", "Short. But this goes on for longer."),
        ("Nothing here ever comes to a stop", "Nothing here ever comes to a stop"),
        ("The version 3.14 of the almanac was sold. Out.", "The version 3.14 of the almanac was sold."),
        ("滚滚长江东逝水，浪花淘尽英雄。是非成败转头空。", "滚滚长江东逝水，浪花淘尽英雄。"),
        ("他问：“这秤准不准？”没有人答。", "他问：“这秤准不准？”"),
    ],
)
def test_a_line_ends_with_its_sentence(flat: str, shown: str) -> None:
    assert first_sentence(flat) == shown
