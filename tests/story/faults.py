# ruff: noqa: E501 - the lines are those of the source
"""Planted faults: each is a small change of the engine, and each makes the suite fail.

`python -m tests.story.faults [NAME ...]` plants them one at a time in a copy and says which test noticed. The suite
itself only checks that every fault still has its place in the source.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
CASES = ("worked_cases", "user_writes", "more_cases", "payloads", "declared", "verify")
NOTICED = "FAILED"


@dataclass(frozen=True)
class Fault:
    """What is wrong, in which file, and the change."""

    name: str
    file: str
    old: str
    new: str


FAULTS = (
    # deltas: encoding and applying
    Fault("absent is taken for null", "partial.py", "None if value is ABSENT else", '"" if value is ABSENT else'),
    Fault(
        "equal means Python's equal", "partial.py", "    if type(one) is not type(other):\n        return False\n", ""
    ),
    Fault(
        "a record changes whole",
        "partial.py",
        "        if node == RECORD:\n            for name in {**was",
        '        if node == "no":\n            for name in {**was',
    ),
    Fault(
        "payload keys with $ are columns",
        "partial.py",
        '        if column.startswith("$"):\n            continue\n',
        "",
    ),
    Fault(
        "a payload has the new value",
        "partial.py",
        "        found[path] = was\n\n\ndef patched",
        "        found[path] = now\n\n\ndef patched",
    ),
    Fault(
        "entries are not first in their group",
        "write.py",
        "return -1 if ledger[creation.table].life.aside else",
        "return 99 if ledger[creation.table].life.aside else",
    ),
    Fault(
        "a deletion keeps no children",
        "write.py",
        "payload.setdefault(str(self._ledger[table].life.capture), []).append(",
        "[].append(",
    ),
    Fault("links to what goes are allowed", "group.py", "if _named(reference, creation) in going:", "if False:"),
    # closure
    Fault(
        "held rows that refer are forgotten", "close.py", "        found.update(dict.fromkeys(tail.naming(key)))\n", ""
    ),
    Fault(
        "live rows that refer are forgotten",
        "close.py",
        "        found.update(dict.fromkeys(naming(tx, branch.id, table, ids, ledger)))\n",
        "        pass\n",
    ),
    Fault(
        "a translation of another kind goes too",
        "group.py",
        "    if reference.when is not None:\n        query = query.where(other.c[reference.when[0]] == reference.when[1])\n",
        "",
    ),
    Fault(
        "writes of people to a removed row stay",
        "close.py",
        "            closed.chosen.update(delta.position for delta in writes)\n            closed.removed.add(key)",
        "            closed.chosen.update(d.position for d in writes if d.machine)\n            closed.removed.add(key)",
    ),
    Fault("what the log did not make is removed", "close.py", "if joined.get(key) != VANISHED:", "if False:"),
    Fault(
        "rows a person wrote to are not kept",
        "close.py",
        "        if wishes:\n            closed.kept[key] = wishes",
        "        if False:\n            closed.kept[key] = wishes",
    ),
    # planner
    Fault("people do not shield", "walk.py", "if delta.machine else []\n", "if False else []\n"),
    Fault("earlier writes of people shield", "walk.py", "if d.position > delta.position and path", "if path"),
    Fault("nothing is handed on", "walk.py", "            if later or wishes:\n", "            if False:\n"),
    Fault(
        "a kept row keeps the machine's view",
        "walk.py",
        "                put(row, path, None)\n",
        "                pass\n",
    ),
    Fault("the newest wish owns a kept row", "walk.py", "owner = wishes[0].action_id", "owner = wishes[-1].action_id"),
    Fault("a pair with no view stays", "walk.py", "                found[key] = VANISHED\n", "                pass\n"),
    Fault(
        "rivals are not looked for",
        "walk.py",
        "            found.update(dict.fromkeys(self._rivals(table, rows), RIVAL))\n",
        "            pass\n",
    ),
    Fault(
        "links come back without their other end",
        "walk.py",
        "                    if home is not None:\n",
        "                    if False:\n",
    ),
    Fault("columns of one rule are judged alone", "walk.py", "if path[0] in together else []", "if False else []"),
    Fault(
        "the deletion of a vanished row stays",
        "plan.py",
        "                self._dropped.add(held.by.position)\n",
        "                pass\n",
    ),
    Fault(
        "a mate may write the id back",
        "plan.py",
        "                    if deletion.target in _texts(",
        "                    if None in _texts(",
    ),
    Fault(
        "held rows are not patched",
        "plan.py",
        "            kept.insert(there, logged.frozen(row))\n",
        "            kept.insert(there, payload[held.capture][there])\n",
    ),
    # window, undo, redo
    Fault(
        "the window takes all older anchors",
        "timeline.py",
        "        if delta.entry_id in going or (delta.entry_id is None and delta.position >= made)\n",
        "        if delta.position >= made\n",
    ),
    Fault(
        "the window spares what is about nothing",
        "timeline.py",
        "or (delta.entry_id is None and delta.position >= made)",
        "",
    ),
    Fault(
        "bumps before the reply stay",
        "timeline.py",
        "tail = Tail(tx, branch, min([made, *early]), ledger)",
        "tail = Tail(tx, branch, made, ledger)",
    ),
    Fault(
        "a banner closes the head turn",
        "timeline.py",
        "    query = select(story_entries).where(_HERE, _E.kind != BANNER).order_by(_E.position.desc()).limit(count)",
        "    query = select(story_entries).where(_HERE).order_by(_E.position.desc()).limit(count)",
    ),
    Fault(
        "an edit sweeps who was introduced",
        "timeline.py",
        '~((deltas.c.op == "create") & (deltas.c.target_table == "entities")),',
        "",
    ),
    Fault(
        "the watermark is raised",
        "timeline.py",
        "    lowered = through is not None and through > first_position - 1\n",
        "    lowered = through is not None\n",
    ),
    Fault("undo stops at a background pass", "log.py", "where(_HERE, deltas.c.source != BACKGROUND)", "where(_HERE)"),
    Fault(
        "redo forgets hand-overs",
        "carry.py",
        '    log.change(tx, branch.id, [_thawed(delta) for delta in step["edited"]])\n',
        "",
    ),
    Fault(
        "redo logs at the head",
        "carry.py",
        '    log.restore(tx, branch, [_thawed(delta) for delta in step["deltas"]])',
        '    log.append(tx, branch, [_thawed(delta) for delta in step["deltas"]])',
    ),
    Fault(
        "a new write leaves redo",
        "log.py",
        'values(version=bindparam("to"), redoable=0)',
        'values(version=bindparam("to"))',
    ),
    Fault(
        "a banner stands in the way of redo",
        "travel.py",
        "    timeline.clear_banner(tx, branch)\n    step = next_step",
        "    step = next_step",
    ),
    # fork
    Fault(
        "a fork takes what is gone",
        "fork.py",
        '    if gone:\n        kept.append(~within_named(table.c.id, "gone"))\n        values["gone"] = gone\n',
        "",
    ),
    Fault("a fork takes the whole log", "fork.py", "    if plan.pruned:\n", "    if False:\n"),
    Fault("a fork does not rewind", "fork.py", "    rows(tx, child.id, {}, plan.changed, plan.back, ledger)\n", ""),
    Fault(
        "a fork keeps payloads as they were",
        "fork.py",
        "    log.change(tx, child.id, [after for _, after in plan.edited.values()])\n",
        "",
    ),
    Fault(
        "a fork's reader has read it all",
        "fork.py",
        'min(parent.processed_through, at["position"])',
        "parent.processed_through",
    ),
)


def planted(fault: Fault, folder: Path) -> str | None:
    """The test that noticed the fault, None when the suite passed."""
    for name in ("fabula", "tests"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "static"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    path = folder / "fabula" / "story" / fault.file
    path.write_text(path.read_text("utf-8").replace(fault.old, fault.new), encoding="utf-8")
    cases = [f"tests/story/test_{name}.py" for name in CASES]
    runs = (["-x", "-k", "not sqlite and not postgresql", *cases], ["tests/story/test_histories.py"])
    for run in runs:
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *run]
        environment = {**os.environ, "PYTHONPATH": str(folder), "FABULA_HISTORIES": "40"}
        said = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False).stdout
        found = [line for line in said.splitlines() if line.startswith((NOTICED, "ERROR"))]
        if found:
            return found[0].split(" - ")[0].removeprefix("FAILED tests/story/")
    return None


def main(names: list[str]) -> int:
    """Plants the named faults, or all; 1 when one went unnoticed."""
    unnoticed = 0
    for fault in FAULTS:
        if not names or fault.name in names:
            with tempfile.TemporaryDirectory() as folder:
                found = planted(fault, Path(folder))
            unnoticed += found is None
            print(f"{fault.name}: {found or 'NOT NOTICED'}", flush=True)
    return 1 if unnoticed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
