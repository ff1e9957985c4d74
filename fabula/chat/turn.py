"""One turn of a conversation: claimed before anybody is asked, committed before anybody is told.

The claim keeps what the answer may rest on: the chapter, the reader's identity, the mode. A repeated key replays the
stored pair; a lost or cancelled claim writes nothing (service specification, sections 4.1.6, 6.4, 6.5).
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import and_, func, select

from fabula.errors import FabulaError, Invalid, NotFound, OutcomeUnknown, TurnStopped
from fabula.ids import new_id
from fabula.store import turns
from fabula.store.contract import Row, Tx
from fabula.store.tables import characters, messages
from fabula.store.tables import turns as turn_rows
from fabula.story.door import NO_CHARACTER, Entry, is_met, person_met
from fabula.story.people import chapter_titles, known_names, unlocked_lines

KIND = "chat"
MESSAGE_CHARS_MAX = 4_000
MESSAGE_BYTES_MAX = 16 * 1024
PAST_MAX = 60


@dataclass(frozen=True)
class Begun:
    """A claimed turn with what it needs to be answered."""

    claim: turns.Claim
    message: str
    past: tuple[Row, ...]


def begin(tx: Tx, *, person_id: str, character_id: str, key: str, message: str) -> Begun | turns.Replay | None:
    """Claim a turn for `message`, or find what the key already settled.

    None when the turn belongs to a chapter that the reader has gone back behind: an unanswered one is ended then.
    Raises `NotFound` for a character not met by the saved chapter, `Invalid` when the reader has taken this very
    character's identity, and what `turns.begin` raises.
    """
    shelf, character = person_met(tx, person_id, character_id)
    story = shelf.story
    if story["reader_character_id"] == character_id:
        raise Invalid("You have entered the book as this person; choose another identity to talk with them.")
    if shelf.book["status"] != "ready":
        raise NotFound(NO_CHARACTER)
    snapshot = {
        "chapter": shelf.through,
        "identity": _identity(tx, shelf),
        "identity_type": story["reader_identity_type"],
        "identity_character": story["reader_character_id"],
        "mode": story["deviation_mode"],
    }
    begun = turns.begin(
        tx,
        key=key,
        kind=KIND,
        lane=f"chat:{shelf.branch_id}:{character['id']}",
        person_id=person_id,
        book_id=shelf.book["id"],
        branch_id=shelf.branch_id,
        character_id=character["id"],
        fingerprint=hashlib.sha256(message.encode()).hexdigest(),
        snapshot=snapshot,
    )
    if begun.snapshot["chapter"] > shelf.through:
        if isinstance(begun, turns.Claim):
            turns.fail(tx, begun, turns.SUPERSEDED, "The reader went back before this turn was answered.")
        return None
    if isinstance(begun, turns.Replay):
        return begun
    return Begun(begun, message, tuple(past(tx, begun)))


def _identity(tx: Tx, shelf: Entry) -> str | None:
    """The reader's name as of the saved chapter: a name revealed later than that is not used, nor somebody not met."""
    chosen = shelf.story["reader_character_id"]
    if chosen is None:
        return None if shelf.story["reader_identity"] is None else str(shelf.story["reader_identity"])
    row = tx.one(select(characters).where(characters.c.id == chosen))
    if row is None or not is_met(row, shelf.through):
        raise Invalid("The person you entered as has not appeared by this chapter; read on or choose another identity.")
    return known_names(row, shelf.through)[0]


def clean(message: str) -> str:
    """A message as it is stored: trimmed, bounded, with something in it; raises `Invalid`."""
    message = message.replace("\x00", "").strip()
    if not message:
        raise Invalid("Say something first; the message is empty.")
    if len(message) > MESSAGE_CHARS_MAX or len(message.encode("utf-8", "surrogatepass")) > MESSAGE_BYTES_MAX:
        raise Invalid(f"A message has at most {MESSAGE_CHARS_MAX} characters; shorten it.")
    if any(0xD800 <= ord(c) <= 0xDFFF for c in message):
        raise Invalid("The message is not valid text; type it again.")
    if not any(c.isalnum() for c in message):
        raise Invalid("Say something in words; the message has only signs.")
    return message


def commit(tx: Tx, begun: Begun, text: str, answer: dict[str, Any]) -> dict[str, Any]:
    """Store the pair and end the claim, all or nothing; returns the answer as people see it.

    Raises `Lost` when the claim is not ours any more.
    """
    claim = begun.claim
    turns.fence(tx, claim)
    last = tx.value(
        select(func.coalesce(func.max(messages.c.seq), 0)).where(
            messages.c.branch_id == claim.branch_id, messages.c.character_id == claim.character_id
        )
    )
    shared = {
        "branch_id": claim.branch_id,
        "character_id": claim.character_id,
        "turn_key": claim.key,
        "reader_identity": claim.snapshot["identity"],
        "reader_identity_type": claim.snapshot["identity_type"],
        "reader_character_id": claim.snapshot["identity_character"],
        "chapter_context": claim.snapshot["chapter"],
        "created_at": tx.now,
    }
    asked, said = new_id("msg"), new_id("msg")
    spoken = {**shared, "id": said, "seq": last + 2, "role": "character", "content": text, "answer": answer}
    tx.insert(
        messages,
        {**shared, "id": asked, "seq": last + 1, "role": "user", "content": begun.message, "answer": None},
        spoken,
    )
    turns.finish(tx, claim, {"asked": asked, "said": said})
    return shown(spoken, chapter_titles(tx, str(claim.book_id)) if answer["citations"] else {})


def give_up(tx: Tx, claim: turns.Claim, code: str, told: str | None) -> None:
    """End a claim without an answer, so that its key may be sent again; nothing when it is not ours any more."""
    row = turns.look(tx, claim.key)
    if row is not None and row["status"] == "in_progress" and row["attempt"] == claim.attempt:
        turns.fail(tx, claim, code, told)


def why_lost(tx: Tx, claim: turns.Claim) -> FabulaError:
    """What to tell a listener whose turn was taken away while it was answered."""
    row = turns.look(tx, claim.key)
    if row is None:
        return NotFound("This conversation was deleted.")
    if row["attempt"] == claim.attempt and row["failure_code"] == turns.CANCELLED:
        return TurnStopped("The answer was stopped.")
    return OutcomeUnknown("Another window took this turn over. Send it again with its key.")


def reply(tx: Tx, key: str) -> dict[str, Any]:
    """The committed answer of a turn, as people see it."""
    row = tx.one(select(messages).where(messages.c.turn_key == key, messages.c.role == "character"))
    if row is None:
        raise NotFound("That turn has no answer.")
    book_id = tx.value(select(turn_rows.c.book_id).where(turn_rows.c.key == key))
    return shown(row, chapter_titles(tx, book_id))


def past(tx: Tx, claim: turns.Claim) -> list[Row]:
    """The conversation an answer may look back on, oldest first: same branch, same identity, unlocked chapters."""
    told = claim.snapshot
    return _past(
        tx,
        str(claim.branch_id),
        str(claim.character_id),
        told["chapter"],
        told["identity_type"],
        told["identity_character"],
    )


def _past(tx: Tx, branch_id: str, character_id: str, through: int, kind: str, identity: str | None) -> list[Row]:
    rows = tx.all(
        select(messages)
        .where(
            messages.c.branch_id == branch_id,
            messages.c.character_id == character_id,
            messages.c.chapter_context <= through,
            _same_reader(kind, identity),
        )
        .order_by(messages.c.seq.desc())
        .limit(PAST_MAX)
    )
    return rows[::-1]


def history(
    tx: Tx, person_id: str, character_id: str, limit: int, before: str | None
) -> tuple[list[dict[str, Any]], str | None]:
    """One page of a conversation, oldest first, and the cursor of the older page (spec 8.2 decides who sees it)."""
    shelf, character = person_met(tx, person_id, character_id)
    scope = and_(
        messages.c.branch_id == shelf.branch_id,
        messages.c.character_id == character["id"],
        messages.c.chapter_context <= shelf.through,
        _same_reader(shelf.story["reader_identity_type"], shelf.story["reader_character_id"]),
    )
    query = select(messages).where(scope)
    if before is not None:
        mark = tx.one(query.where(messages.c.id == before))
        if mark is None:
            raise Invalid("That cursor is not of this conversation; start again without it.")
        query = query.where(messages.c.seq < mark["seq"])
    rows = tx.all(query.order_by(messages.c.seq.desc()).limit(limit + 1))
    page = rows[:limit][::-1]
    titles = chapter_titles(tx, shelf.book["id"])
    return [shown(row, titles) for row in page], page[0]["id"] if len(rows) > limit else None


def _same_reader(kind: str, character_id: str | None) -> Any:
    if kind == "self":
        return messages.c.reader_identity_type == "self"
    return and_(messages.c.reader_identity_type == "character", messages.c.reader_character_id == character_id)


def shown(row: Row | Mapping[str, Any], titles: Mapping[int, str | None]) -> dict[str, Any]:
    """A message as people see it; `titles` are the chapter titles of its book, by number."""
    return {
        "id": row["id"],
        "turn_id": row["turn_key"],
        "role": row["role"],
        "content": row["content"],
        "created_at": row["created_at"],
        "chapter_context": row["chapter_context"],
        "reader_identity": row["reader_identity"],
        "answer": None if row["answer"] is None else _answer(row["answer"], titles),
    }


def _answer(stored: Mapping[str, Any], titles: Mapping[int, str | None]) -> dict[str, Any]:
    return {
        "kind": stored["kind"],
        "parts": stored["parts"],
        "citations": [
            {
                "chapter_number": cited["chapter"],
                "chapter_title": titles.get(cited["chapter"]),
                "start": cited["start"],
                "end": cited["end"],
                "excerpt": cited["excerpt"],
                "part": cited["part"],
            }
            for cited in stored["citations"]
        ],
        "chips": stored["chips"],
    }


@dataclass(frozen=True)
class Scene:
    """Where a conversation stands now: the book, the bound, the lines unlocked, what was said."""

    book_id: str
    through: int
    lines: int
    past: tuple[Row, ...]


def scene(tx: Tx, person_id: str, character_id: str) -> Scene:
    """The present state of a conversation; raises `NotFound` as long as the character cannot be talked with."""
    shelf, character = person_met(tx, person_id, character_id)
    if shelf.book["status"] != "ready":
        raise NotFound(NO_CHARACTER)
    story = shelf.story
    rows = _past(
        tx, shelf.branch_id, character_id, shelf.through, story["reader_identity_type"], story["reader_character_id"]
    )
    lines = unlocked_lines(tx, character, shelf.through)
    return Scene(character["book_id"], shelf.through, lines, tuple(rows))
