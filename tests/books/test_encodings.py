"""Encodings: every supported one is recognised on ordinary prose, bytes that fit nothing are refused."""

from __future__ import annotations

import codecs
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabula.books import ENCODINGS, candidates, open_book
from fabula.books.encodings import canonical, decide
from fabula.errors import FabulaError, Invalid, Unreadable
from tests.books import prose

SIMPLIFIED = prose.chinese(0, 4)
TEXTS = {
    "simplified": (SIMPLIFIED, ("utf-8", "gb18030", "utf-16-le", "utf-16-be")),
    "traditional": (prose.TRADITIONAL, ("utf-8", "big5", "gb18030", "utf-16-le", "utf-16-be")),
    "japanese": (prose.JAPANESE, ("utf-8", "cp932", "euc_jp", "utf-16-le", "utf-16-be")),
    "korean": (prose.KOREAN, ("utf-8", "cp949", "utf-16-le", "utf-16-be")),
    "french": (prose.FRENCH, ("utf-8", "cp1252", "utf-16-le", "utf-16-be")),
    "german": (prose.GERMAN, ("utf-8", "cp1252", "utf-16-le", "utf-16-be")),
    "russian": (prose.RUSSIAN, ("utf-8", "cp1251", "utf-16-le", "utf-16-be")),
    "english": ("He said “yes” — and left…\n" * 9, ("utf-8", "cp1252", "utf-16-le", "utf-16-be")),
}
PAIRS = [(name, encoding) for name, (_, encodings) in TEXTS.items() for encoding in encodings]


@pytest.mark.parametrize(("name", "encoding"), PAIRS)
@pytest.mark.parametrize("length", [60, 200, 10_000])
def test_recognised_without_a_mark(name: str, encoding: str, length: int) -> None:
    text = TEXTS[name][0][:length]
    decoded = decide(text.encode(encoding))
    assert (decoded.encoding, decoded.text) == (encoding, text)


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize(
    ("mark", "encoding"),
    [
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (codecs.BOM_UTF32_LE, "utf-32-le"),
        (codecs.BOM_UTF32_BE, "utf-32-be"),
    ],
)
def test_a_byte_order_mark_decides_and_goes(name: str, mark: bytes, encoding: str) -> None:
    text = TEXTS[name][0]
    decoded = decide(mark + text.encode(encoding))
    assert (decoded.encoding, decoded.text) == (encoding, text)


def test_utf16_of_a_nul_first_is_not_taken_for_utf32() -> None:
    data = codecs.BOM_UTF16_LE + "\x00abc".encode("utf-16-le")
    assert decide(data).encoding == "utf-16-le"


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-8", "utf-32-le"])
def test_a_marked_file_that_is_cut_off_is_refused(encoding: str) -> None:
    mark = {"utf-16-le": codecs.BOM_UTF16_LE, "utf-16-be": codecs.BOM_UTF16_BE, "utf-8": codecs.BOM_UTF8}
    data = mark.get(encoding, codecs.BOM_UTF32_LE) + SIMPLIFIED.encode(encoding)[:-1]
    with pytest.raises(Unreadable, match="byte order mark"):
        decide(data)


def test_utf8_cut_inside_a_character_is_refused_with_the_place() -> None:
    data = ("A long line of ordinary letters. " * 20 + "船").encode()[:-1]
    with pytest.raises(Unreadable, match=r"byte 660 .*cut off"):
        decide(data)


def test_random_bytes_are_refused() -> None:
    for seed in range(20):
        with pytest.raises(FabulaError):
            open_book(random.Random(seed).randbytes(3000), "a.txt", None)


def test_the_choice_of_the_reader_wins_over_the_guess() -> None:
    data = prose.FRENCH.encode("cp1252")
    assert decide(data).text == prose.FRENCH
    assert decide(data, "koi8-r").text == data.decode("koi8_r")


@pytest.mark.parametrize(
    ("alias", "name"), [("GBK", "gb18030"), ("Shift_JIS", "cp932"), ("windows-1252", "cp1252"), ("UTF8", "utf-8")]
)
def test_usual_names_are_understood(alias: str, name: str) -> None:
    assert canonical(alias) == name


@pytest.mark.parametrize("name", ["", "klingon", "base64", "rot13", "idna", "unicode_escape", "utf-7"])
def test_other_names_are_refused(name: str) -> None:
    with pytest.raises(Invalid, match="Unknown encoding"):
        decide(b"abc", name)


def test_a_choice_that_does_not_fit_is_refused() -> None:
    with pytest.raises(Unreadable, match="not in utf-8"):
        decide(prose.FRENCH.encode("cp1252"), "utf-8")


def test_candidates_show_one_line_under_each() -> None:
    data = ("Plain first line.\n" + prose.JAPANESE).encode("euc_jp")
    rows = candidates(data)
    assert rows[0] == ("euc_jp", prose.JAPANESE.split("\n")[0][:120])
    assert {name for name, _ in rows} <= set(ENCODINGS)
    assert len({line for _, line in rows}) == len(rows) > 1


def test_candidates_of_noise_are_none() -> None:
    assert candidates(b"\xff\x80\x81\x98\x9d" * 100 + b"\x00") == []


def test_damage_is_noticed_and_clean_text_is_not() -> None:
    assert "锟斤拷" in open_book(f"{SIMPLIFIED}锟斤拷锟斤拷".encode(), "a.txt", None).notes[0]
    assert "\ufffd" in open_book("He came\ufffd\ufffd home.".encode(), "a.txt", None).notes[0]
    assert not any("lost" in note for note in open_book(SIMPLIFIED.encode(), "a.txt", None).notes)


@given(st.text(alphabet=st.characters(exclude_categories=["Cs", "Cc"]), min_size=1))
def test_utf8_always_comes_back_as_it_was(text: str) -> None:
    decoded = decide(b"\xef\xbb\xbf" + text.encode())
    assert decoded.text == text


@given(st.binary(max_size=400))
def test_any_bytes_give_text_or_a_clear_error(data: bytes) -> None:
    try:
        decoded = decide(data)
    except Unreadable:
        return
    assert len(decoded.text) <= len(data)
    assert "\ufffd" not in decoded.text or "\ufffd".encode(decoded.encoding) in data
