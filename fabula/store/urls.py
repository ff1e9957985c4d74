"""Which database a URL means.

Owns the three valid forms and the words for refusing any other. It opens nothing. The promise: a wrong value is
refused with a list of the right ones, and neither a password nor a user name ever appears in a message.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from fabula import errors

FORMS = "memory:, sqlite:///path/to/file.db (four slashes for an absolute path), postgresql://user:password@host/name"


@dataclass(frozen=True)
class Place:
    """Where the rows are: a kind, its public name, and either a file or a PostgreSQL URL."""

    kind: Literal["memory", "sqlite", "postgresql"]
    where: str
    file: Path | None = None
    url: URL | None = None


def read_url(url: str, data_dir: Path | None = None) -> Place:
    """The place a URL names. A relative SQLite path is taken from `data_dir`, else from the working directory.

    Raises errors.CannotStart for anything that is not one of FORMS.
    """
    if "\x00" in url:
        raise _refused("it contains U+0000")
    if url == "memory:":
        return Place("memory", "memory")
    if url.startswith("sqlite:///"):
        return _file(url.removeprefix("sqlite:///"), data_dir)
    if url.startswith("postgresql://"):
        return _server(url)
    raise _refused(f"it begins with {_scheme(url)}" if url else "it is empty")


def _scheme(url: str) -> str:
    # Without the slashes, what stands before the colon may be a user's name.
    scheme, slashes, _ = url.partition("://")
    known = slashes and scheme.isascii() and scheme.replace("+", "").isalnum() and len(scheme) <= 30
    return f"{scheme}://" if known else "something else"


def _refused(why: str) -> errors.CannotStart:
    return errors.CannotStart(f"The database URL is not usable: {why}. Valid forms: {FORMS}.")


def _file(path: str, data_dir: Path | None) -> Place:
    if not path or path.endswith("/"):
        raise _refused("it names no file")
    if ":memory:" in path or path.startswith("file:") or "?" in path:
        raise _refused("a SQLite URL is a plain path without options")
    file = Path(path).expanduser() if path.startswith("~") else Path(path)
    if not file.is_absolute():
        file = (data_dir if data_dir is not None else Path.cwd()) / file
    file = file.resolve()
    if file.is_dir():
        raise _refused(f"{file} is a folder")
    return Place("sqlite", str(file), file=file)


def _server(text: str) -> Place:
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise _refused("it cannot be read as host, port and database name") from None
    if not url.database:
        raise _refused("it names no database")
    asked = url.query.get("host")
    host = url.host or (asked if isinstance(asked, str) else ",".join(asked) if asked else "localhost")
    port = url.port or url.query.get("port") or 5432
    return Place("postgresql", f"{host}:{port}/{url.database}", url=url.set(drivername="postgresql+psycopg"))
