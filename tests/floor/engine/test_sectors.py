"""Ranges of tables that move with a division, and the tables that no sector includes."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from floor.engine.sectors import TableRange, first_table_in_use, uncovered_ranges

tables = st.integers(1, 60)
ranges = st.builds(lambda first, more: TableRange(first, first + more), tables, st.integers(0, 20))


@given(ranges, st.integers(-80, 80))
def test_a_moved_sector_begins_at_table_1_at_the_earliest(tables: TableRange, by: int) -> None:
    moved = tables.moved(by)
    assert 1 <= moved.first <= moved.last
    if tables.first + by >= 1:
        assert (moved.first - tables.first, moved.last - tables.last) == (by, by)


@given(st.sets(tables), st.lists(ranges, max_size=4))
def test_every_table_is_in_a_sector_or_named(in_play: set[int], sectors: list[TableRange]) -> None:
    gaps = uncovered_ranges(in_play, sectors)
    for table in in_play:
        assert any(gap.includes(table) for gap in gaps) != any(one.includes(table) for one in sectors)
    assert all(gap.first in in_play and gap.last in in_play for gap in gaps)
    assert all(before.last < after.first for before, after in pairwise(gaps))


def test_the_first_table_is_that_of_the_round_in_play() -> None:
    assert first_table_in_use(101, ()) == 101
    assert first_table_in_use(101, {120, 119, 121}) == 119
    assert first_table_in_use(101, {99, 100, 101, 102}) == 99
    # The hall ends at table 102: the division goes on at earlier tables, and its sectors stay.
    assert first_table_in_use(101, {99, 100, 101, 102}, last_of_hall=102) == 101
    assert first_table_in_use(None, ()) is None
