"""The claim protocol, on every backend (service specification, 4.1.6 and 6.5)."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
import pytest_asyncio
from sqlalchemy import func, select, update

from fabula import errors
from fabula.clock import ManualClock
from fabula.store import turns
from fabula.store.contract import Row, Store, Tx
from fabula.store.faults import Duplicate, Unfit
from fabula.store.tables import people, refresh_tokens
from fabula.store.tables import turns as rows
from fabula.store.turns import Claim, Replay

ASKED: dict[str, Any] = {
    "key": "k1",
    "kind": "chat",
    "lane": "lane",
    "person_id": "person_a",
    "fingerprint": "f",
    "snapshot": {"chapter": 3},
}


@pytest_asyncio.fixture
async def store(clocked_store: Store) -> Store:
    """A store on the clock fixture's time, with two people."""
    await clocked_store.write(
        lambda tx: tx.insert(
            people,
            *({"id": f"person_{n}", "email": n, "email_key": n, "password_hash": "x"} for n in ("a", "b")),
        )
    )
    return clocked_store


async def begin(store: Store, **changes: Any) -> Claim | Replay:
    """Begins the usual turn, with changes."""
    return await store.write(lambda tx: turns.begin(tx, **{**ASKED, **changes}))


async def claimed(store: Store, **changes: Any) -> Claim:
    """As `begin`, when a claim is expected."""
    claim = await begin(store, **changes)
    assert isinstance(claim, Claim)
    return claim


async def look(store: Store, key: str = "k1") -> Row:
    """The stored turn."""
    row = await store.read(lambda tx: turns.look(tx, key))
    assert row is not None
    return row


async def accept(store: Store, **changes: Any) -> None:
    """Accepts the usual turn as pending, with changes."""
    await store.write(lambda tx: turns.accept(tx, **{**ASKED, "kind": "import", **changes}))


async def take(store: Store, key: str = "k1", attempts_max: int = 3) -> Claim | None:
    """Takes a turn."""
    return await store.write(lambda tx: turns.take(tx, key, attempts_max=attempts_max))


async def due(store: Store, limit: int = 10) -> list[str]:
    """The imports that are due."""
    return await store.read(lambda tx: turns.due(tx, "import", limit))


async def test_a_new_key_is_claimed_with_attempt_one(store: Store, clock: ManualClock) -> None:
    claim = await claimed(store)
    assert (claim.key, claim.attempt, claim.snapshot, claim.person_id) == ("k1", 1, {"chapter": 3}, "person_a")
    row = await look(store)
    assert (row["status"], row["attempt"]) == ("in_progress", 1)
    assert (row["lease_expires_at"] - clock()).total_seconds() == turns.LEASE_S


async def test_a_running_key_says_how_long_to_wait(store: Store, clock: ManualClock) -> None:
    await claimed(store)
    for passed, left in ((0, 120), (0.5, 120), (100, 20), (19, 1)):
        clock.advance(passed)
        with pytest.raises(errors.TurnInProgress) as caught:
            await begin(store)
        assert caught.value.retry_after == left
    clock.advance(0.4999)
    with pytest.raises(errors.TurnInProgress) as caught:
        await begin(store)
    assert caught.value.retry_after == 1


@pytest.mark.parametrize(
    "change",
    [{"person_id": "person_b"}, {"kind": "import"}, {"lane": "other"}, {"fingerprint": "g"}],
    ids=lambda change: next(iter(change)),
)
@pytest.mark.parametrize("state", ["running", "failed", "completed"])
async def test_a_key_is_one_request(store: Store, change: dict[str, str], state: str) -> None:
    claim = await claimed(store)
    if state == "failed":
        await store.write(lambda tx: turns.fail(tx, claim, "llm_error", "The model failed."))
    if state == "completed":
        await store.write(lambda tx: turns.finish(tx, claim, {"text": "hello"}))
    before = dict(await look(store))
    with pytest.raises(errors.IdempotencyConflict):
        await begin(store, **change)
    assert dict(await look(store)) == before


async def test_a_completed_key_replays_and_never_changes(store: Store, clock: ManualClock) -> None:
    claim = await claimed(store)
    result = {"b": "你好 🧚", "a": [1, None]}
    await store.write(lambda tx: turns.finish(tx, claim, result, stage="done"))
    row = dict(await look(store))
    assert (row["status"], row["stage"], row["completed_at"]) == ("completed", "done", clock())
    clock.advance(10_000)
    replay = await begin(store, snapshot={"chapter": 99})
    assert replay == Replay("k1", result, {"chapter": 3})
    for late in (
        lambda tx: turns.finish(tx, claim, {"text": "other"}),
        lambda tx: turns.fail(tx, claim, "late", None),
        lambda tx: turns.renew(tx, claim),
        lambda tx: turns.advance(tx, claim, stage="x"),
        lambda tx: turns.fence(tx, claim),
    ):
        with pytest.raises(errors.Lost):
            await store.write(late)
    assert not await store.write(lambda tx: turns.cancel(tx, "k1", "person_a"))
    assert await take(store) is None
    assert dict(await look(store)) == row


async def test_a_failed_key_is_claimed_again_with_its_first_snapshot(store: Store) -> None:
    first = await claimed(store)
    await store.write(lambda tx: turns.fail(tx, first, "llm_error", "m" * 2000))
    row = await look(store)
    assert (row["status"], row["failure_code"], len(row["failure_message"])) == ("failed", "llm_error", 500)
    second = await claimed(store, snapshot={"chapter": 9})
    assert (second.attempt, second.snapshot) == (2, {"chapter": 3})
    row = await look(store)
    assert (row["failure_code"], row["failure_message"]) == (None, None)


async def test_an_expired_key_is_taken_over_and_its_owner_is_fenced_out(store: Store, clock: ManualClock) -> None:
    first = await claimed(store)
    clock.advance(turns.LEASE_S)
    second = await claimed(store)
    assert second.attempt == 2

    def write_late(tx: Tx) -> None:
        tx.insert(refresh_tokens, {"token_hash": "late", "person_id": "person_a", "expires_at": tx.now})
        turns.finish(tx, first, {"text": "late"})

    with pytest.raises(errors.Lost):
        await store.write(write_late)
    assert await store.read(lambda tx: tx.value(select(func.count()).select_from(refresh_tokens))) == 0
    await store.write(lambda tx: turns.finish(tx, second, {"text": "in time"}))
    assert await begin(store) == Replay("k1", {"text": "in time"}, {"chapter": 3})


async def test_an_expired_owner_that_nobody_replaced_may_still_finish(store: Store, clock: ManualClock) -> None:
    claim = await claimed(store)
    clock.advance(turns.LEASE_S * 5)
    await store.write(lambda tx: turns.fence(tx, claim))
    await store.write(lambda tx: turns.finish(tx, claim, {"text": "late but first"}))


async def test_renewing_keeps_the_claim(store: Store, clock: ManualClock) -> None:
    claim = await claimed(store, lease_s=50)
    for _ in range(5):
        clock.advance(40)
        await store.write(lambda tx: turns.renew(tx, claim))
    with pytest.raises(errors.TurnInProgress) as caught:
        await begin(store)
    assert caught.value.retry_after == 50


async def test_a_lane_has_one_running_turn(store: Store, clock: ManualClock) -> None:
    first = await claimed(store)
    clock.advance(30)
    with pytest.raises(errors.TurnInProgress) as caught:
        await begin(store, key="k2")
    assert caught.value.retry_after == 90
    assert (await claimed(store, key="k3", lane="another")).attempt == 1
    await store.write(lambda tx: turns.finish(tx, first, {}))
    assert (await claimed(store, key="k2")).attempt == 1


async def test_an_expired_turn_in_the_lane_is_superseded_for_good(store: Store, clock: ManualClock) -> None:
    first = await claimed(store)
    clock.advance(turns.LEASE_S)
    second = await claimed(store, key="k2")
    row = await look(store)
    assert (row["status"], row["failure_code"], row["lease_expires_at"]) == ("failed", "superseded", None)
    with pytest.raises(errors.Lost):
        await store.write(lambda tx: turns.finish(tx, first, {}))
    await store.write(lambda tx: turns.finish(tx, second, {}))
    with pytest.raises(errors.IdempotencyConflict):
        await begin(store)
    with pytest.raises(errors.Conflict):
        await store.write(lambda tx: turns.retry(tx, "k1", "person_a"))


async def test_of_many_with_one_key_one_claims(store: Store) -> None:
    answers = await asyncio.gather(*(begin(store) for _ in range(12)), return_exceptions=True)
    assert sum(isinstance(answer, Claim) for answer in answers) == 1
    assert sum(isinstance(answer, errors.TurnInProgress) for answer in answers) == 11


async def test_of_many_in_one_lane_one_claims(store: Store) -> None:
    answers = await asyncio.gather(*(begin(store, key=f"k{n}") for n in range(12)), return_exceptions=True)
    assert sum(isinstance(answer, Claim) for answer in answers) == 1
    assert sum(isinstance(answer, errors.TurnInProgress) for answer in answers) == 11
    assert await store.read(lambda tx: tx.value(select(func.count()).select_from(rows))) == 1


async def test_of_many_that_take_an_expired_turn_one_gets_it(store: Store, clock: ManualClock) -> None:
    await accept(store)
    assert await take(store) is not None
    clock.advance(turns.LEASE_S)
    answers = await asyncio.gather(*(take(store) for _ in range(12)))
    assert [answer.attempt for answer in answers if answer is not None] == [2]


async def test_begin_counts_attempts(store: Store) -> None:
    for attempt in (1, 2):
        claim = await claimed(store, attempts_max=2)
        assert claim.attempt == attempt
        await store.write(lambda tx, it=claim: turns.fail(tx, it, "llm_error", None))  # type: ignore[misc]
    with pytest.raises(errors.Conflict) as caught:
        await begin(store, attempts_max=2)
    assert caught.value.code == "budget_exhausted"


async def test_an_accepted_turn_is_due_until_it_is_taken(store: Store, clock: ManualClock) -> None:
    for key in ("k3", "k1", "k2"):
        await accept(store, key=key, lane=key, stage="source")
    clock.advance(1)
    await accept(store, key="k0", lane="k0")
    await claimed(store, key="chat", lane="chat")
    assert await due(store) == ["k1", "k2", "k3", "k0"]
    assert await due(store, 2) == ["k1", "k2"]
    claim = await take(store, "k2")
    assert claim is not None
    assert (claim.attempt, claim.stage, claim.kind) == (1, "source", "import")
    assert await take(store, "k2") is None
    assert await due(store) == ["k1", "k3", "k0"]
    assert await take(store, "unknown") is None


async def test_work_resumes_from_the_stage_it_had_reached(store: Store, clock: ManualClock) -> None:
    await accept(store, stage="source")
    first = await take(store)
    assert first is not None
    await store.write(lambda tx: turns.advance(tx, first, stage="chapters", progress={"done": 1, "total": 9}))
    await store.write(lambda tx: turns.advance(tx, first, progress={"done": 2, "total": 9}))
    assert await due(store) == []
    clock.advance(turns.LEASE_S)
    assert await due(store) == ["k1"]
    second = await take(store)
    assert second is not None
    assert (second.attempt, second.stage) == (2, "chapters")
    assert (await look(store))["progress"] == {"done": 2, "total": 9}
    with pytest.raises(errors.Lost):
        await store.write(lambda tx: turns.advance(tx, first, stage="source"))
    assert (await look(store))["stage"] == "chapters"


async def test_the_ceiling_of_attempts_ends_a_turn(store: Store, clock: ManualClock) -> None:
    await accept(store)
    for attempt in (1, 2, 3):
        claim = await take(store)
        assert claim is not None
        assert claim.attempt == attempt
        clock.advance(turns.LEASE_S)
    assert await take(store) is None
    row = await look(store)
    assert (row["status"], row["failure_code"], row["attempt"]) == ("failed", "budget_exhausted", 3)
    assert await due(store) == []
    with pytest.raises(errors.Conflict) as caught:
        await store.write(lambda tx: turns.retry(tx, "k1", "person_a"))
    assert caught.value.code == "budget_exhausted"


async def test_a_failed_turn_waits_for_its_person_to_ask_again(store: Store) -> None:
    await accept(store)
    claim = await take(store)
    assert claim is not None
    await store.write(lambda tx: turns.fail(tx, claim, "processing_failed", "Try again."))
    assert await due(store) == []
    assert await take(store) is None
    with pytest.raises(errors.NotFound):
        await store.write(lambda tx: turns.retry(tx, "k1", "person_b"))
    with pytest.raises(errors.NotFound):
        await store.write(lambda tx: turns.retry(tx, "unknown", "person_a"))
    await store.write(lambda tx: turns.retry(tx, "k1", "person_a", attempts_max=3))
    assert await due(store) == ["k1"]
    again = await take(store)
    assert again is not None
    assert again.attempt == 2
    with pytest.raises(errors.Conflict):
        await store.write(lambda tx: turns.retry(tx, "k1", "person_a"))


async def test_retry_knows_the_ceiling(store: Store) -> None:
    claim = await claimed(store)
    await store.write(lambda tx: turns.fail(tx, claim, "llm_error", None))
    with pytest.raises(errors.Conflict) as caught:
        await store.write(lambda tx: turns.retry(tx, "k1", "person_a", attempts_max=1))
    assert caught.value.code == "budget_exhausted"
    assert (await look(store))["failure_code"] == "llm_error"


async def test_take_respects_the_lane(store: Store, clock: ManualClock) -> None:
    await accept(store, key="k1")
    await accept(store, key="k2")
    assert await take(store, "k1") is not None
    assert await take(store, "k2") is None
    clock.advance(turns.LEASE_S)
    assert await take(store, "k2") is not None
    assert (await look(store, "k1"))["failure_code"] == "superseded"


@pytest.mark.parametrize("state", ["pending", "running", "asked again"])
async def test_an_unfinished_turn_can_be_cancelled_by_its_person(store: Store, state: str) -> None:
    await accept(store)
    claim = None
    if state != "pending":
        claim = await take(store)
        assert claim is not None
    if state == "asked again":
        await store.write(lambda tx: turns.fail(tx, claim, "processing_failed", None))  # type: ignore[arg-type]
        await store.write(lambda tx: turns.retry(tx, "k1", "person_a"))
    with pytest.raises(errors.NotFound):
        await store.write(lambda tx: turns.cancel(tx, "k1", "person_b"))
    assert await store.write(lambda tx: turns.cancel(tx, "k1", "person_a"))
    assert not await store.write(lambda tx: turns.cancel(tx, "k1", "person_a"))
    row = await look(store)
    assert (row["status"], row["failure_code"]) == ("failed", "cancelled")
    assert await due(store) == []
    assert await take(store) is None
    if claim is not None:
        with pytest.raises(errors.Lost):
            await store.write(lambda tx: turns.finish(tx, claim, {}))
    assert (await claimed(store, kind="import")).attempt == (1 if claim is None else 2)


async def test_a_key_is_accepted_once(store: Store) -> None:
    await accept(store)
    with pytest.raises(Duplicate) as caught:
        await accept(store, lane="other")
    assert caught.value.constraint == "pk_turns"


@pytest.mark.parametrize("code", ["", "x" * 65, "two\nlines", turns.RETRY])
async def test_a_failure_needs_a_proper_code(store: Store, code: str) -> None:
    claim = await claimed(store)
    with pytest.raises(ValueError, match="not a failure code"):
        await store.write(lambda tx: turns.fail(tx, claim, code, None))
    assert (await look(store))["status"] == "in_progress"


BASE: dict[str, Any] = {**ASKED, "attempt": 0}
NOW = "now"
CONTRADICTIONS = [
    {"status": "paused"},
    {"status": "pending", "attempt": 1},
    {"status": "pending", "lease_expires_at": NOW},
    {"status": "pending", "failure_code": "x"},
    {"status": "pending", "failure_message": "x"},
    {"status": "pending", "completed_at": NOW},
    {"status": "pending", "result": {}},
    {"status": "in_progress", "attempt": 0, "lease_expires_at": NOW},
    {"status": "in_progress", "attempt": 1},
    {"status": "in_progress", "attempt": 1, "lease_expires_at": NOW, "failure_code": "x"},
    {"status": "in_progress", "attempt": 1, "lease_expires_at": NOW, "completed_at": NOW},
    {"status": "in_progress", "attempt": 1, "lease_expires_at": NOW, "result": {}},
    {"status": "failed", "attempt": 1},
    {"status": "failed", "attempt": -1, "failure_code": "x"},
    {"status": "failed", "attempt": 1, "failure_code": "x", "lease_expires_at": NOW},
    {"status": "failed", "attempt": 1, "failure_code": "x", "completed_at": NOW},
    {"status": "failed", "attempt": 1, "failure_code": "x", "result": {}},
    {"status": "completed", "attempt": 1, "result": {}},
    {"status": "completed", "attempt": 1, "completed_at": NOW},
    {"status": "completed", "attempt": 0, "result": {}, "completed_at": NOW},
    {"status": "completed", "attempt": 1, "result": {}, "completed_at": NOW, "lease_expires_at": NOW},
    {"status": "completed", "attempt": 1, "result": {}, "completed_at": NOW, "failure_code": "x"},
]


@pytest.mark.parametrize("fields", CONTRADICTIONS, ids=repr)
async def test_the_database_refuses_fields_that_contradict_the_status(
    store: Store, clock: ManualClock, fields: dict[str, Any]
) -> None:
    told = {name: clock() if value == NOW else value for name, value in fields.items()}
    with pytest.raises(Unfit):
        await store.write(lambda tx: tx.insert(rows, {**BASE, **told}))


async def test_the_database_keeps_the_lane_even_from_code_that_does_not_look(store: Store, clock: ManualClock) -> None:
    await claimed(store)
    running = {**ASKED, "key": "k2", "status": "in_progress", "attempt": 1, "lease_expires_at": clock()}
    with pytest.raises(Duplicate):
        await store.write(lambda tx: tx.insert(rows, running))


async def test_the_fence_holds_against_a_concurrent_takeover(store: Store, clock: ManualClock) -> None:
    """A unit that passed the fence commits before the takeover, or not at all."""
    for round_ in range(10):
        key = f"race{round_}"
        claim = await claimed(store, key=key, lane=key)
        clock.advance(turns.LEASE_S)

        def land(tx: Tx, claim: Claim = claim) -> None:
            turns.fence(tx, claim)
            tx.insert(refresh_tokens, {"token_hash": claim.key, "person_id": "person_a", "expires_at": tx.now})
            tx.run(update(people).where(people.c.id == "person_b").values(updated_at=tx.now))

        landed, taken = await asyncio.gather(store.write(land), begin(store, key=key, lane=key), return_exceptions=True)
        assert isinstance(taken, Claim)
        assert taken.attempt == 2
        wrote = await store.read(
            lambda tx, key=key: tx.one(select(refresh_tokens).where(refresh_tokens.c.token_hash == key))  # type: ignore[misc]
        )
        assert (wrote is None) == isinstance(landed, errors.Lost)
