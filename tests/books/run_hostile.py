"""Opens every hostile file in this process, under limits, and tells how each ended. Run with `python -m`.

A JSON line before each case, one after it with its code and time, and one at the end with the most memory ever used
by this process and by the processes it started. Whatever kills it is visible as the case it did not finish.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from pathlib import Path

from fabula.books import open_book
from fabula.errors import FabulaError
from tests.books.hostile import cases

ADDRESS_SPACE = 900 * 1024 * 1024


def own_peak() -> int:
    """The most memory this program used, in KiB; not what its parent had used, where the kernel tells them apart."""
    status = Path("/proc/self/status")
    if status.exists():
        return next(int(line.split()[1]) for line in status.read_text().splitlines() if line.startswith("VmHWM:"))
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1024 if sys.platform == "darwin" else 1)


def main() -> None:
    """All cases, or those whose names contain the first argument."""
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
    wanted = sys.argv[1] if len(sys.argv) > 1 else ""
    for case in cases():
        if wanted not in case.name:
            continue
        print(json.dumps({"begin": case.name}), flush=True)
        data = case.data
        started = time.perf_counter()
        message = ""
        try:
            book = open_book(data, case.filename, case.media_type)
            code = "ok" if book.text.strip() and len(book.text.encode()) <= 20 * 1024 * 1024 else "empty"
        except FabulaError as error:
            code, message = error.code, error.message
        seconds = round(time.perf_counter() - started, 2)
        children = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // (1024 if sys.platform == "darwin" else 1)
        peak = [own_peak() // 1024, children // 1024]
        print(
            json.dumps({"name": case.name, "code": code, "message": message, "seconds": seconds, "peak": peak}),
            flush=True,
        )


if __name__ == "__main__":
    main()
