"""Plain text: bytes to a normalised string, and what is wrong with bytes that are not text at all.

Owns the newline rule and the refusal of disguised binaries; knows nothing of chapters. The one promise: apart from
line ends, a byte order mark and NULs the text is exactly what the file says.
"""

from __future__ import annotations

import re

from fabula.books.encodings import decide
from fabula.errors import Invalid, TooLarge, Unreadable, UnsupportedMedia

_MAGIC: tuple[tuple[bytes, str], ...] = (
    (b"PK\x03\x04", "a ZIP archive (perhaps an EPUB or DOCX)"),
    (b"PK\x05\x06", "an empty ZIP archive"),
    (b"%PDF-", "a PDF document"),
    (b"\x7fELF", "a program"),
    (b"MZ\x90", "a program"),
    (b"\xcf\xfa\xed\xfe", "a program"),
    (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"RIFF", "a media file"),
    (b"OggS", "a sound file"),
    (b"ID3", "a sound file"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"BZh", "a bzip2 archive"),
    (b"\xfd7zXZ\x00", "an xz archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive"),
    (b"Rar!\x1a\x07", "a RAR archive"),
    (b"\xd0\xcf\x11\xe0", "an old Word or Office document"),
    (b"SQLite format 3\x00", "a database"),
    (b"{\\rtf", "an RTF document"),
    (b"\x00asm", "a program"),
)
_CONTROL = re.compile("[\x01-\x08\x0b\x0e-\x1f\x7f\ufffe\uffff]")
_DAMAGE = re.compile("\ufffd|锟斤拷|烫烫烫|屯屯屯")
_DOUBLED = re.compile("Ã[©¨ª«¢¤¶¼Ÿ®´±]|â€[œ™˜”“¦]|鈥[斺滃]")
_SURROGATE = re.compile("[\ud800-\udfff]")


def what_it_is(data: bytes) -> str | None:
    """In words, the kind of file the first bytes prove, or None when they prove nothing."""
    for magic, name in _MAGIC:
        if data.startswith(magic):
            return name
    return None


def normalise(text: str) -> str:
    """CRLF and CR become LF; NULs and a leading byte order mark go. Nothing else changes."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "\x00" in text:
        text = text.replace("\x00", "")
    return text.removeprefix("\ufeff")


def damage_notes(text: str) -> list[str]:
    """Sentences about traces of earlier wrong conversions: they cannot be undone, but a reader should know."""
    notes: list[str] = []
    lost = len(_DAMAGE.findall(text))
    if lost:
        notes.append(
            f"The text holds {lost} traces of characters lost in an earlier conversion (such as \ufffd or 锟斤拷). "
            "They cannot be recovered; look for a better copy."
        )
    doubled = len(_DOUBLED.findall(text))
    if doubled > 3:
        notes.append(f"About {doubled} letters look decoded twice (such as Ã© for é); a better copy would read better.")
    return notes


def read_txt(data: bytes, encoding: str | None, limit: int) -> tuple[str, str, list[str]]:
    """(text, encoding, notes) of a plain-text file of at most `limit` bytes.

    Raises TooLarge, UnsupportedMedia for a disguised binary, Unreadable for bytes in no known encoding or no text.
    """
    if len(data) > limit:
        raise TooLarge(f"The text file is larger than {limit // 1048576} MiB. Split it and import the parts.")
    kind = what_it_is(data)
    if kind is not None and encoding is None:
        raise UnsupportedMedia(
            f"This is not a plain text file but {kind}. Send it under its own file name, or as text."
        )
    if not data.strip(b"\x00 \t\r\n\xef\xbb\xbf\xff\xfe"):
        raise Unreadable("The file holds no readable text.")
    decoded = decide(data, encoding)
    _refuse_binary(decoded.text)
    text = normalise(decoded.text)
    notes: list[str] = []
    if decoded.encoding != "utf-8" or not decoded.sure:
        notes.append(f"Encoding: {decoded.reason}.")
    if len(decoded.text) - len(decoded.text.replace("\x00", "")):
        notes.append("NUL characters were removed.")
    return text, decoded.encoding, notes + damage_notes(text)


def read_paste(text: str, limit: int) -> tuple[str, list[str]]:
    """(text, notes) of pasted text of at most `limit` bytes of UTF-8. Raises Invalid or TooLarge."""
    if len(text) > limit:
        raise TooLarge(f"The text is larger than {limit // 1048576} MiB. Paste less, or upload it as a file.")
    if _SURROGATE.search(text):
        raise Invalid(
            "The text holds half of a surrogate pair, which is not a character. Copy it again from its source."
        )
    if len(text.encode("utf-8")) > limit:
        raise TooLarge(f"The text is larger than {limit // 1048576} MiB. Paste less, or upload it as a file.")
    clean = normalise(text)
    if not clean.strip():
        raise Invalid("There is no text to read. Paste the story first.")
    return clean, damage_notes(clean)


def _refuse_binary(text: str) -> None:
    """Control characters in number mean data, whatever the decoder said."""
    controls = len(_CONTROL.findall(text))
    nuls = text.count("\x00")
    if controls > max(8, 0.01 * len(text)) or nuls > max(64, 0.1 * len(text)):
        raise Unreadable(
            "This is not readable text: it is full of control characters. Send the book as text, EPUB or PDF."
        )
