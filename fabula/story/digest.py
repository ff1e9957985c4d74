"""What a branch's rows were before its log began, as digests.

Owns the fingerprint of a row and of a branch's beginning. The promise: two rows have the same digest exactly when every
column the log follows is the same.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from sqlalchemy import bindparam, insert, select

from fabula.store.contract import Tx
from fabula.store.tables import baselines
from fabula.story.ledger import LEDGER, Image, Key, Ledger, Logged

Digests = dict[str, dict[str, str]]
"""Digests by table and id."""


def digest(logged: Logged, row: Mapping[str, Any]) -> str:
    """The fingerprint of a row."""
    told = {name: value for name, value in logged.frozen(row).items() if name not in logged.quiet}
    return sha256(json.dumps(told, sort_keys=True, ensure_ascii=False).encode()).hexdigest()[:32]


def digests(rows: Mapping[Key, Image], ledger: Ledger) -> Digests:
    """The fingerprints of rows."""
    found: Digests = {}
    for (table, row_id), row in sorted(rows.items()):
        found.setdefault(table, {})[row_id] = digest(ledger[table], row)
    return found


def all_rows(tx: Tx, branch_id: str, ledger: Ledger = LEDGER, *, quiet: bool = True) -> dict[Key, Image]:
    """Every logged row of a branch; without `quiet`, only with the columns the log follows."""
    found: dict[Key, Image] = {}
    for name, logged in ledger.tables.items():
        names, query = (logged.names, logged.select_all) if quiet else (logged.told, logged.select_told)
        for row in tx.rows(query, {"branch": branch_id}):
            image = dict(zip(names, row, strict=True))
            found[(name, image["id"])] = image
    return found


def begin(tx: Tx, branch_id: str, ledger: Ledger = LEDGER) -> None:
    """Records what the branch holds now as what it began with."""
    rows = digests(all_rows(tx, branch_id, ledger, quiet=False), ledger)
    tx.run(insert(baselines).values(branch_id=branch_id, digests=rows))


def recorded(tx: Tx, branch_id: str) -> Digests | None:
    """What the branch began with, None when nobody recorded it."""
    found: Digests | None = tx.value(_RECORDED, {"branch": branch_id})
    return found


_RECORDED = select(baselines.c.digests).where(baselines.c.branch_id == bindparam("branch"))
