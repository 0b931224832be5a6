"""The registry of journal kinds: each kind is whole, defined and worded in the room that writes it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.urls import get_resolver

from tests import ROOMS, build
from tournaments.engine.journal.kinds import KINDS
from tournaments.models import JournalEvent
from tournaments.sentences import KIND_WORDS, Sentence
from tournaments.services import journal

OF_LINE = {"division"}
"""What a line says besides its facts: where it stands."""


@pytest.fixture(autouse=True)
def all_services() -> None:
    """A kind is defined where its service is loaded; pages load all of them."""
    assert get_resolver().url_patterns


@pytest.mark.parametrize(
    ("kind", "facts", "fault"),
    [
        ("EntryTeleported", {}, "No service defines the journal kind EntryTeleported"),
        ("EventCreated", {}, "EventCreated: missing or unknown facts name"),
        ("EventCreated", {"name": "Cup", "city": "Oslo"}, "EventCreated: missing or unknown facts city"),
        ("EventCreated", {"name": 5}, r"EventCreated\.name cannot be 5"),
    ],
)
@pytest.mark.django_db
def test_only_what_is_defined_is_written(kind, facts, fault):
    event = build.event()
    before = JournalEvent.objects.count()
    with pytest.raises(TypeError, match=fault):
        journal.write(event, kind, by=None, **facts)
    assert JournalEvent.objects.count() == before


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


def test_each_kind_is_written_defined_and_worded_in_one_room():
    rooms = {
        "written": _rooms(("write", "tell", "_tell", "_write", "_journal", "record", "_set")),
        "defined": _rooms(("JournalKind",)),
        "worded": {
            name: {room}
            for room in ROOMS
            for path in _sources(room)
            for name in _worded(ast.parse(path.read_text()))
        },
    }
    faults = [
        (name, where, found)
        for where, kinds in rooms.items()
        for name, found in kinds.items()
        if found != rooms["worded"][name]
    ]
    assert faults == []


def _names(*sentences: Sentence | None) -> set[str]:
    return {name for one in sentences if one is not None for name in re.findall(r"%\((\w+)\)", str(one))}


def _sources(room: str) -> Iterator[Path]:
    return (Path(settings.BASE_DIR) / room).rglob("*.py")


def _rooms(functions: tuple[str, ...]) -> dict[str, set[str]]:
    """The rooms where a kind is named in a call of one of these functions."""
    found: dict[str, set[str]] = {}
    for room in ROOMS:
        for path in _sources(room):
            if "services" in path.parts:
                for name in _called_with(ast.parse(path.read_text()), functions):
                    found.setdefault(name, set()).add(room)
    return found


def _called_with(tree: ast.Module, functions: tuple[str, ...]) -> Iterator[str]:
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and getattr(node.func, "attr", getattr(node.func, "id", "")) in functions
        ):
            for given in [*node.args, *(one.value for one in node.keywords)]:
                yield from _kinds_in(given)


def _worded(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("register_sentences"):
            yield from (key.value for key in node.args[0].keys if isinstance(key, ast.Constant))


def _kinds_in(node: ast.expr) -> Iterator[str]:
    """The kinds a plain value names: one, or one of two."""
    if isinstance(node, ast.IfExp):
        yield from _kinds_in(node.body)
        yield from _kinds_in(node.orelse)
    elif isinstance(node, ast.Constant) and node.value in KINDS:
        yield node.value
