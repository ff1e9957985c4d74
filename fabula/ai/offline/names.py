"""Who is named in a text, by the names that are unlocked.

Owns the matching of names: longest first, exact in the book's text, forgiving in what a reader types. It knows nothing
of what is said about anybody. Promise: a name whose first chapter is still locked matches nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from fabula.ai.offline.book import Name
from fabula.ai.offline.sentences import CJK
from fabula.ai.offline.vocabulary import word_set

_TOKEN = re.compile(r"[^\W_]+(?:['’](?!s\b)[^\W_]+)?")
TITLES = word_set(
    "mr mrs miss ms mister master sir lady lord dr doctor madame mme mademoiselle monsieur captain colonel general "
    "aunt uncle king queen prince princess duke duchess professor inspector reverend father mother sister brother "
    "old young little poor dear the a an my of de la von van"
)
_FEMALE = word_set("mrs miss lady madame mme mademoiselle aunt queen princess duchess mother sister ms")
_MALE = word_set("mr sir lord monsieur uncle king prince duke father brother mister master")


@dataclass(frozen=True)
class Mention:
    """A name at `start:end` of a text; `character` is an id."""

    start: int
    end: int
    character: str


def _key(word: str) -> str:
    return word.lower().replace("’", "'")


class Names:
    """The names unlocked at one point of the book."""

    def __init__(self, names: Iterable[Name], through: int) -> None:
        unlocked = sorted(
            (n for n in names if n.first_chapter <= through and n.text.strip()),
            key=lambda n: (-len(n.text), n.text, n.character),
        )
        self.known = tuple(unlocked)
        self._exact: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        self._loose: dict[str, list[tuple[tuple[str, ...], str, bool]]] = {}
        self._chinese: list[tuple[str, str]] = []
        for name in unlocked:
            if CJK.search(name.text):
                if len(name.text) > 1:
                    self._chinese.append((name.text, name.character))
                continue
            written = tuple(_TOKEN.findall(name.text))
            if not written or len(written) > 8:
                continue
            if len(written) > 1 and written[0] in ("The", "the") and written[1][0].isupper():
                written = written[1:]
            self._exact.setdefault(written[0], []).append((written, name.character))
            self._add_loose(tuple(map(_key, written)), name.character, written[0][0].isupper())
        self._add_parts(unlocked)

    def _add_loose(self, words: tuple[str, ...], character: str, capital: bool) -> None:
        if words[0] in ("the", "a", "an", "my") and len(words) > 1:
            words = words[1:]
        entries = self._loose.setdefault(words[0], [])
        if all(entry[0] != words for entry in entries):
            entries.append((words, character, capital and len(words) == 1))

    def _add_parts(self, unlocked: Iterable[Name]) -> None:
        """First and last names that belong to one character alone may stand for it in what a reader types."""
        owners: dict[str, set[str]] = {}
        for name in unlocked:
            words = [_key(w) for w in _TOKEN.findall(name.text)]
            if CJK.search(name.text) or len(words) < 2 or not name.text[:1].isupper():
                continue
            for word in (words[0], words[-1]):
                if word not in TITLES and len(word) > 2:
                    owners.setdefault(word, set()).add(name.character)
        for word, characters in sorted(owners.items()):
            if len(characters) == 1:
                self._add_loose((word,), next(iter(characters)), True)

    def in_text(self, text: str, offset: int = 0) -> list[Mention]:
        """Names in a text of the book, exactly as written; longest first, none overlapping, by position."""
        found: list[Mention] = []
        if self._exact:
            hits = [(m.group(), m.start(), m.end()) for m in _TOKEN.finditer(text)]
            i = 0
            while i < len(hits):
                best = 0
                for words, character in self._exact.get(hits[i][0], ()):
                    size = len(words)
                    if size > best and tuple(h[0] for h in hits[i : i + size]) == words:
                        best = size
                        mention = Mention(hits[i][1] + offset, hits[i + size - 1][2] + offset, character)
                if best:
                    found.append(mention)
                i += max(best, 1)
        found.extend(self._chinese_in(text, offset))
        return sorted(found, key=lambda m: m.start)

    def _chinese_in(self, text: str, offset: int) -> list[Mention]:
        found: list[Mention] = []
        taken: set[int] = set()
        for name, character in self._chinese:
            at = text.find(name)
            while at >= 0:
                cells = range(at, at + len(name))
                if taken.isdisjoint(cells):
                    taken.update(cells)
                    found.append(Mention(at + offset, at + len(name) + offset, character))
                at = text.find(name, at + len(name))
        return found

    def in_message(self, message: str, common: frozenset[str]) -> list[Mention]:
        """Names in what a reader typed: capitals, dots and articles are forgiven.

        A single word in `common` (a noun the book also writes small) is a name only with a capital.
        """
        found: list[Mention] = []
        hits = [(m.group(), m.start(), m.end()) for m in _TOKEN.finditer(message)]
        keys = [_key(h[0]) for h in hits]
        i = 0
        while i < len(hits):
            best: tuple[int, str] | None = None
            for words, character, _ in self._loose.get(keys[i], ()):
                size = len(words)
                if (best is None or size > best[0]) and tuple(keys[i : i + size]) == words:
                    if size == 1 and (words[0] in common or words[0] in TITLES) and not hits[i][0][0].isupper():
                        continue
                    best = (size, character)
            if best is None:
                i += 1
                continue
            found.append(Mention(hits[i][1], hits[i + best[0] - 1][2], best[1]))
            i += best[0]
        found.extend(self._chinese_in(message, 0))
        return sorted(found, key=lambda m: m.start)

    def single_words(self) -> frozenset[str]:
        """The one-word names, in small letters."""
        return frozenset(w[0] for entries in self._loose.values() for w, _, _ in entries if len(w) == 1)


def genders(names: Iterable[Name], given: Mapping[str, str]) -> dict[str, str]:
    """Gender by character: as given, else by the titles among its names; unknown ones are left out."""
    votes: dict[str, Counter[str]] = {}
    for name in names:
        first = _key(name.text.split()[0].rstrip(".")) if name.text.split() else ""
        if first in _FEMALE:
            votes.setdefault(name.character, Counter())["female"] += 1
        elif first in _MALE:
            votes.setdefault(name.character, Counter())["male"] += 1
    found = {c: v.most_common(1)[0][0] for c, v in votes.items() if len(v) == 1}
    found.update({c: g for c, g in given.items() if g in ("female", "male")})
    return found
