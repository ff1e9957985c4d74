"""The two doors: a file or a paste becomes a book.

Decides what a file is from its name, its declared type and its first bytes, and says which of them is wrong when
they disagree. Knows nothing of what happens to the book afterwards. The one promise: a BookText or an error of
`fabula.errors` - never a crash, whatever the bytes.
"""

from __future__ import annotations

from fabula.books import limits
from fabula.books.book import BookText
from fabula.books.chapters import FAMILIES, split
from fabula.books.epub import open_epub
from fabula.books.language import language_of
from fabula.books.pdf import open_pdf
from fabula.books.titlepage import title_page
from fabula.books.txt import read_paste, read_txt, what_it_is
from fabula.errors import Invalid, TooLarge, Unreadable, UnsupportedMedia

HEADING_CHOICES: tuple[str, ...] = ("auto", "none", *FAMILIES)
"""What `headings=` accepts: detect, do not split, or insist on one family."""

_EXTENSIONS = {"txt": "txt", "text": "txt", "md": "txt", "epub": "epub", "pdf": "pdf"}
_TYPES = {
    "text/plain": "txt", "text/markdown": "txt", "application/epub+zip": "epub", "application/pdf": "pdf",
    "application/x-pdf": "pdf",
}  # fmt: skip
_NAMES = {"txt": "plain text", "epub": "EPUB", "pdf": "PDF"}


def open_book(
    data: bytes,
    filename: str | None,
    media_type: str | None,
    *,
    encoding: str | None = None,
    headings: str = "auto",
) -> BookText:
    """Open an uploaded file (service specification, section 5.1).

    The extension decides, else the declared media type, else the first bytes. `encoding` overrides detection for
    plain text; `headings` is one of HEADING_CHOICES. Raises TooLarge, UnsupportedMedia, Unreadable or Invalid.
    """
    if headings not in HEADING_CHOICES:
        raise Invalid(f"Unknown heading choice {headings[:40]!r}. Choose one of: {', '.join(HEADING_CHOICES)}.")
    kind = kind_of(data, filename, media_type)
    limit = {"txt": limits.TXT_BYTES, "epub": limits.EPUB_BYTES, "pdf": limits.PDF_BYTES}[kind]
    if len(data) > limit:
        raise TooLarge(
            f"The {_NAMES[kind]} file is larger than {limit // limits.MIB} MiB. Split it, or remove its pictures."
        )
    if not data:
        raise Unreadable("The file is empty. Choose the file that holds the book.")
    if kind == "txt":
        return _open_txt(data, encoding, headings)
    return open_epub(data, headings) if kind == "epub" else open_pdf(data, headings)


def open_paste(text: str, *, headings: str = "auto") -> BookText:
    """Open pasted text of at most 5 MiB of UTF-8. Raises TooLarge or Invalid."""
    if headings not in HEADING_CHOICES:
        raise Invalid(f"Unknown heading choice {headings[:40]!r}. Choose one of: {', '.join(HEADING_CHOICES)}.")
    clean, notes = read_paste(text, limits.PASTE_BYTES)
    sections, more = split(clean, headings)
    return BookText(clean, tuple(sections), None, None, None, language_of(clean), None, (*notes, *more), "paste")


def kind_of(data: bytes, filename: str | None, media_type: str | None) -> str:
    """ "txt", "epub" or "pdf", cross-checked against the first bytes. Raises UnsupportedMedia with what is wrong."""
    actual = "pdf" if b"%PDF-" in data[:1024] else "epub" if data[:4] in {b"PK\x03\x04", b"PK\x05\x06"} else None
    claimed, how = _claim(filename, media_type)
    if claimed is None:
        if actual is None:
            raise UnsupportedMedia(
                "The kind of this file is unknown. Send a TXT, EPUB or PDF file under its usual name."
            )
        return actual
    if actual == claimed or not data:
        return claimed
    if claimed == "txt":
        if actual == "pdf" and not data.startswith(b"%PDF-"):
            return claimed
        if actual is not None:
            raise UnsupportedMedia(
                f"The {how} says plain text, but the content is {what_it_is(data) or _NAMES[actual]}. "
                f"Rename it to .{actual} if it is a book, or choose the text file."
            )
        return claimed
    found = _NAMES[actual] if actual else what_it_is(data) or "something else"
    raise UnsupportedMedia(
        f"The {how} says {_NAMES[claimed]}, but the content is {found}, not {_NAMES[claimed]}. "
        "Correct the file name, or export the book again."
    )


def _claim(filename: str | None, media_type: str | None) -> tuple[str | None, str]:
    """What the name or the declared type says the file is, and which of them said it."""
    name = (filename or "").replace("\\", "/").rsplit("/", 1)[-1]
    if "." in name.strip("."):
        extension = name.rsplit(".", 1)[1].strip().lower()
        if extension not in _EXTENSIONS:
            raise UnsupportedMedia(f"Files of type .{extension[:20]} cannot be read. Send a TXT, EPUB or PDF file.")
        return _EXTENSIONS[extension], "file name"
    declared = (media_type or "").split(";")[0].strip().lower()
    if declared in {"", "application/octet-stream", "binary/octet-stream"}:
        return None, ""
    if declared not in _TYPES:
        raise UnsupportedMedia(f"Files of type {declared[:60]} cannot be read. Send a TXT, EPUB or PDF file.")
    return _TYPES[declared], "declared type"


def _open_txt(data: bytes, encoding: str | None, headings: str) -> BookText:
    text, name, notes = read_txt(data, encoding, limits.TXT_BYTES)
    if not text.strip():
        raise Unreadable("The file holds no readable text.")
    sections, more = split(text, headings)
    title, author = title_page(text, sections)
    return BookText(text, tuple(sections), name, title, author, language_of(text), None, (*notes, *more), "txt")
