"""Going back and forth in time: undo, redo, rollback, taking an unfinished action back, editing what was written.

Owns what each of these means in terms of the log. The promise: each is one reversal, whole or not at all; what was
undone can be redone exactly until something new is logged; a rejected one changes nothing (data model, Entry
mutability & rollback; digest 2.3, 2.11, 2.12).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from fabula import errors
from fabula.store.contract import Tx
from fabula.story import log, timeline
from fabula.story.carry import carry_out, next_step, remember, replay
from fabula.story.changes import Done, Update
from fabula.story.ledger import LEDGER, Ledger
from fabula.story.log import Branch, Delta
from fabula.story.plan import Plan, planned
from fabula.story.rejected import Rejected
from fabula.story.tail import Tail
from fabula.story.timeline import ENTRIES, SCOPE
from fabula.story.write import write


@dataclass(frozen=True)
class Reversed:
    """What a reversal took back: how many deltas, of which tables, and what befell rows and deltas that stay."""

    branch_id: str
    version: int
    deltas: int
    entries: int
    chapters: int
    world: int
    counts: dict[str, int] = field(default_factory=dict)


def undo(tx: Tx, branch: Branch, ledger: Ledger = LEDGER) -> Reversed:
    """Takes back the newest thing a person did, or the newest turn; Rejected with `nothing-to-apply`.

    A turn goes with everything that was logged on top of it, as a rollback to its first entry; anything else goes
    alone, with the rows that cannot be without it. What the background reader did is stepped over.
    """
    timeline.clear_banner(tx, branch)
    group = log.newest_undoable(tx, branch.id)
    if not group:
        raise Rejected("nothing-to-apply", "There is nothing to undo.")
    entries = [delta for delta in group if delta.table == ENTRIES and delta.op == "create"]
    if entries:
        first = timeline.entry(tx, branch, entries[0].target)
        window = timeline.window(tx, branch, first, ledger, group)
        plan = planned(tx, branch, window.tail, window.seed, whole=True, ledger=ledger)
        return _undone(tx, branch, plan, timeline.clamp(branch, window.first_position), {}, ledger)
    return undo_set(tx, branch, group, ledger)


def undo_set(tx: Tx, branch: Branch, group: list[Delta], ledger: Ledger = LEDGER) -> Reversed:
    """Takes back these deltas so that they can be redone; facts their edits invalidated go for good.

    What was undone before cannot be redone then: it was undone of a log that had those facts.
    """
    scopes = [scope for scope in map(timeline.recorded_scope, _edits(group)) if scope is not None]
    also: dict[str, Any] = {}
    for scope in scopes:
        if _sweep(tx, branch, timeline.stale_facts(tx, branch, scope["entryIds"]), ledger):
            branch.redoable = 0
        also |= timeline.clamp(branch, scope["editedPosition"])
    tail = Tail(tx, branch, group[0].position, ledger)
    left = [delta.position for delta in group if delta.position in tail.at]  # a swept fact may have taken one along
    plan = planned(tx, branch, tail, left, whole=True, ledger=ledger)
    positions = [scope["editedPosition"] for scope in scopes]
    return _undone(tx, branch, plan, also, {"edited_at": min(positions)} if positions else {}, ledger)


def redo(tx: Tx, branch: Branch, ledger: Ledger = LEDGER) -> Reversed:
    """Does again what was undone last, at the positions it had; Rejected with `nothing-to-apply`."""
    timeline.clear_banner(tx, branch)
    step = next_step(tx, branch)
    if step is None:
        raise Rejected("nothing-to-apply", "There is nothing to redo.")
    replay(tx, branch, step, ledger)
    also = timeline.clamp(branch, step["edited_at"]) if "edited_at" in step else {}
    log.moved(tx, branch, redoable=branch.redoable - 1, **also)
    return _said(branch, [(each["table"], each["op"]) for each in step["deltas"]], {})


def rollback(tx: Tx, branch: Branch, from_entry: str, ledger: Ledger = LEDGER) -> Reversed:
    """Takes back `from_entry`, every entry after it, and what is about them; Rejected with `rollback-floor`.

    Deleting an entry and writing it anew begin with the same.
    """
    first = timeline.entry(tx, branch, from_entry)
    if first["kind"] == timeline.BANNER:
        raise errors.Invalid("A notice is dismissed, not rolled back.")
    timeline.clear_banner(tx, branch)
    window = timeline.window(tx, branch, first, ledger)
    plan = planned(tx, branch, window.tail, window.seed, ledger=ledger)
    return _carried(tx, branch, plan, timeline.clamp(branch, window.first_position), ledger)


def preview(tx: Tx, branch: Branch, from_entry: str, ledger: Ledger = LEDGER) -> Reversed:
    """What a rollback would take back; nothing is changed."""
    window = timeline.window(tx, branch, timeline.entry(tx, branch, from_entry), ledger)
    plan = planned(tx, branch, window.tail, window.seed, ledger=ledger)
    return _said(branch, [(delta.table, delta.op) for delta in plan.pruned], plan.counts)


def abort(tx: Tx, branch: Branch, action_id: str, ledger: Ledger = LEDGER) -> Reversed:
    """Takes back everything an action has logged: a run that failed, was stopped, or was left behind by a crash."""
    timeline.clear_banner(tx, branch)
    return reverse(tx, branch, log.of_action(tx, branch.id, action_id), ledger)


def reverse(tx: Tx, branch: Branch, group: list[Delta], ledger: Ledger = LEDGER) -> Reversed:
    """Takes back these deltas and whatever has to go with them, for good."""
    if not group:
        return _said(branch, [], {})
    tail = Tail(tx, branch, group[0].position, ledger)
    plan = planned(tx, branch, tail, [delta.position for delta in group], ledger=ledger)
    return _carried(tx, branch, plan, {}, ledger)


def edit_text(tx: Tx, branch: Branch, entry_id: str, text: str, ledger: Ledger = LEDGER) -> Done:
    """Changes what an entry says. Within the head turn, facts taken from the old text are taken back (digest 2.11)."""
    edited = timeline.entry(tx, branch, entry_id)
    if edited["kind"] == timeline.BANNER:
        raise errors.Invalid("A notice cannot be edited.")
    if edited["content"] == text:
        return Done(branch.id, branch.version, "", 0)
    scope = timeline.scope_of(tx, branch, edited)
    also: dict[str, Any] = {}
    if scope is not None:
        _sweep(tx, branch, timeline.stale_facts(tx, branch, scope["entryIds"]), ledger)
        also = timeline.clamp(branch, edited["position"])
    change = Update(ENTRIES, entry_id, set={"content": text}, anchor=entry_id, also={SCOPE: scope} if scope else {})
    done = write(tx, branch, [change], ledger=ledger)
    if also:
        log.moved(tx, branch, **also)
        done = Done(done.branch_id, branch.version, done.action_id, done.logged)
    return done


def _edits(group: list[Delta]) -> list[Delta]:
    return [delta for delta in group if delta.table == ENTRIES and delta.op == "update"]


def _sweep(tx: Tx, branch: Branch, facts: list[Delta], ledger: Ledger) -> bool:
    """Takes facts back for good; whether there were any."""
    if facts:
        tail = Tail(tx, branch, facts[0].position, ledger)
        carry_out(tx, branch, planned(tx, branch, tail, [delta.position for delta in facts], ledger=ledger), ledger)
    return bool(facts)


def _undone(tx: Tx, branch: Branch, plan: Plan, also: dict[str, Any], step: dict[str, Any], ledger: Ledger) -> Reversed:
    carry_out(tx, branch, plan, ledger)
    remember(tx, branch, plan, step, ledger)
    log.moved(tx, branch, redoable=branch.redoable, **also)
    return _said(branch, [(delta.table, delta.op) for delta in plan.pruned], plan.counts)


def _carried(tx: Tx, branch: Branch, plan: Plan, also: dict[str, Any], ledger: Ledger) -> Reversed:
    carry_out(tx, branch, plan, ledger)
    log.moved(tx, branch, redoable=0, **also)
    return _said(branch, [(delta.table, delta.op) for delta in plan.pruned], plan.counts)


def _said(branch: Branch, deltas: Iterable[tuple[str, str]], counts: dict[str, int]) -> Reversed:
    """What went, as people count it: entries, chapters, and everything else that is not about an entry's own row."""
    seen = Counter(deltas)
    entries, chapters = seen[(ENTRIES, "create")], seen[("chapters", "create")]
    world = sum(count for (table, _), count in seen.items() if table != ENTRIES) - chapters
    return Reversed(branch.id, branch.version, sum(seen.values()), entries, chapters, world, counts)
