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
    return [
        f"{count} {told}"
        for told, query in (*_conversations(), *_books(), *_shelves())
        if (count := int(tx.value(query) or 0))
    ]


def _conversations() -> list[tuple[str, Select[int]]]:
    pair = select(messages.c.turn_key, func.count().label("said")).group_by(messages.c.turn_key).subquery("pair")
    order = (
        select(
            func.count().label("count"), func.max(messages.c.seq).label("last"), func.min(messages.c.seq).label("first")
        )
        .group_by(messages.c.branch_id, messages.c.character_id)
        .subquery("talk")
    )
    chat = turns.c.kind == "chat"
    return [
        (
            "answered turns do not have exactly a question and an answer.",
            select(func.count())
            .select_from(turns.outerjoin(pair, pair.c.turn_key == turns.c.key))
            .where(chat, turns.c.status == "completed", func.coalesce(pair.c.said, 0) != 2),
        ),
        (
            "unanswered turns have messages.",
            select(func.count())
            .select_from(turns.join(pair, pair.c.turn_key == turns.c.key))
            .where(chat, turns.c.status != "completed"),
        ),
        (
            "conversations have gaps or doubles in their order.",
            select(func.count()).select_from(order).where(or_(order.c.first != 1, order.c.last != order.c.count)),
        ),
    ]


def _books() -> list[tuple[str, Select[int]]]:
    job = and_(turns.c.kind == "import", turns.c.book_id == books.c.id)
    done = exists().where(job, turns.c.status == "completed")
    chapters = (
        select(func.count())
        .select_from(book_chapters)
        .where(book_chapters.c.book_id == books.c.id, book_chapters.c.number > 0)
        .scalar_subquery()
    )
    asked = select(func.count()).select_from(books)
    return [
        ("finished books have no finished import.", asked.where(books.c.status == "ready", exists().where(job), ~done)),
        ("finished imports have an unfinished book.", asked.where(books.c.status != "ready", done)),
        ("books do not have the chapters they count.", asked.where(books.c.total_chapters != chapters)),
        (
            "books have people before they were read.",
            asked.where(
                exists().where(job, turns.c.stage == "chapters"), exists().where(characters.c.book_id == books.c.id)
            ),
        ),
    ]


def _shelves() -> list[tuple[str, Select[int]]]:
    own = exists().where(branches.c.id == stories.c.current_branch_id, branches.c.story_id == stories.c.id)
    return [
        ("stories have no branch of their own to stand on.", select(func.count()).select_from(stories).where(~own)),
        (
            "books stand on nobody's shelf.",
            select(func.count()).select_from(books).where(~exists().where(stories.c.book_id == books.c.id)),
        ),
    ]
