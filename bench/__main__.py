"""Runs the benches by name, all by default, and writes what they found to bench/out/NAME.json.

`python -m bench [NAME ...]`. Each bench is a module of this package with `measure() -> dict`.
"""

from __future__ import annotations

import importlib
import json
import sys
import time
from pathlib import Path

OUT = Path(__file__).parent / "out"
NAMES = ("imports", "streams", "reading", "pace", "talk", "story", "world")


def main(names: list[str]) -> None:
    """Measure, write, print."""
    OUT.mkdir(exist_ok=True)
    for name in names or NAMES:
        if name not in NAMES:
            sys.exit(f"There is no bench {name!r}; there are: {', '.join(NAMES)}.")
        began = time.perf_counter()
        found = importlib.import_module(f"bench.{name}").measure()
        found["bench_seconds"] = round(time.perf_counter() - began, 1)
        text = json.dumps(found, ensure_ascii=False, indent=1)
        (OUT / f"{name}.json").write_text(text + "\n", encoding="utf-8")
        print(f"{name}: {text}")


if __name__ == "__main__":
    main(sys.argv[1:])
