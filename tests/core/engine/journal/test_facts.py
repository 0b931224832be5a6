"""The types of facts: what a seal covers, where keys are, and which values are valid."""

from datetime import datetime
from typing import Annotated, Any, NotRequired, TypedDict

import pytest

from core.engine.journal.facts import (
    ANY,
    Changes,
    Code,
    FactType,
    Label,
    Moment,
    Name,
    Numbers,
    Once,
    Ref,
    ShapeFactType,
    Typed,
    fact_type_of_annotation,
    sealed_part,
)
from core.engine.snapshots.keys import row_keys_inside

MatchKey = Annotated[int, Ref("pairings.Match")]
EntryKey = Annotated[int, Ref("tournaments.Entry")]


class Result(TypedDict):
    outcome: Code
    reason: Label
    games: list[int] | None
    note: NotRequired[Typed]


RESULT = {"outcome": "left", "reason": "played", "games": [2, 1]}


@pytest.mark.parametrize(
    ("annotation", "value", "sealed", "keys"),
    [
        (int, 7, 7, []),
        (bool, True, True, []),
        (int | None, None, None, []),
        (Code, "left", "left", []),
        (Moment, "2026-09-05T12:00:00+00:00", "2026-09-05T12:00:00+00:00", []),
        (list[Code], ["a", "b"], ["a", "b"], []),
        (list[Name], ["Ana"], [], []),
        (MatchKey, 7, 7, [("pairings.Match", 7)]),
        (MatchKey | None, None, None, []),
        (list[EntryKey], [3, 4], [3, 4], [("tournaments.Entry", 3), ("tournaments.Entry", 4)]),
        (list[tuple[EntryKey, int]], [[3, 4]], [[3, 4]], [("tournaments.Entry", 3)]),
        (dict[EntryKey, int], {"3": 4}, {"3": 4}, [("tournaments.Entry", 3)]),
        (dict[str, EntryKey], {"a": 4}, {"a": 4}, [("tournaments.Entry", 4)]),
        (Result, RESULT, {"outcome": "left", "games": [2, 1]}, []),
        (Changes, {"name": ["A", "B"], "status": ["in", "out"]}, {"name": [], "status": ["in", "out"]}, []),
        (Changes, {"birth_year": [1990, None]}, {}, []),
        (Once[list[int]], [1], [1], []),
    ],
)
def test_a_seal_covers_numbers_and_codes_and_a_restore_finds_keys(
    annotation: Any, value: Any, sealed: Any, keys: list[tuple[str, int]]
) -> None:
    fact = fact_type_of_annotation(annotation)
    assert fact.fits(value)
    assert sealed_part({"fact": value}, _named(fact)) == {"fact": sealed}
    assert list(row_keys_inside(value, fact.keys)) == keys


@pytest.mark.parametrize("annotation", [Name, Typed, Label])
def test_no_seal_covers_names_nor_what_was_typed(annotation: Any) -> None:
    assert sealed_part({"fact": "Ana"}, _named(fact_type_of_annotation(annotation))) == {}
    assert sealed_part({"fact": {"year": 2010}}, _named(fact_type_of_annotation(Numbers))) == {}


def test_values_without_a_shape_are_read_by_the_names_of_their_columns() -> None:
    facts = {"outcome": "left", "name": "Ana", "birth_year": 2010, "names": ["Ana", 7], "table": 3}
    assert sealed_part(facts, ANY) == {"outcome": "left", "names": [7], "table": 3}
    assert sealed_part({"before": {"name": "Ana", "status": "in"}}, ANY) == {"before": {"status": "in"}}


@pytest.mark.parametrize(
    ("annotation", "value"),
    [
        (int, True),
        (int, "7"),
        (int, None),
        (bool, 1),
        (Code, 7),
        (Moment, 7),
        (MatchKey, "7"),
        (list[int], 7),
        (list[int], ["7"]),
        (tuple[int, int], [7]),
        (Result, {**RESULT, "outcome": 7}),
        (Result, {**RESULT, "winner": 7}),
        (Result, {"outcome": "left"}),
        (dict[str, int], {"a": "b"}),
    ],
)
def test_a_value_of_another_type_does_not_fit(annotation: Any, value: Any) -> None:
    assert not fact_type_of_annotation(annotation).fits(value)


@pytest.mark.parametrize("annotation", [str, dict, list, Any, object, datetime, str | None, list[str], float])
def test_a_type_that_does_not_say_what_a_seal_covers_is_refused(annotation: Any) -> None:
    with pytest.raises(TypeError, match="is no type of a fact"):
        fact_type_of_annotation(annotation)


def _named(fact: FactType) -> ShapeFactType:
    return ShapeFactType(places={"fact": fact})
