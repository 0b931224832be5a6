"""Names in backticks of docstrings exist: `module.name`, and functions after words such as "as" and "see"."""

import ast
import builtins
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache

from tests.config.codes.source import sources

DOTTED = re.compile(r"`([a-z_][a-z0-9_]*(?:\.\w+)+)(?:\(\))?`")
REFERRED = re.compile(r"\b(?:[Ss]ee|as|whatever|like|by|than|of|from|for|in|and) `([a-z]\w*_\w+|\w+\(\))`")
"""A bare name of two words or more, or one with parentheses, where a function can stand."""

OUTSIDE = re.compile("apps|django|docs|http|locale|manage|os|request|self|settings|static|templates|tests")
"""First parts of dotted names that are not read: other libraries, files and values of the reader."""

FILES = re.compile("css|csv|html|js|json|md|mjs|pdf|po|pot|py|svg|tdf|toml|txt|webmanifest|xlsx|xml|zip")

DOCUMENTED = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


@cache
def trees() -> dict[str, ast.Module]:
    return {module: ast.parse(text) for module, text in sources().items()}


@cache
def names_of(module: str) -> frozenset[str]:
    """Return every name that a module binds or imports at any level, with attributes and parameters."""
    names: set[str] = set()
    for node in ast.walk(trees()[module]):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                names.add(node.name)
            case ast.Name() | ast.Attribute():
                names.add(node.id if isinstance(node, ast.Name) else node.attr)
            case ast.arg() | ast.keyword():
                names.add(node.arg or "")
            case ast.alias():
                names.add((node.asname or node.name).partition(".")[0])
            case ast.Constant(value=str() as text):
                names.update(re.findall(r"\w+", text) if len(text) < 80 else ())
    return frozenset(names)


@cache
def members_of(module: str) -> frozenset[str]:
    """Return the names that a module defines or imports, and the members of its classes."""
    names: set[str] = set()
    bodies = [trees()[module].body]
    while bodies:
        for statement in bodies.pop():
            match statement:
                case ast.FunctionDef() | ast.AsyncFunctionDef():
                    names.add(statement.name)
                case ast.ClassDef():
                    names.add(statement.name)
                    bodies.append(statement.body)
                case ast.Import() | ast.ImportFrom():
                    names.update(alias.asname or alias.name for alias in statement.names)
                case ast.Assign() | ast.AnnAssign():
                    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
                    names.update(
                        node.id
                        for target in targets
                        for node in ast.walk(target)
                        if isinstance(node, ast.Name)
                    )
                case ast.If():
                    bodies += [statement.body, statement.orelse]
    return frozenset(names)


@cache
def parameters_of(module: str) -> frozenset[str]:
    return frozenset(node.arg for node in ast.walk(trees()[module]) if isinstance(node, ast.arg))


@cache
def modules_by_last_part() -> dict[str, list[str]]:
    by_last_part: dict[str, list[str]] = defaultdict(list)
    for module in trees():
        parts = module.split(".")
        for start in range(len(parts)):
            by_last_part[".".join(parts[start:])].append(module)
    return by_last_part


def texts(module: str) -> Iterator[tuple[int, str]]:
    """Yield the line and text of each docstring of a module, including those below constants."""
    for node in ast.walk(trees()[module]):
        for statement in getattr(node, "body", ()) if isinstance(node, DOCUMENTED) else ():
            match statement:
                case ast.Expr(value=ast.Constant(value=str() as text)):
                    yield statement.lineno, text


def imported_modules(module: str) -> dict[str, str]:
    """Return the modules of ours that a module imports, by the name it gives them."""
    return {
        alias.asname or alias.name: f"{node.module}.{alias.name}"
        for node in ast.walk(trees()[module])
        if isinstance(node, ast.ImportFrom) and not node.level
        for alias in node.names
        if f"{node.module}.{alias.name}" in trees()
    }


def is_known(module: str, dotted: str) -> bool:
    """Return whether a dotted name leads to a name of a module, or begins with a value that is not a module of ours."""
    head, last = dotted.partition(".")[0], dotted.rpartition(".")[2]
    if OUTSIDE.fullmatch(head) or FILES.fullmatch(last) or dotted in modules_by_last_part():
        return True
    if head in parameters_of(module) or last in columns():
        return True
    parents = [dotted.rsplit(".", count)[0] for count in range(1, dotted.count(".") + 1)]
    imported = imported_modules(module)
    for parent in parents:
        name = dotted[len(parent) + 1 :].partition(".")[0]
        possible = [imported[parent]] if parent in imported else modules_by_last_part().get(parent, [])
        if possible:
            return any(name in members_of(path) for path in possible)
    # A value, such as a local name or a setting, is not followed further than its module.
    return head in names_of(module) or hasattr(builtins, head)


def unknown_names(module: str) -> list[str]:
    missing = []
    for line, text in texts(module):
        missing += [f"{module}:{line} {name}" for name in DOTTED.findall(text) if not is_known(module, name)]
        missing += [
            f"{module}:{line} {name}"
            for name in (name.removesuffix("()") for name in REFERRED.findall(text))
            if name not in names_of(module) and name not in commands() | columns()
        ]
    return missing


@cache
def commands() -> frozenset[str]:
    """Return the last parts of all modules, among them the commands."""
    return frozenset(module.rpartition(".")[2] for module in trees())


@cache
def columns() -> frozenset[str]:
    """Return the fields of all models and the names by which related rows reach them."""
    names: set[str] = set()
    for module, tree in trees().items():
        if ".models" in module:
            names |= members_of(module)
            names |= {
                node.value.value
                for node in ast.walk(tree)
                if isinstance(node, ast.keyword) and node.arg == "related_name"
                if isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
            }
    return frozenset(names)


def test_names_in_docstrings_exist() -> None:
    missing = [name for module in sorted(trees()) for name in unknown_names(module)]
    assert not missing, "\n".join(missing)


def test_a_missing_name_is_found() -> None:
    module = "core.services.undo"
    assert is_known(module, "journal.write_journal_line")
    assert is_known(module, "core.services.journal.write_journal_line")
    assert not is_known(module, "journal.no_such_name")
    assert not is_known(module, "services.journal.no_such_name")
