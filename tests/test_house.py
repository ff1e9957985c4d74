"""The house's own rules, as tests: who may import whom, how large things may be, what things may be called."""

from __future__ import annotations

import ast
import re
import subprocess
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "fabula"
FILE_LINES_MAX = 400
FUNCTION_LINES_MAX = 70
NOT_NAMES = re.compile(r"(?:^|_)(manager|service|handler|helper|util|utils|base|common|core|domain|infrastructure)s?$")

ANYBODY = {"errors"}
MAY_IMPORT: dict[str, set[str]] = {
    "errors": set(),
    "ids": set(),
    "clock": set(),
    "config": set(),
    "books": set(),
    "reading": set(),
    "samples": set(),
    "store": {"ids", "clock"},
    "ai": {"reading"},
    "recall": {"store", "ai", "reading"},
    "story": {"store", "ai", "reading", "ids"},
    "chat": {"store", "ai", "reading", "recall", "story", "ids"},
    "accounts": {"store", "ids", "clock", "config"},
    "ops": {"store", "installation", "clock", "config"},
    "installation": {"store", "ai", "chat", "accounts", "actions", "clock", "config"},
    "actions": {"store", "ai", "chat", "story", "recall", "books", "reading", "accounts", "ops", "ids", "installation"},
    "api": {"actions", "accounts", "installation", "chat", "books", "ops", "clock"},
    "cli": {"actions", "accounts", "books", "reading", "store", "wiring", "config", "clock", "ids"},
    "wiring": {"store", "ai", "chat", "accounts", "actions", "api", "ops", "installation", "clock", "config"},
}
"""Who may import whom. `api` reaches no store and no model; pure rooms reach nothing but the errors."""

PURE = ("books", "reading")
"""Rooms that do no input or output of their own, keep no time and roll no dice."""

IMPURE_MODULES = {"sqlalchemy", "httpx", "fastapi", "random", "time", "datetime", "uuid", "secrets", "socket"}
AT_THE_EDGE = {"books/pdf.py", "books/pdf_worker.py", "reading/apart.py"}
"""Files of pure rooms that run work in a process of its own, which takes a clock and pipes."""


def sources() -> list[Path]:
    """Every Python file of the package."""
    return sorted(p for p in PACKAGE.rglob("*.py") if "migrations/versions" not in p.as_posix())


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def room(path: Path) -> str:
    """The room a file belongs to: the first folder, or the file itself at the root."""
    inside = path.relative_to(PACKAGE)
    return inside.parts[0].removesuffix(".py")


def imported(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module)
            if node.module == "fabula":
                found |= {f"fabula.{alias.name}" for alias in node.names}
    return found


def strays(rules: dict[str, set[str]], files: list[Path]) -> list[str]:
    """Imports that the rules do not allow, as sentences."""
    found = []
    for path in files:
        here = room(path)
        for module in sorted(imported(path)):
            parts = module.split(".")
            if parts[0] != "fabula" or len(parts) < 2 or parts[1] in (here, "__version__"):
                continue
            if parts[1] not in rules.get(here, set()) | ANYBODY:
                found.append(f"{path.relative_to(ROOT)} imports {module}")
    return found


def test_rooms_import_only_what_they_may() -> None:
    files = [p for p in sources() if p.name != "__init__.py" or p.parent != PACKAGE]
    assert strays(MAY_IMPORT, files) == []


def test_the_import_rule_sees_a_stray() -> None:
    assert strays({**MAY_IMPORT, "api": set()}, sources()) != []


def test_every_room_has_its_rule() -> None:
    rooms = {room(p) for p in sources()} - {"__init__"}
    assert rooms <= set(MAY_IMPORT)


@pytest.mark.parametrize("name", PURE)
def test_pure_rooms_touch_nothing_outside(name: str) -> None:
    touched = {
        f"{path.relative_to(PACKAGE).as_posix()}: {module}"
        for path in sources()
        if room(path) == name and path.relative_to(PACKAGE).as_posix() not in AT_THE_EDGE
        for module in imported(path)
        if module.split(".")[0] in IMPURE_MODULES
    }
    assert touched == set()


def test_files_are_small_and_say_what_they_own() -> None:
    for path in sources():
        text = path.read_text("utf-8")
        assert text.count("\n") <= FILE_LINES_MAX, f"{path} is longer than {FILE_LINES_MAX} lines"
        assert ast.get_docstring(tree(path)), f"{path} does not say what it owns"


def test_functions_are_short() -> None:
    for path in sources():
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                assert lines <= FUNCTION_LINES_MAX, f"{path}:{node.lineno} {node.name} has {lines} lines"


def test_public_things_say_what_they_do() -> None:
    silent = [
        f"{path.relative_to(ROOT)}:{node.lineno} {node.name}"
        for path in sources()
        for node in tree(path).body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        and not node.name.startswith("_")
        and not ast.get_docstring(node)
    ]
    assert silent == []


def test_names_are_words_of_the_field() -> None:
    for path in sources():
        assert not NOT_NAMES.search(path.stem), path
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.ClassDef):
                words = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", node.name).lower()
                assert not NOT_NAMES.search(words), f"{path}: {node.name}"


def test_nothing_swallows_every_exception() -> None:
    """Only the edge that answers HTTP may catch what it does not know; it logs and answers 500."""
    for path in sources():
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.ExceptHandler) and path.name != "errors.py":
                named = node.type
                bare = named is None or (isinstance(named, ast.Name) and named.id == "Exception")
                assert not bare, f"{path}:{node.lineno}"


def test_locks_hold_names_versions_and_hashes_only() -> None:
    files = [*ROOT.glob("requirements*.txt"), ROOT / "web" / "package-lock.json"]
    for path in files:
        text = path.read_text("utf-8")
        assert not re.search(
            r"https?://(?!github\.com/sponsors|opencollective|.*funding)[^\s\"]*\.(?:tgz|whl|gz)", text
        ), path
        assert "--index-url" not in text, path
        assert "--extra-index-url" not in text, path


def test_nothing_committed_names_this_machine() -> None:
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True
    ).stdout.split("\0")
    texts = [ROOT / name for name in listed if name and not re.search(r"\.(png|jpe?g|woff2?|pdf|epub|ico)$", name)]
    here = re.compile(r"(?<![\w.])/(?:work|root|farm)/")
    for path in texts:
        if path.exists() and path != Path(__file__):
            assert not here.search(path.read_text("utf-8", "replace")), path
