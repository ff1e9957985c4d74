"""The text of a story over HTTP: reading it, adding to it, correcting it, going back and forth, chapters and eras."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query

from fabula.actions import telling
from fabula.actions.on_branch import Where
from fabula.api.auth import At, Me
from fabula.api.openapi import fails
from fabula.api.routes.stories import REFUSED, BranchId, Ref
from fabula.api.shapes_stories import (
    BackOut,
    ChangedOut,
    ChangesOut,
    ClosedChaptersOut,
    EntriesOut,
    EntryChangedOut,
    EntryEditIn,
    EntryIn,
    EraIn,
    LogOut,
    PreviewOut,
    RollbackIn,
    StoryChapterChangedOut,
    StoryChapterIn,
    VersionIn,
)
from fabula.api.strict import new_router

router = new_router("/api/stories/{story_id}/branches/{branch_id}", "stories")

Limit = Annotated[int, Query(ge=1, le=200)]
Position = Annotated[int | None, Query(ge=0, le=2**53)]
Seen = Annotated[int, Query(ge=0, le=2**53, description="The version of the branch that the caller has seen.")]
LISTED = fails("not_found", "validation_error")


@router.get("/entries", responses=LISTED)
async def list_entries(
    at: At,
    me: Me,
    story_id: str,
    branch_id: BranchId,
    limit: Limit = 50,
    before: Position = None,
    after: Position = None,
) -> EntriesOut:
    """A page of the text, oldest first: the last one, the one before a position, or the one after it."""
    return EntriesOut.model_validate(
        await telling.entries(at, me, Where(story_id, branch_id), limit, before=before, after=after)
    )


@router.post("/entries", status_code=201, responses=REFUSED)
async def add_entry(at: At, me: Me, story_id: str, branch_id: BranchId, asked: EntryIn) -> EntryChangedOut:
    """Add to the story; the text is kept as it is sent."""
    where = Where(story_id, branch_id)
    done = await telling.append(at, me, where, asked.content, asked.kind, asked.metadata, asked.version)
    return EntryChangedOut.model_validate(done)


@router.patch("/entries/{entry_id}", responses=REFUSED)
async def edit_entry(
    at: At, me: Me, story_id: str, branch_id: BranchId, entry_id: str, asked: EntryEditIn
) -> EntryChangedOut:
    """Change what an entry says, or what is recorded beside it."""
    where = Where(story_id, branch_id)
    done = await telling.edit(at, me, where, entry_id, asked.version, asked.content, asked.metadata)
    return EntryChangedOut.model_validate(done)


@router.delete("/entries/{entry_id}", responses=REFUSED)
async def delete_entry(at: At, me: Me, story_id: str, branch_id: BranchId, entry_id: str, version: Seen) -> BackOut:
    """Delete an entry and everything after it; the opening stays."""
    return BackOut.model_validate(await telling.delete_from(at, me, Where(story_id, branch_id), entry_id, version))


@router.post("/undo", responses=REFUSED)
async def undo(at: At, me: Me, story_id: str, branch_id: BranchId, asked: VersionIn) -> BackOut:
    """Take back the newest thing done, or the newest turn."""
    return BackOut.model_validate(await telling.undo(at, me, Where(story_id, branch_id), asked.version))


@router.post("/redo", responses=REFUSED)
async def redo(at: At, me: Me, story_id: str, branch_id: BranchId, asked: VersionIn) -> BackOut:
    """Do again what was undone last."""
    return BackOut.model_validate(await telling.redo(at, me, Where(story_id, branch_id), asked.version))


@router.get("/rollback", responses=fails("not_found", "rejected", "validation_error"))
async def preview_rollback(at: At, me: Me, story_id: str, branch_id: BranchId, entry_id: Ref) -> PreviewOut:
    """What rolling back an entry would take back; nothing is changed."""
    return PreviewOut.model_validate(await telling.rollback_preview(at, me, Where(story_id, branch_id), entry_id))


@router.post("/rollback", responses=REFUSED)
async def roll_back(at: At, me: Me, story_id: str, branch_id: BranchId, asked: RollbackIn) -> BackOut:
    """Take back an entry, everything after it, and what is about them."""
    where = Where(story_id, branch_id)
    return BackOut.model_validate(await telling.rollback(at, me, where, asked.entry_id, asked.version))


@router.get("/log", responses=LISTED)
async def read_log(
    at: At, me: Me, story_id: str, branch_id: BranchId, limit: Limit = 50, before: Position = None
) -> LogOut:
    """What was changed, the newest first."""
    return LogOut.model_validate(await telling.history(at, me, Where(story_id, branch_id), limit, before))


@router.get("/changes", responses=LISTED)
async def read_changes(
    at: At, me: Me, story_id: str, branch_id: BranchId, entry_id: Ref, limit: Limit = 200
) -> ChangesOut:
    """What the turn that made an entry changed, and what was said about the entry since."""
    found = await telling.changes_of(at, me, Where(story_id, branch_id), entry_id, limit)
    return ChangesOut.model_validate({"changes": found})


@router.get("/chapters", responses=fails("not_found"))
async def list_closed_chapters(at: At, me: Me, story_id: str, branch_id: BranchId) -> ClosedChaptersOut:
    """The closed chapters of a branch."""
    found = await telling.chapters_of(at, me, Where(story_id, branch_id))
    return ClosedChaptersOut.model_validate({"chapters": found})


@router.post("/chapters", status_code=201, responses=REFUSED)
async def close_chapter(
    at: At, me: Me, story_id: str, branch_id: BranchId, asked: StoryChapterIn
) -> StoryChapterChangedOut:
    """Close everything since the last chapter, up to an entry, as a chapter."""
    where = Where(story_id, branch_id)
    done = await telling.close_chapter(at, me, where, asked.end_entry_id, asked.title, asked.summary, asked.version)
    return StoryChapterChangedOut.model_validate(done)


@router.delete("/chapters/{chapter_id}", responses=REFUSED)
async def reopen_chapter(
    at: At, me: Me, story_id: str, branch_id: BranchId, chapter_id: str, version: Seen
) -> ChangedOut:
    """Open the last chapter again; its entries stay."""
    return ChangedOut.model_validate(
        await telling.reopen_chapter(at, me, Where(story_id, branch_id), chapter_id, version)
    )


@router.post("/era", status_code=201, responses=REFUSED)
async def begin_era(at: At, me: Me, story_id: str, branch_id: BranchId, asked: EraIn) -> ChangedOut:
    """A new era begins with the moment of an entry."""
    where = Where(story_id, branch_id)
    return ChangedOut.model_validate(await telling.flip_era(at, me, where, asked.entry_id, asked.name, asked.version))
