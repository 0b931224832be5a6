"""The registry of journal kinds: each kind is complete, and is defined and worded in the room that writes it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.core.checks import run_checks
from django.urls import get_resolver

from core.engine.journal.kinds import KINDS
from core.sentences import KIND_WORDS, KindSentences
from tests import ROOMS


@pytest.fixture(autouse=True)
def all_services() -> None:
    """Import all services, as a kind is defined when its service is loaded; pages load all of them."""
    assert get_resolver().url_patterns


def test_each_kind_has_its_sentences_and_these_name_its_facts():
    assert run_checks(tags=["journal"]) == []


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (None, "Journal kind EventCreated is declared without a sentence."),
        (("Created", "Removed"), "Journal kind EventCreated has a sentence of an undo alone."),
        (
            ("Created in %(city)s", None),
            "The sentence of journal kind EventCreated names city, which is no fact of it.",
        ),
    ],
)
def test_a_kind_without_a_fitting_sentence_is_named(monkeypatch, words, fault):
    monkeypatch.delitem(KIND_WORDS, "EventCreated")
    if words is not None:
        monkeypatch.setitem(KIND_WORDS, "EventCreated", KindSentences(*words, dict))
    assert [str(one.msg) for one in run_checks(tags=["journal"])] == [fault]


def test_an_undo_is_called_by_what_it_undoes():
    """It is called `undo_drop`, for example, not `undrop`; only unposting a round is a term of the field."""
    undos = {name: kind.undo.__name__ for name, kind in KINDS.items() if kind.undo}
    own = re.compile(r"_?un(?!do|post)|(?!_?undo_).*_back$")
    assert {name: undo for name, undo in undos.items() if own.match(undo)} == {}


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


def _sources(room: str) -> Iterator[Path]:
    return (Path(settings.BASE_DIR) / room).rglob("*.py")


def _declared(tree: ast.Module) -> Iterator[str]:
    yield from (node.name for node in tree.body if isinstance(node, ast.ClassDef) and node.name in KINDS)


def _made(tree: ast.Module) -> set[str]:
    """Return the kinds that a service creates, not those that it only compares or registers an undo for."""
    undone = {
        id(given)
        for node in ast.walk(tree)
        if isinstance(node, ast.Compare)
        or (isinstance(node, ast.Call) and ast.unparse(node.func) in ("add_undo", "declare_fact_keys"))
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
