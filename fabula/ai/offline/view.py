"""The book as a reader knows it who has unlocked it up to one chapter.

Owns the rarity of terms, the index over narration and the unlocked names. It is built from unlocked chapters alone,
which is what keeps later ones out of every score. Promise: two books that agree up to this chapter give equal views.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence

from fabula.ai.offline.book import Name
from fabula.ai.offline.chapter import Line, ReadChapter, Told
from fabula.ai.offline.lexicon_en import STOP
from fabula.ai.offline.names import Names, genders
from fabula.ai.offline.terms import kindred

K1 = 1.2
B = 0.6
KIN_WEIGHT = 0.6
CHARACTER_WEIGHT = 0.4
_CLASSICAL = "之乎者也曰吾汝矣"
_MODERN = "的了我你他她是在着"


class View:
    """What is known of the book through chapter `through`."""

    def __init__(
        self,
        chapters: Sequence[ReadChapter],
        names: Sequence[Name],
        through: int,
        display: Mapping[str, str],
        given_genders: Mapping[str, str],
    ) -> None:
        self.through = through
        self.chapters = {c.number: c for c in chapters}
        self.names = Names(names, through)
        self.genders = genders(self.names.known, given_genders)
        self._display = display
        self._df: Counter[str] = Counter()
        for chapter in chapters:
            self._df.update(chapter.df)
        self.told: list[Told] = [t for c in chapters for t in c.told]
        self._documents = len(self.told) + sum(len(c.lines) for c in chapters)
        self._lengths = [max(len(t.terms), 1) for t in self.told]
        self._mean = sum(self._lengths) / len(self._lengths) if self._lengths else 1.0
        self._postings: dict[str, list[tuple[int, int]]] = {}
        for at, sentence in enumerate(self.told):
            for term, count in Counter(sentence.terms).items():
                self._postings.setdefault(term, []).append((at, count))
        self.common = self._common_words(chapters)
        self.classical = self._register(chapters)

    def _common_words(self, chapters: Sequence[ReadChapter]) -> frozenset[str]:
        """One-word names that the text writes small at least as often as it writes them as a name."""
        single = self.names.single_words()
        small = {w: sum(c.small[w] for c in chapters) for w in single}
        return frozenset(w for w in single if small[w] * 4 > sum(c.capital[w] for c in chapters))

    @staticmethod
    def _register(chapters: Sequence[ReadChapter]) -> bool:
        old = sum(c.text.count(char) for c in chapters for char in _CLASSICAL)
        new = sum(c.text.count(char) for c in chapters for char in _MODERN)
        return old * 2 > new

    def idf(self, term: str) -> float:
        """Rarity of a term among unlocked lines and sentences; a term that does not occur counts as the rarest."""
        df = self._df.get(term, 0)
        return math.log(1.0 + (self._documents - df + 0.5) / (df + 0.5))

    def rarity(self, term: str) -> float:
        """Rarity by which a topic is weighed: that of the words standing for it, where it does not occur itself."""
        if self.occurs(term):
            return self.idf(term)
        return max((self.idf(other) for other, _ in self.alternatives(term)), default=self.idf(term))

    def occurs(self, term: str) -> bool:
        """Whether a term stands in an unlocked line or sentence."""
        return self._df.get(term, 0) > 0

    def alternatives(self, term: str) -> list[tuple[str, float]]:
        """The term itself and what may stand for it, each with what a hit is worth."""
        found = {term: 1.0}
        for other in kindred(term):
            found.setdefault(other, KIN_WEIGHT)
        if len(term) == 2 and not term.isascii():
            for char in term:
                found.setdefault(char, CHARACTER_WEIGHT)
        return [(t, w) for t, w in found.items() if self.occurs(t)]

    def understood(self, term: str) -> bool:
        """Whether the term, or a word that may stand for it, occurs in what is unlocked."""
        return any(w >= KIN_WEIGHT for _, w in self.alternatives(term)) or (
            len(term) == 2 and not term.isascii() and all(self.occurs(char) for char in term)
        )

    def knows_word(self, word: str) -> bool:
        """Whether a word as typed occurs, in any form, in what is unlocked."""
        low = word.lower()
        return low in STOP or any(low in c.small or low in c.capital for c in self.chapters.values())

    def narration(self, wanted: Mapping[str, float], limit: int) -> list[tuple[float, int]]:
        """BM25 over narration: the best `limit` pairs of score and index into `told`."""
        scores: dict[int, float] = {}
        for term, weight in wanted.items():
            best: dict[int, float] = {}
            for other, share in self.alternatives(term):
                rarity = self.idf(other)
                for at, count in self._postings.get(other, ()):
                    norm = K1 * (1 - B + B * self._lengths[at] / self._mean)
                    gain = weight * share * rarity * count * (K1 + 1) / (count + norm)
                    best[at] = max(best.get(at, 0.0), gain)
            for at, gain in best.items():
                scores[at] = scores.get(at, 0.0) + gain
        ranked = sorted(scores.items(), key=lambda item: (-round(item[1], 6), item[0]))
        return [(score, at) for at, score in ranked[:limit]]

    def line(self, chapter: int, index: int) -> Line:
        """One line by its chapter and index."""
        return self.chapters[chapter].lines[index]

    def called(self, character: str) -> str | None:
        """A name of a character that is unlocked: the shown one if it is, else its longest; None when none is."""
        shown = self._display.get(character)
        own = [n.text for n in self.names.known if n.character == character]
        if shown in own:
            return shown
        return own[0] if own else None
