"""Looking an installation over: what is stored, and whether all of it is sound."""

from __future__ import annotations

from typing import Any

from sqlalchemy import update

from fabula import __version__
from fabula.accounts.people import Person
from fabula.errors import Forbidden
from fabula.installation import Installation
from fabula.ops import doctor
from fabula.store.contract import Tx
from fabula.store.tables import turns


async def examine(at: Installation, person: Person) -> dict[str, Any]:
    """Facts and findings about the whole installation; administrators only."""
    if person.role != "admin":
        raise Forbidden("Only an administrator may look the installation over.")
    found = await at.store.check()
    facts, broken = await at.store.read(lambda tx: (doctor.facts(tx), doctor.findings(tx)))
    about = {
        "version": __version__,
        "database": f"{at.store.kind} {at.store.where}",
        "profile": at.config.profile,
        "answers": "language model" if at.engine.model is not None else "built in",
    }
    return {"facts": {**about, **facts}, "findings": [*found, *broken]}


def take_over(tx: Tx) -> None:
    """End every claim that a dead process left behind.

    Only for a store that one process owns: whoever holds its lock knows that nobody else is working on anything.
    """
    tx.run(update(turns).where(turns.c.status == "in_progress").values(lease_expires_at=tx.now))
