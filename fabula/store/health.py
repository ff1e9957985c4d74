"""Whether what is stored is sound.

Owns the questions behind `store.check()`: is the file intact, does every reference lead somewhere, is the shape the
one the version promises. It repairs nothing. The promise: an empty answer means that every one of these was asked.
"""

from __future__ import annotations

from sqlalchemy import and_, exists, func, select, text

from fabula.store import migrate, shape
from fabula.store.contract import Tx
from fabula.store.tables import metadata

_MOST = 100


def findings(tx: Tx) -> list[str]:
    """What is wrong, as sentences, at most a hundred of each sort; empty when clean."""
    found = shape.differences(tx.connection, metadata)
    recorded = [str(row["version_num"]) for row in tx.all(text(f"SELECT version_num FROM {migrate.VERSION_TABLE}"))]
    if recorded != migrate.versions()[-1:]:
        found.append(f"The recorded version is {recorded}, not {migrate.versions()[-1]!r}.")
    if tx.connection.dialect.name == "sqlite":
        said = [str(row["integrity_check"]) for row in tx.all(text(f"PRAGMA integrity_check({_MOST})"))]
        found += [f"The file is damaged: {line}." for line in said if line != "ok"]
    if not found:
        found += dangling(tx)
    return found


def dangling(tx: Tx) -> list[str]:
    """References that lead nowhere, one sentence for each foreign key that has any; walks every foreign key."""
    found = []
    for table in metadata.sorted_tables:
        for key in sorted(table.foreign_key_constraints, key=lambda key: str(key.name)):
            target = key.referred_table.alias("target")
            pairs = [(table.c[element.parent.name], target.c[element.column.name]) for element in key.elements]
            lost = tx.value(
                select(func.count())
                .select_from(table)
                .where(
                    and_(*(column.is_not(None) for column, _ in pairs)),
                    ~exists().where(*(column == there for column, there in pairs)),
                )
            )
            if lost:
                names = ", ".join(column.name for column, _ in pairs)
                found.append(f"{lost} rows of {table.name} point at missing {key.referred_table.name} ({names}).")
    return found
