"""Rows of prize tables: every place has one row at most."""

from hypothesis import given
from hypothesis import strategies as st

from pairings.engine.standings.prizes import PrizeRow, find_overlap, prize_of_place, sort_rows, table_version

PLACES = st.tuples(st.integers(1, 30), st.integers(0, 8)).map(
    lambda pair: PrizeRow(pair[0], pair[0] + pair[1])
)


@given(st.lists(PLACES, max_size=8))
def test_an_overlap_is_found_exactly_where_a_place_is_in_two_rows(rows: list[PrizeRow]) -> None:
    places = [place for row in rows for place in range(row.first, row.last + 1)]
    overlap = find_overlap(rows)
    assert (overlap is not None) == (len(places) != len(set(places)))
    if overlap is not None:
        upper, lower = overlap
        assert upper.first <= lower.first <= upper.last


@given(st.lists(PLACES, max_size=8), st.integers(1, 50))
def test_a_place_receives_the_row_that_contains_it(rows: list[PrizeRow], place: int) -> None:
    row = prize_of_place(rows, place)
    assert (row is None) == all(not one.first <= place <= one.last for one in rows)
    assert row is None or row.first <= place <= row.last


@given(st.lists(PLACES, max_size=6))
def test_the_version_follows_the_rows_not_their_order(rows: list[PrizeRow]) -> None:
    assert table_version(rows) == table_version(rows[::-1]) == table_version(sort_rows(rows))
    assert table_version(rows) != table_version([*rows, PrizeRow(99, 99, "Pin")])
