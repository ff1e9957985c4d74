"""Collects what the server says to a person, by reading the source.

Owns the walk from an error's constructor, or a note about a file, to the English templates it can carry; a place that
is filled in becomes `{}`. It runs nothing of Fabula. The promise: a sentence it cannot follow is reported as unread,
never passed over.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path

SILENT = ("cli/", "config.py", "wiring.py", "accounts/secret.py", "errors.py")
"""Sources whose faults meet nobody in the browser."""
UNSAID = frozenset({"CannotStart", "Dangling", "Duplicate", "Unfit"})
"""Faults that end the start, or are caught and reworded."""
PASSED_ON = frozenset({"message", "msg"})
"""Attributes and keys that hold a sentence which somebody else has made."""
_DEPTH = 12


@dataclass
class Source:
    """One parsed module, with what its names stand for."""

    name: str
    tree: ast.Module
    constants: dict[str, ast.expr] = field(default_factory=dict)
    functions: dict[str, ast.FunctionDef] = field(default_factory=dict)
    imported: dict[str, tuple[str, str]] = field(default_factory=dict)
    bases: dict[str, set[str]] = field(default_factory=dict)
    wording: dict[str, ast.expr] = field(default_factory=dict)
    nodes: list[tuple[ast.AST, ast.AST]] = field(default_factory=list)
    """Every node, with the outermost function it stands in, or the module."""


@dataclass
class Said:
    """Templates by where they stand, and places whose sentence could not be followed."""

    templates: dict[str, str] = field(default_factory=dict)
    unread: list[str] = field(default_factory=list)
    literals: set[str] = field(default_factory=set)


def sources(root: Path) -> dict[str, Source]:
    """Every module under the package folder, by its dotted name."""
    found = {}
    for path in sorted(root.rglob("*.py")):
        dotted = ".".join((root.name, *path.relative_to(root).with_suffix("").parts)).removesuffix(".__init__")
        found[dotted] = source(str(path.relative_to(root)), path.read_text(encoding="utf-8"))
    return found


def source(name: str, text: str) -> Source:
    """One module, parsed."""
    one = Source(name, ast.parse(text))
    one.nodes = list(_within(one.tree, one.tree))
    for node, _ in one.nodes:
        if isinstance(node, ast.FunctionDef):
            one.functions[node.name] = node
        elif isinstance(node, ast.ClassDef):
            one.bases[node.name] = {_name(base) for base in node.bases}
            if (words := _wording(node)) is not None:
                one.wording[node.name] = words
        elif isinstance(node, ast.ImportFrom) and node.module:
            one.imported.update({a.asname or a.name: (node.module, a.name) for a in node.names})
    for statement in one.tree.body:
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            one.constants[statement.targets[0].id] = statement.value
        elif isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name) and statement.value:
            one.constants[statement.target.id] = statement.value
    return one


def _within(node: ast.AST, inside: ast.AST) -> Iterator[tuple[ast.AST, ast.AST]]:
    for child in ast.iter_child_nodes(node):
        outermost = isinstance(inside, ast.Module) and isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef)
        within = child if outermost else inside
        yield child, within
        yield from _within(child, within)


def faults(found: dict[str, Source]) -> set[str]:
    """Names of all classes that descend from FabulaError."""
    bases = {name: of for one in found.values() for name, of in one.bases.items()}
    kinds = {"FabulaError"}
    while more := {name for name, of in bases.items() if of & kinds} - kinds:
        kinds |= more
    return kinds


def collect(found: dict[str, Source]) -> Said:
    """All templates of the sentences that the modules can say to somebody in the browser."""
    said, kinds = Said(), faults(found) - UNSAID
    kinds -= {name for one in found.values() for name in one.wording}
    for one in found.values():
        constants = (node.value for node, _ in one.nodes if isinstance(node, ast.Constant))
        said.literals |= {text for text in constants if isinstance(text, str)}
        if one.name.startswith(SILENT):
            continue
        for expression, inside in _spoken(one, kinds):
            where = f"{one.name}:{expression.lineno}"
            reader = _Reader(found, one, inside)
            templates = reader.read(expression)
            if templates is None:
                said.unread.append(f"{where} {ast.unparse(expression)}")
            for template in sorted(templates or ()) + sorted(reader.pieces):
                if any(c.isalpha() for c in template.replace("{}", "")):
                    said.templates.setdefault(template, where)
    return said


def _spoken(one: Source, kinds: set[str]) -> Iterator[tuple[ast.expr, ast.AST]]:
    """The sentence of each fault that is made, and of each note about a file; with the function it stands in."""
    for node, inside in one.nodes:
        if isinstance(node, ast.Call) and node.args:
            name = _name(node.func)
            note = name in ("append", "extend") and "note" in ast.unparse(node.func)
            if name in kinds or note:
                yield (node.args[0] if name == "FabulaError" else node.args[-1]), inside
            elif name == "Decoded":
                yield node.args[2], inside
        elif isinstance(node, ast.Return) and one.name.startswith("books/"):
            # Notes that are returned in a list.
            for part in ast.walk(node):
                if isinstance(part, ast.List):
                    yield from ((each, inside) for each in part.elts if _sentence(each, one))
    for words in one.wording.values():
        yield words, one.tree


def _sentence(node: ast.expr, one: Source) -> bool:
    if isinstance(node, ast.Name):
        node = one.constants.get(node.id, node)
    while isinstance(node, ast.BinOp):
        node = node.right
    last = node.values[-1] if isinstance(node, ast.JoinedStr) and node.values else node
    return isinstance(last, ast.Constant) and str(last.value).endswith(".")


def _wording(made: ast.ClassDef) -> ast.expr | None:
    """The sentence that a class chooses for itself when it is made."""
    for node in ast.walk(made):
        if isinstance(node, ast.Call) and _name(node.func) == "__init__":
            for each in node.args:
                if isinstance(each, ast.JoinedStr | ast.Subscript):
                    return each
    return None


class _Reader:
    """Follows one expression to the texts it can be; `pieces` are fixed words that fill a place in them."""

    def __init__(self, found: dict[str, Source], one: Source, inside: ast.AST) -> None:
        self.found, self.one, self.inside = found, one, inside
        self.pieces: set[str] = set()

    def read(self, node: ast.expr, depth: int = 0) -> set[str] | None:
        """The templates of an expression; None when they cannot be told from the source."""
        if depth > _DEPTH:
            return None
        match node:
            case ast.Constant(value=str(text)):
                return {text}
            case ast.JoinedStr():
                return self._joined([p if isinstance(p, ast.Constant) else None for p in node.values], node, depth)
            case ast.BinOp(op=ast.Add()):
                sides = [self.read(side, depth + 1) or {"{}"} for side in (node.left, node.right)]
                return {"".join(pair) for pair in product(*sides)}
            case ast.IfExp():
                return self._all([node.body, node.orelse], depth)
            case ast.BoolOp():
                return self._all(node.values, depth)
            case ast.Subscript() | ast.Attribute() if self._passed_on(node):
                return set()
            case ast.Subscript():
                return self._table(node.value, depth)
            case ast.Call():
                return self._called(node, depth)
            case ast.Name():
                return self._named(node.id, depth)
        return None

    def _joined(self, parts: list[ast.Constant | None], node: ast.JoinedStr, depth: int) -> set[str]:
        for value in node.values:
            if isinstance(value, ast.FormattedValue):
                words = self.read(value.value, depth + 1) or set()
                self.pieces |= {word for word in words if " " in word.strip() and word != "{}"}
        return {"".join("{}" if part is None else str(part.value) for part in parts)}

    def _all(self, nodes: list[ast.expr], depth: int) -> set[str] | None:
        read = [self.read(one, depth + 1) for one in nodes]
        known = [one for one in read if one is not None]
        return set().union(*known) if known else None

    def _called(self, node: ast.Call, depth: int) -> set[str] | None:
        name = _name(node.func)
        if name == "get" and isinstance(node.func, ast.Attribute):
            return self._table(node.func.value, depth)
        made = self.one.functions.get(name)
        where = self
        if made is None and name in self.one.imported:
            module, original = self.one.imported[name]
            if module not in self.found or original not in self.found[module].functions:
                return None
            made = self.found[module].functions[original]
            where = _Reader(self.found, self.found[module], made)
        if made is None:
            return None
        inner = _Reader(self.found, where.one, made)
        returned = [n.value for n in ast.walk(made) if isinstance(n, ast.Return) and n.value is not None]
        read = inner._all([n for n in returned if not _is_none(n)], depth + 1)
        self.pieces |= inner.pieces
        return read

    def _named(self, name: str, depth: int) -> set[str] | None:
        local = [
            n.value
            for n in ast.walk(self.inside)
            if isinstance(n, ast.Assign | ast.NamedExpr)
            and any(
                isinstance(t, ast.Name) and t.id == name
                for t in (n.targets if isinstance(n, ast.Assign) else [n.target])
            )
        ]
        if local:
            return self._all(local, depth)
        if name in self.one.constants:
            return self.read(self.one.constants[name], depth + 1)
        if name in self.one.imported:
            module, original = self.one.imported[name]
            if module in self.found and original in self.found[module].constants:
                return self.read(self.found[module].constants[original], depth + 1)
        return None

    def _table(self, node: ast.expr, depth: int) -> set[str] | None:
        """The sentences of a constant dictionary: its values, or the last part of each."""
        while isinstance(node, ast.Subscript):
            node = node.value
        table = self.one.constants.get(node.id) if isinstance(node, ast.Name) else None
        if table is None and isinstance(node, ast.Name) and node.id in self.one.imported:
            module, original = self.one.imported[node.id]
            table = self.found[module].constants.get(original) if module in self.found else None
        if not isinstance(table, ast.Dict):
            return None
        return self._all([v.elts[-1] if isinstance(v, ast.Tuple) else v for v in table.values], depth)

    def _passed_on(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Attribute):
            return node.attr in PASSED_ON
        return (
            isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant) and node.slice.value in PASSED_ON
        )


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None
