"""Which process is which: a pid together with the moment it started, because pids are used again.

Owns the two questions a file lock asks about a process. It knows nothing of locks. The promise: two different
processes on one machine never look alike, and when the system will not say, a living pid counts as the same process.
"""

from __future__ import annotations

import os
import subprocess
from functools import cache
from pathlib import Path


def started(pid: int) -> str | None:
    """An opaque, stable word for the moment process `pid` started; None when it is not running or not told.

    On Linux the boot's id and the clock ticks since that boot (a restart of the machine makes the ticks begin
    again); elsewhere what `ps` says.
    """
    try:
        stat = Path(f"/proc/{pid}/stat").read_bytes()
    except OSError:
        return None if Path("/proc/self/stat").exists() else _asked(pid)
    # The second field is the program's name in parentheses and may itself contain spaces and parentheses.
    fields = stat.rpartition(b")")[2].split()
    if fields[:1] in ([b"Z"], [b"X"]):
        return None
    return f"{_boot()}:{fields[19].decode('ascii')}"


def running(pid: int, start: str | None) -> bool:
    """Whether the process with this pid and start is running now."""
    if pid <= 0:
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        pass
    now = started(pid)
    if now is None:
        # Gone between the two looks, a zombie, or a system that does not tell; only the last counts as running.
        return not Path("/proc/self/stat").exists() and start is None
    return start is None or now == start


@cache
def _boot() -> str:
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except OSError:
        return "boot"


def _asked(pid: int) -> str | None:
    try:
        answer = subprocess.run(
            ["/bin/ps", "-o", "lstart=", "-p", str(pid)],
            capture_output=True,
            text=True,
            timeout=5,
            check=False,
            env={"LC_ALL": "C"},
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return answer.stdout.strip() or None
