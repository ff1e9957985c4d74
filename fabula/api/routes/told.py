"""What a book tells, over HTTP: who speaks, how people stand, its world, passages of it, and corrections."""

from __future__ import annotations

from fastapi import Response

from fabula.actions import people
from fabula.api.auth import At, Me
from fabula.api.openapi import fails
from fabula.api.routes.reading import AsOf, Num
from fabula.api.shapes_told import (
    CorrectedOut,
    CorrectionIn,
    CorrectionsOut,
    LinesOut,
    LoreIn,
    PassagesOut,
    ReadAgainOut,
    RelationsOut,
    SourceRelationshipsOut,
    WholeRelationsOut,
    WorldOut,
)
from fabula.api.strict import new_router

router = new_router("/api/novels/{novel_id}", "reading")

PRIVATE = "private, no-store"


@router.get("/chapters/{num}/lines", responses=fails("not_found"))
async def list_lines(at: At, me: Me, novel_id: str, num: Num) -> LinesOut:
    """Who speaks in a chapter, as far as it is known by the saved place."""
    return LinesOut.model_validate(await people.lines(at, me, novel_id, num))


@router.get("/relations", responses=fails("not_found"))
async def list_relations(at: At, me: Me, novel_id: str, as_of: AsOf = None) -> RelationsOut:
    """How the people met so far stand to each other, with the sentences that say so, after any corrections."""
    return RelationsOut.model_validate(await people.bonds(at, me, novel_id, as_of))


@router.get("/relationships", responses=fails("not_found", "conflict"))
async def list_whole_relationships(at: At, me: Me, novel_id: str, response: Response) -> WholeRelationsOut:
    """The relationships of the whole book, once it has been read to its end."""
    response.headers["Cache-Control"] = PRIVATE
    return WholeRelationsOut.model_validate(await people.whole_bonds(at, me, novel_id))


@router.get("/relationships/source-v1", responses=fails("not_found", "conflict"))
async def list_source_relationships(at: At, me: Me, novel_id: str, response: Response) -> SourceRelationshipsOut:
    """Cited relationships of the first canon model at the saved place."""
    response.headers["Cache-Control"] = PRIVATE
    return SourceRelationshipsOut.model_validate(await people.source_relationships(at, me, novel_id))


@router.get("/world", responses=fails("not_found"))
async def read_world_of_book(at: At, me: Me, novel_id: str, as_of: AsOf = None) -> WorldOut:
    """What happens in the book and what is true in it, as far as it has been read."""
    return WorldOut.model_validate(await people.world(at, me, novel_id, as_of))


@router.post("/lore/search", responses=fails("not_found"))
async def search_lore(at: At, me: Me, novel_id: str, asked: LoreIn) -> PassagesOut:
    """Passages of the text read so far that are like what is asked."""
    found = await people.lore(at, me, novel_id, asked.query, asked.max_chapter, asked.limit)
    passages = [
        {
            "chapter_number": one.chapter,
            "chapter_title": one.title,
            "excerpt": one.text,
            "start": one.start,
            "end": one.end,
            "score": one.score,
        }
        for one in found
    ]
    return PassagesOut.model_validate({"passages": passages})


@router.get("/corrections", responses=fails("not_found"))
async def list_corrections(at: At, me: Me, novel_id: str) -> CorrectionsOut:
    """What was decided about the book's people."""
    return CorrectionsOut.model_validate(await people.corrected(at, me, novel_id))


@router.post("/corrections", status_code=201, responses=fails("not_found", "forbidden", "conflict"))
async def correct_people(at: At, me: Me, novel_id: str, asked: CorrectionIn) -> CorrectedOut:
    """Decide that two people are one, that one is two, or what to call somebody; later readings keep to it."""
    made = await people.correct(at, me, novel_id, asked.kind, asked.character_id, asked.other_id, asked.names)
    return CorrectedOut(id=made)


@router.delete("/corrections/{correction_id}", status_code=204, responses=fails("not_found", "forbidden", "conflict"))
async def undo_correction(at: At, me: Me, novel_id: str, correction_id: str) -> None:
    """Take a decision back."""
    await people.undo(at, me, novel_id, correction_id)


@router.post("/read-again", responses=fails("not_found", "forbidden", "conflict", "parse_error"))
async def read_book_again(at: At, me: Me, novel_id: str) -> ReadAgainOut:
    """Read a finished book anew; people who are found again keep their conversations, and decisions hold."""
    return ReadAgainOut(people=await people.read_again(at, me, novel_id))
