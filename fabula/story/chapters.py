"""Closing a stretch of the branch as a chapter, opening it again, and where eras begin.

Owns which entries a chapter holds. The promise: chapters follow each other without gaps or overlaps, and closing one is
one action with the entries it takes (data model, Chapters, Era flips).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import bindparam, func, select

from fabula import errors
from fabula.ids import new_id
from fabula.store.contract import Row, Tx
from fabula.store.tables import chapters, story_entries
from fabula.story import timeline
from fabula.story.changes import Change, Create, Delete, Done, Update
from fabula.story.log import USER, Branch
from fabula.story.world import row_of
from fabula.story.write import write


def close_chapter(
    tx: Tx,
    branch: Branch,
    end_entry_id: str,
    title: str,
    *,
    summary: str = "",
    theme: str = "",
    keywords: Sequence[str] = (),
    token_count: int = 0,
    also: Sequence[Change] = (),
    source: str = USER,
    action_id: str | None = None,
) -> Done:
    """Closes everything from the end of the last chapter to an entry; errors.Invalid when that is nothing."""
    if not title.strip():
        raise errors.Invalid("A chapter has a title.")
    end = timeline.entry(tx, branch, end_entry_id)
    entries = story_entries.c
    query = select(entries.id, entries.chapter_id).where(
        entries.branch_id == bindparam("branch"), entries.kind != timeline.BANNER, entries.position <= end["position"]
    )
    rows = tx.all(query.order_by(entries.position), {"branch": branch.id})
    open_ones = [row["id"] for row in rows if row["chapter_id"] is None]
    if end["kind"] == timeline.BANNER or not open_ones or open_ones[-1] != end_entry_id:
        raise errors.Invalid("That entry is in a chapter already; choose one after the last chapter.")
    number = tx.value(select(func.max(chapters.c.sequence_number)).where(chapters.c.branch_id == branch.id)) or 0
    chapter: dict[str, Any] = {
        "id": new_id("chap"),
        "sequence_number": number + 1,
        "title": title,
        "summary": summary,
        "theme": theme,
        "keywords": list(keywords),
        "start_entry_id": open_ones[0],
        "end_entry_id": end_entry_id,
        "token_count": token_count,
        "closed_at": tx.now,
    }
    taken = [Update("story_entries", row_id, {"chapter_id": chapter["id"]}) for row_id in open_ones]
    return write(tx, branch, [Create("chapters", chapter), *taken, *also], source=source, action_id=action_id)


def reopen_chapter(tx: Tx, branch: Branch, chapter_id: str) -> Done:
    """Takes the last chapter away; its entries are open again. errors.Invalid for one that others follow."""
    row = row_of(tx, branch, "chapter", chapter_id)
    number = tx.value(select(func.max(chapters.c.sequence_number)).where(chapters.c.branch_id == branch.id))
    if row["sequence_number"] != number:
        raise errors.Invalid("Only the last chapter can be opened again.")
    entries = story_entries.c
    query = select(entries.id).where(entries.branch_id == branch.id, entries.chapter_id == chapter_id)
    freed = [Update("story_entries", each["id"], {"chapter_id": None}) for each in tx.all(query.order_by(entries.id))]
    return write(tx, branch, [Delete("chapters", chapter_id), *freed])


def flip_era(tx: Tx, branch: Branch, entry_id: str, name: str) -> Done:
    """A new era begins with the moment of an entry; errors.Invalid for a blank name or when one begins there."""
    if not name.strip() or len(name) > 200:
        raise errors.Invalid("An era has a name of at most 200 characters.")
    moment = int(timeline.entry(tx, branch, entry_id)["metadata"]["worldTime"])
    if era_at(tx, branch, moment, exactly=True) is not None:
        raise errors.Invalid("An era begins at this moment already; undo or delete that one first.")
    flip = {"id": new_id("era"), "at_worldtime": moment, "era_name": name.strip()}
    return write(tx, branch, [Create("branch_era_flips", flip)])


def era_at(tx: Tx, branch: Branch, moment: int, *, exactly: bool = False) -> Row | None:
    """The flip in force at a moment of the story; None before the first."""
    from fabula.store.tables import branch_era_flips as flips

    when = flips.c.at_worldtime == moment if exactly else flips.c.at_worldtime <= moment
    query = select(flips).where(flips.c.branch_id == branch.id, when)
    return tx.one(query.order_by(flips.c.at_worldtime.desc()).limit(1))
