"""Random histories: engine and oracle agree after every step.

FABULA_HISTORIES and FABULA_STEPS ask for more of them, FABULA_HISTORIES_ON=postgresql for another database, and
FABULA_HISTORIES_SEED for others than those of every day.
"""

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
from fabula.store import postgres, sqlite
from fabula.store.contract import Tx
from fabula.store.open import _migrate
from fabula.store.urls import read_url
from tests.store.server import running_server
from tests.story.histories import Play

HISTORIES = int(os.environ.get("FABULA_HISTORIES", "300"))
SEED = os.environ.get("FABULA_HISTORIES_SEED", "")
STEPS = int(os.environ.get("FABULA_STEPS", "60"))

COUNTS: Counter[str] = Counter()


@pytest.fixture(scope="module")
def connection() -> Iterator[Connection]:
    """One database; every history is a transaction of its own that is never committed."""
    if os.environ.get("FABULA_HISTORIES_ON") == "postgresql":
        with running_server() as server:
            url = read_url(server.fresh()).url
            assert url is not None
            with postgres.postgres_engine(url).connect() as opened:
                yield opened
        return
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
        edge = postgres if self.connection.dialect.name == "postgresql" else sqlite
        tx = Tx(self.connection, translate=edge.translate, clock=utc_now, writable=True)
        self._play = Play(tx, self.connection.begin_nested, COUNTS)
        self._steps: list[int] = []

    @rule(number=st.integers(0, 2**32))
    def step(self, number: int) -> None:
        self._steps.append(number)
        self._play.step(Random(f"{number}/{len(self._steps)}{SEED}"))

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
