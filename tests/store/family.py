"""A small world of rows: three people, two books, stories, conversations. Every table has at least one row."""

from __future__ import annotations

from typing import Any

from sqlalchemy import func, select, update

from fabula.store.contract import Tx
from fabula.store.life import LIVES as LIVES
from fabula.store.tables import (
    app_settings,
    assets,
    baselines,
    book_chapters,
    books,
    branch_era_flips,
    branches,
    bystanders,
    canon_models,
    chapters,
    character_relationships,
    characters,
    corrections,
    covers,
    deltas,
    entities,
    entry_assets,
    facts,
    happening_awareness,
    happening_involvements,
    happenings,
    lore,
    mentions,
    messages,
    metadata,
    people,
    places,
    quotes,
    readings,
    refresh_tokens,
    relationships,
    stories,
    story_entries,
    threads,
    translations,
    turns,
    undone,
    vault_calendars,
)


def populate(tx: Tx) -> None:
    """Ann and Ben share the book `shared` (Ann brought it); `anns` only Ann reads; Cid reads `orphan`, Ann's too."""
    for name in ("ann", "ben", "cid"):
        tx.insert(people, {"id": name, "email": name, "email_key": name, "password_hash": "x"})
        tx.insert(refresh_tokens, {"token_hash": f"t-{name}", "person_id": name, "expires_at": tx.now})
    for name in ("shared", "anns", "orphan"):
        book(tx, name, "ann")
    for person, name in (("ann", "shared"), ("ben", "shared"), ("ann", "anns"), ("cid", "orphan")):
        story(tx, person, name)
    story(tx, "ann", None)
    for name in ("ann", "ben", "cid"):
        tx.insert(vault_calendars, {"id": f"cal-{name}", "person_id": name, "name": "own", "definition": {}})
        settings: dict[str, Any] = {"default_story_settings": {}, "default_suggestion_categories": {}}
        tx.insert(app_settings, {"person_id": name, **settings})


def book(tx: Tx, name: str, uploader: str | None) -> None:
    """A book with one of everything that belongs to a book."""
    tx.insert(
        books,
        {"id": name, "uploader_id": uploader, "title": name, "language": "en", "format": "txt", "source_hash": name},
    )
    tx.insert(covers, {"book_id": name, "media_type": "image/png", "bytes": b"png"})
    chapter = {"book_id": name, "kind": "chapter", "start": 0, "content": "text", "words": 1, "chars": 4}
    tx.insert(book_chapters, *({"id": f"{name}-{n}", "number": n, **chapter} for n in (1, 2)))
    for rank, who in enumerate(("hero", "friend")):
        character = {"id": f"{name}-{who}", "book_id": name, "rank": rank, "name": who, "role": "minor"}
        tx.insert(characters, character)
        tx.insert(mentions, {"book_id": name, "character_id": f"{name}-{who}", "chapter_number": 1, "count": 2})
    told = {"book_id": name, "through": 1}
    bond = {**told, "seq": 0, "source_id": f"{name}-hero", "target_id": f"{name}-friend", "kind": "kin", "cites": []}
    tx.insert(relationships, {"id": f"{name}-bond", **bond})
    tx.insert(facts, {"id": f"{name}-said", **told, "kind": "event", "seq": 0, "body": {}})
    model = {"book_id": name, "model_version": 1, "schema_version": 1, "prompt_version": "p", "content": {}}
    tx.insert(canon_models, {"id": f"{name}-model", **model})
    tx.insert(readings, {"book_id": name, "body": b"reading", "created_at": tx.now})
    made = {"book_id": name, "person_id": uploader, "seq": 1, "kind": "rename", "who": ["hero"], "names": ["hero"]}
    tx.insert(corrections, {"id": f"{name}-made", **made})
    passing = {"book_id": name, "rank": 1, "name": "the waiter", "first_chapter": 1, "cite": {}}
    tx.insert(bystanders, {"id": f"{name}-waiter", **passing})
    quote = {"book_id": name, "chapter_number": 1, "start": 0, "end": 4, "paragraph": 0, "kind": "speech", "why": "x"}
    tx.insert(
        quotes,
        {
            **quote,
            "seq": 0,
            "character_id": f"{name}-hero",
            "addressee_id": f"{name}-friend",
            "confidence": 1.0,
            "why": "x",
        },
        {**quote, "seq": 1, "character_id": None, "bystander_id": f"{name}-waiter", "confidence": 0.0, "why": "x"},
    )
    tx.insert(places, {"id": f"{name}-place", "book_id": name, "name": "place", "first_chapter": 1, "cite": {}})


def story(tx: Tx, person: str, name: str | None) -> None:
    """A story with two branches and, in a book, a conversation in the person's mask of the friend."""
    own = f"{person}-{name}"
    mask = {"reader_identity_type": "character", "reader_identity": "friend", "reader_character_id": f"{name}-friend"}
    tx.insert(stories, {"id": own, "person_id": person, "book_id": name, "title": "t", **(mask if name else {})})
    tx.insert(branches, {"id": f"{own}-main", "story_id": own, "name": "main"})
    tx.insert(branches, {"id": f"{own}-side", "story_id": own, "name": "side", "parent_id": f"{own}-main"})
    tx.run(update(stories).where(stories.c.id == own).values(current_branch_id=f"{own}-side"))
    for branch in (f"{own}-main", f"{own}-side"):
        world(tx, branch)
    if name is None:
        return
    turn: dict[str, Any] = {
        "person_id": person,
        "book_id": name,
        "fingerprint": "f",
        "snapshot": {},
        "status": "pending",
    }
    tx.insert(turns, {"key": f"{own}-import", "kind": "import", "lane": f"{own}-import", **turn})
    place = {"branch_id": f"{own}-side", "character_id": f"{name}-hero"}
    tx.insert(turns, {"key": f"{own}-chat", "kind": "chat", "lane": f"{own}-chat", **turn, **place})
    for seq, role in enumerate(("user", "character"), 1):
        message = {"id": f"{own}-{role}", "turn_key": f"{own}-chat", "role": role, "seq": seq, "content": "hello"}
        tx.insert(messages, {**message, **place, "reader_character_id": f"{name}-friend"})


def counts(tx: Tx) -> dict[str, int]:
    """How many rows each table has."""
    return {
        table.name: int(tx.value(select(func.count()).select_from(table)))
        for table in sorted(metadata.tables.values(), key=lambda table: table.name)
    }


def everything(tx: Tx) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of all tables."""
    return {
        table.name: [tuple(row.values()) for row in tx.all(select(table).order_by(*table.primary_key.columns))]
        for table in sorted(metadata.tables.values(), key=lambda table: table.name)
    }


def world(tx: Tx, branch: str) -> None:
    """One of everything a branch can hold; one picture is shared by all branches."""
    at = {"branch_id": branch}
    tx.insert(story_entries, {**at, "id": "e1", "position": 1, "kind": "opening", "content": "Once.", "metadata": {}})
    for name in ("kay", "mira"):
        tx.insert(entities, {**at, "id": name, "kind": "character", "name": name, "state": {}})
    tx.insert(lore, {**at, "id": "lore", "title": "Tides"})
    tx.insert(threads, {**at, "id": "thread", "title": "A debt"})
    tx.insert(happenings, {**at, "id": "storm", "title": "The storm"})
    tx.insert(happening_involvements, {**at, "id": "hinv", "happening_id": "storm", "entity_id": "kay"})
    tx.insert(happening_awareness, {**at, "id": "haw", "happening_id": "storm", "character_id": "mira"})
    tx.insert(character_relationships, {**at, "id": "rel", "a_id": "kay", "b_id": "mira", "kind": "friend"})
    closed = {"sequence_number": 1, "title": "One", "start_entry_id": "e1", "end_entry_id": "e1", "closed_at": tx.now}
    tx.insert(chapters, {**at, "id": "chapter", **closed})
    tx.insert(branch_era_flips, {**at, "id": "era", "at_worldtime": 0, "era_name": "Third"})
    picture = "picture"
    if tx.one(select(assets).where(assets.c.id == picture)) is None:
        file = {"kind": "image", "mime_type": "image/png", "file_path": picture, "size_bytes": 1}
        tx.insert(assets, {"id": picture, "content_hash": picture, **file})
    tx.insert(entry_assets, {**at, "id": "shown", "entry_id": "e1", "asset_id": picture, "role": "background"})
    text = {"target_kind": "lore", "target_id": "lore", "field": "title", "language": "de", "translated_text": "Flut"}
    tx.insert(translations, {**at, "id": "tr", **text})
    logged = {"action_id": "act", "source": "user_edit", "target_table": "lore", "target_id": "lore", "op": "update"}
    tx.insert(deltas, {**at, "log_position": 1, **logged, "undo_payload": {"title": "Tide"}})
    tx.insert(undone, {**at, "depth": 1, "step": {}})
    tx.insert(baselines, {**at, "digests": {}})
