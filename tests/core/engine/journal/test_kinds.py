"""An invalid kind of line is refused when it is declared or created, not when it is read."""

from collections.abc import Iterator
from typing import Annotated

import pytest

from core.engine.journal.facts import Code, FactsOf, Name, Once, Ref, UndeclaredFactType
from core.engine.journal.kinds import (
    COMMON,
    KINDS,
    Kind,
    _fact_types_of_kind,
    add_undo,
    declare_fact_keys,
    fact_types_of_line,
    facts_in,
)

EntryKey = Annotated[int, Ref("tournaments.Entry")]
Rows = Annotated[list[int], UndeclaredFactType(python=(list,))]


@pytest.fixture(autouse=True)
def only_those_of_the_test() -> Iterator[None]:
    known = dict(KINDS)
    yield
    KINDS.clear()
    KINDS.update(known)
    _fact_types_of_kind.cache_clear()


def test_a_kind_hands_its_policy_and_facts_down() -> None:
    class OfTent(Kind, base=True, scope="event", topic="people"):
        name: Name

    class TentPitched(OfTent, topic="event"):
        pegs: Once[list[int]]

    kind = KINDS["TentPitched"]
    assert "OfTent" not in KINDS
    assert (kind.scope, kind.topic, kind.once) == ("event", "event", {"pegs"})
    assert facts_in(TentPitched(name="Ana", pegs=[1])) == {"name": "Ana", "pegs": [1]}


def test_a_fact_says_what_a_seal_covers_of_it() -> None:
    with pytest.raises(TypeError, match=r"TentPitched\.name: <class 'str'> is no type of a fact"):

        class TentPitched(Kind):
            name: str


def test_a_name_is_declared_once() -> None:
    class TentPitched(Kind):
        pass

    with pytest.raises(TypeError, match="TentPitched is defined twice"):
        type("TentPitched", (Kind,), {})


@pytest.mark.parametrize(
    ("facts", "fault"),
    [
        ({"name": "Ana", "state": 5}, r"TentPitched\.state cannot be 5"),
        ({"name": "Ana"}, r"TentPitched is missing the facts \['state'\]"),
        ({"name": "Ana", "state": "up", "city": "Oslo"}, r"TentPitched has no facts \['city'\]"),
    ],
)
def test_a_line_has_the_facts_of_its_kind(facts: dict[str, object], fault: str) -> None:
    class TentPitched(Kind):
        name: Name
        state: Code

    with pytest.raises(TypeError, match=fault):
        TentPitched(**facts)


def test_lines_of_a_kind_with_the_same_facts_are_equal_and_never_change() -> None:
    class TentPitched(Kind):
        name: Name

    class TentStruck(Kind):
        name: Name

    line = TentPitched(name="Ana")
    assert line == TentPitched(name="Ana")
    assert line not in (TentPitched(name="Bo"), TentStruck(name="Ana"))
    assert repr(line) == "TentPitched(name='Ana')"
    with pytest.raises(AttributeError):
        line.name = "Bo"  # type: ignore[misc]


def test_a_stored_line_is_read_by_its_kind_and_an_undo_by_what_it_undid() -> None:
    class TentPitched(Kind):
        entry: EntryKey
        rows: Rows

    class TentStruck(Kind):
        what: Code
        facts: Annotated[dict[str, object], FactsOf(python=(dict,), kind="what")]

    declare_fact_keys(TentPitched, rows=lambda: ["floor.Sector"])
    add_undo(print, TentPitched)
    common = {name: fact.keys for name, fact in COMMON.items()}
    pitched = {**common, "entry": "tournaments.Entry", "rows": ["floor.Sector"]}
    assert fact_types_of_line("TentPitched", {"entry": 3}).keys == pitched
    undone = fact_types_of_line("TentStruck", {"what": "TentPitched", "facts": {"entry": 3}})
    assert undone.keys == {**common, "facts": pitched}
    with pytest.raises(TypeError, match=r"entry is not plain: its type declares its keys"):
        declare_fact_keys(TentPitched, entry=lambda: None)
