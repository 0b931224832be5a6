"""A number, the page to return to and the sender of a request are each read in one place."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import ROOMS

ROOT = Path(__file__).resolve().parents[2]

EDGES = {"views", "forms", "middleware", "templatetags"}
DIGITS = {"isdecimal", "isdigit", "isnumeric"}
NO_NUMBERS_OF_REQUESTS = {
    "decks/views/pools/pool_entry.py": "collector numbers of cards",
    "drafts/views/pod_page.py": "collector numbers among names",
}
REFERRER = {"HTTP_REFERER", "referer"}


def edges() -> Iterator[tuple[str, ast.Module]]:
    """Return the files of this project that read requests."""
    for room in (*ROOMS, "config"):
        for path in sorted((ROOT / room).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            if name != "config/env.py" and (EDGES & {*path.parts} or path.parent.name == room):
                yield name, ast.parse(path.read_text())


def numbers_by_hand(tree: ast.AST) -> list[int]:
    """Return the lines that check the digits of a text or convert a value of a request to a number."""
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and (
            (isinstance(node.func, ast.Attribute) and node.func.attr in DIGITS)
            or (ast.unparse(node.func) == "int" and "request." in ast.unparse(node))
        )
    ]


def returns_by_hand(tree: ast.AST) -> list[int]:
    """Return the lines that read where a form returns to or where a request came from."""
    return [
        node.lineno
        for node in ast.walk(tree)
        if (
            isinstance(node, ast.Constant)
            and str(node.value).casefold() in {one.casefold() for one in REFERRER}
        )
        or (isinstance(node, ast.Name) and node.id == "url_has_allowed_host_and_scheme")
        or (
            isinstance(node, ast.Call)
            and ast.unparse(node.func).endswith((".POST.get", ".GET.get"))
            and ast.unparse(node.args[0]) == "'next'"
        )
    ]


def test_whole_numbers_are_read_by_one_function() -> None:
    by_hand = {name: lines for name, tree in edges() if (lines := numbers_by_hand(tree))}
    assert {name: lines for name, lines in by_hand.items() if name not in NO_NUMBERS_OF_REQUESTS} == {}
    assert {*NO_NUMBERS_OF_REQUESTS} <= {*by_hand}


def test_addresses_to_return_to_are_read_by_the_core() -> None:
    by_hand = {name: lines for name, tree in edges() if (lines := returns_by_hand(tree))}
    assert {*by_hand} == {"core/return_urls.py"}


@pytest.mark.parametrize(
    "line",
    ['int(request.GET["page"])', "typed.isdecimal() and int(typed)", 'int(self.request.POST.get("n"))'],
)
def test_a_number_read_by_hand_is_found(line: str) -> None:
    assert numbers_by_hand(ast.parse(line)) == [1]


@pytest.mark.parametrize(
    "line", ['request.POST.get("next", "")', 'request.META["HTTP_REFERER"]', 'request.headers.get("Referer")']
)
def test_an_address_read_by_hand_is_found(line: str) -> None:
    assert returns_by_hand(ast.parse(line)) == [1]
