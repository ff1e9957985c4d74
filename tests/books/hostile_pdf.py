"""Hostile PDFs: damaged, endless, exploding, locked, or without a word in them."""

from __future__ import annotations

import functools
import random
import zlib
from collections.abc import Callable

from tests.books import pdfs, prose
from tests.books.hostile import Hostile, hostile

OK, BROKEN, LARGE = "ok", "parse_error", "payload_too_large"
CATALOG = b"<< /Type /Catalog /Pages 2 0 R >>"
FONT = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"


def _case(name: str, make: Callable[[], bytes], *codes: str) -> Hostile:
    return hostile(f"pdf-{name}", "b.pdf", make, *codes)


@functools.cache
def _good() -> bytes:
    rows = [prose.flowing(i, 1) for i in range(6)]
    return pdfs.novel([("Chapter 1", "The Ferry", rows), ("Chapter 2", "The Rain", rows)], outline=True)


def _flipped(seed: int) -> bytes:
    rng = random.Random(seed)
    data = bytearray(_good())
    for _ in range(1 + seed % 9):
        data[rng.randrange(9, len(data))] ^= 1 << rng.randrange(8)
    return bytes(data)


def _stream(content: bytes, extra: bytes = b"") -> bytes:
    return b"<< /Length %d %s >>\nstream\n%s\nendstream" % (len(content), extra, content)


def _page(content: bytes, *, extra: bytes = b"", box: bytes = b"[0 0 400 600]", more: tuple[bytes, ...] = ()) -> bytes:
    """One page with a content stream (object 4), a font (5) and further objects from 6."""
    resources = b"<< /Font << /F 5 0 R >> /XObject << /X 6 0 R >> >>" if more else b"<< /Font << /F 5 0 R >> >>"
    return pdfs.raw_pdf(
        [
            CATALOG,
            b"<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
            b"<< /Type /Page /Parent 2 0 R /MediaBox " + box + b" /Contents 4 0 R /Resources " + resources + b" >>",
            _stream(content, extra),
            FONT,
            *more,
        ]
    )


def _text(lines: int, line: bytes = b"The ferry left at noon with nobody on it.") -> bytes:
    rows = b" ".join(b"1 0 0 1 %d %d Tm (%d %s) Tj" % (20 + i // 560, 580 - i % 560, i, line) for i in range(lines))
    return b"BT /F 10 Tf " + rows + b" ET"


def _bomb() -> bytes:
    inflater = zlib.compressobj(9)
    packed = b"".join(inflater.compress(b"q " * 500_000) for _ in range(300)) + inflater.flush()
    return _page(packed, extra=b"/Filter /FlateDecode")


def _double_bomb() -> bytes:
    packed = zlib.compress(zlib.compress(b" " * 60_000_000, 9), 9)
    return _page(packed, extra=b"/Filter [/FlateDecode /FlateDecode]")


def _deep_tree(levels: int) -> bytes:
    objects = [CATALOG]
    objects += [b"<< /Type /Pages /Count 1 /Kids [%d 0 R] >>" % (n + 3) for n in range(levels)]
    return pdfs.raw_pdf([*objects, b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>"])


def _form(times: int, body: bytes, inner: bytes = b"") -> bytes:
    form = _stream(
        body, b"/Type /XObject /Subtype /Form /BBox [0 0 400 600] /Resources << /Font << /F 5 0 R >> " + inner + b" >>"
    )
    return _page(b"/X Do " * times, more=(form,))


def _outline_loop() -> bytes:
    return pdfs.raw_pdf(
        [
            b"<< /Type /Catalog /Pages 2 0 R /Outlines 6 0 R >>",
            b"<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 600] /Contents 4 0 R "
            b"/Resources << /Font << /F 5 0 R >> >> >>",
            _stream(_text(5)),
            FONT,
            b"<< /Type /Outlines /First 7 0 R /Last 7 0 R /Count 1 >>",
            b"<< /Title (Chapter 1) /Parent 6 0 R /Next 7 0 R /First 7 0 R /Dest [3 0 R /Fit] >>",
        ]
    )


def _damaged() -> list[Hostile]:
    size = len(_good())
    return [
        *(_case(f"cut-{n}", lambda n=n: _good()[: size * n // 10], OK, BROKEN) for n in range(1, 10)),
        *(_case(f"flipped-{n}", lambda n=n: _flipped(n), OK, BROKEN, LARGE) for n in range(16)),
        _case("magic-only", lambda: b"%PDF-", BROKEN),
        _case("junk", lambda: b"%PDF-1.7\n" + random.Random(3).randbytes(20_000), BROKEN),
        _case("magic-late", lambda: b"junk before\n" * 20 + _good(), OK, BROKEN),
        _case("no-trailer", lambda: _good()[: _good().rindex(b"trailer")], OK, BROKEN),
        _case(
            "previous-loop",
            lambda: pdfs.raw_pdf([CATALOG, b"<< /Type /Pages /Count 0 /Kids [] >>"], b"/Root 1 0 R /Prev 9"),
            BROKEN,
        ),
        _case("no-pages", lambda: pdfs.raw_pdf([CATALOG, b"<< /Type /Pages /Count 0 /Kids [] >>"]), BROKEN),
        _case("no-root", lambda: pdfs.raw_pdf([CATALOG], b""), BROKEN),
        _case("root-is-itself", lambda: pdfs.raw_pdf([b"1 0 R"]), BROKEN),
    ]


def _endless() -> list[Hostile]:
    kids = b" ".join(b"3 0 R" for _ in range(3001))
    leaf = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>"
    return [
        _case(
            "a-billion-pages",
            lambda: pdfs.raw_pdf([CATALOG, b"<< /Type /Pages /Count 1000000000 /Kids [3 0 R] >>", leaf]),
            LARGE,
            BROKEN,
        ),
        _case(
            "three-thousand-and-one-pages",
            lambda: pdfs.raw_pdf([CATALOG, b"<< /Type /Pages /Count 3001 /Kids [" + kids + b"] >>", leaf]),
            LARGE,
        ),
        _case(
            "negative-pages",
            lambda: pdfs.raw_pdf([CATALOG, b"<< /Type /Pages /Count -5 /Kids [3 0 R] >>", leaf]),
            BROKEN,
        ),
        _case(
            "page-tree-loop",
            lambda: pdfs.raw_pdf([CATALOG, b"<< /Type /Pages /Count 5 /Kids [2 0 R 2 0 R] >>"]),
            BROKEN,
            LARGE,
        ),
        _case("deep-page-tree", lambda: _deep_tree(5000), BROKEN),
        _case("outline-loop", _outline_loop, OK),
        _case("form-loop", lambda: _form(1, _text(3) + b" /X Do", b"/XObject << /X 6 0 R >>"), OK, BROKEN),
        _case("form-a-million-times", lambda: _form(20_000, _text(30)), LARGE, BROKEN),
        _case("nested-arrays", lambda: _page(b"[" * 500_000), BROKEN),
        _case("nested-dictionaries", lambda: pdfs.raw_pdf([b"<< /A " * 50_000 + b">> " * 50_000]), BROKEN),
        _case("nested-states", lambda: _page(b"q " * 500_000 + _text(3)), OK, BROKEN),
        _case(
            "deep-parentheses",
            lambda: _page(b"BT /F 9 Tf (" + b"(" * 300_000 + b")" * 300_000 + b") Tj ET"),
            OK,
            BROKEN,
            LARGE,
        ),
    ]


def _exploding() -> list[Hostile]:
    return [
        _case("stream-bomb", _bomb, BROKEN, LARGE),
        _case("stream-bomb-twice", _double_bomb, BROKEN, LARGE),
        _case("stream-length-lies", lambda: _page(_text(3)).replace(b"/Length ", b"/Length 9999999"), OK, BROKEN),
        _case("page-of-all-letters", lambda: _page(_text(4000)), LARGE),
        _case("huge-page", lambda: _page(_text(3), box=b"[0 0 1e30 1e30]"), OK, BROKEN),
        _case("inside-out-page", lambda: _page(_text(3), box=b"[400 600 0 0]"), OK, BROKEN),
        _case("page-of-no-size", lambda: _page(_text(3), box=b"[0 0 0 0]"), OK, BROKEN),
        _case("page-box-words", lambda: _page(_text(3), box=b"[/a /b /c /d]"), OK, BROKEN),
        _case("twenty-one-megabytes", lambda: b"%PDF-1.4\n" + b"x" * (21 * 1024 * 1024), LARGE),
        _case(
            "script",
            lambda: _page(_text(3)).replace(
                b"/Type /Catalog ", b"/Type /Catalog /OpenAction << /S /JavaScript /JS (while(1);) >> "
            ),
            OK,
            BROKEN,
        ),
        _case(
            "launch",
            lambda: _page(_text(3)).replace(
                b"/Type /Catalog ", b"/Type /Catalog /OpenAction << /S /Launch /F (/bin/sh) >> "
            ),
            OK,
            BROKEN,
        ),
        _case("unknown-filter", lambda: _page(_text(3), extra=b"/Filter /Klingon"), OK, BROKEN),
        _case("no-font", lambda: _page(_text(3).replace(b"/F 10", b"/Q 10")), OK, BROKEN),
    ]


def _wordless() -> list[Hostile]:
    return [
        _case("scanned", pdfs.scanned, BROKEN),
        _case("blank", pdfs.blank, BROKEN),
        _case("locked", lambda: pdfs.novel([("Chapter 1", None, ["The ferry left."])], lock="secret"), BROKEN),
        _case("good", _good, OK),
    ]


def cases() -> list[Hostile]:
    """All of them."""
    return [*_damaged(), *_endless(), *_exploding(), *_wordless()]
