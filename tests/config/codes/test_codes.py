"""Codes of refusals and other errors: each is raised, worded, and named in the docstrings of the raising functions."""

import importlib
import pkgutil
from collections import Counter
from collections.abc import Iterator
from enum import StrEnum
from functools import cache

import pytest

from core.engine.refused import Refused
from core.sentences import REFUSALS
from tests import ROOMS
from tests.config.codes.source import Source, clause_of, codes_of, sources

PUBLIC = {"engine", "queries", "services"}

SAID_OTHERWISE = {
    "HEAD_JUDGE_DECIDES": "what the rules propose at a table",
    "LIST_LOCKED": "a notice to a player",
    "NOT_HERE": "what an export to TOM leaves out",
}
"""Texts that also have another meaning."""

OF_TWO = {
    "CARD_NOT_IN_POOL": "a deck with a card its pool lacks; a card put into a deck on a phone",
    "NAME_MISSING": "a player, a row of card data",
    "NO_SUCH_DAY": "a typed date, a row of card data",
}
"""Codes that two enums have."""


@cache
def enums() -> dict[str, type[StrEnum]]:
    """Return the enums of codes by name: those of the modules `refusals` and `faults`."""
    return {
        name: value
        for module in (*_modules("refusals"), *_modules("faults"))
        for name, value in vars(module).items()
        if isinstance(value, type) and issubclass(value, StrEnum) and value.__module__ == module.__name__
    }


def _modules(part: str) -> Iterator[object]:
    """Return the modules of all rooms with this part in their names."""
    for room in ROOMS:
        for module in pkgutil.walk_packages(importlib.import_module(room).__path__, f"{room}."):
            if part in module.name.split("."):
                yield importlib.import_module(module.name)


@cache
def codes() -> Counter[str]:
    return Counter(member.value for enum in enums().values() for member in enum)


@cache
def source() -> Source:
    return Source(sources(), set(enums()))


def worded() -> list[object]:
    """Return the codes with a sentence: of refusals, of decks and drafts, of rows of card data."""
    tables = [REFUSALS]
    for module in _modules("words"):
        tables += [table for name in ("FIXED", "TEXTS", "REASONS") if (table := vars(module).get(name))]
    return [code for table in tables for code in table]


def unreachable(read: Source) -> list[str]:
    """Return the codes that a docstring names but its function cannot raise."""
    return [
        f"{node.key}: {code}"
        for node in read.functions()
        for code in codes_of(clause_of(node.docstring))
        if code not in (reached := read.codes(node.key))
        if not (code.endswith("…") and any(one.startswith(code.removesuffix("…")) for one in reached))
    ]


def unnamed(read: Source) -> list[str]:
    """Return the codes that a public engine, query or service raises directly but its docstring does not name."""
    return [
        f"{node.key}: {code}"
        for node in read.functions()
        if node.is_public and PUBLIC & set(node.module.split("."))
        for code in node.raised(read.enums) - read.named(node)
    ]


def as_text(read: Source) -> list[str]:
    """Return the places where codes are written as text."""
    return [
        f"{module}:{line} {text}"
        for module in read.trees
        if not module.endswith((".refusals", ".faults"))
        for line, text in read.texts(module)
        if text in codes() and text not in SAID_OTHERWISE
    ]


def test_a_code_is_its_own_name() -> None:
    assert len(enums()) >= 12
    assert not [member for enum in enums().values() for member in enum if member.name != member.value]


def test_a_code_belongs_to_one_enum() -> None:
    assert {code for code, times in codes().items() if times > 1} == set(OF_TWO)


def test_each_code_has_its_sentence() -> None:
    assert not set(codes()) - {str(code) for code in worded()}


def test_each_sentence_of_a_refusal_is_of_a_code() -> None:
    assert not [code for code in REFUSALS if not isinstance(code, StrEnum)]


def test_each_code_is_raised() -> None:
    read = source()
    edges = {
        key for key, node in read.nodes.items() if ".words." in node.module or ".refusals" in node.module
    }
    raised = {code for key in read.nodes.keys() - edges for code in read.own_codes(key)}
    assert not set(codes()) - raised


def test_a_code_is_of_a_room_that_raises_or_words_it() -> None:
    read = source()
    used = {
        (module.split(".")[0], code)
        for module in read.trees
        if not module.endswith((".refusals", ".faults"))
        for code in read.mentioned(module)
    }
    for enum in enums().values():
        room = enum.__module__.split(".")[0]
        assert not [member for member in enum if (room, member.value) not in used], room


def test_no_code_is_spelled_as_text() -> None:
    assert as_text(source()) == []


def test_docstrings_name_only_what_can_be_raised() -> None:
    assert unreachable(source()) == []


def test_docstrings_name_what_is_raised() -> None:
    assert unnamed(source()) == []


def test_a_refusal_reads_as_its_code() -> None:
    code = enums()["CoreRefusal"]["CHANGED_MEANWHILE"]
    assert str(Refused(code, row=3)) == "CHANGED_MEANWHILE row=3"
    assert code in REFUSALS
    assert REFUSALS["CHANGED_MEANWHILE"] == REFUSALS[code]


IMPORTS = "from rooms.engine.refusals import Refusal\nfrom rooms.services import locks\n"
LOCKS = 'def cut(row):\n    """Refused: CUT_GONE."""\n    raise Refused(Refusal.CUT_GONE)\n'


def small(text: str) -> Source:
    return Source(
        {"rooms.services.locks": IMPORTS + LOCKS, "rooms.services.cuts": IMPORTS + text}, {"Refusal"}
    )


@pytest.mark.parametrize(
    "text",
    [
        'def start(row):\n    """Refused: CUT_STARTED."""\n',
        'def start(row):\n    """Refused: CUT_GONE."""\n    return Refusal.CUT_GONE == row.code\n',
        'def start(row):\n    """Refused: CUT_GONE, CUT_SMALL."""\n    return locks.cut(row)\n',
        'def start(row):\n    """Refused: SNAPSHOT_…"""\n    return locks.cut(row)\n',
        'OPEN = (Refusal.CUT_GONE,)\ndef start(row):\n    """Refused: CUT_GONE."""\n    return row.code in OPEN\n',
    ],
)
def test_a_code_that_cannot_be_raised_is_found(text: str) -> None:
    assert len(unreachable(small(text))) == 1


@pytest.mark.parametrize(
    "text",
    [
        'def start(row):\n    """Refused: CUT_GONE."""\n    return locks.cut(row)\n',
        'def start(row):\n    """Refused: CUT_…"""\n    return locks.cut(row)\n',
        'def start(row):\n    """Refused: CUT_GONE."""\n    _do()\ndef _do():\n    raise Refused(Refusal.CUT_GONE)\n',
        'def start(row):\n    """Refused: as `locks.cut`, CUT_GONE."""\n    return locks.cut(row)\n',
        'def start(row):\n    """Refused: as `locks.cut` without CUT_SMALL."""\n    return locks.cut(row)\n',
        'class Cut:\n    def start(self):\n        """Refused: CUT_GONE."""\n        self._do()\n'
        "    def _do(self):\n        locks.cut(self)\n",
        'DO = {1: locks.cut}\ndef start(row):\n    """Refused: CUT_GONE."""\n    DO[row.pk](row)\n',
        'STEPS = []\nSTEPS.append(locks.cut)\ndef start(row):\n    """Refused: CUT_GONE."""\n    STEPS[0](row)\n',
    ],
)
def test_a_code_that_can_be_raised_is_not_found(text: str) -> None:
    assert unreachable(small(text)) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("def start(row):\n    raise Refused(Refusal.CUT_SMALL)\n", 1),
        ('def start(row):\n    """Refused: CUT_GONE."""\n    raise Refused(Refusal.CUT_SMALL)\n', 1),
        (
            "def start(row):\n    raise Refused(Refusal.CUT_SMALL if row == Refusal.CUT_GONE else Refusal.CUT_BIG)\n",
            2,
        ),
        ("def _start(row):\n    raise Refused(Refusal.CUT_SMALL)\n", 0),
        (
            'def start(row):\n    """Refused: CUT_SMALL (size)."""\n    raise Refused(Refusal.CUT_SMALL, size=2)\n',
            0,
        ),
        ('def start(row):\n    """Refused: as `locks.cut`."""\n    raise Refused(Refusal.CUT_GONE)\n', 0),
        ('def start(row):\n    """Refused: CUT_…"""\n    raise Refused(Refusal.CUT_GONE)\n', 0),
    ],
)
def test_a_raised_code_that_is_not_named_is_found(text: str, found: int) -> None:
    assert len(unnamed(small(text))) == found


def test_a_code_spelled_as_text_is_found() -> None:
    texts = 'def start(row):\n    """CHANGED_MEANWHILE"""\n    raise Refused("CHANGED_MEANWHILE")\n'
    assert as_text(small(texts)) == ["rooms.services.cuts:5 CHANGED_MEANWHILE"]
