"""The command that talks: one message and its answer, or a conversation at the terminal."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from typing import Any

import httpx

from fabula.cli import show
from fabula.cli.reach import Reached, fault_of
from fabula.errors import FabulaError, Unavailable
from fabula.ids import new_key


async def once(to: Reached, character: dict[str, Any], text: str, *, as_json: bool) -> None:
    """Say one thing and print the answer, piece by piece."""
    begun = False
    async for name, data in _stream(to, character["id"], text):
        if name == "delta" and not as_json:
            show.piece(data["content"])
            begun = True
        elif name == "done":
            if as_json:
                show.as_json(data)
            else:
                show.text("")
                _cite(data["message"])
            return
        elif name == "error":
            if begun:
                show.text("")
            raise FabulaError(data["message"], code=data["code"])
    raise Unavailable("The answer ended early. Say it again.")


async def at_length(to: Reached, book: dict[str, Any], character: dict[str, Any]) -> None:
    """Talk until the reader leaves with an empty line's end of file, or with /bye."""
    if sys.stdin.isatty():
        await _welcome(to, book, character)
    while True:
        try:
            text = await asyncio.to_thread(input, "> " if sys.stdin.isatty() else "")
        except EOFError:
            return
        if text.strip() == "/bye":
            return
        if not text.strip():
            continue
        try:
            await once(to, character, text, as_json=False)
        except FabulaError as fault:
            show.fault(fault)


async def _welcome(to: Reached, book: dict[str, Any], character: dict[str, Any]) -> None:
    show.err.print(
        f"Talking with {character['name']} ({book['title']}, up to chapter {book['progress']['current_chapter']}). "
        "Ctrl-D leaves.",
        markup=False,
    )
    worth = await to.get(f"/api/chat/{character['id']}/suggestions")
    for suggestion in worth["suggestions"]:
        show.err.print(f"  {suggestion}", style="dim", markup=False)


def _cite(message: dict[str, Any]) -> None:
    chapters = dict.fromkeys(c["chapter_number"] for c in (message["answer"] or {}).get("citations", []))
    if chapters and show.out.is_terminal:
        show.out.print("  chapter " + ", ".join(map(str, chapters)), style="dim")


async def _stream(to: Reached, character_id: str, text: str) -> AsyncIterator[tuple[str, dict[str, Any]]]:
    request = to.http.stream(
        "POST", f"/api/chat/{character_id}/stream", json={"message": text}, headers={"Idempotency-Key": new_key()}
    )
    try:
        async with request as answer:
            if answer.is_error:
                await answer.aread()
                raise fault_of(answer)
            name = ""
            async for line in answer.aiter_lines():
                if line.startswith("event: "):
                    name = line[7:]
                elif line.startswith("data: "):
                    yield name, json.loads(line[6:])
    except httpx.HTTPError as fault:
        raise Unavailable(f"The Fabula server does not answer: {str(fault).rstrip('.')}.") from fault
