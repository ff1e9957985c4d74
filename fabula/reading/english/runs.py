"""Capitalised runs: every stretch of the book that is spelt like a name, and what stands around it.

Owns finding and trimming the runs. Knows nothing of persons: "Monday", "Mr. Dale" and "London" are all runs here.
Promise: runs are in text order, inside paragraphs, at most six words long, and finding them is linear in the text.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

from fabula.reading.marks import Span
from fabula.reading.pace import Pace
from fabula.reading.pages import Pages
from fabula.reading.words import listed
from fabula.reading.words.english import DOTTED, RANKED, SOFT_TITLES, STOP, TITLES

_UPPER = "".join(re.escape(chr(c)) for c in range(0x41, 0x530) if chr(c).isupper())
_CAP = re.compile(rf"(?<![^\W_])(?<!['’])[{_UPPER}][^\W_]*(?:['’-][^\W_]+)*")
_LOWER = re.compile(r"(?<![\w'’])[^\W\d_A-Z][\w’'-]*")
_POSSESSIVE = re.compile(r"['’][sS]?$")
_ORPHAN_S = re.compile(r"['’](?:s\b)?|\ss(?=\s)")
_PARTICLES = frozenset({"de", "du", "la", "le", "van", "von", "der", "den", "di", "da", "del", "dos"})
_SKIP_BACK = " \n\t\"“”‘'’`«»„([_*"
_ROMAN = re.compile(r"[IVXLC]+")
_LONGEST = 6
_FRESH = listed("mr mrs miss ms sir lord lady monsieur madame mademoiselle dr captain colonel")
"""Titles that begin a new name even right behind another one."""


@dataclass(slots=True)
class Run:
    """One occurrence of a capitalised run. `name` is its spelling without dots; `initial` if it opens a sentence."""

    start: int
    end: int
    name: str
    quoted: bool
    initial: bool
    owns: bool
    vocative: bool = False
    subject: bool = False


@dataclass(slots=True)
class Runs:
    """All runs of a book, how often each word is seen in lower case, and in capitals inside a sentence."""

    found: list[Run] = field(default_factory=list)
    lower: Counter[str] = field(default_factory=Counter)
    inside: Counter[str] = field(default_factory=Counter)


@dataclass(slots=True)
class _Token:
    start: int
    end: int
    word: str
    initial: bool
    owns: bool


def find_runs(pages: Pages, spans: list[Span], pace: Pace) -> Runs:
    """Every capitalised run of the book, trimmed of words that merely begin a sentence."""
    runs = Runs()
    chains: list[list[_Token]] = []
    text = pages.text
    for start, end in zip(pages.starts, pages.ends, strict=True):
        pace.at(start)
        runs.lower.update(_LOWER.findall(text, start, end))
        tokens = _tokens(text, start, end)
        for token in tokens:
            if not token.initial:
                runs.inside[token.word.lower()] += 1
        chains.extend(_chains(text, tokens))
    quotes = iter(spans)
    quote = next(quotes, None)
    for chain in chains:
        for piece in _pieces(chain, runs):
            while quote is not None and quote.end <= piece[0].start:
                quote = next(quotes, None)
            quoted = quote is not None and quote.start <= piece[0].start
            name = " ".join(_spelt(token.word) for token in piece)
            runs.found.append(Run(piece[0].start, piece[-1].end, name, quoted, piece[0].initial, piece[-1].owns))
    return runs


def _tokens(text: str, start: int, end: int) -> list[_Token]:
    tokens: list[_Token] = []
    for match in _CAP.finditer(text, start, end):
        word = match.group()
        left, right = match.span()
        if word[0] == "I" and (len(word) == 1 or word[1] in "'’"):
            continue
        tail = _POSSESSIVE.search(word)
        owns = tail is not None
        if tail is not None:
            word = word[: tail.start()]
            right = left + len(word)
        elif _ORPHAN_S.match(text, right, min(end, right + 3)):
            owns = True
        tokens.append(_Token(left, right, word, opens_sentence(text, start, left), owns))
    return tokens


def opens_sentence(text: str, start: int, at: int) -> bool:
    """Whether a word at `at`, in a paragraph that begins at `start`, is the first of its sentence."""
    left = at - 1
    low = max(start, at - 12)
    while left >= low and text[left] in _SKIP_BACK:
        if text[left] in "\"“‘«„'`":
            return True
        left -= 1
    if left < start:
        return True
    char = text[left]
    if char == ".":
        word = left
        while word > start and text[word - 1].isalpha():
            word -= 1
        letters = text[word:left]
        return not (letters.lower() in DOTTED or len(letters) == 1)
    return char in "!?:;…-—–”"


def _chains(text: str, tokens: list[_Token]) -> list[list[_Token]]:
    chains: list[list[_Token]] = []
    for token in tokens:
        if chains and _joins(text, chains[-1], token):
            chains[-1].append(token)
        else:
            chains.append([token])
    return chains


def _joins(text: str, chain: list[_Token], token: _Token) -> bool:
    last = chain[-1]
    width = token.start - last.end
    if last.owns or width > 12 or len(chain) >= _LONGEST:
        return False
    gap = text[last.end : token.start]
    if gap == " ":
        return True
    if gap.isspace():
        return gap.count("\n") == 1
    if gap[0] == ".":
        lowered = last.word.lower()
        return gap[1:].strip() == "" and gap.count("\n") < 2 and (lowered in DOTTED or len(last.word) == 1)
    middle = gap.strip()
    return middle in _PARTICLES or (middle == "of" and len(chain) == 1 and last.word.lower() in RANKED)


def _pieces(chain: list[_Token], runs: Runs) -> list[list[_Token]]:
    """Split a chain at stop words and drop a sentence's first word if the book also writes it small."""
    pieces: list[list[_Token]] = []
    current: list[_Token] = []
    for token in chain:
        word = token.word.lower()
        titled = word in TITLES and word not in SOFT_TITLES
        if not titled and (word in STOP or word in SOFT_TITLES or (token.initial and _merely_initial(word, runs))):
            if current:
                pieces.append(current)
            current = []
            continue
        if titled and current and word in _FRESH and current[-1].word.lower() not in TITLES:
            pieces.append(current)
            current = []
        current.append(token)
    if current:
        pieces.append(current)
    for piece in pieces:
        while len(piece) > 1 and len(piece[-1].word) == 1 and piece[-2].word.lower() not in TITLES:
            piece.pop()
    return [piece for piece in pieces if any(len(t.word) > 1 for t in piece)]


def _merely_initial(word: str, runs: Runs) -> bool:
    return runs.lower[word] > 0 and runs.lower[word] >= runs.inside[word]


def _spelt(word: str) -> str:
    if (len(word) > 2 or word.lower() in TITLES) and word.isupper() and not _ROMAN.fullmatch(word):
        return "-".join(part.capitalize() for part in word.split("-"))
    return word
