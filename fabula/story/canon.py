"""What a reading found, kept as rows of the book, with the decisions of whoever brought it carried out.

Written behind the import's fence, and again whenever people of the book are corrected. The promise: somebody who is
found again keeps their id, their colour and the conversations with them; who is not any more stays as a row that
nobody meets, so that nothing said to them is lost when the decision is undone.
"""

from __future__ import annotations

import json
import zlib
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import delete, func, select, update

from fabula.ai.offline.speak import SURE
from fabula.errors import Conflict
from fabula.ids import new_id
from fabula.store.contract import Row, Tx
from fabula.store.tables import book_chapters, books, characters, corrections, mentions, quotes, readings, stories
from fabula.story import canon_world
from fabula.story.mend import Decision, meant, mended

PEOPLE_MAX = 50
HUES = 8
FACTS = ("description", "appearance", "personality", "background", "typical")
EARLY_MOST = 3
NO_READING = "This book was read by an older Fabula; have it read again first."


class Layout:
    """The chapters of a book by their place in the whole text, for turning its offsets into chapter-relative ones."""

    def __init__(self, chapters: Sequence[Row]) -> None:
        """`chapters` in the order of the text."""
        self._chapters = chapters
        self._starts = [chapter["start"] for chapter in chapters]

    @property
    def text(self) -> str:
        """The whole text."""
        return "".join(chapter["content"] for chapter in self._chapters)

    def chapter(self, offset: int) -> Row:
        """The chapter that holds `offset`."""
        return self._chapters[max(0, bisect_right(self._starts, offset) - 1)]

    def cite(self, evidence: Mapping[str, Any]) -> dict[str, Any]:
        """Evidence as a citation: chapter number, offsets within it, and the exact text."""
        chapter = self.chapter(evidence["start"])
        start, end = evidence["start"] - chapter["start"], evidence["end"] - chapter["start"]
        text = " ".join(chapter["content"][start:end].split())
        return {"chapter": chapter["number"], "start": start, "end": end, "text": text}


def save(tx: Tx, book_id: str, chapters: Sequence[Row], reading: Mapping[str, Any]) -> int:
    """Replace everything a reading says about a book; returns the number of people (at most 50, spec 5.4)."""
    tx.run(delete(readings).where(readings.c.book_id == book_id))
    kept = {name: value for name, value in reading.items() if name != "canon"}
    body = zlib.compress(json.dumps(kept, ensure_ascii=False, separators=(",", ":")).encode(), 6)
    tx.insert(readings, {"book_id": book_id, "body": body, "created_at": tx.now})
    return _save(tx, book_id, Layout(chapters), reading)[0]


def anew(tx: Tx, book_id: str) -> list[bool]:
    """Derive a book's rows from its kept reading again, after a decision was made or undone; Conflict without one.

    Returns for each decision whether it found its people.
    """
    body = tx.value(select(readings.c.body).where(readings.c.book_id == book_id))
    if body is None:
        raise Conflict(NO_READING)
    chapters = tx.all(select(book_chapters).where(book_chapters.c.book_id == book_id).order_by(book_chapters.c.start))
    layout = Layout(chapters)
    reading = json.loads(zlib.decompress(bytes(body)))
    return _save(tx, book_id, layout, reading)[1]


def decisions(tx: Tx, book_id: str) -> list[Decision]:
    """What was decided about a book's people, in order."""
    rows = tx.all(select(corrections).where(corrections.c.book_id == book_id).order_by(corrections.c.seq))
    return [Decision(row["kind"], tuple(row["who"]), tuple(row["names"])) for row in rows]


def _save(tx: Tx, book_id: str, layout: Layout, raw: Mapping[str, Any]) -> tuple[int, list[bool]]:
    # Before the limit: whoever stands below it may belong to somebody above.
    decided = decisions(tx, book_id)
    reading, done = mended(raw, decided, layout.text if decided else "")
    for table in (mentions, quotes):
        tx.run(delete(table).where(table.c.book_id == book_id))
    kept = list(reading["people"])[:PEOPLE_MAX]
    ids = _people(tx, book_id, layout, kept, reading["quotes"])
    passing = canon_world.bystanders_of(tx, book_id, layout.cite, reading)
    _quotes(tx, book_id, layout, reading["quotes"], ids, passing)
    canon_world.save(tx, book_id, layout.cite, reading, ids)
    if raw.get("canon"):
        canon_world.add_model(tx, book_id, raw["canon"], _whole(tx, book_id, raw["people"], ids))
    tx.run(
        update(books)
        .where(books.c.id == book_id)
        .values(
            world_summary=[layout.cite(e) for e in reading["summary"]],
            gist=[layout.cite(e) for e in reading.get("gist", ())],
            genre=reading["genre"],
            readings_made=books.c.readings_made + 1,
            updated_at=tx.now,
        )
    )
    return len(kept), done


def _people(
    tx: Tx,
    book_id: str,
    layout: Layout,
    people: Sequence[Mapping[str, Any]],
    said: Sequence[Mapping[str, Any]],
) -> dict[str, str]:
    """Write the people; returns their ids by their keys in the reading."""
    before = tx.all(select(characters).where(characters.c.book_id == book_id).order_by(characters.c.rank))
    # Ranks are unique and are given anew one by one; below zero none is in the way of another.
    tx.run(
        update(characters)
        .where(characters.c.book_id == book_id)
        .values(rank=-characters.c.rank, part_of_id=None, first_appearance_chapter=None)
    )
    known = _recognised(before, people)
    hues = {row["id"]: row["hue"] for row in before}
    # Hues follow the order of first appearance, so that people met together differ.
    met = sorted(people, key=lambda p: (p["first"]["start"], p["key"]))
    hue = {person["key"]: i % HUES + 1 for i, person in enumerate(met)}
    early = _early_lines(people, said, layout)
    ids: dict[str, str] = {}
    counts = []
    for rank, person in enumerate(people, start=1):
        row = _row(book_id, rank, person, layout)
        row["facts"]["early"] = early.get(person["key"], [])
        held = known.get(person["key"])
        ids[person["key"]] = held or new_id("char")
        if held:
            kept = {name: value for name, value in row.items() if name not in ("id", "book_id")}
            tx.run(update(characters).where(characters.c.id == held).values(**kept, hue=hues[held], updated_at=tx.now))
        else:
            tx.insert(characters, {**row, "id": ids[person["key"]], "hue": hue[person["key"]]})
        counts += [
            {"book_id": book_id, "character_id": ids[person["key"]], "chapter_number": chapter, "count": count}
            for chapter, count in person["by_chapter"]
        ]
    if counts:
        tx.insert(mentions, *counts)
    _put_aside(tx, before, people, ids)
    return ids


def _whole(tx: Tx, book_id: str, people: Sequence[Mapping[str, Any]], ids: Mapping[str, str]) -> dict[str, str]:
    """Ids of everybody of a reading as it was made, also of those who are part of others by a decision."""
    missing = [person for person in people if person["key"] not in ids]
    if not missing:
        return dict(ids)
    rows = tx.all(select(characters).where(characters.c.book_id == book_id).order_by(characters.c.rank))
    found = dict(ids)
    for person in missing:
        held = [row["id"] for row in rows if row["name"] == person["name"]]
        found |= {person["key"]: held[0]} if held else {}
    return found


def _recognised(before: Sequence[Row], people: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """The ids that people of a reading had before: by their name, then by most names in common."""
    free = {row["id"]: row for row in before}
    known: dict[str, str] = {}
    for person in people:
        same = [row for row in free.values() if row["name"] == person["name"]]
        if same:
            # One who can be met before one put aside.
            chosen = min(same, key=lambda row: (row["first_appearance_chapter"] is None, row["rank"]))
            known[person["key"]] = free.pop(chosen["id"])["id"]
    for person in people:
        if person["key"] in known:
            continue
        names = {alias["name"] for alias in person["aliases"]}
        shared = [(len(names & {a["name"] for a in row["aliases"]}), -row["rank"], row["id"]) for row in free.values()]
        best = max(shared, default=(0, 0, ""))
        if best[0]:
            known[person["key"]] = free.pop(best[2])["id"]
    return known


def _put_aside(
    tx: Tx,
    before: Sequence[Row],
    people: Sequence[Mapping[str, Any]],
    ids: Mapping[str, str],
) -> None:
    """Who was there and is not any more is part of whoever has their names now, and nobody where nobody has."""
    shown = set(ids.values())
    aside = [row for row in before if row["id"] not in shown]
    for rank, row in enumerate(aside, len(people) + 1):
        at = meant(people, [row["name"], *(alias["name"] for alias in row["aliases"])])
        into = None if at is None else ids[people[at]["key"]]
        tx.run(
            update(characters).where(characters.c.id == row["id"]).values(rank=rank, part_of_id=into, updated_at=tx.now)
        )
        if into is not None:
            tx.run(update(stories).where(stories.c.reader_character_id == row["id"]).values(reader_character_id=into))


def _early_lines(
    people: Sequence[Mapping[str, Any]], said: Sequence[Mapping[str, Any]], layout: Layout
) -> dict[str, list[dict[str, Any]]]:
    """By key, a first few lines of middling length, one a chapter, to show before any typical one is unlocked."""
    until = {p["key"]: min((e["start"] for e in p["typical"]), default=None) for p in people}
    found: dict[str, list[dict[str, Any]]] = {}
    for quote in said:
        who = quote["speaker"]
        if who not in until or quote["kind"] != "speech" or quote["confidence"] < SURE:
            continue
        shown, end = found.setdefault(who, []), until[who]
        if len(shown) >= EARLY_MOST or (end is not None and quote["start"] >= end):
            continue
        cite = layout.cite(quote)
        low, high = (6, 60) if any(c >= "\u3400" for c in cite["text"]) else (25, 170)
        if low <= len(cite["text"]) <= high and all(one["chapter"] != cite["chapter"] for one in shown):
            shown.append(cite)
    return found


def _row(book_id: str, rank: int, person: Mapping[str, Any], layout: Layout) -> dict[str, Any]:
    return {
        "id": "",
        "book_id": book_id,
        "rank": rank,
        "name": person["name"],
        "aliases": [
            {"name": a["name"], "mentions": a["mentions"], "first_chapter": _shown_from(a)} for a in person["aliases"]
        ],
        "gender": person["gender"],
        "gender_chapter": person.get("gender_chapter", 0),
        "role": person["role"],
        "narrator": person["narrator"],
        "mentions": person["mentions"],
        "first_appearance_chapter": _first_named(person),
        "facts": {field: [layout.cite(e) for e in person[field]] for field in FACTS},
        "style": person["style"],
    }


def _shown_from(alias: Mapping[str, Any]) -> int:
    """From which chapter a name may be shown as this person's: it has been read, and the book has said whose it is."""
    linked = alias.get("linked")
    return max(int(alias["first_chapter"]), int(linked["chapter"]) if linked else 0)


def _first_named(person: Mapping[str, Any]) -> int:
    """The chapter from which a person can be shown: they have appeared, and one of their names has been read."""
    named = [_shown_from(alias) for alias in person["aliases"]]
    return max(int(person["first_chapter"]), min(named)) if named else int(person["first_chapter"])


def _quotes(
    tx: Tx,
    book_id: str,
    layout: Layout,
    found: Sequence[Mapping[str, Any]],
    ids: Mapping[str, str],
    passing: Mapping[str, str],
) -> None:
    rows = []
    paragraph, at = 0, 0
    chapter: Row | None = None
    for seq, quote in enumerate(found):
        here = layout.chapter(quote["start"])
        if chapter is None or here["number"] != chapter["number"]:
            chapter, paragraph, at = here, 0, 0
        start = quote["start"] - here["start"]
        paragraph += here["content"].count("\n\n", at, start)
        at = start
        cue = quote.get("cue")
        rows.append(
            {
                "book_id": book_id,
                "seq": seq,
                "chapter_number": here["number"],
                "start": start,
                "end": quote["end"] - here["start"],
                "paragraph": paragraph,
                "kind": quote["kind"],
                "character_id": ids.get(quote["speaker"] or ""),
                "addressee_id": ids.get(quote["addressee"] or ""),
                "bystander_id": passing.get(quote.get("voice") or ""),
                "confidence": quote["confidence"],
                "why": quote["why"],
                "cue": layout.cite(cue) if cue else None,
            }
        )
    if rows:
        tx.insert(quotes, *rows)


def last_chapter(tx: Tx, book_id: str) -> int:
    """The number of a book's last chapter; 0 for a book without any."""
    return int(tx.value(select(func.max(book_chapters.c.number)).where(book_chapters.c.book_id == book_id)) or 0)
