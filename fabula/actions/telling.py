"""Telling a story: adding to it, correcting it, going back and forth in it, and what was changed along the way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from sqlalchemy import select

from fabula.accounts.people import Person
from fabula.actions import shown
from fabula.actions.on_branch import Where, change, look
from fabula.errors import Invalid
from fabula.installation import Installation
from fabula.store.contract import Tx
from fabula.store.tables import chapters, story_entries
from fabula.story import ask, timeline, travel
from fabula.story import chapters as parts
from fabula.story import entries as texts
from fabula.story.changes import Done
from fabula.story.log import Branch
from fabula.story.plan import planned
from fabula.story.travel import Reversed

FIRST_WORDS = 80
PREVIEWED = 200
NAMES_SHOWN = 20


async def entries(
    at: Installation, person: Person, where: Where, limit: int, before: int | None, after: int | None
) -> dict[str, Any]:
    """A page of the text, the last one without a position, and where to go on from in both directions."""

    def read(tx: Tx, branch: Branch) -> dict[str, Any]:
        if before is not None and after is not None:
            raise Invalid("Ask for what is before a position or after one, not both.")
        page = ask.entries(tx, branch, limit=limit, before=before, after=after)
        first = page.rows[0]["position"] if page.rows else None
        last = page.rows[-1]["position"] if page.rows else None
        older = page.next if after is None else (first if first is not None and first > 1 else None)
        newer = page.next if after is not None else (last if before is not None else None)
        found = shown.entries(tx, branch, page.rows)
        return {"entries": found, "previous": older, "next": newer, "version": branch.version}

    return await look(at, person, where, read)


async def append(
    at: Installation, person: Person, where: Where, content: str, kind: str, metadata: Mapping[str, Any], seen: int
) -> dict[str, Any]:
    """The story goes on: what the reader says or does, or a passage of the story itself."""

    def add(tx: Tx, branch: Branch) -> dict[str, Any]:
        if "stateReport" in metadata or "systemFailure" in metadata:
            raise Invalid("A report is made by a turn; say who is there, where and when instead.")
        entry = texts.NewEntry(shown.ENTRY_KINDS[kind], content, metadata)
        done = texts.append(tx, branch, [entry])
        return {"entry": _entry(tx, branch, done.made[0]), **changed(tx, branch, done)}

    return await change(at, person, where, seen, add)


async def edit(
    at: Installation,
    person: Person,
    where: Where,
    entry_id: str,
    seen: int,
    content: str | None,
    metadata: Mapping[str, Any] | None,
) -> dict[str, Any]:
    """Another text for an entry, or other things recorded beside it."""

    def do(tx: Tx, branch: Branch) -> dict[str, Any]:
        if (content is None) == (metadata is None):
            raise Invalid("Give a new content or new metadata, one at a time.")
        if content is not None:
            if not content.strip() or len(content) > texts.CONTENT_MAX:
                raise Invalid(f"An entry has text, at most {texts.CONTENT_MAX} characters of it.")
            done = travel.edit_text(tx, branch, entry_id, content)
        else:
            done = texts.edit_metadata(tx, branch, entry_id, metadata or {})
        return {"entry": _entry(tx, branch, entry_id), **changed(tx, branch, done)}

    return await change(at, person, where, seen, do)


async def delete_from(at: Installation, person: Person, where: Where, entry_id: str, seen: int) -> dict[str, Any]:
    """An entry goes with everything after it."""
    return await change(at, person, where, seen, lambda tx, branch: _back(texts.delete_from(tx, branch, entry_id)))


async def undo(at: Installation, person: Person, where: Where, seen: int) -> dict[str, Any]:
    """The newest thing done is taken back."""
    return await change(at, person, where, seen, lambda tx, branch: _back(travel.undo(tx, branch)))


async def redo(at: Installation, person: Person, where: Where, seen: int) -> dict[str, Any]:
    """What was undone last is done again."""
    return await change(at, person, where, seen, lambda tx, branch: _back(travel.redo(tx, branch), "Did again"))


async def rollback(at: Installation, person: Person, where: Where, entry_id: str, seen: int) -> dict[str, Any]:
    """An entry and everything after it, and what is about them, is taken back."""
    return await change(at, person, where, seen, lambda tx, branch: _back(travel.rollback(tx, branch, entry_id)))


async def rollback_preview(at: Installation, person: Person, where: Where, entry_id: str) -> dict[str, Any]:
    """What a rollback would take back; nothing is changed."""

    def see(tx: Tx, branch: Branch) -> dict[str, Any]:
        first = timeline.entry(tx, branch, entry_id)
        if first["kind"] == timeline.BANNER:
            raise Invalid("A notice is dismissed, not rolled back.")
        window = timeline.window(tx, branch, first)
        plan = planned(tx, branch, window.tail, window.seed, whole=True)
        entry = story_entries.c
        rows = tx.all(
            select(entry.id, entry.position, entry.kind, entry.content)
            .where(entry.branch_id == branch.id, entry.position >= first["position"], entry.kind != timeline.BANNER)
            .order_by(entry.position)
            .limit(PREVIEWED)
        )
        touched = [(table, row_id) for table, ids in sorted(plan.gone.items()) for row_id in ids]
        touched += [*plan.changed, *plan.back]
        world = [key for key in touched if key[0] != timeline.ENTRIES]
        images = {**plan.before, **plan.back}
        names = [images[key].get(column) for key in world if key in images for column in ("name", "title")]
        counts = Counter(shown.word_of(*key) for key in world)
        return {
            "entries": [_first_words(row) for row in rows],
            "entries_total": len(plan.gone.get(timeline.ENTRIES, [])),
            "changes": dict(sorted(counts.items())),
            "names": list(dict.fromkeys(name for name in names if name))[:NAMES_SHOWN],
            "version": branch.version,
        }

    return await look(at, person, where, see)


async def history(at: Installation, person: Person, where: Where, limit: int, before: int | None) -> dict[str, Any]:
    """The log of a branch, the newest change first."""

    def read(tx: Tx, branch: Branch) -> dict[str, Any]:
        found = ask.history(tx, branch, limit=limit, before=before)
        more = len(found) == limit and found[-1].position > 1
        return {"changes": [shown.change(each) for each in found], "next": found[-1].position if more else None}

    return await look(at, person, where, read)


async def changes_of(at: Installation, person: Person, where: Where, entry_id: str, limit: int) -> list[dict[str, Any]]:
    """What the turn that made an entry changed, and what was said about the entry since."""

    def read(tx: Tx, branch: Branch) -> list[dict[str, Any]]:
        return [shown.change(each) for each in ask.changes_of(tx, branch, entry_id=entry_id)[:limit]]

    return await look(at, person, where, read)


async def chapters_of(at: Installation, person: Person, where: Where) -> list[dict[str, Any]]:
    """The closed chapters, in order, at most a thousand."""

    def read(tx: Tx, branch: Branch) -> list[dict[str, Any]]:
        query = select(chapters).where(chapters.c.branch_id == branch.id).order_by(chapters.c.sequence_number)
        return [_chapter(row) for row in tx.all(query.limit(1000))]

    return await look(at, person, where, read)


async def close_chapter(
    at: Installation, person: Person, where: Where, end_entry_id: str, title: str, summary: str, seen: int
) -> dict[str, Any]:
    """Everything since the last chapter, up to an entry, becomes a chapter."""

    def do(tx: Tx, branch: Branch) -> dict[str, Any]:
        done = parts.close_chapter(tx, branch, end_entry_id, title, summary=summary)
        row = tx.one(select(chapters).where(chapters.c.branch_id == branch.id, chapters.c.id == done.made[0]))
        return {"chapter": _chapter(row), **changed(tx, branch, done)}

    return await change(at, person, where, seen, do)


async def reopen_chapter(at: Installation, person: Person, where: Where, chapter_id: str, seen: int) -> dict[str, Any]:
    """The last chapter is open again."""

    def do(tx: Tx, branch: Branch) -> dict[str, Any]:
        return changed(tx, branch, parts.reopen_chapter(tx, branch, chapter_id))

    return await change(at, person, where, seen, do)


async def flip_era(
    at: Installation, person: Person, where: Where, entry_id: str, name: str, seen: int
) -> dict[str, Any]:
    """A new era begins with an entry."""

    def do(tx: Tx, branch: Branch) -> dict[str, Any]:
        return changed(tx, branch, parts.flip_era(tx, branch, entry_id, name))

    return await change(at, person, where, seen, do)


def changed(tx: Tx, branch: Branch, done: Done) -> dict[str, Any]:
    """What every change of a branch answers with: its new version, and what became of which row."""
    found = ask.changes_of(tx, branch, action_id=done.action_id) if done.logged else []
    return {"version": branch.version, "changes": [shown.change(each) for each in found]}


def _back(done: Reversed, verb: str = "Took back") -> dict[str, Any]:
    return {"reversed": shown.reversed_(done, verb), "version": done.version}


def _entry(tx: Tx, branch: Branch, entry_id: str) -> dict[str, Any]:
    return shown.entries(tx, branch, [dict(timeline.entry(tx, branch, entry_id))])[0]


def _first_words(row: Any) -> dict[str, Any]:
    text = " ".join(row["content"][: 4 * FIRST_WORDS].split())
    cut = text if len(text) <= FIRST_WORDS else text[: FIRST_WORDS - 1] + "\N{HORIZONTAL ELLIPSIS}"
    return {"id": row["id"], "position": row["position"], "kind": shown.TOLD[row["kind"]], "first_words": cut}


def _chapter(row: Any) -> dict[str, Any]:
    return {name: row[name] for name in CHAPTER}


CHAPTER = ("id", "sequence_number", "title", "summary", "start_entry_id", "end_entry_id", "closed_at")
