"""Every hostile file, through the front door, in a process under limits: the right answer, little memory, no crash."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.books.hostile import cases

ROOT = Path(__file__).resolve().parents[2]
MEMORY_MIB = 512
CASES = {case.name: case for case in cases()}
DOCUMENTED = {"ok", "parse_error", "payload_too_large", "unsupported_media_type", "validation_error"}


@pytest.fixture(scope="module")
def outcomes() -> dict[str, dict[str, Any]]:
    """How every case ended, by name. A crash of the process fails here, naming the case it died on."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.books.run_hostile"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0, f"died on {rows[-1]}: {done.stderr[-2000:]}"
    return {row["name"]: row for row in rows if "name" in row}


def test_there_are_many_and_they_are_distinct() -> None:
    assert len(cases()) == len(CASES) >= 100
    assert all(case.codes and case.codes <= DOCUMENTED for case in CASES.values())


def test_the_same_bytes_every_time() -> None:
    for name in ("epub-flipped-3", "pdf-flipped-3", "noise-1", "pdf-scanned"):
        assert CASES[name].data == CASES[name].data


def test_each_ends_as_documented_in_little_memory(outcomes: dict[str, dict[str, Any]]) -> None:
    assert set(outcomes) == set(CASES)
    assert {name: row for name, row in outcomes.items() if not as_documented(name, row)} == {}
    own, children = outcomes[list(CASES)[-1]]["peak"]
    assert own < MEMORY_MIB
    assert children < MEMORY_MIB


def as_documented(name: str, row: dict[str, Any]) -> bool:
    """Whether a file was read, or refused with its code in a sentence that says enough and not too much."""
    told = 20 < len(row["message"]) < 400 and row["message"].endswith((".", "..."))
    return row["code"] in CASES[name].codes and (row["code"] == "ok" or told)
