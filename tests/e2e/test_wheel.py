"""The wheel is Fabula whole: the built web app, the samples, the migrations."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_the_wheel_carries_everything_that_runs(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert "fabula/api/static/index.html" in names
    assert any(name.startswith("fabula/api/static/assets/") and name.endswith(".js") for name in names)
    assert {"fabula/samples/en/book.txt", "fabula/samples/zh/meta.json"} <= set(names)
    assert any(name.startswith("fabula/store/migrations/versions/") for name in names)
    assert not any(name.startswith(("tests/", "bench/", "web/")) for name in names)
