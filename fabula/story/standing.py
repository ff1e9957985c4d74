"""How much each person of a book matters by the chapter a reader has come to.

Who turns out to be important, or hostile, is a later chapter's news: order and role are reckoned anew from the unlocked
mentions and lines, with the arithmetic of the reading. Only at the last chapter is the reading's own verdict shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import FromClause, Integer, and_, func, literal, select

from fabula.ai.offline.speak import SURE
from fabula.reading.roles import Weight, roles
from fabula.store.contract import Row, Tx
from fabula.store.tables import book_chapters, books, mentions, quotes, stories


@dataclass(frozen=True, slots=True)
class Standing:
    """What is unlocked of one person: mentions and the chapters with any, lines and their characters altogether."""

    mentions: int = 0
    chapters: int = 0
    lines: int = 0
    chars: int = 0

    def weight(self, narrator: bool) -> Weight:
        """The counts as the reading weighs them; a narrator is mentioned by pronouns."""
        if narrator:
            return Weight(0, self.mentions, self.lines, self.chapters, 0, True)
        return Weight(self.mentions, 0, self.lines, self.chapters, 0, False)


NOTHING = Standing()


def by_chapter(book_id: str, through: int) -> FromClause:
    """One book, as far as a chapter."""
    reached = select(books.c.id.label("book_id"), literal(through, Integer).label("through"))
    return reached.where(books.c.id == book_id).subquery("reached")


def by_person(person_id: str) -> FromClause:
    """Every book of a person, as far as they have come in each."""
    reached = select(stories.c.book_id, stories.c.current_chapter.label("through"))
    return reached.where(stories.c.person_id == person_id, stories.c.book_id.is_not(None)).subquery("reached")


def standings(tx: Tx, reached: FromClause, book_ids: Sequence[str], only: str | None = None) -> dict[str, Standing]:
    """By character, the standing of whoever is mentioned or speaks in the unlocked part of these books.

    `only` asks for one of them.
    """
    named = (
        select(mentions.c.character_id, func.sum(mentions.c.count).label("mentions"), func.count().label("chapters"))
        .join(reached, _unlocked(mentions, reached))
        .where(mentions.c.count > 0)
        .group_by(mentions.c.character_id)
    )
    spoken = (
        select(
            quotes.c.character_id,
            func.count().label("lines"),
            func.sum(quotes.c.end - quotes.c.start).label("chars"),
        )
        .join(reached, _unlocked(quotes, reached))
        .where(quotes.c.character_id.is_not(None), quotes.c.confidence >= SURE, quotes.c.kind == "speech")
        .group_by(quotes.c.character_id)
    )
    counted: dict[str, dict[str, int]] = {}
    for asked, table in ((named, mentions), (spoken, quotes)):
        if only is not None:
            asked = asked.where(table.c.character_id == only)
        for row in tx.among(asked, table.c.book_id, book_ids):
            told = {name: int(value) for name, value in row.items() if name != "character_id"}
            counted.setdefault(row["character_id"], {}).update(told)
    return {character: Standing(**told) for character, told in counted.items()}


def _unlocked(table: Any, reached: FromClause) -> Any:
    return and_(table.c.book_id == reached.c.book_id, table.c.chapter_number <= reached.c.through)


def ordered(people: Sequence[Row], known: Mapping[str, Standing]) -> list[Row]:
    """People met, the most important so far first; among equals, who was met first."""

    def key(person: Row) -> tuple[float, int, str]:
        weight = known.get(person["id"], NOTHING).weight(person["narrator"])
        return -weight.importance, person["first_appearance_chapter"], person["name"]

    return sorted(people, key=key)


def parts(tx: Tx, book: Row, people: Sequence[Row], known: Mapping[str, Standing], through: int) -> dict[str, str]:
    """The role of each person met, by character; `people` as `ordered` gives them."""
    last = tx.value(select(func.max(book_chapters.c.number)).where(book_chapters.c.book_id == book["id"]))
    if last is not None and through >= int(last):
        return {person["id"]: person["role"] for person in people}
    weights = [known.get(person["id"], NOTHING).weight(person["narrator"]) for person in people]
    return dict(zip((person["id"] for person in people), roles(weights, through), strict=True))
