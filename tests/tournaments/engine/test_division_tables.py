"""Which tables each division plays at."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.engine.division_tables import TableNeed, assign_table_numbers


def numbers(first: int, last: int) -> tuple[int, ...]:
    return tuple(range(first, last + 1))


@pytest.mark.parametrize(
    ("needs", "more", "tables"),
    [
        ([(None, 3), (None, 2)], {}, [numbers(1, 3), numbers(4, 5)]),
        ([(None, 3), (None, 2)], {"start": 11}, [numbers(11, 13), numbers(14, 15)]),
        ([(None, 2), (None, 2)], {"blocked": {2}}, [(1, 3), (4, 5)]),
        ([(None, 3), (1, 4)], {}, [numbers(5, 7), numbers(1, 4)]),
        ([(None, 3), (3, 4)], {}, [numbers(7, 9), numbers(3, 6)]),
        ([(None, 2), (3, 4), (None, 1)], {}, [numbers(1, 2), numbers(3, 6), (7,)]),
        ([(1, 4), (3, 2)], {}, [numbers(1, 2), numbers(3, 4)]),
        ([(1, 2), (1, 2)], {}, [numbers(1, 2), numbers(3, 4)]),
        ([(None, 0), (None, 2)], {}, [(), numbers(1, 2)]),
        ([(20, 2)], {"start": 1, "blocked": {20}}, [(21, 22)]),
    ],
)
def test_each_division_has_its_own_tables(needs: list, more: dict, tables: list[tuple[int, ...]]) -> None:
    assert list(assign_table_numbers([TableNeed(*need) for need in needs], **more)) == tables


NEEDS = st.builds(TableNeed, st.none() | st.integers(1, 40), st.integers(0, 30))


@given(st.lists(NEEDS, max_size=6), st.integers(1, 30), st.sets(st.integers(1, 60)))
def test_no_table_belongs_to_two_divisions(needs: list[TableNeed], start: int, blocked: set[int]) -> None:
    found = assign_table_numbers(needs, start=start, blocked=blocked)
    given_out = [table for tables in found for table in tables]
    assert len(given_out) == len(set(given_out))
    assert not blocked.intersection(given_out)
    for need, tables in zip(needs, found, strict=True):
        assert need.first is not None or len(tables) == need.tables
