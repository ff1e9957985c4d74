"""Hostile EPUBs: archives, packages and documents that lie, explode or point outside."""

from __future__ import annotations

import random
import struct
import zipfile
from collections.abc import Callable

from tests.books.builders import CONTAINER, Epub, novel, page, paragraphs, zipped
from tests.books.hostile import Hostile, hostile

MIB = 1024 * 1024
OK, BROKEN, LARGE = "ok", "parse_error", "payload_too_large"
NAME = "b.epub"


def _case(name: str, make: Callable[[], bytes], *codes: str) -> Hostile:
    return hostile(f"epub-{name}", NAME, make, *codes)


def _changed(change: Callable[[Epub], object], chapters: int = 2) -> Callable[[], bytes]:
    def make() -> bytes:
        book = novel(chapters)
        change(book)
        return book.zipped()

    return make


def _with(name: str, data: bytes) -> Callable[[], bytes]:
    return _changed(lambda book: book.extra.update({name: data}))


def _instead(name: str, data: bytes | None) -> Callable[[], bytes]:
    return _changed(lambda book: book.replace.update({name: data}))


def _one_page(content: str | bytes) -> Callable[[], bytes]:
    def make() -> bytes:
        book = Epub()
        book.pages.append(("a.xhtml", content, True))
        return book.zipped()

    return make


def _flipped(seed: int) -> bytes:
    rng = random.Random(seed)
    data = bytearray(novel(3).zipped())
    for _ in range(1 + seed % 7):
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    return bytes(data)


def _patched(field: int, value: bytes) -> bytes:
    """A field of every central directory record overwritten (offsets from the record's start)."""
    data = bytearray(novel(2).zipped())
    at = data.find(b"PK\x01\x02")
    while at >= 0:
        data[at + field : at + field + len(value)] = value
        at = data.find(b"PK\x01\x02", at + 4)
    return bytes(data)


def _quine() -> bytes:
    """Two thousand directory records that all name one member's data."""
    files = {f"OEBPS/{n:05d}.xhtml": b"x" for n in range(2000)}
    data = bytearray(
        zipped({"mimetype": b"application/epub+zip", "big": page("<p>" + "a" * MIB + "</p>").encode(), **files})
    )
    big = data.index(b"big") - 30
    at = data.find(b"PK\x01\x02")
    while at >= 0:
        struct.pack_into("<I", data, at + 42, big)
        at = data.find(b"PK\x01\x02", at + 4)
    return bytes(data)


def _archives() -> list[Hostile]:
    size = len(novel(3).zipped())
    return [
        *(_case(f"cut-{n}", lambda n=n: novel(3).zipped()[: size * n // 12], BROKEN) for n in range(1, 12)),
        *(_case(f"flipped-{n}", lambda n=n: _flipped(n), OK, BROKEN, LARGE) for n in range(24)),
        _case("end-record-only", lambda: b"PK\x05\x06" + b"\x00" * 18, BROKEN),
        _case("magic-only", lambda: b"PK\x03\x04", BROKEN),
        _case("junk-after-magic", lambda: b"PK\x03\x04" + random.Random(5).randbytes(9000), BROKEN),
        _case("ten-thousand-files", lambda: zipped({f"f{n}": b"" for n in range(10_001)}, zipfile.ZIP_STORED), LARGE),
        _case("bomb", _one_page(b" " * (30 * MIB)), LARGE),
        _case("bomb-of-nuls", _one_page(b"\x00" * (6 * MIB)), LARGE),
        _case("many-bombs", _changed(lambda b: [b.add("<p>" + "boat " * 943_000 + "</p>") for _ in range(5)]), LARGE),
        _case("declares-less", lambda: _patched(24, b"\x05\x00\x00\x00"), BROKEN),
        _case("declares-more", lambda: _patched(24, b"\xff\xff\xff\x7f"), LARGE),
        _case("declares-a-password", lambda: _patched(8, b"\x01\x00"), BROKEN),
        _case("unknown-compression", lambda: _patched(10, b"\x63\x00"), BROKEN),
        _case("lzma", _changed(lambda b: setattr(b, "compression", zipfile.ZIP_LZMA)), BROKEN),
        _case("wrong-checksums", lambda: _patched(16, b"\x00\x00\x00\x00"), BROKEN),
        _case("quine", _quine, BROKEN, LARGE),
        _case("nested-archive", _with("OEBPS/inner.epub", novel(1).zipped()), OK),
        *(
            _case(f"name-{i}", _with(name, b"x"), BROKEN)
            for i, name in enumerate(["../../x", "/etc/passwd", "C:\\x", "a/../../b", "..\\..\\x", "OEBPS/../../../x"])
        ),
    ]


def _packages() -> list[Hostile]:
    laughs = "".join(f'<!ENTITY l{i} "{f"&l{i - 1};" * 10 if i else "ha" * 50}">' for i in range(12))
    container, package = "META-INF/container.xml", "OEBPS/book.opf"
    spine = "".join(f'<itemref idref="p{n}"/>' for n in range(10_001))
    nested = b"<a>" * 90_000 + b"</a>" * 90_000
    outside = f'<!DOCTYPE c [<!ENTITY x SYSTEM "file:///etc/passwd">]>{CONTAINER.format(path="&x;")}'
    deep_toc = "<ncx><navMap>" + "<navPoint><navLabel><text>t</text></navLabel>" * 20_000
    locked = b'<e xmlns:n="u"><n:EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes256-cbc"/></e>'
    return [
        _case("no-container", _instead(container, None), BROKEN),
        _case("container-junk", _instead(container, b"\x00\x01\x02 not xml"), BROKEN),
        _case("container-empty", _instead(container, b""), BROKEN),
        _case("container-large", _instead(container, b"<a>" + b" " * (300 * 1024) + b"</a>"), LARGE),
        _case("container-laughs", _instead(container, f"<!DOCTYPE c [{laughs}]><c>&l11;</c>".encode()), BROKEN),
        _case("container-outside-entity", _instead(container, outside.encode()), BROKEN),
        _case(
            "container-outside-path", _instead(container, CONTAINER.format(path="../../etc/passwd").encode()), BROKEN
        ),
        _case("container-absolute-path", _instead(container, CONTAINER.format(path="/etc/passwd").encode()), BROKEN),
        _case("container-missing-path", _instead(container, CONTAINER.format(path="no.opf").encode()), BROKEN),
        _case("container-nested", _instead(container, nested[: 200 * 1024]), BROKEN),
        _case("no-package", _instead(package, None), BROKEN),
        _case("package-junk", _instead(package, b"PK not xml at all"), BROKEN),
        _case("package-large", _instead(package, b"<p>" + b" " * (3 * MIB) + b"</p>"), LARGE),
        _case("package-laughs", _instead(package, f"<!DOCTYPE c [{laughs}]><c>&l11;</c>".encode()), BROKEN),
        _case("package-nested", _instead(package, nested), BROKEN),
        _case(
            "package-attributes",
            _instead(package, b"<p " + b" ".join(b'a%d="x"' % n for n in range(90_000)) + b"/>"),
            BROKEN,
        ),
        _case("spine-empty", _changed(lambda b: setattr(b, "spine", "")), BROKEN),
        _case("spine-nowhere", _changed(lambda b: setattr(b, "spine", '<itemref idref="x"/>' * 500)), BROKEN),
        _case("spine-long", _changed(lambda b: setattr(b, "spine", spine)), LARGE),
        _case("spine-repeats", _changed(lambda b: setattr(b, "spine", '<itemref idref="p0"/>' * 9000)), OK),
        _case(
            "manifest-outside", _changed(lambda b: setattr(b, "manifest", '<item id="z" href="../../../x"/>')), BROKEN
        ),
        _case("mimetype-wrong", _instead("mimetype", b"application/zip"), BROKEN),
        _case("mimetype-long", _instead("mimetype", b"application/epub+zip" + b" " * 500), LARGE),
        _case("mimetype-missing", _instead("mimetype", None), OK),
        _case("nav-junk", _instead("OEBPS/nav.xhtml", b"\xff\xfe\x00junk<"), OK),
        _case(
            "nav-endless",
            _instead("OEBPS/nav.xhtml", b"<nav epub:type='toc'>" + b"<ol><li><a href='x'>t</a>" * 40_000),
            OK,
        ),
        _case(
            "ncx-nested",
            _changed(lambda b: (setattr(b, "use", "ncx"), b.replace.update({"OEBPS/toc.ncx": deep_toc.encode()}))),
            OK,
        ),
        _case("toc-nowhere", _changed(lambda b: setattr(b, "toc", [("A", "no.xhtml", 0), ("B", "../../x", 0)])), OK),
        _case("drm-encryption", _with("META-INF/encryption.xml", locked), BROKEN),
        _case("drm-adobe", _with("META-INF/rights.xml", b"<rights/>"), BROKEN),
        _case("drm-apple", _with("META-INF/sinf.xml", b"<sinf/>"), BROKEN),
        _case("drm-lcp", _with("META-INF/license.lcpl", b"{}"), BROKEN),
        _case("encryption-junk", _with("META-INF/encryption.xml", b"\x00\x01"), BROKEN),
    ]


def _documents() -> list[Hostile]:
    laughs = "".join(f'<!ENTITY l{i} "{f"&l{i - 1};" * 10 if i else "ha"}">' for i in range(12))
    outside = '<!DOCTYPE html [<!ENTITY x SYSTEM "file:///etc/passwd">]><html><body><p>&x; one</p></body></html>'
    fonts = "".join(f"<font size={n}>" for n in range(20_000)) + "<p>x" * 20_000
    rows: dict[str, tuple[str | bytes, tuple[str, ...]]] = {
        "laughs": (f"<!DOCTYPE html [{laughs}]><html><body><p>&l11;</p></body></html>", (OK,)),
        "quadratic-entity": (f'<!DOCTYPE h [<!ENTITY a "{"a" * 50_000}">]><p>{"&a;" * 50_000}</p>', (OK,)),
        "outside-entity": (outside, (OK,)),
        "outside-dtd": ('<!DOCTYPE html SYSTEM "http://127.0.0.1:9/x.dtd"><html><body><p>one</p></body></html>', (OK,)),
        "xinclude": ('<x:include xmlns:x="http://www.w3.org/2001/XInclude" href="/etc/passwd"/><p>one</p>', (OK,)),
        "nested": ("<div>" * 100_000 + "deep", (BROKEN,)),
        "nested-inline": ("<b>" * 100_000 + "deep", (BROKEN,)),
        "formatting-product": (fonts, (BROKEN,)),
        "all-brackets": ("<" * (4 * MIB), (LARGE,)),
        "all-tags": ("<i></i>" * 600_000, (LARGE,)),
        "open-comment": ("<p>one</p><!--" + "<!--" * 500_000, (OK,)),
        "open-cdata": ("<p>one</p><![CDATA[" * 100_000, (OK,)),
        "open-tags": ("<p>one</p>" + "<a href='" * 100_000, (OK,)),
        "open-doctype": ("<p>one</p>" + "<!DOCTYPE [" * 100_000, (OK,)),
        "open-script": ("<p>one</p>" + "<script>" * 100_000, (OK,)),
        "ampersands": ("<p>one</p>" + "&" * MIB + "&x" * MIB, (OK,)),
        "long-entities": ("<p>" + "&" + "a" * 31 + ";" + "&notanentity" * 100_000 + "</p>", (OK,)),
        "huge-attribute": ("<p title='" + "x" * (4 * MIB) + "'>one</p>", (OK,)),
        "many-attributes": ("<p " + " ".join(f"a{n}='x'" for n in range(200_000)) + ">one</p>", (OK,)),
        "attribute-spaces": ("<p a" + " " * MIB + "b>one</p>", (OK,)),
        "style-attribute": ("<p style='" + "display" * 100_000 + "'>one</p>", (OK,)),
        "one-paragraph": ("<p>" + "word " * 900_000 + "</p>", (OK,)),
        "blank-run": ("<p>中" + " " * MIB + "\n" + " " * MIB + "中</p>", (OK,)),
        "breaks": ("<p>one" + "<br/>" * 150_000 + "two</p>", (OK,)),
        "lists": ("<ol><li>" * 240 + "x", (OK,)),
        "null-references": ("<p>one&#0;&#xD800;&#x110000;&#99999999999999999999;</p>", (OK,)),
        "nuls": (b"<p>o\x00n\x00e</p>", (OK,)),
        "wrong-charset": (b"<?xml version='1.0' encoding='utf-16'?><p>one</p>", (OK,)),
        "unknown-charset": (b"<?xml version='1.0' encoding='klingon'?><p>one</p>", (OK,)),
        "two-charsets": (
            "<?xml version='1.0' encoding='big5'?><meta charset='euc-kr'/><p>船船船</p>".encode("gb18030"),
            (OK, BROKEN),
        ),
        "noise": (random.Random(9).randbytes(50_000), (BROKEN,)),
        "picture-only": ("<html><body><img src='x.png'/></body></html>", (BROKEN,)),
        "all-hidden": ("<p hidden>one</p><div style='display:none'>two</div>", (BROKEN,)),
        "empty": (b"", (BROKEN,)),
        "scripts": ("<script>alert(1)</script><p onclick='x()'>one</p><a href='javascript:x()'>two</a>", (OK,)),
    }
    out = [hostile(f"epub-page-{name}", NAME, _one_page(content), *codes) for name, (content, codes) in rows.items()]
    css = b".a{" * 40_000 + b"x" * 60_000
    cover = '<item id="i" href="c.png" media-type="image/png" properties="cover-image"/>'
    style = '<item id="s" href="s.css" media-type="text/css"/>'
    return [
        *out,
        _case(
            "style-junk", _changed(lambda b: (setattr(b, "manifest", style), b.extra.update({"OEBPS/s.css": css}))), OK
        ),
        _case(
            "cover-large",
            _changed(lambda b: (setattr(b, "manifest", cover), b.extra.update({"OEBPS/c.png": b"\x89PNG" * 2 * MIB}))),
            OK,
        ),
        _case(
            "cover-script",
            _changed(lambda b: (setattr(b, "manifest", cover), b.extra.update({"OEBPS/c.png": b"<svg onload='x'/>"}))),
            OK,
        ),
        _case(
            "two-thousand-pages",
            _changed(lambda b: [b.add(f"<h1>Chapter {n}</h1>{paragraphs(n, 1)}") for n in range(3, 2101)]),
            LARGE,
        ),
    ]


def cases() -> list[Hostile]:
    """All of them."""
    return [*_archives(), *_packages(), *_documents()]
