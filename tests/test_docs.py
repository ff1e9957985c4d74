"""The documentation says what is so: settings, codes, addresses. `python -m tests.test_docs` writes what is derived."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from fabula.api.errors import CODES
from fabula.api.openapi import describe
from fabula.config import SETTINGS, Config
from fabula.story.rejected import CODES as RULES
from fabula.wiring import build_app, open_installation

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"

HEAD = """# Settings

Everything is set by environment variables, read once when a process starts. A value that is not accepted stops the
start and names the variable.

| variable | accepts | default | meaning |
|---|---|---|---|
"""


def settings_page() -> str:
    """docs/settings.md as the table in fabula/config.py has it."""
    rows = [f"| `{s.name}` | {s.accepts} | {s.default_text} | {s.meaning} |\n" for s in SETTINGS]
    return HEAD + "".join(rows)


def test_settings_are_documented() -> None:
    assert (DOCS / "settings.md").read_text("utf-8") == settings_page(), "run: python -m tests.test_docs"


def test_every_code_is_documented_with_its_status() -> None:
    page = (DOCS / "http.md").read_text("utf-8")
    told = {
        code: int(status)
        for status, codes in re.findall(r"^\| (\d{3}) \| (.+) \|$", page, re.MULTILINE)
        for code in re.findall(r"`(\w+)`", codes)
    }
    assert told == {code: status for code, (status, _) in CODES.items()}


def test_every_rule_of_stories_is_documented() -> None:
    page = (DOCS / "http.md").read_text("utf-8")
    section = page.partition("## Stories")[2].partition("\n## ")[0]
    told = set(re.findall(r"`([a-z]+-[a-z-]+)`", section))
    assert told == set(RULES) - {"stale-version"}


@pytest.mark.parametrize("name", ["architecture", "glossary", "http", "storage", "adding", "settings", "conformance"])
def test_the_pages_are_there(name: str) -> None:
    assert len((DOCS / f"{name}.md").read_text("utf-8")) > 500


def test_links_between_pages_lead_somewhere() -> None:
    for page in (ROOT / "README.md", *DOCS.rglob("*.md")):
        for link in re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8")):
            assert (page.parent / link).exists(), f"{page.name} links to {link}"


async def test_every_operation_is_described(tmp_path: Path) -> None:
    config = Config.from_env({}, data_dir=tmp_path, database_url="memory:")
    async with open_installation(config) as at:
        document: dict[str, Any] = describe(build_app(at))
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            assert operation.get("description"), f"{method} {path}"


if __name__ == "__main__":
    (DOCS / "settings.md").write_text(settings_page(), encoding="utf-8")
