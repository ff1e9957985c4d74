"""Numbers as headings write them, each notation with what it must not accept."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabula.books.numerals import any_number, chinese, roman, words

_ROMAN = [(1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"),
          (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]  # fmt: skip


def _as_roman(number: int) -> str:
    out = ""
    for value, sign in _ROMAN:
        out += sign * (number // value)
        number %= value
    return out


@given(st.integers(1, 3999))
def test_roman_reads_every_number(number: int) -> None:
    assert roman(_as_roman(number)) == number
    assert roman(_as_roman(number).lower()) == number


@pytest.mark.parametrize("text", ["", "IC", "VX", "ABC", "IIX", "Civil", "MMMM"])
def test_roman_refuses(text: str) -> None:
    assert roman(text) is None


def _as_chinese(number: int) -> str:
    digits = "零一二三四五六七八九"
    out, zero = "", False
    for scale, sign in ((1000, "千"), (100, "百"), (10, "十"), (1, "")):
        digit = number // scale
        number %= scale
        if digit:
            out += ("零" if zero and out else "") + digits[digit] + sign
            zero = False
        else:
            zero = True
    return out


@given(st.integers(1, 9999))
def test_chinese_reads_every_number(number: int) -> None:
    assert chinese(_as_chinese(number)) == number
    assert chinese("".join("零一二三四五六七八九"[int(c)] for c in str(number))) == number


@pytest.mark.parametrize(
    ("text", "number"),
    [("十", 10), ("十二", 12), ("二十", 20), ("两百一十八", 218), ("壹", 1), ("贰拾叁", 23),
     ("廿三", 23), ("一万二千", 12_000), ("〇", 0), ("一〇五", 105),
     ("", None), ("封", None), ("一a", None)],
)  # fmt: skip
def test_chinese_notations(text: str, number: int | None) -> None:
    assert chinese(text) == number


@pytest.mark.parametrize(
    ("text", "number"),
    [("one", 1), ("Twenty-One", 21), ("twenty one", 21), ("the first", 1), ("THE TWENTY-THIRD", 23), ("forty", 40),
     ("one hundred and five", 105), ("two hundred", 200), ("hundred", None), ("one two", None), ("twenty ten", None),
     ("first of", None), ("and", None), ("one hundred and", None), ("", None)],
)  # fmt: skip
def test_words(text: str, number: int | None) -> None:
    assert words(text) == number


@pytest.mark.parametrize(
    ("text", "number"), [("007", 7), (" XII ", 12), ("三十", 30), ("Ⅳ", 4), ("eleven", 11), ("x1", None)]
)
def test_any(text: str, number: int | None) -> None:
    assert any_number(text) == number
