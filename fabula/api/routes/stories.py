"""Stories over HTTP: the list, beginning one, its branches, and the file it travels in."""

from __future__ import annotations

import asyncio
import json
import re
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import Path, Query, Request, Response

from fabula.actions import branches_of, stories
from fabula.actions.on_branch import CURRENT, Where
from fabula.actions.stories import Wish
from fabula.api.auth import At, Me
from fabula.api.openapi import fails
from fabula.api.shapes_stories import (
    BeginIn,
    BranchesOut,
    CompareOut,
    FindingsOut,
    ForkIn,
    NameIn,
    OneBranchOut,
    StoriesOut,
    StoryEditIn,
    SwitchIn,
    WholeStoryOut,
)
from fabula.api.strict import new_router, read_json

router = new_router("/api/stories", "stories")

BranchId = Annotated[str, Path(max_length=100, description="A branch's id, or `current`.")]
Ref = Annotated[str, Query(min_length=1, max_length=100)]
REFUSED = fails("not_found", "rejected", "stale_version", "conflict")
FILE = "application/json"
IMPORTED: dict[str, Any] = {
    "requestBody": {"required": True, "content": {FILE: {"schema": {"type": "object"}}}},
}
EXPORTED: dict[int | str, dict[str, Any]] = {
    200: {"description": "The story as an .avts file.", "content": {FILE: {"schema": {"type": "object"}}}}
}


@router.get("", responses=fails("validation_error"))
async def list_stories(
    at: At,
    me: Me,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    cursor: Annotated[str | None, Query(max_length=100)] = None,
) -> StoriesOut:
    """One's stories, the one changed last first; books on the shelf are among them as `not_begun`."""
    found, after = await stories.stories_of(at, me, limit, cursor)
    return StoriesOut.model_validate({"stories": found, "next_cursor": after})


@router.post("", status_code=201, responses=fails("not_found", "rejected", "conflict"))
async def begin_story(at: At, me: Me, asked: BeginIn) -> WholeStoryOut:
    """Begin a story: blank, or in a book on the shelf with what the reader knows of it by now."""
    wish = Wish(asked.title, asked.book_id, asked.opening, asked.definition, asked.lead)
    return WholeStoryOut.model_validate(await stories.begin(at, me, wish))


@router.post("/import", status_code=201, responses=fails("conflict"), openapi_extra=IMPORTED)
async def import_story(at: At, me: Me, request: Request) -> WholeStoryOut:
    """Bring a story from an .avts file, at most 64 MiB, sent as the body. It is verified before it is kept."""
    # Parsed beside the event loop: the largest file takes a second or two.
    envelope = await asyncio.to_thread(read_json, await request.body())
    return WholeStoryOut.model_validate(await stories.bring(at, me, envelope))


@router.get("/{story_id}", responses=fails("not_found"))
async def read_story(at: At, me: Me, story_id: str) -> WholeStoryOut:
    """One story with its current branch."""
    return WholeStoryOut.model_validate(await stories.story(at, me, story_id))


@router.patch("/{story_id}", responses=fails("not_found", "validation_error"))
async def edit_story(at: At, me: Me, story_id: str, asked: StoryEditIn) -> WholeStoryOut:
    """Change what a story is called, what it is, or how it is told, on all its branches; it is not in any log."""
    return WholeStoryOut.model_validate(await stories.revised(at, me, story_id, **asked.model_dump()))


@router.delete("/{story_id}", status_code=204, responses=fails("not_found"))
async def delete_story(at: At, me: Me, story_id: str) -> None:
    """Delete a story with all its branches. The story of a book takes the book off the shelf, as deleting that does."""
    await stories.delete(at, me, story_id)


@router.get("/{story_id}/export", response_class=Response, responses={**EXPORTED, **fails("not_found")})
async def export_story(at: At, me: Me, story_id: str) -> Response:
    """The story as a file: every branch, every row and the whole log."""
    envelope = await stories.export(at, me, story_id)
    body = await asyncio.to_thread(lambda: json.dumps(envelope, ensure_ascii=False).encode())
    title = str(envelope["story"]["tables"]["stories"][0]["title"])
    plain = re.sub(r"[^A-Za-z0-9 _-]", "", title).strip()[:60] or "story"
    named = f"attachment; filename=\"{plain}.avts\"; filename*=UTF-8''{quote(title[:60], safe='')}.avts"
    return Response(body, media_type=FILE, headers={"Content-Disposition": named, "Cache-Control": "private, no-store"})


@router.get("/{story_id}/branches", responses=fails("not_found"))
async def list_branches(at: At, me: Me, story_id: str) -> BranchesOut:
    """Every branch of a story, the oldest first; there are at most 200."""
    return BranchesOut.model_validate({"branches": await branches_of.listed(at, me, story_id)})


@router.post("/{story_id}/fork", status_code=201, responses=REFUSED)
async def fork_story(at: At, me: Me, story_id: str, asked: ForkIn) -> OneBranchOut:
    """A new branch that begins as the story was after an entry."""
    where = Where(story_id, asked.branch_id or CURRENT)
    branch = await branches_of.fork(at, me, where, asked.entry_id, asked.name, asked.version, switch=asked.switch)
    return OneBranchOut.model_validate({"branch": branch})


@router.post("/{story_id}/switch", responses=fails("not_found"))
async def switch_branch(at: At, me: Me, story_id: str, asked: SwitchIn) -> OneBranchOut:
    """Go on with another branch."""
    return OneBranchOut.model_validate({"branch": await branches_of.switch(at, me, Where(story_id, asked.branch_id))})


@router.get("/{story_id}/compare", responses=fails("not_found", "validation_error"))
async def compare_branches(at: At, me: Me, story_id: str, here: Ref, there: Ref) -> CompareOut:
    """Two branches side by side; `current` may stand for one of them."""
    return CompareOut.model_validate(await branches_of.compare(at, me, story_id, here, there))


@router.get("/{story_id}/branches/{branch_id}", responses=fails("not_found"))
async def read_branch(at: At, me: Me, story_id: str, branch_id: BranchId) -> OneBranchOut:
    """One branch: its version, and what can be undone and redone."""
    return OneBranchOut.model_validate({"branch": await branches_of.branch(at, me, Where(story_id, branch_id))})


@router.patch("/{story_id}/branches/{branch_id}", responses=fails("not_found"))
async def rename_branch(at: At, me: Me, story_id: str, branch_id: BranchId, asked: NameIn) -> OneBranchOut:
    """Another name for a branch."""
    return OneBranchOut.model_validate(
        {"branch": await branches_of.rename(at, me, Where(story_id, branch_id), asked.name)}
    )


@router.delete("/{story_id}/branches/{branch_id}", status_code=204, responses=fails("not_found", "rejected"))
async def delete_branch(at: At, me: Me, story_id: str, branch_id: BranchId) -> None:
    """Delete a branch; those that began on it stay. The last one cannot go."""
    await branches_of.delete(at, me, Where(story_id, branch_id))


@router.get("/{story_id}/branches/{branch_id}/verify", responses=fails("not_found"))
async def verify_branch(at: At, me: Me, story_id: str, branch_id: BranchId) -> FindingsOut:
    """Whether the rows of a branch and its log say the same."""
    return FindingsOut(findings=await branches_of.verify(at, me, Where(story_id, branch_id)))
