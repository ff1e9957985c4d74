"""The world of a story over HTTP: its rows, who is where, who knows what, and how people see each other."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query

from fabula.actions import world_of
from fabula.actions.on_branch import Where
from fabula.api.auth import At, Me
from fabula.api.routes.stories import REFUSED, BranchId, Ref
from fabula.api.routes.stories_telling import LISTED, Limit, Seen
from fabula.api.shapes_stories import ChangedOut
from fabula.api.shapes_world import (
    EditIn,
    Kinds,
    KnowledgeOut,
    LearnIn,
    MakeIn,
    MergeIn,
    OneRowOut,
    PlacesOut,
    PresentOut,
    PutIn,
    RelationshipsOut,
    RowChangedOut,
    RowsAtOut,
    RowsOut,
    ViewIn,
)
from fabula.api.strict import new_router

router = new_router("/api/stories/{story_id}/branches/{branch_id}", "stories")

After = Annotated[str | None, Query(max_length=100)]
Maybe = Annotated[str | None, Query(max_length=100)]


@router.get("/world", responses=LISTED)
async def list_world(
    at: At,
    me: Me,
    story_id: str,
    branch_id: BranchId,
    kind: Kinds = "character",
    status: Annotated[str | None, Query(max_length=40)] = None,
    containing: Annotated[str | None, Query(max_length=300)] = None,
    limit: Limit = 50,
    after: After = None,
) -> RowsOut:
    """A page of rows of a kind, and how many there are of every kind."""
    where = Where(story_id, branch_id)
    found = await world_of.rows(at, me, where, kind, status=status, containing=containing, limit=limit, after=after)
    return RowsOut.model_validate(found)


@router.post("/world", status_code=201, responses=REFUSED)
async def make_row(at: At, me: Me, story_id: str, branch_id: BranchId, asked: MakeIn) -> RowChangedOut:
    """Make somebody or something."""
    where = Where(story_id, branch_id)
    return RowChangedOut.model_validate(await world_of.create(at, me, where, asked.kind, asked.values, asked.version))


@router.post("/world/merge", responses=REFUSED)
async def merge_rows(at: At, me: Me, story_id: str, branch_id: BranchId, asked: MergeIn) -> ChangedOut:
    """Two rows turn out to be one: what was said of the one is said of the other."""
    where = Where(story_id, branch_id)
    return ChangedOut.model_validate(await world_of.join(at, me, where, asked.keep_id, asked.drop_id, asked.version))


@router.get("/world/{row_id}", responses=LISTED)
async def read_row(at: At, me: Me, story_id: str, branch_id: BranchId, row_id: str, kind: Kinds) -> OneRowOut:
    """One row."""
    return OneRowOut.model_validate(await world_of.row(at, me, Where(story_id, branch_id), kind, row_id))


@router.patch("/world/{row_id}", responses=REFUSED)
async def edit_row(at: At, me: Me, story_id: str, branch_id: BranchId, row_id: str, asked: EditIn) -> RowChangedOut:
    """Change a row; what obeys a rule takes others along."""
    where = Where(story_id, branch_id)
    done = await world_of.edit(at, me, where, asked.kind, row_id, asked.values, asked.patch, asked.version)
    return RowChangedOut.model_validate(done)


@router.delete("/world/{row_id}", responses=REFUSED)
async def delete_row(
    at: At, me: Me, story_id: str, branch_id: BranchId, row_id: str, kind: Kinds, version: Seen
) -> ChangedOut:
    """Delete a row with everything that refers to it."""
    where = Where(story_id, branch_id)
    return ChangedOut.model_validate(await world_of.delete(at, me, where, kind, row_id, version))


@router.post("/items/{item_id}/place", responses=REFUSED)
async def place_item(at: At, me: Me, story_id: str, branch_id: BranchId, item_id: str, asked: PutIn) -> ChangedOut:
    """Put a thing with somebody, at a place, or nowhere in particular; it leaves wherever it was."""
    where = Where(story_id, branch_id)
    done = await world_of.place(at, me, where, item_id, asked.holder_id, asked.slot, asked.location_id, asked.version)
    return ChangedOut.model_validate(done)


@router.get("/present", responses=LISTED)
async def read_present(at: At, me: Me, story_id: str, branch_id: BranchId, entry_id: Maybe = None) -> PresentOut:
    """Who and what is in the scene of an entry, the last one by default."""
    return PresentOut.model_validate(await world_of.present(at, me, Where(story_id, branch_id), entry_id))


@router.get("/places", responses=LISTED)
async def list_places(at: At, me: Me, story_id: str, branch_id: BranchId) -> PlacesOut:
    """The places, one inside the other."""
    return PlacesOut.model_validate({"places": await world_of.places(at, me, Where(story_id, branch_id))})


@router.get("/knows", responses=LISTED)
async def read_knowledge(
    at: At,
    me: Me,
    story_id: str,
    branch_id: BranchId,
    character_id: Maybe = None,
    happening_id: Maybe = None,
    limit: Limit = 50,
    after: After = None,
) -> KnowledgeOut:
    """What a person knows, or who knows of a happening, and since when."""
    where = Where(story_id, branch_id)
    return KnowledgeOut.model_validate(await world_of.knows(at, me, where, character_id, happening_id, limit, after))


@router.post("/knows", responses=REFUSED)
async def learn(at: At, me: Me, story_id: str, branch_id: BranchId, asked: LearnIn) -> ChangedOut:
    """Somebody knows of something from now on."""
    where = Where(story_id, branch_id)
    done = await world_of.learn(
        at, me, where, asked.happening_id, asked.character_id, asked.values.model_dump(exclude_none=True), asked.version
    )
    return ChangedOut.model_validate(done)


@router.get("/relationships", responses=LISTED)
async def list_relationships(at: At, me: Me, story_id: str, branch_id: BranchId, character_id: Ref) -> RelationshipsOut:
    """How a person sees the people they have to do with, and is seen by them."""
    found = await world_of.relationships(at, me, Where(story_id, branch_id), character_id)
    return RelationshipsOut.model_validate({"relationships": found})


@router.put("/relationships", responses=REFUSED)
async def set_view(at: At, me: Me, story_id: str, branch_id: BranchId, asked: ViewIn) -> ChangedOut:
    """How one person sees another from now on."""
    where = Where(story_id, branch_id)
    done = await world_of.see(at, me, where, asked.subject_id, asked.object_id, asked.view, asked.version)
    return ChangedOut.model_validate(done)


@router.get("/as-of", responses=LISTED)
async def read_as_of(
    at: At,
    me: Me,
    story_id: str,
    branch_id: BranchId,
    entry_id: Ref,
    kind: Kinds = "character",
    limit: Limit = 50,
    after: After = None,
) -> RowsAtOut:
    """The rows of a kind as they were after an entry; nothing is changed."""
    where = Where(story_id, branch_id)
    return RowsAtOut.model_validate(await world_of.as_of(at, me, where, entry_id, kind, limit, after))
