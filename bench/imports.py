"""How long it takes until a novel has been brought and read, over HTTP, beside merely storing its text.

Emma (883 KB) from the corpus where it is there, else the English sample repeated to the same size. Each run is a fresh
data folder; the first warms the disk and the interpreter, the second is the figure. The baseline writes the same text
to an SQLite file in one transaction.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx

from bench.server import running

ROOT = Path(__file__).parent.parent
CORPUS = Path(os.environ.get("FABULA_CORPUS", ROOT.parent / "shared" / "corpus"))


def novel() -> bytes:
    """About 900 KB of English prose."""
    emma = CORPUS / "en" / "Emma" / "novel_text.txt"
    if emma.exists():
        return emma.read_bytes()
    sample = (ROOT / "fabula" / "samples" / "en" / "book.txt").read_bytes()
    return sample * (883_000 // len(sample) + 1)


def once(text: bytes) -> tuple[float, float, dict[str, Any]]:
    """Seconds until 202, seconds until ready, and the finished status."""
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder)) as address,
        httpx.Client(base_url=address, timeout=60) as http,
    ):
        began = time.perf_counter()
        accepted = http.post("/api/novels/upload", files={"file": ("novel.txt", text)})
        accepted.raise_for_status()
        stored = time.perf_counter() - began
        while True:
            status = http.get(f"/api/novels/{accepted.json()['novel_id']}/status").json()
            if status["status"] in ("ready", "error"):
                return stored, time.perf_counter() - began, status
            time.sleep(0.05)


def baseline(text: bytes) -> float:
    """Seconds to write the text to an SQLite file, durably."""
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        file = sqlite3.connect(Path(folder) / "baseline.db")
        file.execute("PRAGMA journal_mode=WAL")
        file.execute("CREATE TABLE book (text TEXT)")
        file.execute("INSERT INTO book VALUES (?)", (text.decode("utf-8", "replace"),))
        file.commit()
        file.close()
        return time.perf_counter() - began


def measure() -> dict[str, Any]:
    """Two runs; the second counts."""
    text = novel()
    runs = [once(text) for _ in range(2)]
    stored, ready, status = runs[1]
    return {
        "bytes": len(text),
        "accepted_s": round(stored, 3),
        "ready_s": round(ready, 3),
        "first_run_ready_s": round(runs[0][1], 3),
        "status": status["status"],
        "chapters": status["total_chapters"],
        "baseline_store_only_s": round(baseline(text), 3),
    }
