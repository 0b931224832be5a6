"""Numbering the tables of a round."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.engine.refused import Refused
from pairings.engine.tables import Numbering, number_tables, renumber_tables

PAIRS = ((1, 2), (3, 4), (5, 6))


@pytest.mark.parametrize(
    ("given", "tables"),
    [
        ({}, (1, 2, 3)),
        ({"first": 40}, (40, 41, 42)),
        ({"first": 2, "last": 4}, (2, 3, 4)),
        ({"blocked": {2}}, (1, 3, 4)),
        ({"taken": {1, 3}}, (2, 4, 5)),
        ({"blocked": {1}, "taken": {2}}, (3, 4, 5)),
        ({"fixed": {4: 1}}, (2, 1, 3)),
        ({"fixed": {6: 90}}, (1, 2, 90)),
        ({"fixed": {1: 9}, "blocked": {9}}, (9, 1, 2)),
        ({"fixed": {1: 7, 2: 7}}, (7, 1, 2)),
        ({"fixed": {77: 1}}, (1, 2, 3)),
        ({"first": 1, "last": 2, "fixed": {3: 50}}, (1, 50, 2)),
    ],
)
def test_tables_follow_the_order_of_the_pairs(given: dict, tables: tuple[int, ...]) -> None:
    assert number_tables(PAIRS, **given) == Numbering(tables)


@pytest.mark.parametrize(
    ("given", "numbering"),
    [
        ({"fixed": {1: 5, 3: 5}}, Numbering((5, 1, 2), unmet=((3, 5),))),
        ({"fixed": {1: 5, 2: 6}}, Numbering((5, 1, 2), unmet=((2, 6),))),
        ({"fixed": {5: 8}, "taken": {8}}, Numbering((1, 2, 3), unmet=((5, 8),))),
    ],
)
def test_a_fixed_table_that_cannot_be_given_is_told(given: dict, numbering: Numbering) -> None:
    assert number_tables(PAIRS, **given) == numbering


@pytest.mark.parametrize(
    ("given", "needed", "have"),
    [
        ({"last": 2}, 3, 2),
        ({"first": 10, "last": 12, "taken": {11}}, 3, 2),
        ({"last": 3, "blocked": {1, 2, 3}}, 3, 0),
        ({"last": 2, "fixed": {1: 2}}, 2, 1),
        ({"first": 5, "last": 1}, 3, 0),
    ],
)
def test_too_few_tables_are_counted(given: dict, needed: int, have: int) -> None:
    with pytest.raises(Refused) as refused:
        number_tables(PAIRS, **given)
    assert refused.value.code == "NOT_ENOUGH_TABLES"
    assert refused.value.facts == {"needed": needed, "have": have}


def test_a_round_of_byes_needs_no_table() -> None:
    assert number_tables((), first=1, last=0) == Numbering(())


numbers = st.integers(1, 30)


@given(
    count=st.integers(0, 20),
    first=numbers,
    blocked=st.sets(numbers),
    taken=st.sets(numbers),
    fixed=st.dictionaries(st.integers(0, 39), numbers),
)
def test_no_table_is_given_twice(count: int, first: int, blocked: set, taken: set, fixed: dict) -> None:
    pairs = tuple((2 * spot, 2 * spot + 1) for spot in range(count))
    numbering = number_tables(pairs, first=first, blocked=blocked, taken=taken, fixed=fixed)
    assert len(set(numbering.tables)) == len(pairs)
    assert not taken.intersection(numbering.tables)
    present = {(entry, fixed[entry]) for pair in pairs for entry in pair if entry in fixed}
    seated = {(entry, table) for pair, table in zip(pairs, numbering.tables, strict=True) for entry in pair}
    assert present - seated == set(numbering.unmet)
    counted = [t for pair, t in zip(pairs, numbering.tables, strict=True) if t not in map(fixed.get, pair)]
    assert counted == sorted(counted)
    assert not blocked.intersection(counted)


@pytest.mark.parametrize(
    ("given", "tables"),
    [
        ({"last": 3, "reserved": {3}}, (1, 2, 3)),
        ({"last": 4, "reserved": {1}}, (2, 3, 4)),
        ({"first": 3, "last": 4, "lowest": 1}, (3, 4, 1)),
        ({"first": 3, "last": 4, "lowest": 1, "reserved": {1}}, (3, 4, 2)),
        ({"first": 3, "last": 4, "lowest": 1, "reserved": {1}, "blocked": {2}}, (3, 4, 1)),
        ({"reserved": {1, 3}}, (2, 4, 5)),
    ],
)
def test_tables_of_others_come_last_and_only_up_to_the_end_of_the_hall(
    given: dict, tables: tuple[int, ...]
) -> None:
    assert number_tables(PAIRS, **given) == Numbering(tables)


@pytest.mark.parametrize(
    ("given", "numbering"),
    [
        ({"freed": {4, 2, 7}}, Numbering((2, 4, 7))),
        ({"freed": {4, 2, 7, 9}}, Numbering((2, 4, 7))),
        ({"freed": {4, 2, 7}, "fixed": {3: 7}}, Numbering((2, 7, 4))),
        ({"freed": {4, 2, 7}, "fixed": {3: 7}, "taken": {7}}, Numbering((2, 7, 4))),
        ({"freed": {4, 2, 7}, "fixed": {3: 9}}, Numbering((2, 9, 4))),
        ({"freed": {4, 2, 7}, "fixed": {3: 9}, "taken": {9}}, Numbering((2, 4, 7), unmet=((3, 9),))),
    ],
)
def test_re_paired_matches_sit_at_the_tables_that_became_free(given: dict, numbering: Numbering) -> None:
    assert renumber_tables(PAIRS, **given) == numbering
