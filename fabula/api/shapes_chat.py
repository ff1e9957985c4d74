"""The JSON of conversations, both ways."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel, Field, model_validator

from fabula.api.shapes_account import Asked
from fabula.errors import ClientUpgradeRequired


class SayIn(Asked):
    """What the reader says. The other fields are accepted from older clients and mean nothing: the server knows."""

    message: str = Field(max_length=16 * 1024, examples=["Why did you leave the light burning?"])
    novel_id: str | None = None
    reader_identity: str | None = None
    current_chapter: int | None = None

    @model_validator(mode="before")
    @classmethod
    def refuse_retired(cls, body: Any) -> Any:
        """A body that names a user comes from a client that is too old to be answered (spec 13.5)."""
        if isinstance(body, dict) and "user_id" in body:
            raise ClientUpgradeRequired("This page is out of date. Reload it and try again.")
        return body


class StopIn(Asked):
    """The turn to stop: the key it was sent with."""

    turn_id: str = Field(max_length=64)


class PartOut(BaseModel):
    """A piece of an answer and whose voice it is in."""

    type: Literal["intro", "occasion", "quote", "passage", "beat", "fixed", "model"]
    text: str


class SourceOut(BaseModel):
    """Where the words of an answer's part stand in the book."""

    chapter_number: int
    chapter_title: str | None
    start: int
    end: int
    excerpt: str
    part: int


class AnswerOut(BaseModel):
    """How an answer is made; `chips` are things worth saying next."""

    kind: Literal["line", "nearest", "passage", "greeting", "fixed", "model"]
    parts: list[PartOut]
    citations: list[SourceOut]
    chips: list[str]


class MessageOut(BaseModel):
    """One message of a conversation."""

    id: str
    turn_id: str
    role: Literal["user", "character"]
    content: str
    created_at: datetime
    chapter_context: int
    reader_identity: str | None
    answer: AnswerOut | None


class SaidOut(BaseModel):
    """A committed turn."""

    turn_id: str
    committed: Literal[True]
    replayed: bool
    message: MessageOut


class HistoryOut(BaseModel):
    """One page of a conversation, oldest first; `next_cursor` leads to older messages."""

    messages: list[MessageOut]
    next_cursor: str | None


class SuggestionsOut(BaseModel):
    """Things worth asking; `few_lines` when hardly anything of this person is unlocked yet."""

    suggestions: list[str]
    few_lines: bool


class StoppedOut(BaseModel):
    """Whether a running answer was ended; false when it had been settled before."""

    stopped: bool
