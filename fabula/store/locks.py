"""One process on one SQLite file.

Owns `<db>.lock`, which says who holds the file, and `<db>.lock.claim`, a folder that exists only while somebody looks
at the lock, takes it over or creates it. It knows nothing of what is in the database. The promise: of any number of
processes that start at once exactly one gets the file, the others are told which file and which pid; a process that
died leaves nothing that a person must clean up (storage contract, "Server Backend Selection").
"""

from __future__ import annotations

import atexit
import errno
import json
import os
import shutil
import threading
import time
import uuid
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from fabula import errors
from fabula.store import processes

CLAIM_WAIT_S = 10.0
"""How long to wait while other processes inspect the lock, one after another."""

LITTER_S = 600.0
"""Age after which a half-made file beside the lock is certainly nobody's; ten times what any step may take."""

_MAX_BYTES = 4096


@dataclass(frozen=True)
class LockInfo:
    """Who holds a database file: the process, when it started, and where it can be reached."""

    pid: int
    started: str | None
    address: str | None


@dataclass
class _Held:
    info: LockInfo
    uses: int


_held: dict[Path, _Held] = {}
_guard = threading.RLock()


def lock_path(db_path: Path) -> Path:
    """The lock file of a database, however the database's path is written."""
    file = db_path.resolve()
    return file.with_name(file.name + ".lock")


def acquire(db_path: Path, address: str | None = None) -> None:
    """Takes the lock of a database file, or counts one more use of it in this process.

    Raises errors.CannotStart, naming the file and the holder's pid, when another living process has it.
    """
    lock = lock_path(db_path)
    with _guard:
        held = _held.get(lock)
        if held is not None:
            held.uses += 1
            return
        me = LockInfo(os.getpid(), processes.started(os.getpid()), address)
        try:
            marker = _enter_claim(lock, me)
            try:
                _take(lock, me, db_path.resolve())
            finally:
                _leave_claim(lock, marker)
        except OSError as fault:
            raise errors.CannotStart(f"The lock {lock} cannot be written: {fault.strerror}.") from fault
        _held[lock] = _Held(me, 1)


def release(db_path: Path) -> None:
    """Ends one use of the lock; the last one in this process deletes it."""
    lock = lock_path(db_path)
    with _guard:
        held = _held.get(lock)
        if held is None:
            return
        held.uses -= 1
        if held.uses == 0:
            del _held[lock]
            _delete_own(lock, held.info)


def announce(db_path: Path, address: str) -> None:
    """Publishes the holder's address in its lock file, replacing the file whole. A no-op without the lock."""
    lock = lock_path(db_path)
    with _guard:
        held = _held.get(lock)
        if held is None:
            return
        info = LockInfo(held.info.pid, held.info.started, address)
        fresh = lock.with_name(f"{lock.name}.{uuid.uuid4()}")
        _write_new(fresh, info)
        os.replace(fresh, lock)
        held.info = info


def read_lock(db_path: Path) -> LockInfo | None:
    """Who holds the database file now; None when nobody does, or when the holder is not running any more."""
    info = _read(lock_path(db_path))
    return info if info is not None and processes.running(info.pid, info.started) else None


def _take(lock: Path, me: LockInfo, db_path: Path) -> None:
    """Inside the claim: inspects the lock, moves a stale one aside, creates ours and reads it back."""
    if lock.exists():
        holder = _read(lock)
        if holder is not None and processes.running(holder.pid, holder.started):
            reach = f" at {holder.address}" if holder.address else ""
            raise errors.CannotStart(
                f"The database {db_path} is in use by process {holder.pid}{reach}. Stop that process, or use another "
                "data folder."
            )
        # Unreadable means its writer died while writing: locks are only written inside the claim, which is ours now.
        aside = lock.with_name(f"{lock.name}.stale.{uuid.uuid4()}")
        os.rename(lock, aside)
        aside.unlink()
    _sweep(lock)
    _write_new(lock, me)
    if _read(lock) != me:
        raise errors.CannotStart(f"The lock of {db_path} was taken by another process; try again.")


def _enter_claim(lock: Path, me: LockInfo) -> str:
    """Publishes a claim folder that already contains our marker, atomically; returns the marker's name."""
    claim = lock.with_name(lock.name + ".claim")
    marker = str(uuid.uuid4())
    staged = lock.with_name(f"{claim.name}.{marker}")
    staged.mkdir(mode=0o700)
    try:
        _write_new(staged / marker, me)
        deadline = time.monotonic() + CLAIM_WAIT_S
        while True:
            try:
                # Renaming onto a folder succeeds only while that folder is empty or absent.
                os.rename(staged, claim)
                return marker
            except OSError as fault:
                if fault.errno not in (errno.ENOTEMPTY, errno.EEXIST):
                    raise
            _clear_dead_claim(claim)
            if time.monotonic() > deadline:
                raise errors.CannotStart(
                    f"Another process is just starting on {lock.name.removesuffix('.lock')}; try again in a moment."
                )
            time.sleep(0.005)
    finally:
        shutil.rmtree(staged, ignore_errors=True)


def _clear_dead_claim(claim: Path) -> None:
    """Removes the marker of a claimant that died, and only that generation's marker.

    A marker's name is unique, so somebody who looked long ago cannot remove the marker of a newer claim by mistake.
    A marker is complete before it is published, so one that cannot be read was damaged or is just being removed.
    """
    with suppress(FileNotFoundError):
        for marker in sorted(claim.iterdir()):
            owner = _read(marker)
            if owner is None or not processes.running(owner.pid, owner.started):
                marker.unlink(missing_ok=True)


def _sweep(lock: Path) -> None:
    """Inside the claim: removes what processes left behind when they died between two steps, long ago."""
    claim = lock.name + ".claim"
    for left in sorted(lock.parent.iterdir()):
        if left.name.startswith(lock.name + ".") and left.name != claim:
            with suppress(FileNotFoundError):
                if time.time() - left.stat().st_mtime > LITTER_S:
                    shutil.rmtree(left, ignore_errors=True) if left.is_dir() else left.unlink()


def _leave_claim(lock: Path, marker: str) -> None:
    claim = lock.with_name(lock.name + ".claim")
    (claim / marker).unlink(missing_ok=True)
    # Not empty means that the next claimant has already renamed its folder over ours.
    with suppress(OSError):
        claim.rmdir()


def _read(path: Path) -> LockInfo | None:
    try:
        with path.open("rb") as file:
            found = json.loads(file.read(_MAX_BYTES))
    except (OSError, ValueError):
        return None
    if not isinstance(found, dict) or type(found.get("pid")) is not int:
        return None
    start, address = found.get("started"), found.get("address")
    return LockInfo(
        found["pid"], start if isinstance(start, str) else None, address if isinstance(address, str) else None
    )


def _write_new(path: Path, info: LockInfo) -> None:
    body = json.dumps({"pid": info.pid, "started": info.started, "address": info.address}) + "\n"
    handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    try:
        os.write(handle, body.encode())
        os.fsync(handle)
    finally:
        os.close(handle)


def _delete_own(lock: Path, info: LockInfo) -> None:
    found = _read(lock)
    if found is not None and (found.pid, found.started) == (info.pid, info.started):
        lock.unlink(missing_ok=True)


def _release_all() -> None:
    with _guard:
        for lock, held in sorted(_held.items()):
            if held.info.pid == os.getpid():
                _delete_own(lock, held.info)
        _held.clear()


def _forget() -> None:
    # A forked child does not hold its parent's locks, and must not delete them when it ends.
    global _guard
    _guard = threading.RLock()
    _held.clear()


atexit.register(_release_all)
os.register_at_fork(after_in_child=_forget)
