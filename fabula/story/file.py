"""What a story's file must be before a row of it is written.

Owns the envelope, and the form of every row and of every delta in it. It trusts nothing in it and reads no database.
The promise: whoever gets past `checked` has rows whose values have the types of their columns, with keys that no two
of them share, and a log whose payloads can be read; whether log and rows agree is for `verify`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import Any

from sqlalchemy import MetaData, Table, UniqueConstraint

from fabula import errors
from fabula.store.columns import Whole, Words
from fabula.store.tables import assets, baselines, branches, deltas, metadata, stories
from fabula.story.export import FORMAT, VERSION
from fabula.story.forms import check_depth, check_parts, check_plain, check_whole
from fabula.story.ledger import LEDGER, Ledger
from fabula.story.log import VERSION as ENCODING
from fabula.story.shapes import check
from fabula.story.shapes.settings import StorySettings
from fabula.story.write import TEXT_MAX

ROWS_MAX = 2_000_000
COUNT_MAX = 2**53
"""How far positions and versions may go; beyond it a browser could not count them."""


def opened(envelope: Any) -> dict[str, Any]:
    """What is in an envelope of the right kind and version; errors.Invalid says which it is instead."""
    if not isinstance(envelope, dict) or envelope.get("format") != FORMAT:
        raise errors.Invalid(f"This is no exported story (its format is not {FORMAT}).")
    major = str(envelope.get("formatVersion", ""))[:20].partition(".")[0]
    ours = VERSION.partition(".")[0]
    if not (major.isascii() and major.isdecimal()) or len(major) > 6:
        raise errors.Invalid("The file does not say which version of the format it has.")
    if int(major) < int(ours):
        raise errors.Invalid("This file is from an older version; export the story again.")
    if int(major) > int(ours):
        raise errors.Invalid("This file is from a newer version. Update Fabula to import it.")
    content = envelope.get("story")
    listed = content.get("tables") if isinstance(content, dict) else None
    if not isinstance(content, dict) or not isinstance(listed, dict):
        raise errors.Invalid("The file holds no story.")
    if not all(isinstance(rows, list) for rows in listed.values()) or sum(map(len, listed.values())) > ROWS_MAX:
        raise errors.Invalid(f"The file may hold lists of rows, at most {ROWS_MAX} rows in all.")
    return content


def checked(envelope: Any, tables: MetaData = metadata, ledger: Ledger = LEDGER) -> dict[str, Any]:
    """What is in an envelope, with every row of it looked at; errors.Invalid names the table and what is wrong."""
    content = opened(envelope)
    for name, rows in content["tables"].items():
        table = tables.tables.get(name)
        if table is not None:  # a table of a newer version is passed over
            for row in rows:
                _check_row(table, row, ledger)
            _check_once(table, rows)
    for row in content["tables"].get(deltas.name, []):
        _check_delta(row, ledger)
    for row in content["tables"].get(baselines.name, []):
        digests = row.get("digests")
        if not isinstance(digests, Mapping) or not all(isinstance(each, Mapping) for each in digests.values()):
            raise errors.Invalid("The file does not say in a readable way how its story began.")
    for row in content["tables"].get(stories.name, []):
        if row.get("settings") is not None:
            check(StorySettings, row["settings"])
    for row in content["tables"].get(branches.name, []):
        if not isinstance(row.get("classifier_status", {}), Mapping):
            raise errors.Invalid("branches.classifier_status must be an object.")
    for row in _listed(content.get("assets", [])):
        _check_row(assets, row, ledger)
        _check_path(row.get("file_path"))
    return content


def _listed(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise errors.Invalid("The pictures and sounds of a file are a list.")
    return value


def _check_row(table: Table, row: Any, ledger: Ledger) -> None:
    if not isinstance(row, Mapping):
        raise errors.Invalid(f"A row of {table.name} is no object.")
    for column in table.columns:
        value = row.get(column.name)
        needed = not column.nullable and column.default is None and column.name != "person_id"
        if needed and column.name not in row:
            raise errors.Invalid(f"A row of {table.name} has no {column.name}.")
        if isinstance(column.type, Words):
            if not isinstance(value, str | None):
                raise errors.Invalid(f"{table.name}.{column.name} must be text.")
            if value is not None and len(value) > TEXT_MAX:
                raise errors.Invalid(f"{table.name}.{column.name} may have at most {TEXT_MAX} characters.")
        elif isinstance(column.type, Whole) and isinstance(value, int) and abs(value) > COUNT_MAX:
            raise errors.Invalid(f"{table.name}.{column.name} is beyond counting.")
        elif isinstance(value, dict | list):
            check_depth(value)
        if column.info.get("words") and column.name in row:
            check_plain(ledger[table.name], column.name, value)
    if table.name in ledger.tables:
        check_whole(ledger[table.name], row)


def _check_once(table: Table, rows: list[Mapping[str, Any]]) -> None:
    """No two rows of the file stand in one place."""
    rules = [each for each in table.constraints if isinstance(each, UniqueConstraint)]
    for columns in ([*table.primary_key], *([*rule.columns] for rule in rules)):
        names = [column.name for column in columns]
        places: set[Any] = set()
        for row in rows:
            place = tuple(row.get(name) for name in names)
            if None not in place and any(isinstance(part, dict | list) for part in place):
                raise errors.Invalid(f"{table.name}: {' and '.join(names)} take single values.")
            if None not in place and place in places:
                raise errors.Invalid(f"Two rows of {table.name} in the file stand in one place ({', '.join(names)}).")
            places.add(place if None not in place else None)


def _check_delta(row: Mapping[str, Any], ledger: Ledger) -> None:
    """A delta is about a row of a kind that has a log, and its payload is what its operation needs."""
    where = f"The delta at {row.get('log_position')}"
    logged = ledger.tables.get(str(row.get("target_table")))
    payload, operation = row.get("undo_payload"), row.get("op")
    if logged is None:
        raise errors.Invalid(f"{where} is about rows nobody knows.")
    if row.get("encoding_version", ENCODING) != ENCODING:
        raise errors.Invalid(f"{where} is written in a way this version cannot read.")
    if operation == "create":
        if payload is not None:
            raise errors.Invalid(f"{where} makes a row and says what it was before.")
        return
    if not isinstance(payload, Mapping):
        raise errors.Invalid(f"{where} does not say what was there before.")
    if operation == "update":
        check_parts(logged, {name: value for name, value in payload.items() if not name.startswith("$")}, where)
        return
    if payload.get("id") != row.get("target_id"):
        raise errors.Invalid(f"{where} holds another row than it takes away.")
    for table, held in _held(payload, str(row["target_table"]), ledger, where):
        check_whole(ledger[table], held, frozen=True)


def _held(
    payload: Mapping[str, Any], table: str, ledger: Ledger, where: str
) -> Iterator[tuple[str, Mapping[str, Any]]]:
    own = {name: value for name, value in payload.items() if name in ledger[table].table.c}
    yield table, own
    for capture, rows in payload.items():
        child = ledger.captures.get(capture)
        if capture in own:
            continue
        if child is None or not isinstance(rows, list) or not all(isinstance(row, Mapping) for row in rows):
            raise errors.Invalid(f"{where} holds something that is no row ({capture[:80]}).")
        for row in rows:
            yield child.name, row


def _check_path(path: Any) -> None:
    """Where the bytes of a picture lie: below the folder of all of them, wherever that is here."""
    parts = PurePosixPath(path).parts if isinstance(path, str) else ("/",)
    if not parts or parts[0] == "/" or ".." in parts or "\\" in str(path) or ":" in str(path) or "\x00" in str(path):
        raise errors.Invalid("A picture or sound in the file lies outside of its folder.")
