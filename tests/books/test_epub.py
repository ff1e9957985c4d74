"""EPUB: reading order, tables of contents, what is shown and what is not, damage, locks and limits."""

from __future__ import annotations

import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fabula.books import BookText, open_book
from fabula.books.flow import Flow
from fabula.books.markup import events
from fabula.errors import FabulaError, TooLarge, Unreadable, UnsupportedMedia
from tests.books.builders import PNG, Epub, novel, page, paragraphs, zipped
from tests.books.prose import JAPANESE, chinese, flowing


def _open(book: Epub) -> BookText:
    return open_book(book.zipped(), "b.epub", "application/epub+zip")


def _told(book: BookText) -> list[str]:
    return [f"{s.kind}: {s.title}" + (f" @ {s.part}" if s.part else "") for s in book.sections]


def _text_of(body: str, head: str = "", **members: bytes) -> str:
    book = Epub()
    book.pages.append(("a.xhtml", page(body, head), True))
    book.extra.update({f"OEBPS/{k.replace('_', '.')}": v for k, v in members.items()})
    return _open(book).text


@pytest.mark.parametrize("use", ["nav", "ncx", "both"])
def test_a_plain_book(use: str) -> None:
    book = _open(novel(3, use=use))
    assert _told(book) == ["chapter: The Ferry", "chapter: A Week of Rain", "chapter: Down from the Hills"]
    assert (book.title, book.author, book.language, book.format) == ("The Boat", "A. Person", "en", "epub")
    assert book.notes == ()
    first = book.text[book.sections[0].start : book.sections[0].end]
    assert first == f"Chapter 1\n\nThe Ferry\n\n{flowing(0)}\n\n"


def test_without_a_table_of_contents_headings_decide() -> None:
    assert _told(_open(novel(3, toc=False))) == [
        "chapter: The Ferry",
        "chapter: A Week of Rain",
        "chapter: Down from the Hills",
    ]


def test_heading_elements_serve_when_words_do_not() -> None:
    book = Epub()
    for i, title in enumerate(["Water", "Land", "Air"]):
        book.add(f"<h2>{title}</h2>{paragraphs(i)}")
    assert _told(_open(book)) == ["chapter: Water", "chapter: Land", "chapter: Air"]


def test_several_chapters_in_one_file_by_anchors() -> None:
    book = Epub()
    body = "".join(f'<div id="c{i}"><p>{title}</p>{paragraphs(i)}</div>' for i, title in enumerate(["Water", "Land"]))
    book.add(f"<p>For nobody.</p>{body}")
    book.toc = [("Water", "text1.xhtml#c0", 0), ("Land", "text1.xhtml#c1", 0)]
    opened = _open(book)
    assert _told(opened) == ["front: None", "chapter: Water", "chapter: Land"]
    assert opened.text[opened.sections[1].start :].startswith("Water\n\n")
    assert opened.text[opened.sections[2].start :].startswith("Land\n\n")


def test_front_and_back_matter_and_parts() -> None:
    book = Epub()
    rows = [
        ("Cover", "<p>The Boat</p>", 0),
        ("Title Page", "<p>The Boat by A. Person</p>", 0),
        ("Prologue", f"<h1>Prologue</h1>{paragraphs(0)}", 0),
        ("Part One: Water", "<h1>Part One</h1><p>Water</p>", 0),
        ("Chapter 1", f"<h2>Chapter 1</h2>{paragraphs(1)}", 1),
        ("Chapter 2", f"<h2>Chapter 2</h2>{paragraphs(2)}", 1),
        ("Part Two: Land", "<h1>Part Two</h1><p>Land</p>", 0),
        ("Chapter 3", f"<h2>Chapter 3</h2>{paragraphs(3)}", 1),
        ("Epilogue", f"<h1>Epilogue</h1>{paragraphs(4)}", 0),
        ("About the Author", "<p>A. Person lives on a boat.</p>", 0),
    ]
    for title, body, depth in rows:
        book.toc.append((title, book.add(body), depth))
    assert _told(_open(book)) == [
        "front: None",
        "prologue: Prologue",
        "chapter: Chapter 1 @ Part One: Water",
        "chapter: Chapter 2 @ Part One: Water",
        "chapter: Chapter 3 @ Part Two: Land",
        "epilogue: Epilogue @ Part Two: Land",
        "extra: About the Author @ Part Two: Land",
    ]


def test_scenes_under_chapters_are_not_chapters() -> None:
    book = Epub()
    for i in range(2):
        scenes = "".join(f'<h3 id="s{n}">Scene of note {n}</h3>{paragraphs(n)}' for n in range(2))
        name = book.add(f"<h1>Chapter {i + 1}</h1><p>It began so.</p>{scenes}")
        book.toc += [(f"Chapter {i + 1}", name, 0)] + [(f"Scene of note {n}", f"{name}#s{n}", 1) for n in range(2)]
    assert _told(_open(book)) == ["chapter: Chapter 1", "chapter: Chapter 2"]


def test_a_poor_table_of_contents_is_overruled() -> None:
    book = novel(6, toc=False)
    book.toc = [("Start", "text1.xhtml", 0), ("The middle", "text4.xhtml", 0), ("Rights", "text6.xhtml", 0)]
    opened = _open(book)
    assert len(opened.sections) == 6
    assert any("table of contents" in note for note in opened.notes)


def test_spine_order_counts_and_a_page_is_read_once() -> None:
    book = novel(2, toc=False)
    book.spine = '<itemref idref="p1"/><itemref idref="p0"/><itemref idref="p1"/><itemref idref="nowhere"/>'
    opened = _open(book)
    assert opened.text.index("A Week of Rain") < opened.text.index("The Ferry")
    assert opened.text.count("A Week of Rain") == 1
    assert any("listed twice" in note for note in opened.notes)
    assert any("nowhere" in note for note in opened.notes)


def test_pages_beside_the_story_come_last() -> None:
    book = novel(2)
    book.pages.insert(1, ("note.xhtml", page("<h1>A Note</h1><p>Boats are wet.</p>"), False))
    opened = _open(book)
    assert _told(opened) == ["chapter: The Ferry", "chapter: A Week of Rain", "extra: A Note"]
    assert opened.text.endswith("A Note\n\nBoats are wet.")


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("<p>One\n   two</p><p>  three </p>", "One two\n\nthree"),
        ("<p>One<br/>two</p>", "One\ntwo"),
        ("<p>One<br/><br/>two</p>", "One\n\ntwo"),
        ("<p>One</p><hr/><p>two</p>", "One\n\n* * *\n\ntwo"),
        ("<ul><li>salt</li><li><p>rope</p></li></ul>", "- salt\n\n- rope"),
        ("<ol><li>salt</li><li>rope</li></ol>", "1. salt\n\n2. rope"),
        ("<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>", "a | b\n\n1 | 2"),
        ("<blockquote><p>One</p><p>two</p></blockquote>", "One\n\ntwo"),
        ("<pre>one\n  two</pre>", "one\n  two"),
        ("<div>One<p>two</p>three</div>", "One\n\ntwo\n\nthree"),
        ("<p>caf&eacute; &amp; &#8212; &lt;b&gt; &nosuch;</p>", "café & — <b> &nosuch;"),
        ("<p>one<script>two()</script><style>p{}</style></p>", "one"),
        ("<p>one</p><p style='display: none'>two</p><p hidden=''>three</p><p>four</p>", "one\n\nfour"),
        ("<p>one <span style='visibility:hidden'>two <b>three</b></span>four</p>", "one four"),
        ("<p>one <span epub:type='pagebreak'>12</span>two</p>", "one two"),
        ("<p>so\u00adft</p>", "soft"),
        ("<p>她推开\n    门</p>", "她推开门"),
        ("<p><ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp>字<rt>じ</rt></ruby>だ</p>", "漢字だ"),
        ("<p><ruby><rb>漢</rb><rt>かん</rt></ruby>だ</p>", "漢だ"),
        ("<p><ruby>漢<rt>かん<rp>)</ruby>だ</p>", "漢だ"),
        ("<p><img src='t.png' alt='T'/>he boat <img src='x.png' alt='A picture'/>left</p>", "The boat left"),
        ("<p>1 < 2 and <b>so</p>", "1 < 2 and so"),
        ("<p><!-- no -- no -->yes<![CDATA[ <i>]]></p>", "yes <i>"),
        ("<p>one<a id='x'/></p><title/><p>two</p>", "one\n\ntwo"),
    ],
)
def test_what_is_shown(body: str, text: str) -> None:
    assert _text_of(body) == text


def test_style_sheets_hide_too() -> None:
    book = Epub()
    book.add("<p class='gone x'>one</p><p class='here'>two</p>")
    book.manifest = '<item id="css" href="s.css" media-type="text/css"/>'
    book.extra["OEBPS/s.css"] = b"p.gone, .other { color: red; display:none } .here { display: block }"
    assert _open(book).text == "two"


@pytest.mark.parametrize(
    ("encoding", "declaration", "noted"),
    [
        ("utf-8", "<?xml version='1.0'?>", False),
        ("utf-8-sig", "", False),
        ("utf-16", "<?xml version='1.0' encoding='utf-16'?>", False),
        ("cp932", "<?xml version='1.0' encoding='Shift_JIS'?>", False),
        ("euc_jp", "<html><head><meta charset='euc-jp'/></head>", False),
        ("utf-8", "<?xml version='1.0' encoding='Shift_JIS'?>", True),
        ("euc_jp", "<?xml version='1.0' encoding='utf-8'?>", True),
    ],
)
def test_declared_charsets_are_honoured_or_overruled(encoding: str, declaration: str, noted: bool) -> None:
    book = Epub()
    source = f"{declaration}<body><p>{JAPANESE.strip()}</p></body>"
    book.pages.append(("a.xhtml", source.encode(encoding), True))
    opened = _open(book)
    assert opened.text == JAPANESE.strip().replace("\n", "")
    assert any("declares" in note for note in opened.notes) is noted
    assert opened.language == "ja"


def test_one_damaged_page_costs_that_page() -> None:
    data = bytearray(Epub.zipped(_stored(novel(3))))
    at = data.index(b"A Week of Rain")
    data[at : at + 4] = b"XXXX"
    book = open_book(bytes(data), "b.epub", None)
    assert _told(book) == ["chapter: The Ferry", "chapter: Down from the Hills"]
    assert any("text2.xhtml" in note and "checksum" in note for note in book.notes)


def test_when_nothing_is_left_the_book_is_refused() -> None:
    data = bytearray(Epub.zipped(_stored(novel(1))))
    at = data.index(b"The Ferry")
    data[at : at + 4] = b"XXXX"
    with pytest.raises(Unreadable, match="nothing readable"):
        open_book(bytes(data), "b.epub", None)


def _stored(book: Epub) -> Epub:
    book.compression = zipfile.ZIP_STORED
    return book


ENCRYPTION = (
    '<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:enc="http://www.w3.org/2001/04/xmlenc#">'
    '<enc:EncryptedData><enc:EncryptionMethod Algorithm="{}"/></enc:EncryptedData></encryption>'
)


@pytest.mark.parametrize(
    ("name", "content", "word"),
    [
        ("META-INF/encryption.xml", ENCRYPTION.format("http://www.w3.org/2001/04/xmlenc#aes128-cbc"), "DRM"),
        ("META-INF/rights.xml", "<rights/>", "Adobe"),
        ("META-INF/sinf.xml", "<sinf/>", "Apple"),
        ("META-INF/license.lcpl", "{}", "LCP"),
    ],
)
def test_locked_books_are_refused_by_name(name: str, content: str, word: str) -> None:
    book = novel(2)
    book.extra[name] = content.encode()
    with pytest.raises(Unreadable, match=word):
        _open(book)


@pytest.mark.parametrize("method", ["http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"])
def test_scrambled_fonts_are_no_lock(method: str) -> None:
    book = novel(2)
    book.extra["META-INF/encryption.xml"] = ENCRYPTION.format(method).encode()
    assert len(_open(book).sections) == 2


@pytest.mark.parametrize("by", ["property", "meta", "name"])
def test_the_cover(by: str) -> None:
    book = novel(1)
    properties = ' properties="cover-image"' if by == "property" else ""
    href = "cover.png" if by == "name" else "picture.png"
    book.manifest = f'<item id="img" href="{href}" media-type="image/png"{properties}/>'
    if by == "meta":
        book.metadata += '<meta name="cover" content="img"/>'
    book.extra[f"OEBPS/{href}"] = PNG
    cover = _open(book).cover
    assert cover is not None
    assert (cover.data, cover.media_type) == (PNG, "image/png")


def test_a_cover_that_is_no_picture_is_left_out() -> None:
    book = novel(1)
    book.manifest = '<item id="img" href="c.svg" media-type="image/svg+xml" properties="cover-image"/>'
    book.extra["OEBPS/c.svg"] = b"<svg onload='x()'/>"
    opened = _open(book)
    assert opened.cover is None
    assert any("cover" in note for note in opened.notes)


def test_authors_only() -> None:
    book = novel(1)
    book.metadata = (
        '<dc:title>T</dc:title><dc:creator opf:role="aut">A</dc:creator><dc:creator id="b">B</dc:creator>'
        '<dc:creator opf:role="trl">C</dc:creator><meta refines="#b" property="role">aut</meta>'
    )
    assert _open(book).author == "A, B"


@pytest.mark.parametrize("name", ["../../etc/passwd", "/etc/passwd", "C:/x", "a/../../b", "..\\x"])
def test_names_outside_the_archive_are_refused(name: str) -> None:
    book = novel(1)
    book.extra[name] = b"x"
    with pytest.raises(Unreadable, match="outside itself"):
        _open(book)


def test_references_outside_the_archive_are_refused() -> None:
    book = novel(1)
    book.manifest = '<item id="x" href="../../../etc/passwd" media-type="application/xhtml+xml"/>'
    with pytest.raises(Unreadable, match="outside itself"):
        _open(book)


def test_a_bomb_and_many_small_bombs() -> None:
    one = novel(1)
    one.pages.append(("bomb.xhtml", b"\x00" * (6 * 1024 * 1024), True))
    with pytest.raises(TooLarge, match="too large"):
        _open(one)
    many = Epub()
    for i in range(5):
        many.pages.append((f"{i}.xhtml", page("<p>" + "boat " * 943_000 + "</p>"), True))
    assert len(many.zipped()) < 1024 * 1024
    with pytest.raises(TooLarge, match="20 MiB"):
        _open(many)


def test_not_an_epub() -> None:
    with pytest.raises(Unreadable, match="Office"):
        open_book(zipped({"word/document.xml": b"<x/>"}), "b.epub", None)
    with pytest.raises(Unreadable, match=r"container\.xml"):
        open_book(zipped({"a.txt": b"x"}), None, None)
    with pytest.raises(UnsupportedMedia, match="not EPUB"):
        open_book(b"Chapter 1\n\nOnce.", "b.epub", None)
    book = novel(1)
    book.replace["mimetype"] = b"application/zip"
    with pytest.raises(Unreadable, match="mimetype"):
        _open(book)
    book.replace["mimetype"] = None
    assert len(_open(book).sections) == 1


def test_entities_of_the_document_are_never_expanded() -> None:
    laughs = "".join(f'<!ENTITY l{i} "{f"&l{i - 1};" * 10 if i else "ha"}">' for i in range(10))
    book = Epub()
    source = f"<?xml version='1.0'?><!DOCTYPE html [{laughs}]><html><body><p>&l9;</p><p>one</p></body></html>"
    book.pages.append(("a.xhtml", source, True))
    assert _open(book).text == "&l9;\n\none"
    book.metadata = "<dc:title>&l9;</dc:title>"
    book.replace["OEBPS/book.opf"] = f"<!DOCTYPE x [{laughs}]>".encode() + book.members()["OEBPS/book.opf"][21:]
    with pytest.raises(Unreadable):
        _open(book)


def test_chinese_book() -> None:
    book = Epub(metadata="<dc:title>船</dc:title><dc:language>zh</dc:language>")
    for i, title in enumerate(["第一章 船", "第二章 山"]):
        body = "".join(f"<p>{p}</p>" for p in chinese(i).split("\n"))
        book.toc.append((title, book.add(f"<h2>{title}</h2>{body}"), 0))
    opened = _open(book)
    assert (_told(opened), opened.language, opened.title) == (["chapter: 船", "chapter: 山"], "zh", "船")


_GOOD = novel(3).zipped()


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, len(_GOOD) - 1), st.integers(0, 255)), max_size=12), st.integers(1, len(_GOOD))
)
def test_any_damage_gives_a_book_or_a_clear_error(changes: list[tuple[int, int]], length: int) -> None:
    data = bytearray(_GOOD)
    for place, value in changes:
        data[place] = value
    if not changes:
        data = data[:length]
    try:
        book = open_book(bytes(data), "b.epub", None)
    except FabulaError as error:
        message = error.message
    else:
        message = book.text
    assert message.strip()


_MARKUP = """<p> </p> <b> </b> <br/> <hr/> <li> <ol> </ol> <ruby> <rt> </ruby> <script> </script>
<!-- --> < > &amp; & word 船 <h1> </h1> <p/hidden> <![CDATA[ ]]> <pre> </pre> <td> <nav>"""
_PIECES = st.sampled_from([*_MARKUP.split(), " ", "\n", "<a id='x'/>"])


@settings(max_examples=300, deadline=None)
@given(st.lists(_PIECES, max_size=60))
def test_any_markup_gives_clean_paragraphs(pieces: list[str]) -> None:
    flow = Flow()
    flow.document("a", events("".join(pieces)))
    text, offsets = flow.text()
    assert all(p == p.strip() and p for p in flow.paragraphs)
    assert [text[a : a + len(p)] for a, p in zip(offsets, flow.paragraphs, strict=False)] == flow.paragraphs
