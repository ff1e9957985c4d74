"""Walking a closed set back, newest first, on copies of the rows it touches.

Owns what reversing one delta does: precedence of what a person wrote, rows that stay for somebody's sake, rows that
live in a deletion's payload, and the handing on of what was there before to the next writer, so that the log stays a
chain. It writes nothing. The promise: rows are judged by what they are at the end of the walk, never on the way
(digest 2.7 to 2.9; decisions on the delta engine).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fabula.store.contract import Tx
from fabula.story import log
from fabula.story.close import RIVAL, VANISHED, Closed
from fabula.story.group import images
from fabula.story.ledger import Image, Key, Ledger
from fabula.story.log import USER, Branch, Delta
from fabula.story.partial import Path, copied, put, same
from fabula.story.rejected import Rejected
from fabula.story.tail import Held, Tail


class Walk:
    """One walk over one closed set. `now` holds every touched row as it ends, None for one that is gone."""

    def __init__(self, tx: Tx, branch: Branch, tail: Tail, closed: Closed, ledger: Ledger, *, whole: bool) -> None:
        self._tx = tx
        self._branch = branch
        self._tail = tail
        self._closed = closed
        self._ledger = ledger
        self.before: dict[Key, Image] = {}
        """Live rows as they were; of rows that merely go, only when `whole`."""
        self.now: dict[Key, Image | None] = {}
        self.touched: dict[Key, set[str]] = {}
        self.handed: dict[int, dict[Path, Any]] = {}
        """What surviving deltas take over, by position."""
        self.owned: dict[int, str] = {}
        """Creates that stay, with the action that owns them from now on."""
        self.moved: dict[Key, int] = {}
        """Restored rows that go into the payload of a deletion, because something they refer to is in there."""
        self.shielded = 0
        self._staying: dict[Key, list[Delta]] = {}
        self._read(whole)

    def _read(self, whole: bool) -> None:
        wanted: dict[Key, None] = {}
        for position in sorted(self._closed.chosen):
            delta = self._tail.at[position]
            if delta.op != "delete" and (whole or delta.key not in self._closed.removed):
                wanted[delta.key] = None
        live = [key for key in wanted if key not in self._tail.held]
        self.before = images(self._tx, self._branch.id, live, self._ledger)

    def run(self) -> None:
        """Walks the whole set and settles where restored rows go."""
        for position in sorted(self._closed.chosen, reverse=True):
            delta = self._tail.at[position]
            if delta.op == "delete":
                for held in self._tail.held_by[position]:
                    self.now[held.key] = copied(held.row)
            elif delta.key in self._closed.removed:
                self.now[delta.key] = None
            elif delta.op == "update":
                self._take_back(delta)
            else:
                self._keep(delta, self._closed.kept[delta.key])
        self._settle()

    def outside(self, key: Key) -> Held | None:
        """The deletion outside the set that holds the row."""
        held = self._tail.held.get(key)
        return None if held is None or held.by.position in self._closed.chosen else held

    def _row(self, key: Key) -> Image:
        """One's own copy of a row as it is at this point of the walk."""
        row = self.now.get(key)
        if row is None:
            held = self.outside(key)
            row = held.row if held is not None else self.before.get(key)
            if row is None or key in self.now:
                raise Rejected("log-damaged", f"The log changes a row of {key[0]} that is nowhere; verify the story.")
            row = copied(row)
            self.now[key] = row
        return row

    def _take_back(self, delta: Delta) -> None:
        row, touched = self._row(delta.key), self.touched.setdefault(delta.key, set())
        for path, was in self._tail.parts(delta).items():
            later, mates = self._later(delta, path), self._mates(delta.table, path)
            near = [each for mate in mates for each in self._later(delta, mate)]
            wishes = [each for each in (*later, *near) if each.source == USER] if delta.machine else []
            if wishes:
                self.shielded += 1
            else:
                put(row, path, was)
                touched.add(path[0])
                for mate in mates:
                    self._take_back_mate(delta, mate, row, touched)
            if later or wishes:
                self.handed.setdefault((later or wishes)[0].position, {})[path] = was

    def _mates(self, table: str, path: Path) -> list[Path]:
        """The other columns of a rule over several."""
        together = self._ledger[table].life.together
        return [(column,) for column in together if column != path[0]] if path[0] in together else []

    def _take_back_mate(self, delta: Delta, mate: Path, row: Image, touched: set[str]) -> None:
        """A column that may not stand against the one that was taken back is what it was then as well."""
        later = self._later(delta, mate)
        if later and mate not in self._tail.parts(delta):
            first = later[0]
            put(row, mate, self.handed.get(first.position, {}).get(mate, self._tail.parts(first)[mate]))
            touched.add(mate[0])

    def _later(self, delta: Delta, path: Path) -> list[Delta]:
        """Later writers of the same part that stay."""
        staying = self._staying.get(delta.key)
        if staying is None:
            chosen = self._closed.chosen
            staying = [d for d in self._tail.of[delta.key] if d.op == "update" and d.position not in chosen]
            self._staying[delta.key] = staying
        return [d for d in staying if d.position > delta.position and path in self._tail.parts(d)]

    def _keep(self, creation: Delta, wishes: list[Delta]) -> None:
        """A row stays because a person wrote to it: what nobody but the machine said goes, the row changes hands."""
        row, touched = self._row(creation.key), self.touched.setdefault(creation.key, set())
        owner = wishes[0].action_id
        for column in self._ledger[creation.table].life.keeps:
            path = (column,)
            if not any(path in self._tail.parts(wish) for wish in wishes):
                put(row, path, None)
                touched.add(column)
            later = self._later(creation, path)
            if later and later[0].action_id != owner:
                self.handed.setdefault(later[0].position, {})[path] = None
        self.owned[creation.position] = owner

    def _settle(self) -> None:
        """Restored rows whose other end is held go where it is held, and what refers to them follows."""
        restless = True
        while restless:
            restless = False
            for key in [key for key in self.restored() if key not in self.moved]:
                row = self.now[key]
                assert row is not None
                for reference in self._ledger[key[0]].references:
                    target = reference.of(row)
                    home = None if target is None else self._home(target)
                    if home is not None:
                        self.moved[key] = home
                        restless = True
                        break

    def _home(self, key: Key) -> int | None:
        """The deletion that holds a row at the end, by position."""
        if key in self.moved:
            return self.moved[key]
        held = self.outside(key)
        return None if held is None else held.by.position

    def restored(self) -> list[Key]:
        """Rows that a deletion in the set held and that are there at the end."""
        return [
            key
            for key, row in self.now.items()
            if row is not None and key in self._tail.held and self.outside(key) is None
        ]

    def unsettled(self) -> dict[Key, str]:
        """Rows that have to join the set: such as nothing is left of, and such as stand in a restored row's place."""
        found: dict[Key, str] = {}
        for key, row in self.now.items():
            keeps = self._ledger[key[0]].life.keeps
            if row is not None and keeps and all(row[column] is None for column in keeps):
                found[key] = VANISHED
        places = [key for key in self.restored() if key not in self.moved]
        by_table: dict[str, list[Image]] = {}
        for key in places:
            row = self.now[key]
            assert row is not None
            by_table.setdefault(key[0], []).append(row)
        for table, rows in by_table.items():
            found.update(dict.fromkeys(self._rivals(table, rows), RIVAL))
            found.update(dict.fromkeys(self._successors(table, rows), RIVAL))
        return found

    def _rivals(self, table: str, rows: list[Image]) -> list[Key]:
        """What goes where a live row stands in a restored one's place: it, unless it was there from the start."""
        logged, pairs = self._ledger[table], dict[Key, Key]()
        for names in logged.natural_keys:
            taken = {tuple(row[name] for name in names): (table, row["id"]) for row in rows}
            values = sorted({row[names[0]] for row in rows})
            for row in self._tx.rows(logged.select_by(names), {"branch": self._branch.id, "values": values}):
                key, restored = (table, row[0]), taken.get(tuple(row[1:]))
                if restored is not None and not (key in self.now and self.now[key] is None):
                    pairs[key] = restored
        made = log.creates(self._tx, self._branch.id, [key[1] for key in pairs]) if pairs else {}
        return [key if key in made else restored for key, restored in pairs.items()]

    def _successors(self, table: str, rows: list[Image]) -> list[Key]:
        """Of rows restored to one place, all but the first that stood there, which is the first that was deleted."""
        found: list[Key] = []
        for names in self._ledger[table].natural_keys:
            places: dict[tuple[Any, ...], list[Key]] = {}
            for row in rows:
                places.setdefault(tuple(row[name] for name in names), []).append((table, row["id"]))
            for keys in places.values():
                found += sorted(keys, key=lambda key: self._tail.held[key].by.position)[1:]
        return found

    def changed(self) -> Mapping[Key, dict[str, Any]]:
        """Live rows that stay, with the columns that are different at the end."""
        found: dict[Key, dict[str, Any]] = {}
        for key, columns in self.touched.items():
            row, before = self.now.get(key), self.before.get(key)
            if row is not None and before is not None:
                different = {name: row[name] for name in sorted(columns) if not same(row[name], before[name])}
                found |= {key: different} if different else {}
        return found
