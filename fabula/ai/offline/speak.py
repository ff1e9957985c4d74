"""The voices of a book: each character answers what a reader says with its own unlocked words.

Owns what is kept between turns: chapters read once, a share of every voice asked for, the last views. It may be kept
as long as the book and used by several threads. Promise: an answer is a function of its arguments and the chapters up
to `through`; memory is bounded by the book's length and a fixed number of voices.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from fabula.ai.offline.answer import Answer, Past
from fabula.ai.offline.book import Source, SpokenLine
from fabula.ai.offline.chapter import ReadChapter
from fabula.ai.offline.chips import topics_for
from fabula.ai.offline.embed import Embedder, Remembered
from fabula.ai.offline.message import clean, read_message
from fabula.ai.offline.names import Names, genders
from fabula.ai.offline.policy import Talk, choose
from fabula.ai.offline.social import Manners
from fabula.ai.offline.view import View
from fabula.ai.offline.voice import Share, Voice, share
from fabula.errors import Invalid, NotFound

SURE = 0.7
VIEWS = 3
# Chapters encoded side by side: each with one BLAS thread, so that a busy machine is not made to wait on itself.
HANDS = 2
VOICES = 4
CHIPS = 3
Kept = TypeVar("Kept")


class Voices:
    """All characters of one book, ready to answer."""

    def __init__(self, source: Source, embed: Embedder, *, sure: float = SURE) -> None:
        """`sure` is the least confidence in its speaker at which a line is put in a character's mouth."""
        self.source = source
        self._embed = embed
        self._remembered = Remembered(embed)
        self._sure = sure
        self._lock = threading.RLock()
        self._chapters: dict[int, ReadChapter] = {}
        self._spoken: dict[int, list[SpokenLine]] = {}
        for line in source.lines:
            self._spoken.setdefault(line.chapter, []).append(line)
        self._views: OrderedDict[int, View] = OrderedDict()
        self._shares: OrderedDict[str, dict[int, Share]] = OrderedDict()
        self._voices: OrderedDict[tuple[str, int], Voice] = OrderedDict()
        self._manners: OrderedDict[tuple[bool, bool], Manners] = OrderedDict()

    def answer(
        self, character: str, message: str, past: Sequence[Past], through: int, *, language: str | None = None
    ) -> Answer:
        """Answer a reader who has unlocked chapters up to `through`.

        `past` is the conversation so far, oldest first. `language` ("en", "zh") chooses that of the fixed sentences,
        the book's own by default. Raises Invalid for an empty or overlong message, NotFound for an unknown character.
        """
        asked_for = clean(message)
        talk = self._talk(character, asked_for, past, through, language)
        answer = choose(talk)
        if answer.fixed == "none" and _refused_last(past):
            chips = self.suggestions(character, past, through)[:CHIPS]
            return Answer(answer.kind, answer.parts, (), chips, answer.confidence, answer.fixed)
        return answer

    def suggestions(self, character: str, past: Sequence[Past], through: int) -> tuple[str, ...]:
        """Up to four messages worth sending, in the book's language; each was tried and is answered by a line."""
        self._known(character)
        voice, view = self._voice(character, through), self._view(through)
        return topics_for(voice, view, past, lambda text: choose(self._talk(character, text, past, through, None)))

    def warm(self, character: str, through: int) -> None:
        """Read and encode what `answer` will need, so that the first answer is quick."""
        self._known(character)
        self._voice(character, through)
        self._manner(self._view(through).classical)

    def _talk(self, character: str, message: str, past: Sequence[Past], through: int, language: str | None) -> Talk:
        self._known(character)
        voice, view = self._voice(character, through), self._view(through)
        return Talk(
            read_message(message, past, view, character),
            past,
            voice,
            view,
            self._remembered,
            self._manner(view.classical),
            # The name it is known by so far; the shown one may be told only in a later chapter.
            view.called(character) or self.source.display[character],
            language or self.source.language,
            self.source.narrator,
        )

    def _known(self, character: str) -> None:
        if character not in self.source.display:
            raise NotFound("There is no such character in this book; choose one of its people.")

    def _chapter(self, number: int) -> ReadChapter:
        """A chapter read with the names met up to it, whatever is unlocked beyond."""
        if number not in self._chapters:
            text = next((c for c in self.source.chapters if c.number == number), None)
            if text is None:
                raise Invalid(f"The book has no chapter {number}.")
            self._chapters[number] = ReadChapter(
                text,
                self._spoken.get(number, []),
                Names(self.source.names, number),
                self._sure,
                self.source.chinese,
            )
        return self._chapters[number]

    def _unlocked(self, through: int) -> list[int]:
        return sorted(c.number for c in self.source.chapters if c.number <= through)

    def _view(self, through: int) -> View:
        with self._lock:
            numbers = self._unlocked(through)
            through = numbers[-1] if numbers else 0
            view = self._views.get(through)
            if view is None:
                chapters = [self._chapter(n) for n in numbers]
                source = self.source
                view = View(chapters, source.names, through, source.display, source.genders)
            return _keep(self._views, through, view, VIEWS)

    def _voice(self, character: str, through: int) -> Voice:
        with self._lock:
            numbers = self._unlocked(through)
            key = (character, numbers[-1] if numbers else 0)
            voice = self._voices.get(key)
            if voice is None:
                shares = _keep(self._shares, character, self._shares.get(character, {}), VOICES)
                missing = [n for n in numbers if n not in shares]
                self._chapters_read(missing)
                with ThreadPoolExecutor(HANDS) as hands:
                    shares.update(zip(missing, hands.map(lambda n: self._share(character, n), missing), strict=True))
                voice = Voice(character, [shares[n] for n in numbers])
            return _keep(self._voices, key, voice, VOICES)

    def _chapters_read(self, numbers: Sequence[int]) -> None:
        for number in numbers:
            self._chapter(number)

    def _share(self, character: str, number: int) -> Share:
        met = [n for n in self.source.names if n.first_chapter <= number]
        return share(self._chapters[number], character, genders(met, self.source.genders), self._embed)

    def _manner(self, classical: bool) -> Manners:
        with self._lock:
            key = (self.source.chinese, classical)
            manners = self._manners.get(key)
            if manners is None:
                manners = Manners(self._embed, chinese=key[0], classical=classical)
            return _keep(self._manners, key, manners, 2)


Key = TypeVar("Key", bound=Hashable)


def _keep(kept: OrderedDict[Key, Kept], key: Key, value: Kept, most: int) -> Kept:
    """Put a value in, make it the newest, and let the oldest go."""
    kept[key] = value
    kept.move_to_end(key)
    while len(kept) > most:
        kept.popitem(last=False)
    return value


def _refused_last(past: Sequence[Past]) -> bool:
    """Whether the answer before was a refusal too."""
    last = next((p for p in reversed(past) if p.role == "character"), None)
    return last is not None and last.answer is not None and last.answer.get("fixed") == "none"
