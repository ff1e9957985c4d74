"""Keeping a claim alive while slow work runs.

Owns the heartbeat. It knows nothing of the work. The promise: while the block runs the lease is renewed; once the claim
is somebody else's the work is cancelled and errors.Lost is raised, and nothing is recorded as a failure, because
another owner may be running (service specification, 5.2 and 6.5).
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fabula import errors
from fabula.store.claims import Claim, lost, renew
from fabula.store.contract import Store, Tx

HEARTBEAT_S = 30.0
"""Seconds between two renewals."""


class Held:
    """A claim being held. `lost` is set when it is not ours any more."""

    def __init__(self, claim: Claim) -> None:
        self.claim = claim
        self.lost = asyncio.Event()


@asynccontextmanager
async def holding(store: Store, claim: Claim, *, every_s: float = HEARTBEAT_S) -> AsyncIterator[Held]:
    """Renews `claim` every `every_s` seconds while the block runs, in a task of its own.

    When the claim is lost, the task running the block is cancelled and errors.Lost comes out of the block. A store
    that does not answer is tried again until the lease must have run out. Finishing or failing the claim inside the
    block is not a loss: the heartbeat then just stops. Any other error of the heartbeat ends the block with it.
    """
    body = asyncio.current_task()
    assert body is not None
    held = Held(claim)
    beating = asyncio.create_task(_beat(store, held, every_s))
    inside, interrupted = True, False

    def stop_body(done: asyncio.Task[None]) -> None:
        nonlocal interrupted
        if inside and not done.cancelled() and (held.lost.is_set() or done.exception() is not None):
            interrupted = True
            body.cancel()

    beating.add_done_callback(stop_body)
    try:
        yield held
    except asyncio.CancelledError:
        if not interrupted or body.uncancel() > 0:
            raise  # somebody else wants this task to end as well
        interrupted = False
    finally:
        inside = False
        beating.cancel()
        await asyncio.wait({beating})
    if interrupted:
        body.uncancel()  # the block swallowed the cancellation; it must not surface later
    if held.lost.is_set():
        raise errors.Lost("This work was taken over or ended; its result is dropped.")
    if not beating.cancelled():
        beating.result()


async def _beat(store: Store, held: Held, every_s: float) -> None:
    """Returns when the claim has ended: `held.lost` says whether it was taken away."""
    clock = asyncio.get_running_loop().time
    good_until = clock() + held.claim.lease_s

    def renewed(tx: Tx) -> bool | None:
        try:
            renew(tx, held.claim)
        except errors.Lost:
            return None if lost(tx, held.claim) else False
        return True

    while True:
        await asyncio.sleep(every_s)
        began = clock()
        try:
            answer = await store.write(renewed)
        except (errors.Unavailable, errors.Busy):
            if clock() + every_s > good_until:
                held.lost.set()
                return
            continue
        if answer is None:
            held.lost.set()
        if not answer:
            return
        good_until = began + held.claim.lease_s
