"""Reading over HTTP: chapters, people, the reader's place and identity."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Query

from fabula.actions import read
from fabula.api.auth import At, Me
from fabula.api.openapi import fails
from fabula.api.shapes_books import (
    ChapterOut,
    ChaptersOut,
    CharacterOut,
    CharactersOut,
    IdentityIn,
    ProgressIn,
    ProgressOut,
)
from fabula.api.strict import new_router

router = new_router("/api", "reading")

Num = Annotated[int, Path(ge=0, le=100_000)]
AsOf = Annotated[
    int | None, Query(ge=0, le=100_000, description="A chapter before the saved one; later ones count as it.")
]


@router.get("/novels/{novel_id}/chapters", responses=fails("not_found"))
async def list_chapters(at: At, me: Me, novel_id: str) -> ChaptersOut:
    """The chapter list."""
    return ChaptersOut.model_validate({"chapters": await read.chapters(at, me, novel_id)})


@router.get("/novels/{novel_id}/chapters/{num}", responses=fails("not_found"))
async def read_chapter(at: At, me: Me, novel_id: str, num: Num) -> ChapterOut:
    """One chapter with its text."""
    return ChapterOut.model_validate(await read.chapter(at, me, novel_id, num))


@router.get("/novels/{novel_id}/characters", responses=fails("not_found"))
async def list_characters(at: At, me: Me, novel_id: str, as_of: AsOf = None) -> CharactersOut:
    """The people met up to the saved chapter, or one before it, as far as they are known by then."""
    return CharactersOut.model_validate(await read.cast(at, me, novel_id, as_of))


@router.get("/characters/{character_id}", responses=fails("not_found"))
async def read_character(at: At, me: Me, character_id: str) -> CharacterOut:
    """One person of the book; somebody not met yet is not found."""
    return CharacterOut.model_validate(await read.character(at, me, character_id))


@router.get("/progress/{novel_id}", responses=fails("not_found"))
async def read_progress(at: At, me: Me, novel_id: str) -> ProgressOut:
    """The saved place and identity."""
    return ProgressOut.model_validate(await read.progress(at, me, novel_id))


@router.put("/progress/{novel_id}", status_code=204, responses=fails("not_found"))
async def save_progress(at: At, me: Me, novel_id: str, asked: ProgressIn) -> None:
    """Save the place; going back locks again what lies ahead."""
    position = asked.position.model_dump() if asked.position else None
    await read.move(at, me, novel_id, asked.current_chapter, position)


@router.put("/progress/{novel_id}/identity", status_code=204, responses=fails("not_found"))
async def save_identity(at: At, me: Me, novel_id: str, asked: IdentityIn) -> None:
    """Enter as oneself or as a person of the book."""
    await read.become(at, me, novel_id, asked.identity_type, asked.identity_name, asked.character_id)
