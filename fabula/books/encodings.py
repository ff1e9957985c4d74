"""Which encoding a plain-text file is in, decided once over the whole file with strict decoders.

Order: byte order mark (UTF-32 before UTF-16), NULs that betray UTF-16, strict UTF-8, then every other candidate
that decodes the whole file without an error, ranked by how much the result looks like prose. The one promise: bytes
that fit nothing are refused, never replaced.
"""

from __future__ import annotations

import codecs
from dataclasses import dataclass

from fabula.books.plausible import plausibility
from fabula.errors import Invalid, Unreadable

# Name -> Python codecs tried in order: the plain one, then the one with vendors' additional characters.
_LADDER: dict[str, tuple[str, ...]] = {
    "gb18030": ("gb18030",),
    "big5": ("cp950", "big5hkscs"),
    "cp932": ("cp932", "shift_jis_2004"),
    "euc_jp": ("euc_jp", "euc_jis_2004"),
    "cp949": ("cp949",),
    "cp1252": ("cp1252",),
    "cp1251": ("cp1251",),
    "utf-16-le": ("utf-16-le",),
    "utf-16-be": ("utf-16-be",),
}
_OTHERS = (
    "utf-8", "utf-32-le", "utf-32-be", "cp1250", "cp1253", "cp1254", "cp1255", "cp1256", "cp1257", "cp1258", "cp866",
    "koi8_r", "koi8_u", "iso8859_1", "iso8859_2", "iso8859_5", "iso8859_7", "iso8859_15", "mac_roman", "iso2022_jp",
    "johab", "tis_620",
)  # fmt: skip
_ALIASES = {
    "gbk": "gb18030", "gb2312": "gb18030", "hz": "gb18030", "shift_jis": "cp932", "big5hkscs": "big5",
    "cp950": "big5", "euc_kr": "cp949", "ascii": "utf-8", "utf-8-sig": "utf-8", "tis-620": "tis_620",
}  # fmt: skip
ENCODINGS: tuple[str, ...] = (*sorted({*_LADDER, *_OTHERS}),)
"""Every name `encoding=` accepts; usual aliases (gbk, shift_jis, latin-1, windows-1252 ...) are understood too."""

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_CONTROLS = bytes(b for b in range(32) if b not in b"\t\n\r\f")
_ENOUGH = 0.35
_CLEAR = 0.5


@dataclass(frozen=True)
class Decoded:
    """A whole file decoded: its text without byte order mark, the encoding's name, and why it was chosen."""

    text: str
    encoding: str
    reason: str
    sure: bool


def canonical(name: str) -> str:
    """The name in `ENCODINGS` for a name a person or a document may write. Raises Invalid for unknown ones."""
    wanted = name.strip().casefold()
    if wanted not in ENCODINGS:
        try:
            wanted = codecs.lookup(wanted).name.replace("-", "_") if wanted else ""
        except LookupError:
            wanted = ""
        wanted = {"utf_8": "utf-8", "utf_8_sig": "utf-8"}.get(wanted, wanted)
        wanted = wanted.replace("utf_16_", "utf-16-").replace("utf_32_", "utf-32-")
        wanted = _ALIASES.get(wanted, wanted)
    if wanted not in ENCODINGS:
        raise Invalid(f"Unknown encoding {name[:40]!r}. Choose one of: {', '.join(ENCODINGS)}.")
    return wanted


def decode_as(data: bytes, name: str) -> str | None:
    """The whole of `data` in one named encoding, strictly; None when any byte does not fit."""
    for codec in _LADDER.get(name, (name,)):
        try:
            return data.decode(codec)
        except (UnicodeDecodeError, UnicodeError):
            continue
    return None


def decide(data: bytes, encoding: str | None = None) -> Decoded:
    """Decode a whole file. `encoding` overrides every guess. Raises Invalid (unknown name) or Unreadable."""
    if encoding is not None:
        return _chosen(data, canonical(encoding))
    for bom, name in _BOMS:
        if data.startswith(bom) and not (name == "utf-32-le" and decode_as(data[4:], name) is None):
            return _marked(data[len(bom) :], name)
    utf8 = None if _looks_wide(data) else decode_as(data, "utf-8")
    if utf8 is not None and not _full_of_controls(data):
        return Decoded(utf8, "utf-8", "the whole file is valid UTF-8", True)
    if utf8 is None and _cut_off(data):
        raise Unreadable(_why_not(data))
    ranked = _ranked(data)
    if utf8 is not None and not (ranked and ranked[0][0] >= _ENOUGH and ranked[0][1].startswith("utf-16")):
        return Decoded(utf8, "utf-8", "the whole file is valid UTF-8", True)
    if not ranked or ranked[0][0] < _ENOUGH:
        raise Unreadable(_why_not(data), code="parse_error")
    score, name, text = ranked[0]
    if len(ranked) > 1 and score - ranked[1][0] < _CLEAR:
        reason = (
            f"read as {name}, the likeliest guess, but {ranked[1][1]} also fits; choose the encoding if it looks wrong"
        )
        return Decoded(text, name, reason, False)
    return Decoded(text, name, f"the whole file decodes as {name} and reads like prose", True)


def candidates(data: bytes) -> list[tuple[str, str]]:
    """The plausible encodings, best first, each with the same telling line of the file as it reads under it."""
    rows: list[tuple[float, str, str]] = []
    for bom, name in _BOMS:
        if data.startswith(bom) and (marked := decode_as(data[len(bom) :], name)) is not None:
            rows.append((9.0, name, marked))
            break
    utf8 = decode_as(data, "utf-8")
    if utf8 is not None and not rows:
        rows.append((-1.0 if _full_of_controls(data) else 5.0, "utf-8", utf8))
    rows += _ranked(data)
    rows.sort(key=lambda row: -row[0])
    kept = [row for i, row in enumerate(rows) if i == 0 or row[0] > 0.0][:6]
    if not kept:
        return []
    return [(name, _telling_line(text, kept[0][2])) for _, name, text in kept]


def _chosen(data: bytes, name: str) -> Decoded:
    for bom, marked in _BOMS:
        if marked == name and data.startswith(bom):
            data = data[len(bom) :]
            break
    text = decode_as(data, name)
    if text is None:
        raise Unreadable(
            f"The file is not in {name}: some bytes do not fit. Choose another encoding, or none to detect it."
        )
    return Decoded(text, name, f"read as {name}, as chosen", True)


def _marked(data: bytes, name: str) -> Decoded:
    text = decode_as(data, name)
    if text is None:
        raise Unreadable(
            f"The file begins with a {name.upper()} byte order mark but the rest is not valid {name.upper()}; "
            "it is damaged or cut off. Save it again as UTF-8."
        )
    return Decoded(text, name, f"byte order mark of {name.upper()}", True)


def _looks_wide(data: bytes) -> bool:
    """NULs at every other place: UTF-16 of a Latin text, which is also valid UTF-8 of nonsense."""
    head = data[:200_000]
    if len(data) % 2 or head.count(0) < 0.2 * len(head):
        return False
    even, odd = head[0::2].count(0), head[1::2].count(0)
    return max(even, odd) > 8 * min(even, odd)


def _cut_off(data: bytes) -> bool:
    """UTF-8 whose only fault is that the last character is incomplete."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        tail = len(data) - error.start
        wide = not data[: error.start].isascii()
        return error.reason == "unexpected end of data" and (tail >= 2 or wide)
    return False


def _full_of_controls(data: bytes) -> bool:
    """Control bytes in number: UTF-16 of Cyrillic or Greek is all small bytes, and valid UTF-8 of nonsense."""
    head = data[:200_000]
    return len(head.translate(None, _CONTROLS)) < 0.9 * len(head)


def _ranked(data: bytes) -> list[tuple[float, str, str]]:
    """Every candidate that fits the whole file, most plausible first; the order of the ladder breaks ties."""
    found: list[tuple[float, str, str]] = []
    for name in _LADDER:
        if name.startswith("utf-16") and len(data) % 2:
            continue
        text = decode_as(data, name)
        if text is not None:
            found.append((plausibility(text), name, text))
    return sorted(found, key=lambda row: -row[0])


def _why_not(data: bytes) -> str:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        if error.start > 0.5 * len(data):
            cut = " (its end is cut off)" if error.end >= len(data) - 1 else ""
            return (
                f"The file is UTF-8 up to byte {error.start} and damaged there{cut}. "
                "Save it again as UTF-8, or choose its encoding."
            )
    return (
        "The encoding of this file is unknown: it is not UTF-8, UTF-16, GB18030, Big5, Shift_JIS, EUC-JP, EUC-KR, "
        "Windows-1252 or Windows-1251 text. Save it as UTF-8, or choose its encoding."
    )


def _telling_line(text: str, best: str) -> str:
    """The line, counted in the best reading, with the most characters beyond ASCII among the first few hundred."""
    head = best[:40_000].split("\n")[:400]
    wanted = max(range(len(head)), key=lambda i: (min(60, sum(c > "\x7f" for c in head[i])), -i))
    lines = text[:160_000].split("\n")
    return lines[min(wanted, len(lines) - 1)].strip()[:120]
