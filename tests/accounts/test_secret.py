"""The secret's file: made once, private, and refused when it is not."""

from __future__ import annotations

import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from fabula.accounts.secret import secret_of
from fabula.errors import CannotStart


def test_it_is_made_once_and_stays(tmp_path: Path) -> None:
    first = secret_of(tmp_path)
    assert len(first) == 64
    assert secret_of(tmp_path) == first
    assert [file.name for file in tmp_path.iterdir()] == ["secret"]


def test_only_its_owner_may_read_it_whatever_the_umask(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        secret_of(tmp_path)
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "secret").stat().st_mode) == 0o600


def test_all_who_start_at_once_get_the_same(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        secrets = set(pool.map(lambda _: secret_of(tmp_path), range(32)))
    assert len(secrets) == 1
    assert [file.name for file in tmp_path.iterdir()] == ["secret"]


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o777])
def test_a_file_others_could_read_is_refused(tmp_path: Path, mode: int) -> None:
    secret_of(tmp_path)
    (tmp_path / "secret").chmod(mode)
    with pytest.raises(CannotStart, match="chmod 600"):
        secret_of(tmp_path)
    (tmp_path / "secret").chmod(0o600)
    assert secret_of(tmp_path)


@pytest.mark.parametrize("content", [b"", b"short", b"\xff" * 5])
def test_a_damaged_file_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "secret"
    path.write_bytes(content)
    path.chmod(0o600)
    with pytest.raises(CannotStart, match="damaged"):
        secret_of(tmp_path)


def test_a_missing_file_is_not_made_when_only_read(tmp_path: Path) -> None:
    with pytest.raises(CannotStart, match="There is no secret"):
        secret_of(tmp_path, create=False)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(CannotStart, match="cannot be written"):
        secret_of(tmp_path / "missing")
