"""Random histories: engine and oracle agree after every step. FABULA_HISTORIES and FABULA_STEPS ask for more."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule, run_state_machine_as_test
from sqlalchemy import Connection

from fabula.clock import utc_now
from fabula.store import sqlite
from fabula.store.contract import Tx
from fabula.store.open import _migrate
from tests.story.histories import Play

HISTORIES = int(os.environ.get("FABULA_HISTORIES", "300"))
STEPS = int(os.environ.get("FABULA_STEPS", "60"))

COUNTS: Counter[str] = Counter()


@pytest.fixture(scope="module")
def connection() -> Iterator[Connection]:
    """One database in memory; every history is a transaction of its own that is never committed."""
    backend = sqlite.memory_backend()
    _migrate(backend)
    with backend.writer.connect() as opened:
        yield opened


class Histories(RuleBasedStateMachine):
    """A history; each step is a number that all of its choices are drawn from."""

    connection: Connection

    def __init__(self) -> None:
        super().__init__()
        self._transaction = self.connection.begin()
        tx = Tx(self.connection, translate=sqlite.translate, clock=utc_now, writable=True)
        self._play = Play(tx, self.connection.begin_nested, COUNTS)
        self._steps: list[int] = []

    @rule(number=st.integers(0, 2**32))
    def step(self, number: int) -> None:
        self._steps.append(number)
        self._play.step(Random(f"{number}/{len(self._steps)}"))

    def teardown(self) -> None:
        self._transaction.rollback()


def test_engine_and_oracle_agree(connection: Connection) -> None:
    Histories.connection = connection
    COUNTS.clear()
    asked = settings(
        max_examples=HISTORIES,
        stateful_step_count=STEPS,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(Histories, settings=asked)
    print(dict(sorted(COUNTS.items())))
    if HISTORIES >= 300:
        for name in ("re-owned", "held", "relinked", "shielded", "moved", "rival", "vanished", "refused write-back"):
            assert COUNTS[name] >= 50, (name, COUNTS[name])
