"""The parts of a name: titles, first name, surname, and when two of them can be the same person's.

Owns what can be told from the spelling alone. Knows nothing of the text a name stands in. Promise: pure functions.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from fabula.reading.words.english import FEMALE_TITLES, KIN_TITLES, MALE_TITLES, RANKED, TITLES
from fabula.reading.words.first_names import FEMALE_NAMES, MALE_NAMES, SHORT_FORMS

_FIRST_AFTER = KIN_TITLES | {"sir", "dame", "saint", "king", "queen", "prince", "princess", "brother", "sister"}
_MARRIED = frozenset({"mrs", "madame", "mme", "lady", "señora", "senora", "signora", "frau"})
_UNMARRIED = frozenset({"miss", "mademoiselle", "mlle", "señorita", "senorita", "signorina", "fräulein", "fraulein"})


@dataclass(frozen=True, slots=True)
class NameParts:
    """A name taken apart; all parts lower case, empty where missing. A lone word is in `single`."""

    titles: tuple[str, ...]
    first: str
    last: str
    single: str

    @property
    def title(self) -> str:
        """The leading title, or ""."""
        return self.titles[0] if self.titles else ""

    @property
    def married(self) -> bool:
        """Whether the title is a wife's."""
        return any(t in _MARRIED for t in self.titles)

    @property
    def unmarried(self) -> bool:
        """Whether the title is an unmarried woman's."""
        return any(t in _UNMARRIED for t in self.titles)

    @property
    def rank(self) -> str:
        """The title that sets this person apart from namesakes, or ""."""
        return next((t for t in self.titles if t in RANKED), "")


@lru_cache(maxsize=20_000)
def take_apart(name: str) -> NameParts:
    """Split a run's spelling ("Mr John Dale") into its parts."""
    words = name.lower().replace(".", "").split()
    titles: list[str] = []
    while words and words[0] in TITLES:
        titles.append(words.pop(0))
    if not words:
        return NameParts(tuple(titles), "", "", "")
    if len(words) == 1:
        if titles and titles[-1] in _FIRST_AFTER:
            return NameParts(tuple(titles), words[0], "", "")
        if titles and titles[-1] not in {"lady", "miss", "don", "lord", "master"}:
            return NameParts(tuple(titles), "", words[0], "")
        return NameParts(tuple(titles), "", "", words[0])
    return NameParts(tuple(titles), words[0], words[-1], "")


def title_gender(parts: NameParts) -> str:
    """m or f if the titles say so, else ""."""
    for title in parts.titles:
        if title in MALE_TITLES:
            return "m"
        if title in FEMALE_TITLES:
            return "f"
    return ""


def name_gender(first: str) -> str:
    """m or f if the first name is usually a man's or a woman's, else ""."""
    if first in MALE_NAMES:
        return "m"
    if first in FEMALE_NAMES:
        return "f"
    return ""


def ending_gender(first: str) -> str:
    """m or f if the ending of a first name suggests it, else ""."""
    if first.endswith("a"):
        return "f"
    return "m" if first.endswith(("o", "us")) else ""


def same_first(one: str, other: str) -> bool:
    """Whether two first names can be one person's: equal, an initial, a known or readable short form."""
    if one == other:
        return True
    short, full = sorted((one, other), key=lambda w: (len(w), w))
    if len(short) == 1:
        return full.startswith(short)
    if full in SHORT_FORMS.get(short, ()):
        return True
    for ending in ("ie", "y", "ey"):
        if short.endswith(ending):
            stem = short[: -len(ending)]
            stem = stem[:-1] if len(stem) > 2 and stem[-1] == stem[-2] else stem
            if len(stem) >= 3 and (full.startswith(stem) or (len(stem) > 3 and stem in full)):
                return True
            if len(stem) == 3 and stem[1:] in full and stem in full:
                return True
    return len(short) >= 3 and len(full) - len(short) >= 2 and full.startswith(short) and short[-1] not in "aeiou"


def shortened(one: str, other: str) -> bool:
    """Whether one first name may be a pet form of the other, if a surname is shared: initial and consonants agree."""
    short, full = sorted((one, other), key=lambda w: (len(w), w))
    if not 3 <= len(short) <= 4 or len(full) < len(short) + 2 or short[0] != full[0]:
        return False
    letters = iter(full)
    return all(letter in letters for letter in short if letter not in "aeiouy")
