"""Talking over HTTP: as an event stream or as one answer, with stop and history."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import Header, Query, Response
from fastapi.responses import StreamingResponse

from fabula.actions import talk
from fabula.api import sse
from fabula.api.auth import At, Me
from fabula.api.openapi import fails
from fabula.api.shapes_chat import (
    HistoryOut,
    SaidOut,
    SayIn,
    StopIn,
    StoppedOut,
    SuggestionsOut,
)
from fabula.api.strict import new_router
from fabula.chat.producer import Event
from fabula.installation import Installation

router = new_router("/api/chat", "chat")

Key = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        description="A UUID of version 4, made for this message and kept for every retry of it.",
        examples=["6f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f9"],
    ),
]
REFUSED = fails(
    "not_found",
    "validation_error",
    "turn_in_progress",
    "idempotency_conflict",
    "client_upgrade_required",
    "llm_error",
    "capacity_unavailable",
    "turn_outcome_unknown",
    "turn_stopped",
)
STREAM: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "Events: `delta` {content}, then one `done` {turn_id, committed, replayed, message} "
        "or `error` {code, message, turn_id}.",
        "content": {"text/event-stream": {"schema": {"type": "string"}}},
    }
}


async def _say(at: Installation, me: Me, character_id: str, key: str | None, asked: SayIn) -> AsyncIterator[Event]:
    return await talk.say(at, me, character_id, talk.read_key(key), asked.message)


@router.post("/{character_id}/stream", response_class=StreamingResponse, responses={**STREAM, **REFUSED})
async def stream_turn(at: At, me: Me, character_id: str, asked: SayIn, key: Key = None) -> StreamingResponse:
    """Say something and receive the answer as it comes; `done` is sent after it is stored."""
    return sse.stream(await _say(at, me, character_id, key, asked))


@router.post("/{character_id}", responses=REFUSED)
async def complete_turn(at: At, me: Me, character_id: str, asked: SayIn, key: Key = None) -> SaidOut:
    """Say something and receive the whole answer once it is stored."""
    async for event in await _say(at, me, character_id, key, asked):
        if event.fault is not None:
            raise event.fault
        if event.name == "done":
            return SaidOut.model_validate(event.data)
    raise AssertionError("a turn ends with done or with an error")


@router.post("/{character_id}/stop", responses=fails("not_found"))
async def stop_turn(at: At, me: Me, character_id: str, asked: StopIn) -> StoppedOut:
    """End a turn that is being answered; nothing of it is kept."""
    return StoppedOut(stopped=await talk.stop(at, me, character_id, asked.turn_id))


@router.get("/{character_id}/history", responses=fails("not_found"))
async def read_history(
    at: At,
    me: Me,
    character_id: str,
    limit: Annotated[int, Query(ge=1, le=100)] = 50,
    before: Annotated[str | None, Query(max_length=100)] = None,
) -> HistoryOut:
    """The conversation, newest page first."""
    messages, older = await talk.history(at, me, character_id, limit, before)
    return HistoryOut.model_validate({"messages": messages, "next_cursor": older})


@router.get("/{character_id}/suggestions", responses=fails("not_found"))
async def read_suggestions(at: At, me: Me, character_id: str, response: Response) -> SuggestionsOut:
    """Things that can be asked of this person now."""
    response.headers["Cache-Control"] = "private, no-store"
    return SuggestionsOut.model_validate(await talk.suggestions(at, me, character_id))
