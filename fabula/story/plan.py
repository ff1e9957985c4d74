"""What a reversal will do, worked out whole before anything is written.

Owns the plan and the loop that finds it: close the set, walk it back, and let rows join that turn out to have to. The
promise: a plan that exists can be carried out without a conflict; one that cannot is rejected, and nothing was written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from fabula.store.contract import Tx
from fabula.story.close import RIVAL, VANISHED, Closed, close
from fabula.story.ledger import LEDGER, Image, Key, Ledger
from fabula.story.log import USER, Branch, Delta
from fabula.story.partial import encoded
from fabula.story.rejected import Rejected
from fabula.story.tail import Held, Tail
from fabula.story.walk import Walk

ROUNDS = 100


@dataclass
class Plan:
    """Row operations and log operations of one reversal."""

    closed: Closed = field(default_factory=Closed)
    gone: dict[str, list[str]] = field(default_factory=dict)
    """Live rows that go, by table."""
    back: dict[Key, Image] = field(default_factory=dict)
    """Rows that come back."""
    changed: dict[Key, dict[str, Any]] = field(default_factory=dict)
    """Live rows that change, with what they get."""
    before: dict[Key, Image] = field(default_factory=dict)
    """Live rows as they were: those that change and, in a plan made to be redone, those that go."""
    pruned: list[Delta] = field(default_factory=list)
    """Deltas that leave the log."""
    edited: dict[int, tuple[Delta, Delta]] = field(default_factory=dict)
    """Deltas that stay but are changed, as they were and as they will be, by position."""
    counts: dict[str, int] = field(default_factory=dict)


def planned(
    tx: Tx, branch: Branch, tail: Tail, seed: Iterable[int], *, whole: bool = False, ledger: Ledger = LEDGER
) -> Plan:
    """The plan that reverses the deltas at `seed` and all that has to go with them.

    `whole` also reads what merely goes, so that the plan can be redone. Rejected with `no-create`, `write-back` or
    `log-damaged`.
    """
    seed = set(seed)
    joined: dict[Key, str] = {}
    for _ in range(ROUNDS):
        closed = close(tx, branch, tail, seed, ledger, joined)
        walk = Walk(tx, branch, tail, closed, ledger, whole=whole)
        walk.run()
        more = {key: why for key, why in walk.unsettled().items() if key not in joined}
        if not more:
            return _Planner(tail, closed, walk, joined, ledger).plan()
        joined.update(more)
    raise Rejected("log-damaged", "This reversal never comes to rest; verify the story.")


class _Planner:
    """Turns a walk that has come to rest into operations."""

    def __init__(self, tail: Tail, closed: Closed, walk: Walk, joined: dict[Key, str], ledger: Ledger) -> None:
        self._tail = tail
        self._closed = closed
        self._walk = walk
        self._joined = joined
        self._ledger = ledger
        self._payloads: dict[int, dict[str, Any]] = {}
        self._dropped: set[int] = set()
        self._held = 0

    def plan(self) -> Plan:
        """All of it."""
        walk, plan = self._walk, Plan(closed=self._closed)
        plan.changed = dict(walk.changed())
        restored = set(walk.restored())
        for key, row in walk.now.items():
            held = walk.outside(key)
            if held is not None:
                self._rewrite(held, row)
            elif key in walk.moved:
                self._hold(walk.moved[key], key)
            elif key in restored:
                plan.back[key] = row or {}
            elif row is None and key not in self._tail.held:
                plan.gone.setdefault(key[0], []).append(key[1])
        plan.before = {
            key: image for key, image in walk.before.items() if key in plan.changed or walk.now.get(key, image) is None
        }
        self._write_log(plan)
        self._check_write_back(plan)
        reasons = list(self._joined.values())
        plan.counts = {
            "re-owned": len(walk.owned),
            "held": self._held,
            "relinked": sum(map(len, walk.handed.values())),
            "shielded": walk.shielded,
            "moved": len(walk.moved),
            "rival": reasons.count(RIVAL),
            "vanished": reasons.count(VANISHED),
        }
        return plan

    def _payload(self, position: int) -> dict[str, Any]:
        if position not in self._payloads:
            self._payloads[position] = dict(self._tail.at[position].payload or {})
        return self._payloads[position]

    def _rewrite(self, held: Held, row: Image | None) -> None:
        """A row that a deletion outside the set holds: patched or stripped there."""
        self._held += 1
        logged = self._ledger[held.key[0]]
        payload = self._payload(held.by.position)
        if held.capture is None:
            if row is None:
                self._dropped.add(held.by.position)
            else:
                payload.update(logged.frozen(row))
            return
        kept = [child for child in payload[held.capture] if child["id"] != held.key[1]]
        if row is not None:
            there = [child["id"] for child in payload[held.capture]].index(held.key[1])
            kept.insert(there, logged.frozen(row))
        payload[held.capture] = kept

    def _hold(self, position: int, key: Key) -> None:
        """A restored row that cannot live yet: it goes where its other end is."""
        logged, row = self._ledger[key[0]], self._walk.now[key]
        assert row is not None
        assert logged.life.capture is not None
        payload = self._payload(position)
        payload[logged.life.capture] = [*payload.get(logged.life.capture, []), logged.frozen(row)]

    def _write_log(self, plan: Plan) -> None:
        walk, tail = self._walk, self._tail
        leaving = (self._closed.chosen - walk.owned.keys()) | self._dropped
        plan.pruned = [tail.at[position] for position in sorted(leaving)]
        for position, parts in walk.handed.items():
            delta = tail.at[position]
            logged = self._ledger[delta.table]
            extra = {name: value for name, value in (delta.payload or {}).items() if name.startswith("$")}
            whole = {**tail.parts(delta), **parts}
            self._payloads[position] = {**encoded(logged, whole), **extra}
        for position, payload in self._payloads.items():
            if position not in leaving and payload != tail.at[position].payload:
                plan.edited[position] = (tail.at[position], replace(tail.at[position], payload=payload))
        for position, action_id in walk.owned.items():
            was = tail.at[position]
            plan.edited[position] = (was, replace(was, source=USER, entry_id=None, action_id=action_id))

    def _check_write_back(self, plan: Plan) -> None:
        """A deletion that leaves the log may not leave a mate behind that would write the vanished id back."""
        leaving = {delta.position for delta in plan.pruned}
        for position in sorted(self._dropped):
            deletion = self._tail.at[position]
            for mate in self._tail.deltas:
                if mate.action_id == deletion.action_id and mate.position not in leaving and mate.payload is not None:
                    edited = plan.edited.get(mate.position)
                    payload = mate.payload if edited is None else edited[1].payload or {}
                    if deletion.target in _texts(payload, self._ledger[mate.table].weak):
                        raise Rejected(
                            "write-back",
                            f"Another change of the same action would bring a vanished row of {deletion.table} back.",
                        )


def _texts(value: Any, but: frozenset[str] = frozenset()) -> Iterator[str]:
    """Every text in a JSON value; keys in `but` are passed over at the top."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, part in value.items():
            if name not in but:
                yield from _texts(part)
    elif isinstance(value, list):
        for part in value:
            yield from _texts(part)
