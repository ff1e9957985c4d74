"""A person's shelf: the books they hold, each through their story in it, with what an import is doing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from sqlalchemy import and_, func, or_, select

from fabula.errors import Invalid
from fabula.store.contract import Row, Tx
from fabula.store.tables import book_chapters, books, characters, covers, stories, turns
from fabula.store.turns import RETRY
from fabula.story.door import Entry, entry
from fabula.story.people import initial, known_names

ATTEMPTS_MAX = 3
PEOPLE_SHOWN = 6
LAST_LINE_CHARS = 160
CATALOG_MAX = 200

UNFINISHED = ("pending", "in_progress")


def novels(tx: Tx, person_id: str, limit: int, after: str | None) -> tuple[list[dict[str, Any]], str | None]:
    """One page of the shelf, the book touched last first, and the cursor of the next page."""
    touched = func.coalesce(stories.c.last_read_at, stories.c.created_at)
    query = select(stories.c.book_id, touched.label("touched"), stories.c.id).where(
        stories.c.person_id == person_id, stories.c.book_id.is_not(None)
    )
    if after is not None:
        last = tx.one(query.where(stories.c.id == after))
        if last is None:
            raise Invalid("That cursor is not one of this shelf's; start again without it.")
        query = query.where(or_(touched < last["touched"], and_(touched == last["touched"], stories.c.id < last["id"])))
    rows = tx.all(query.order_by(touched.desc(), stories.c.id.desc()).limit(limit + 1))
    page = [entry(tx, person_id, row["book_id"]) for row in rows[:limit]]
    views = shown(tx, person_id, page)
    if views and after is None:
        views[0]["progress"]["last_line"] = last_line(tx, page[0])
    return views, rows[limit - 1]["id"] if len(rows) > limit else None


def novel(tx: Tx, person_id: str, book_id: str) -> dict[str, Any]:
    """One book of the shelf; raises `NotFound`."""
    shelf = entry(tx, person_id, book_id)
    view = shown(tx, person_id, [shelf])[0]
    view["progress"]["last_line"] = last_line(tx, shelf)
    return view


def shown(tx: Tx, person_id: str, page: Sequence[Entry]) -> list[dict[str, Any]]:
    """Shelf entries as people see them."""
    ids = [shelf.book["id"] for shelf in page]
    jobs = {
        row["book_id"]: row for row in tx.all(select(turns).where(turns.c.kind == "import", turns.c.book_id.in_(ids)))
    }
    covered = {row["book_id"] for row in tx.all(select(covers.c.book_id).where(covers.c.book_id.in_(ids)))}
    return [_shown(tx, person_id, shelf, jobs.get(shelf.book["id"]), shelf.book["id"] in covered) for shelf in page]


def _shown(tx: Tx, person_id: str, shelf: Entry, job: Row | None, covered: bool) -> dict[str, Any]:
    book, story = shelf.book, shelf.story
    kept = ("id", "title", "author", "language", "format", "encoding", "notes", "description", "total_chapters")
    return {
        **{name: book[name] for name in kept},
        "genre": book["genre"],
        "chars": book["chars"],
        "cover_url": f"/api/novels/{book['id']}/cover" if covered else None,
        "status": book["status"],
        "parse_error": book["parse_error"],
        "deviation_mode": story["deviation_mode"],
        "world_summary": world_summary(book, shelf.through),
        "created_at": book["created_at"],
        "updated_at": book["updated_at"],
        "uploaded": book["uploader_id"] == person_id,
        "story_id": story["id"],
        "branch_id": story["current_branch_id"],
        "progress": _progress(tx, shelf),
        "import": job_view(job),
        "people": _people(tx, shelf),
    }


def world_summary(book: Row, through: int) -> str | None:
    """The book's own sentences about its world, as far as they are unlocked."""
    told = [c["text"] for c in book["world_summary"] or [] if c["chapter"] <= through]
    return ("" if book["language"] in ("zh", "ja") else " ").join(told) or None


def _progress(tx: Tx, shelf: Entry) -> dict[str, Any]:
    story, book = shelf.story, shelf.book
    here = tx.one(
        select(book_chapters.c.title, book_chapters.c.chars).where(
            book_chapters.c.book_id == book["id"], book_chapters.c.number == shelf.through
        )
    )
    before = tx.value(
        select(func.coalesce(func.sum(book_chapters.c.chars), 0)).where(
            book_chapters.c.book_id == book["id"], book_chapters.c.number < shelf.through
        )
    )
    position = story["position"] or {}
    within = float(position.get("fraction") or 0) * (here["chars"] if here else 0)
    started = story["last_read_at"] is not None
    return {
        "current_chapter": shelf.through,
        "chapter_title": here["title"] if here else None,
        "percent": min(100, round(100 * (int(before) + within) / max(1, book["chars"]))) if started else 0,
        "position": story["position"],
        "last_read_at": story["last_read_at"],
        "last_line": None,
    }


def _people(tx: Tx, shelf: Entry) -> list[dict[str, Any]]:
    rows = tx.all(
        select(characters)
        .where(characters.c.book_id == shelf.book["id"], characters.c.first_appearance_chapter <= shelf.through)
        .order_by(characters.c.rank)
        .limit(PEOPLE_SHOWN)
    )
    names = [(row, known_names(row, shelf.through)[0]) for row in rows]
    return [{"id": row["id"], "name": name, "initial": initial(name), "hue": row["hue"]} for row, name in names]


def job_view(job: Row | None) -> dict[str, Any] | None:
    """What an import is doing, or why it stopped; None for a book that never had one."""
    if job is None:
        return None
    progress = job["progress"] or {}
    waiting = job["status"] in UNFINISHED or job["failure_code"] == RETRY
    return {
        "stage": job["stage"],
        "step": progress.get("step") if waiting else None,
        "done": progress.get("done", 0),
        "total": progress.get("total", 0),
        "people": progress.get("people"),
        "attempt": job["attempt"],
        "retryable": not waiting and job["status"] == "failed" and job["attempt"] < ATTEMPTS_MAX,
        "cancellable": waiting,
    }


def last_line(tx: Tx, shelf: Entry) -> str | None:
    """The sentence at which the reader stopped, at most 160 characters."""
    text = tx.value(
        select(book_chapters.c.content).where(
            book_chapters.c.book_id == shelf.book["id"], book_chapters.c.number == shelf.through
        )
    )
    if not text:
        return None
    parts = [p for p in re.split(r"\n\s*\n" if "\n\n" in text else r"\n", text) if p.strip()]
    at = int((shelf.story["position"] or {}).get("paragraph") or 0)
    for part in parts[min(at, len(parts) - 1) :]:
        flat = " ".join(part.split())
        if len(flat) > 30 or flat.endswith(("。", "！", "？", "”")):
            end = re.search(r"[.!?。！？][”\"’」』]?(?=\s|$|[^\s])", flat[20:])
            return flat[: 20 + end.end()][:LAST_LINE_CHARS] if end else flat[:LAST_LINE_CHARS]
    return None


def catalog(tx: Tx, person_id: str) -> list[dict[str, Any]]:
    """Every ready book that anybody holds, without a trace of who brought it (spec 13.2)."""
    rows = tx.all(select(books).where(books.c.status == "ready").order_by(books.c.title, books.c.id).limit(CATALOG_MAX))
    ids = [row["id"] for row in rows]
    mine = {
        row["book_id"]
        for row in tx.all(select(stories.c.book_id).where(stories.c.person_id == person_id, stories.c.book_id.in_(ids)))
    }
    covered = {row["book_id"] for row in tx.all(select(covers.c.book_id).where(covers.c.book_id.in_(ids)))}
    kept = ("id", "title", "author", "language", "genre", "description", "total_chapters")
    return [
        {
            **{name: row[name] for name in kept},
            "cover_url": f"/api/novels/{row['id']}/cover" if row["id"] in covered and row["id"] in mine else None,
            "on_shelf": row["id"] in mine,
        }
        for row in rows
    ]
