"""Which URLs are understood, and how the others are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from fabula.errors import CannotStart
from fabula.store.open import default_url
from fabula.store.urls import read_url


def test_memory() -> None:
    place = read_url("memory:")
    assert (place.kind, place.where) == ("memory", "memory")


def test_an_absolute_file(tmp_path: Path) -> None:
    place = read_url(f"sqlite:///{tmp_path}/a b%20c.db")
    assert (place.kind, place.file) == ("sqlite", tmp_path / "a b%20c.db")
    assert place.where == str(tmp_path / "a b%20c.db")


def test_a_relative_file_is_taken_from_the_data_folder_or_the_working_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert read_url("sqlite:///x/f.db", tmp_path).file == tmp_path / "x" / "f.db"
    monkeypatch.chdir(tmp_path)
    assert read_url("sqlite:///x/f.db").file == tmp_path / "x" / "f.db"
    assert read_url("sqlite:///./x/../f.db").file == tmp_path / "f.db"


def test_the_default_does_not_depend_on_where_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    url = default_url(Path("data"))
    assert url == f"sqlite:///{tmp_path}/data/fabula.db"
    assert read_url(url, Path("data")).file == tmp_path / "data" / "fabula.db"


@pytest.mark.parametrize(
    ("url", "where"),
    [
        ("postgresql://zelda:secret@db.example:6543/tales", "db.example:6543/tales"),
        ("postgresql://zelda:secret@db.example/tales?sslmode=require", "db.example:5432/tales"),
        ("postgresql://zelda@/tales?host=/run/pg", "/run/pg:5432/tales"),
        ("postgresql:///tales", "localhost:5432/tales"),
        ("postgresql://zelda:s%40cret@[::1]:5433/tales", "::1:5433/tales"),
    ],
)
def test_a_server_is_named_without_credentials(url: str, where: str) -> None:
    place = read_url(url)
    assert (place.kind, place.where) == ("postgresql", where)
    assert "zelda" not in place.where


@pytest.mark.parametrize(
    "url",
    [
        "",
        " ",
        "memory",
        "memory://",
        ":memory:",
        "sqlite://",
        "sqlite:///",
        "sqlite:///folder/",
        "sqlite:///:memory:",
        "sqlite:///f.db?mode=ro",
        "sqlite:///file:f.db",
        "sqlite:///a\x00b.db",
        "sqlite+pysqlite:///f.db",
        "postgres://zelda:secret@host/tales",
        "postgresql+psycopg://zelda:secret@host/tales",
        "postgresql://zelda:secret@host",
        "postgresql://zelda:secret@host/",
        "postgresql://zelda:secret@host:port/tales",
        "mysql://zelda:secret@host/tales",
        "zelda:secret@host/tales",
        "/var/lib/fabula.db",
    ],
)
def test_anything_else_is_refused_with_the_valid_forms_and_without_credentials(url: str) -> None:
    with pytest.raises(CannotStart) as caught:
        read_url(url)
    message = str(caught.value)
    for form in ("memory:", "sqlite:///", "postgresql://"):
        assert form in message
    assert "secret" not in message
    assert "zelda" not in message


def test_a_folder_is_not_a_file(tmp_path: Path) -> None:
    with pytest.raises(CannotStart, match="is a folder"):
        read_url(f"sqlite:///{tmp_path}")
