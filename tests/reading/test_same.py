"""The same book gives the same bytes, whatever the seed of Python's string hashes."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.reading.desk import ROOT

DIGEST = """
import hashlib, json, sys
from dataclasses import asdict
from pathlib import Path
from fabula.reading.read import read_book
from tests.reading.desk import Section
text = Path(sys.argv[2]).read_text(encoding="utf-8")
half = text.index("\\n", len(text) // 2)
sections = [Section(1, 0, half), Section(2, half, len(text))]
print(hashlib.sha256(json.dumps(asdict(read_book(text, sections, sys.argv[1]))).encode()).hexdigest())
"""


def digest(language: str, seed: str) -> str:
    """The digest of a sample book's reading in a process whose hashes have this seed."""
    book = ROOT / "fabula" / "samples" / language / "book.txt"
    env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", DIGEST, language, str(book)]
    return subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_reading_is_the_same_for_every_hash_seed(language: str) -> None:
    first = digest(language, "1")
    assert len(first.strip()) == 64
    assert first == digest(language, "2") == digest(language, "4711")
    assert first != digest("zh" if language == "en" else "en", "1")
