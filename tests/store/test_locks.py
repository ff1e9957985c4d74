"""One process on one file: told with real processes that race, die and come back."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from fabula.errors import CannotStart
from fabula.store import locks, processes
from fabula.store.open import open_store

HOLD = """
import sys
from pathlib import Path
from fabula.errors import CannotStart
from fabula.store import locks
try:
    locks.acquire(Path(sys.argv[1]), "http://127.0.0.1:1")
except CannotStart as fault:
    print("refused", fault, flush=True)
    sys.exit(3)
print("held", flush=True)
sys.stdin.readline()
"""

Process = subprocess.Popen[str]
DEAD = {"pid": 2**22 - 1, "started": "never", "address": None}


def start(path: Path, script: str = HOLD) -> Process:
    """Starts a process that takes the lock, says so, and holds it until it is spoken to."""
    return subprocess.Popen(
        [sys.executable, "-c", script, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def said(process: Process) -> str:
    """The next line a process prints."""
    assert process.stdout is not None
    return process.stdout.readline().strip()


def end(process: Process) -> int:
    """Lets a process go on to its end."""
    process.communicate("\n", timeout=30)
    return process.returncode


def names(folder: Path) -> list[str]:
    """What is in a folder."""
    return sorted(each.name for each in folder.iterdir())


def spoil(path: Path) -> None:
    """Writes something that is no database."""
    path.write_bytes(b"not a database" * 100)


@pytest.fixture
def path(tmp_path: Path) -> Iterator[Path]:
    """A database path whose lock this process does not keep beyond the test."""
    yield tmp_path / "f.db"
    while locks.lock_path(tmp_path / "f.db") in locks._held:
        locks.release(tmp_path / "f.db")


def test_the_lock_says_who_holds_the_file_and_goes_with_the_last_use(path: Path) -> None:
    assert locks.read_lock(path) is None
    locks.acquire(path, "http://127.0.0.1:8000")
    assert json.loads(path.with_name("f.db.lock").read_text()) == {
        "pid": os.getpid(),
        "started": processes.started(os.getpid()),
        "address": "http://127.0.0.1:8000",
    }
    assert locks.read_lock(path) == locks.LockInfo(os.getpid(), processes.started(os.getpid()), "http://127.0.0.1:8000")
    assert names(path.parent) == ["f.db.lock"]
    locks.release(path)
    assert names(path.parent) == []
    locks.release(path)
    assert locks.read_lock(path) is None


def test_paths_to_one_file_share_one_count(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path.touch()
    monkeypatch.chdir(path.parent)
    link = path.with_name("link.db")
    link.symlink_to(path)
    spellings = [path, Path("f.db"), Path("./x/../f.db"), link]
    for spelling in spellings:
        locks.acquire(spelling)
    for spelling in spellings:
        assert locks.read_lock(path) is not None
        locks.release(spelling)
    assert locks.read_lock(path) is None
    assert names(path.parent) == ["f.db", "link.db"]


async def test_a_file_opened_twice_in_one_process_is_let_go_by_the_last_store(path: Path) -> None:
    first = await open_store(f"sqlite:///{path}")
    second = await open_store(f"sqlite:///{path}")
    await first.close()
    await first.close()
    assert locks.read_lock(path) is not None
    assert await second.check() == []
    await second.close()
    assert locks.read_lock(path) is None


async def test_a_refused_database_does_not_stay_locked(path: Path) -> None:
    spoil(path)
    with pytest.raises(CannotStart):
        await open_store(f"sqlite:///{path}")
    assert names(path.parent) == ["f.db"]


def test_a_second_process_is_told_file_pid_and_address(path: Path) -> None:
    holder = start(path)
    assert said(holder) == "held"
    with pytest.raises(CannotStart) as caught:
        locks.acquire(path)
    assert str(path) in str(caught.value)
    assert f"process {holder.pid} at http://127.0.0.1:1" in str(caught.value)
    assert end(holder) == 0
    assert names(path.parent) == []
    locks.acquire(path)


def test_a_killed_holder_is_succeeded(path: Path) -> None:
    holder = start(path)
    assert said(holder) == "held"
    holder.kill()
    holder.communicate(timeout=30)
    assert path.with_name("f.db.lock").exists()
    assert locks.read_lock(path) is None
    locks.acquire(path)
    info = locks.read_lock(path)
    assert info is not None
    assert info.pid == os.getpid()
    assert names(path.parent) == ["f.db.lock"]


def test_a_pid_that_was_used_again_is_not_the_holder(path: Path) -> None:
    reused = {"pid": os.getppid(), "started": "before that process began", "address": None}
    path.with_name("f.db.lock").write_text(json.dumps(reused))
    assert locks.read_lock(path) is None
    locks.acquire(path)


@pytest.mark.parametrize("content", ["", "{", "[]", "null", '{"pid": "1"}', '{"pid": true}', '{"pid": -1}', "\x00\xff"])
def test_a_lock_that_cannot_be_read_was_never_finished(path: Path, content: str) -> None:
    path.with_name("f.db.lock").write_text(content)
    assert locks.read_lock(path) is None
    locks.acquire(path)
    assert names(path.parent) == ["f.db.lock"]


@pytest.mark.parametrize("stale", ["nothing", "lock", "claim", "both"])
def test_of_eight_that_start_at_once_exactly_one_wins(path: Path, stale: str) -> None:
    if stale in ("lock", "both"):
        path.with_name("f.db.lock").write_text(json.dumps(DEAD))
    if stale in ("claim", "both"):
        path.with_name("f.db.lock.claim").mkdir()
        (path.with_name("f.db.lock.claim") / "left-behind").write_text(json.dumps(DEAD))
    racers = [start(path) for _ in range(8)]
    answers = {racer.pid: said(racer) for racer in racers}
    winners = [pid for pid, answer in answers.items() if answer == "held"]
    assert len(winners) == 1
    for pid, answer in answers.items():
        if pid != winners[0]:
            assert answer.startswith("refused")
            assert str(path) in answer
            assert f"process {winners[0]} " in answer
    assert [end(racer) for racer in racers if racer.pid != winners[0]] == [3] * 7
    assert [end(racer) for racer in racers if racer.pid == winners[0]] == [0]
    assert names(path.parent) == []


CRASH_IN_CLAIM = HOLD.replace(
    "try:", "import os\nlocks._take = lambda *_: (print('inside', flush=True), os._exit(9))\ntry:", 1
)


def test_a_crash_inside_the_claim_is_recovered_from(path: Path) -> None:
    crashed = start(path, CRASH_IN_CLAIM)
    assert said(crashed) == "inside"
    crashed.communicate(timeout=30)
    assert crashed.returncode == 9
    assert names(path.parent) == ["f.db.lock.claim"]
    locks.acquire(path)
    assert names(path.parent) == ["f.db.lock"]


def test_a_claim_that_is_being_held_makes_others_wait_and_then_say_so(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locks, "CLAIM_WAIT_S", 0.05)
    me = locks.LockInfo(os.getpid(), processes.started(os.getpid()), None)
    marker = locks._enter_claim(locks.lock_path(path), me)
    with pytest.raises(CannotStart, match=r"f\.db; try again"):
        locks.acquire(path)
    assert names(path.parent) == ["f.db.lock.claim"]
    locks._leave_claim(locks.lock_path(path), marker)
    locks.acquire(path)


def test_a_delayed_look_at_a_dead_claim_cannot_remove_a_new_one(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between listing a dead claim and removing its marker, somebody else takes over: the new marker must stay."""
    lock = locks.lock_path(path)
    claim = lock.with_name("f.db.lock.claim")
    claim.mkdir()
    (claim / "dead").write_text(json.dumps(DEAD))
    me = locks.LockInfo(os.getpid(), processes.started(os.getpid()), None)
    taken: list[str] = []

    def overtaken(pid: int, start: str | None) -> bool:
        if not taken and pid == DEAD["pid"]:
            taken.append("soon")
            monkeypatch.undo()
            taken[0] = locks._enter_claim(lock, me)
            return False
        return processes.running(pid, start)

    monkeypatch.setattr("fabula.store.locks.processes.running", overtaken)
    locks._clear_dead_claim(claim)
    assert names(claim) == taken


def test_litter_of_the_dead_is_swept_and_fresh_files_are_not(path: Path) -> None:
    old, fresh = path.with_name("f.db.lock.stale.1"), path.with_name("f.db.lock.claim.2")
    old.write_text("{}")
    os.utime(old, (1, 1))
    fresh.mkdir()
    (fresh / "2").write_text("{}")
    unrelated = path.with_name("f.db.lockless")
    unrelated.write_text("mine")
    os.utime(unrelated, (1, 1))
    locks.acquire(path)
    assert names(path.parent) == ["f.db.lock", "f.db.lock.claim.2", "f.db.lockless"]


def test_the_holder_can_announce_its_address_and_others_cannot(path: Path) -> None:
    locks.announce(path, "http://127.0.0.1:9")
    assert names(path.parent) == []
    locks.acquire(path)
    locks.announce(path, "http://127.0.0.1:9")
    info = locks.read_lock(path)
    assert info is not None
    assert (info.pid, info.address) == (os.getpid(), "http://127.0.0.1:9")
    assert names(path.parent) == ["f.db.lock"]
    locks.release(path)
    assert names(path.parent) == []


def test_a_forked_child_neither_holds_nor_deletes_its_parents_lock(path: Path) -> None:
    locks.acquire(path)
    forking = """
import os
if os.fork() == 0:
    try:
        locks.acquire(Path(sys.argv[1]))
    except CannotStart as fault:
        print("refused", flush=True)
    sys.exit(0)
os.wait()
"""
    script = HOLD.replace('print("held", flush=True)', forking).replace(
        "sys.stdin.readline()", "print(Path(sys.argv[1] + '.lock').exists(), flush=True)"
    )
    other = path.with_name("g.db")
    child = start(other, script)
    assert said(child) == "refused"
    assert said(child) == "True"
    assert end(child) == 0
    assert names(path.parent) == ["f.db.lock"]


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(CannotStart, match="cannot be written"):
        locks.acquire(tmp_path / "file" / "f.db")


def test_processes_are_told_apart() -> None:
    start_of_this = processes.started(os.getpid())
    assert start_of_this is not None
    assert processes.started(os.getpid()) == start_of_this
    assert processes.running(os.getpid(), start_of_this)
    assert not processes.running(os.getpid(), start_of_this + "0")
    assert not processes.running(0, None)
    assert not processes.running(-1, None)
    assert not processes.running(2**80, None)
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait(timeout=30)
    assert processes.started(ended.pid) is None
    assert not processes.running(ended.pid, None)


def test_a_dead_process_nobody_waited_for_is_not_running() -> None:
    zombie = subprocess.Popen([sys.executable, "-c", ""], stdout=subprocess.PIPE)
    assert zombie.stdout is not None
    assert zombie.stdout.read() == b""
    for _ in range(2000):
        if processes.started(zombie.pid) is None:
            break
    assert not processes.running(zombie.pid, None)
    zombie.wait(timeout=30)


def test_where_there_is_no_proc_ps_is_asked() -> None:
    asked = processes._asked(os.getpid())
    if asked is not None:
        assert asked == processes._asked(os.getpid())
    assert processes._asked(2**22 - 1) is None
