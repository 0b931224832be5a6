"""What judges tap at a table, and whose deck is checked next."""

import pytest

from checks.queries import deck_checks as queries
from floor.engine.table import read
from floor.services import table
from tests.checks.services.test_deck_checks import drawn, posted
from tests.pairings import build

pytestmark = pytest.mark.django_db


def test_a_table_that_played_its_extra_turns_is_not_drawn():
    """Its game is over, so a check there would only hold up the round (R-121)."""
    home = build.division(4)
    first, second = build.open_matches(posted(home))
    for tap in ("starter:left:1:", "time:left::phase=during_turn", "turns:::count=3"):
        table.mark(first, read(tap), by=None)
    candidates = queries.at_tables(first.round)
    assert {one.entry for one in candidates} == {second.left_id, second.right_id}
    rows = drawn(home, number=4)
    assert {row.entry_id for row in rows} == {second.left_id, second.right_id}
    table.mark(second, read("starter:left:1:"), by=None)
    table.mark(second, read("time:left::phase=during_turn"), by=None)
    table.mark(second, read("turns:::count=2"), by=None)
    assert {one.table for one in queries.at_tables(first.round)} == {second.table}
