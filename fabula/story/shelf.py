"""A person's shelf: the books they hold, each through their story in it, with what an import is doing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from sqlalchemy import and_, case, func, or_, select

from fabula.errors import Invalid
from fabula.store.contract import Row, Tx
from fabula.store.tables import book_chapters, books, characters, covers, stories, turns
from fabula.store.turns import RETRY
from fabula.story.door import Entry, entries, entry
from fabula.story.pages import body_start
from fabula.story.people import initial, known_names
from fabula.story.standing import by_person, ordered, standings

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
    held = entries(tx, person_id, [row["book_id"] for row in rows[:limit]])
    views = shown(tx, person_id, held)
    if after is None:
        _mark_last_read(tx, held, views)
    return views, rows[limit - 1]["id"] if len(rows) > limit else None


def _mark_last_read(tx: Tx, held: Sequence[Entry], views: Sequence[dict[str, Any]]) -> None:
    """Tell the last line of the book to go on with: the first begun that is read in."""
    for shelf, view in zip(held, views, strict=True):
        if shelf.book["status"] == "ready" and shelf.story["last_read_at"] is not None:
            view["progress"]["last_line"] = last_line(tx, shelf)
            return


def novel(tx: Tx, person_id: str, book_id: str) -> dict[str, Any]:
    """One book of the shelf; raises `NotFound`."""
    shelf = entry(tx, person_id, book_id)
    view = shown(tx, person_id, [shelf])[0]
    view["progress"]["last_line"] = last_line(tx, shelf)
    return view


def status(tx: Tx, person_id: str, book_id: str) -> dict[str, Any]:
    """How the import of a book on the shelf stands; raises `NotFound`."""
    book = entry(tx, person_id, book_id).book
    job = tx.one(select(turns).where(turns.c.kind == "import", turns.c.book_id == book_id))
    return {
        "novel_id": book["id"],
        "status": book["status"],
        "total_chapters": book["total_chapters"],
        "error": book["parse_error"],
        "import": job_view(job),
    }


def shown(tx: Tx, person_id: str, page: Sequence[Entry]) -> list[dict[str, Any]]:
    """Shelf entries as people see them, in a fixed number of questions however many there are."""
    ids = [shelf.book["id"] for shelf in page]
    imports = tx.among(select(turns).where(turns.c.kind == "import"), turns.c.book_id, ids)
    jobs = {row["book_id"]: row for row in imports}
    covered = {row["book_id"] for row in tx.among(select(covers.c.book_id), covers.c.book_id, ids)}
    read = _read(tx, ids, person_id)
    faces = _faces(tx, ids, person_id)
    return [
        _shown(person_id, shelf, jobs.get(book_id), book_id in covered, read.get(book_id), faces.get(book_id, []))
        for book_id, shelf in zip(ids, page, strict=True)
    ]


def _shown(
    person_id: str, shelf: Entry, job: Row | None, covered: bool, read: Row | None, faces: list[dict[str, Any]]
) -> dict[str, Any]:
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
        "progress": _progress(shelf, read),
        "import": job_view(job),
        "people": faces,
    }


def world_summary(book: Row, through: int) -> str | None:
    """The book's own sentences about its world, as far as they are unlocked."""
    told = [c["text"] for c in book["world_summary"] or [] if c["chapter"] <= through]
    return ("" if book["language"] in ("zh", "ja") else " ").join(told) or None


def _read(tx: Tx, ids: Sequence[str], person_id: str) -> dict[str, Row]:
    """For each book: the title and length of the chapter the reader is in, and the length of what comes before."""
    here = book_chapters.c.number == stories.c.current_chapter
    asked = (
        select(
            book_chapters.c.book_id,
            func.max(case((here, book_chapters.c.title))).label("title"),
            func.coalesce(func.sum(case((here, book_chapters.c.chars))), 0).label("chars"),
            func.coalesce(func.sum(case((~here, book_chapters.c.chars))), 0).label("before"),
        )
        .join(stories, and_(stories.c.book_id == book_chapters.c.book_id, stories.c.person_id == person_id))
        .where(book_chapters.c.number <= stories.c.current_chapter, book_chapters.c.number > 0)
        .group_by(book_chapters.c.book_id)
    )
    return {row["book_id"]: row for row in tx.among(asked, book_chapters.c.book_id, ids)}


def _progress(shelf: Entry, read: Row | None) -> dict[str, Any]:
    story, book = shelf.story, shelf.book
    position = story["position"] or {}
    before = int(read["before"]) + float(position.get("fraction") or 0) * int(read["chars"]) if read else 0
    started = story["last_read_at"] is not None
    return {
        "current_chapter": shelf.through,
        "chapter_title": read["title"] if read else None,
        "percent": min(100, round(100 * before / max(1, book["chars"]))) if started else 0,
        "position": story["position"],
        "last_read_at": story["last_read_at"],
        "last_line": None,
    }


def _faces(tx: Tx, ids: Sequence[str], person_id: str) -> dict[str, list[dict[str, Any]]]:
    """For each book: the people who matter most by the saved chapter, each under a name seen by then."""
    reached = by_person(person_id)
    known = ("id", "book_id", "name", "narrator", "first_appearance_chapter", "hue")
    met = (
        select(*(characters.c[name] for name in known), reached.c.through)
        .join(reached, reached.c.book_id == characters.c.book_id)
        .where(characters.c.first_appearance_chapter <= reached.c.through)
    )
    standing = standings(tx, reached, ids)
    first: dict[str, list[Row]] = {}
    for row in ordered(tx.among(met, characters.c.book_id, ids), standing):
        faces = first.setdefault(row["book_id"], [])
        if len(faces) < PEOPLE_SHOWN:
            faces.append(row)
    shown = [row["id"] for faces in first.values() for row in faces]
    called = tx.among(select(characters.c.id, characters.c.aliases), characters.c.id, shown)
    aliases = {row["id"]: row["aliases"] for row in called}
    return {
        book: [_face(row, known_names({**row, "aliases": aliases[row["id"]]}, row["through"])[0]) for row in faces]
        for book, faces in first.items()
    }


def _face(row: Row, name: str) -> dict[str, Any]:
    return {"id": row["id"], "name": name, "initial": initial(name), "hue": row["hue"]}


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
        "attempt": job["attempt"] - int(progress.get("given_back", 0)),
        "retryable": not waiting and job["status"] == "failed" and attempts_left(job) > 0,
        "cancellable": waiting,
    }


def attempts_left(job: Row) -> int:
    """How often an import may still be begun; attempts that closing the installation ended do not count."""
    given_back = int((job["progress"] or {}).get("given_back", 0))
    return ATTEMPTS_MAX + given_back - int(job["attempt"])


def last_line(tx: Tx, shelf: Entry) -> str | None:
    """The sentence at which the reader stopped, at most 160 characters."""
    here = tx.one(
        select(book_chapters).where(
            book_chapters.c.book_id == shelf.book["id"], book_chapters.c.number == shelf.through
        )
    )
    if here is None:
        return None
    # The reader's paragraphs count from the prose, after the heading.
    text = here["content"][body_start(here["content"], here["title"], here["part"]) :].strip()
    parts = [p for p in re.split(r"\n\s*\n" if "\n\n" in text else r"\n", text) if p.strip()]
    at = int((shelf.story["position"] or {}).get("paragraph") or 0)
    for part in parts[min(at, max(0, len(parts) - 1)) :]:
        flat = " ".join(part.split())
        if len(flat) > 30 or flat.endswith(("。", "！", "？", "”")):
            return first_sentence(flat)[:LAST_LINE_CHARS]
    return None


def first_sentence(flat: str) -> str:
    """The beginning of a paragraph up to the end of a sentence that says something; all of it where none ends.

    Something is 20 letters or more; a sign of a dense script says more than a letter. "Mr." ends no sentence.
    """
    least = 6 if flat[0] >= "\u2e80" else 20
    for end in _STOP.finditer(flat, least):
        if not _SHORT.search(flat[: end.start() + 1][-12:]):
            return flat[: end.end()]
    return flat


_STOP = re.compile(r"[.!?…]+[”\"’)]*(?=\s|$)|[。！？][”’」』]?")
_SHORT = re.compile(r"\b(?:Mrs?|Ms|Dr|St|Rev|Hon|Capt|Col|Gen|Messrs|Mme|Mlle|No|[A-Z])\.$")


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
