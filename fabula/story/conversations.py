"""What was said on a branch goes along when it forks, up to the fork.

Owns the copying of conversations. They are outside the log: undoing a turn does not unsay them. The promise: the new
branch has every exchange from before the fork, whole and in order, under keys of its own, so that neither branch's
conversations touch the other's.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import select

from fabula.ids import new_id, new_key
from fabula.store.contract import Row, Tx
from fabula.store.tables import messages, turns
from fabula.story.log import Branch


def copy_conversations(tx: Tx, parent: Branch, child: Branch, before: datetime | None) -> int:
    """Copies the exchanges of `parent` that were made before a moment (all of them for None); how many messages."""
    query = select(messages).where(messages.c.branch_id == parent.id)
    if before is not None:
        query = query.where(messages.c.created_at < before)
    said = tx.all(query.order_by(messages.c.character_id, messages.c.seq))
    asked = tx.among(select(turns), turns.c.key, [row["turn_key"] for row in said])
    keys = {row["key"]: new_key() for row in asked}
    tx.insert(turns, *({**row, "key": keys[row["key"]], **_moved(row, parent, child)} for row in asked))
    new = {"branch_id": child.id}
    tx.insert(messages, *({**row, **new, "id": new_id("msg"), "turn_key": keys[row["turn_key"]]} for row in said))
    return len(said)


def _moved(turn: Row, parent: Branch, child: Branch) -> dict[str, str]:
    return {"branch_id": child.id, "lane": turn["lane"].replace(parent.id, child.id)}
