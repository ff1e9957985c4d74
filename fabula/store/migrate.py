"""Which version a database has, whether it may be opened, and how it gets to the present one.

Owns the version table and the running of the packaged Alembic migrations. It knows a database only by the names of
its tables and its recorded version. The promise: a database of an unknown version, or one that holds other people's
tables, is refused by name before a single statement that could change it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Literal

from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from fabula import errors
from fabula.store.tables import metadata

VERSION_TABLE = "fabula_version"
State = Literal["fresh", "older", "current"]


@cache
def _scripts() -> tuple[Config, ScriptDirectory]:
    config = Config()
    folder = Path(__file__).parent / "migrations"
    config.set_main_option("script_location", str(folder).replace("%", "%%"))
    return config, ScriptDirectory.from_config(config)


def versions() -> list[str]:
    """Every version this Fabula can open, oldest first; the last one is the present one."""
    _, scripts = _scripts()
    return [script.revision for script in reversed(list(scripts.walk_revisions()))]


def judge(where: str, tables: set[str], recorded: Sequence[str], *, create: bool) -> State:
    """Whether a database with these tables and versions may be opened; errors.CannotStart when not."""
    if not tables:
        if not create:
            raise errors.CannotStart(f"There is no Fabula database at {where}.")
        return "fresh"
    if VERSION_TABLE not in tables:
        ours = sorted(tables & set(metadata.tables))
        named = ", ".join((ours or sorted(tables))[:5])
        what = "holds Fabula's tables without a version" if ours else "holds tables that are not Fabula's"
        raise errors.CannotStart(
            f"The database {where} {what} ({named}). It was left as it is; name an empty database instead."
        )
    known = versions()
    if len(recorded) != 1:
        raise errors.CannotStart(f"The version recorded in the database {where} is damaged. It was left as it is.")
    if recorded[0] not in known:
        raise errors.CannotStart(
            f"The database {where} has version {recorded[0][:40]!r}, which this Fabula does not know (it knows up to "
            f"{known[-1]!r}). It was left as it is; start the Fabula that wrote it, or name another database."
        )
    return "current" if recorded[0] == known[-1] else "older"


def upgrade(connection: Connection, target: str = "head") -> None:
    """Brings the database to `target` inside the transaction that `connection` is in."""
    config, scripts = _scripts()

    def steps(revision: Any, _: Any) -> Any:
        return scripts._upgrade_revs(target, revision)

    with EnvironmentContext(config, scripts) as environment:
        environment.configure(connection=connection, fn=steps, version_table=VERSION_TABLE, transactional_ddl=True)
        environment.run_migrations()
