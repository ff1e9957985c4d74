"""The command that reads a file without any installation and writes what it found as JSON."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from fabula.books import open_book
from fabula.errors import Invalid
from fabula.reading.read import read_book


def extract(file: Path, out: str, *, encoding: str | None) -> None:
    """Read `file` and write to `out` ('-' is standard output). Offsets count characters of the decoded text."""
    try:
        data = file.read_bytes()
    except OSError as missing:
        raise Invalid(f"{file} cannot be read: {missing.strerror}.") from missing
    book = open_book(data, file.name, None, encoding=encoding)
    found = read_book(book.text, book.sections, book.language)
    names = {person.key: person.name for person in found.people}
    written: dict[str, Any] = {
        "encoding": book.encoding,
        "chapters": [
            {"number": s.number, "title": s.title, "start": s.start, "end": s.end, "kind": s.kind}
            for s in book.sections
        ],
        "characters": [
            {
                "name": person.name,
                "aliases": [alias.name for alias in person.aliases if alias.name != person.name],
                "gender": person.gender,
                "role": person.role,
                "mentions": person.mentions,
            }
            for person in found.people
        ],
        "quotes": [
            {"start": q.start, "end": q.end, "speaker": names.get(q.speaker or ""), "kind": q.kind}
            for q in found.quotes
        ],
    }
    text = json.dumps(written, ensure_ascii=False, indent=1) + "\n"
    if out == "-":
        sys.stdout.write(text)
        return
    try:
        Path(out).write_text(text, encoding="utf-8")
    except OSError as fault:
        raise Invalid(f"{out} cannot be written: {fault.strerror}.") from fault
