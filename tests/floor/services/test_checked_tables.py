"""What judges tap at a table, and whose deck is checked next."""

import pytest

from checks.queries import deck_checks as queries
from floor.engine.table import read_tap
from floor.services import table_taps
from tests.checks.services.test_deck_checks import drawn, posted
from tests.pairings import build

pytestmark = pytest.mark.django_db


def test_a_table_that_played_its_extra_turns_is_not_drawn():
    """Its game is over, so a check there would only delay the round (R-121)."""
    home = build.division(4)
    first, second = build.open_matches(posted(home))
    for tap in ("starter:left:1:", "time:left::phase=during_turn", "turns:::count=3"):
        table_taps.record_tap(first, read_tap(tap), by=None)
    candidates = queries.candidates_at_tables(first.round)
    assert {one.entry for one in candidates} == {second.left_id, second.right_id}
    rows = drawn(home, number=4)
    assert {row.entry_id for row in rows} == {second.left_id, second.right_id}
    table_taps.record_tap(second, read_tap("starter:left:1:"), by=None)
    table_taps.record_tap(second, read_tap("time:left::phase=during_turn"), by=None)
    table_taps.record_tap(second, read_tap("turns:::count=2"), by=None)
    assert {one.table for one in queries.candidates_at_tables(first.round)} == {second.table}
