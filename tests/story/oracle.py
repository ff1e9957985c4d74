"""What a branch should be, worked out the naive way: whole copies, and playing everything again from the beginning.

It keeps every change forwards, with the value it set; to reverse some, it takes them out of the list and plays the rest
again. It shares nothing with the engine: no payloads, no chains, no walking back.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

Key = tuple[str, str]
Path = tuple[str, ...]
Flat = dict[Path, Any]
GONE = object()
USER, BACKGROUND = "user_edit", "periodic_classifier"
PAIRS = "character_relationships"
KEEPS: tuple[Path, ...] = (("kind",), ("inverse_kind",))

REFERS: dict[str, tuple[tuple[str, str | None], ...]] = {
    "happening_involvements": (("happening_id", "happenings"), ("entity_id", "entities")),
    "happening_awareness": (("happening_id", "happenings"), ("character_id", "entities")),
    PAIRS: (("a_id", "entities"), ("b_id", "entities")),
    "translations": (("target_id", None),),
}
TARGETS = {"entity": "entities", "lore": "lore", "happening": "happenings", "character_relationship": PAIRS}
UNIQUE = {"happening_awareness": ("character_id", "happening_id"), PAIRS: ("a_id", "b_id")}


class Refused(Exception):
    """The oracle expects a rejection with this code."""


@dataclass(eq=False)
class Write:
    """One change, forwards. `row` is the whole row of a create, `values` what an update sets."""

    position: int
    action: str
    source: str
    anchor: str | None
    op: str
    key: Key
    row: Flat = field(default_factory=dict)
    values: Flat = field(default_factory=dict)


@dataclass
class Played:
    """All rows at the end, and what every change found before it: `took` for deletions, `before` for updates."""

    rows: dict[Key, Flat]
    took: dict[int, dict[Key, Flat]]
    before: dict[int, Flat]

    def everywhere(self) -> dict[Key, Flat]:
        """Rows that are there and rows that deletions keep."""
        return {**{key: row for rows in self.took.values() for key, row in rows.items()}, **self.rows}


def refers(key: Key, row: Flat) -> list[Key]:
    """The rows that a row refers to."""
    found = []
    for column, table in REFERS.get(key[0], ()):
        found.append((table or TARGETS[row[("target_kind",)]], row[(column,)]))
    return found


class Oracle:
    """One branch: what it began with, every change since, and what can be redone."""

    def __init__(self, baseline: dict[Key, Flat]) -> None:
        self.baseline = {key: dict(row) for key, row in baseline.items()}
        self._played: tuple[list[Write], int, Played] | None = None
        self.log: list[Write] = []
        self.undone: list[list[Write]] = []
        self.counts: dict[str, int] = {}

    def copy(self) -> Oracle:
        """A copy that shares nothing."""
        other = Oracle(self.baseline)
        other.log = self.whole()
        return other

    def whole(self) -> list[Write]:
        """A whole copy of the log."""
        return [replace(each, row=dict(each.row), values=dict(each.values)) for each in self.log]

    def play(self, log: list[Write] | None = None) -> Played:
        """Everything again from the beginning."""
        if log is None:
            if self._played is None or self._played[0] is not self.log or self._played[1] != len(self.log):
                self._played = (self.log, len(self.log), self.play(self.log))
            return self._played[2]
        played = Played({key: dict(row) for key, row in self.baseline.items()}, {}, {})
        for each in log:
            if each.op == "create":
                played.rows[each.key] = dict(each.row)
            elif each.op == "update":
                row = played.rows[each.key]
                played.before[each.position] = {path: row.get(path, GONE) for path in each.values}
                lay(row, each.values)
            else:
                played.took[each.position] = took = {each.key: played.rows.pop(each.key)}
                restless = True
                while restless:
                    restless = False
                    for key in [key for key, row in played.rows.items() if any(to in took for to in refers(key, row))]:
                        took[key] = played.rows.pop(key)
                        restless = True
        return played

    def entries(self) -> list[tuple[int, str]]:
        """Entries by position."""
        rows = self.play().rows
        return sorted((row[("position",)], key[1]) for key, row in rows.items() if key[0] == "story_entries")

    def wrote(self, writes: Iterable[Write]) -> None:
        """Something was logged."""
        self.log += writes
        self.undone.clear()

    def window(self, entry: str) -> list[Write]:
        """What goes when an entry and all after it go."""
        order = [name for _, name in self.entries()]
        going = set(order[order.index(entry) :])
        made = next(each for each in self.log if each.key == ("story_entries", entry) and each.op == "create")
        start = self.log.index(made)
        return [
            each
            for index, each in enumerate(self.log)
            if each.anchor in going or (each.anchor is None and index >= start)
        ]

    def undo(self) -> None:
        """CTRL-Z."""
        head = next((each for each in reversed(self.log) if each.source != BACKGROUND), None)
        if head is None:
            raise Refused("nothing-to-apply")
        group = [each for each in self.log if each.action == head.action]
        entries = [each for each in group if each.op == "create" and each.key[0] == "story_entries"]
        if entries:
            group = self.window(entries[0].key[1])
        else:
            for each in group:
                if ("$scope",) in each.values:
                    self.sweep(each.values[("$scope",)])
        before, positions = self.whole(), {each.position for each in group}
        self.reverse([each for each in self.log if each.position in positions])
        self.undone.append(before)

    def redo(self) -> None:
        """CTRL-SHIFT-Z."""
        if not self.undone:
            raise Refused("nothing-to-apply")
        self.log = self.undone.pop()

    def sweep(self, entries: Iterable[str]) -> None:
        """Facts taken from these entries go for good, and with them the chance to redo what was undone before."""
        made = {("create", "entities")}
        facts = [
            each
            for each in self.log
            if each.source == BACKGROUND and each.anchor in set(entries) and (each.op, each.key[0]) not in made
        ]
        if facts:
            self.reverse(facts)
            self.undone.clear()

    def rollback(self, entry: str) -> None:
        """This entry and all after it go."""
        self.reverse(self.window(entry))
        self.undone.clear()

    def abort(self, action: str) -> None:
        """Everything an action did goes; when it did nothing, nothing changes."""
        seed = [each for each in self.log if each.action == action]
        if seed:
            self.reverse(seed)
            self.undone.clear()

    def reverse(self, seed: list[Write]) -> None:
        """Takes changes out, with whatever has to go with them, and gives the rest the values they have to have."""
        joined: set[Key] = set()
        for _ in range(50):
            was = self.play()
            chosen, removed, kept = self._close(seed, joined, was)
            log = self._left(chosen, removed, kept)
            played = self.play(log)
            more = self._vanished(played) | self._rivals(was, played)
            if more <= joined:
                self._check_write_back(seed, chosen, removed, log, played)
                self.log = log
                return
            joined |= more
        raise AssertionError("never at rest")

    def _close(
        self, seed: list[Write], joined: set[Key], was: Played
    ) -> tuple[list[Write], set[Key], dict[Key, list[Write]]]:
        kept: dict[Key, list[Write]] = {}
        removed: set[Key] = set()
        for each in seed:
            if each.op == "create":
                wishes = [
                    later
                    for later in self.log
                    if later.key == each.key
                    and later.op == "update"
                    and later.source == USER
                    and later not in seed
                    and any(path in later.values for path in KEEPS)
                ]
                if each.key[0] == PAIRS and each.source != USER and wishes and each.key not in joined:
                    kept[each.key] = wishes
                else:
                    removed.add(each.key)
        made = {each.key for each in self.log if each.op == "create"}
        removed |= {key for key in joined if key in made}
        universe = was.everywhere()
        restless = True
        while restless:
            restless = False
            for key, row in universe.items():
                if key not in removed and any(to in removed for to in refers(key, row)):
                    if key not in made:
                        raise Refused("no-create")
                    removed.add(key)
                    restless = True
        kept = {key: wishes for key, wishes in kept.items() if key not in removed}
        back = joined - made
        chosen = [each for each in self.log if each in seed or (each.key in removed | back and each.op != "delete")]
        return chosen, removed, kept

    def _left(self, chosen: list[Write], removed: set[Key], kept: dict[Key, list[Write]]) -> list[Write]:
        """The log without what was chosen; writes that stay get the value that has to be there in the end."""
        stays = {
            id(each): each
            for each in self.log
            if (each not in chosen and not (each.op == "delete" and each.key in removed))
            or (each.op == "create" and each.key in kept)
        }
        fresh = {number: replace(each, row=dict(each.row), values=dict(each.values)) for number, each in stays.items()}

        def left() -> list[Write]:
            return [fresh[id(each)] for each in self.log if id(each) in fresh]

        for each in reversed(chosen):
            if each.op == "update" and each.key not in removed:
                for path in each.values:
                    self._settle(each, path, stays, fresh, shielded=each.source != USER)
            if each.op == "create" and each.key in kept:
                self._hand_over(each, kept[each.key], stays, fresh)
        return left()

    def _later(self, each: Write, path: Path, stays: dict[int, Write]) -> list[Write]:
        after = self.log[self.log.index(each) + 1 :]
        return [w for w in after if w.key == each.key and w.op == "update" and path in w.values and id(w) in stays]

    def _settle(
        self, each: Write, path: Path, stays: dict[int, Write], fresh: dict[int, Write], *, shielded: bool
    ) -> None:
        later = self._later(each, path, stays)
        if not later or (shielded and any(w.source == USER for w in later)):
            return
        before = self.baseline.get(each.key, {}).get(path, GONE)
        for w in self.log[: self.log.index(each)]:
            now = fresh.get(id(w))
            if now is not None and now.key == each.key:
                before = now.row.get(path, GONE) if now.op == "create" else now.values.get(path, before)
        fresh[id(later[-1])].values[path] = before

    def _hand_over(self, made: Write, wishes: list[Write], stays: dict[int, Write], fresh: dict[int, Write]) -> None:
        owner, now = wishes[0].action, fresh[id(made)]
        for path in KEEPS:
            later = self._later(made, path, stays)
            if not later or later[0].action != owner:
                now.row[path] = None
            if not any(path in wish.values for wish in wishes):
                now.row[path] = None
                if later:
                    fresh[id(later[-1])].values[path] = None
        now.source, now.anchor, now.action = USER, None, owner
        self.counts["re-owned"] = self.counts.get("re-owned", 0) + 1

    @staticmethod
    def _vanished(played: Played) -> set[Key]:
        rows = played.everywhere().items()
        return {key for key, row in rows if key[0] == PAIRS and all(row.get(path) is None for path in KEEPS)}

    def _made(self, key: Key) -> int:
        """Where in the log a row was made; what was there from the start comes first."""
        return next((each.position for each in self.log if each.key == key and each.op == "create"), 0)

    def _rivals(self, was: Played, played: Played) -> set[Key]:
        found: set[Key] = set()
        for table, columns in UNIQUE.items():
            places: dict[Any, list[Key]] = {}
            for key, row in played.rows.items():
                if key[0] == table:
                    places.setdefault(tuple(row[(column,)] for column in columns), []).append(key)
            for keys in places.values():
                if len(keys) > 1:
                    there = {key for key in keys if key in was.rows}
                    if there:
                        found |= {key for key in there if self._made(key)} or set(keys) - there
                    else:
                        found |= set(sorted(keys, key=self._made)[1:])
        return found

    def _check_write_back(
        self, seed: list[Write], chosen: list[Write], removed: set[Key], log: list[Write], played: Played
    ) -> None:
        for each in self.log:
            if each.op == "delete" and each.key in removed and each not in seed:
                for mate in log:
                    if mate.action == each.action:
                        found = [*played.before.get(mate.position, {}).values()]
                        found += [v for row in played.took.get(mate.position, {}).values() for v in row.values()]
                        if each.key[1] in found:
                            raise Refused("write-back")


def lay(row: Flat, values: Flat) -> None:
    """Sets parts of a row."""
    for path, value in values.items():
        if path[0].startswith("$"):
            continue
        if value is GONE:
            row.pop(path, None)
        else:
            row[path] = value


def flat(row: dict[str, Any], quiet: Iterable[str]) -> Flat:
    """A row with every nested object taken apart."""
    found: Flat = {}

    def take(path: Path, value: Any) -> None:
        if isinstance(value, dict):
            for name, part in value.items():
                take((*path, name), part)
        else:
            found[path] = value

    for name, value in row.items():
        if name not in quiet:
            take((name,), value)
    return found
