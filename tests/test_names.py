"""Names in the source, in pages and in scripts use the vocabulary of the field."""

import ast
import re
from collections.abc import Iterator

from tests.test_architecture import FILES, MODULES, ROOT, TESTS, Module

PRIVATE_VERBS = re.compile(
    r"(^|_)(tell|tells|told|say|says|said|kept|doubt|doubts|sight|sights|mend|mends|mended|gone|heard|asks|asked|shown"
    r"|taken_back|take_back|by_lot)(_|$)",
    re.IGNORECASE,
)
"""Words that no name in the source may contain: a name says what a thing is or does, in the words of the field."""

NAMED_IN_PAGES = re.compile(
    r"""\b(?:id|name|for)="([\w-]+)"|\b(data-[\w-]+)|\b(?:const|let|function) (\w+)|\{% (?:for|with) (\w+)"""
)
"""Ids, fields, attributes and variables of templates and scripts."""

PLAIN_NAMES = {"original_kept"}
"""Names that use such a word in its plain sense: the original card of a proxy is kept at hand."""


def names_given(module: Module) -> Iterator[str]:
    """Return the names of a module's functions, classes, parameters, locals, attributes, imports and keys.

    Tests are left out, because their names are sentences.
    """
    for node in ast.walk(module.tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield from (
                [] if module.path.startswith("tests/") and node.name.startswith("test_") else [node.name]
            )
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.id if isinstance(node, ast.Name) else node.attr
        elif isinstance(node, ast.ExceptHandler | ast.alias):
            yield (node.name if isinstance(node, ast.ExceptHandler) else node.asname) or ""
        elif isinstance(node, ast.Dict):
            keys = [key.value for key in node.keys if isinstance(key, ast.Constant)]
            yield from (key for key in keys if isinstance(key, str) and key.isidentifier())


def test_names_are_the_field_s() -> None:
    found = [
        f"{module.path}: {name}"
        for module in (*MODULES, *TESTS)
        for name in names_given(module)
        if PRIVATE_VERBS.search(name) and name not in PLAIN_NAMES
    ]
    assert found == []


def test_names_in_pages_and_scripts_are_the_field_s() -> None:
    found = [
        f"{path.relative_to(ROOT).as_posix()}: {name}"
        for path in FILES
        if path.suffix in {".html", ".js"}
        for names in NAMED_IN_PAGES.findall(path.read_text(encoding="utf-8"))
        for name in names
        if PRIVATE_VERBS.search(name.replace("-", "_"))
    ]
    assert found == []
