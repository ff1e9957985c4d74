"""Whether what is stored makes sense: the promises of turns, conversations, books and stories, checked on the rows.

Owns questions and repairs nothing. The store's own soundness (files, references, shapes) is asked of the store.
"""

from __future__ import annotations

from sqlalchemy import Select, and_, exists, func, or_, select

from fabula.store.contract import Tx
from fabula.store.tables import book_chapters, books, branches, characters, messages, people, stories, turns

COUNTED = {
    "people": people,
    "books": books,
    "stories": stories,
    "branches": branches,
    "messages": messages,
    "turns": turns,
}


def facts(tx: Tx) -> dict[str, int]:
    """How many rows there are of the things people have."""
    return {name: int(tx.value(select(func.count()).select_from(table))) for name, table in COUNTED.items()}


def findings(tx: Tx) -> list[str]:
    """Broken promises as sentences; empty when there are none."""
    return [f"{count} {told}" for told, query in _questions() if (count := int(tx.value(query) or 0))]


def _questions() -> list[tuple[str, Select[int]]]:
    pair = select(messages.c.turn_key, func.count().label("said")).group_by(messages.c.turn_key).subquery("pair")
    lane = (
        select(
            func.count().label("count"), func.max(messages.c.seq).label("last"), func.min(messages.c.seq).label("first")
        )
        .group_by(messages.c.branch_id, messages.c.character_id)
        .subquery("lane")
    )
    counted = func.count
    chat = turns.c.kind == "chat"
    job = and_(turns.c.kind == "import", turns.c.book_id == books.c.id)
    return [
        (
            "answered turns do not have exactly a question and an answer.",
            select(counted())
            .select_from(turns.outerjoin(pair, pair.c.turn_key == turns.c.key))
            .where(chat, turns.c.status == "completed", func.coalesce(pair.c.said, 0) != 2),
        ),
        (
            "unanswered turns have messages.",
            select(counted())
            .select_from(turns.join(pair, pair.c.turn_key == turns.c.key))
            .where(chat, turns.c.status != "completed"),
        ),
        (
            "conversations have gaps or doubles in their order.",
            select(counted()).select_from(lane).where(or_(lane.c.first != 1, lane.c.last != lane.c.count)),
        ),
        (
            "finished books have no finished import.",
            select(counted())
            .select_from(books)
            .where(books.c.status == "ready", ~exists().where(job, turns.c.status == "completed"))
            .where(exists().where(job)),
        ),
        (
            "finished imports have an unfinished book.",
            select(counted())
            .select_from(books)
            .where(books.c.status != "ready", exists().where(job, turns.c.status == "completed")),
        ),
        (
            "books do not have the chapters they count.",
            select(counted())
            .select_from(books)
            .where(
                books.c.total_chapters
                != select(counted())
                .select_from(book_chapters)
                .where(book_chapters.c.book_id == books.c.id, book_chapters.c.number > 0)
                .scalar_subquery()
            ),
        ),
        (
            "unread books have people already.",
            select(counted())
            .select_from(books)
            .where(books.c.status == "pending", exists().where(characters.c.book_id == books.c.id))
            .where(exists().where(job, turns.c.stage == "chapters")),
        ),
        (
            "stories have no branch of their own to stand on.",
            select(counted())
            .select_from(stories)
            .where(~exists().where(branches.c.id == stories.c.current_branch_id, branches.c.story_id == stories.c.id)),
        ),
        (
            "books stand on nobody's shelf.",
            select(counted()).select_from(books).where(~exists().where(stories.c.book_id == books.c.id)),
        ),
    ]
