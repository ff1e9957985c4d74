"""Random histories, played on the engine and on the oracle side by side and compared after every step.

Choices prefer what was touched last, and a rule of its own lets people and passes meet on the same rows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager
from random import Random
from typing import Any

from fabula.store.contract import Tx
from fabula.store.erase import erase
from fabula.store.tables import stories
from fabula.story import digest, log, verify
from fabula.story.changes import Change, Create, Delete, Update
from fabula.story.group import images
from fabula.story.ledger import LEDGER
from fabula.story.rejected import Rejected
from fabula.story.travel import Reversed
from tests.story.oracle import GONE, PAIRS, Flat, Key, Oracle, Refused, Write, flat
from tests.story.scene import AI, PB, PC, UE, Scene, banner, entry, happening, knows, make, pair, person

WORDS = ("ash", "bay", "elm", "fir", "oak")


class Line:
    """A branch on both sides."""

    def __init__(self, scene: Scene, oracle: Oracle) -> None:
        self.scene = scene
        self.oracle = oracle
        self.recent: list[Key] = []


class Play:
    """Two people's stories. `nested` makes a savepoint, so that a rejected step leaves nothing."""

    def __init__(self, tx: Tx, nested: Callable[[], AbstractContextManager[Any]], counts: Counter[str]) -> None:
        self._tx = tx
        self._nested = nested
        self.counts = counts
        self._number = 0
        self.lines: list[Line] = [self._begin("ann"), self._begin("ben")]

    def _next(self, prefix: str) -> str:
        self._number += 1
        return f"{prefix}{self._number}"

    def _begin(self, who: str) -> Line:
        people = [person(name) for name in ("k1", "k2")]
        rows = [entry("e0", 1, "opening"), *people, happening("h0"), pair("r0", "k1", "k2", "ally", None)]
        scene = Scene(self._tx, *rows, knows("a0", "h0", "k1"), who=who, name=self._next("-"))
        line = Line(scene, Oracle(self._rows(scene)))
        line.recent = list(line.oracle.baseline)
        return line

    def _rows(self, scene: Scene) -> dict[Key, Flat]:
        rows = digest.all_rows(self._tx, scene.name)
        return {key: flat(row, LEDGER[key[0]].quiet) for key, row in rows.items()}

    def step(self, r: Random) -> None:
        """One step on one line, then the comparison."""
        line = self.lines[-1] if r.random() < 0.7 else r.choice(self.lines)
        rules = {
            self._edit: 18,
            self._create: 16,
            self._delete: 7,
            self._turn: 10,
            self._pass: 16,
            self._clash: 14,
            self._abort: 8,
            self._undo: 12,
            self._redo: 8,
            self._rollback: 4,
            self._edit_text: 6,
            self._leave: 3,
            self._meet: 20,
            self._fork: 2,
            self._banner: 2,
            self._end_story: 1,
        }
        rule = r.choices(list(rules), list(rules.values()))[0]
        rule(r, line)
        self.counts[rule.__name__] += 1
        if line in self.lines:
            self.compare(line)

    def compare(self, line: Line) -> None:
        """Equal rows, an equal log, nothing dangling, and the log walks back to the beginning."""
        rows, deltas = digest.all_rows(self._tx, line.scene.name, quiet=False), line.scene.deltas()
        assert {key: flat(row, ()) for key, row in rows.items()} == line.oracle.play().rows
        logged = [(d.position, d.key, d.op, d.source, d.entry_id, d.action_id) for d in deltas]
        expected = [(w.position, w.key, w.op, w.source, w.anchor, w.action) for w in line.oracle.log]
        assert logged == expected
        # As `verify` does, on what was read already.
        assert list(verify.findings(rows, deltas, digest.recorded(self._tx, line.scene.name))) == []

    # -- choosing

    def _pick(self, r: Random, line: Line, *tables: str) -> Key | None:
        """A row that is there, the ones touched last being the likeliest."""
        rows = line.oracle.play().rows
        known = [key for key in dict.fromkeys(reversed(line.recent)) if key in rows and key[0] in tables]
        if not known:
            return None
        return known[min(int(r.expovariate(0.7)), len(known) - 1)]

    def _anchor(self, r: Random, line: Line) -> str | None:
        entries = [name for _, name in line.oracle.entries()]
        return entries[-1 - min(int(r.expovariate(0.8)), len(entries) - 1)]

    def _new(self, r: Random, line: Line, anchor: str | None) -> Create | None:
        kind = r.choice(("person", "happening", "lore", "knows", "part", "pair", "pair", "translation"))
        if kind == "person":
            return make("entities", self._next("c"), anchor, name=r.choice(WORDS))
        if kind == "happening":
            return happening(self._next("h"), anchor)
        if kind == "lore":
            return make("lore", self._next("l"), anchor, title=r.choice(WORDS))
        one, other = self._pick(r, line, "entities"), self._pick(r, line, "entities")
        what = self._pick(r, line, "happenings")
        if kind == "pair" and one and other and one != other:
            a, b = sorted((one[1], other[1]))
            views = r.choice(((r.choice(WORDS), None), (None, r.choice(WORDS)), (r.choice(WORDS), r.choice(WORDS))))
            return pair(self._next("r"), a, b, *views, anchor)
        if kind == "knows" and one and what:
            return knows(self._next("a"), what[1], one[1], anchor)
        if kind == "part" and one and what:
            row = {"happening_id": what[1], "entity_id": one[1]}
            return make("happening_involvements", self._next("i"), anchor, **row)
        kinds = {"entities": "entity", "lore": "lore", "happenings": "happening", PAIRS: "character_relationship"}
        target = self._pick(r, line, *kinds)
        if kind == "translation" and target:
            text = {"field": "name", "language": self._next("x"), "translated_text": "y"}
            row = {"target_kind": kinds[target[0]], "target_id": target[1], **text}
            return make("translations", self._next("t"), anchor, **row)
        return None

    def _changed(self, r: Random, line: Line, anchor: str | None, key: Key | None = None) -> tuple[Update, Flat] | None:
        """An update of a row, and what it sets, path by path."""
        key = key or self._pick(r, line, "entities", "entities", PAIRS, PAIRS, "lore", "happening_awareness")
        if key is None:
            return None
        word, row = r.choice(WORDS), line.oracle.play().rows[key]
        if key[0] == "entities":
            choice = r.randrange(6)
            if choice == 0:
                return Update(*key, {"description": word}, anchor=anchor), {("description",): word}
            if choice == 1:
                status = r.choice(("staged", "active", "retired"))
                return Update(*key, {"status": status}, anchor=anchor), {("status",): status}
            if choice == 2:
                amount = r.choice((None, 1, 2, 3))
                path = ("state", "stackables", r.choice(("gold", "ale")))
                patch = {"state": {"stackables": {path[2]: amount}}}
                return Update(*key, patch=patch, anchor=anchor), {path: GONE if amount is None else amount}
            if choice == 3:
                voice = r.choice((None, word))
                wanted: Flat = {("state", "voice"): GONE if voice is None else voice}
                return Update(*key, patch={"state": {"voice": voice}}, anchor=anchor), wanted
            if choice == 4:
                patch = {"state": {"visual": {"attire": word}, "traits": [word]}}
                return Update(*key, patch=patch, anchor=anchor), {
                    ("state", "visual", "attire"): word,
                    ("state", "traits"): [word],
                }
            other = self._pick(r, line, "entities")
            faction = None if other is None else other[1]
            return Update(*key, patch={"state": {"faction_id": faction}}, anchor=anchor), {
                ("state", "faction_id"): faction
            }
        if key[0] == PAIRS:
            column, other = r.sample(("kind", "inverse_kind"), 2)
            value = None if row[(other,)] is not None and r.random() < 0.4 else word
            return Update(*key, {column: value}, anchor=anchor), {(column,): value}
        column = "title" if key[0] == "lore" else "source"
        return Update(*key, {column: word}, anchor=anchor), {(column,): word}

    # -- carrying out

    def _write(self, line: Line, source: str, changes: list[tuple[Change, Flat]], action: str = "") -> str | None:
        """The same changes on both sides; None when the engine refuses them."""
        action = action or self._next("act")
        last = line.oracle.log[-1].position if line.oracle.log else 0
        before = line.oracle.play().rows
        try:
            with self._nested():
                line.scene.log(action, source, *(change for change, _ in changes))
        except Rejected as refused:
            self.counts[f"not written: {refused.code}"] += 1
            return None
        made = images(self._tx, line.scene.name, [change.key for change, _ in changes], LEDGER)
        wanted: dict[Key, Flat] = {}
        for change, values in changes:
            wanted.setdefault(change.key, {}).update(values)
        writes = []
        for delta in log.read(self._tx, line.scene.name, last + 1):
            write = Write(delta.position, delta.action_id, delta.source, delta.entry_id, delta.op, delta.key)
            if delta.op == "create":
                write.row = flat(made[delta.key], LEDGER[delta.table].quiet)
            elif delta.op == "update":
                row = before[delta.key]
                write.values = {
                    path: value for path, value in wanted[delta.key].items() if row.get(path, GONE) != value
                }
            writes.append(write)
            line.recent.append(delta.key)
        if writes:
            line.oracle.wrote(writes)
        return action

    def _travel(self, line: Line, act: Callable[[], Reversed], expect: Callable[[], None]) -> None:
        """The same reversal on both sides, or the same refusal."""
        code, kept = None, (line.oracle.log, line.oracle.whole(), list(line.oracle.undone))
        try:
            expect()
        except Refused as refused:
            code = str(refused)
            line.oracle.log, line.oracle.undone = kept[1], kept[2]
        try:
            with self._nested():
                said = act()
        except Rejected as refused:
            assert refused.code == code  # noqa: PT017
            self.counts[f"refused {code}"] += 1
            return
        assert code is None, f"the oracle expected {code}"
        for name, count in said.counts.items():
            self.counts[name] += count

    # -- rules

    def _create(self, r: Random, line: Line) -> None:
        change = self._new(r, line, None)
        if change is not None and self._free(line, change):
            self._write(line, UE, [(change, {})])

    def _free(self, line: Line, change: Create) -> bool:
        """Whether the place of a row with a natural key is free."""
        rows = line.oracle.play().rows.items()
        keys = {PAIRS: ("a_id", "b_id"), "happening_awareness": ("character_id", "happening_id")}.get(change.table)
        if keys is None:
            return True
        wanted = [change.row[name] for name in keys]
        return not any(key[0] == change.table and [row[(name,)] for name in keys] == wanted for key, row in rows)

    def _edit(self, r: Random, line: Line) -> None:
        changed = self._changed(r, line, None)
        if changed is not None:
            self._write(line, UE, [changed])

    def _delete(self, r: Random, line: Line, source: str = UE) -> None:
        key = self._pick(r, line, "entities", "happenings", PAIRS, "happening_awareness", "lore", "translations")
        if key is not None:
            self._write(line, source, [(Delete(*key), {})])

    def _turn(self, r: Random, line: Line) -> None:
        action, at = self._next("act"), len(line.oracle.entries())
        position = line.oracle.entries()[-1][0] if at else 0
        asked, told = self._next("e"), self._next("e")
        self._unbanner(line)
        self._write(line, UE, [(entry(asked, position + 1, "user_action"), {})], action)
        if r.random() < 0.4:
            bump = self._changed(r, line, told)
            if bump is not None:
                self._write(line, AI, [bump], action)
        changes: list[tuple[Change, Flat]] = [(entry(told, position + 2), {})]
        for _ in range(r.randrange(3)):
            changed = self._changed(r, line, None)
            if changed is not None and changed[0].key not in [change.key for change, _ in changes]:
                changes.append(changed)
        self._write(line, PB, changes, action)

    def _unbanner(self, line: Line) -> None:
        from fabula.story import timeline

        timeline.clear_banner(self._tx, line.scene.branch())

    def _pass(self, r: Random, line: Line) -> str:
        action = self._next("act")
        for _ in range(r.randint(1, 4)):
            anchor = self._anchor(r, line)
            if r.random() < 0.5:
                made = self._new(r, line, anchor)
                if made is not None and self._free(line, made):
                    self._write(line, PC, [(made, {})], action)
            elif r.random() < 0.9:
                changed = self._changed(r, line, anchor)
                if changed is not None:
                    self._write(line, PC, [changed], action)
            else:
                self._delete(r, line, PC)
        return action

    def _clash(self, r: Random, line: Line) -> None:
        """A pass writes, people write to the same rows, perhaps one goes; then somebody takes something back."""
        action = self._pass(r, line)
        touched = [each.key for each in line.oracle.log if each.action == action and each.op != "delete"]
        for _ in range(r.randint(1, 3)):
            rows = line.oracle.play().rows
            there = [key for key in touched if key in rows]
            if not there:
                break
            key = r.choice(there)
            if r.random() < 0.75 and key[0] in ("entities", PAIRS, "lore", "happening_awareness"):
                changed = self._changed(r, line, None, key)
                if changed is not None:
                    self._write(line, UE, [changed])
            else:
                self._write(line, UE, [(Delete(*key), {})])
        if r.random() < 0.3:
            again = self._changed(r, line, self._anchor(r, line))
            if again is not None:
                self._write(line, PC, [again])
        r.choice((lambda: self._take_back(line, action), lambda: self._undo(r, line), lambda: None))()

    def _take_back(self, line: Line, action: str) -> None:
        self._travel(line, lambda: line.scene.abort(action), lambda: line.oracle.abort(action))

    def _abort(self, r: Random, line: Line) -> None:
        entries = {each.action for each in line.oracle.log if each.key[0] == "story_entries"}
        log = line.oracle.log
        actions = dict.fromkeys(w.action for w in reversed(log) if w.source != UE and w.action not in entries)
        if actions:
            listed = list(actions)
            self._take_back(line, listed[min(int(r.expovariate(0.6)), len(listed) - 1)])

    def _undo(self, _: Random, line: Line) -> None:
        self._travel(line, line.scene.undo, line.oracle.undo)

    def _redo(self, _: Random, line: Line) -> None:
        self._travel(line, line.scene.redo, line.oracle.redo)

    def _rollback(self, r: Random, line: Line) -> None:
        made = [w.key[1] for w in line.oracle.log if w.key[0] == "story_entries" and w.op == "create"]
        if made:
            first = made[-1 - min(int(r.expovariate(0.6)), len(made) - 1)]
            self._travel(line, lambda: line.scene.rollback(first), lambda: line.oracle.rollback(first))

    def _edit_text(self, r: Random, line: Line) -> None:
        anchor = self._anchor(r, line)
        assert anchor is not None
        text, order = self._next("text"), [name for _, name in line.oracle.entries()]
        kinds = {key[1]: row[("kind",)] for key, row in line.oracle.play().rows.items() if key[0] == "story_entries"}
        scope: list[str] = []
        if anchor == order[-1]:
            scope = [anchor]
        elif anchor == order[-2] and (kinds[anchor], kinds[order[-1]]) == ("user_action", "ai_reply"):
            scope = [anchor, order[-1]]
        kept = line.oracle.whole()
        try:
            line.oracle.sweep(scope)
        except Refused as refused:
            code: str | None = str(refused)
            line.oracle.log = kept
        else:
            code = None
        try:
            with self._nested():
                line.scene.edit(anchor, text)
        except Rejected as refused:
            assert refused.code == code  # noqa: PT017
            self.counts[f"refused {code}"] += 1
            return
        assert code is None
        delta = line.scene.deltas()[-1]
        values: Flat = {("content",): text} | ({("$scope",): scope} if scope else {})
        key = ("story_entries", anchor)
        line.oracle.wrote([Write(delta.position, delta.action_id, UE, anchor, "update", key, values=values)])

    def _leave(self, r: Random, line: Line) -> None:
        """Somebody leaves a faction that is then deleted, in one action; then the one who made it takes it back."""
        member = self._pick(r, line, "entities")
        faction = self._next("c")
        action = self._write(line, PC, [(make("entities", faction, self._anchor(r, line), name="order"), {})])
        if member is None or action is None:
            return
        path = ("state", "faction_id")
        joined = Update(*member, patch={"state": {"faction_id": faction}})
        self._write(line, UE, [(joined, {path: faction})])
        left = Update(*member, patch={"state": {"faction_id": None}})
        mates: list[tuple[Change, Flat]] = [(left, {path: None}), (Delete("entities", faction), {})]
        self._write(line, UE, mates)
        self._take_back(line, action)

    def _meet(self, r: Random, line: Line) -> None:
        """Two people of whom machine and person both tell something, in the ways that matter for a pair."""
        one, other = self._pick(r, line, "entities"), self._pick(r, line, "entities")
        if one is None or other is None or one == other:
            return
        a, b = sorted((one[1], other[1]))
        anchor = self._anchor(r, line)
        rows = line.oracle.play().rows.items()
        there = [k for k, row in rows if k[0] == PAIRS and (row[("a_id",)], row[("b_id",)]) == (a, b)]
        if not there:
            self._kept(r, line, pair(self._next("r"), a, b, *r.choice((("ash", None), (None, "bay"))), anchor))
        elif r.random() < 0.5:
            self._write(line, UE, [(Delete(*there[0]), {})])
            self._write(line, PC, [(pair(self._next("r"), a, b, r.choice(WORDS), None, anchor), {})])
            self._undo(r, line)
        else:
            action = self._write(line, PC, [(Delete("entities", r.choice((a, b))), {})])
            left = [name for name in (a, b) if ("entities", name) in line.oracle.play().rows]
            if action is not None and left:
                self._write(line, UE, [(Delete("entities", left[0]), {})])
                self._take_back(line, action)

    def _kept(self, r: Random, line: Line, made: Create) -> None:
        """A machine makes a pair, a person says the other view, perhaps unsays it, and the pass is taken back."""
        action = self._write(line, PC, [(made, {})])
        assert action is not None
        key, other = made.key, "kind" if made.row["kind"] is None else "inverse_kind"
        self._write(line, UE, [(Update(*key, {other: "elm"}), {(other,): "elm"})])
        if r.random() < 0.3:
            self._write(line, PC, [(Update(*key, {other: "fir"}), {(other,): "fir"})])
        if r.random() < 0.4:
            value = r.choice((None, "oak"))
            self._write(line, UE, [(Update(*key, {other: value}), {(other,): value})])
        if r.random() < 0.2:
            self._delete(r, line)
        if r.random() < 0.7:
            self._take_back(line, action)

    def _fork(self, r: Random, line: Line) -> None:
        if len(self.lines) > 5:
            return
        anchor = self._anchor(r, line)
        assert anchor is not None
        oracle = line.oracle.copy()
        order = [name for _, name in oracle.entries()]
        after = order[order.index(anchor) + 1 :]
        code: str | None = None
        try:
            if after:
                oracle.rollback(after[0])
        except Refused as refused:
            code = str(refused)
        try:
            with self._nested():
                child = line.scene.fork(anchor, self._next("side"))
        except Rejected as refused:
            assert refused.code == code  # noqa: PT017
            return
        assert code is None
        scene = Scene.on(self._tx, child.id, line.scene.who)
        scene.story = line.scene.story
        other = Line(scene, oracle)
        other.recent = list(line.recent)
        self.compare(other)
        self.lines.append(other)

    def _banner(self, _: Random, line: Line) -> None:
        self._unbanner(line)
        banner(line.scene)

    def _end_story(self, r: Random, line: Line) -> None:
        """A story goes with all its branches; its person begins another; the others do not notice."""
        erase(self._tx, stories, ids=[line.scene.story])
        self.lines = [each for each in self.lines if each.scene.story != line.scene.story]
        assert self._rows(line.scene) == {}
        for each in self.lines:
            self.compare(each)
        self.lines.append(self._begin(line.scene.who))
