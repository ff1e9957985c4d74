"""Talking with a person of a book: a turn said, stopped, looked back on.

A turn is claimed in one unit, answered with no unit open, and committed in one unit; `done` is told after that. The
answering goes on when the listener leaves (service specification, sections 6.4, 6.5, 10.5).
"""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator, Awaitable
from contextlib import aclosing
from typing import Any

from fabula.accounts.people import Person
from fabula.ai.engine import Answered
from fabula.ai.offline.book import Source
from fabula.ai.tasks.speak import Asked, Excerpt, Speak, Spoken
from fabula.chat import turn
from fabula.chat.ground import ground
from fabula.chat.producer import Event, Tell
from fabula.chat.voices import conversation
from fabula.errors import ClientUpgradeRequired, FabulaError, Invalid, Lost, ModelFailed, NotFound
from fabula.installation import Installation
from fabula.recall import lore
from fabula.store import turns
from fabula.store.contract import Tx
from fabula.story.door import NO_CHARACTER, person_met

SPEAK = Speak()
FEW_LINES = 12
ANSWER_S = 600
LORE_SHOWN = 3


def read_key(header: str | None) -> str:
    """The turn's key from its header: a canonical UUIDv4; none at all means a client from before there were keys."""
    if header is None:
        raise ClientUpgradeRequired("This page is out of date: it sent no Idempotency-Key. Reload it and try again.")
    try:
        key = uuid.UUID(header)
    except ValueError:
        key = uuid.UUID(int=0)
    if key.version != 4 or key.variant != uuid.RFC_4122 or str(key) != header.lower():
        raise Invalid("Idempotency-Key must be a UUID of version 4, made anew for every message.")
    return str(key)


async def say(at: Installation, person: Person, character_id: str, key: str, message: str) -> AsyncIterator[Event]:
    """Claim the turn, then return its events: deltas, and one done or error.

    What can be refused is refused before this returns; a settled key returns its stored answer as replayed.
    """
    message = turn.clean(message)
    at.productions.admit()
    begun = await at.store.write(
        lambda tx: turn.begin(tx, person_id=person.id, character_id=character_id, key=key, message=message)
    )
    if begun is None:
        raise NotFound(NO_CHARACTER)
    if isinstance(begun, turns.Replay):
        return _replay(await at.store.read(lambda tx: turn.reply(tx, key)))
    return at.productions.start(key, lambda tell: _answer(at, begun, person.language, tell)).listen()


async def _answer(at: Installation, begun: turn.Begun, language: str | None, tell: Tell) -> None:
    claim = begun.claim
    try:
        async with turns.holding(at.store, claim):
            said = await _in_time(_produce(at, begun, language, tell))
            reply = await at.store.write(lambda tx: turn.commit(tx, begun, said.text, dict(said.answer)))
    except Lost as lost:
        raise await at.store.read(lambda tx: turn.why_lost(tx, claim)) from lost
    except FabulaError as fault:
        code, told = fault.code, fault.message
        await at.store.write(lambda tx: turn.give_up(tx, claim, code, told))
        raise
    except BaseException:
        # Stopped, closing, or broken: in no case may the conversation wait for the lease to run out.
        await at.store.write(lambda tx: turn.give_up(tx, claim, turns.CANCELLED, None))
        raise
    tell(_done(reply, replayed=False))


async def _in_time(producing: Awaitable[Spoken]) -> Spoken:
    try:
        async with asyncio.timeout(ANSWER_S):
            return await producing
    except TimeoutError as late:
        raise ModelFailed("The answer took too long. Send it again.") from late


async def _produce(at: Installation, begun: turn.Begun, language: str | None, tell: Tell) -> Spoken:
    """Ask the engine; what the product itself says in an answer is in the reader's chosen language, else the book's."""
    claim = begun.claim
    through = int(claim.snapshot["chapter"])
    character_id = str(claim.character_id)
    voices = await at.bookshelf.voices(str(claim.book_id))
    past = conversation(begun.past)

    def built_in() -> Spoken:
        answer = voices.answer(character_id, begun.message, past, through, language=language)
        return Spoken(answer.text, answer.to_json(), answer.deltas())

    basis = await at.store.read(lambda tx: ground(tx, begun))
    excerpts: tuple[Excerpt, ...] = ()
    if at.engine.model is not None:
        excerpts = await asyncio.to_thread(_lore, voices.source, begun.message, through)
    asked = Asked(
        persona=basis.persona,
        world_summary=basis.world,
        chapter=through,
        reader=claim.snapshot["identity"],
        reader_is_character=claim.snapshot["identity_type"] == "character",
        mode=claim.snapshot["mode"],
        history=tuple((row["role"], row["content"]) for row in begun.past),
        lore=excerpts,
        message=begun.message,
        offline=built_in,
    )
    async with aclosing(at.engine.ask(SPEAK, asked)) as answer:
        async for piece in answer:
            if isinstance(piece, Answered):
                return piece.said
            tell(Event("delta", {"content": piece.text}))
    raise AssertionError("the engine ends with an answer or an error")


def _lore(source: Source, message: str, through: int) -> tuple[Excerpt, ...]:
    unlocked = [lore.Chapter(c.number, c.title, c.text) for c in source.chapters if c.number <= through]
    found = lore.find(unlocked, message, LORE_SHOWN)
    return tuple(Excerpt(f.chapter, f.title, f.start, f.end, f.text) for f in found)


async def _replay(reply: dict[str, Any]) -> AsyncIterator[Event]:
    yield Event("delta", {"content": reply["content"]})
    yield _done(reply, replayed=True)


def _done(reply: dict[str, Any], *, replayed: bool) -> Event:
    return Event("done", {"turn_id": reply["turn_id"], "committed": True, "replayed": replayed, "message": reply})


async def stop(at: Installation, person: Person, character_id: str, key: str) -> bool:
    """End a turn that is being answered; nothing of it is kept. False when it was settled before."""

    def end(tx: Tx) -> bool:
        person_met(tx, person.id, character_id)
        row = turns.look(tx, key)
        if row is None or row["person_id"] != person.id or row["character_id"] != character_id:
            raise NotFound("There is no such turn in this conversation.")
        return turns.cancel(tx, key, person.id)

    stopped = await at.store.write(end)
    if stopped:
        at.productions.stop(key)
    return stopped


async def history(
    at: Installation, person: Person, character_id: str, limit: int, before: str | None
) -> tuple[list[dict[str, Any]], str | None]:
    """One page of the conversation, oldest first, with the cursor of the older page."""
    return await at.store.read(lambda tx: turn.history(tx, person.id, character_id, limit, before))


async def suggestions(at: Installation, person: Person, character_id: str) -> dict[str, Any]:
    """Things worth asking now, most of all where few lines are unlocked yet."""
    begun = await at.store.read(lambda tx: turn.scene(tx, person.id, character_id))
    voices = await at.bookshelf.voices(begun.book_id)
    worth = await asyncio.to_thread(voices.suggestions, character_id, conversation(begun.past), begun.through)
    return {"suggestions": list(worth), "few_lines": begun.lines < FEW_LINES}
