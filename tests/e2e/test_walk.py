"""The walk that docs/http.md prints, run as it stands against a fresh server."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    """A server of the server profile on a free port, from the console script's own module."""
    env = {**os.environ, "FABULA_PROFILE": "server", "FABULA_DATA_DIR": str(tmp_path), "FABULA_PORT": "0"}
    command = [sys.executable, "-c", "from fabula.cli.app import main; main()", "serve"]
    process = subprocess.Popen(command, env=env, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    assert process.stderr is not None
    address = re.search(r"http://\S+", process.stderr.readline())
    assert address is not None
    yield address.group()
    process.terminate()
    assert process.wait(20) == 0


def script() -> str:
    """The one shell block of the page."""
    blocks = re.findall(r"^```sh\n(.*?)^```$", (ROOT / "docs" / "http.md").read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert len(blocks) == 1
    return str(blocks[0])


def test_the_walk_in_the_documentation_works(server: str) -> None:
    assert shutil.which("curl"), "the walk needs curl"
    walk = subprocess.run(
        ["sh", "-c", script()],
        cwd=ROOT,
        env={**os.environ, "FABULA_BASE": server},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert walk.returncode == 0, walk.stdout + walk.stderr
    assert "event: done" in walk.stdout
    assert '"replayed":true' in walk.stdout


def test_the_walk_notices_a_server_that_is_not_there() -> None:
    walk = subprocess.run(
        ["sh", "-c", script()],
        cwd=ROOT,
        env={**os.environ, "FABULA_BASE": "http://127.0.0.1:9"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert walk.returncode != 0
