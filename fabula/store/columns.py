"""The kinds of column Fabula has, and how each is written on both databases.

Owns the conversion of every value that crosses into a database: text, ids, JSON, instants, numbers, flags, bytes. It
knows nothing of particular tables. The promise: what is read equals what was written, on every backend, or the write
was refused with errors.Invalid; U+0000 never reaches a database (storage contract, "Text cleanup").
"""

from __future__ import annotations

import json
import math
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    DateTime,
    Dialect,
    Double,
    Integer,
    LargeBinary,
    Text,
    TypeDecorator,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.types import TypeEngine, UserDefinedType

from fabula import errors

JSON_DEPTH = 64
"""Deepest nesting a JSON value may have."""

_INT64 = 1 << 63


def clean_text(value: str) -> str:
    """The text without U+0000. A lone surrogate, which no database can hold, is refused with errors.Invalid."""
    try:
        value.encode("utf-8")
    except UnicodeEncodeError as fault:
        raise errors.Invalid("The text contains half of a surrogate pair; send valid Unicode.") from fault
    return value.replace("\x00", "") if "\x00" in value else value


def clean_json(value: Any, depth: int = 0) -> Any:
    """A JSON value without U+0000 in any string or key, in the same key order.

    Refused with errors.Invalid: keys that are not text or that collide once cleaned, numbers that are not finite,
    anything JSON does not know, and nesting deeper than JSON_DEPTH.
    """
    if depth > JSON_DEPTH:
        raise errors.Invalid(f"The JSON value is nested deeper than {JSON_DEPTH} levels.")
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, str):
        return clean_text(value)
    if isinstance(value, float):
        if not math.isfinite(value):
            raise errors.Invalid("A JSON number must be finite.")
        return value
    if isinstance(value, list | tuple):
        return [clean_json(item, depth + 1) for item in value]
    if isinstance(value, dict):
        cleaned: dict[str, Any] = {}
        for key, item in value.items():
            if not isinstance(key, str):
                raise errors.Invalid("The keys of a JSON object must be text.")
            name = clean_text(key)
            if name in cleaned:
                raise errors.Invalid("Two keys of a JSON object become the same once U+0000 is removed.")
            cleaned[name] = clean_json(item, depth + 1)
        return cleaned
    raise errors.Invalid(f"A {type(value).__name__} cannot be stored as JSON.")


def written_json(value: Any) -> str:
    """A JSON value as text, cleaned and checked as `clean_json` does; what needs no cleaning is not copied."""
    if _plain(value, 0):
        try:
            text = _ENCODER.encode(value)
            if not text.isascii():
                text.encode("utf-8")
            if "\\u0000" not in text:
                return text
        except (TypeError, ValueError):
            pass  # said properly below
    return _ENCODER.encode(clean_json(value))


# No look-out for circles: what is encoded has been seen to its depth.
_ENCODER = json.JSONEncoder(ensure_ascii=False, check_circular=False, allow_nan=False, separators=(",", ":"))


def plain_json(value: Any) -> str:
    """The text of a JSON value that is known to be clean and sound, such as what was read from a column."""
    return _ENCODER.encode(value)


_FLAT = frozenset({str, int, float, bool, type(None)})


def _plain(value: Any, depth: int) -> bool:
    """Whether every object is a dict with texts as keys, every array a list, and nothing nested too deeply."""
    kind = type(value)
    if kind is dict:
        for key in value:
            if type(key) is not str:
                return False
        value = value.values()
    elif kind is not list:
        return isinstance(value, str | int | float)
    for item in value:  # noqa: SIM110 - every JSON value that is written passes here, and a loop is twice as fast
        if type(item) not in _FLAT and (depth == JSON_DEPTH or not _plain(item, depth + 1)):
            return False
    return True


class Words(TypeDecorator[str]):
    """Text of any length, without U+0000, compared and ordered by its UTF-8 bytes."""

    impl = Text
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        return dialect.type_descriptor(Text(collation="C") if dialect.name == "postgresql" else Text())

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        if value is None:
            return None
        if not isinstance(value, str):
            raise errors.Invalid(f"A {type(value).__name__} was given where text belongs.")
        return clean_text(value)


class Name(Words):
    """An identifier: as Words, but U+0000 is refused rather than removed, because two ids must never become one."""

    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        if isinstance(value, str) and "\x00" in value:
            raise errors.Invalid("An id may not contain U+0000.")
        return super().process_bind_param(value, dialect)


class _PlainJson(UserDefinedType[Any]):
    """PostgreSQL's `json`, which keeps the text as written; `jsonb` would sort the keys."""

    cache_ok = True

    def get_col_spec(self, **_: Any) -> str:
        return "JSON"


class Json(TypeDecorator[Any]):
    """A JSON value. None is SQL NULL; the order of keys is kept; NaN and infinities are refused."""

    impl = Text
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        return dialect.type_descriptor(_PlainJson() if dialect.name == "postgresql" else Text())

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:
        if value is None:
            return None
        return written_json(value)

    def process_result_value(self, value: Any, dialect: Dialect) -> Any:
        # psycopg has already decoded a json column; SQLite hands back the text.
        return value if value is None or dialect.name == "postgresql" else json.loads(value)


class Instant(TypeDecorator[datetime]):
    """An aware instant with microseconds; UTC when read. On SQLite `YYYY-MM-DDTHH:MM:SS.ffffffZ`, which sorts."""

    impl = DateTime
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        return dialect.type_descriptor(DateTime(timezone=True) if dialect.name == "postgresql" else Text())

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> Any:
        if value is None:
            return None
        if not isinstance(value, datetime) or value.tzinfo is None:
            raise errors.Invalid("An instant must be a date and time with its time zone.")
        moment = value.astimezone(UTC)
        if dialect.name == "postgresql":
            return moment
        return moment.replace(tzinfo=None).isoformat(timespec="microseconds") + "Z"

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if isinstance(value, datetime):
            return value.astimezone(UTC)
        return datetime.fromisoformat(value)


class Whole(TypeDecorator[int]):
    """A whole number of 64 bits. Booleans, fractions and larger numbers are refused."""

    impl = BigInteger
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        return dialect.type_descriptor(BigInteger() if dialect.name == "postgresql" else Integer())

    def process_bind_param(self, value: int | None, dialect: Dialect) -> int | None:
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int):
            raise errors.Invalid(f"A {type(value).__name__} was given where a whole number belongs.")
        if not -_INT64 <= value < _INT64:
            raise errors.Invalid("The whole number does not fit into 64 bits.")
        return value


class Real(TypeDecorator[float]):
    """A finite number of double precision."""

    impl = Double
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        # As they are: type_descriptor would turn both into a plain FLOAT.
        return postgresql.DOUBLE_PRECISION() if dialect.name == "postgresql" else sqlite.REAL()

    def process_bind_param(self, value: float | None, dialect: Dialect) -> float | None:
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            raise errors.Invalid("A finite number is needed here.")
        return float(value)


class Flag(TypeDecorator[bool]):
    """True or false; 1 or 0 on SQLite."""

    impl = Boolean
    cache_ok = True
    # `flag.is_(True)` and `flag == True` are written with the constant, not with a parameter PostgreSQL cannot take.
    coerce_to_is_types = (type(None), bool)

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        return dialect.type_descriptor(Boolean() if dialect.name == "postgresql" else Integer())

    def process_bind_param(self, value: bool | None, dialect: Dialect) -> Any:
        if value is None:
            return None
        if not isinstance(value, bool):
            raise errors.Invalid(f"A {type(value).__name__} was given where true or false belongs.")
        return value if dialect.name == "postgresql" else int(value)

    def process_result_value(self, value: Any, dialect: Dialect) -> bool | None:
        return None if value is None else bool(value)


class Blob(TypeDecorator[bytes]):
    """Bytes, as they are."""

    impl = LargeBinary
    cache_ok = True

    def process_bind_param(self, value: bytes | None, dialect: Dialect) -> bytes | None:
        if value is not None and not isinstance(value, bytes):
            raise errors.Invalid(f"A {type(value).__name__} was given where bytes belong.")
        return value
