"""Two owners, two keys, one lane and a moving clock, in every order hypothesis can think of."""

from __future__ import annotations

import asyncio
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from sqlalchemy import func, select

from fabula import errors
from fabula.clock import ManualClock
from fabula.store import turns
from fabula.store.contract import Row, Store, Tx
from fabula.store.open import open_store
from fabula.store.tables import people, refresh_tokens
from fabula.store.tables import turns as rows

KEYS = st.sampled_from(["k1", "k1", "k2", "elsewhere"])
OWNERS = st.sampled_from(["left", "right"])
LANES = {"k1": "one", "k2": "one", "elsewhere": "two"}
MAX = 6


class Claims(RuleBasedStateMachine):
    """The model knows for each owner which claims it believes to hold, and for each key what was ever seen."""

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.clock = ManualClock()
        self.store: Store = self.runner.run(open_store("memory:", clock=self.clock))
        self.held: dict[str, dict[str, turns.Claim]] = {"left": {}, "right": {}}
        self.results: dict[str, dict[str, Any]] = {}
        self.attempts: dict[str, int] = {}
        self.written = 0

    def write(self, fn: Any) -> Any:
        """Runs a unit."""
        return self.runner.run(self.store.write(fn))

    def answer(self, fn: Any) -> Any:
        """Runs a unit; its conflict, if it has one, is the answer."""
        try:
            return self.write(fn)
        except errors.Conflict as fault:
            return fault

    def row(self, key: str) -> Any:
        """The stored turn."""
        return self.runner.run(self.store.read(lambda tx: turns.look(tx, key)))

    @initialize()
    def someone(self) -> None:
        """There is a person."""
        person = {"id": "person_a", "email": "a", "email_key": "a", "password_hash": "x"}
        self.write(lambda tx: tx.insert(people, person))

    @rule(seconds=st.sampled_from([0.5, 60, 121, 121]))
    def time_passes(self, seconds: float) -> None:
        """The clock moves."""
        self.clock.advance(seconds)

    def running(self, row: Any) -> bool:
        """Whether a turn is in progress under a lease that has not run out."""
        return bool(row and row["status"] == "in_progress" and row["lease_expires_at"] > self.clock())

    def free(self, key: str) -> bool:
        """Whether a claim on the key may be given: nothing runs in its lane, and it has not ended for good."""
        stored = {row["key"]: row for row in self.runner.run(self.store.read(lambda tx: tx.all(select(rows))))}
        before = stored.get(key)
        ended = before is not None and before["failure_code"] in ("superseded", "budget_exhausted")
        in_lane = [row for row in stored.values() if row["lane"] == LANES[key]]
        return not ended and key not in self.results and not any(self.running(row) for row in in_lane)

    def won(self, owner: str, claim: turns.Claim, free: bool) -> None:
        """A claim was given: rightly, and its attempt is higher than any before."""
        assert free
        assert claim.attempt == self.attempts.get(claim.key, 0) + 1
        assert claim.key not in self.results
        self.attempts[claim.key] = claim.attempt
        self.held[owner][claim.key] = claim

    @rule(owner=OWNERS, key=KEYS)
    def begin(self, owner: str, key: str) -> None:
        """An owner begins: it gets a claim, a replay, or a reason."""

        def unit(tx: Tx) -> turns.Claim | turns.Replay:
            return turns.begin(
                tx,
                key=key,
                kind="chat",
                lane=LANES[key],
                person_id="person_a",
                fingerprint=key,
                snapshot={"first": owner},
                attempts_max=MAX,
            )

        before, free = self.row(key), self.free(key)
        answer = self.answer(unit)
        if isinstance(answer, errors.TurnInProgress):
            assert not free
            assert answer.retry_after is not None
            assert 1 <= answer.retry_after <= 120
        elif isinstance(answer, errors.IdempotencyConflict):
            assert before["failure_code"] == "superseded"
        elif isinstance(answer, errors.Conflict):
            assert answer.code == "budget_exhausted"
            assert before["attempt"] == MAX
        elif isinstance(answer, turns.Replay):
            assert answer.result == self.results[key]
        else:
            assert before is None or answer.snapshot == before["snapshot"]
            self.won(owner, answer, free)

    @rule(owner=OWNERS, key=KEYS)
    def take(self, owner: str, key: str) -> None:
        """A worker takes what is due."""
        free = self.free(key)
        claim = self.write(lambda tx: turns.take(tx, key, attempts_max=MAX))
        if claim is not None:
            self.won(owner, claim, free)

    @rule(key=KEYS)
    def accept(self, key: str) -> None:
        """A turn is accepted for later, if it is new."""
        if self.row(key) is None:
            self.write(
                lambda tx: turns.accept(
                    tx, key=key, kind="chat", lane=LANES[key], person_id="person_a", fingerprint=key, snapshot={}
                )
            )

    @rule(key=KEYS, what=st.sampled_from(["retry", "cancel"]))
    def person_acts(self, key: str, what: str) -> None:
        """The person asks again or gives up."""
        before = self.row(key)
        try:
            self.write(lambda tx: getattr(turns, what)(tx, key, "person_a"))
        except errors.NotFound:
            assert before is None
        except errors.Conflict:
            assert what == "retry"

    def current(self, claim: turns.Claim) -> bool:
        """Whether the claim is the one in the database."""
        row = self.row(claim.key)
        return bool(row["status"] == "in_progress" and row["attempt"] == claim.attempt)

    @precondition(lambda self: any(self.held.values()))
    @rule(data=st.data(), what=st.sampled_from(["renew", "finish", "fail", "advance", "write"]))
    def owner_acts(self, data: st.DataObject, what: str) -> None:
        """An owner does something under a claim it believes to hold."""
        claims = [claim for held in self.held.values() for claim in held.values()]
        claim = data.draw(st.sampled_from(claims))
        current = self.current(claim)
        result = {"by": claim.attempt}

        def unit(tx: Tx) -> None:
            token = {"token_hash": f"t{self.written}", "person_id": "person_a", "expires_at": tx.now}
            tx.insert(refresh_tokens, token)
            if what == "renew":
                turns.renew(tx, claim)
            elif what == "finish":
                turns.finish(tx, claim, result)
            elif what == "fail":
                turns.fail(tx, claim, "llm_error", "m")
            elif what == "advance":
                turns.advance(tx, claim, progress={"at": 1})
            else:
                turns.fence(tx, claim)

        try:
            self.write(unit)
        except errors.Lost:
            assert not current
        else:
            assert current
            self.written += 1
            if what == "finish":
                self.results[claim.key] = result

    @invariant()
    def the_rows_are_right(self) -> None:
        """One in progress in a lane; results as they were completed; nothing written under a lost claim."""

        def unit(tx: Tx) -> tuple[list[Row], int]:
            return tx.all(select(rows)), int(tx.value(select(func.count()).select_from(refresh_tokens)))

        stored, tokens = self.runner.run(self.store.read(unit))
        busy = [row["lane"] for row in stored if row["status"] == "in_progress"]
        assert len(busy) == len(set(busy))
        assert {row["key"]: row["result"] for row in stored if row["status"] == "completed"} == self.results
        assert tokens == self.written

    def teardown(self) -> None:
        """Closes the store."""
        self.runner.run(self.store.close())
        self.runner.close()


TestClaims = Claims.TestCase
TestClaims.settings = settings(max_examples=40, stateful_step_count=40, deadline=None)
