"""What is particular to PostgreSQL.

Owns the pool, the isolation levels, the startup lock and the translation of the driver's errors. It knows nothing of
tables. The promise: writing units are SERIALIZABLE and reading units are read-only REPEATABLE READ, so that what a
unit sees and leaves is what SQLite's single writer would have seen and left.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import psycopg
from sqlalchemy import URL, Connection, Engine, create_engine, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import QueuePool

from fabula import errors
from fabula.store.faults import Dangling, Duplicate, Unfit
from fabula.store.unit import Backend, Moved

WRITERS = 6
READERS = 6
STARTUP_LOCK = 0x46616275
"""Key of the advisory lock under which one process at a time looks at the version and migrates."""

# Custom plans: a generic one turns "the log from here on" into a scan of the whole branch.
_SESSION = (
    "-c plan_cache_mode=force_custom_plan -c TimeZone=UTC -c lock_timeout=30s -c statement_timeout=120s "
    "-c idle_in_transaction_session_timeout=300s"
)


def postgres_engine(url: URL) -> Engine:
    """An engine whose transactions are SERIALIZABLE; connects on first use."""
    given = url.query.get("options", "")
    options = f"{given if isinstance(given, str) else ' '.join(given)} {_SESSION}".strip()
    return create_engine(
        url.difference_update_query(["options"]),
        poolclass=QueuePool,
        pool_size=WRITERS + READERS,
        max_overflow=0,
        pool_pre_ping=True,
        isolation_level="SERIALIZABLE",
        hide_parameters=True,
        connect_args={"options": options, "connect_timeout": 10, "application_name": "fabula"},
    )


def postgres_backend(engine: Engine, where: str) -> Backend:
    """A backend over an engine made by `postgres_engine`."""
    return Backend(
        kind="postgresql",
        where=where,
        writer=engine,
        reader=engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True),
        writers=WRITERS,
        readers=READERS,
        translate=translate,
        now=_now,
        second_look=True,
        release=lambda: None,
    )


def take_startup_lock(connection: Connection) -> None:
    """Waits until no other process is starting on this database; held to the end of the transaction."""
    connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": STARTUP_LOCK})


def look_inside(connection: Connection, version_table: str) -> tuple[set[str], list[str]]:
    """The names of the tables and views of the current schema, without those of extensions, and the versions."""
    names = {
        str(name)
        for (name,) in connection.execute(
            text(
                "SELECT c.relname FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace"
                " AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT EXISTS (SELECT 1 FROM pg_depend d"
                " WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')"
            )
        )
    }
    versions = []
    if version_table in names:
        versions = [str(row[0]) for row in connection.execute(text(f"SELECT * FROM {version_table}"))]
    return names, versions


def check_server(connection: Connection, where: str) -> None:
    """Refuses a database that is not in UTF-8 or has no schema to work in (errors.CannotStart)."""
    if connection.execute(text("SHOW server_encoding")).scalar_one() != "UTF8":
        raise errors.CannotStart(f"The database {where} is not encoded in UTF-8; create it with ENCODING 'UTF8'.")
    if connection.execute(text("SELECT current_schema()")).scalar_one() is None:
        raise errors.CannotStart(f"The database {where} has no schema in its search_path; create one.")


def cannot_reach(fault: DBAPIError, where: str) -> errors.CannotStart:
    """Why the first connection failed, without the user's name or password, which libpq likes to repeat."""
    text_ = str(fault.orig)
    if "password authentication failed" in text_ or "no password supplied" in text_ or "role " in text_:
        why = "it refuses the user name or the password"
    elif "does not exist" in text_ and "database" in text_:
        why = "the server has no such database; create it first"
    elif "timeout" in text_ or "timed out" in text_:
        why = "it does not answer in time"
    else:
        why = "it cannot be reached; check that the server runs and that host and port are right"
    return errors.CannotStart(f"The PostgreSQL database {where} is not usable: {why}.")


def translate(fault: DBAPIError) -> Exception:
    """The driver's complaint in Fabula's words; one that nobody foresaw is given back as it is."""
    cause: Any = fault.orig
    state = getattr(cause, "sqlstate", None) or ""
    diag = getattr(cause, "diag", None)
    if state in ("40001", "40P01"):
        return Moved()
    if state == "23505":
        return Duplicate(str(diag.constraint_name) if diag else "")
    if state in ("23503", "23001"):
        return Dangling()
    if state == "23514":
        return Unfit(str(diag.constraint_name) if diag else "")
    if state == "23502":
        return Unfit(f"{diag.table_name}.{diag.column_name}" if diag else "")
    if state in ("54000", "22001", "22003", "22021", "22P02", "22P05"):
        return errors.Invalid("The value cannot be stored; it is too large or of the wrong kind.")
    if state in ("55P03", "57014"):
        return errors.Busy("The database is busy; try again.", retry_after=1)
    if state in ("53100", "53200", "53400"):
        return errors.Unavailable("The database server is out of room; make room and try again.")
    if state == "25006":
        return errors.Unavailable("The database can only be read at present.")
    lost = fault.connection_invalidated or (not state and isinstance(cause, psycopg.OperationalError))
    if lost or state.startswith(("08", "53", "57P")):
        return errors.Unavailable("The database server does not answer; try again in a moment.")
    return fault


def _now(connection: Connection) -> datetime:
    found = connection.execute(text("SELECT now()")).scalar_one()
    assert isinstance(found, datetime)
    return found.astimezone(UTC)
