"""The codes that a function can raise, read only from the source."""

import ast
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cache, cached_property
from pathlib import Path

from django.db.models import Model, QuerySet
from django.forms import Form

from tests import ROOMS

ROOT = Path(__file__).resolve().parents[3]
FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef
TABLES = ast.Assign | ast.AnnAssign

FEW = 3
"""The number of classes up to which a method called on a value of unknown class is looked up by name."""

ANYONES = {
    name
    for kind in (str, bytes, int, dict, list, set, datetime, Path, QuerySet, Model, Form)
    for name in dir(kind)
}
"""Names that values of Python or Django also have."""

ADDING = {"append", "extend", "update", "add"}


CODE = re.compile(r"\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*(?:_…|_[A-Z0-9]+\b)")
"""ROUND_NOT_POSTED; "SNAPSHOT_…" stands for all codes that begin like it."""

NAME = re.compile(r"`([\w.]+)`")


def codes_of(text: str) -> set[str]:
    return set(CODE.findall(text))


def clause_of(docstring: str) -> str:
    """Return what a docstring says about refusals: "Refused: A (fact), B without C" → " : A (fact), B "."""
    return re.sub(r"without\s+[A-Z_]+", "", docstring.partition("Refused")[2])


@dataclass(frozen=True)
class Node:
    """A function, class or table of a module; a method is "Class.method"."""

    module: str
    name: str
    tree: ast.AST

    @property
    def key(self) -> str:
        return f"{self.module}:{self.name}"

    @property
    def is_public(self) -> bool:
        return not any(part.startswith("_") for part in self.name.split("."))

    @cached_property
    def docstring(self) -> str:
        return (ast.get_docstring(self.tree) or "") if isinstance(self.tree, FUNCTIONS | ast.ClassDef) else ""

    def raised(self, enums: Collection[str]) -> set[str]:
        """Return the codes in the `raise Refused(…)` statements of this node."""
        calls = [part.exc for part in ast.walk(self.tree) if isinstance(part, ast.Raise)]
        return {
            code
            for call in calls
            if isinstance(call, ast.Call) and call.args and ast.unparse(call.func) == "Refused"
            for code in members(call.args[0], enums)
        }


def members(tree: ast.AST, enums: Collection[str]) -> Iterator[str]:
    """Return the members named in a tree, except those used in comparisons or look-ups."""
    if isinstance(tree, ast.Attribute) and isinstance(tree.value, ast.Name) and tree.value.id in enums:
        yield tree.attr
    if isinstance(tree, ast.Compare):
        return
    for part in tree.values if isinstance(tree, ast.Dict) else ast.iter_child_nodes(tree):
        yield from members(part, enums)


def sources() -> dict[str, str]:
    """Return the text of each module of the rooms and of the project, by its dotted name."""
    paths = [path for room in (*ROOMS, "config") for path in (ROOT / room).rglob("*.py")]
    return {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path.read_text(
            "utf-8"
        )
        for path in paths
        if "migrations" not in path.parts
    }


class Source:
    """The modules of `texts` ("pairings.services.cuts" → source), whose codes are members of `enums`."""

    def __init__(self, texts: dict[str, str], enums: Iterable[str]) -> None:
        self.enums = frozenset(enums)
        self.trees = {module: ast.parse(text) for module, text in texts.items()}
        self.packages = {module.rpartition(".")[0] for module in texts}
        self.key_of = cache(self._key_of)
        self.names = {module: dict(self._imported(module)) for module in texts}
        self.nodes = {node.key: node for module in texts for node in _nodes(module, "", self.trees[module])}
        self.methods: dict[str, list[str]] = defaultdict(list)
        for node in self.nodes.values():
            if "." in node.name and isinstance(node.tree, FUNCTIONS):
                self.methods[node.name.rpartition(".")[2]].append(node.key)
        self.added: dict[str, set[str]] = defaultdict(set)
        for module in texts:
            self._read_additions(module)
        self.ahead = cache(self._ahead)
        self.own_codes = cache(self._own_codes)

    def functions(self) -> Iterator[Node]:
        return (node for node in self.nodes.values() if isinstance(node.tree, FUNCTIONS))

    def reachable(self, start: str) -> set[str]:
        """Return this node and the nodes that it leads to."""
        seen, ahead = {start}, [start]
        while ahead:
            new = self.ahead(ahead.pop()) - seen
            seen |= new
            ahead += new
        return seen

    def codes(self, start: str) -> set[str]:
        """Return the codes that a function can raise, as far as names show."""
        return {code for key in self.reachable(start) for code in self.own_codes(key)}

    def named(self, node: Node, *, seen: frozenset[str] = frozenset()) -> set[str]:
        """Return the codes named in its docstring and in those it refers to ("and as `results.enter_result`")."""
        clause = clause_of(node.docstring)
        named = codes_of(clause)
        prefixes = tuple(code.removesuffix("…") for code in named if code.endswith("…"))
        named |= {code for code in node.raised(self.enums) if code.startswith(prefixes)}
        for name in NAME.findall(clause):
            key = self.key_of(node.module, name)
            if key and key not in seen:
                named |= self.named(self.nodes[key], seen=seen | {node.key, key})
        return named

    def mentioned(self, module: str) -> set[str]:
        """Return the codes in a module, including those used in comparisons or look-ups."""
        parts = [part for part in ast.walk(self.trees[module]) if isinstance(part, ast.Attribute)]
        return {
            part.attr for part in parts if isinstance(part.value, ast.Name) and part.value.id in self.enums
        }

    def texts(self, module: str) -> Iterator[tuple[int, str]]:
        """Return the texts in a module with their lines, except docstrings."""
        tree = self.trees[module]
        docstrings = {id(part.value) for part in ast.walk(tree) if isinstance(part, ast.Expr)}
        for part in ast.walk(tree):
            if isinstance(part, ast.Constant) and isinstance(part.value, str) and id(part) not in docstrings:
                yield part.lineno, part.value

    def _own_codes(self, key: str) -> frozenset[str]:
        tree = self.nodes[key].tree
        is_choice = isinstance(tree, TABLES) and not isinstance(
            tree.value, ast.Dict
        )  # of codes to compare with
        return frozenset() if is_choice else frozenset(members(tree, self.enums))

    def _ahead(self, key: str) -> frozenset[str]:
        node = self.nodes[key]
        if isinstance(node.tree, ast.ClassDef):
            made = {f"{key}.{name}" for name in ("__init__", "__post_init__", "__enter__", "__call__")}
            return frozenset(made & self.nodes.keys())
        return frozenset(self._named(node)) | self.added[key]

    def _named(self, node: Node) -> Iterator[str]:
        """Return what a function names, and the methods that it calls."""
        classes = dict(self._classes(node))
        for part in _expressions(node.tree):
            dotted = _dotted(part) or ""
            named = next((key for name in _prefixes(dotted) if (key := self.key_of(node.module, name))), None)
            if named:
                yield named
            if isinstance(part, ast.Attribute) and named != self.key_of(node.module, dotted):
                yield from self._methods(part.attr)
            elif isinstance(part, ast.Attribute) and not named:
                made = part.value.func if isinstance(part.value, ast.Call) else None
                kind = self.key_of(node.module, _dotted(made) or "") or classes.get(dotted.rpartition(".")[0])
                own = f"{kind}.{part.attr}"
                yield from [own] if own in self.nodes else self._methods(part.attr)

    def _methods(self, name: str) -> Iterable[str]:
        """Return the methods of this name; `kind.undo` is what was passed to `add_undo`."""
        if name == "undo":
            return self.added[name]
        return self.methods[name] if name not in ANYONES and len(self.methods[name]) <= FEW else ()

    def _classes(self, node: Node) -> Iterator[tuple[str, str]]:
        """Return the classes of `self`, and of names that are annotated with a class or created by one."""
        yield "self", f"{node.module}:{node.name.rpartition('.')[0]}"
        for part in ast.walk(node.tree):
            pairs: list[tuple[str, ast.AST | None]] = []
            if isinstance(part, ast.arg):
                pairs = [(part.arg, part.annotation)]
            elif isinstance(part, ast.Assign) and isinstance(part.value, ast.Call):
                pairs = [(_dotted(target) or "", part.value.func) for target in part.targets]
            elif isinstance(part, ast.With):
                pairs = [
                    (_dotted(item.optional_vars) or "", item.context_expr.func)
                    for item in part.items
                    if item.optional_vars and isinstance(item.context_expr, ast.Call)
                ]
            for name, kind in pairs:
                key = self.key_of(node.module, _dotted(kind) or "")
                if key and isinstance(self.nodes[key].tree, ast.ClassDef):
                    yield name, key
                elif key and "." in self.nodes[key].name:  # created by a class method
                    yield name, key.rpartition(".")[0]

    def _key_of(self, module: str, dotted: str) -> str | None:
        """Return the node that a name in a module means: "cuts.start" → "pairings.services.bracket.cuts:start"."""
        head, _dot, rest = dotted.partition(".")
        for name in (dotted, head):
            if f"{module}:{name}" in self.nodes and (name == dotted or not rest):
                return f"{module}:{name}"
        if head not in self.names[module]:
            return None
        home, _dot, name = ".".join(filter(None, [self.names[module][head], rest])).partition(".")
        parts = [home, *filter(None, name.split("."))]
        for cut in range(len(parts) - 1, 0, -1):
            if (found := ".".join(parts[:cut])) in self.trees:
                rest = ".".join(parts[cut:])
                return None if (found, rest) == (module, dotted) else self.key_of(found, rest)
        return None

    def _imported(self, module: str) -> Iterator[tuple[str, str]]:
        for part in ast.walk(self.trees[module]):
            if isinstance(part, ast.Import):
                for alias in part.names:
                    top = alias.name.split(".")[0]
                    yield (alias.asname, alias.name) if alias.asname else (top, top)
            elif isinstance(part, ast.ImportFrom):
                above = module.split(".") if module in self.packages else module.split(".")[:-1]
                package = above[: len(above) - part.level + 1] if part.level else []
                home = ".".join(filter(None, [*package, part.module]))
                yield from ((alias.asname or alias.name, f"{home}.{alias.name}") for alias in part.names)

    def _read_additions(self, module: str) -> None:
        """Read what is added to tables (`hooks.entry_removed.append(forget)`), each `add_undo(function, Kind)`, and
        what a decorator of the same module adds (`@of_kind(Kind.STARTER)`).
        """
        for target, values in _additions(self.trees[module]):
            key = self.key_of(module, _dotted(target) or "")
            if key is None:
                continue
            names = (_dotted(part) or "" for value in values for part in _expressions(value))
            added = {name for part in names if (name := self.key_of(module, part))}
            self.added["undo" if key.endswith(":add_undo") else key] |= added
        for function in self.trees[module].body:
            for decorator in function.decorator_list if isinstance(function, FUNCTIONS) else ():
                called = decorator.func if isinstance(decorator, ast.Call) else decorator
                registers = self.nodes.get(f"{module}:{_dotted(called)}")
                for target, _values in _additions(registers.tree) if registers else ():
                    if table := self.key_of(module, _dotted(target) or ""):
                        self.added[table].add(f"{module}:{function.name}")


def _additions(tree: ast.AST) -> Iterator[tuple[ast.expr, list[ast.expr]]]:
    for part in ast.walk(tree):
        if isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute) and part.func.attr in ADDING:
            yield part.func.value, part.args
        elif isinstance(part, ast.Call) and ast.unparse(part.func).endswith("add_undo"):
            yield part.func, part.args
        elif isinstance(part, ast.Assign) and isinstance(part.targets[0], ast.Subscript):
            yield part.targets[0].value, [part.value]


def _nodes(module: str, inside: str, tree: ast.AST) -> Iterator[Node]:
    for part in ast.iter_child_nodes(tree):
        if isinstance(part, FUNCTIONS):
            yield Node(module, inside + part.name, part)
        elif isinstance(part, ast.ClassDef):
            yield Node(module, inside + part.name, part)
            yield from _nodes(module, f"{inside}{part.name}.", part)
        elif isinstance(part, TABLES):
            targets = part.targets if isinstance(part, ast.Assign) else [part.target]
            names = [one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name)]
            yield from (Node(module, inside + name, part) for name in names)
        elif isinstance(part, ast.If | ast.Try | ast.With):
            yield from _nodes(module, inside, part)


def _expressions(tree: ast.AST) -> Iterator[ast.Name | ast.Attribute]:
    """Yield the names and attributes in a tree, only the longest of each chain, without annotations."""
    if isinstance(tree, ast.Name | ast.Attribute):
        yield tree
        if _dotted(tree):
            return
    for field, value in ast.iter_fields(tree):
        if field not in ("annotation", "returns"):
            for part in value if isinstance(value, list) else [value]:
                if isinstance(part, ast.AST):
                    yield from _expressions(part)


def _prefixes(dotted: str) -> Iterator[str]:
    """Return "a.b.c", "a.b" and "a" for "a.b.c"."""
    while dotted:
        yield dotted
        dotted = dotted.rpartition(".")[0]


def _dotted(node: ast.AST | None) -> str | None:
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute) and (inner := _dotted(node.value)):
        return f"{inner}.{node.attr}"
    return None
