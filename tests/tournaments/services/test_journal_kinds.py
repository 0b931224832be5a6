"""The registry of journal kinds: each kind is whole, defined and worded in the room that writes it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.urls import get_resolver

from tests import ROOMS
from tournaments.engine.journal.kinds import KINDS
from tournaments.sentences import KIND_WORDS, Sentence

OF_LINE = {"division"}
"""What a line says besides its facts: where it stands."""


@pytest.fixture(autouse=True)
def all_services() -> None:
    """A kind is defined where its service is loaded; pages load all of them."""
    assert get_resolver().url_patterns


def test_each_kind_has_its_line_and_each_undo_its_sentence():
    assert KINDS.keys() == KIND_WORDS.keys()
    assert {name for name, kind in KINDS.items() if kind.undo} == {
        name for name, words in KIND_WORDS.items() if words.undo
    }


def test_an_undo_is_called_by_what_it_undoes():
    """`undo_drop`, not a verb of our own like `undrop`; a round is unposted by everyone."""
    undos = {name: kind.undo.__name__ for name, kind in KINDS.items() if kind.undo}
    own = re.compile(r"_?un(?!do|post)|(?!_?undo_).*_back$")
    assert {name: undo for name, undo in undos.items() if own.match(undo)} == {}


def test_sentences_use_only_what_their_kind_says():
    faults = []
    for name, words in KIND_WORDS.items():
        known = KINDS[name].facts.keys() | words.facts({}).keys() | OF_LINE
        faults += [(name, fact) for fact in _names(words.line, words.undo) if fact not in known]
    assert faults == []


def test_each_kind_is_declared_written_and_worded_in_one_room():
    rooms = {where: {name: set() for name in KINDS} for where in ("declared", "written", "worded")}
    for room in ROOMS:
        for path in _sources(room):
            tree = ast.parse(path.read_text())
            found = {"worded": _worded(tree)}
            if path.name == "journal_kinds.py":
                found["declared"] = _declared(tree)
            elif "services" in path.parts:
                found["written"] = _made(tree)
            for where, names in found.items():
                for name in names:
                    rooms[where][name].add(room)
    faults = {
        name: places
        for name in KINDS
        if len(set(places := [str(rooms[where][name]) for where in rooms])) != 1
    }
    assert faults == {}


def _names(*sentences: Sentence | None) -> set[str]:
    return {name for one in sentences if one is not None for name in re.findall(r"%\((\w+)\)", str(one))}


def _sources(room: str) -> Iterator[Path]:
    return (Path(settings.BASE_DIR) / room).rglob("*.py")


def _declared(tree: ast.Module) -> Iterator[str]:
    yield from (node.name for node in tree.body if isinstance(node, ast.ClassDef) and node.name in KINDS)


def _made(tree: ast.Module) -> set[str]:
    """The kinds that a service names other than to compare one or to give it an undo."""
    undone = {
        id(given)
        for node in ast.walk(tree)
        if isinstance(node, ast.Compare)
        or (isinstance(node, ast.Call) and ast.unparse(node.func) in ("add_undo", "add_keys"))
        for given in ast.walk(node)
    }
    return {
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and node.id in KINDS and id(node) not in undone
    }


def _worded(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("register_sentences"):
            yield from (key.value for key in node.args[0].keys if isinstance(key, ast.Constant))
