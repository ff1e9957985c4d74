"""Hostile plain text, and files under the wrong name."""

from __future__ import annotations

import codecs
import random

from tests.books import pdfs, prose
from tests.books.builders import novel, zipped
from tests.books.hostile import Hostile, hostile

MIB = 1024 * 1024
OK, BROKEN, LARGE, KIND = "ok", "parse_error", "payload_too_large", "unsupported_media_type"
STORY = f"Chapter 1\n\n{prose.english(0)}\n\nChapter 2\n\n{prose.english(1)}\n"
CHINESE = f"第一章 船\n{prose.chinese(0)}\n第二章 山\n{prose.chinese(1)}\n"


def _noise(seed: int, size: int) -> bytes:
    return random.Random(seed).randbytes(size)


def _sizes() -> list[Hostile]:
    return [
        hostile("empty", "a.txt", b"", BROKEN),
        hostile("blank", "a.txt", b" \r\n\t \n" * 50, BROKEN),
        hostile("only-nuls", "a.txt", b"\x00" * 5000, BROKEN),
        hostile("only-a-mark", "a.txt", b"\xef\xbb\xbf", BROKEN),
        hostile("only-ideographic-spaces", "a.txt", "\u3000\u00a0\n".encode() * 20, BROKEN),
        hostile("forty-megabytes", "a.txt", lambda: b"word " * (8 * MIB), LARGE),
        hostile("one-byte-too-many", "a.txt", lambda: b"a" * (10 * MIB + 1), LARGE),
        hostile("one-line-of-ten-megabytes", "a.txt", lambda: b"a" * (10 * MIB), OK),
        hostile("ten-megabytes-of-newlines", "a.txt", lambda: b"\n" * (10 * MIB), BROKEN),
        hostile("ten-megabytes-of-short-lines", "a.txt", lambda: b"ab\n" * (3 * MIB), OK),
        hostile("a-million-equal-headings", "a.txt", lambda: b"Chapter 1\n" * MIB, OK, LARGE),
        hostile("many-headings", "a.txt", lambda: b"".join(b"Chapter %d\n\nx\n\n" % n for n in range(1, 3001)), LARGE),
        hostile(
            "more-headings-than-any-book",
            "a.txt",
            lambda: b"".join(b"Chapter %d\n\n" % n for n in range(1, 90_001)),
            OK,
            LARGE,
        ),
        hostile(
            "utf16-of-ten-megabytes",
            "a.txt",
            lambda: codecs.BOM_UTF16_LE + ("word " * MIB)[: 5 * MIB - 2].encode("utf-16-le"),
            OK,
        ),
    ]


def _bytes() -> list[Hostile]:
    good = CHINESE.encode()
    gbk = CHINESE.encode("gb18030")
    return [
        *(hostile(f"noise-{seed}", "a.txt", _noise(seed, 20_000), BROKEN, KIND) for seed in range(5)),
        hostile("control-characters", "a.txt", bytes(range(1, 9)) * 900, BROKEN),
        hostile("nuls-between", "a.txt", STORY.replace("the", "t\x00he").encode(), OK),
        hostile("surrogates-in-utf8", "a.txt", good + b"\xed\xa0\x80\xed\xb0\x80" + good, BROKEN),
        hostile("overlong-utf8", "a.txt", good + b"\xc0\xaf\xe0\x80\xaf" + good, BROKEN),
        hostile("utf8-cut-inside", "a.txt", good[:-2], BROKEN),
        hostile("utf8-then-gbk", "a.txt", good + gbk, BROKEN),
        hostile("gbk-cut-inside", "a.txt", CHINESE.rstrip().encode("gb18030") + b"\xb4", BROKEN),
        hostile("utf16-odd", "a.txt", CHINESE.encode("utf-16")[:-1], BROKEN),
        hostile("utf16-lone-surrogate", "a.txt", codecs.BOM_UTF16_LE + b"a\x00\x00\xd8b\x00" * 30, BROKEN),
        hostile("utf32-out-of-range", "a.txt", codecs.BOM_UTF32_LE + b"\xff\xff\xff\x7f" * 50, BROKEN),
        hostile("utf32-good", "a.txt", STORY.encode("utf-32"), OK),
        hostile("wrong-mark", "a.txt", codecs.BOM_UTF16_BE + STORY.encode("utf-16-le")[:-1], BROKEN),
        hostile("classic-mac-newlines", "a.txt", STORY.replace("\n", "\r").encode(), OK),
        hostile("bidirectional-marks", "a.txt", ("\u202e\u2066" + STORY + "\u2069").encode(), OK),
        hostile("zalgo", "a.txt", ("a" + "\u0301" * 5000 + "\n\n" + STORY).encode(), OK),
        hostile("line-separators", "a.txt", STORY.replace("\n\n", "\u2028\u2029\u0085").encode(), OK),
        hostile("utf7", "a.txt", b"+AGE-bc " * 300, OK),
    ]


def _patterns() -> list[Hostile]:
    """Texts that make careless patterns run for ever."""
    pieces = {
        "di": "第" * 60_000,
        "roman": "I" * 100_000,
        "hashes": "#" * 100_000,
        "equals": "=" * 1_000_000,
        "spaces": " " * 1_000_000 + "x",
        "words": "Chapter " + "one " * 100_000,
        "hundred": "Chapter " + "one hundred " * 9,
        "dots": "Chapter 1 " + ". " * 50_000,
        "brackets": "【" * 50_000 + "】",
        "number": "9" * 1_000_000,
        "quotes": '"' * 1_000_000,
        "tabs": "\t" * 500_000 + ".",
        "zh-numerals": "一" * 100_000,
    }
    rows = [hostile(f"long-{name}", "a.txt", text.encode(), OK) for name, text in pieces.items()]
    short = {name: (text[:110] + "\n\n") * 3000 for name, text in pieces.items() if text[:110].strip()}
    rows += [hostile(f"lines-of-{name}", "a.txt", text.encode(), OK, LARGE) for name, text in short.items()]
    return rows


def _names() -> list[Hostile]:
    story, epub, pdf = STORY.encode(), novel(2).zipped(), pdfs.blank()
    return [
        hostile("elf-as-txt", "a.txt", b"\x7fELF\x02\x01\x01" + _noise(1, 900), KIND),
        hostile("png-as-txt", "a.txt", b"\x89PNG\r\n\x1a\n" + _noise(2, 900), KIND),
        hostile("epub-as-txt", "a.txt", epub, KIND),
        hostile("pdf-as-txt", "a.txt", pdf, KIND),
        hostile("gzip-as-txt", "a.txt", b"\x1f\x8b\x08" + _noise(3, 900), KIND),
        hostile("rtf-as-txt", "a.txt", b"{\\rtf1\\ansi Once upon a time}", KIND),
        hostile("doc-as-txt", "a.txt", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\x00" * 900, KIND),
        hostile("txt-as-epub", "a.epub", story, KIND),
        hostile("txt-as-pdf", "a.pdf", story, KIND),
        hostile("pdf-as-epub", "a.epub", pdf, KIND),
        hostile("epub-as-pdf", "a.pdf", epub, KIND),
        hostile("empty-epub", "a.epub", b"", BROKEN),
        hostile("empty-pdf", "a.pdf", b"", BROKEN),
        hostile("docx", "a.docx", zipped({"word/document.xml": b"<w/>"}), KIND),
        hostile("docx-as-epub", "a.epub", zipped({"word/document.xml": b"<w/>"}), BROKEN),
        hostile("executable-name", "a.txt.exe", story, KIND),
        hostile("no-name-no-type", None, story, KIND),
        hostile("no-name-wrong-type", None, story, KIND, media="image/svg+xml"),
        hostile("no-name-text-type", None, story, OK, media="text/plain; charset=utf-8"),
        hostile("path-in-name", "../../etc/passwd", story, KIND),
        hostile("nul-in-name", "a.txt\x00.epub", story, KIND),
        hostile("very-long-name", "a" * 5000 + ".txt", story, OK),
        hostile("sniffed-epub", None, epub, OK, media="application/octet-stream"),
    ]


def cases() -> list[Hostile]:
    """All of them."""
    return [*_sizes(), *_bytes(), *_patterns(), *_names()]
