"""Headings made of a keyword and a number, and headings that are one word, in alphabetic scripts.

"CHAPTER I", "Chapter the First", "STAVE ONE: T", "Kapitel 3", "Prologue". Owns the keywords; knows nothing of other
lines. The one promise: prose that merely begins like a heading ("Chapter sixteen, this is ...") is not one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from fabula.books.numerals import any_number, roman, words
from fabula.books.titles import ends_like_prose, is_caps, is_title_case, tidy


@dataclass(frozen=True)
class WordForm:
    """What `latin_form` found; the fields mean what they mean in `forms.Form`."""

    family: str
    tier: str
    number: int | None
    label: str
    title: str | None
    strength: int = 2
    part: str | None = None


_FAMILIES = {
    "chapter": "chapter chap chapitre kapitel capítulo capitulo capitolo hoofdstuk глава розділ",
    "stave": "stave",
    "canto": "canto",
    "letter": "letter",
    "episode": "episode",
    "act": "act",
    "scene": "scene",
    "section": "section",
    "fit": "fit fytte",
    "adventure": "adventure",
    "tale": "tale story",
    "part": "part partie teil parte часть",
    "book": "book livre buch libro книга",
    "volume": "volume vol tome band tomo том",
}
_DIVISIONS = frozenset({"part", "book", "volume"})
_FAMILY = {word: family for family, words_ in _FAMILIES.items() for word in words_.split()}
_KEYWORD = "|".join(sorted(_FAMILY, key=len, reverse=True))
_NUMBERED = re.compile(rf"(?P<key>{_KEYWORD})(?P<gap>\.? *(?:n[o°º]\.? *|№ *|# *)?)(?P<rest>.*)$", re.IGNORECASE)
_SPACED = re.compile(r"(?P<key>C ?H ?A ?P ?T ?E ?R)(?P<gap>[ .:]+)(?P<rest>.*)$")
_ORDINAL_FIRST = re.compile(
    rf"(?:the +)?(?P<num>[a-zäöüßéèа-яё]+(?:-[a-z]+)?|[0-9]{{1,3}}(?:st|nd|rd|th|\.|-?я)?) +(?P<key>{_KEYWORD})[.:]?"
    r"(?P<rest>(?: *[:—–-].*)?)$",
    re.IGNORECASE,
)
_ARABIC = re.compile(r"[0-9]{1,4}(?![0-9A-Za-z])")
_ROMAN = re.compile(r"(?:[IVXLCDM]{1,9}|[ivxlcdm]{1,9}|[Ⅰ-ⅿ])(?![\w'’])")
_WORDS = re.compile(r"[^\W\d_]+(?:(?: +and +|[ -]+)[^\W\d_]+){0,4}")
_LETTERS_APART = re.compile(r"(?:[A-Za-z] ){2,20}[A-Za-z](?![A-Za-z])")
_SPECIAL_TIER: dict[str, str] = {
    word: tier
    for tier, words_ in {
        "prologue": ["prologue", "prolog", "prólogo"],
        "epilogue": ["epilogue", "epilog", "épilogue", "conclusion", "finale"],
        "extra": ["interlude", "intermezzo", "afterword", "appendix", "postscript", "coda"],
        "front": ["preface", "introduction", "introductory", "foreword", "dedication", "advertisement",
                  "author's note", "préface", "vorwort", "предисловие"],
        "contents": ["contents", "table of contents", "inhalt", "inhaltsverzeichnis", "содержание", "оглавление",
                     "table des matières", "índice"],
    }.items()
    for word in words_
}  # fmt: skip
_SPECIAL_LINE = re.compile(
    rf"(?:the +|an? +)?(?P<key>{'|'.join(sorted(_SPECIAL_TIER, key=len, reverse=True))})"
    r"(?: +(?P<num>[0-9]{1,3}|[IVXLC]{1,6}|[A-Z]))?(?P<rest>(?:[.:]| *[:—–-] *.*)?)$",
    re.IGNORECASE,
)


def latin_form(raw: str, text: str) -> WordForm | None:
    """The keyword heading a plain line is, or None. `raw` is the same line, character for character, as written."""
    found = None
    first = text[0]
    if first.isalpha() or first == "#":
        match = _NUMBERED.match(text) or _SPACED.match(text)
        if match is not None:
            found = _numbered(raw, match)
        found = found or _special(raw, text)
    if found is None and (first.isalnum()) and len(text) < 70:
        match = _ORDINAL_FIRST.match(text)
        if match is not None:
            found = _ordinal_first(raw, match)
    return found


def _numbered(raw: str, match: re.Match[str]) -> WordForm | None:
    key = match["key"].replace(" ", "").casefold()
    family = _FAMILY[key]
    rest, at = match["rest"], match.start("rest")
    if not match["gap"] and rest and not rest[0].isdigit():
        return None
    size, number = _number_length(rest)
    if not size:
        return None
    tail = rest[size:]
    cut = at + size
    if family in _DIVISIONS:
        nested = _nested(raw, tail, cut)
        if nested is not None:
            return nested
    verdict = _after_number(tail, raw[cut:], caps=is_caps(match["key"]))
    if verdict is None:
        return None
    strength, title = verdict
    if not match["key"][0].isupper():
        strength = 1
    tier = "division" if family in _DIVISIONS else "chapter"
    return WordForm(family, tier, number, tidy(raw[:cut]), title, strength)


def _nested(raw: str, tail: str, cut: int) -> WordForm | None:
    """`BOOK I, CHAPTER 3` on one line: a chapter that names its part."""
    lead = len(tail) - len(tail.lstrip(" .,:;—–-"))
    inner = _NUMBERED.match(tail[lead:])
    if inner is None or _FAMILY[inner["key"].casefold()] != "chapter":
        return None
    found = _numbered(raw[cut + lead :], inner)
    if found is None:
        return None
    return WordForm(found.family, found.tier, found.number, found.label, found.title, found.strength, tidy(raw[:cut]))


def _number_length(rest: str) -> tuple[int, int | None]:
    """How many characters of `rest` are its number, and which; (0, None) when it has none."""
    lead = 4 if rest[:4].casefold() == "the " else 0
    body = rest[lead:]
    match = _ARABIC.match(body)
    if match is not None:
        return lead + match.end(), int(match.group())
    match = _LETTERS_APART.match(body)
    if match is not None and (value := any_number(match.group().replace(" ", ""))) is not None:
        return lead + match.end(), value
    match = _ROMAN.match(body)
    if match is not None and (value := roman(match.group())) is not None:
        return lead + match.end(), value
    if lead and body[:4].casefold() == "last" and not body[4:5].isalpha():
        return lead + 4, None
    match = _WORDS.match(body)
    if match is None:
        return 0, None
    tokens = list(re.finditer(r"[^\W\d_]+", match.group()))
    for count in range(len(tokens), 0, -1):
        end = tokens[count - 1].end()
        value = words(body[:end])
        if value is not None:
            return lead + end, value
    return 0, None


def _after_number(tail: str, raw: str, *, caps: bool) -> tuple[int, str | None] | None:
    """(strength, title) of what follows the number, or None when it reads on as a sentence."""
    bare = tail.strip(" .:—–-)]|*_#")
    if not bare:
        return 2, None
    title = tidy(raw)
    if not title or len(title) > 110:
        return None
    sign = tail.lstrip(" ")[:1]
    if sign == ",":
        return (1, title) if title[0].isupper() and is_title_case(title) and not ends_like_prose(title) else None
    apart = sign in ":—–-|)]("
    if apart:
        return (1, title) if ends_like_prose(title) else (2, title)
    if sign == "." or tail.startswith("  "):
        fine = is_caps(title) or (is_title_case(title) and not title.endswith((",", ";")))
        if fine:
            return 2, title
        return (
            (1, title) if title[0].isupper() and len(title.split()) <= 14 and not title.endswith((",", ";")) else None
        )
    if not tail.startswith(" "):
        return (2, title) if ord(title[0]) > 0x2E80 else None
    if title[0].islower() or ends_like_prose(title):
        return None
    if ord(title[0]) > 0x2E80 or is_caps(title) or (is_title_case(title) and title[0].isupper()):
        return 2, title
    return (1, title) if caps and len(title.split()) <= 14 else None


def _special(raw: str, text: str) -> WordForm | None:
    match = _SPECIAL_LINE.match(text)
    if match is None:
        return None
    key = match["key"].casefold()
    cut = match.start("rest")
    title = tidy(raw[cut:])
    if not match["key"][0].isupper() or len(title) > 80 or (title and ends_like_prose(title)):
        return None
    number = any_number(match["num"]) if match["num"] else None
    tier = _SPECIAL_TIER[key]
    return WordForm(f"special-{tier}", tier, number, tidy(raw[:cut]), title or None)


def _ordinal_first(raw: str, match: re.Match[str]) -> WordForm | None:
    """`The First Book`, `1. Kapitel`, `Erstes Kapitel`: the number stands before the keyword."""
    key = match["key"].casefold()
    digits = re.match(r"[0-9]+", match["num"])
    number = int(digits.group()) if digits else words(match["num"])
    if number is None or (digits is None and not match["num"][0].isupper() and raw[:4].casefold() != "the "):
        return None
    if key in {"story", "tale", "letter", "act", "part", "scene", "section", "fit"} and not raw[:1].isupper():
        return None
    family = _FAMILY[key]
    cut = match.start("rest")
    title = tidy(raw[cut:])
    tier = "division" if family in _DIVISIONS else "chapter"
    return WordForm(family, tier, number, tidy(raw[:cut]), title or None, 2 if is_title_case(raw[:cut]) else 1)
