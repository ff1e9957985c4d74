"""XHTML and tag soup as a stream of events, in linear time and without a tree.

A tree of hostile markup can be far larger than its source; a stream cannot. Owns character sets and tokens of
markup; knows nothing of what elements mean. The one promise: every byte is looked at a bounded number of times, and
nothing outside the document is ever fetched or expanded.
"""

from __future__ import annotations

import codecs
import html
import re
from collections.abc import Iterator
from dataclasses import dataclass

from fabula.books.encodings import canonical, decide, decode_as
from fabula.books.limits import EPUB_TOKENS
from fabula.errors import Invalid, TooLarge

_TAG = re.compile(r"""<(/?)([A-Za-z][^\s/<>"']{0,63})((?:[^<>"']++|"[^"<]*+"|'[^'<]*+')*+)>""")
_ATTRIBUTE = re.compile(r"""([^\s=/"'<>]{1,64})\s*+(?:=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s"'<>]++)))?""")
_XML_CHARSET = re.compile(rb"""<\?xml[^>]{0,200}?encoding\s*=\s*["']([A-Za-z0-9._:-]{1,40})["']""")
_META_CHARSET = re.compile(rb"""<meta[^>]{0,200}?charset\s*=\s*["']?\s*([A-Za-z0-9._:-]{1,40})""", re.IGNORECASE)
_RAW = frozenset({"script", "style", "textarea", "xmp", "iframe", "noembed", "noframes"})
_VOID_NAMES = "area base br col embed hr img input link meta param source track wbr"
_VOID = frozenset(_VOID_NAMES.split())
_ATTRIBUTES = 24
# What the web reads under these names (a document that says latin-1 is Windows-1252).
_WEB_NAMES = {"iso-8859-1": "cp1252", "latin1": "cp1252", "latin-1": "cp1252", "us-ascii": "utf-8", "x-sjis": "cp932"}


@dataclass(frozen=True)
class Event:
    """One token: kind is "start", "end" or "text"; `value` is the tag in small letters, or the text itself."""

    kind: str
    value: str
    attributes: dict[str, str]


_NONE: dict[str, str] = {}


def decode_markup(data: bytes) -> tuple[str, str | None]:
    """(text, complaint). Order: byte order mark, XML declaration, meta charset, UTF-8, then detection.

    A declared charset that does not fit is overruled, and the complaint says so. Raises Unreadable when nothing fits.
    """
    for bom, name in (
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
    ):
        if data.startswith(bom):
            text = decode_as(data[len(bom) :], name)
            if text is not None:
                return text, None
    for start, name in ((b"<\x00", "utf-16-le"), (b"\x00<", "utf-16-be")):
        if data.startswith(start) and (text := decode_as(data, name)) is not None:
            return text, None
    declared = _declared(data)
    for known in (declared, "utf-8"):
        text = decode_as(data, known) if known is not None else None
        if text is not None:
            wrong = declared is not None and known != declared
            return text, f"declares {declared} but is {known}" if wrong else None
    decoded = decide(data)
    return decoded.text, f"declares {declared or 'UTF-8'} but reads as {decoded.encoding}"


def _declared(data: bytes) -> str | None:
    match = _XML_CHARSET.match(data[:400].lstrip()) or _META_CHARSET.search(data[:4096])
    if match is None:
        return None
    name = match[1].decode("ascii").lower()
    try:
        known = canonical(_WEB_NAMES.get(name, name))
    except Invalid:
        return None
    return None if known.startswith("utf-16") else known


def events(text: str) -> Iterator[Event]:
    """The tokens of a document in order. A self-closing tag and a void element end at once."""
    position, size = 0, len(text)
    missing: set[str] = set()
    tokens = 0
    while position < size:
        tokens += 1
        if tokens > EPUB_TOKENS:
            raise TooLarge("A document of the book is all markup. Export the book again from its source.")
        angle = text.find("<", position)
        if angle < 0:
            yield Event("text", unescape(text[position:]), _NONE)
            return
        if angle > position:
            yield Event("text", unescape(text[position:angle]), _NONE)
        match = _TAG.match(text, angle)
        if match is None:
            position, literal = _skip(text, angle, missing)
            if literal:
                yield Event("text", literal, _NONE)
            continue
        position = match.end()
        tag = match[2].lower().rpartition(":")[2]
        if match[1]:
            yield Event("end", tag, _NONE)
            continue
        yield Event("start", tag, _attributes(match[3]))
        if match[3].rstrip().endswith("/") or tag in _VOID:
            yield Event("end", tag, _NONE)
        elif tag in _RAW:
            close = _find(text, f"</{tag}", position, missing)
            position = size if close < 0 else close


def _find(text: str, wanted: str, start: int, missing: set[str]) -> int:
    """`str.find` that remembers what is not there any more, so that a thousand misses cost one."""
    if wanted in missing:
        return -1
    found = text.find(wanted, start)
    if found < 0:
        missing.add(wanted)
    return found


def _skip(text: str, angle: int, missing: set[str]) -> tuple[int, str]:
    """Step over a comment, declaration, instruction or CDATA section; a stray bracket is text."""
    for opening, closing in (("<!--", "-->"), ("<?", ">")):
        if text.startswith(opening, angle):
            end = _find(text, closing, angle + len(opening), missing)
            return (len(text), "") if end < 0 else (end + len(closing), "")
    if text.startswith("<![CDATA[", angle):
        end = _find(text, "]]>", angle, missing)
        return (len(text), text[angle + 9 :]) if end < 0 else (end + 3, text[angle + 9 : end])
    if text.startswith("<!", angle):
        end = _find(text, ">", angle, missing)
        bracket = text.find("[", angle, end) if end >= 0 else -1
        if bracket >= 0:
            subset = _find(text, "]>", bracket, missing)
            end = subset + 1 if subset >= 0 else end
        return (len(text), "") if end < 0 else (end + 1, "")
    return angle + 1, "<"


def _attributes(source: str) -> dict[str, str]:
    if "=" not in source and not source.strip(" \t\r\n/"):
        return _NONE
    found: dict[str, str] = {}
    for match in _ATTRIBUTE.finditer(source):
        value = match[2] if match[2] is not None else match[3] if match[3] is not None else match[4]
        found.setdefault(match[1].lower(), unescape(value or "")[:2000])
        if len(found) >= _ATTRIBUTES:
            break
    return found


def unescape(text: str) -> str:
    """Character references of HTML; unknown entities stay as written, and none is ever defined by the document."""
    return html.unescape(text) if "&" in text else text
