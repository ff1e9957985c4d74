"""A process killed in the middle of writing: what it acknowledged is there, and the next process just goes on."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from sqlalchemy import select

from fabula.store.open import open_store
from fabula.store.tables import people, refresh_tokens

WRITER = """
import asyncio, itertools, sys
from fabula.store.open import open_store
from fabula.store.tables import people, refresh_tokens

async def main():
    store = await open_store(sys.argv[1])
    for n in itertools.count():
        def unit(tx):
            tx.insert(people, {"id": f"p{n}", "email": "e", "email_key": f"p{n}", "password_hash": "x" * 2000})
            tx.insert(refresh_tokens, {"token_hash": f"p{n}", "person_id": f"p{n}", "expires_at": tx.now})
        await store.write(unit)
        print(n, flush=True)

asyncio.run(main())
"""


def write_until_killed(url: str, commits: int) -> int:
    """Starts a writer, kills it after some acknowledged commits, and returns the number of the last one it told."""
    writer = subprocess.Popen([sys.executable, "-c", WRITER, url], stdout=subprocess.PIPE, text=True)
    assert writer.stdout is not None
    for _ in range(commits):
        assert writer.stdout.readline()
    writer.kill()
    told = writer.stdout.read().split()
    writer.wait(timeout=30)
    return int(told[-1]) if told else commits - 1


async def test_what_was_acknowledged_survives_the_death_of_the_process(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/f.db"
    last = write_until_killed(url, 40)
    store = await open_store(url)
    assert await store.check() == []
    found = {row["id"] for row in await store.read(lambda tx: tx.all(select(people.c.id)))}
    tokens = {row["token_hash"] for row in await store.read(lambda tx: tx.all(select(refresh_tokens.c.token_hash)))}
    assert found >= {f"p{n}" for n in range(last + 1)}
    assert tokens == found
    await store.close()
